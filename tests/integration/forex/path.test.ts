// The path of an order over real logs: whatever set it off was the first that qualified, shown in few lines, page by page; and a line less is found.

import { type ShownPath, verifyShownPath } from '@fairtick/engine/path-reading';
import { systemClock } from '@fairtick/kernel/clock';
import type { Id } from '@fairtick/kernel/ids';
import { type Random, seededRandom } from '@fairtick/kernel/random';
import {
  type CandlesLog,
  candlesIntegrator,
  openCandlesLog,
  openTickLog,
  type TickLog,
} from '@fairtick/server/domains/market/index';
import { CATALOGUE } from '@fairtick/server/domains/market/pairs';
import { pathOf } from '@fairtick/server/domains/proof/path';
import { acceptancesOf } from '@fairtick/server/platform/acceptances/table';
import type { Logger } from '@fairtick/server/platform/logger';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { accepted } from '../../harness/outcomes.ts';
import { testLogKeys } from '../../harness/outside.ts';
import { createWorld, type World } from '../../harness/world.ts';

const silent: Logger = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };
const pairs = new Map(CATALOGUE.map((pair) => [pair.id, pair]));

let world: World;
let user: Id;
let log: TickLog;
let candles: CandlesLog;

beforeEach(async () => {
  world = await createWorld();
  user = await world.demoUser();
  const options = { pool: world.db.app, clock: systemClock, keys: testLogKeys, onError: () => {} };
  // Signed by the system's clock: the world's stands still.
  log = await openTickLog({ ...options, evaluatedThrough: () => -1, pairOf: (id) => pairs.get(id) });
  candles = await openCandlesLog({ ...options, pairs });
});
afterEach(async () => {
  await log.stop();
  await candles.stop();
  expect(await world.invariants()).toEqual([]);
  await world.close();
});

const price = (pips: number): string => (1.1 + pips / 10_000).toFixed(5);

/** `batches` of three ticks of the euro, some seconds apart, that stay within 20 pips around 1.10. */
async function quiet(random: Random, batches: number): Promise<void> {
  const { market, log: ticks, trading } = world.server;
  for (let batch = 0; batch < batches; batch += 1) {
    world.clock.advance(8_000 + random.below(6_000));
    const quotes = [0, 1, 2].map(() => {
      const pips = random.below(40) - 20;
      return market.received('EURUSD', price(pips), price(pips + 1));
    });
    for (const tick of await ticks.append(quotes)) {
      market.take(tick);
      trading.onTick(tick);
    }
  }
  await world.settle();
}

async function close(): Promise<void> {
  const ahead = { ...systemClock, now: () => world.clock.now() };
  await candlesIntegrator({ pool: world.db.app, log: candles, clock: ahead, logger: silent }).look();
}

/** All pages in one, and what the order's own proof says of it. */
async function read(id: string) {
  const order = await world.forexOrder(user, id);
  const pair = pairs.get(order.pairId);
  if (!pair) throw new Error('it is traded');
  const shown: {
    hours: ShownPath['hours'];
    bounds: ShownPath['bounds'];
    rates: ShownPath['rates'];
    pieces: ShownPath['pieces'][number][];
  } = {
    ...{ hours: 'fx', bounds: [], rates: [], pieces: [] },
  };
  let pages = 0;
  for (let from: number | undefined; pages < 100; pages += 1) {
    const page = await pathOf({ db: world.db.app, log, candles, pair: (pairId) => pairs.get(pairId) }, order, pair, {
      from,
    });
    if (!page.ok) throw new Error(page.error.error);
    if (from === undefined) [shown.bounds, shown.rates] = [page.value.bounds, page.value.rates];
    shown.pieces.push(...page.value.pieces);
    if (page.value.next === null) break;
    from = page.value.next;
  }
  const life = {
    commands: await acceptancesOf(world.db.app, [order.id]),
    openTick: order.open?.tickIndex,
    closeTick: order.close?.tickIndex,
    closeReason: order.close?.reason,
    rates: { placed: order.placed.rateTickIndex, closed: order.close?.rateTickIndex, nights: [] },
    ended: order.status === 'closed' || order.status === 'cancelled',
  };
  return { shown, life, pages: pages + 1 };
}

const failing = (path: Awaited<ReturnType<typeof read>>): readonly string[] =>
  verifyShownPath(path.life, path.shown)
    .checks.filter(({ ok }) => !ok)
    .map(({ name, actual }) => `${name} ${actual}`);

