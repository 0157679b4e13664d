// The check of an order's path: page after page of ticks and candles, each found in its signed log, and none of them met the order's price before what did.

import type { AnswerOf } from '@fairtick/contract/http/index';
import { type ShownBound, type ShownCommand, type ShownPath, verifyShownPath } from '@fairtick/engine/path-reading';
import type { ForexProofTerms } from '@fairtick/engine/proof';
import { allHold, anyFails, type ProofCheck } from '@fairtick/engine/verify';
import type { PathRead } from '@fairtick/engine/verify-path';
import { formatFixed, parseDecimal } from '@fairtick/kernel/decimal';
import { encodeCandleEntry } from '@fairtick/kernel/log/candle-entry';
import type { Checkpoint, NoteCrypto } from '@fairtick/kernel/log/note';
import { encodeTickEntry } from '@fairtick/kernel/log/tick-entry';
import { type Placed, signed, stands } from './in-log.ts';
import { type Consistency, type Growth, growthOf, newestOf } from './log-growth.ts';
import type { LogMemory } from './log-memory.ts';

type Page = AnswerOf<'proof_path'>;
type Proof = AnswerOf<'proof'>;
type Piece = Page['pieces'][number];
type Tick = Extract<Piece, { tick: unknown }>['tick'];

export interface PathOutcome {
  /** What to remember of the log of candles from now on; undefined: keep what was. */
  readonly rememberCandles?: LogMemory | undefined;
  readonly holds: boolean;
  /** Nothing is wrong, but not everything can be shown. Never together with `holds`. */
  readonly open: boolean;
  readonly checks: readonly ProofCheck[];
  readonly read: PathRead | undefined;
}

export interface PathParts {
  readonly proof: Proof;
  /** The key of the log of ticks, as it was met first. */
  readonly ticksKey: string;
  /** Of the log of candles; undefined: it is met now. */
  readonly candlesMemory: LogMemory | undefined;
  readonly candlesConsistency: Consistency;
  readonly crypto: NoteCrypto;
  readonly page: (asked: { from?: number; ticks?: number; candles?: number }) => Promise<Page>;
}

/** A path of more pages is not read: 200 lines each. */
const MOST_PAGES = 60;
const TRIGGERED = new Set<unknown>(['stop_loss', 'take_profit', 'user', 'trader', 'stop_out', 'copy_stop', null]);

/** undefined where nothing of the order ever waited for a price, or its commands are older than their log. */
export async function checkPath(parts: PathParts, commands: readonly ShownCommand[]): Promise<PathOutcome | undefined> {
  const { proof, crypto, page } = parts;
  if (commands.length === 0 || proof.terms.kind !== 'forex' || !TRIGGERED.has(proof.terms.closeReason))
    return undefined;
  // What the house cancelled says nowhere up to which price it waited.
  if (proof.order.Status === 2 && !commands.some(({ kind }) => kind === 'cancel')) return undefined;
  const first = await page({});
  const { candlesMemory: memory } = parts;
  const candlesKey = memory?.key ?? first.candlesKey;
  const [ticks, candles] = [
    signed(first.checkpoint, parts.ticksKey, crypto),
    signed(first.candlesCheckpoint, candlesKey, crypto),
  ];
  const pages = [first];
  for (let next = first.next; next !== null && pages.length < MOST_PAGES; ) {
    const more = await page({ from: next, ticks: ticks?.size ?? 1, candles: candles?.size ?? 0 });
    // A server that does not go on is left to the check: it finds the gap.
    next = more.next !== null && more.next > next ? more.next : null;
    pages.push(more);
  }
  const { hours, bounds, rates } = first;
  const shown = { hours, bounds, rates, pieces: pages.flatMap(({ pieces }) => pieces) };
  const { checks, read } = verifyShownPath(lifeOf(proof, commands), shown);
  const isSigned = ticks !== undefined && candles !== undefined && agree(first, pages.slice(1), candlesKey);
  const inLog = everyOne(shown, proof, ticks, candles, crypto);
  const growth = candles && (await growthOf(memory, candles, parts.candlesConsistency, crypto));
  const all = [
    ...checks,
    ...(growth ? [grown(growth)] : []),
    { name: 'path.signed', ok: isSigned, expected: 'true', actual: String(isSigned) },
    { name: 'path.in_log', ok: inLog === undefined, expected: 'none', actual: inLog ?? 'none' },
  ];
  const holds = allHold(all);
  // Nothing of it waited for a price.
  if (read?.covered === 0 && !read.openEnd && holds) return undefined;
  const rememberCandles =
    candles && (growth === 'first' || growth === 'extends')
      ? newestOf(memory, candlesKey, candles, first.candlesCheckpoint ?? '')
      : undefined;
  return { holds, open: !holds && !anyFails(all), checks: all, read, rememberCandles };
}

