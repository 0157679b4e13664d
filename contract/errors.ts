// Every way a call can be refused: its number, its HTTP status and what its sentence may name. The sentences are in texts/, one file a language.

interface ErrorRow {
  /** 999 = sign in (again). 1xxx the call itself, 2xxx forex, 3xxx micro, 4xxx accounts, 5xxx money in and out, 60xx copying, 61xx loans, 62xx fund products, 70xx what is published, 71xx what people write to us, 8xxx the staff, 9xxx the socket. */
  readonly code: number;
  /** Left out where a call went through and its own business was refused: that travels with 200. */
  readonly status?: RefusalStatus;
  /**
   * The placeholders of its sentence. `field` is a field's name in the contract and is translated; every other value is plain text in
   * display form: `pair` a ShowCode, `min`, `max`, `needed`, `free`, `price`, `step` decimals, `offered` a list.
   */
  readonly params?: readonly string[];
}

/** The call itself did not go through: why, as HTTP says it. */
export type RefusalStatus = 400 | 404 | 413 | 429 | 500 | 503;

const ERRORS = {
  SESSION_EXPIRED: { code: 999 },
  INTERNAL: { code: 1000, status: 500, params: ['id'] },
  UNAVAILABLE: { code: 1001, status: 503 },
  RATE_LIMITED: { code: 1002, status: 429, params: ['seconds'] },
  CALL_UNKNOWN: { code: 1003, status: 404 },
  BODY_MALFORMED: { code: 1004, status: 400 },
  BODY_TOO_LARGE: { code: 1005, status: 413, params: ['limit'] },
  REAL_ONLY: { code: 1006 },
  KEY_REUSED: { code: 1007 },
  KEY_MALFORMED: { code: 1008 },
  OUTCOME_UNKNOWN: { code: 1009, status: 503 },
  TICKS_GONE: { code: 1010, status: 404 },
  /** A browser was made to ask by another site's page. */
  FOREIGN_PAGE: { code: 1011, status: 400 },
  /** main_status is 2 and the call opens something new. As 503, so that a client which lost an earlier answer of its key does not take this for it. */
  CLOSING_ONLY: { code: 1012, status: 503, params: ['minutes'] },
  INPUT_INVALID: { code: 1100, params: ['field'] },
  VALUE_MISSING: { code: 1101, params: ['field'] },
  VALUE_NOT_A_NUMBER: { code: 1102, params: ['field'] },
  VALUE_NEGATIVE: { code: 1103, params: ['field'] },
  VALUE_ZERO: { code: 1104, params: ['field'] },
  VALUE_TOO_PRECISE: { code: 1105, params: ['field', 'places'] },
  VALUE_TOO_LARGE: { code: 1106, params: ['field', 'max'] },
  PAIR_UNKNOWN: { code: 2001 },
  MARKET_CLOSED: { code: 2002, params: ['pair'] },
  QUOTE_STALE: { code: 2003, params: ['pair'] },
  FEED_DOWN: { code: 2004 },
  RATE_MISSING: { code: 2005, params: ['pair'] },
  PAIR_WITHOUT_FEED: { code: 2006, params: ['pair'] },
  /** It trades, and its newest quote is older than a market order or an option may open at. */
  QUOTE_OLD: { code: 2007, params: ['pair'] },
  /** A jump, or a wide spread. */
  PAIR_HELD: { code: 2008, params: ['pair'] },
  NO_LEVERAGE: { code: 2010, params: ['pair'] },
  MULTIPLE_NOT_OFFERED: { code: 2011, params: ['offered'] },
  QUANTITY_STEP: { code: 2012, params: ['step'] },
  QUANTITY_BELOW_MIN: { code: 2013, params: ['min'] },
  QUANTITY_ABOVE_MAX: { code: 2014, params: ['max'] },
  TARGET_REACHED: { code: 2020, params: ['price'] },
  STOP_LOSS_SIDE: { code: 2021, params: ['price'] },
  TAKE_PROFIT_SIDE: { code: 2022, params: ['price'] },
  /** A market order's max_deviation; `price` is what it would have been filled at. */
  PRICE_MOVED: { code: 2023, params: ['price'] },
  MARGIN_INSUFFICIENT: { code: 2030, params: ['needed', 'free'] },
  HOUSE_EXPOSURE: { code: 2031 },
  HOUSE_CAPITAL: { code: 2032 },
  TOO_MANY_ORDERS: { code: 2033, params: ['max'] },
  POSITION_LIMIT: { code: 2034, params: ['max'] },
  ORDER_NOT_FOUND: { code: 2040 },
  ORDER_CLOSED: { code: 2041 },
  ORDER_NOT_OPEN: { code: 2042 },
  ORDER_NOT_PENDING: { code: 2043 },
  /** An order, or the stop-out of its user, whose money this would need is being decided: what comes first by the log takes effect first. */
  ORDER_BEING_FILLED: { code: 2044 },
  SECONDS_NOT_OFFERED: { code: 3001, params: ['offered'] },
  STAKE_BELOW_MIN: { code: 3002, params: ['min'] },
  STAKE_ABOVE_MAX: { code: 3003, params: ['max'] },
  BALANCE_INSUFFICIENT: { code: 3004, params: ['needed', 'free'] },
  HOUSE_RESERVE: { code: 3005 },
  EXPIRY_LIMIT: { code: 3006, params: ['max'] },
  QUOTE_NOT_FRESH: { code: 3007, params: ['pair'] },
  LOGIN_FAILED: { code: 4001 },
  DEMO_ONLY: { code: 4002 },
  ACCOUNT_MALFORMED: { code: 4003 },
  ACCOUNT_TAKEN: { code: 4004 },
  PASSWORD_TOO_SHORT: { code: 4005, params: ['min'] },
  PASSWORD_TOO_LONG: { code: 4006, params: ['max'] },
  PASSWORD_COMMON: { code: 4007 },
  /** It is the account's own name. */
  PASSWORD_LIKE_ACCOUNT: { code: 4008 },
  PASSWORDS_DIFFER: { code: 4009 },
  /** The right password, and a second factor is set: `data` is the ticket for the second step and the methods. */
  SECOND_FACTOR_NEEDED: { code: 4010 },
  /** Wrong, expired or never sent: three answers would tell whether one was ever sent. */
  CODE_WRONG: { code: 4011 },
  CODE_SPENT: { code: 4012 },
  CODE_TOO_SOON: { code: 4014, params: ['seconds'] },
  CODE_TOO_MANY: { code: 4015 },
  CAPTCHA_NEEDED: { code: 4016 },
  CAPTCHA_WRONG: { code: 4017 },
  COUNTRY_REFUSED: { code: 4018 },
  AREA_UNKNOWN: { code: 4019 },
  INVITE_UNKNOWN: { code: 4020 },
  INVITE_REQUIRED: { code: 4021 },
  STEP_UP_NEEDED: { code: 4022 },
  FACTOR_WRONG: { code: 4023 },
  FACTOR_USED: { code: 4024 },
  PASSKEY_FAILED: { code: 4025 },
  SESSION_UNKNOWN: { code: 4026 },
  /** The first of two steps was too long ago, or the second was tried too often. */
  SIGN_IN_AGAIN: { code: 4027 },
  /** Recovery codes stand in for a second factor: there is none. */
  FACTOR_NEEDED: { code: 4028 },
  NOT_VERIFIED: { code: 4030 },
  /** No code was ever entered that was sent to a name of the user: nothing is deposited where nobody could give the account back. */
  NAME_UNCONFIRMED: { code: 4033 },
  VERIFICATION_WAITING: { code: 4031 },
  VERIFICATION_DONE: { code: 4032 },
  UPLOAD_TYPE: { code: 4040 },
  UPLOAD_TOO_LARGE: { code: 4041, status: 413, params: ['max'] },
  UPLOAD_PIXELS: { code: 4042, params: ['max'] },
  UPLOAD_DAMAGED: { code: 4043 },
  /** Also another's. */
  UPLOAD_UNKNOWN: { code: 4044 },
  UPLOAD_USED: { code: 4045 },
  UPLOADS_BUSY: { code: 4046 },
  /** Those that the user has sent and not used. */
  UPLOADS_UNUSED: { code: 4047 },
  FROZEN: { code: 4050, params: ['reason'] },
  COOLING: { code: 4051, params: ['until'] },
  SELF_LIMIT: { code: 4052, params: ['limit', 'left'] },
  PRODUCT_NOT_OFFERED: { code: 4053 },
  LIMIT_WAITS: { code: 4054, params: ['from'] },
  /** `data` says by what. */
  LEAVING_HINDERED: { code: 4060 },
  /** Not begun in this session, or too long ago. */
  LEAVING_UNSEEN: { code: 4061 },
  AMOUNT_BELOW_MIN: { code: 5001, params: ['min'] },
  AMOUNT_ABOVE_MAX: { code: 5002, params: ['max'] },
  DAILY_LIMIT: { code: 5003, params: ['left'] },
  SAME_ACCOUNT: { code: 5004 },
  ACCOUNT_UNKNOWN: { code: 5005 },
  CURRENCY_UNKNOWN: { code: 5006 },
  FEE_EATS_AMOUNT: { code: 5007, params: ['fee'] },
  /** Also: what the app showed is not what holds now. */
  RATE_OLD: { code: 5008 },
  DESTINATION_UNKNOWN: { code: 5010 },
  DESTINATION_RESTS: { code: 5011, params: ['until'] },
  ADDRESS_CHECKSUM: { code: 5012 },
  ADDRESS_NETWORK: { code: 5013, params: ['network'] },
  IBAN_WRONG: { code: 5014 },
  BIC_WRONG: { code: 5015 },
  DESTINATION_IN_USE: { code: 5016 },
  DESTINATION_TWICE: { code: 5017 },
  DESTINATIONS_MANY: { code: 5018, params: ['max'] },
  TAG_REQUIRED: { code: 5019 },
  OPTION_UNKNOWN: { code: 5020 },
  PROOF_USED: { code: 5021 },
  TXID_CLAIMED: { code: 5022 },
  DEPOSITS_WAITING: { code: 5023, params: ['max'] },
  /** It was bound before it became a place of ours. */
  DESTINATION_OURS: { code: 5024 },
  WITHDRAWAL_NOT_WAITING: { code: 5030 },
  WITHDRAWALS_PAUSED: { code: 5031 },
  TRADER_UNKNOWN: { code: 6001 },
  TRADER_ALREADY: { code: 6002 },
  TRADER_WAITING: { code: 6003 },
  TRADER_SUSPENDED: { code: 6004 },
  /** Another account of the same person leads, waits or is suspended. */
  TRADER_ELSEWHERE: { code: 6005 },
  TRADER_ORDERS_FEW: { code: 6006, params: ['min', 'have'] },
  /** What was read is not what holds now. */
  AGREEMENT_OLD: { code: 6007 },
  NICKNAME_TAKEN: { code: 6008 },
  NICKNAME_REFUSED: { code: 6009 },
  NICKNAME_LENGTH: { code: 6010, params: ['min', 'max'] },
  MULTIPLE_RANGE: { code: 6011, params: ['min', 'max'] },
  MAX_AMOUNT_RANGE: { code: 6012, params: ['min', 'max'] },
  /** What a trader has open is for those who follow. */
  FOLLOWERS_ONLY: { code: 6020 },
  TRADER_NOT_LEADING: { code: 6022 },
  TRADER_FULL: { code: 6023 },
  FOLLOW_SELF: { code: 6024 },
  FOLLOWED_ALREADY: { code: 6025 },
  NOT_FOLLOWED: { code: 6026 },
  /** Who leads, or has applied to, follows nobody. */
  TRADER_FOLLOWS: { code: 6027 },
  /** Who follows does not apply. */
  FOLLOWS_FIRST: { code: 6028 },
  STOP_AMOUNT_RANGE: { code: 6029, params: ['min', 'max'] },
  /** A copy's stops are its trader's; it may be closed. */
  COPY_STOPS: { code: 6030 },
  /** Nobody begins to follow somebody who has lost more than half of what their account was worth at its best. */
  TRADER_FALLEN: { code: 6021 },
  NOT_A_TRADER: { code: 6031 },
  LOAN_UNKNOWN: { code: 6101 },
  LOAN_CONFIG_UNKNOWN: { code: 6102 },
  LOAN_AMOUNT_RANGE: { code: 6103, params: ['min', 'max'] },
  LOAN_RUNNING: { code: 6104 },
  /** What was read is not what would be signed now. */
  LOAN_TERMS_CHANGED: { code: 6105 },
  LOAN_SIGNATURE_EMPTY: { code: 6106 },
  LOAN_AFTER_STOP_OUT: { code: 6107, params: ['until'] },
  LOAN_PERSON_NEEDED: { code: 6110 },
  LOAN_PERSON_WAITING: { code: 6111 },
  LOAN_PERSON_DONE: { code: 6112 },
  LOAN_UNDER_AGE: { code: 6113, params: ['min'] },
  LOAN_NAME_DIFFERS: { code: 6114 },
  LOAN_NOT_WAITING: { code: 6115 },
  /** By their own wish, until then; for ever where nothing is said. */
  LOAN_EXCLUDED: { code: 6116, params: ['until'] },
  LOAN_NOT_TO_REPAY: { code: 6120 },
  LOAN_SUM_CHANGED: { code: 6121, params: ['due'] },
  /** While it is owed, so much of what is free stays where it is. */
  LOAN_PRINCIPAL_HELD: { code: 6122, params: ['free'] },
  LOAN_OVERDUE: { code: 6123, params: ['due'] },
  LOAN_POOL_EMPTY: { code: 6130, params: ['free'] },
  /** To the staff: what a user asked to withdraw waits while their loan is late and what is free does not cover it. */
  BORROWER_LATE: { code: 6131, params: ['due'] },
  FUND_UNKNOWN: { code: 6201 },
  /** The whole interest can't be set aside. */
  FUND_SOLD_OUT: { code: 6202 },
  /** Of one product, of all that a user has running of it. */
  FUND_LIMIT: { code: 6203, params: ['left'] },
  /** So little that a day's interest rounds to nothing. */
  FUND_NO_PROFIT: { code: 6204 },
  /** Other terms than those that the app showed. */
  FUND_TERMS_CHANGED: { code: 6205 },
  /** Also another's. */
  SUBSCRIPTION_UNKNOWN: { code: 6206 },
  SUBSCRIPTION_NOT_RUNNING: { code: 6207 },
  /** Nothing of that number is read now, or not by this reader. */
  CONTENT_UNKNOWN: { code: 7001, status: 404 },
  /** A text is no tree as it must be: where it is not. */
  CONTENT_MALFORMED: { code: 7002, params: ['place'] },
  /** Terms that users read are not changed under them: another announcement says what is new. */
  CONTENT_TERMS_READ: { code: 7003 },
  /** Of what is written to or by the house, in signs. */
  TEXT_TOO_SHORT: { code: 7101, params: ['min'] },
  TEXT_TOO_LONG: { code: 7102, params: ['max'] },
  CHAT_TOO_FAST: { code: 7025, params: ['seconds'] },
  CHAT_TOO_LONG: { code: 7020, params: ['max'] },
  /** One of its words, in graphemes. */
  CHAT_WORD_TOO_LONG: { code: 7021, params: ['max'] },
  /** Also another's. */
  CHAT_UNKNOWN: { code: 7022, status: 404 },
  CHAT_NOT_CLOSED: { code: 7023 },
  CHAT_RATED: { code: 7024 },
  NOT_ALLOWED: { code: 8001 },
  /** Maker and checker are one person. */
  OWN_WORK: { code: 8002 },
  /** A member of staff may not act on an account of their own. */
  BENEFICIARY: { code: 8003 },
  ALREADY_DECIDED: { code: 8004 },
  TAKEN_BY_OTHER: { code: 8005, params: ['name'] },
  /** Somebody was credited by it, or it was sent back. */
  RECEIPT_USED: { code: 8006 },
  REASON_REQUIRED: { code: 8007 },
  PROPOSAL_EXPIRED: { code: 8008 },
  PROPOSAL_CHANGED: { code: 8009 },
  /** What the staff's call names does not exist. */
  ITEM_UNKNOWN: { code: 8011 },
  LINK_SPENT: { code: 8012 },
  LAST_OWNER: { code: 8013 },
  WORD_WRONG: { code: 8014 },
  /** Nobody is accepted by somebody who has not opened both images of the item they hold. */
  IMAGES_UNSEEN: { code: 8015 },
  /** What the staff write to a user holds no link, no address and no telephone number. */
  REASON_LEADS_AWAY: { code: 8016 },
  /** A member's codes are not looked at for a day after too many wrong ones. 4015, of too many codes sent to a user, is another matter. */
  STAFF_CODES_LOCKED: { code: 8017 },
  /** One that held when a freeze was asked for: asked again, it may take two people. */
  LOCK_ENDED: { code: 8018 },
  /** The payee is not the verified person: somebody of compliance must be among those who approve. */
  COMPLIANCE_NEEDED: { code: 8030 },
  /** Nobody says that they have paid what they had not taken. */
  CLAIM_FIRST: { code: 8031 },
  /** The clients' pool does not hold what would be paid from it. */
  POOL_SHORT: { code: 8032, params: ['held'] },
  /** The same payment has paid another withdrawal. */
  PAYMENT_USED: { code: 8033 },
  /** One person alone may not credit it any more: asked again, it is proposed to a second. */
  TAKES_TWO: { code: 8035 },
  /** An account of the house, or a pool outside, does not hold what would be taken from it. */
  HOUSE_SHORT: { code: 8034, params: ['account', 'held'] },
  /** What the house has stands behind open positions: so much and no more can go. */
  HOUSE_PROMISED: { code: 8038, params: ['free'] },
  /** What the chain says is another payment, none, or one that is too new. */
  CHAIN_DIFFERS: { code: 8036 },
  /** It came to an address that is another user's own. */
  OTHERS_ADDRESS: { code: 8037 },
  /** A complaint has a right to an answer. */
  COMPLAINT_UNANSWERED: { code: 8040 },
  SOCKET_MALFORMED: { code: 9001 },
  SOCKET_TYPE_UNKNOWN: { code: 9002 },
  SOCKET_TOPIC_UNKNOWN: { code: 9003, params: ['topic'] },
  SOCKET_TOO_MANY_TOPICS: { code: 9004, params: ['max'] },
  SOCKET_TOO_LARGE: { code: 9005, params: ['limit'] },
  SOCKET_LOGIN_REQUIRED: { code: 9006 },
  SOCKET_TOO_FAST: { code: 9007 },
} as const satisfies Readonly<Record<string, ErrorRow>>;

