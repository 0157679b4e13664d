// The check of an order's path: that no earlier tick of its pair set it off. What was read of the log may be ticks and candles mixed; whether they stand in it
// is checked elsewhere (kernel/log). Rules E92 to E95, E100 and E101.

import type { Price } from '@fairtick/kernel/decimal';
import { CANDLE_MS, type CandlePeriod } from '@fairtick/kernel/log/candle-entry';
import { type Checks, UnreadableProof } from './checks.ts';
import { isOpen } from './hours.ts';
import type { PathNewest, PathStage, Waiting } from './path-stages.ts';
import { triggeredBy } from './trigger-rule.ts';
import type { Pair } from './types.ts';

export interface ReadTick {
  readonly what: 'tick';
  readonly pair: string;
  readonly seq: number;
  readonly index: number;
  readonly bid: Price;
  readonly ask: Price;
  readonly sourceTime: number;
  readonly receivedTime: number;
  readonly source: string;
}

export interface ReadCandle {
  readonly what: 'candle';
  readonly pair: string;
  readonly period: CandlePeriod;
  readonly start: number;
  readonly firstSeq: number;
  readonly lastSeq: number;
  readonly bidLow: Price;
  readonly bidHigh: Price;
  readonly askLow: Price;
  readonly askHigh: Price;
}

export type PathPiece = ReadTick | ReadCandle;

/** The pair's newest tick at a place of the log, and the one behind it: undefined before the first, and behind the newest. */
export interface PathBound {
  readonly place: number;
  readonly before: ReadTick | undefined;
  readonly next: ReadTick | undefined;
}

export interface PathGiven {
  readonly pair: string;
  /** Where its quote currency is not USD. */
  readonly ratePair: string | undefined;
  readonly hours: Pair['hours'];
  readonly stages: readonly PathStage[];
  readonly newest: readonly PathNewest[];
  /** One for each place at which a stage begins or ends, or something was decided by the pair's newest tick; by place. */
  readonly bounds: readonly PathBound[];
  /** The same of the rate pair, for each place at which a rate was taken. */
  readonly rates: readonly PathBound[];
  /** In the order of their numbers. */
  readonly pieces: readonly PathPiece[];
}

/** What the check covered, in numbers. */
export interface PathRead {
  /** Ticks of the pair between the ends, however they were read. */
  readonly covered: number;
  readonly ticks: number;
  readonly candles: number;
  /** Ticks whose price would have acted, had they come within the pair's hours. */
  readonly outside: number;
  /** No tick has come behind the path's end yet: whether it reaches to the very last cannot be told. */
  readonly openEnd: boolean;
}

/** Numbers (after, through] of the pair. */
interface Span {
  readonly stage: PathStage;
  readonly after: number;
  readonly through: number;
}

export function verifyPath(given: PathGiven, checks: Checks): PathRead {
  checkPair(given, checks);
  checkBounds(given, checks);
  checkNewest(given, checks);
  const spans = spansOf(given, checks);
  checkOrder(given.pieces, checks);
  checkGapless(spans, given.pieces, checks);
  const outside = checkQuiet(given, spans, checks);
  checkDecisions(given, spans, checks);
  return {
    covered: spans.reduce((sum, { after, through }) => sum + Math.max(0, through - after), 0),
    ticks: given.pieces.filter(({ what }) => what === 'tick').length,
    candles: given.pieces.filter(({ what }) => what === 'candle').length,
    outside,
    openEnd: isOpenEnd(given),
  };
}

const firstOf = (piece: PathPiece): number => (piece.what === 'tick' ? piece.seq : piece.firstSeq);
const lastOf = (piece: PathPiece): number => (piece.what === 'tick' ? piece.seq : piece.lastSeq);

const ticksIn = (bounds: readonly PathBound[]): readonly ReadTick[] =>
  bounds.flatMap(({ before, next }) => [before ?? [], next ?? []].flat());

