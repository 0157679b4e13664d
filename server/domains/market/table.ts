// The market's SQL: pairs, candles and how far the log is folded into them, both read and written whole. Ticks are read by the log's own store. No rules.

import type { Pair, Tick } from '@fairtick/engine/types';
import { formatUnits, price } from '@fairtick/kernel/decimal';
import type { Pool, Queries } from '../../platform/database/pools.ts';
import { seedSettings } from '../../platform/settings/table.ts';
import { KEPT, type KeptCandle } from './candles.ts';
import { type FeedName, PERIOD_MINUTES, type PeriodMinutes } from './feed.ts';
import { pairOfSettings } from './pairs.ts';
import { type PairIdentity, pairSetting } from './settings.ts';
import { ticksAfter } from './ticks/read-table.ts';

/** Rows a statement writes at most: far below what fits into the app's time limit for one. */
const ROWS_PER_STATEMENT = 4_000;

/** Adds pairs that are not there yet; as the owner, since the app's role may only read them. What is there stays as it is. */
export async function seedPairs(owner: Queries, pairs: readonly Pair[]): Promise<void> {
  await owner.query('INSERT INTO pairs (id, code) SELECT * FROM unnest($1::int[], $2::text[]) ON CONFLICT DO NOTHING', [
    pairs.map((pair) => pair.id),
    pairs.map((pair) => pair.code),
  ]);
  await seedSettings(
    owner,
    pairs.map((pair) => pairSetting(pair, pair)),
  );
}

/** Which pairs there are, in order of id. */
export async function readPairIdentities(db: Queries): Promise<readonly PairIdentity[]> {
  const { rows } = await db.query<PairIdentity>('SELECT id, code FROM pairs ORDER BY id');
  return rows;
}

/** All pairs on the terms of now, in order of id, for a tool that looks once. Throws with a sentence when a setting was spoilt. */
export async function readPairs(db: Queries): Promise<readonly Pair[]> {
  const found = await db.query<PairIdentity & { terms: unknown }>(
    `SELECT p.id, p.code, s.value AS terms FROM pairs p LEFT JOIN current_settings s ON s.key = 'pair:' || p.id ORDER BY p.id`,
  );
  return found.rows.map((row) => {
    const pair = pairOfSettings(row.id, row.code, row.terms);
    if (!pair.ok) throw new Error(pair.error);
    return pair.value;
  });
}

/** The source that the log's next tick must come from; undefined before the first. */
export async function readTickSource(db: Queries): Promise<string | undefined> {
  const { rows } = await db.query<{ source: string }>(
    'SELECT source FROM tick_sources ORDER BY first_index DESC LIMIT 1',
  );
  return rows[0]?.source;
}

/** '' where ticks of this source may be logged from now on; else the source that the log is of, or 'open' where it can't be left since orders are open. */
export async function useTickSource(db: Queries, source: string, leaves: string | undefined): Promise<string> {
  const { rows } = await db.query<{ known: string }>('SELECT use_tick_source($1, $2) AS known', [
    source,
    leaves ?? null,
  ]);
  return rows[0]?.known ?? '';
}

async function readFoldedThrough(db: Queries): Promise<number> {
  const found = await db.query<{ folded_through: bigint }>('SELECT folded_through FROM market_state');
  return Number(found.rows[0]?.folded_through ?? -1n);
}

/** The newest candles of a pair that this feed or its history made, of all periods, as many as memory keeps; oldest first. */
async function readCandles(db: Queries, pairId: number, feed: FeedName): Promise<readonly KeptCandle[]> {
  const found = await db.query<{ period: number; lines: string }>(
    `SELECT period, string_agg(line, ';' ORDER BY time) AS lines FROM (
       SELECT period, time, ${CANDLE_LINE} AS line, row_number() OVER (PARTITION BY period ORDER BY time DESC) AS place
       FROM candles WHERE pair_id = $1 AND ${OF_FEED('$2')}
     ) newest
     WHERE place <= (CASE period ${PERIOD_MINUTES.map((period) => `WHEN ${period} THEN ${KEPT[period]}`).join(' ')} ELSE 0 END)
     GROUP BY period`,
    [pairId, feed],
  );
  return found.rows.flatMap(({ period, lines }) => linesOf(pairId, period, lines));
}

/** Candles older than memory keeps: those before `toMs`, oldest first, at most `limit`. */
async function readOlderCandles(
  db: Queries,
  pairId: number,
  period: PeriodMinutes,
  feed: FeedName,
  toMs: number,
  limit: number,
): Promise<readonly KeptCandle[]> {
  const found = await db.query<{ lines: string | null }>(
    `SELECT string_agg(line, ';' ORDER BY time) AS lines FROM (
       SELECT time, ${CANDLE_LINE} AS line FROM candles
       WHERE pair_id = $1 AND period = $2 AND time < $3 AND ${OF_FEED('$4')} ORDER BY time DESC LIMIT $5
     ) older`,
    [pairId, period, toMs, feed, limit],
  );
  const lines = found.rows[0]?.lines;
  return lines ? linesOf(pairId, period, lines) : [];
}

