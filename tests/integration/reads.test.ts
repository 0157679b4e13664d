// A user's own reads: one statement each, page and sums of one moment, on standing connections that come back when they are cut.

import { readProfile } from '@fairtick/server/domains/accounts/table';
import { listOrders as listForex } from '@fairtick/server/domains/forex/list-table';
import * as micro from '@fairtick/server/domains/micro/table';
import { createAppClient } from '@fairtick/server/platform/database/pools';
import { ReadConnections } from '@fairtick/server/platform/database/read-connections';
import { expect, test } from 'vitest';
import { createTestDatabase } from '../harness/database.ts';
import { accepted } from '../harness/outcomes.ts';
import { createWorld } from '../harness/world.ts';

test('a page has at most its orders, newest first, and always the count and sum of all', async () => {
  const world = await createWorld();
  try {
    const user = await world.demoUser();
    const other = await world.demoUser();
    await world.tick('EURUSD', '1.10000', '1.10010');
    const ids: string[] = [];
    for (let n = 0; n < 3; n += 1) {
      ids.push((await accepted(world.forexSubmit(user, { pair: 'EURUSD', side: 'buy', lots: '0.1' }))).Id);
      await accepted(world.microSubmit(user, { pair: 'EURUSD', direction: 'up', stake: '100', seconds: '30' }));
    }
    await world.settledTick('EURUSD', '1.09000', '1.09010');
    for (const id of ids) await accepted(world.forexClose(user, id));
    const history = (offset: number) => listForex(world.db.app, user, ['closed', 'cancelled'], 2, offset);
    const pages = [await history(0), await history(2), await history(4)];
    expect(pages.map((page) => page.orders.map((order) => String(order.id)))).toEqual([[ids[2], ids[1]], [ids[0]], []]);
    const sum = pages.flatMap((page) => page.orders).reduce((all, order) => all + order.result, 0n);
    expect(sum).toBeLessThan(0n);
    const fees = pages.flatMap((page) => page.orders).reduce((all, order) => all + order.fee, 0n);
    expect(pages.map(({ total, results, costs }) => [total, results, costs])).toEqual([
      [3, sum, fees],
      [3, sum, fees],
      [3, sum, fees],
    ]);
    const options = [0, 2, 4].map((offset) => micro.listOrders(world.db.app, user, 'active', 2, offset));
    expect((await Promise.all(options)).map(({ orders, total }) => [orders.length, total])).toEqual([
      [2, 3],
      [1, 3],
      [0, 3],
    ]);
    expect(await listForex(world.db.app, other, ['open'], 20, 0)).toEqual({
      orders: [],
      total: 0,
      results: 0n,
      costs: 0n,
    });
    expect(await micro.listOrders(world.db.app, other, 'active', 20, 0)).toEqual({ orders: [], total: 0 });
    const profile = await readProfile(world.db.app, user);
    expect(profile?.user.id).toBe(user);
    expect(profile?.balances.map((balance) => balance.kind).sort()).toEqual(['change', 'forex', 'micro']);
    expect(await readProfile(world.db.app, 1n)).toBeUndefined();
  } finally {
    await world.close();
  }
});

test('standing connections see each commit at once and are made anew when they are cut', async () => {
  const database = await createTestDatabase();
  const reads = new ReadConnections(() => createAppClient(database.ownerUrl));
  const ask = async (): Promise<unknown> => (await reads.pick().query('SELECT count(*) FROM pairs')).rows[0]?.count;
  try {
    for (let n = 0n; n < 6n; n += 1n) {
      expect(await ask()).toBe(n);
      await database.owner.query('INSERT INTO pairs (id, code) VALUES ($1, $2)', [n, `P${n}`]);
    }
    expect(await Promise.all(Array.from({ length: 50 }, ask))).toEqual(Array.from({ length: 50 }, () => 6n));
    const cut = `SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE application_name = 'fairtick reads' AND datname = current_database()`;
    expect((await database.owner.query(cut)).rows[0]?.count).toBe(2n);
    const answers = await Promise.allSettled(Array.from({ length: 10 }, ask));
    expect(answers.filter((answer) => answer.status === 'fulfilled').every(({ value }) => value === 6n)).toBe(true);
    expect([await ask(), await ask()]).toEqual([6n, 6n]);
  } finally {
    await reads.close();
    await database.drop();
  }
});
