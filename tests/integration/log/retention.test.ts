// Raw ticks go after 30 days: whole tiles, but never what decided something, and everything that proves the log goes on working (rules §5).

import { auditDatabase, auditRows } from '@fairtick/server/audit/database-audit';
import { auditPublic } from '@fairtick/server/audit/public-audit';
import { CATALOGUE, seedPairs } from '@fairtick/server/domains/market/index';
import { letGoTicks } from '@fairtick/server/domains/market/ticks/read-table';
import { letGoOldTicks } from '@fairtick/server/domains/market/ticks/retention';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { placeAcceptances } from '../../harness/acceptances.ts';
import { accepted } from '../../harness/outcomes.ts';
import { createWorld, type World } from '../../harness/world.ts';
import { type Edge, startEdge } from '../http/edge.ts';

const DAY_MS = 86_400_000;
let world: World;
let edge: Edge;
/** Ticks that decided something. */
let deciding: Set<number>;
/** The pound's and the yen's, of whom nothing is heard again. */
const NEWEST = [0, 2];

beforeAll(async () => {
  edge = await startEdge({
    logs: {
      ticks: {
        verifierKey: '',
        epochNote: async () => undefined,
        checkpointText: () => world.server.log.checkpointText(),
        tile: (level, n, width) => world.server.log.tile(level, n, width),
        entries: (n, width) => world.server.log.entries(n, width),
      },
    },
  });
});
afterAll(() => edge.close());

async function ticks(count: number): Promise<void> {
  const { market, log, trading } = world.server;
  const quotes = Array.from({ length: count }, (_, at) =>
    market.received('EURUSD', '1.10000', `1.100${10 + (at % 80)}`),
  );
  for (const tick of await log.append(quotes)) {
    market.take(tick);
    trading.onTick(tick);
  }
  await world.settle();
}

/** A month passes without a server. */
async function month(days: number): Promise<void> {
  world.server.trading.stop();
  world.clock.advance(days * DAY_MS);
  await world.restart();
}

async function signed() {
  const { log } = world.server;
  let done = false;
  const covering = log.checkpointCovering(log.size - 1).finally(() => {
    done = true;
  });
  while (!done) {
    world.clock.advance(100);
    await new Promise((resume) => setImmediate(resume));
  }
  return covering;
}

beforeEach(async () => {
  world = await createWorld();
  await seedPairs(world.db.owner, CATALOGUE);
  const user = await world.demoUser();
  // The pound is heard of once and never again: its only tick is its newest, and the yen's second one.
  await world.settledTick('GBPUSD', '1.25000', '1.25010');
  // By the yen's first tick a margin and a fee are reckoned, and nothing else: the order waits.
  const yen = await world.settledTick('USDJPY', '150.000', '150.010');
  await accepted(world.forexSubmit(user, { pair: 'USDJPY', side: 'buy', lots: '0.1', target: '120.000' }));
  await world.settledTick('USDJPY', '151.000', '151.010');
  await ticks(40);
  const buy = { pair: 'EURUSD', side: 'buy', lots: '1' } as const;
  const closed = await accepted(world.forexSubmit(user, buy));
  await ticks(30);
  await accepted(world.forexClose(user, closed.Id));
  const open = await accepted(world.forexSubmit(user, { ...buy, stopLoss: '1.05000' }));
  await ticks(600);
  await signed();
  const [first, second] = [await world.forexOrder(user, closed.Id), await world.forexOrder(user, open.Id)];
  const fills = [first.open, first.close, second.open].map((fill) => fill?.tickIndex ?? -1);
  deciding = new Set([yen.logIndex, ...fills]);
  await month(31);
  // The third tile fills up with ticks of today, behind those of a month ago.
  await ticks(105);
  world.clock.advance(1_000);
  await ticks(5);
  await signed();
  await world.db.app.query('UPDATE market_state SET folded_through = (SELECT evaluated_through FROM log_state)');
});
afterEach(async () => {
  expect(await world.invariants()).toEqual([]);
  await world.close();
});