/** One text a candle: a hundred thousand of them are read in a start's time that way. Prices as whole 1e-8 units. */
const UNITS = (column: string): string => `(${column} * 100000000)::int8`;
const CANDLE_LINE = `concat_ws(',', time, ${UNITS('open')}, ${UNITS('high')}, ${UNITS('low')}, ${UNITS('close')}, volume, source)`;
const OF_FEED = (name: string): string => `(source = ${name} OR starts_with(source, ${name} || '-'))`;

function linesOf(pairId: number, minutes: number, lines: string): readonly KeptCandle[] {
  const period = PERIOD_MINUTES.find((one) => one === minutes);
  if (period === undefined) return [];
  return lines.split(';').map((line) => {
    const [time = '', open = '', high = '', low = '', close = '', volume = '', source = ''] = line.split(',');
    return {
      pairId,
      period,
      time: Number(time),
      open: price(BigInt(open)),
      high: price(BigInt(high)),
      low: price(BigInt(low)),
      close: price(BigInt(close)),
      volume: Number(volume),
      source,
    };
  });
}

/** Writes candles and how far the log is folded into them as one: a crash leaves both or neither. */
async function writeCandles(pool: Pool, candles: readonly KeptCandle[], foldedThrough: number): Promise<void> {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    await client.query('BEGIN');
    for (let at = 0; at < candles.length; at += ROWS_PER_STATEMENT) {
      await upsert(client, candles.slice(at, at + ROWS_PER_STATEMENT));
    }
    await client.query('UPDATE market_state SET folded_through = $1', [foldedThrough]);
    await client.query('COMMIT');
  } catch (error) {
    broken = error instanceof Error ? error : new Error(String(error));
    throw error;
  } finally {
    // A connection whose transaction failed is thrown away: what it still holds is unknown.
    client.release(broken);
  }
}

async function upsert(db: Queries, candles: readonly KeptCandle[]): Promise<void> {
  await db.query(
    `INSERT INTO candles (pair_id, period, time, open, high, low, close, volume, source)
     SELECT * FROM unnest($1::int[], $2::smallint[], $3::bigint[], $4::numeric[], $5::numeric[], $6::numeric[], $7::numeric[],
       $8::bigint[], $9::text[])
     ON CONFLICT (pair_id, period, time) DO UPDATE SET open = EXCLUDED.open, high = EXCLUDED.high, low = EXCLUDED.low,
       close = EXCLUDED.close, volume = EXCLUDED.volume, source = EXCLUDED.source`,
    [
      candles.map((candle) => candle.pairId),
      candles.map((candle) => candle.period),
      candles.map((candle) => candle.time),
      candles.map((candle) => formatUnits(candle.open)),
      candles.map((candle) => formatUnits(candle.high)),
      candles.map((candle) => formatUnits(candle.low)),
      candles.map((candle) => formatUnits(candle.close)),
      candles.map((candle) => candle.volume),
      candles.map((candle) => candle.source),
    ],
  );
}

/** What the market reads and keeps: its candles over a restart, and logged ticks. */
export interface MarketStore {
  /** The feed's own candles of a pair, as many as memory keeps, oldest first within a period. */
  readCandles(pairId: number): Promise<readonly KeptCandle[]>;
  readOlderCandles(pairId: number, period: PeriodMinutes, toMs: number, limit: number): Promise<readonly KeptCandle[]>;
  /** Both or neither: the candles, and the place in the log up to which they hold every tick. */
  writeCandles(candles: readonly KeptCandle[], foldedThrough: number): Promise<void>;
  readFoldedThrough(): Promise<number>;
  /** Logged ticks after a place, in order. */
  ticksAfter(logIndex: number, limit: number): Promise<readonly Tick[]>;
}

/** Over PostgreSQL, for the candles of one feed. */
export function marketStore(pool: Pool, feed: FeedName): MarketStore {
  return {
    readCandles: (pairId) => readCandles(pool, pairId, feed),
    readOlderCandles: (pairId, period, toMs, limit) => readOlderCandles(pool, pairId, period, feed, toMs, limit),
    writeCandles: (candles, foldedThrough) => writeCandles(pool, candles, foldedThrough),
    readFoldedThrough: () => readFoldedThrough(pool),
    ticksAfter: (logIndex, limit) => ticksAfter(pool, logIndex, limit),
  };
}
