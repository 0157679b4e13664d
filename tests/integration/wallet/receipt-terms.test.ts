// Money of nobody keeps the option that it was booked by, over HTTP: when that is another one or gone it is put under its owner and credited all the same,
// by the terms of its booking.

import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { brokenInvariants } from '../../harness/invariants.ts';
import { presetSettings } from '../../harness/preset.ts';
import type { TestMember } from '../../harness/staff.ts';
import type { Person, Server } from '../verification/house.ts';
import { type MoneyHouse, OURS, openMoneyHouse, TOKEN } from './money-house.ts';

const COIN = {
  id: 1,
  kind: 'coin',
  currency: 'USDT',
  network: 'evm:1',
  protocol: 'ERC20',
  address: OURS,
  token: TOKEN,
};
const BANK = {
  ...{ id: 2, kind: 'bank', currency: 'USD', bank_name: 'Our Bank', bank_address: 'Berlin', bank_swift: 'DEUTDEFF' },
  ...{ payee_name: 'The house', payee_account: 'FR1420041010050500013M02606', bank_remark: '{uid}', places: 2 },
};
const coin = (min: string) => ({ ...COIN, places: 6, min, confirmations: 12 });

let house: MoneyHouse;
let ann: TestMember;
beforeAll(async () => {
  house = await openMoneyHouse({ options: [coin('10'), { ...BANK, min: '10' }] });
  ann = await house.member('treasurer');
});
afterAll(async () => {
  expect(await brokenInvariants(house.db.owner)).toEqual([]);
  await house.close();
});

type Acting = Parameters<MoneyHouse['staff']>[0];
async function done(name: Acting, fields: Readonly<Record<string, string>>, at: Server = house): Promise<unknown> {
  const told = await at.staff(name, fields, { token: ann.token });
  expect([name, told.said]).toEqual([name, 'ok']);
  return told.data;
}
const idOf = z.object({ id: z.string() });
const depositOf = z.object({ deposit: z.string() });
async function person(): Promise<Person> {
  const one = await house.person();
  await house.db.owner.query('UPDATE user_standing SET verified_time = 1 WHERE user_id = $1', [one.id]);
  return one;
}
const uidIn = async ({ id }: Person): Promise<string> =>
  String((await house.rows('SELECT uid FROM users WHERE id = $1', [id])).flat()[0]);
const book = async (option: string, reference: string): Promise<string> =>
  idOf.parse(await done('receipt_book', { charge_id: option, reference, amount: '20', from: 'a bank' })).id;

test('an option that is gone, or has another address, token or least by now', async () => {
  const [line, output] = ['LINE1', `${'cd'.repeat(32)}:0`];
  const booked = [await book('2', line), await book('1', output)];
  const elsewhere = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
  await presetSettings(house.db.owner, { deposit_options: [{ ...coin('500'), address: elsewhere, token: elsewhere }] });
  const later = await house.another();
  const { options } = z.object({ options: z.array(z.unknown()) }).parse(await done('receipts', {}, later));
  expect(options).toHaveLength(1);
  for (const [at, reference] of [line, output].entries()) {
    const user = await person();
    const asked = { id: booked[at] ?? '', uid: await uidIn(user) };
    const { deposit } = depositOf.parse(await done('receipt_assign', asked, later));
    const card = await done('deposit', { id: deposit }, later);
    expect(card).toMatchObject({ least: '10.00', place: at === 0 ? BANK.payee_account : OURS });
    await done('deposit_credit', { id: deposit, reference, amount: '20' }, later);
    const [[sum] = []] = await house.rows(
      `SELECT available::numeric(30, 2)::text FROM ledger_accounts WHERE owner_id = $1 AND kind = 'change'`,
      [user.id],
    );
    expect(sum).toBe('20.00');
  }
});
