// The path of an order: the ticks and candles of its pair that show that nothing set it off before what did, page by page, each with its proof of inclusion.

import { type Refusal, refuse } from '@fairtick/contract/errors';
import type { AnswerOf } from '@fairtick/contract/http/index';
import { orderOf } from '@fairtick/engine/path-reading';
import { newestOf, type PathNewest, type PathStage, stagesOf } from '@fairtick/engine/path-stages';
import type { ForexOrder, Pair, Tick } from '@fairtick/engine/types';
import { fromUtf8, toBase64 } from '@fairtick/kernel/bytes';
import { type CandlePeriod, parseCandleEntry } from '@fairtick/kernel/log/candle-entry';
import { err, ok, type Result } from '@fairtick/kernel/result';
import { acceptancesOf } from '../../platform/acceptances/table.ts';
import type { Pool } from '../../platform/database/pools.ts';
import { Unavailable } from '../../platform/endpoints.ts';
import { readFinancing } from '../forex/index.ts';
import {
  type CandlesLog,
  candleOf,
  readCandleRows,
  type TickLog,
  ticksAt,
  ticksBySeq,
  toTick,
} from '../market/index.ts';
import { type FoundCandle, type PlanItem, type PlanSpan, planPath } from './path-plan.ts';
import { nightsShown } from './views.ts';

export interface PathOptions {
  readonly db: Pool;
  readonly log: Pick<TickLog, 'inclusion' | 'checkpointCovering' | 'currentCheckpoint'>;
  readonly candles: Pick<CandlesLog, 'inclusion' | 'checkpointCovering' | 'currentCheckpoint' | 'verifierKey'>;
  readonly pair: (pairId: number) => Pair | undefined;
}

/** A further page: the number with which it begins, and how far the first page's checkpoints reach. */
export interface PathAsked {
  readonly from?: number | undefined;
  readonly ticks?: number | undefined;
  readonly candles?: number | undefined;
}

type Answer = AnswerOf<'proof_path'>;
type Piece = Answer['pieces'][number];
/** A page's ticks and candles before they are proven. */
type Found = { readonly tick: Tick } | { readonly candle: FoundCandle; readonly entry: Uint8Array };

/** Ticks and candles of one page. */
const PAGE = 200;
/** Indexes that a log proves at once. */
const PROVEN_AT_ONCE = 256;
/** Changes of stops that a path is shown through. */
const MOST_STAGES = 300;
const NOTHING: readonly never[] = [];

/** Nothing where the order's commands are older than their log; refused where ticks at the ends are no longer kept. */
export async function pathOf(
  options: PathOptions,
  order: ForexOrder,
  pair: Pair,
  input: PathAsked,
): Promise<Result<Answer, Refusal>> {
  const { db, log } = options;
  const way = await wayOf(db, order);
  const empty = { found: [], next: null, bounds: NOTHING, rates: NOTHING };
  // Nothing is known of what it waited for, or more than is shown: the asker's own check then says so.
  if (!way || way.stages.length > MOST_STAGES) return ok(await proven(options, { pair }, empty, input));
  const { stages, ratePairId } = way;
  // Every page of a path shows the log as far as its first page did.
  const under = underOf(input.ticks) ?? (await checkpointFor(db, log, [order.pairId, ratePairId ?? []].flat()));
  const { size } = under;
  const [newest] = await ticksAt(db, [order.pairId], size - 1);
  const bounds = await boundsOf(db, order.pairId, placesOf(way), size);
  const rates =
    ratePairId === undefined || input.from !== undefined
      ? NOTHING
      : await boundsOf(db, ratePairId, ratesOf(way.newest), size);
  if (!bounds || !rates) return err(refuse('TICKS_GONE'));
  const spans = stages.map(
    (stage): PlanSpan => ({
      stage,
      after: seqAt(bounds, stage.after),
      through: stage.through === undefined ? (newest?.seq ?? -1) : seqAt(bounds, stage.through),
    }),
  );
  const entries = new Map<number, Uint8Array>();
  const plan = await planPath(spans, candlesIn(db, order.pairId, entries), ...timesOf(bounds, newest));
  const found = await pageOf(db, order.pairId, plan, input.from ?? 0, entries);
  if (!found) return err(refuse('TICKS_GONE'));
  const shown = input.from === undefined ? { bounds, rates } : { bounds: NOTHING, rates: NOTHING };
  const ratePair = ratePairId === undefined ? undefined : options.pair(ratePairId);
  return ok(await proven(options, { pair, ratePair }, { ...found, ...shown }, input, under));
}