export type ErrorName = keyof typeof ERRORS;
/** The number of one error, for whoever needs it at compile time alone. */
export type ErrorCode<E extends ErrorName> = (typeof ERRORS)[E]['code'];

const ROWS: Readonly<Record<ErrorName, ErrorRow>> = ERRORS;

/** The number of each error. Marked as without effect, so that an app which reads none of them ships none of the table. */
export const ERROR_CODES = /* @__PURE__ */ (() =>
  Object.fromEntries(Object.entries(ERRORS).map(([name, { code }]) => [name, code])))() as {
  readonly [E in ErrorName]: ErrorCode<E>;
};

export const statusOf = (error: ErrorName): RefusalStatus | 200 => ROWS[error].status ?? 200;
export const paramsOf = (error: ErrorName): readonly string[] => ROWS[error].params ?? [];

/**
 * A refusal as data. `params` fill the placeholders of its sentence; values are plain text, already in display form. A function that can refuse
 * for few reasons only says which.
 */
export interface Refusal<E extends ErrorName = ErrorName> {
  readonly error: E;
  readonly params?: Readonly<Record<string, string>>;
  /** What the client needs to go on, beside the sentence: the answer's data. Nothing by itself. */
  readonly data?: Readonly<Record<string, unknown>>;
}

export const refuse = <E extends ErrorName>(
  error: E,
  params?: Readonly<Record<string, string>>,
  data?: Readonly<Record<string, unknown>>,
): Refusal<E> => ({ error, ...(params && { params }), ...(data && { data }) });
