// What a screen is called in the browser's own places: tab, history, and what a screen reader says first.

import type { TextKey } from '../i18n/texts.ts';

const TITLES: Readonly<Record<string, TextKey<'shell'>>> = {
  '/': 'title.home',
  '/trade': 'title.trade',
  '/order': 'title.orders',
  '/follow': 'title.follow',
  '/rank': 'title.rank',
  '/follow/trader': 'title.trader',
  '/follow/trader-apply': 'title.trader_apply',
  '/user': 'title.account',
  '/mine': 'title.account',
  '/mine/auth': 'title.verification',
  '/mine/system': 'title.system',
  '/mine/invite': 'title.invite',
  '/mine/password': 'title.password',
  '/mine/wallet': 'title.wallet',
  '/mine/accounts': 'title.accounts',
  '/mine/history': 'title.history',
  '/mine/transfer': 'title.transfer',
  '/mine/charge': 'title.charge',
  '/mine/withdraw': 'title.withdraw',
  '/mine/withdraw-way': 'title.withdraw_way',
  '/mine/coin-address-list': 'title.coins',
  '/mine/bank-card-list': 'title.banks',
  '/notices': 'title.notices',
  '/login': 'title.login',
  '/register': 'title.register',
  '/forgot': 'title.forgot',
  '/not-me': 'title.not_me',
  '/language': 'title.language',
  '/powers': 'title.powers',
  '/status': 'title.status',
  '/news': 'title.news',
  '/news/detail': 'title.news',
  '/mine/announcement': 'title.announcements',
  '/activity': 'title.activity',
  '/product': 'title.product',
  '/mine/email': 'title.contact',
  '/mine/chat': 'title.chat',
  '/feedback': 'title.feedback',
  '/mining': 'title.mining',
  '/loan': 'title.loan',
};

/** The title of a screen; of one without a title of its own, that of the screens it belongs to. */
export function titleOf(path: string): TextKey<'shell'> {
  const own = TITLES[path];
  if (own) return own;
  const above = path.slice(0, path.lastIndexOf('/'));
  return above === '' ? 'title.home' : titleOf(above);
}