/** What an order waited for, what was decided by the newest tick, and by which pair it is converted. */
interface Way {
  readonly stages: readonly PathStage[];
  readonly newest: readonly PathNewest[];
  readonly ratePairId: number | undefined;
}

async function wayOf(db: Pool, order: ForexOrder): Promise<Way | undefined> {
  const rows = await acceptancesOf(db, [order.id]);
  if (rows.length === 0) return undefined;
  const nights = order.terms.financingRate === 0n ? NOTHING : await readFinancing(db, [order.id]);
  const way = orderOf({
    commands: rows,
    openTick: order.open?.tickIndex,
    closeTick: order.close?.tickIndex,
    closeReason: order.close?.reason,
    rates: {
      placed: order.placed.rateTickIndex,
      closed: order.close?.rateTickIndex,
      nights: nightsShown(nights).flatMap(({ tickIndex, rateTickIndex }) =>
        rateTickIndex === undefined ? [] : { place: tickIndex, tick: rateTickIndex },
      ),
    },
    ended: order.status === 'closed' || order.status === 'cancelled',
  });
  const stages = stagesOf(way);
  return stages && { stages, newest: newestOf(way), ratePairId: order.terms.ratePairId };
}

/** One that covers what these pairs' ticks are now. */
async function checkpointFor(db: Pool, log: PathOptions['log'], pairIds: readonly number[]): Promise<Under> {
  const newest = await ticksAt(db, pairIds, Number.MAX_SAFE_INTEGER);
  const place = newest.reduce((last, { logIndex }) => Math.max(last, logIndex), -1);
  return place < 0 ? await log.currentCheckpoint() : await log.checkpointCovering(place);
}

interface Place {
  readonly place: number;
  /** A tick of the pair decided there: none behind it says more. */
  readonly decides: boolean;
}

/** By place, each once. */
function placesOf({ stages, newest }: Way): readonly Place[] {
  const quiet = [
    ...stages.map(({ after }) => after),
    ...stages.flatMap(({ through, sets }) => (through === undefined || sets ? [] : through)),
    ...newest.flatMap(({ what, place }) => (what === 'rate' ? [] : place)),
  ];
  const set = stages.flatMap(({ through, sets }) => (through !== undefined && sets ? through : []));
  return inOrder([...quiet, ...set]).map((place) => ({ place, decides: set.includes(place) }));
}

const ratesOf = (newest: readonly PathNewest[]): readonly Place[] =>
  inOrder(newest.flatMap(({ what, place }) => (what === 'rate' ? place : []))).map((place) => ({
    ...{ place, decides: false },
  }));

const inOrder = (places: readonly number[]): readonly number[] => [...new Set(places)].sort((a, b) => a - b);

interface Bound {
  readonly place: number;
  readonly before: Tick | undefined;
  readonly next: Tick | undefined;
}

/** In the first `size` entries of the log. undefined where a neighbour is no longer kept. */
async function boundsOf(
  db: Pool,
  pairId: number,
  places: readonly Place[],
  size: number,
): Promise<readonly Bound[] | undefined> {
  const [newest] = await ticksAt(db, [pairId], size - 1);
  const bounds: Bound[] = [];
  for (const { place, decides } of places) {
    const [before] = await ticksAt(db, [pairId], Math.min(place, size - 1));
    const number = (before?.seq ?? -1) + 1;
    const isBehind = !decides && newest !== undefined && newest.seq >= number;
    const [next] = isBehind ? await ticksBySeq(db, pairId, number, number + 1, 1) : NOTHING;
    if (isBehind && !next) return undefined;
    bounds.push({ place, before, next });
  }
  return bounds;
}

const seqAt = (bounds: readonly Bound[], place: number): number =>
  bounds.find((bound) => bound.place === place)?.before?.seq ?? -1;

/** What encloses every tick between the ends. */
function timesOf(bounds: readonly Bound[], newest: Tick | undefined): [fromMs: number, toMs: number] {
  const times = bounds.flatMap(({ before, next }) => [before?.receivedTime ?? [], next?.receivedTime ?? []].flat());
  return [Math.min(...times), Math.max(...times, newest?.receivedTime ?? 0)];
}

function candlesIn(db: Pool, pairId: number, entries: Map<number, Uint8Array>) {
  return async (period: CandlePeriod, fromMs: number, toMs: number): Promise<readonly FoundCandle[]> => {
    const rows = await readCandleRows(db, [pairId], period, fromMs, toMs + 1);
    for (const { index, entry } of rows) entries.set(index, entry);
    return rows.map((row) => ({ ...candleOf(row), index: row.index }));
  };
}

