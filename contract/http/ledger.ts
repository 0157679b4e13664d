// A user's own books: what moved in each account, and moving money between them.

import { z } from 'zod';
import { decimal, idText, nothing, page, timeMs, typed, whole } from '../fields.ts';
import { changes, reads } from './drafts.ts';

const REAL = ['real'] as const;
/** 1 change, 2 forex, 3 micro: see getBalance. */
const accountTypeId = whole(1, 3);
/** A filter that may be left out or sent empty. */
const orNone = <T extends z.ZodType>(filter: T) =>
  z
    .union([filter, z.literal('')])
    .optional()
    .default('');
/** Any moment that a date can say. */
const moment = whole(0, 8_640_000_000_000_000);

const entry = z.object({
  Id: z.string(),
  /** Change of what is free; with LockValue the two figures of the account's page are their sums. */
  Value: decimal,
  /** Change of what is held. */
  LockValue: decimal,
  /** Number of the kind of movement, for ever the same. */
  Type: z.number().int(),
  /** Its name: Memo in English, MemoTran in the language asked for. */
  Memo: z.string(),
  MemoTran: z.string(),
  CreatedAt: timeMs,
  /** In the user's time zone and the language asked for. */
  CreatedAtTran: z.string(),
});
export type LedgerEntryView = z.output<typeof entry>;

/** Of one kind and of some days, where they are wanted. UTC ms; `from` is in it, `to` is not. */
const filters = {
  type: orNone(whole(1, 999)),
  from: orNone(moment),
  to: orNone(moment),
};

/** As fast as somebody turns pages: what is rare among very many lines is looked for along all of them. */
const PAGES = { max: 60, perSeconds: 60, by: 'user' } as const;

export const ledgerEndpoints = {
  forexChange: reads({
    path: '/v2/api/main/accountLog/forexChange',
    summary: 'Movements of an account, the newest first, by page; older ones than 500 pages by /v3/api/ledger',
    input: z.object({ page: whole(1, 500).optional().default(1), type: accountTypeId }),
    answer: z.object({ list: z.array(entry), total: z.number().int() }),
    roles: REAL,
    rate: PAGES,
  }),
  ledger: reads({
    path: '/v3/api/ledger',
    summary:
      'Movements of an account, 20 before one of them, the newest first; of one kind and of some days where wanted',
    input: z.object({ account: accountTypeId, before: orNone(idText), ...filters }),
    answer: z.object({ list: z.array(entry), more: z.boolean() }),
    roles: REAL,
    rate: PAGES,
  }),
};

/** A sheet: sent as it is read, without an envelope. */
export const ledgerSheet = reads({
  path: '/v3/api/ledger.csv',
  summary:
    'Movements of an account as a table for spreadsheets, the newest first; of one kind and of some days where wanted',
  input: z.object({ account: accountTypeId, ...filters }),
  answer: z.string(),
  roles: REAL,
  rate: { max: 12, perSeconds: 60, by: 'user' },
});

export const transferEndpoints = {
  forexDetail: reads({
    path: '/v2/api/main/account/forexDetail',
    summary: 'The forex account with its open results',
    input: nothing,
    answer: z.object({
      balance: decimal,
      lockBalance: decimal,
      freeMargin: decimal,
      usedMargin: decimal,
      netValue: decimal,
    }),
    roles: REAL,
  }),
  transfer: changes({
    method: 'POST',
    path: '/api/account/transfer',
    summary: 'Move money between two accounts of the user, one to one and without a fee',
    whileClosing: 'passes',
    input: z.object({ balance: typed, currency_id: typed, from: typed, to: typed }),
    answer: nothing,
    roles: REAL,
    rate: { max: 120, perSeconds: 3_600, by: 'user' },
  }),
  transfer_log: reads({
    path: '/api/account/transfer_log',
    summary: 'Transfers, the newest first; from or to one account where it is named',
    input: z.object({ page, type: orNone(accountTypeId) }),
    answer: z.object({
      data: z.array(
        z.object({
          id: z.string(),
          balance: decimal,
          from: z.number().int(),
          to: z.number().int(),
          created_at: timeMs,
        }),
      ),
      total: z.number().int(),
    }),
    roles: REAL,
  }),
};
