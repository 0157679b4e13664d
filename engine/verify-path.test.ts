// Rules E92 to E95 on random tapes: the path of whatever the slow look finds first holds, and whoever leaves out, widens, delays or exchanges is refused.

import { price } from '@fairtick/kernel/decimal';
import { type Random, seededRandom } from '@fairtick/kernel/random';
import { expect, test } from 'vitest';
import { Checks } from './checks.ts';
import { joinCandles, minutesOf } from './log-candles.ts';
import { type PathCommand, type PathOrder, stagesOf } from './path-stages.ts';
import { type PathBound, type PathGiven, type PathPiece, type ReadTick, verifyPath } from './verify-path.ts';

const TAPES = 300;
const LENGTH = 240;
const UNIT = 1_000n;

interface Story {
  readonly tape: readonly ReadTick[];
  readonly order: PathOrder;
}

const at = <T>(all: readonly T[], i: number): T => {
  const one = all.at(i);
  if (one === undefined) throw new Error('no such one');
  return one;
};

function tapeOf(random: Random): readonly ReadTick[] {
  let [index, receivedTime, mid] = [3, Date.UTC(2024, 4, 15, 12), 110_000n];
  return Array.from({ length: LENGTH }, (_, seq) => {
    index += 1 + random.below(4);
    receivedTime += random.below(40) === 0 ? random.below(5_000_000) : random.below(9_000);
    mid += BigInt(random.below(21) - 10);
    const bid = price(mid * UNIT);
    const ask = price((mid + BigInt(random.below(4))) * UNIT);
    return {
      what: 'tick',
      pair: 'BTCUSD',
      seq,
      index,
      bid,
      ask,
      sourceTime: receivedTime,
      receivedTime,
      source: 'kraken',
    };
  });
}

/** A life by a look at every tick in turn, written down here once more and without the engine: what acts is worked out from the very words of E20 to E23. */
function liveThrough(tape: readonly ReadTick[], random: Random): Story {
  const buys = random.below(2) === 0;
  const placedAt = at(tape, random.below(20));
  const mid = Number(placedAt.bid / UNIT);
  const waits = random.below(2) === 0;
  const kind = random.below(2) === 0 ? ('limit' as const) : ('stop' as const);
  const falls = buys === (kind === 'limit');
  const target = waits
    ? { kind, price: price(BigInt(mid + (falls ? -1 : 1) * (8 + random.below(30))) * UNIT) }
    : undefined;
  const stopsNear = (middle: number) => {
    const down = price(BigInt(middle - 15 - random.below(40)) * UNIT);
    const up = price(BigInt(middle + 15 + random.below(40)) * UNIT);
    return buys ? { stopLoss: down, takeProfit: up } : { stopLoss: up, takeProfit: down };
  };
  const place = placedAt.index + random.below(2);
  const commands: PathCommand[] = [{ kind: 'placed', tick: place, ...stopsNear(mid) }];
  let stops = stopsNear(mid);
  stops = { stopLoss: commands[0]?.stopLoss ?? price(0n), takeProfit: commands[0]?.takeProfit ?? price(0n) };
  let openTick = target ? undefined : placedAt.index;
  const userEnds = random.below(3) === 0 ? 120 + random.below(100) : LENGTH;
  const order = (more: Partial<PathOrder>): PathOrder => ({
    ...{ side: buys ? 'buy' : 'sell', markup: price(0n), target, commands },
    ...{ openTick, closeTick: undefined, closeReason: undefined, ended: false },
    ...more,
  });
  for (const tick of tape) {
    if (tick.index <= place) continue;
    if (openTick === undefined && target) {
      const reached = buys ? tick.ask : tick.bid;
      if (falls ? reached <= target.price : reached >= target.price) openTick = tick.index;
    } else {
      const leaves = buys ? tick.bid : tick.ask;
      const lost = buys ? leaves <= stops.stopLoss : leaves >= stops.stopLoss;
      const won = buys ? leaves >= stops.takeProfit : leaves <= stops.takeProfit;
      if (lost || won) {
        const closeReason = lost ? 'stop_loss' : 'take_profit';
        return { tape, order: order({ closeTick: tick.index, closeReason, ended: true }) };
      }
    }
    if (tick.seq === userEnds) {
      commands.push({ kind: openTick === undefined ? 'cancel' : 'close', tick: tick.index });
      return { tape, order: order({ closeReason: 'user', ended: true }) };
    }
    if (random.below(30) === 0) {
      stops = stopsNear(Number(tick.bid / UNIT));
      commands.push({ kind: 'stops', tick: tick.index, ...stops });
    }
  }
  return { tape, order: order({}) };
}

