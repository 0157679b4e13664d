// Money that comes in: where to, what the user says of it, and what became of that. Names and paths as the product has them.

import { z } from 'zod';
import { decimal, idText, nothing, page, timeMs, typed } from '../fields.ts';
import { changes, reads } from './drafts.ts';

const REAL = ['real'] as const;
const imageRef = z.string().max(200).optional().default('');
const MANY = { max: 30, perSeconds: 3_600, by: 'user' } as const;

export const depositRecord = z.object({
  id: z.string(),
  /** As the user said. Of a coin in its currency, of a bank in the account's. */
  number: decimal,
  /** 0 coin, 1 bank. */
  type: z.union([z.literal(0), z.literal(1)]),
  currency_code: z.string(),
  /** 0 unchecked, 1 credited, 2 rejected, 3 invalid. */
  status: z.union([z.literal(0), z.literal(1), z.literal(2), z.literal(3)]),
  created_at: timeMs,
  /** In the language asked for; empty where there is nothing to say. */
  remark: z.string(),
  /** USD; empty until it is credited. */
  credited: z.union([decimal, z.literal('')]),
  /** How much of the currency one USD was when it was credited; empty until then. */
  rate: z.union([decimal, z.literal('')]),
});

export const depositEndpoints = {
  charge_info: reads({
    path: '/api/quickCharge/info',
    summary: 'Coins that can be sent, each with the address for this user',
    input: nothing,
    answer: z.array(
      z.object({
        id: z.string(),
        currency_code: z.string(),
        protocol_code: z.string(),
        address: z.string(),
        /** The address is this user's alone; where it is not, the transaction says whose the money is. */
        own: z.boolean(),
        /** The least that is credited, USD. */
        min: decimal,
        places: z.number().int(),
        /** How much of the currency one USD is now, empty where no price is new enough; credited is by that of the moment of the credit. */
        usd_price: z.union([decimal, z.literal('')]),
        /** The rate is the last one before its market closed. */
        rate_closed: z.boolean(),
        confirmations: z.number().int(),
      }),
    ),
    roles: REAL,
  }),
  charge_submit: changes({
    path: '/api/quickCharge/submit',
    summary: 'Say that a coin was sent, with a picture of it and at wish its transaction',
    whileClosing: 'refused',
    input: z.object({
      number: typed,
      proofImg: imageRef,
      address: z.string().max(200).optional().default(''),
      charge_id: idText,
      txid: z.string().max(200).optional().default(''),
    }),
    answer: depositRecord,
    roles: REAL,
    rate: MANY,
  }),
  charge_symbols: reads({
    path: '/api/quickCharge/symbols',
    summary: 'Currencies in which a bank transfer can come',
    input: nothing,
    answer: z.array(z.object({ code: z.string() })),
    roles: REAL,
  }),
  wire_info: reads({
    path: '/api/quickCharge/wire_info',
    summary: 'Bank accounts for a currency; `bank_remark` is what the user must write on the transfer',
    input: z.object({ bank_coin: z.string().max(12).optional().default('') }),
    answer: z.array(
      z.object({
        id: z.string(),
        bank_name: z.string(),
        bank_address: z.string(),
        bank_swift: z.string(),
        payee_name: z.string(),
        payee_account: z.string(),
        bank_remark: z.string(),
        /** As a coin's. */
        min: decimal,
        /** Of the currency: how many decimals an amount may have. */
        places: z.number().int(),
        usd_price: z.union([decimal, z.literal('')]),
        /** The rate is the last one before its market closed. */
        rate_closed: z.boolean(),
      }),
    ),
    roles: REAL,
  }),
  wire_submit: changes({
    path: '/api/quickCharge/wire_submit',
    summary: 'Say that a bank transfer was sent, with a picture of it',
    whileClosing: 'refused',
    input: z.object({ number: typed, proofImg: imageRef, wire_id: idText }),
    answer: depositRecord,
    roles: REAL,
    rate: MANY,
  }),
  quick_ist: reads({
    path: '/api/quickCharge/quick_ist',
    summary: 'What the user said of money sent, and what became of it, the newest first; type 0 coin, 1 bank',
    input: z.object({ type: z.enum(['0', '1']).optional().default('0'), page }),
    answer: z.object({ data: z.array(depositRecord), total: z.number().int() }),
    roles: REAL,
  }),
};