interface Page {
  readonly found: readonly Found[];
  /** The number with which the next page begins; null where this was the last. */
  readonly next: number | null;
}

/** undefined where ticks that it needs are no longer kept. */
async function pageOf(
  db: Pool,
  pairId: number,
  plan: readonly PlanItem[],
  from: number,
  entries: ReadonlyMap<number, Uint8Array>,
): Promise<Page | undefined> {
  const found: Found[] = [];
  for (const item of plan) {
    const [first, last] =
      item.what === 'candle' ? [item.candle.firstSeq, item.candle.lastSeq] : [item.first, item.last];
    if (last < from) continue;
    if (found.length === PAGE) return { found, next: Math.max(first, from) };
    if (item.what === 'candle') {
      const entry = entries.get(item.candle.index);
      if (entry) found.push({ candle: item.candle, entry });
      continue;
    }
    const start = Math.max(first, from);
    const end = Math.min(last, start + PAGE - found.length - 1);
    const ticks = await ticksBySeq(db, pairId, start, end + 1, PAGE);
    if (ticks.length !== end - start + 1) return undefined;
    found.push(...ticks.map((tick) => ({ tick })));
    if (end < last) return { found, next: end + 1 };
  }
  return { found, next: null };
}

async function proven(
  { log, candles }: PathOptions,
  { pair, ratePair }: { readonly pair: Pair; readonly ratePair?: Pair | undefined },
  { found, next, bounds, rates }: Page & { readonly bounds: readonly Bound[]; readonly rates: readonly Bound[] },
  asked: PathAsked,
  under = underOf(asked.ticks),
): Promise<Answer> {
  const beside = [...bounds, ...rates].flatMap(({ before, next: behind }) => [before ?? [], behind ?? []].flat());
  const ticks = [...beside, ...found.flatMap((one) => ('tick' in one ? [one.tick] : []))];
  const tickProof = await inclusionOf(
    log,
    ticks.map(({ logIndex }) => logIndex),
    under,
  );
  const candleIndexes = found.flatMap((one) => ('candle' in one ? [one.candle.index] : []));
  const candleProof = await inclusionOf(candles, candleIndexes, underOf(asked.candles));
  const shownTick = (tick: Tick, of = pair) => ({ ...toTick(tick, of), inclusion: tickProof.at(tick.logIndex) });
  const shownBound = (of?: Pair) => (bound: Bound) => ({
    place: bound.place,
    before: bound.before ? shownTick(bound.before, of) : null,
    next: bound.next ? shownTick(bound.next, of) : null,
  });
  const piece = (one: Found): Piece => {
    if ('tick' in one) return { tick: shownTick(one.tick) };
    const said = parseCandleEntry(one.entry);
    if (!said) throw new Unavailable(`not a candle: ${fromUtf8(one.entry)}`);
    return { candle: { ...said, index: one.candle.index, inclusion: candleProof.at(one.candle.index) } };
  };
  return {
    hours: pair.hours,
    ...{ bounds: bounds.map(shownBound(pair)), rates: rates.map(shownBound(ratePair)) },
    pieces: found.map(piece),
    next,
    checkpoint: tickProof.note,
    candlesCheckpoint: candleProof.note,
    candlesKey: candles.verifierKey,
  };
}

/** The checkpoint that proofs hold under; its note is null where the asker has it. */
interface Under {
  readonly size: number;
  readonly note: string | null;
}

const underOf = (size: number | undefined): Under | undefined =>
  size === undefined ? undefined : { size, note: null };

interface Inclusion {
  readonly note: string | null;
  readonly at: (index: number) => string[];
}

/** Without a checkpoint under one that covers them all. */
export async function inclusionOf(
  log: Pick<PathOptions['candles'], 'currentCheckpoint' | 'checkpointCovering' | 'inclusion'>,
  indexes: readonly number[],
  under?: Under,
): Promise<Inclusion> {
  const newest = indexes.reduce((a, b) => Math.max(a, b), -1);
  const checkpoint = under ?? (newest < 0 ? await log.currentCheckpoint() : await log.checkpointCovering(newest));
  const proofs = new Map<number, string[]>();
  for (let at = 0; at < indexes.length; at += PROVEN_AT_ONCE) {
    const some = indexes.slice(at, at + PROVEN_AT_ONCE);
    const read = await log.inclusion(some, checkpoint);
    if (!read.ok) throw new Unavailable(`the log gives no proof now: ${read.error}`);
    for (const [i, index] of some.entries()) proofs.set(index, (read.value[i] ?? []).map(toBase64));
  }
  return { note: checkpoint.note, at: (index) => proofs.get(index) ?? [] };
}
