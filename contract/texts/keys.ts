// What can be said: every text's key and the placeholders its sentence may hold. The sentences are in one file a language.

import type { ErrorName } from '../errors.ts';
import type { EndpointName, Endpoints } from '../http/index.ts';
import type { LedgerType } from '../ledger-types.ts';
import type { Notice } from '../socket/messages.ts';

/** Endpoints whose success is told in a sentence (the envelope's msg); the others answer with an empty one. */
export const TOLD_ENDPOINTS = [
  'createAccountDemoForU',
  'loginForU',
  'logout',
  'resetForexDemoAccount',
  'forex_submit',
  'forex_close',
  'forex_close_all',
  'cancel_trade',
  'set_stop_price',
  'micro_submit',
] as const satisfies readonly EndpointName[];
export type ToldEndpoint = (typeof TOLD_ENDPOINTS)[number];

export type CategoryName = 'forex' | 'metals' | 'energy' | 'indices' | 'crypto';
/** Every field that some call takes: {field} names one of them. */
export type FieldName = { [N in EndpointName]: Extract<keyof Endpoints[N]['input']['shape'], string> }[EndpointName];
export type NoticeKind = Notice['kind'];

export type TextKey =
  | `error.${ErrorName}`
  | `done.${ToldEndpoint}`
  | `ledger.${LedgerType}`
  | `category.${CategoryName}`
  | `field.${FieldName}`
  | `notice.${NoticeKind}`;

/**
 * A sentence: `{name}` is filled in; what stands in square brackets is left out when one of its placeholders has no value.
 */
export type Texts = Readonly<Record<TextKey, string>>;

/**
 * The placeholders of the errors' sentences. `field` is a field's name in the contract and is translated; every other value is
 * plain text in display form: `pair` a ShowCode, `min`, `max`, `needed`, `free`, `price`, `step` decimals, `offered` a list.
 */
export const ERROR_PARAMS: Readonly<Partial<Record<ErrorName, readonly string[]>>> = {
  INTERNAL: ['id'],
  RATE_LIMITED: ['seconds'],
  BODY_TOO_LARGE: ['limit'],
  INPUT_INVALID: ['field'],
  VALUE_MISSING: ['field'],
  VALUE_NOT_A_NUMBER: ['field'],
  VALUE_NEGATIVE: ['field'],
  VALUE_ZERO: ['field'],
  VALUE_TOO_PRECISE: ['field', 'places'],
  VALUE_TOO_LARGE: ['field', 'max'],
  MARKET_CLOSED: ['pair'],
  QUOTE_STALE: ['pair'],
  RATE_MISSING: ['pair'],
  NO_LEVERAGE: ['pair'],
  MULTIPLE_NOT_OFFERED: ['offered'],
  QUANTITY_STEP: ['step'],
  QUANTITY_BELOW_MIN: ['min'],
  QUANTITY_ABOVE_MAX: ['max'],
  TARGET_REACHED: ['price'],
  STOP_LOSS_SIDE: ['price'],
  TAKE_PROFIT_SIDE: ['price'],
  MARGIN_INSUFFICIENT: ['needed', 'free'],
  TOO_MANY_ORDERS: ['max'],
  SECONDS_NOT_OFFERED: ['offered'],
  STAKE_BELOW_MIN: ['min'],
  STAKE_ABOVE_MAX: ['max'],
  BALANCE_INSUFFICIENT: ['needed', 'free'],
  EXPIRY_LIMIT: ['max'],
  QUOTE_NOT_FRESH: ['pair'],
  SOCKET_TOPIC_UNKNOWN: ['topic'],
  SOCKET_TOO_MANY_TOPICS: ['max'],
  SOCKET_TOO_LARGE: ['limit'],
};

/** The placeholders of the notices' sentences: `result` is signed, `level` a percentage without its sign. */
export const NOTICE_PARAMS: Readonly<Record<NoticeKind, readonly string[]>> = {
  stop_loss: ['pair', 'price', 'result'],
  take_profit: ['pair', 'price', 'result'],
  stop_out: ['pair', 'price', 'result'],
  filled: ['pair', 'price'],
  micro_win: ['pair', 'result'],
  micro_loss: ['pair', 'result'],
  micro_tie: ['pair'],
  micro_void: ['pair'],
  margin_call: ['level'],
  signed_out: [],
};
