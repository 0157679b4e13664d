// What a trader may call themself, and how far: for the form and the server alike.

/** Graphemes of a nickname. */
export const NICKNAME_LEAST = 2;
export const NICKNAME_MOST = 20;
/** What somebody who would follow sets, and a trader suggests. */
export const MULTIPLE_MOST = 100;
export const MAX_AMOUNT_LEAST = 10;
export const MAX_AMOUNT_MOST = 1_000_000;
/** Closed forex orders that an application needs. */
export const APPLY_ORDERS = 10;

/** 0 has not applied, 1 waits, 2 approved, 3 rejected, 4 suspended, 5 left. */
export const TRADER_STATUS = { none: 0, waiting: 1, approved: 2, rejected: 3, suspended: 4, left: 5 } as const;

/** Why an order of the trader's was not copied. */
export const SKIP_REASONS = [
  'unfollowed',
  'paused',
  'late',
  'trader',
  'trader_day',
  'trader_pace',
  'barred',
  'limit',
  'not_offered',
  'closed',
  'wanted',
  'max_amount',
  'free_margin',
  'orders',
  'position_limit',
  'copied_limit',
  'house',
] as const;
export type SkipReason = (typeof SKIP_REASONS)[number];

/** Signs of a reason that the staff write and the trader reads. */
export const TRADER_REASON_MOST = 500;

/** What became of an application, for the staff. Apart from the contract's schemas: the console needs it where it needs none. */
export const TRADER_STATES = ['waiting', 'approved', 'rejected', 'suspended', 'left'] as const;
export type TraderState = (typeof TRADER_STATES)[number];
