// The check of an order's path: page after page of ticks and candles, each found in its signed log, and none of them met the order's price before what did.

import type { AnswerOf } from '@fairtick/contract/http/index';
import { type ShownCommand, type ShownPath, verifyShownPath } from '@fairtick/engine/path-reading';
import { allHold, type ProofCheck } from '@fairtick/engine/verify';
import type { PathRead } from '@fairtick/engine/verify-path';
import { formatFixed, parseDecimal } from '@fairtick/kernel/decimal';
import { encodeCandleEntry } from '@fairtick/kernel/log/candle-entry';
import type { Checkpoint, NoteCrypto } from '@fairtick/kernel/log/note';
import { encodeTickEntry } from '@fairtick/kernel/log/tick-entry';
import { type Placed, signed, stands } from './in-log.ts';

type Page = AnswerOf<'proof_path'>;
type Proof = AnswerOf<'proof'>;
type Piece = Page['pieces'][number];
type Tick = Extract<Piece, { tick: unknown }>['tick'];

export interface PathOutcome {
  readonly holds: boolean;
  readonly checks: readonly ProofCheck[];
  readonly read: PathRead | undefined;
}

export interface PathParts {
  readonly proof: Proof;
  /** The key of the log of ticks, as it was met first. */
  readonly ticksKey: string;
  /** The key of the log of candles as it was met first; undefined: it is met now. */
  readonly candlesKey: string | undefined;
  readonly crypto: NoteCrypto;
  readonly page: (asked: { from?: number; ticks?: number; candles?: number }) => Promise<Page>;
}

/** A path of more pages is not read: 200 lines each. */
const MOST_PAGES = 60;
const TRIGGERED = new Set<unknown>(['stop_loss', 'take_profit', 'user', 'stop_out', null]);

/** undefined where nothing of the order ever waited for a price, or its commands are older than their log. */
export async function checkPath(parts: PathParts, commands: readonly ShownCommand[]): Promise<PathOutcome | undefined> {
  const { proof, crypto, page } = parts;
  if (commands.length === 0 || proof.terms.kind !== 'forex' || !TRIGGERED.has(proof.terms.closeReason))
    return undefined;
  // What the house cancelled says nowhere up to which price it waited.
  if (proof.order.Status === 2 && !commands.some(({ kind }) => kind === 'cancel')) return undefined;
  const first = await page({});
  const [ticks, candles] = [
    signed(first.checkpoint, parts.ticksKey, crypto),
    signed(first.candlesCheckpoint, parts.candlesKey ?? first.candlesKey, crypto),
  ];
  const pages = [first];
  for (let next = first.next; next !== null && pages.length < MOST_PAGES; ) {
    const more = await page({ from: next, ticks: ticks?.size ?? 1, candles: candles?.size ?? 0 });
    // A server that does not go on is left to the check: it finds the gap.
    next = more.next !== null && more.next > next ? more.next : null;
    pages.push(more);
  }
  const shown = { hours: first.hours, bounds: first.bounds, pieces: pages.flatMap(({ pieces }) => pieces) };
  const { checks, read } = verifyShownPath(lifeOf(proof, commands), shown);
  const inLog = everyOne(shown, proof, ticks, candles, crypto);
  const logged = { name: 'path.in_log', ok: inLog === undefined, expected: 'none', actual: inLog ?? 'none' };
  const all = [...checks, logged];
  // Nothing of it waited for a price.
  if (read?.covered === 0 && allHold(all)) return undefined;
  return { holds: allHold(all), checks: all, read };
}

function lifeOf({ order, terms, ticks }: Proof, commands: readonly ShownCommand[]) {
  const place = (role: string): number | undefined =>
    ticks.find((tick) => tick.role === role && tick.at === role)?.index;
  const reason = terms.closeReason;
  return {
    commands,
    openTick: place('open'),
    closeTick: place('close'),
    closeReason: typeof reason === 'string' ? reason : undefined,
    ended: order.Status === 2 || order.Status === 3,
  };
}

/** The first that stands in no signed log; undefined where all do. */
function everyOne(
  { bounds, pieces }: ShownPath,
  proof: Proof,
  ticks: Checkpoint | undefined,
  candles: Checkpoint | undefined,
  crypto: NoteCrypto,
): string | undefined {
  const places = proof.terms.PricePrecision;
  const found = (checkpoint: Checkpoint | undefined, entry: Uint8Array | undefined, one: unknown): boolean =>
    checkpoint !== undefined && entry !== undefined && isPlaced(one) && stands(checkpoint, entry, one, crypto);
  for (const tick of bounds.flatMap(({ before, next }) => [before ?? [], next ?? []].flat()))
    if (!found(ticks, tickEntry(tick, places), tick)) return String(tick.seq);
  for (const piece of pieces) {
    const ok =
      'tick' in piece
        ? found(ticks, tickEntry(piece.tick, places), piece.tick)
        : found(candles, candleEntry(piece.candle, places), piece.candle);
    if (!ok) return String('tick' in piece ? piece.tick.seq : piece.candle.firstSeq);
  }
  return undefined;
}

const isPlaced = (one: unknown): one is Placed =>
  typeof one === 'object' && one !== null && 'index' in one && 'inclusion' in one && Array.isArray(one.inclusion);

/** Entries are written anew from what is shown: a single changed digit gives other bytes and no place in the log. */
const tickEntry = (tick: Omit<Tick, 'inclusion'>, places: unknown): Uint8Array | undefined =>
  attempt(() => encodeTickEntry({ ...tick, bid: fixed(tick.bid, places), ask: fixed(tick.ask, places) }));

function candleEntry(candle: Extract<ShownPath['pieces'][number], { candle: unknown }>['candle'], places: unknown) {
  const { bidLow, bidHigh, askLow, askHigh } = candle;
  return attempt(() =>
    encodeCandleEntry({
      ...candle,
      ...{ bidLow: fixed(bidLow, places), bidHigh: fixed(bidHigh, places) },
      ...{ askLow: fixed(askLow, places), askHigh: fixed(askHigh, places) },
    }),
  );
}

function attempt(encode: () => Uint8Array): Uint8Array | undefined {
  try {
    return encode();
  } catch {
    return undefined;
  }
}

function fixed(text: string, places: unknown): string {
  const parsed = parseDecimal(text);
  if (!parsed.ok || typeof places !== 'number') throw new Error('no price');
  return formatFixed(parsed.value, places);
}
