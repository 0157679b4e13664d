// The path of an order: the ticks and candles of its pair that show that nothing set it off before what did, page by page, each with its proof of inclusion.

import { type Refusal, refuse } from '@fairtick/contract/errors';
import type { AnswerOf } from '@fairtick/contract/http/index';
import { orderOf } from '@fairtick/engine/path-reading';
import { type PathStage, stagesOf } from '@fairtick/engine/path-stages';
import type { ForexOrder, Pair, Tick } from '@fairtick/engine/types';
import { fromUtf8, toBase64 } from '@fairtick/kernel/bytes';
import { type CandlePeriod, parseCandleEntry } from '@fairtick/kernel/log/candle-entry';
import { err, ok, type Result } from '@fairtick/kernel/result';
import { acceptancesOf } from '../../platform/acceptances/table.ts';
import type { Pool } from '../../platform/database/pools.ts';
import { Unavailable } from '../../platform/endpoints.ts';
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

export interface PathOptions {
  readonly db: Pool;
  readonly log: Pick<TickLog, 'inclusion' | 'checkpointCovering' | 'currentCheckpoint'>;
  readonly candles: Pick<CandlesLog, 'inclusion' | 'checkpointCovering' | 'currentCheckpoint' | 'verifierKey'>;
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
  const { db } = options;
  const stages = await stagesFor(db, order);
  // Nothing is known of what it waited for, or more than is shown: the asker's own check then says so.
  if (!stages || stages.length > MOST_STAGES)
    return ok(await proven(options, pair, { found: [], next: null, bounds: [] }, input));
  const bounds = await boundsOf(db, order.pairId, stages);
  const newest = (await ticksAt(db, [order.pairId], Number.MAX_SAFE_INTEGER))[0];
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
  const answered = await proven(
    options,
    pair,
    { ...found, bounds: input.from === undefined ? bounds : NOTHING },
    input,
  );
  return ok(answered);
}

async function stagesFor(db: Pool, order: ForexOrder): Promise<readonly PathStage[] | undefined> {
  const rows = await acceptancesOf(db, [order.id]);
  if (rows.length === 0) return undefined;
  return stagesOf(
    orderOf({
      commands: rows,
      openTick: order.open?.tickIndex,
      closeTick: order.close?.tickIndex,
      closeReason: order.close?.reason,
      ended: order.status === 'closed' || order.status === 'cancelled',
    }),
  );
}

interface Bound {
  readonly place: number;
  readonly before: Tick | undefined;
  readonly next: Tick | undefined;
}

async function boundsOf(db: Pool, pairId: number, stages: readonly PathStage[]): Promise<readonly Bound[]> {
  const places = new Set(stages.flatMap(({ after, through }) => (through === undefined ? [after] : [after, through])));
  const bounds: Bound[] = [];
  for (const place of [...places].sort((a, b) => a - b)) {
    const [before] = await ticksAt(db, [pairId], place);
    const first = (before?.seq ?? -1) + 1;
    const [next] = await ticksBySeq(db, pairId, first, Number.MAX_SAFE_INTEGER, 1);
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
  pair: Pair,
  { found, next, bounds }: Page & { readonly bounds: readonly Bound[] },
  { ticks: ticksSize, candles: candlesSize }: PathAsked,
): Promise<Answer> {
  const beside = bounds.flatMap(({ before, next: behind }) => [before ?? [], behind ?? []].flat());
  const ticks = [...beside, ...found.flatMap((one) => ('tick' in one ? [one.tick] : []))];
  const tickProof = await inclusionOf(
    log,
    ticks.map(({ logIndex }) => logIndex),
    ticksSize,
  );
  const candleIndexes = found.flatMap((one) => ('candle' in one ? [one.candle.index] : []));
  const candleProof = await inclusionOf(candles, candleIndexes, candlesSize);
  const shownTick = (tick: Tick) => ({ ...toTick(tick, pair), inclusion: tickProof.at(tick.logIndex) });
  const piece = (one: Found): Piece => {
    if ('tick' in one) return { tick: shownTick(one.tick) };
    const said = parseCandleEntry(one.entry);
    if (!said) throw new Unavailable(`not a candle: ${fromUtf8(one.entry)}`);
    return { candle: { ...said, index: one.candle.index, inclusion: candleProof.at(one.candle.index) } };
  };
  return {
    hours: pair.hours,
    bounds: bounds.map(({ place, before, next: behind }) => ({
      place,
      before: before ? shownTick(before) : null,
      next: behind ? shownTick(behind) : null,
    })),
    pieces: found.map(piece),
    next,
    checkpoint: tickProof.note,
    candlesCheckpoint: candleProof.note,
    candlesKey: candles.verifierKey,
  };
}

interface Inclusion {
  /** The checkpoint, where the asker has none yet. */
  readonly note: string | null;
  readonly at: (index: number) => string[];
}

/** Under the checkpoint of `size` where the asker has one, else under one that covers them all. */
export async function inclusionOf(
  log: Pick<PathOptions['candles'], 'currentCheckpoint' | 'checkpointCovering' | 'inclusion'>,
  indexes: readonly number[],
  size: number | undefined,
): Promise<Inclusion> {
  const newest = indexes.reduce((a, b) => Math.max(a, b), -1);
  const made = newest < 0 ? await log.currentCheckpoint() : await log.checkpointCovering(newest);
  const checkpoint = size === undefined ? made : { size };
  const proofs = new Map<number, string[]>();
  for (let at = 0; at < indexes.length; at += PROVEN_AT_ONCE) {
    const some = indexes.slice(at, at + PROVEN_AT_ONCE);
    const read = await log.inclusion(some, checkpoint);
    if (!read.ok) throw new Unavailable(`the log gives no proof now: ${read.error}`);
    for (const [i, index] of some.entries()) proofs.set(index, (read.value[i] ?? []).map(toBase64));
  }
  return { note: size === undefined ? made.note : null, at: (index) => proofs.get(index) ?? [] };
}
