// A path as it comes over the network, read into what is checked. Everything is doubted: what is no number, or is not there, makes the path unreadable.

import { price } from '@fairtick/kernel/decimal';
import { CANDLE_PERIODS, type CandlePeriod } from '@fairtick/kernel/log/candle-entry';
import { Checks, type ProofCheck, read, UnreadableProof } from './checks.ts';
import { NIGHTS_OF } from './hours.ts';
import { newestOf, type PathCommand, type PathOrder, type PathRates, stagesOf } from './path-stages.ts';
import type { Pair } from './types.ts';
import {
  type PathBound,
  type PathPiece,
  type PathRead,
  type ReadCandle,
  type ReadTick,
  verifyPath,
} from './verify-path.ts';

export interface ShownTick {
  readonly pair: string;
  readonly seq: number;
  readonly bid: string;
  readonly ask: string;
  readonly sourceTime: number;
  readonly receivedTime: number;
  readonly source: string;
  /** Place in the log of ticks. */
  readonly index: number;
}

export interface ShownCandle {
  readonly pair: string;
  readonly period: CandlePeriod;
  readonly start: number;
  readonly firstSeq: number;
  readonly lastSeq: number;
  readonly bidLow: string;
  readonly bidHigh: string;
  readonly askLow: string;
  readonly askHigh: string;
}

export interface ShownBound {
  readonly place: number;
  readonly before: ShownTick | null;
  readonly next: ShownTick | null;
}

/** All pages of a path in one. */
export interface ShownPath {
  readonly hours: Pair['hours'];
  readonly bounds: readonly ShownBound[];
  /** Of the rate pair. */
  readonly rates: readonly ShownBound[];
  readonly pieces: readonly ({ readonly tick: ShownTick } | { readonly candle: ShownCandle })[];
}

/** A command as the log of acceptances has it; `contents` is JSON. */
export interface ShownCommand {
  readonly kind: PathCommand['kind'];
  readonly tick: number;
  readonly contents: string;
}

/** What the order's proof says of how it went. */
export interface ShownLife {
  readonly commands: readonly ShownCommand[];
  readonly openTick: number | undefined;
  readonly closeTick: number | undefined;
  readonly closeReason: string | undefined;
  readonly rates: PathRates;
  readonly ended: boolean;
}

export interface PathReport {
  readonly checks: readonly ProofCheck[];
  /** undefined where it could not be read. */
  readonly read: PathRead | undefined;
}

/** Never throws on a malformed path: `path.readable` then fails. Rules E92 to E95. */
export function verifyShownPath(life: ShownLife, shown: ShownPath): PathReport {
  const checks = new Checks();
  try {
    const order = orderOf(life);
    const stages = stagesOf(order);
    if (!stages) throw new UnreadableProof('commands');
    const { pair, ratePair } = order;
    const hours = hoursOf(shown.hours);
    checkHours(hours, life, shown, checks);
    const given = {
      ...{ pair, ratePair, hours, stages, newest: newestOf(order) },
      ...{ bounds: shown.bounds.map(boundOf), rates: shown.rates.map(boundOf) },
      pieces: shown.pieces.map(pieceOf),
    };
    return { checks: checks.list, read: verifyPath(given, checks) };
  } catch (error) {
    // It comes over the network: whatever it lacks makes it unreadable, never a broken screen.
    checks.fail('path.readable', 'a complete proof', error instanceof UnreadableProof ? error.message : 'malformed');
    return { checks: checks.list, read: undefined };
  }
}

/**
 * The hours are the server's word of the moment, and excuse ticks that met a price outside them. What was agreed to names the calendar of nights that goes with
 * them; where it is another one, the pair's hours were changed since, or are a lie. What is simulated trades always. Rule E134.
 */
