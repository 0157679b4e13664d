// Overnight financing: each night of each position once, at 17:00 New York, whoever crashes, and never below zero (rules §6, E80 to E83).

import { nightName } from '@fairtick/engine/financing';
import { type Amount, amount, formatUnits, readUnits } from '@fairtick/kernel/decimal';
import type { Id } from '@fairtick/kernel/ids';
import { auditDatabase, auditRows } from '@fairtick/server/audit/database-audit';
import { CATALOGUE, seedPairs } from '@fairtick/server/domains/market/index';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { placeAcceptances } from '../../harness/acceptances.ts';
import { accepted } from '../../harness/outcomes.ts';
import { createWorld, WEDNESDAY_NOON_MS, type World } from '../../harness/world.ts';

let world: World;
let user: Id;

const HOUR_MS = 3_600_000;
/** 17:00 of New York on that Wednesday in summer. */
const EVENING_MS = WEDNESDAY_NOON_MS + 9 * HOUR_MS;
const a = (text: string): Amount => amount(readUnits(text));
const BUY = { pair: 'EURUSD', side: 'buy', lots: '1' } as const;
const SELL = { ...BUY, side: 'sell' } as const;

beforeEach(async () => {
  world = await createWorld();
  world.setPair('EURUSD', { financingBuy: a('10'), financingSell: a('-4') });
  user = await world.demoUser();
  await world.tick('GBPUSD', '1.25000', '1.25010');
  await world.tick('EURUSD', '1.10000', '1.10010');
});
afterEach(async () => {
  expect(await world.invariants()).toEqual([]);
  expect(world.said).toEqual([]);
  await world.close();
});

const to = (timeMs: number): void => world.clock.advance(timeMs - world.clock.now());
/** Over many hours, without a server that looks for expiries all the while. */
async function leap(timeMs: number): Promise<void> {
  world.server.trading.stop();
  to(timeMs);
  await world.restart();
}
const place = async (typed: Parameters<World['forexSubmit']>[1]): Promise<string> =>
  (await accepted(world.forexSubmit(user, typed))).Id;
const quiet = (bid = '1.10000'): Promise<unknown> =>
  world.settledTick('EURUSD', bid, (Number(bid) + 0.0001).toFixed(5));

/** Nights taken, as they were written. */
async function nights(id?: string): Promise<string[]> {
  const { rows } = await world.db.owner.query<{
    night: number;
    times: number;
    taken: string;
    amount: string;
    tick: bigint;
  }>(
    'SELECT night, times, taken, amount, tick FROM forex_financing WHERE $1::bigint IS NULL OR order_id = $1 ORDER BY time, night, order_id',
    [id ?? null],
  );
  return rows.map(({ night, times, taken, amount: sum }) => {
    const short = readUnits(taken) === readUnits(sum) ? '' : ` of ${formatUnits(readUnits(sum))}`;
    return `${nightName(night)} x${times} ${formatUnits(readUnits(taken))}${short}`;
  });
}
const available = async (): Promise<string> => (await world.balance(user, 'forex')).available;

