// Every screen but Home comes in a chunk of its own, together with its texts in the current language.

import { type ComponentType, lazy } from 'react';
import { loadTexts } from '../i18n/i18n.ts';
import type { Namespace } from '../i18n/texts.ts';

const screen = (read: () => Promise<ComponentType>, ...namespaces: Namespace[]) =>
  lazy(async () => {
    const [component] = await Promise.all([read(), loadTexts(...namespaces)]);
    return { default: component };
  });

export const Trade = screen(
  async () => (await import('./screens/trade-screen.tsx')).TradeScreen,
  'trade',
  'orders',
  'facts',
);
export const Orders = screen(async () => (await import('./screens/orders-screen.tsx')).OrdersScreen, 'orders', 'trade');
export const Account = screen(async () => (await import('./screens/account-screen.tsx')).AccountScreen, 'account');
export const Login = screen(async () => (await import('./screens/login-screen.tsx')).LoginScreen, 'login');
export const Language = screen(async () => (await import('./screens/language-screen.tsx')).LanguageScreen, 'social');
export const Powers = screen(async () => (await import('./screens/powers-screen.tsx')).PowersScreen, 'powers');
export const Notices = screen(async () => (await import('./screens/notices-screen.tsx')).NoticesScreen, 'notices');
export const Rank = screen(async () => (await import('./screens/rank-screen.tsx')).RankScreen, 'social');
export const Follow = screen(async () => (await import('./screens/follow-screen.tsx')).FollowScreen, 'social');
