// What orders brought after fee and nights: the rows of a list, its sums and today's figure say what the account gained.

import { type Amount, amount, formatUnits, readUnits } from '@fairtick/kernel/decimal';
import type { Id } from '@fairtick/kernel/ids';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { accepted } from '../../harness/outcomes.ts';
import { createWorld, WEDNESDAY_NOON_MS, type World } from '../../harness/world.ts';

let world: World;
let user: Id;

const HOUR_MS = 3_600_000;
const START = readUnits('100000');
/** 17:00 of New York on that Wednesday in summer. */
const EVENING_MS = WEDNESDAY_NOON_MS + 9 * HOUR_MS;
const a = (text: string): Amount => amount(readUnits(text));
const BUY = { pair: 'EURUSD', side: 'buy', lots: '1' } as const;

beforeEach(async () => {
  world = await createWorld();
  world.setPair('EURUSD', { financingBuy: a('10'), financingSell: a('-4'), feeRate: a('2.345678') });
  user = await world.demoUser();
  await world.tick('EURUSD', '1.10000', '1.10010');
});
afterEach(async () => {
  expect(await world.invariants()).toEqual([]);
  expect(world.said).toEqual([]);
  await world.close();
});

const to = (timeMs: number): void => world.clock.advance(timeMs - world.clock.now());
/** What the account has gained, with what is locked in orders. */
async function gained(): Promise<bigint> {
  const { available, locked } = await world.balance(user, 'forex');
  return readUnits(available) + readUnits(locked) - START;
}
const listed = (status: 0 | 1 | 3, page?: number) => accepted(world.forexList(user, status, page));
const today = async (): Promise<bigint> => readUnits((await accepted(world.todaysProfits(user))).profits);
type Row = Awaited<ReturnType<typeof listed>>['data'][number];
/** As a screen shows a row. */
const netOf = (row: Row): bigint =>
  readUnits(row.FactProfits) - readUnits(row.TradeFee) - readUnits(row.Nights ?? 'absent');
const sum = (units: readonly bigint[]): bigint => units.reduce((all, one) => all + one, 0n);

test('what rows say after fee and nights is what the account gained, and so say the sums and today', async () => {
  const first = await accepted(world.forexSubmit(user, { ...BUY, lots: '2' }));
  await accepted(world.forexSubmit(user, { ...BUY, side: 'sell' }));
  expect(readUnits(first.TradeFee)).toBeGreaterThan(0n);
  // Nothing is closed, but fees are paid.
  expect(await today()).toBe(await gained());
  expect(await gained()).toBeLessThan(0n);
  to(EVENING_MS);
  await world.settledTick('EURUSD', '1.10300', '1.10310');
  expect(await today()).toBe(await gained());
  await accepted(world.forexClose(user, first.Id));

  const history = await listed(3);
  const holding = await listed(1);
  expect(history.data.map(({ Nights }) => Nights)).toEqual(['60.00']);
  expect(holding.data.map(({ Nights }) => Nights)).toEqual(['-12.00']);
  expect(history.data.map(({ FactProfits }) => FactProfits)).toEqual([history.all_fact_profits]);
  expect(history.all_net_profits).toBe(formatUnits(sum(history.data.map(netOf)), 2));
  // Open positions count as they stand.
  expect(readUnits(holding.all_fact_profits)).toBeLessThan(0n);
  expect(holding.data.map(({ FactProfits }) => FactProfits)).toEqual([holding.all_fact_profits]);
  expect(holding.all_net_profits).toBe(formatUnits(sum(holding.data.map(netOf)), 2));

  await accepted(world.forexCloseAll(user));
  const all = await listed(3);
  expect(readUnits(all.all_net_profits)).toBe(await gained());
  expect(sum(all.data.map(netOf))).toBe(await gained());
  expect(await today()).toBe(await gained());
});

test('a fee counts on the day on which it was paid, a result on the day of its close', async () => {
  const order = await accepted(world.forexSubmit(user, BUY));
  const paid = await gained();
  to(EVENING_MS);
  await world.settledTick('EURUSD', '1.10050', '1.10060');
  expect(await today()).toBe(await gained());
  to(WEDNESDAY_NOON_MS + 13 * HOUR_MS);
  await world.settledTick('EURUSD', '1.10100', '1.10110');
  expect(await today()).toBe(0n);
  const before = await gained();
  expect(before).toBeLessThan(paid);
  await accepted(world.forexClose(user, order.Id));
  expect(await today()).toBe((await gained()) - before);
});

test('sums are of all pages, and an order that never opened has cost nothing', async () => {
  for (let i = 0; i < 22; i += 1) await accepted(world.forexSubmit(user, { ...BUY, lots: '0.01' }));
  await world.tick('EURUSD', '1.10200', '1.10210');
  const pages = [await listed(1), await listed(1, 2), await listed(1, 3)];
  expect(pages.map(({ data, total }) => [data.length, total])).toEqual([
    [20, 22],
    [2, 22],
    [0, 22],
  ]);
  const rows = pages.flatMap(({ data }) => data);
  expect(new Set(rows.map(({ Id }) => Id)).size).toBe(22);
  for (const page of pages) {
    expect(page.all_fact_profits).toBe(formatUnits(sum(rows.map(({ FactProfits }) => readUnits(FactProfits))), 2));
    expect(page.all_net_profits).toBe(formatUnits(sum(rows.map(netOf)), 2));
  }
  const waiting = await accepted(world.forexSubmit(user, { ...BUY, target: '1.05' }));
  expect(await listed(0)).toMatchObject({ all_fact_profits: '0.00', all_net_profits: '0.00' });
  await accepted(world.forexCancel(user, waiting.Id));
  expect(await listed(3)).toMatchObject({ total: 1, all_net_profits: '0.00' });
});
