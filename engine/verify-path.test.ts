// Rules E92 to E95, E100 and E101 on random tapes: the path of whatever the slow look finds first holds, and whoever leaves out, widens, delays or exchanges is refused.

import { price } from '@fairtick/kernel/decimal';
import { type Random, seededRandom } from '@fairtick/kernel/random';
import { expect, test } from 'vitest';
import { Checks } from './checks.ts';
import { joinCandles, minutesOf } from './log-candles.ts';
import { newestOf, type PathCommand, type PathOrder, stagesOf } from './path-stages.ts';
import { type PathBound, type PathGiven, type PathPiece, type ReadTick, verifyPath } from './verify-path.ts';

const TAPES = 300;
const LENGTH = 240;
const UNIT = 1_000n;

interface Story {
  readonly tape: readonly ReadTick[];
  /** Of the pair that converts it. */
  readonly rateTape: readonly ReadTick[];
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

/** A place of the log at which a tick is still the newest of its tape. */
const placeAt = (tape: readonly ReadTick[], tick: ReadTick, random: Random): number =>
  tick.index + random.below((tape[tick.seq + 1]?.index ?? tick.index + 1) - tick.index);

/** A life by a look at every tick in turn, written down here once more and without the engine: what acts is worked out from the very words of E20 to E23. */
function liveThrough(tape: readonly ReadTick[], random: Random): Story {
  const rateTape = tapeOf(random).map((tick) => ({ ...tick, pair: 'USDCHF' }));
  const rateAt = (place: number): number | undefined => rateTape.findLast(({ index }) => index <= place)?.index;
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
  const place = placeAt(tape, placedAt, random);
  const commands: PathCommand[] = [{ kind: 'placed', tick: place, ...stopsNear(mid) }];
  let stops = stopsNear(mid);
  stops = { stopLoss: commands[0]?.stopLoss ?? price(0n), takeProfit: commands[0]?.takeProfit ?? price(0n) };
  let openTick = target ? undefined : placedAt.index;
  const userEnds = random.below(2) === 0 ? 22 + random.below(100) : LENGTH;
  const order = (more: Partial<PathOrder>): PathOrder => ({
    ...{ side: buys ? 'buy' : 'sell', markup: price(0n), target, commands },
    ...{ openTick, closeTick: undefined, closeReason: undefined, ended: false },
    rates: { placed: rateAt(place), closed: undefined, nights: [] },
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
        const rates = { placed: rateAt(place), closed: rateAt(tick.index), nights: [] };
        return { tape, rateTape, order: order({ closeTick: tick.index, closeReason, rates, ended: true }) };
      }
    }
    if (tick.seq === userEnds) {
      const end = placeAt(tape, tick, random);
      if (openTick === undefined) {
        commands.push({ kind: 'cancel', tick: end });
        return { tape, rateTape, order: order({ ended: true }) };
      }
      commands.push({ kind: 'close', tick: end });
      const night = { place: tick.index, tick: rateAt(tick.index) ?? -1 };
      const rates = { placed: rateAt(place), closed: rateAt(end), nights: [night] };
      return { tape, rateTape, order: order({ closeTick: tick.index, closeReason: 'user', rates, ended: true }) };
    }
    if (random.below(30) === 0) {
      stops = stopsNear(Number(tick.bid / UNIT));
      commands.push({ kind: 'stops', tick: tick.index, ...stops });
    }
  }
  return { tape, rateTape, order: order({}) };
}

const boundAt = (tape: readonly ReadTick[], place: number): PathBound => ({
  place,
  before: tape.findLast(({ index }) => index <= place),
  next: tape.find(({ index }) => index > place),
});

/** What a server would show: candles where the whole window is quiet, ticks elsewhere; at times ticks where a candle would do. */
function givenOf({ tape, rateTape, order }: Story, random: Random): PathGiven {
  const stages = stagesOf(order);
  if (!stages) throw new Error('every life has its commands');
  const newest = newestOf(order);
  const sorted = (places: readonly number[]): readonly number[] => [...new Set(places)].sort((a, b) => a - b);
  const rated = sorted(newest.flatMap(({ what, place }) => (what === 'rate' ? place : [])));
  const places = sorted([
    ...stages.flatMap(({ after, through }) => (through === undefined ? [after] : [after, through])),
    ...newest.flatMap(({ what, place }) => (what === 'rate' ? [] : place)),
  ]);
  const [bounds, rates] = [places.map((place) => boundAt(tape, place)), rated.map((place) => boundAt(rateTape, place))];
  const about = {
    ...{ pair: 'BTCUSD', ratePair: 'USDCHF', hours: 'always' as const, stages, newest },
    ...{ bounds, rates },
  } as const;
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
        honest({ ...about, pieces: [...pieces, { what: 'candle', pair: 'BTCUSD', ...one }] }),
    );
    pieces.push(candle ? { what: 'candle', pair: 'BTCUSD', ...candle } : at(tape, seq));
    seq = (candle?.lastSeq ?? seq) + 1;
  }
  return { ...about, pieces };
}

