// Money that goes out, and where to: destinations that were bound before, requests and what became of them.

import { z } from 'zod';
import { decimal, idText, nothing, page, timeMs, typed } from '../fields.ts';
import { changes, reads } from './drafts.ts';

const REAL = ['real'] as const;
const FEW = { max: 30, perSeconds: 3_600, by: 'user' } as const;
/** 1 coin address, 2 bank account. */
const kind = z.enum(['1', '2']).optional().default('1');
const line = (most: number) => z.string().max(most).optional().default('');

export const withdrawalRecord = z.object({
  id: z.string(),
  /** USD. */
  number: decimal,
  /** In the currency, by the terms of the request. */
  real_number: decimal,
  draw_currency: z.object({ code: z.string(), protocol: z.string() }),
  /** USD. */
  fee: decimal,
  /** 1 waits for review, 2 is being paid, 3 paid, 4 rejected, 5 cancelled. */
  status: z.union([z.literal(1), z.literal(2), z.literal(3), z.literal(4), z.literal(5)]),
  /** In the language asked for. */
  status_name: z.string(),
  created_at: timeMs,
  /** 1 coin, 2 bank. */
  type: z.union([z.literal(1), z.literal(2)]),
  address: z.string(),
  payee_account: z.string(),
  /** What the staff wrote, in the language asked for; empty where nothing was. */
  notes: z.string(),
  memo: z.string(),
  /** Its rate was the last one before its market closed. */
  rate_closed: z.boolean(),
  /** By when it is to be paid. */
  deadline: timeMs,
  /** Was not paid by then; stays so. */
  overdue: z.boolean(),
  /** By which it was paid: the transaction, or the bank's number; empty until it was. */
  paid_reference: z.string(),
  /** USD that came back of what was paid, and when; null where nothing did. */
  came_back: z.object({ amount: decimal, time: timeMs }).nullable(),
  /** Of what was done, the oldest first. */
  steps: z.array(z.object({ status: z.number().int(), time: timeMs })),
});

export const withdrawalEndpoints = {
  draw_symbol_list: reads({
    path: '/api/account/draw_symbol_list',
    summary: 'Currencies that can be withdrawn; type 1 coins, 2 at a bank',
    input: z.object({ type: kind }),
    answer: z.array(
      z.object({
        id: z.string(),
        code: z.string(),
        protocol: z.string(),
        /** By whose rule an address is checked, as evm:1; empty of a bank. */
        network: z.string(),
        /** USD where `fee_type` is 1, percent where it is 2. */
        draw_rate: decimal,
        fee_type: z.union([z.literal(1), z.literal(2)]),
        /** How much of the currency one USD is now. */
        usd_price: decimal,
        /** The rate is the last one before its market closed. */
        rate_closed: z.boolean(),
        /** USD. */
        min: decimal,
        max: decimal,
        places: z.number().int(),
      }),
    ),
    roles: REAL,
  }),
  draw: changes({
    method: 'POST',
    path: '/api/account/draw',
    summary:
      'Ask for a withdrawal; `shown` is what the app showed to arrive: where half a percent less would, it is refused',
    whileClosing: 'passes',
    input: z.object({
      draw_currency_id: idText,
      number: typed,
      memo: line(200),
      draw_method_id: idText,
      shown: typed,
    }),
    answer: withdrawalRecord,
    roles: REAL,
    rate: FEW,
    elevated: true,
  }),
  draw_cancel: changes({
    method: 'POST',
    path: '/v3/api/withdrawals/cancel',
    summary: 'Take back a withdrawal that nobody has approved yet',
    whileClosing: 'passes',
    input: z.object({ id: idText }),
    answer: withdrawalRecord,
    roles: REAL,
    rate: FEW,
  }),
  draw_list: reads({
    path: '/api/account/draw_list',
    summary: 'Withdrawals, the newest first; type 1 coins, 2 at a bank',
    input: z.object({ type: kind, page }),
    answer: z.object({ data: z.array(withdrawalRecord), total: z.number().int() }),
    roles: REAL,
  }),
};

const destination = z.object({
  id: z.string(),
  label: z.string(),
  /** Of a coin. */
  dc_address: z.string(),
  tag: z.string(),
  /** Of a bank account. */
  bank_name: z.string(),
  bank_address: z.string(),
  bank_swift: z.string(),
  payee_name: z.string(),
  payee_account: z.string(),
  draw_currency: z.object({ id: z.string(), code: z.string(), protocol: z.string() }),
  /** Whose it is, as its user said. */
  owner: z.enum(['me', 'other']),
  beneficiary_name: z.string(),
  /** Own, or held at an exchange; empty of a bank account. */
  wallet_kind: z.enum(['own', 'exchange', '']),
  /** At which exchange; empty elsewhere. */
  exchange_name: z.string(),
  /** From when it can be withdrawn to. */
  usable_at: timeMs,
});

export const destinationEndpoints = {
  get_draw_method: reads({
    path: '/api/wallet/get_draw_method',
    summary: 'Destinations of a kind; of one currency where `draw_id` names it',
    input: z.object({
      draw_type: kind,
      draw_id: z
        .union([idText, z.literal('')])
        .optional()
        .default(''),
    }),
    answer: z.array(destination),
    roles: REAL,
  }),
  bind_draw_method: changes({
    method: 'POST',
    path: '/api/wallet/bind_draw_method',
    summary: 'Bind a destination: usable after 24 hours',
    whileClosing: 'passes',
    input: z.object({
      type: kind,
      draw_id: idText,
      label: line(40),
      dc_address: line(200),
      tag: line(100),
      bank_name: line(120),
      bank_address: line(200),
      bank_swift: line(20),
      payee_name: line(120),
      payee_account: line(60),
      owner: z.enum(['me', 'other']).optional().default('me'),
      beneficiary_name: line(120),
      wallet_kind: z.enum(['own', 'exchange', '']).optional().default(''),
      /** Needed of a wallet at an exchange. */
      exchange_name: line(80),
    }),
    answer: destination,
    roles: REAL,
    rate: FEW,
    elevated: true,
    secret: ['payee_name', 'payee_account', 'beneficiary_name'],
  }),
  del_draw_method: changes({
    method: 'POST',
    path: '/api/wallet/del_draw_method',
    summary: 'Take a destination away; not while a withdrawal to it is under way',
    whileClosing: 'passes',
    input: z.object({ id: idText }),
    answer: nothing,
    roles: REAL,
    rate: FEW,
    elevated: true,
  }),
};
