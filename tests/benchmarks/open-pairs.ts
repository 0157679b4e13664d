// After a start each pair waits for its first price: whoever orders at once waits for it here.

import { setTimeout as delay } from 'node:timers/promises';
import { call } from '../chaos/api.ts';
import { fieldOf } from '../chaos/trader.ts';

const LIMIT_MS = 30_000;

/** Until these pairs, by id, trade. */
export async function untilOpen(appUrl: string, pairIds: readonly number[]): Promise<void> {
  const until = performance.now() + LIMIT_MS;
  while (performance.now() < until) {
    const pairs = (await call(appUrl, 'trade_list', {}))?.data;
    const open = Array.isArray(pairs) ? pairs.filter((pair: unknown) => fieldOf(pair, 'MarketStatus') === 1) : [];
    if (pairIds.every((id) => open.some((pair: unknown) => fieldOf(pair, 'Id') === id))) return;
    await delay(25);
  }
  throw new Error(`no prices of the pairs ${pairIds.join(', ')}`);
}