const boundAt = (tape: readonly ReadTick[], place: number): PathBound => ({
  place,
  before: tape.findLast(({ index }) => index <= place),
  next: tape.find(({ index }) => index > place),
});

/** What a server would show: candles where the whole window is quiet, ticks elsewhere; at times ticks where a candle would do. */
function givenOf({ tape, order }: Story, random: Random): PathGiven {
  const stages = stagesOf(order);
  if (!stages) throw new Error('every life has its commands');
  const places = [
    ...new Set(stages.flatMap(({ after, through }) => (through === undefined ? [after] : [after, through]))),
  ];
  const bounds = places.map((place) => boundAt(tape, place));
  const first = Math.min(...stages.map(({ after }) => boundAt(tape, after).before?.seq ?? -1)) + 1;
  const lasts = stages.map(({ through }) =>
    through === undefined ? LENGTH - 1 : (boundAt(tape, through).before?.seq ?? 0),
  );
  const pieces: PathPiece[] = [];
  const minutes = minutesOf(tape.map((tick) => ({ ...tick, pairId: 1 })));
  const hours = joinCandles(minutes, 'hour');
  const decides = new Set(stages.map(({ sets, through }) => (sets ? through : undefined)));
  for (let seq = first; seq <= Math.max(...lasts); ) {
    const candle = [...hours, ...minutes].find(
      (one) =>
        one.firstSeq === seq &&
        one.lastSeq <= Math.max(...lasts) &&
        random.below(5) > 0 &&
        !tape.slice(one.firstSeq, one.lastSeq + 1).some(({ index }) => decides.has(index)) &&
        honest({
          pair: 'BTCUSD',
          hours: 'always',
          stages,
          bounds,
          pieces: [...pieces, { what: 'candle', pair: 'BTCUSD', ...one }],
        }),
    );
    pieces.push(candle ? { what: 'candle', pair: 'BTCUSD', ...candle } : at(tape, seq));
    seq = (candle?.lastSeq ?? seq) + 1;
  }
  return { pair: 'BTCUSD', hours: 'always', stages, bounds, pieces };
}

function failing(given: PathGiven): readonly string[] {
  const checks = new Checks();
  verifyPath(given, checks);
  return checks.list.filter(({ ok }) => !ok).map(({ name }) => name);
}

const honest = (given: PathGiven): boolean => !failing(given).includes('path.quiet');

const stories = Array.from({ length: TAPES }, (_, seed) => {
  const random = seededRandom(seed);
  const story = liveThrough(tapeOf(random), random);
  return { seed, story, given: givenOf(story, random) };
});

test('the path of whatever came first by a look at every tick holds, and every ending is among them', () => {
  for (const { seed, given } of stories) expect([seed, failing(given)]).toEqual([seed, []]);
  const endings = stories.map(({ story: { order } }) => `${order.target ? 'pending' : 'market'} ${order.closeReason}`);
  expect(new Set(endings).size).toBeGreaterThanOrEqual(7);
  expect(stories.some(({ given }) => given.pieces.some((one) => one.what === 'candle' && one.period === 'hour'))).toBe(
    true,
  );
});

test('a tick or a candle left out is found, whichever it is', () => {
  for (const { seed, given } of stories) {
    const random = seededRandom(seed);
    if (given.pieces.length < 2) continue;
    const left = random.below(given.pieces.length - 1);
    const pieces = given.pieces.filter((_, i) => i !== left);
    const spans = [seed, left, failing({ ...given, pieces }).length > 0];
    expect(spans).toEqual([seed, left, true]);
  }
});