test('a stop-loss of three hours is shown in candles and a few ticks; without one line of them it is refused', async () => {
  const random = seededRandom(4);
  await world.settledTick('EURUSD', price(0), price(1));
  const order = await accepted(
    world.forexSubmit(user, { pair: 'EURUSD', side: 'buy', lots: '1', stopLoss: price(-40), takeProfit: price(60) }),
  );
  await quiet(random, 400);
  await accepted(world.forexStops(user, order.Id, price(-30), price(50)));
  await quiet(random, 600);
  await world.settledTick('EURUSD', price(-31), price(-30));
  await close();
  const path = await read(order.Id);
  expect(path.life).toMatchObject({ closeReason: 'stop_loss', ended: true });
  expect(failing(path)).toEqual([]);
  // Other hours than those of the terms would excuse what came outside them.
  const real = path.shown.bounds.map(({ place, before, next }) => ({
    ...{ place, next },
    before: before && { ...before, source: 'kraken' },
  }));
  for (const hours of ['metal', 'always'] as const)
    expect(failing({ ...path, shown: { ...path.shown, hours, bounds: real } })).toContain(`path.hours ${hours}`);
  const { read: found } = verifyShownPath(path.life, path.shown);
  expect(found?.covered).toBe(3_001);
  expect(found?.candles).toBeGreaterThan(10);
  expect(path.shown.pieces.length).toBeLessThan(160);
  for (const left of [0, 3, path.shown.pieces.length - 2]) {
    const pieces = path.shown.pieces.filter((_, i) => i !== left);
    expect(failing({ ...path, shown: { ...path.shown, pieces } })).not.toEqual([]);
  }
}, 60_000);

test('before a window is closed its ticks are shown, over several pages', async () => {
  await world.settledTick('EURUSD', price(0), price(1));
  const typed = { pair: 'EURUSD', side: 'sell', lots: '1', target: price(40), stopLoss: price(60) } as const;
  const order = await accepted(world.forexSubmit(user, typed));
  await quiet(seededRandom(2), 150);
  await world.settledTick('EURUSD', price(41), price(42));
  await quiet(seededRandom(3), 10);
  await accepted(world.forexClose(user, order.Id));
  const path = await read(order.Id);
  expect(path.pages).toBe(3);
  expect(path.life).toMatchObject({ closeReason: 'user' });
  expect(failing(path)).toEqual([]);
  // Whoever had filled it a tick earlier or later would be found.
  const filled = path.life.openTick ?? 0;
  for (const openTick of [filled - 1, filled + 1])
    expect(failing({ ...path, life: { ...path.life, openTick } })).not.toEqual([]);
}, 60_000);

test('by hand, with another pair’s rate: the newest price and the newest rate, and no older ones', async () => {
  await world.settledTick('EURGBP', '0.85000', '0.85010');
  await world.settledTick('GBPUSD', '1.30000', '1.30000');
  const order = await accepted(world.forexSubmit(user, { pair: 'EURGBP', side: 'buy', lots: '1' }));
  for (const cents of [1, 2]) {
    await world.settledTick('EURGBP', `0.850${cents}0`, `0.850${cents}5`);
    await world.settledTick('GBPUSD', `1.30${cents}00`, `1.30${cents}00`);
  }
  await accepted(world.forexClose(user, order.Id));
  const early = await read(order.Id);
  // No tick has come behind the close yet but the rate's, which it stands at.
  expect([failing(early), early.shown.rates.at(-1)?.next]).toEqual([['path.close none'], null]);
  await world.settledTick('EURGBP', '0.85050', '0.85060');
  await world.settledTick('GBPUSD', '1.30500', '1.30500');
  const path = await read(order.Id);
  expect(failing(path)).toEqual([]);
  const { life } = path;
  const older = (change: Partial<typeof life>): readonly string[] => failing({ ...path, life: { ...life, ...change } });
  const close = life.closeTick ?? 0;
  expect(older({ closeTick: close - 2 })).toEqual([`path.close ${close - 2}`]);
  const closed = life.rates.closed ?? 0;
  expect(older({ rates: { ...life.rates, closed: closed - 2 } })).toEqual([`path.rate ${closed - 2}`]);
  expect(older({ openTick: (life.openTick ?? 0) + 2 })).toEqual([`path.open ${(life.openTick ?? 0) + 2}`]);
}, 60_000);