describe('a night', () => {
  test('is taken at the first tick at or after 17:00, three-fold on Wednesday, once', async () => {
    await place({ ...BUY, lots: '2' });
    await place(SELL);
    const before = readUnits(await available());
    to(EVENING_MS - 1);
    await quiet();
    expect(await nights()).toEqual([]);
    to(EVENING_MS);
    await quiet();
    expect(await nights()).toEqual(['2024-05-15 x3 60', '2024-05-15 x3 -12']);
    expect(readUnits(await available())).toBe(before - readUnits('48'));
    await quiet();
    await leap(EVENING_MS + 24 * HOUR_MS - 1);
    await quiet();
    expect(await nights()).toHaveLength(2);
    await leap(EVENING_MS + 24 * HOUR_MS + 5_000);
    await world.settledTick('GBPUSD', '1.25000', '1.25010');
    expect((await nights()).slice(2)).toEqual(['2024-05-16 x1 20', '2024-05-16 x1 -4']);
  });

  test('has its own ledger type, and each its own row for ever', async () => {
    const id = await place(BUY);
    to(EVENING_MS);
    await quiet();
    const { rows } = await world.db.owner.query('SELECT reason FROM journals WHERE reference = $1 ORDER BY id', [id]);
    expect(rows.map(({ reason }) => reason)).toEqual([10, 15]);
    const again = `INSERT INTO forex_financing SELECT * FROM forex_financing`;
    await expect(world.db.app.query(again)).rejects.toThrow('forex_financing_pkey');
    await expect(world.db.app.query('DELETE FROM forex_financing')).rejects.toThrow('permission denied');
    await expect(world.db.app.query(`UPDATE forex_orders SET financed_through = 0 WHERE id = ${id}`)).rejects.toThrow();
  });

  test('is not taken from what opened after 17:00, though before its tick, nor from what waits', async () => {
    const waiting = await place({ ...BUY, target: '1.05' });
    to(EVENING_MS - 1_000);
    await quiet();
    to(EVENING_MS);
    await place(BUY);
    world.clock.advance(1_000);
    await quiet();
    expect(await nights()).toEqual([]);
    await quiet('1.04000');
    expect((await world.forexOrder(user, waiting)).status).toBe('open');
    await leap(EVENING_MS + 24 * HOUR_MS);
    await quiet('1.04000');
    expect(await nights()).toEqual(['2024-05-16 x1 10', '2024-05-16 x1 10']);
  });

  test('is taken from what closes after 17:00 and before its tick, and not from what closed before or was reset', async () => {
    const early = await place(BUY);
    const late = await place(BUY);
    to(EVENING_MS - 2_000);
    await quiet();
    await accepted(world.forexClose(user, early));
    to(EVENING_MS);
    await accepted(world.forexClose(user, late));
    expect(await nights()).toEqual(['2024-05-15 x3 30']);
    expect((await world.forexOrder(user, late)).result).toBe(a('-10'));
    await place(BUY);
    await leap(EVENING_MS + 24 * HOUR_MS);
    await accepted(world.reset(user));
    await quiet();
    expect(await nights()).toHaveLength(1);
  });

  test('costs what the order was placed with, whatever is set later', async () => {
    await place(BUY);
    const waiting = await place({ ...BUY, target: '1.05' });
    world.setPair('EURUSD', { financingBuy: a('1000') });
    await quiet('1.05000');
    await quiet('1.04900');
    expect((await world.forexOrder(user, waiting)).status).toBe('open');
    to(EVENING_MS);
    await quiet('1.04900');
    expect(await nights()).toEqual(['2024-05-15 x3 30', '2024-05-15 x3 30']);
  });

  test('is converted by the rate of that moment', async () => {
    world.setPair('EURGBP', { financingBuy: a('10') });
    await world.tick('EURGBP', '0.85000', '0.85010');
    await place({ ...BUY, pair: 'EURGBP' });
    to(EVENING_MS);
    await world.settledTick('GBPUSD', '1.30000', '1.30000');
    expect(await nights()).toEqual(['2024-05-15 x3 39']);
  });

  test('can be recomputed from the public ticks, and whoever changes a row is found', async () => {
    await seedPairs(world.db.owner, CATALOGUE);
    world.setPair('EURGBP', { financingSell: a('-10') });
    await world.tick('EURGBP', '0.85000', '0.85010');
    await place({ ...SELL, pair: 'EURGBP' });
    await place(BUY);
    to(EVENING_MS);
    await quiet();
    await leap(EVENING_MS + 24 * HOUR_MS);
    await world.settledTick('GBPUSD', '1.30000', '1.30000');
    expect(await nights()).toHaveLength(4);
    const { owner } = world.db;
    await placeAcceptances(world.db.app);
    expect((await auditDatabase(owner)).findings.filter((finding) => !finding.startsWith('the log has'))).toEqual([]);
    const client = await owner.connect();
    await client.query('BEGIN');
    await client.query('ALTER TABLE forex_financing DISABLE TRIGGER USER');
    for (const [change, found] of [
      ['rate = rate * 2, amount = amount * 2, taken = taken * 2 WHERE rate_tick IS NOT NULL', 'nights.rates'],
      ['times = 1 WHERE times = 3', 'nights.dates'],
      ['amount = amount + 1, taken = taken + 1', 'nights.sums'],
    ]) {
      await client.query('SAVEPOINT before');
      await client.query(`UPDATE forex_financing SET ${change}`);
      expect((await auditRows(client)).findings.join()).toContain(found);
      await client.query('ROLLBACK TO before');
    }
    await client.query('ROLLBACK');
    client.release(true);
  });
});

