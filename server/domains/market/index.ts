// The market domain's door: opens the market over a database and a log, and names what other domains may use.

import type { Tick } from '@fairtick/engine/types';
import type { Clock } from '@fairtick/kernel/clock';
import type { Random } from '@fairtick/kernel/random';
import { err, ok, type Result } from '@fairtick/kernel/result';
import type { Pool } from '../../platform/database/pools.ts';
import type { Feed, FeedName, LastPrice } from './feed.ts';
import { chooseFeed, type FeedChoice } from './feeds/choose.ts';
import { Market, type MarketOptions } from './market.ts';
import type { PairsOverTime } from './settings.ts';
import { marketStore, readTickSource, useTickSource } from './table.ts';
import { ticksAt } from './ticks/read-table.ts';

export { type CandlesLog, candleOf, numbersOf, openCandlesLog } from './candle-log/candles-log.ts';
export { candlesIntegrator, startCandles } from './candle-log/closing.ts';
export { CANDLES_LOG, type CandlePlace, readCandlePlaces, readCandleRows } from './candle-log/table.ts';
export { marketDomain } from './domain.ts';
export type { FeedReport } from './feed.ts';
export { PERIOD_MINUTES } from './feed.ts';
export { BUNDLED_RECORDINGS } from './feeds/replay.ts';
export { Market, type MarketOptions } from './market.ts';
export { type MarketAt, type MarketSource, marketAt, marketNow } from './market-at.ts';
export { marketTimeOf } from './market-clock.ts';
export { heldRefusal, type OpeningBoundsByClass, Paces } from './paces.ts';
export { CATALOGUE } from './pairs.ts';
export { BatchMarket, marketPart } from './part.ts';
export { marketRoutes } from './routes.ts';
export { fixedPairs, openingBounds, type PairsOverTime, pairSetting, pairsOverTime } from './settings.ts';
export { marketStore, readPairIdentities, readPairs, seedPairs } from './table.ts';
export {
  evaluatedThrough,
  isAheadOfDatabase,
  passTime,
  readTickHead,
  readTickRows,
  TICK_LOG,
  type TickRow,
} from './ticks/log-table.ts';
export {
  firstTicksAfter,
  lastTicksAt,
  placeBefore,
  ticksAfter,
  ticksAt,
  ticksByIndex,
  ticksByNumber,
  ticksBySeq,
} from './ticks/read-table.ts';
export { type PairText, storedEntry } from './ticks/stored-entry.ts';
export { openTickLog, TICK_LOG_ORIGIN, type TickLog, tickRows } from './ticks/tick-log.ts';
export type { NewTick } from './ticks/tick-store.ts';
export { tradability } from './tradability.ts';
export { periodName, toCandle, toQuotations, toTick } from './views.ts';

export interface OpenMarketOptions {
  readonly pool: Pool;
  readonly clock: Clock;
  readonly random: Random;
  readonly choice: FeedChoice;
  readonly terms: PairsOverTime;
  readonly log: { readonly size: number; readonly append: MarketOptions['append'] };
  /** Sentences for the operator. */
  readonly note: (sentence: string) => void;
  readonly onError: MarketOptions['onError'];
}

/** Why ticks of this source can't go into the database's log, in one sentence; undefined where they can. */
async function sourceBarred(pool: Pool, source: FeedName, leaves: string | undefined): Promise<string | undefined> {
  const known = await useTickSource(pool, source, leaves);
  if (known === '') return undefined;
  return known === 'open'
    ? 'FEED_LEAVES: orders are open, and none begins on one market and ends on another: start again with the source as it was until all are closed.'
    : `FEED: this database's log is of ${known}, and one log is one market: set FEED=${known}, another database, or FEED_LEAVES=${known} to leave it for good while no order is open.`;
}

/**
 * The market over what the database holds, with its feed chosen (`auto` may take up to 5 s) but not started: call start(). Pairs must be
 * seeded. Errors are one sentence that names the setting.
 */
export async function openMarket(options: OpenMarketOptions): Promise<Result<Market, string>> {
  const { pool, clock, random, choice, terms, log, note, onError } = options;
  const pairs = terms.at();
  if (pairs.length === 0) return err('The database holds no pairs: they must be seeded first.');
  const ids = pairs.map((pair) => pair.id);
  const codes = new Map(pairs.map((pair) => [pair.id, pair.code]));
  const known = await readTickSource(pool);
  const newestTicks = (): Promise<Tick[]> => ticksAt(pool, ids, Number.MAX_SAFE_INTEGER);
  const choose = (ticks: readonly Tick[]): Promise<Result<Feed, string>> => {
    const last = new Map<string, LastPrice>(ticks.map((tick) => [codes.get(tick.pairId) ?? '', tick]));
    return chooseFeed(choice, { clock, random, pairs, last, note, known });
  };
  const lastTicks = await newestTicks();
  const feed = await choose(lastTicks);
  if (!feed.ok) return feed;
  const barred = await sourceBarred(pool, feed.value.name, choice.leaves);
  if (barred !== undefined) {
    await feed.value.stop();
    return err(barred);
  }
  return ok(
    new Market({
      feed: feed.value,
      terms,
      clock,
      append: (ticks) => log.append(ticks),
      logSize: log.size,
      lastTicks,
      store: marketStore(pool, feed.value.name),
      reopen: async () => {
        const again = await choose(await newestTicks());
        if (!again.ok) throw new Error(again.error);
        return again.value;
      },
      onError,
    }),
  );
}