function failing(given: PathGiven): readonly string[] {
  const checks = new Checks();
  verifyPath(given, checks);
  return checks.list.filter(({ ok, open }) => !ok && !open).map(({ name }) => name);
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
      const moved = { ...story, order: { ...order, closeTick: other.index } };
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

test('what was decided by hand was decided by the newest price and the newest rate, neither older ones nor newer', () => {
  const tried = new Map<string, number>();
  for (const { given, seed } of stories)
    for (const [at, { what, place, tick }] of given.newest.entries()) {
      const list = what === 'rate' ? given.rates : given.bounds;
      const other = list
        .flatMap(({ before, next }) => [before ?? [], next ?? []].flat())
        .find((one) => one.index !== tick);
      if (!other) continue;
      tried.set(what, (tried.get(what) ?? 0) + 1);
      const newest = given.newest.map((one, i) => (i === at ? { ...one, tick: other.index } : one));
      expect([seed, what, failing({ ...given, newest })]).toEqual([seed, what, [`path.${what}`]]);
      const without = list.filter((bound) => bound.place !== place);
      const lost = failing({ ...given, [what === 'rate' ? 'rates' : 'bounds']: without });
      expect([seed, what, lost]).toEqual([seed, what, expect.arrayContaining([`path.${what}`])]);
    }
  expect(Math.min(...['open', 'close', 'rate'].map((what) => tried.get(what) ?? 0))).toBeGreaterThan(20);
});

test('an older price told as the newest has a neighbour before the place; without one nothing is claimed', () => {
  let tried = 0;
  for (const { story, given, seed } of stories) {
    const close = given.newest.find(({ what }) => what === 'close');
    const bound = given.bounds.find(({ place }) => place === close?.place);
    const older = bound?.before && story.tape[bound.before.seq - 1];
    if (!close || !bound || !older) continue;
    tried += 1;
    const newest = given.newest.map((one) => (one === close ? { ...one, tick: older.index } : one));
    const told = (next: PathBound['next']) => {
      const bounds = given.bounds.map((one) => (one === bound ? { ...one, before: older, next } : one));
      const checks = new Checks();
      verifyPath(
        {
          ...given,
          newest,
          bounds,
          pieces: given.pieces.filter((piece) => (piece.what === 'tick' ? piece.seq : piece.lastSeq) <= older.seq),
        },
        checks,
      );
      return checks.list.filter(({ ok }) => !ok).map(({ name, open }) => `${name}${open ? ' open' : ''}`);
    };
    expect([seed, told(bound.before)]).toEqual([seed, expect.arrayContaining(['path.bounds'])]);
    expect([seed, told(bound.next)]).not.toEqual([seed, []]);
    expect([seed, told(undefined)]).toEqual([seed, expect.arrayContaining(['path.close open'])]);
  }
  expect(tried).toBeGreaterThan(20);
});

test('a neighbour left out is found wherever there is a newer price, and so is a place that is there twice', () => {
  for (const { given, seed } of stories)
    for (const [at, bound] of given.bounds.entries()) {
      const put = (...now: readonly PathBound[]): PathGiven => ({
        ...given,
        bounds: given.bounds.toSpliced(at, 1, ...now),
      });
      expect([seed, failing(put(bound, bound))]).toEqual([seed, expect.arrayContaining(['path.bounds'])]);
      const isLast = at === given.bounds.length - 1;
      if (isLast || bound.before?.index === bound.place) continue;
      if (given.bounds.slice(at + 1).every(({ before }) => before?.seq === bound.before?.seq)) continue;
      expect([seed, failing(put({ ...bound, next: undefined }))]).toEqual([
        seed,
        expect.arrayContaining(['path.bounds']),
      ]);
    }
});

test('what lies beside everything that was waited for is refused', () => {
  for (const { story, given, seed } of stories) {
    const first = given.pieces[0];
    const before = first && story.tape[(first.what === 'tick' ? first.seq : first.firstSeq) - 1];
    if (!before) continue;
    const found = failing({ ...given, pieces: [before, ...given.pieces] });
    expect([seed, found]).toEqual([seed, expect.arrayContaining(['path.gapless'])]);
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
      rates: undefined,
      ended: false,
    },
    commands: [{ kind: 'placed', tick: 0, stopLoss: price(100n), takeProfit: price(0n) }],
  };
  const tick = { what: 'tick', pair: 'EURUSD', sourceTime: 0, source: 'kraken', ask: price(200n) } as const;
  const before: ReadTick = { ...tick, seq: 0, index: 0, bid: price(150n), receivedTime: Date.UTC(2024, 4, 17, 12) };
  const low: ReadTick = { ...tick, seq: 1, index: 1, bid: price(90n), receivedTime: saturday };
  const given: PathGiven = {
    ...{ pair: 'EURUSD', ratePair: undefined, hours: 'fx', stages: stagesOf(open) ?? [], pieces: [low] },
    ...{ newest: newestOf(open), rates: [] },
    bounds: [{ place: 0, before, next: low }],
  };
  const checks = new Checks();
  expect(verifyPath(given, checks).outside).toBe(1);
  expect(checks.list.every(({ ok }) => ok)).toBe(true);
  expect(failing({ ...given, hours: 'always' })).toEqual(['path.quiet']);
});
