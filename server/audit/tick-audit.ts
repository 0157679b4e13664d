// The tick log as an audit walks it: every tick against its hash and its neighbours, and what the log says of itself against its ticks.

import { HASH_BYTES } from '@fairtick/kernel/log/merkle';
import { TILE_WIDTH } from '@fairtick/kernel/log/tiles';
import { readTickRows, storedEntry, TICK_LOG, type TickRow } from '../domains/market/index.ts';
import type { Queries } from '../platform/database/pools.ts';
import { readTiles } from '../platform/transparency/index.ts';
import type { CandleCheck } from './candle-check.ts';
import type { Findings } from './findings.ts';
import { auditTree, type TreeReport } from './log-audit.ts';
import type { Remembered } from './memory.ts';
import type { Pairs } from './orders-audit.ts';
import { readTickExtent, type TickExtent } from './table.ts';
import { TickOrder } from './tick-order.ts';

export interface TickReport extends TreeReport {
  /** Of the ticks, those that are no longer kept: seen as hashes. */
  readonly gone: number;
}

export async function auditTicks(
  db: Queries,
  pairs: Pairs,
  findings: Findings,
  remembered: Remembered | undefined,
  candles?: CandleCheck,
): Promise<TickReport> {
  const extent = await readTickExtent(db);
  if (!extent) findings.add('the log has no state, or two');
  const size = Math.max(extent?.size ?? 0, (extent?.lastIndex ?? -1) + 1);
  const ticks = new TickLeaves({ db, pairs, findings, candles }, extent?.goneBelow ?? 0);
  const audited = { log: TICK_LOG, name: 'the tick log', noun: 'ticks', size, leaves: ticks.leaves };
  const tree = await auditTree(db, audited, findings, remembered);
  if (extent) compareExtent(extent, ticks, findings);
  return { ...tree, gone: ticks.gone };
}

interface TickLeavesOptions {
  readonly db: Queries;
  readonly pairs: Pairs;
  readonly findings: Findings;
  readonly candles: CandleCheck | undefined;
}

class TickLeaves {
  readonly #db: Queries;
  readonly #pairs: Pairs;
  readonly #findings: Findings;
  readonly #candles: CandleCheck | undefined;
  /** Ticks below this place may be missing: then their hashes stand for them. */
  readonly #goneBelow: number;
  readonly order: TickOrder;
  gone = 0;

  constructor({ db, pairs, findings, candles }: TickLeavesOptions, goneBelow: number) {
    this.#db = db;
    this.#candles = candles;
    this.#pairs = pairs;
    this.#findings = findings;
    this.#goneBelow = goneBelow;
    this.order = new TickOrder(findings, 0);
  }

  /** `from` is a multiple of 256. */
  readonly leaves = async (from: number, to: number, at: number): Promise<readonly Uint8Array[]> => {
    const leaves: Uint8Array[] = [];
    const rows = await readTickRows(this.#db, from, to);
    const [first, end] = [from / TILE_WIDTH, Math.ceil(to / TILE_WIDTH)];
    const tiles = this.#goneBelow > from ? await this.#tiles(first, end) : new Map<number, Uint8Array>();
    const skipTo = (index: number): void => {
      for (let place = at + leaves.length; place < Math.min(index, this.#goneBelow); place += 1) {
        const hash = (place % TILE_WIDTH) * HASH_BYTES;
        const tile = tiles.get(Math.floor(place / TILE_WIDTH));
        if (!tile) return;
        leaves.push(tile.slice(hash, hash + HASH_BYTES));
        this.gone += 1;
        this.order.skip();
        this.#candles?.gone();
      }
    };
    for (const row of rows) {
      skipTo(row.logIndex);
      const place = at + leaves.length;
      if (row.logIndex !== place) this.#findings.add(`tick ${place} is missing; ${row.logIndex} comes next`);
      this.#compare(row, place);
      leaves.push(row.leafHash);
    }
    skipTo(to);
    if (leaves.length < to - from)
      this.#findings.add(`${to - from - leaves.length} ticks of ${from} to ${to - 1} are missing`);
    return leaves;
  };

  async #tiles(first: number, end: number): Promise<ReadonlyMap<number, Uint8Array>> {
    const stored = await readTiles(
      this.#db,
      TICK_LOG,
      Array.from({ length: end - first }, (_, i) => ({ level: 0, n: first + i })),
    );
    return new Map(stored.map((tile) => [tile.n, tile.hashes]));
  }

  /** The tick as its entry says it, where it is what its hash says. */
  #compare(row: TickRow, place: number): void {
    const { logIndex, seq, receivedTime } = row;
    const pair = this.#pairs.get(row.pairId);
    if (!pair) {
      this.#findings.add(`tick ${logIndex} is of a pair that is not there`);
      return;
    }
    try {
      if (!storedEntry(row, pair))
        this.#findings.add(`tick ${logIndex} (${seq} of ${pair.code}) is not what its hash says`);
    } catch {
      this.#findings.add(`tick ${logIndex} holds what no entry can carry`);
    }
    this.order.add(place, { pair: pair.code, seq, receivedTime });
    this.#candles?.tick({ pair: pair.code, seq, bid: row.bid, ask: row.ask, receivedTime });
  }
}

function compareExtent(extent: TickExtent, { gone, order }: TickLeaves, findings: Findings): void {
  const { size } = extent;
  if (extent.ticks + gone !== size) findings.add(`the log says ${size} ticks and has ${extent.ticks}`);
  if (extent.firstIndex !== 0 && gone === 0) findings.add(`the log begins with tick ${extent.firstIndex}`);
  if (extent.evaluatedThrough >= size) findings.add('triggers were decided for ticks that are not there');
  if (extent.lastReceivedTime !== order.lastReceivedTime)
    findings.add('the log says another time of its newest tick than that tick');
}