test('a candle that claims numbers of its neighbours, or a price that would have acted, is found', () => {
  let tried = 0;
  for (const { seed, given } of stories) {
    const place = given.pieces.findIndex((piece) => piece.what === 'candle');
    const candle = given.pieces[place];
    if (candle?.what !== 'candle') continue;
    tried += 1;
    const swap = (piece: PathPiece): PathGiven => ({
      ...given,
      pieces: given.pieces.map((one, i) => (i === place ? piece : one)),
    });
    if (place + 1 < given.pieces.length)
      expect([seed, failing(swap({ ...candle, lastSeq: candle.lastSeq + 1 }))]).not.toEqual([seed, []]);
    const wide = { bidLow: price(1n), askLow: price(1n), bidHigh: price(10n ** 14n), askHigh: price(10n ** 14n) };
    expect([seed, failing(swap({ ...candle, ...wide }))]).toContainEqual(expect.arrayContaining(['path.quiet']));
  }
  expect(tried).toBeGreaterThan(TAPES / 3);
});

test('an order that acted a tick late is found, and one that acted a tick early', () => {
  let tried = 0;
  for (const { story, seed } of stories) {
    const { tape, order } = story;
    const acted = order.closeReason === 'stop_loss' || order.closeReason === 'take_profit';
    if (!acted || order.closeTick === undefined) continue;
    const found = tape.findIndex(({ index }) => index === order.closeTick);
    for (const seq of [found + 1, found - 1]) {
      const other = tape[seq];
      const newest = Math.max(...order.commands.map(({ tick }) => tick), order.openTick ?? 0);
      if (!other || other.index <= newest) continue;
      tried += 1;
      const moved = { tape, order: { ...order, closeTick: other.index } };
      expect([seed, seq, failing(givenOf(moved, seededRandom(seed)))]).not.toEqual([seed, seq, []]);
    }
  }
  expect(tried).toBeGreaterThan(100);
});

test('ticks of another pair, and places that no two ticks enclose, are found', () => {
  for (const { given } of stories) {
    const [first, ...rest] = given.pieces;
    if (first) expect(failing({ ...given, pieces: [{ ...first, pair: 'ETHUSD' }, ...rest] })).toContain('path.pair');
    const [bound, ...bounds] = given.bounds;
    if (!bound?.before || !bound.next) continue;
    expect(failing({ ...given, bounds: [{ ...bound, place: bound.next.index }, ...bounds] })).toContain('path.bounds');
    const skipped = { ...bound, next: { ...bound.next, seq: bound.next.seq + 1 } };
    expect(failing({ ...given, bounds: [skipped, ...bounds] })).toContain('path.bounds');
    expect(failing({ ...given, bounds })).toContain('path.places');
  }
});

test('a price outside the hours of its pair acts on nothing, and is counted', () => {
  const saturday = Date.UTC(2024, 4, 18, 12);
  const open: PathOrder = {
    ...{
      side: 'buy',
      markup: price(0n),
      target: undefined,
      openTick: 0,
      closeTick: undefined,
      closeReason: undefined,
      ended: false,
    },
    commands: [{ kind: 'placed', tick: 0, stopLoss: price(100n), takeProfit: price(0n) }],
  };
  const tick = { what: 'tick', pair: 'EURUSD', sourceTime: 0, source: 'kraken', ask: price(200n) } as const;
  const before: ReadTick = { ...tick, seq: 0, index: 0, bid: price(150n), receivedTime: Date.UTC(2024, 4, 17, 12) };
  const low: ReadTick = { ...tick, seq: 1, index: 1, bid: price(90n), receivedTime: saturday };
  const given: PathGiven = {
    ...{ pair: 'EURUSD', hours: 'fx', stages: stagesOf(open) ?? [], pieces: [low] },
    bounds: [{ place: 0, before, next: low }],
  };
  const checks = new Checks();
  expect(verifyPath(given, checks).outside).toBe(1);
  expect(checks.list.every(({ ok }) => ok)).toBe(true);
  expect(failing({ ...given, hours: 'always' })).toEqual(['path.quiet']);
});
