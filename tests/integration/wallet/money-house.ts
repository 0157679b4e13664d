// The whole server with currencies to withdraw, users who have money and the staff who serve them: over HTTP, on a database of its own.

import type { StaffRole } from '@fairtick/contract/staff/matrix';
import type { Id } from '@fairtick/kernel/ids';
import { expect } from 'vitest';
import { z } from 'zod';
import { presetSettings } from '../../harness/preset.ts';
import { giveDollars } from '../../harness/real-user.ts';
import { insertStaff, type TestMember } from '../../harness/staff.ts';
import { type House, openHouse, type Person } from '../verification/house.ts';

type Fields = Readonly<Record<string, string>>;

export const ADDRESS = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
/** The house's own, and the token's contract. */
export const OURS = '0x52908400098527886E0F7030069857D2E4169EE7';
export const TOKEN = '0xdAC17F958D2ee523a2206206994597C13D831ec7';

const TERMS = { fee_type: 1, draw_rate: '5', min: '10', max: '50000' } as const;
const CURRENCIES = [
  { id: 1, kind: 'coin', currency: 'USDT', network: 'evm:1', protocol: 'ERC20', places: 6, ...TERMS },
  { id: 2, kind: 'bank', currency: 'USD', network: '', protocol: 'SWIFT', places: 2, ...TERMS },
  { id: 3, kind: 'coin', currency: 'BTC', network: 'bitcoin', protocol: 'Bitcoin', places: 8, ...TERMS },
];
const OPTIONS = [
  {
    ...{ id: 1, kind: 'coin', currency: 'USDT', network: 'evm:1', protocol: 'ERC20', address: OURS, token: TOKEN },
    ...{ places: 6, min: '10', confirmations: 12 },
  },
  {
    ...{ id: 2, kind: 'bank', currency: 'USD', bank_name: 'Our Bank', bank_address: 'Berlin', bank_swift: 'DEUTDEFF' },
    ...{
      payee_name: 'The house',
      payee_account: 'FR1420041010050500013M02606',
      bank_remark: '{uid}',
      places: 2,
      min: '10',
    },
  },
];
/** Somebody unverified may hold some. */
const LIMITS = { day: '100000', unverified: '1000', travel: '1000' };

export const BANK = {
  ...{ type: '2', draw_id: '2', bank_name: 'Deutsche Bank', bank_address: 'Frankfurt', bank_swift: 'DEUTDEFF' },
  ...{ payee_name: 'Kim Doe', payee_account: 'DE89 3704 0044 0532 0130 00' },
};
export const COIN = {
  type: '1',
  draw_id: '1',
  dc_address: ADDRESS,
  wallet_kind: 'exchange',
  exchange_name: 'Kraken',
  label: 'mine',
};

const made = z.object({ id: z.string() });
export const recordOf = z.object({
  id: z.string(),
  number: z.string(),
  real_number: z.string(),
  fee: z.string(),
  status: z.number(),
  status_name: z.string(),
  notes: z.string(),
  overdue: z.boolean(),
  address: z.string(),
  payee_account: z.string(),
  steps: z.array(z.object({ status: z.number(), time: z.number() })),
});

export interface MoneyHouse extends House {
  /** Verified, stepped up, with so much on each account, and the world outside owing it to the clients' pool. */
  rich(dollars: number): Promise<Person>;
  /** Bound and rested; its id. */
  bound(person: Person, fields?: Fields): Promise<string>;
  /** Asked for; its id. */
  asked(person: Person, number: string, fields?: Fields): Promise<string>;
  member(...roles: readonly StaffRole[]): Promise<TestMember>;
  statusOf(id: string): Promise<unknown>;
  /** Reasons of its journals, in their order. */
  journalsOf(id: string): Promise<unknown[]>;
  /** Available and locked of the user, and what is approved and not paid of everybody. */
  moneyOf(person: Pick<Person, 'id'>): Promise<string[]>;
}

interface MoneyTerms {
  readonly options?: readonly object[];
  readonly env?: Fields;
}

export async function openMoneyHouse({ options = OPTIONS, env = {} }: MoneyTerms = {}): Promise<MoneyHouse> {
  const house = await openHouse(
    ({ owner }) =>
      presetSettings(owner, { withdrawal_currencies: CURRENCIES, deposit_options: options, money_limits: LIMITS }),
    env,
  );
  const { db, rows } = house;
  const bound: MoneyHouse['bound'] = async (person, fields = COIN) => {
    const told = await house.user('bind_draw_method', fields, { token: person.token });
    expect(told).toMatchObject({ said: 'ok' });
    const { id } = made.parse(told.data);
    await db.owner.query('UPDATE destinations SET usable_time = bound_time WHERE id = $1', [id]);
    return id;
  };
  const placeOf = async (id: Id): Promise<string> =>
    String((await rows('SELECT max(id) FROM destinations WHERE user_id = $1 AND removed_time IS NULL', [id]))[0]?.[0]);
  return {
    ...house,
    bound,
    async rich(dollars) {
      const person = await house.person();
      await giveDollars(db, person.id, dollars);
      await db.owner.query('UPDATE user_standing SET verified_time = 1 WHERE user_id = $1', [person.id]);
      await db.owner.query('UPDATE sessions SET elevated_until = 9000000000000 WHERE user_id = $1', [person.id]);
      return person;
    },
    async asked(person, number, fields = {}) {
      const asked = { draw_currency_id: '1', number, draw_method_id: await placeOf(person.id), ...fields };
      const told = await house.user('draw', asked, { token: person.token });
      expect(told).toMatchObject({ said: 'ok' });
      return made.parse(told.data).id;
    },
    member: (...roles) => insertStaff(db, { roles }),
    statusOf: async (id) => (await rows('SELECT status FROM withdrawals WHERE id = $1', [id]))[0]?.[0],
    journalsOf: async (id) =>
      (
        await rows('SELECT reason FROM journals WHERE reference = $1 AND reason BETWEEN 110 AND 116 ORDER BY number', [
          id,
        ])
      ).flat(),
    moneyOf: async ({ id }) =>
      (
        await rows(
          `SELECT available::numeric(30, 2)::text, locked::numeric(30, 2)::text FROM ledger_accounts
           WHERE realm = 'live' AND (owner_id = $1 AND kind = 'change' OR owner_id = 0 AND kind = 'clearing:withdrawal') ORDER BY owner_id DESC`,
          [id],
        )
      )
        .flat()
        .map(String)
        .slice(0, 3),
  };
}
