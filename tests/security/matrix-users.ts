// What every endpoint of the users' table answers to everybody who may stand before it. An endpoint without a row does
// not compile, nor a row without an endpoint; a new kind of user is a column more, which every row is asked for.

import { randomUUID } from 'node:crypto';
import type { EndpointName } from '@fairtick/contract/http/index';
import type { Input, Outcome, UserKind, UserOwn } from './cast.ts';

export type UsersRow = { readonly [K in UserKind | 'visitor']: Outcome } & {
  /** A good call, from what the caller owns. Default: no input. */
  readonly input?: (own: UserOwn) => Input;
  /** What somebody gets who sends another's ids in it; left out where a call names nothing of a user. A demo user may be stopped before. */
  readonly foreign?: Outcome;
  /** What a real user gets after a step-up, where the endpoint needs one. */
  readonly elevated?: Outcome;
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
const steppedUp: UsersRow = { ...realOnly, ...to('STEP_UP_NEEDED'), demo: 'REAL_ONLY' };
/** Of their own: a code goes to one name once a minute. */
const newName = ({ user }: UserOwn): Input => ({ type: 'email', to: `new.${user.id}@example.com` });
const pair: () => Input = () => ({ forex_id: '1', period: '1min' });
/** Of what asks nobody who they are. */
const told = (outcome: Outcome): UsersRow => ({ visitor: outcome, ...to(outcome) });
let tried = 0;
const NO_TICKET = 't'.repeat(43);
const NEW_PASSWORD = {
  new_password: 'a quite new password',
  secondary_password: 'a quite new password',
  auth_code: '123456',
};
const claimed: () => Input = () => ({ number: '100', proofImg: '/v3/api/files/none', charge_id: '1', wire_id: '1' });
const NOBODYS: Outcome = 'ORDER_NOT_FOUND';

export const USERS_MATRIX = {
  createAccountDemoForU: open,
  loginForU: {
    ...told('LOGIN_FAILED'),
    // Another name each time: failures are counted by name.
    input: () => ({ account: `nobody${tried++}@example.com`, password: 'not the password' }),
  },
  login_second: { ...told('SIGN_IN_AGAIN'), input: () => ({ ticket: NO_TICKET, method: 'totp', code: '123456' }) },
  login_second_begin: { ...told('SIGN_IN_AGAIN'), input: () => ({ ticket: NO_TICKET }) },
  passkey_login_begin: open,
  passkey_login_finish: { ...told('PASSKEY_FAILED'), input: () => ({ ticket: NO_TICKET, response: '{}' }) },
  forget_password: {
    ...told('CODE_WRONG'),
    input: () => ({ account: `nobody${tried++}@example.com`, ...NEW_PASSWORD }),
  },
  amend_code: realOnly,
  amend_password: { ...users, ...to('CODE_WRONG'), demo: 'REAL_ONLY', input: () => NEW_PASSWORD },
  not_me: { ...told('LINK_SPENT'), input: () => ({ token: NO_TICKET }) },
  sessions: users,
  session_revoke: {
    ...users,
    signsOut: true,
    input: ({ session }) => ({ id: session }),
    foreign: 'SESSION_UNKNOWN',
  },
  sessions_revoke_others: users,
  area_list: open,
  setting: { ...open, input: () => ({ key: 'is_show_mobile' }) },
  verify_type: open,
  captcha: open,
  // Each asks for a code of their own: another's would have to wait.
  send_code: { ...open, input: () => ({ to: `${randomUUID()}@example.com`, type: '1' }) },
  register: {
    ...told('CODE_WRONG'),
    input: () => ({
      area_id: 'HK',
      account: 'nobody@example.com',
      password: 'correct horse battery',
      re_password: 'correct horse battery',
      sms_code: '000000',
    }),
  },
  invited: realOnly,
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
  chat: users,
  chat_send: { ...users, input: () => ({ text: 'Where is my order?' }) },
  chat_read: { ...users, input: () => ({ seq: '1' }) },
  chat_rate: {
    ...users,
    ...to('CHAT_NOT_CLOSED'),
    input: ({ thread }) => ({ thread, score: '5' }),
    foreign: 'CHAT_UNKNOWN',
  },
  micro_orders: { ...users, input: () => ({ status: '1' }) },
  proof: { ...users, input: ({ position }) => ({ family: 'forex', id: position }), foreign: NOBODYS },
  proof_path: { ...users, input: ({ position }) => ({ family: 'forex', id: position }), foreign: NOBODYS },
  public_settings: open,
  setting_history: { ...open, input: () => ({ key: 'jurisdictions' }) },
  export_begin: { ...steppedUp, elevated: 'ok' },
  export: realOnly,
  export_link: { ...steppedUp, elevated: 'ok' },
  delete_begin: { ...steppedUp, elevated: 'ok' },
  delete_confirm: { ...steppedUp, elevated: 'LEAVING_UNSEEN', input: () => ({ ticket: 'nobody' }) },
  preferences: realOnly,
  preferences_set: { ...realOnly, input: () => ({ lang: 'en', zone: 'Europe/Paris', news_mail: '1' }) },
  push_key: realOnly,
  push_add: {
    ...realOnly,
    input: ({ user }) => ({
      endpoint: `https://fcm.googleapis.com/fcm/send/${user.id}`,
      p256dh: 'BNcRdreALRFXTkOOUHK1EtK2wtaz5Ry4YfYCA_0QTpQtUbVlUls0VJXg7A8u-Ts1XbjhazAkj7I99e8QcYP7DkM',
      auth: 'tBHItJI5svbpez7KI4CCXg',
    }),
  },
  push_remove: { ...realOnly, input: ({ user }) => ({ endpoint: `https://fcm.googleapis.com/fcm/send/${user.id}` }) },
  limits: realOnly,
  limits_set: { ...realOnly, input: () => ({ daily_loss: '100' }) },
  cool_off: { ...realOnly, input: () => ({ hours: '24' }) },
  security: realOnly,
  step_up_begin: { ...realOnly, input: () => ({ method: 'code' }) },
  step_up_finish: {
    ...realOnly,
    ...to('CODE_WRONG'),
    demo: 'REAL_ONLY',
    input: () => ({ method: 'code', ticket: NO_TICKET, code: '123456' }),
  },
  totp_begin: { ...steppedUp, elevated: 'ok' },
  totp_confirm: { ...steppedUp, elevated: 'CODE_WRONG', input: () => ({ ticket: NO_TICKET, code: '123456' }) },
  totp_remove: { ...steppedUp, elevated: 'ok' },
  passkey_begin: { ...steppedUp, elevated: 'ok' },
  passkey_finish: { ...steppedUp, elevated: 'PASSKEY_FAILED', input: () => ({ ticket: NO_TICKET, response: '{}' }) },
  passkey_remove: { ...steppedUp, elevated: 'ok', input: () => ({ id: 'AAAA' }), foreign: 'STEP_UP_NEEDED' },
  recovery_codes: { ...steppedUp, elevated: 'FACTOR_NEEDED' },
  name_bind_begin: { ...steppedUp, elevated: 'ok', input: newName },
  name_bind_finish: { ...steppedUp, elevated: 'CODE_WRONG', input: (own) => ({ ...newName(own), code: '123456' }) },
  mail_word_set: { ...steppedUp, elevated: 'ok', input: () => ({ word: 'blue heron' }) },
  image_upload: realOnly,
  forexDetail: realOnly,
  forexChange: { ...realOnly, input: () => ({ type: '2' }) },
  ledger: { ...realOnly, input: () => ({ account: '2' }) },
  client_money: open,
  transfer: {
    ...realOnly,
    no_withdrawals: 'FROZEN',
    input: () => ({ balance: '1', currency_id: '1', from: '2', to: '1' }),
  },
  transfer_log: realOnly,
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
  draw_symbol_list: realOnly,
  get_draw_method: realOnly,
  draw_list: realOnly,
  // What a withdrawal takes and does is tests/integration/wallet.
  bind_draw_method: { ...steppedUp, elevated: 'VALUE_MISSING', input: () => ({ draw_id: '1' }) },
  del_draw_method: {
    ...steppedUp,
    elevated: 'DESTINATION_UNKNOWN',
    input: () => ({ id: '999' }),
    foreign: 'STEP_UP_NEEDED',
  },
  draw: {
    ...steppedUp,
    elevated: 'NOT_VERIFIED',
    input: () => ({ draw_currency_id: '1', draw_method_id: '999', number: '10' }),
  },
  draw_cancel: {
    ...realOnly,
    ...to('WITHDRAWAL_NOT_WAITING'),
    demo: 'REAL_ONLY',
    input: () => ({ id: '999' }),
    foreign: 'WITHDRAWAL_NOT_WAITING',
  },
  // Whoever is nobody answers a captcha first.
  feedback_send: {
    ...open,
    visitor: 'CAPTCHA_NEEDED',
    input: () => ({ kind: 'complaint', text: 'The app is slow today', email: 'somebody@example.com' }),
  },
  feedback: users,
  // Nobody leads yet.
  follow_list: open,
  trader_list: open,
  trader_detail: { ...told('TRADER_UNKNOWN'), input: () => ({ id: '999999999' }), foreign: 'TRADER_UNKNOWN' },
  trader_record: { ...told('TRADER_UNKNOWN'), input: () => ({ id: '999999999' }), foreign: 'TRADER_UNKNOWN' },
  my_deal_follow_order: {
    ...told('TRADER_UNKNOWN'),
    input: () => ({ user_id: '999999999', status: '3' }),
    foreign: 'TRADER_UNKNOWN',
  },
  apply_trader: {
    ...{ visitor: 'SESSION_EXPIRED', ...to('NOT_VERIFIED'), demo: 'REAL_ONLY' },
    ...{ verified: 'TRADER_ORDERS_FEW', no_orders: 'FROZEN' },
  },
  follow_trader: {
    ...{ ...users, ...to('TRADER_UNKNOWN') },
    input: () => ({ trader_id: '999999999', multiple: '1', max_amount: '100' }),
  },
  canal_follow: { ...users, ...to('NOT_FOLLOWED'), input: () => ({ trader_id: '999999999' }) },
  follow_settings: {
    ...{ ...users, ...to('NOT_FOLLOWED') },
    input: () => ({ trader_id: '999999999', multiple: '2' }),
  },
  followed_trader: users,
  follow_relations: users,
  follow_skips: users,
  my_follower: realOnly,
  follow_end: { ...realOnly, ...to('NOT_A_TRADER'), demo: 'REAL_ONLY' },
  follow_profile: realOnly,
  follow_profile_change: { ...realOnly, input: () => ({ multiple: '2' }) },
  // Nothing is published yet.
  news_list: open,
  news_info: { ...told('CONTENT_UNKNOWN'), input: () => ({ id: '999999999' }), foreign: 'CONTENT_UNKNOWN' },
  content_search: { ...open, input: () => ({ q: 'nothing' }) },
  announcements: open,
  announcement_read: {
    ...{ visitor: 'SESSION_EXPIRED', ...to('CONTENT_UNKNOWN') },
    input: () => ({ id: '999999999', lang: 'en', version: '1' }),
    foreign: 'CONTENT_UNKNOWN',
  },
  activity: open,
  fund_list: open,
  fund_info: { ...open, input: () => ({ id: '1' }) },
  // Nowhere offered to real users until two people have said where.
  fund_buy: {
    ...{ visitor: 'SESSION_EXPIRED', ...to('PRODUCT_NOT_OFFERED'), demo: 'ok', no_orders: 'FROZEN' },
    input: () => ({ id: '1', amount: '100' }),
  },
  fund_subscriptions: users,
  fund_income: {
    ...{ visitor: 'SESSION_EXPIRED', ...to('SUBSCRIPTION_UNKNOWN') },
    input: () => ({ sub_id: '999999999' }),
    foreign: 'SUBSCRIPTION_UNKNOWN',
  },
  fund_refund: {
    ...{ visitor: 'SESSION_EXPIRED', ...to('SUBSCRIPTION_UNKNOWN') },
    input: () => ({ sub_id: '999999999' }),
    foreign: 'SUBSCRIPTION_UNKNOWN',
  },
  getCompany: open,
  getCompanyStatus: open,
  company_email: open,
  charge_info: realOnly,
  charge_symbols: realOnly,
  wire_info: realOnly,
  quick_ist: realOnly,
  // Until two people have said where money can be sent to, there is no way to deposit.
  loan_person: realOnly,
  loan_person_submit: {
    ...{ ...realOnly, ...to('NOT_VERIFIED'), demo: 'REAL_ONLY', verified: 'LOAN_NAME_DIFFERS' },
    input: ({ images: [hand_pic] }) => ({
      ...{ name: 'Of Somebody', last_name: 'Else', sex: '1', birthday: '1990-01-01', country: 'PL' },
      ...{ mobile: '48-501501501', id_card_type: '1', hand_pic },
    }),
  },
  loan_config: realOnly,
  // Offered where a country's line says so, and none does.
  loan_config_info: {
    ...{ ...realOnly, ...to('LOAN_CONFIG_UNKNOWN'), demo: 'REAL_ONLY', foreign: 'LOAN_CONFIG_UNKNOWN' },
    input: () => ({ id: '1' }),
  },
  loan_date: realOnly,
  loan_agreement: {
    ...{ ...realOnly, ...to('PRODUCT_NOT_OFFERED'), demo: 'REAL_ONLY', foreign: 'PRODUCT_NOT_OFFERED' },
    input: () => ({ id: '1', amount: '100' }),
  },
  loan_submit: {
    ...{ ...realOnly, ...to('VALUE_MISSING'), demo: 'REAL_ONLY' },
    input: () => ({ config_id: '1', amount: '100' }),
  },
  loan_list: realOnly,
  loan_info: {
    ...{ ...realOnly, ...to('LOAN_UNKNOWN'), demo: 'REAL_ONLY', foreign: 'LOAN_UNKNOWN' },
    input: () => ({ id: '999' }),
  },
  loan_repayment: { ...realOnly, ...to('LOAN_UNKNOWN'), demo: 'REAL_ONLY', input: () => ({ loan_id: '999' }) },
  loan_signed: { ...realOnly, ...to('LOAN_UNKNOWN'), demo: 'REAL_ONLY', input: () => ({ loan_id: '999' }) },
  loan_exclude: { ...realOnly, demo: 'REAL_ONLY', input: () => ({ months: '1' }) },
  loan_cancel: { ...realOnly, ...to('LOAN_UNKNOWN'), demo: 'REAL_ONLY', input: () => ({ loan_id: '999' }) },
  loan_repayment_accounts: { ...realOnly, input: () => ({}) },
  loan_repayment_proof: {
    ...realOnly,
    ...to('LOAN_UNKNOWN'),
    demo: 'REAL_ONLY',
    input: () => ({ loan_id: '999', charge_id: '1' }),
  },
  loan_repay: { ...realOnly, ...to('LOAN_UNKNOWN'), demo: 'REAL_ONLY', input: () => ({ loan_id: '999' }) },
  charge_submit: { ...realOnly, ...to('OPTION_UNKNOWN'), demo: 'REAL_ONLY', input: claimed },
  wire_submit: { ...realOnly, ...to('OPTION_UNKNOWN'), demo: 'REAL_ONLY', input: claimed },
} as const satisfies Readonly<Record<EndpointName, UsersRow>>;
