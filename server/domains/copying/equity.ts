// Each hour what every trader's forex account is worth, open positions included: what returns and falls are made of. Read at one moment.

import type { QuoteView } from '@fairtick/engine/types';
import type { Queries } from '../../platform/database/pools.ts';
import type { Run } from '../../platform/schedule/schedule.ts';
import type { JobServices } from '../domain-part.ts';
import { floatingOf, type QuotesAt, readActiveOf } from '../forex/index.ts';
import { readPairs, ticksAt } from '../market/index.ts';
import { insertEquity, readCash, readWatched } from './equity-table.ts';

/** Accounts that are read and written at once. */
const AT_ONCE = 500;

/** The newest prices that are in the log, whichever server runs this. */
async function newestQuotes(db: Queries): Promise<QuotesAt> {
  const pairs = await readPairs(db);
  const ids = pairs.map(({ id }) => id);
  const ticks = new Map((await ticksAt(db, ids, Number.MAX_SAFE_INTEGER)).map((tick) => [tick.pairId, tick]));
  const precisions = new Map(pairs.map(({ id, pricePrecision }) => [id, pricePrecision]));
  const logIndex = Math.max(-1, ...[...ticks.values()].map((tick) => tick.logIndex));
  const view: QuoteView = { logIndex, quote: (pairId) => ticks.get(pairId) };
  return { view, precision: (pairId) => precisions.get(pairId) ?? 0 };
}

export async function keepEquity(
  { db, snapshots }: Pick<JobServices, 'db' | 'snapshots'>,
  { period, signal }: Pick<Run, 'period' | 'signal'>,
): Promise<{ readonly kept: number }> {
  const all = await readWatched(db);
  let kept = 0;
  for (let at = 0; at < all.length && !signal.aborted; at += AT_ONCE) {
    const some = all.slice(at, at + AT_ONCE);
    const rows = await snapshots.read(async (snapshot) => {
      const quotes = await newestQuotes(snapshot);
      const cash = await readCash(snapshot, some);
      const active = Map.groupBy(await readActiveOf(snapshot, some), (order) => order.userId);
      return cash.map(({ userId, available, locked, flow, through }) => {
        const orders = active.get(userId) ?? [];
        const floating = orders.reduce((sum, order) => sum + floatingOf(order, quotes), 0n);
        return { userId, flow, through, equity: available + locked + floating };
      });
    });
    kept += await insertEquity(db, period, rows);
  }
  return { kept };
}