/** Every tick and candle is of the order's own pair, a rate's of its rate pair. Rule E92. */
function checkPair({ pair, ratePair, pieces, bounds, rates }: PathGiven, checks: Checks): void {
  const other = [...pieces, ...ticksIn(bounds)].find((piece) => piece.pair !== pair);
  const rate = ticksIn(rates).find((tick) => tick.pair !== ratePair);
  if (rate && !other) checks.fail('path.pair', ratePair ?? 'none', rate.pair);
  else checks.same('path.pair', pair, other?.pair ?? pair);
}

/** Each place is there once, and lies between two ticks whose numbers follow each other. Rule E92. */
function checkBounds({ bounds, rates, pieces }: PathGiven, checks: Checks): void {
  const wrong = wrongBound(bounds, pieces) ?? wrongBound(rates, []);
  checks.same('path.bounds', 'none', wrong ? String(wrong.place) : 'none');
}

function wrongBound(bounds: readonly PathBound[], pieces: readonly PathPiece[]): PathBound | undefined {
  const newest = [...ticksIn(bounds).map(({ seq }) => seq), ...pieces.map(lastOf)].reduce((a, b) => Math.max(a, b), -1);
  return bounds.find(({ place, before, next }, at) => {
    if (!Number.isSafeInteger(place) || place < -1 || place <= (bounds[at - 1]?.place ?? -2)) return true;
    if (before && before.index > place) return true;
    if (next) return next.index <= place || next.seq !== (before ? before.seq + 1 : 0);
    // Only behind the newest of all there may be none; a tick at the very place needs none.
    return before?.index !== place && (before?.seq ?? -1) < newest;
  });
}

/** What was decided by the newest tick at a place was decided by it. Rules E100 and E101. */
function checkNewest({ newest, bounds, rates }: PathGiven, checks: Checks): void {
  for (const what of ['open', 'close', 'rate'] as const) {
    const all = newest.filter((one) => one.what === what);
    const found = all.map((one) => {
      const bound = (what === 'rate' ? rates : bounds).find(({ place }) => place === one.place);
      const is = bound?.before?.index;
      const until = bounds.find(({ place }) => place === one.place)?.next?.index;
      const fits = one.orLater
        ? is !== undefined && one.tick >= is && one.tick < (until ?? Number.MAX_VALUE)
        : one.tick === is;
      return { ...one, is, fits, isShown: is === one.place || bound?.next !== undefined };
    });
    const wrong = found.find(({ fits }) => !fits);
    const unshown = found.find(({ isShown }) => !isShown);
    const name = `path.${what}`;
    if (wrong) checks.fail(name, String(wrong.is ?? 'none'), String(wrong.tick));
    // Whether another came before the place is told by the next one, which has not come yet.
    else if (unshown) checks.open(name, String(unshown.tick), 'none');
    else if (all.length > 0) checks.same(name, 'true', 'true');
  }
}

function spansOf({ stages, bounds, pieces }: PathGiven, checks: Checks): readonly Span[] {
  const bySeq = new Map(bounds.map((bound) => [bound.place, bound]));
  const newest = pieces.at(-1);
  return stages.flatMap((stage) => {
    const from = bySeq.get(stage.after);
    const to = stage.through === undefined ? undefined : bySeq.get(stage.through);
    // What lies behind a place that nothing stands at is not known: no span, and no path.
    if (!from || (stage.through !== undefined && !to)) {
      checks.fail('path.places', 'a tick at each place', String(from ? stage.through : stage.after));
      return [];
    }
    const after = from.before?.seq ?? -1;
    const through = to ? (to.before?.seq ?? -1) : Math.max(after, newest ? lastOf(newest) : after);
    return [{ stage, after, through }];
  });
}

function isOpenEnd({ stages, bounds }: PathGiven): boolean {
  const last = stages.at(-1);
  if (last?.sets) return false;
  const end = last ? bounds.find(({ place }) => place === last.through) : bounds.at(-1);
  return (last !== undefined || end !== undefined) && end?.next === undefined;
}

