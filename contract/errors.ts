// Every way a call can be refused, with its number. The sentences are in texts/, one file a language.
// 999 = sign in (again). 1xxx the call itself, 2xxx forex, 3xxx micro, 4xxx accounts, 9xxx the socket.

export const ERROR_CODES = {
  SESSION_EXPIRED: 999,
  INTERNAL: 1000,
  UNAVAILABLE: 1001,
  RATE_LIMITED: 1002,
  CALL_UNKNOWN: 1003,
  BODY_MALFORMED: 1004,
  BODY_TOO_LARGE: 1005,
  REAL_ONLY: 1006,
  KEY_REUSED: 1007,
  KEY_MALFORMED: 1008,
  OUTCOME_UNKNOWN: 1009,
  TICKS_GONE: 1010,
  INPUT_INVALID: 1100,
  VALUE_MISSING: 1101,
  VALUE_NOT_A_NUMBER: 1102,
  VALUE_NEGATIVE: 1103,
  VALUE_ZERO: 1104,
  VALUE_TOO_PRECISE: 1105,
  VALUE_TOO_LARGE: 1106,
  PAIR_UNKNOWN: 2001,
  MARKET_CLOSED: 2002,
  QUOTE_STALE: 2003,
  FEED_DOWN: 2004,
  RATE_MISSING: 2005,
  NO_LEVERAGE: 2010,
  MULTIPLE_NOT_OFFERED: 2011,
  QUANTITY_STEP: 2012,
  QUANTITY_BELOW_MIN: 2013,
  QUANTITY_ABOVE_MAX: 2014,
  TARGET_REACHED: 2020,
  STOP_LOSS_SIDE: 2021,
  TAKE_PROFIT_SIDE: 2022,
  MARGIN_INSUFFICIENT: 2030,
  HOUSE_EXPOSURE: 2031,
  HOUSE_CAPITAL: 2032,
  TOO_MANY_ORDERS: 2033,
  ORDER_NOT_FOUND: 2040,
  ORDER_CLOSED: 2041,
  ORDER_NOT_OPEN: 2042,
  ORDER_NOT_PENDING: 2043,
  /** A pending order whose money a loss would take is being filled: what comes first by the log takes effect first. */
  ORDER_BEING_FILLED: 2044,
  SECONDS_NOT_OFFERED: 3001,
  STAKE_BELOW_MIN: 3002,
  STAKE_ABOVE_MAX: 3003,
  BALANCE_INSUFFICIENT: 3004,
  HOUSE_RESERVE: 3005,
  EXPIRY_LIMIT: 3006,
  QUOTE_NOT_FRESH: 3007,
  LOGIN_FAILED: 4001,
  DEMO_ONLY: 4002,
  SOCKET_MALFORMED: 9001,
  SOCKET_TYPE_UNKNOWN: 9002,
  SOCKET_TOPIC_UNKNOWN: 9003,
  SOCKET_TOO_MANY_TOPICS: 9004,
  SOCKET_TOO_LARGE: 9005,
  SOCKET_LOGIN_REQUIRED: 9006,
  SOCKET_TOO_FAST: 9007,
} as const;

export type ErrorName = keyof typeof ERROR_CODES;

/** A refusal as data. `params` fill the placeholders of its sentence; values are plain text, already in display form. */
export interface Refusal {
  readonly error: ErrorName;
  readonly params?: Readonly<Record<string, string>>;
}

export const refuse = (error: ErrorName, params?: Readonly<Record<string, string>>): Refusal =>
  params ? { error, params } : { error };

const NAMES = new Map<number, ErrorName>(
  (Object.entries(ERROR_CODES) as [ErrorName, number][]).map(([name, code]) => [code, name]),
);
export const errorName = (code: number): ErrorName | undefined => NAMES.get(code);
