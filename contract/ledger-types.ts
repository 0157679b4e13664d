// Type codes of journals: what a line of a user's ledger is called. Numbers are stored for ever; never reuse one. Domains add theirs here, so that
// one list shows which are taken, and declare in their own ledger.ts what each does.

export const LEDGER_TYPES = {
  demo_grant: 1,
  demo_reset: 2,
  house_capital: 3,
  demo_removed: 4,
  forex_open: 10,
  forex_place: 11,
  forex_fill: 12,
  forex_cancel: 13,
  forex_close: 14,
  forex_financing: 15,
  forex_reset: 18,
  micro_open: 20,
  micro_settle: 21,
  micro_void: 22,
  micro_reset: 23,
} as const;

export type LedgerType = keyof typeof LEDGER_TYPES;