/** By number, and by the log's times: a candle's ticks come behind all that stands before it. Rule E93. */
function checkOrder(pieces: readonly PathPiece[], checks: Checks): void {
  let [seq, index, time] = [-1, -1, 0];
  for (const piece of pieces) {
    const [first, last] = [firstOf(piece), lastOf(piece)];
    const counts = [first, last, ...(piece.what === 'tick' ? [piece.index, piece.receivedTime] : [piece.start])];
    if (!counts.every((count) => Number.isSafeInteger(count) && count >= 0)) throw new UnreadableProof('path');
    const begins = piece.what === 'tick' ? piece.receivedTime : piece.start;
    const isBehind = first > seq && last >= first && begins >= time && (piece.what === 'candle' || piece.index > index);
    if (!isBehind) {
      checks.fail('path.order', `> ${seq}`, String(first));
      return;
    }
    seq = last;
    if (piece.what === 'tick') [index, time] = [piece.index, piece.receivedTime];
    else time = piece.start + CANDLE_MS[piece.period];
  }
  checks.same('path.order', 'true', 'true');
}

/** Of the ticks that had to be looked at none is left out, and no other is there. Rule E93. */
function checkGapless(spans: readonly Span[], pieces: readonly PathPiece[], checks: Checks): void {
  const beside = pieces.find(
    (piece) => !spans.some(({ after, through }) => firstOf(piece) <= through && lastOf(piece) > after),
  );
  if (beside) {
    checks.fail('path.gapless', 'none', String(firstOf(beside)));
    return;
  }
  for (const { after, through } of spans) {
    let next = after + 1;
    for (const piece of pieces) if (firstOf(piece) <= next && lastOf(piece) >= next) next = lastOf(piece) + 1;
    if (next <= through) {
      checks.fail('path.gapless', String(next), 'none');
      return;
    }
  }
  checks.same('path.gapless', 'true', 'true');
}

/** Nothing that was read met what the order waited for then, but what decided it. Returns how many did outside the pair's hours. Rule E94. */
function checkQuiet({ hours, pieces }: PathGiven, spans: readonly Span[], checks: Checks): number {
  const outside = new Set<number>();
  let met: PathPiece | undefined;
  for (const { stage, after, through } of spans) {
    const until = stage.sets ? through - 1 : through;
    for (const piece of pieces) {
      if (lastOf(piece) <= after || firstOf(piece) > until || isQuiet(stage.waiting, piece)) continue;
      if (piece.what === 'tick' && !trades(hours, piece)) outside.add(piece.seq);
      else met ??= piece;
    }
  }
  checks.same('path.quiet', 'none', met ? String(firstOf(met)) : 'none');
  return outside.size;
}

/** What decided it is what the order waited for, within the pair's hours. Rule E95. */
function checkDecisions({ hours, pieces }: PathGiven, spans: readonly Span[], checks: Checks): void {
  for (const { stage, through } of spans) {
    if (!stage.sets) continue;
    const tick = pieces.find((piece) => piece.what === 'tick' && piece.seq === through);
    const sets = tick?.what === 'tick' && tick.index === stage.through && trades(hours, tick);
    const found = sets ? triggeredBy(stage.waiting, tick) : undefined;
    checks.same('path.decides', stage.sets, found ?? 'none');
  }
}

/** By the market's clock: a recording's own time, else when it was received. */
const trades = (hours: Pair['hours'], { source, sourceTime, receivedTime }: ReadTick): boolean =>
  isOpen(hours, source === 'replay' ? sourceTime : receivedTime);

/** Whether no price in a piece sets anything off: of a candle its lowest and its highest stand for all between. Rules E20 to E24. */
export function isQuiet(waiting: Waiting, piece: PathPiece): boolean {
  if (piece.what === 'tick') return triggeredBy(waiting, piece) === undefined;
  const low = { bid: piece.bidLow, ask: piece.askLow };
  const high = { bid: piece.bidHigh, ask: piece.askHigh };
  return triggeredBy(waiting, low) === undefined && triggeredBy(waiting, high) === undefined;
}