const kept = async (): Promise<number[]> => {
  const { rows } = await world.db.owner.query<{ log_index: bigint }>(
    'SELECT log_index FROM ticks WHERE log_index < 512 ORDER BY log_index',
  );
  return rows.map((row) => Number(row.log_index));
};

/** The only ticks of other pairs, what decided, and the ticks beside it: all others are of one pair. */
const stays = (): number[] => {
  const beside = [...deciding].flatMap((place) => [place - 1, place, place + 1]);
  return [...new Set([...NEWEST, ...beside])].sort((a, b) => a - b);
};

test('whole tiles older than 30 days go; what decided an order, what stands beside it and each pair’s newest stay', async () => {
  const { log } = world.server;
  expect(log.size).toBe(783);
  expect(await letGoTicks(world.db.app, 100)).toBe(100);
  expect(await letGoOldTicks(world.db.app)).toBe(512 - 100 - stays().length);
  expect(await letGoOldTicks(world.db.app)).toBe(0);
  expect(await kept()).toEqual(stays());
});

test('tiles, proofs, audits and a restart go on working; the ticks’ own tiles say that they are gone', async () => {
  await letGoOldTicks(world.db.app);
  await world.restart();
  const { log, market } = world.server;
  expect((await log.tile(0, 0))?.length).toBe(8192);
  expect([await log.entries(0), await log.entries(1), await log.entries(5)]).toEqual(['gone', 'gone', undefined]);
  expect(await log.entries(2)).toBeInstanceOf(Uint8Array);
  expect((await log.inclusion([...deciding], await signed())).ok).toBe(true);
  expect((await log.consistency(300, log.size)).ok).toBe(true);
  expect(market.view().quote(2)?.logIndex).toBe(0);

  const answer = await fetch(`${edge.url}/tlog/tile/entries/000`);
  expect([answer.status, (await answer.json()).code]).toEqual([404, 1010]);
  await placeAcceptances(world.db.app);
  expect(await auditDatabase(world.db.owner)).toMatchObject({
    findings: [],
    gone: 512 - stays().length,
    ticks: 783,
  });
  const key = log.verifierKey;
  const first = await auditPublic({ url: edge.url, key });
  expect(first).toMatchObject({ findings: [], gone: 512, size: 783 });
  expect(await auditPublic({ url: edge.url, key, remembered: first.newest })).toMatchObject({ findings: [], gone: 0 });
});

test('what is younger, not evaluated or not in the candles stays; so does what only a clock ahead calls old', async () => {
  await world.db.app.query('UPDATE market_state SET folded_through = 299');
  expect(await letGoOldTicks(world.db.app)).toBe(256 - stays().filter((place) => place < 256).length);
  await world.db.app.query('UPDATE market_state SET folded_through = 600');
  // The database's clock says that all of this is years old; the log's newest tick says that its last ones are of today.
  expect(await letGoOldTicks(world.db.app)).toBe(256);
  expect((await world.db.owner.query('SELECT count(*)::int AS n FROM ticks WHERE log_index >= 512')).rows[0].n).toBe(
    271,
  );
});

test('nobody deletes a tick by other means, and who has every right is found', async () => {
  const mark = "SELECT set_config('fairtick.letting_go', 'on', false)";
  const gone = 'DELETE FROM ticks WHERE log_index = 677';
  await expect(world.db.app.query(gone)).rejects.toThrow('permission denied');
  await expect(world.db.owner.query(gone)).rejects.toThrow('append-only');
  await expect(world.db.app.query('SELECT let_go_ticks(0)')).rejects.toThrow('from 1 to 100,000');
  const app = await world.db.app.connect();
  await app.query(mark);
  await expect(app.query(gone)).rejects.toThrow('permission denied');
  app.release(true);
  const owner = await world.db.owner.connect();
  await owner.query('BEGIN');
  await owner.query(mark);
  for (const index of [677, [...deciding][0]]) {
    await owner.query('SAVEPOINT before');
    await owner.query('DELETE FROM ticks WHERE log_index = $1', [index]);
    expect((await auditRows(owner)).findings.length).toBeGreaterThan(0);
    await owner.query('ROLLBACK TO before');
  }
  await owner.query('ROLLBACK');
  owner.release(true);
});