/** Where the server could not be asked, nothing is shown against it either. */
const grown = (growth: Growth): ProofCheck => ({
  name: 'path.grows',
  ok: growth === 'first' || growth === 'extends',
  ...(growth === 'unknown' && { open: true }),
  expected: 'true',
  actual: growth === 'first' || growth === 'extends' ? 'true' : growth,
});

/** Further pages say nothing that the first one said already, and the key is the one that was met first. */
function agree({ hours, candlesKey }: Page, further: readonly Page[], met: string): boolean {
  const repeats = further.every(
    (page) =>
      page.checkpoint === null &&
      page.candlesCheckpoint === null &&
      page.bounds.length + page.rates.length === 0 &&
      page.hours === hours &&
      page.candlesKey === candlesKey,
  );
  return repeats && met === candlesKey;
}

function lifeOf({ order, terms, ticks }: Proof, commands: readonly ShownCommand[]) {
  const place = (role: string, at: string): number | undefined =>
    ticks.find((tick) => tick.role === role && tick.at === at)?.index;
  const reason = terms.closeReason;
  return {
    commands,
    openTick: place('open', 'open'),
    closeTick: place('close', 'close'),
    closeReason: typeof reason === 'string' ? reason : undefined,
    rates: { placed: place('rate', 'open'), closed: place('rate', 'close'), nights: nightsOf(terms) },
    ended: order.Status === 2 || order.Status === 3,
  };
}

/** Where each night was taken, and the tick of its rate; what is no number is found by the check. */
function nightsOf({ financing }: Proof['terms']): readonly { readonly place: number; readonly tick: number }[] {
  if (!isNights(financing)) return [];
  return financing.nights.flatMap(({ tick: place, rateTick: tick }) => (tick === null ? [] : { place, tick }));
}

const isNights = (value: unknown): value is NonNullable<ForexProofTerms['financing']> =>
  typeof value === 'object' && value !== null && 'nights' in value && Array.isArray(value.nights);

/** The first that stands in no signed log; undefined where all do. */
function everyOne(
  { bounds, rates, pieces }: ShownPath,
  proof: Proof,
  ticks: Checkpoint | undefined,
  candles: Checkpoint | undefined,
  crypto: NoteCrypto,
): string | undefined {
  const places = proof.terms.PricePrecision;
  const found = (checkpoint: Checkpoint | undefined, entry: Uint8Array | undefined, one: unknown): boolean =>
    checkpoint !== undefined && entry !== undefined && isPlaced(one) && stands(checkpoint, entry, one, crypto);
  const between = (all: readonly ShownBound[], of: unknown): string | undefined =>
    all
      .flatMap(({ before, next }) => [before ?? [], next ?? []].flat())
      .find((tick) => !found(ticks, tickEntry(tick, of), tick))
      ?.seq.toString();
  const lost = between(bounds, places) ?? between(rates, proof.terms.ratePrecision);
  if (lost !== undefined) return lost;
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
