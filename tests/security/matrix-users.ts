// What every endpoint of the users' table answers to everybody who may stand before it. An endpoint without a row does
// not compile, nor a row without an endpoint; a new kind of user is a column more, which every row is asked for.

import type { EndpointName } from '@fairtick/contract/http/index';
import type { Input, Outcome, UserKind, UserOwn } from './cast.ts';

export type UsersRow = { readonly [K in UserKind | 'visitor']: Outcome } & {
  /** A good call, from what the caller owns. Default: no input. */
  readonly input?: (own: UserOwn) => Input;
  /** What somebody gets who sends another's ids in it; left out where a call names nothing of a user. A demo user may be stopped before. */
  readonly foreign?: Outcome;
  /** Ends the caller's session. */
  readonly signsOut?: boolean;
};

const to = (outcome: Outcome) => ({
  demo: outcome,
  real: outcome,
  verified: outcome,
  no_withdrawals: outcome,
  no_orders: outcome,
});
const open: UsersRow = { visitor: 'ok', ...to('ok') };
const users: UsersRow = { visitor: 'SESSION_EXPIRED', ...to('ok') };
const realOnly: UsersRow = { ...users, demo: 'REAL_ONLY' };
const pair: () => Input = () => ({ forex_id: '1', period: '1min' });
const NOBODYS: Outcome = 'ORDER_NOT_FOUND';

export const USERS_MATRIX = {
  createAccountDemoForU: open,
  loginForU: {
    visitor: 'LOGIN_FAILED',
    ...to('LOGIN_FAILED'),
    input: () => ({ account: 'nobody@example.com', password: 'not the password' }),
  },
  logout: { ...users, signsOut: true },
  user_info: users,
  getBalance: users,
  get_profits: users,
  resetForexDemoAccount: { ...users, ...to('DEMO_ONLY'), demo: 'ok' },
  getBasicInfo: open,
  main_status: open,
  languages: open,
  trade_list: open,
  getCategories: open,
  kline: { ...open, input: pair },
  abbreviated_cache_kline: { ...open, input: pair },
  search: open,
  pair_terms: { ...open, input: pair },
  market_status: open,
  ticks: { ...open, input: () => ({ pair: 'EURUSD', from: '0', to: '5' }) },
  consistency: { ...open, input: () => ({ from: '1', to: '2' }) },
  forex_submit: {
    ...users,
    no_orders: 'FROZEN',
    input: () => ({ type: '1', cont: '0.1', forex_id: '1', status: '1', multiple: '10' }),
  },
  my_deal: { ...users, input: () => ({ status: '1' }) },
  // Whatever is locked: what is open may be guarded and closed.
  set_stop_price: {
    ...users,
    input: ({ position }) => ({ id: position, stop_loss_price: '0', target_profit_price: '0' }),
    foreign: NOBODYS,
  },
  forex_close: { ...users, input: ({ position }) => ({ id: position }), foreign: NOBODYS },
  // With the lock what waited was given up.
  cancel_trade: {
    ...users,
    no_orders: 'ORDER_CLOSED',
    input: ({ pending }) => ({ id: pending }),
    foreign: NOBODYS,
  },
  forex_close_all: users,
  get_seconds: open,
  micro_submit: {
    ...users,
    // Residents of the country that the document of the verified one names are not offered options.
    verified: 'PRODUCT_NOT_OFFERED',
    no_orders: 'FROZEN',
    input: () => ({ forex_id: '1', type: '1', number: '100', seconds: '300' }),
  },
  notices: users,
  notices_read: { ...users, input: ({ notice }) => ({ id: notice }), foreign: 'ok' },
  micro_orders: { ...users, input: () => ({ status: '1' }) },
  proof: { ...users, input: ({ position }) => ({ family: 'forex', id: position }), foreign: NOBODYS },
  public_settings: open,
  image_upload: realOnly,
  real_name: realOnly,
  real_name_submit: {
    ...realOnly,
    verified: 'VERIFICATION_DONE',
    input: ({ images: [front_pic, reverse_pic] }) => ({
      name: 'Ann Lee',
      card_id: 'A1234567',
      front_pic,
      reverse_pic,
      country: 'PL',
    }),
    foreign: 'UPLOAD_UNKNOWN',
  },
} as const satisfies Readonly<Record<EndpointName, UsersRow>>;