describe('crashes and outages', () => {
  test('missed nights are caught up in order, none twice', async () => {
    const id = await place(BUY);
    await quiet();
    await leap(EVENING_MS + 6 * 24 * HOUR_MS);
    await quiet();
    // Thursday, Friday; no night on Saturday and Sunday.
    const all = ['2024-05-15 x3 30', '2024-05-16 x1 10', '2024-05-17 x1 10', '2024-05-20 x1 10', '2024-05-21 x1 10'];
    expect(await nights(id)).toEqual(all);
    await world.restart();
    await quiet();
    expect(await nights(id)).toEqual(all);
  });

  test('a tick that was logged and never dealt takes its night after the restart, by its own rate', async () => {
    world.setPair('EURGBP', { financingBuy: a('10') });
    await world.tick('EURGBP', '0.85000', '0.85010');
    await place({ ...BUY, pair: 'EURGBP' });
    await quiet();
    to(EVENING_MS);
    const deciding = await world.unseenTick('GBPUSD', '1.30000', '1.30000');
    await world.unseenTick('GBPUSD', '1.40000', '1.40000');
    await world.restart();
    await world.settle();
    expect(await nights()).toEqual(['2024-05-15 x3 39']);
    const { rows } = await world.db.owner.query('SELECT tick FROM forex_financing');
    expect(Number(rows[0].tick)).toBe(deciding.logIndex);
    await quiet();
    expect(await nights()).toHaveLength(1);
  });
});

describe('who pays', () => {
  test('what is available, then what it holds, then pending orders and other positions; the rest nobody', async () => {
    world.setPair('EURUSD', { financingBuy: a('20000'), financingSell: a('0') });
    const first = await place({ ...BUY, lots: '1' });
    const other = await place({ ...SELL, lots: '30' });
    const waiting = await place({ ...BUY, lots: '1', target: '1.05' });
    // Margins 1,100.10 and 33,000; the charge of 60,000 is more than what is available.
    const held = readUnits(await available());
    to(EVENING_MS);
    await quiet();
    expect(await nights(first)).toEqual(['2024-05-15 x3 60000']);
    expect((await world.forexOrder(user, waiting)).status).toBe('pending');
    expect(readUnits(await available())).toBe(held - readUnits('60000'));
    await leap(EVENING_MS + 24 * HOUR_MS);
    await quiet();
    expect((await world.forexOrder(user, waiting)).status).toBe('cancelled');
    const { locked } = await world.balance(user, 'forex');
    expect(await available()).toBe('0');
    expect((await world.forexOrder(user, first)).held).toBe(0n);
    expect(formatUnits((await world.forexOrder(user, other)).held)).toBe(locked);
    expect((await nights(first))[1]).toMatch('2024-05-16 x1 20000');
    await leap(EVENING_MS + 48 * HOUR_MS);
    await quiet();
    await leap(EVENING_MS + 5 * 24 * HOUR_MS);
    await quiet();
    expect(await world.balance(user, 'forex')).toEqual({ available: '0', locked: '0' });
    expect((await nights(first)).at(-1)).toMatch(/ of 20000$/);
  });

  test('a credit is the house’s, out of its capital where trading is short', async () => {
    world.setPair('EURUSD', { financingSell: a('-20000000000') });
    await place({ ...SELL, lots: '1' });
    const capital = readUnits((await world.house('capital')).available);
    to(EVENING_MS);
    await quiet();
    expect(await nights()).toEqual(['2024-05-15 x3 -60000000000']);
    expect(readUnits((await world.house('capital')).available)).toBeLessThan(capital);
  });
});

describe('within one tick', () => {
  test('financing comes before a stop-loss, and both count', async () => {
    const id = await place({ ...BUY, stopLoss: '1.09000' });
    to(EVENING_MS);
    await quiet('1.08000');
    expect(await nights(id)).toEqual(['2024-05-15 x3 30']);
    expect((await world.forexOrder(user, id)).close?.reason).toBe('stop_loss');
    const { rows } = await world.db.owner.query('SELECT reason FROM journals WHERE reference = $1 ORDER BY id', [id]);
    expect(rows.map(({ reason }) => reason)).toEqual([10, 15, 14]);
  });

  test('a stop-out that the night brings comes on its own tick, before pending orders are filled', async () => {
    world.setPair('EURUSD', { financingBuy: a('700') });
    // Margin 49,504.50 of 99,851.4865 net; the night takes 94,500.
    const id = await place({ ...BUY, lots: '45' });
    const waiting = await place({ ...BUY, lots: '1', target: '1.09990' });
    to(EVENING_MS);
    const deciding = await world.settledTick('EURUSD', '1.09970', '1.09980');
    const order = await world.forexOrder(user, id);
    expect(order.close).toMatchObject({ reason: 'stop_out', tickIndex: deciding.logIndex });
    expect((await world.forexOrder(user, waiting)).status).toBe('cancelled');
  });
});