function checkHours(hours: Pair['hours'], { commands }: ShownLife, { bounds }: ShownPath, checks: Checks): void {
  const { financingNights: agreed } = fieldsOf(commands[0]?.contents ?? '');
  const simulated =
    hours === 'always' &&
    bounds.every(({ before, next }) => [before, next].every((one) => !one || one.source === 'simulated'));
  if (simulated || agreed === NIGHTS_OF[hours]) checks.same('path.hours', 'true', 'true');
  else checks.open('path.hours', String(agreed), hours);
}

/** The order as its own commands and its proof tell it. Throws UnreadableProof. */
export function orderOf(life: ShownLife): PathOrder & { readonly pair: string; readonly ratePair: string | undefined } {
  const placed = fieldsOf(life.commands[0]?.contents ?? '');
  const { OrderType: side, pair, ratePair, target_price: target, targetKind: kind } = placed;
  if ((side !== 1 && side !== 2) || typeof pair !== 'string') throw new UnreadableProof('placed');
  if (kind !== null && kind !== 'limit' && kind !== 'stop') throw new UnreadableProof('targetKind');
  if (ratePair !== null && typeof ratePair !== 'string') throw new UnreadableProof('ratePair');
  const { openTick, closeTick, closeReason, rates, ended } = life;
  return {
    ...{ pair, openTick, closeTick, closeReason, ended },
    ...(ratePair === null ? { ratePair: undefined, rates: undefined } : { ratePair, rates }),
    side: side === 1 ? 'buy' : 'sell',
    markup: price(read('markup', placed.markup)),
    target: kind === null ? undefined : { kind, price: price(read('target', target)) },
    commands: life.commands.map(commandOf),
  };
}

function commandOf({ kind, tick, contents }: ShownCommand): PathCommand {
  const said = fieldsOf(contents);
  if (said.kind !== kind || said.tick !== tick) throw new UnreadableProof('command');
  if (kind !== 'placed' && kind !== 'stops') return { kind, tick };
  const [stopLoss, takeProfit] = [read('stop', said.TargetLossPrice), read('target', said.TargetProfitPrice)];
  return { kind, tick, stopLoss: price(stopLoss), takeProfit: price(takeProfit) };
}

function fieldsOf(contents: string): Readonly<Record<string, unknown>> {
  const said: unknown = JSON.parse(contents);
  if (typeof said !== 'object' || said === null) throw new UnreadableProof('contents');
  return Object.fromEntries(Object.entries(said));
}

function hoursOf(hours: unknown): Pair['hours'] {
  const known = (['fx', 'metal', 'index', 'always'] as const).find((one) => one === hours);
  if (!known) throw new UnreadableProof('hours');
  return known;
}

const boundOf = ({ place, before, next }: ShownBound): PathBound => ({
  place,
  before: before === null ? undefined : tickOf(before),
  next: next === null ? undefined : tickOf(next),
});

const pieceOf = (piece: ShownPath['pieces'][number]): PathPiece =>
  'tick' in piece ? tickOf(piece.tick) : candleOf(piece.candle);

function tickOf({ bid, ask, ...rest }: ShownTick): ReadTick {
  const { pair, seq, index, sourceTime, receivedTime, source } = rest;
  counts(seq, index, sourceTime, receivedTime);
  const [low, high] = [price(read('bid', bid)), price(read('ask', ask))];
  return { what: 'tick', pair, seq, index, sourceTime, receivedTime, source, bid: low, ask: high };
}

function candleOf(candle: ShownCandle): ReadCandle {
  const { pair, start, firstSeq, lastSeq } = candle;
  const period = CANDLE_PERIODS.find((one) => one === candle.period);
  counts(start, firstSeq, lastSeq);
  if (!period) throw new UnreadableProof('period');
  return {
    ...{ what: 'candle', pair, period, start, firstSeq, lastSeq },
    ...{ bidLow: price(read('bid', candle.bidLow)), bidHigh: price(read('bid', candle.bidHigh)) },
    ...{ askLow: price(read('ask', candle.askLow)), askHigh: price(read('ask', candle.askHigh)) },
  };
}

function counts(...all: readonly unknown[]): void {
  if (!all.every((one) => Number.isSafeInteger(one))) throw new UnreadableProof('a count');
}
