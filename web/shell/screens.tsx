// Every screen but Home comes in a chunk of its own, together with its texts in the current language.

import { late } from '@fairtick/ui/late';
import type { ComponentType } from 'react';
import { loadTexts } from '../i18n/i18n.ts';
import type { Namespace } from '../i18n/texts.ts';

const screen = <P extends object>(read: () => Promise<ComponentType<P>>, ...namespaces: Namespace[]) =>
  late(async () => {
    const [component] = await Promise.all([read(), loadTexts(...namespaces)]);
    return component;
  });

export const Trade = screen(
  async () => (await import('./screens/trade-screen.tsx')).TradeScreen,
  'trade',
  'orders',
  'facts',
);
export const Orders = screen(async () => (await import('./screens/orders-screen.tsx')).OrdersScreen, 'orders', 'trade');
export const Account = screen(
  async () => (await import('./screens/account-screen.tsx')).AccountScreen,
  'account',
  'countries',
);
export const Login = screen(async () => (await import('./screens/login-screen.tsx')).LoginScreen, 'login', 'countries');
export const Register = screen(
  async () => (await import('./screens/register-screen.tsx')).RegisterScreen,
  'login',
  'countries',
);
export const Forgot = screen(
  async () => (await import('./screens/forgot-screen.tsx')).ForgotScreen,
  'login',
  'countries',
);
export const NotMe = screen(async () => (await import('./screens/not-me-screen.tsx')).NotMeScreen, 'login');
export const Language = screen(async () => (await import('./screens/language-screen.tsx')).LanguageScreen, 'social');
export const Trust = screen(async () => (await import('./screens/trust-screens.tsx')).TrustScreens, 'powers');
export const ServiceHistory = screen(async () => (await import('./screens/status-screen.tsx')).StatusScreen, 'status');
export const Notices = screen(async () => (await import('./screens/notices-screen.tsx')).NoticesScreen, 'notices');
export const Verification = screen(
  async () => (await import('./screens/verification-screen.tsx')).VerificationScreen,
  'verification',
);
export const System = screen(
  async () => (await import('./screens/system-screen.tsx')).SystemScreen,
  'security',
  'login',
  'protection',
);
export const Invite = screen(async () => (await import('./screens/invite-screen.tsx')).InviteScreen, 'invite');
export const Password = screen(
  async () => (await import('./screens/password-screen.tsx')).PasswordScreen,
  'login',
  'account',
);
export const Wallet = screen(
  async () => (await import('./screens/wallet-screen.tsx')).WalletScreen,
  'wallet',
  'account',
  'home',
);
export const Accounts = screen(
  async () => (await import('./screens/accounts-screen.tsx')).AccountsScreen,
  'wallet',
  'account',
  'home',
);
export const History = screen(
  async () => (await import('./screens/history-screen.tsx')).HistoryScreen,
  'wallet',
  'account',
);
export const Transfer = screen(
  async () => (await import('./screens/transfer-screen.tsx')).TransferScreen,
  'wallet',
  'account',
);
export const Charge = screen(
  async () => (await import('./screens/charge-screen.tsx')).ChargeScreen,
  'deposit',
  'account',
);
export const Withdraw = screen(
  async () => (await import('./screens/withdraw-screen.tsx')).WithdrawScreen,
  'withdraw',
  'account',
);
export const WithdrawWay = screen(
  async () => (await import('./screens/withdraw-way-screen.tsx')).WithdrawWayScreen,
  'withdraw',
);
export const CoinAddresses = screen(
  async () => (await import('./screens/destinations-screens.tsx')).CoinAddressesScreen,
  'withdraw',
);
export const BankAccounts = screen(
  async () => (await import('./screens/destinations-screens.tsx')).BankAccountsScreen,
  'withdraw',
);
export const News = screen(async () => (await import('./screens/content-screens.tsx')).NewsScreen, 'content');
export const Article = screen(async () => (await import('./screens/content-screens.tsx')).ArticleScreen, 'content');
export const Announcements = screen(
  async () => (await import('./screens/content-screens.tsx')).AnnouncementsScreen,
  'content',
);
export const Activity = screen(async () => (await import('./screens/content-screens.tsx')).ActivityScreen, 'content');
export const Product = screen(
  async () => (await import('./screens/product-screen.tsx')).ProductScreen,
  'product',
  'content',
  'home',
);
export const Contact = screen(
  async () => (await import('./screens/contact-screen.tsx')).ContactScreen,
  'product',
  'content',
  'countries',
);
export const Feedback = screen(
  async () => (await import('./screens/feedback-screen.tsx')).FeedbackScreen,
  'feedback',
  'login',
);
export const Funds = screen(async () => (await import('./screens/funds-screens.tsx')).FundsScreen, 'funds');
export const Fund = screen(async () => (await import('./screens/funds-screens.tsx')).FundScreen, 'funds');
export const Subscriptions = screen(
  async () => (await import('./screens/funds-screens.tsx')).SubscriptionsScreen,
  'funds',
);
export const FundIncome = screen(async () => (await import('./screens/funds-screens.tsx')).FundIncomeScreen, 'funds');
export const Loans = screen(async () => (await import('./screens/loan-screens.tsx')).LoanScreens, 'loans', 'deposit');
export const Chat = screen(async () => (await import('./screens/chat-screen.tsx')).ChatScreen, 'chat', 'feedback');
export const Rank = screen(async () => (await import('./screens/rank-screen.tsx')).RankScreen, 'follow');
export const Follow = screen(async () => (await import('./screens/copying-screens.tsx')).CopyingScreens, 'follow');
export const Trader = screen(async () => (await import('./screens/trader-screen.tsx')).TraderScreen, 'follow');
/** No screen, but it comes like one: when a call needs it, over any of them. */
export const LogAlarmBanner = screen(
  async () => (await import('../features/proof/log-alarm-banner.tsx')).LogAlarmBanner,
  'verify',
);
export const ServiceNotice = screen(
  async () => (await import('../features/accounts/status/service-notice.tsx')).ServiceNotice,
  'status',
);
export const StepUpDialog = screen(
  async () => (await import('../features/accounts/security/step-up-dialog.tsx')).StepUpDialog,
  'security',
);
