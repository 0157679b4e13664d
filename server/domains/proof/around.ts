// The ticks around those that decided an option: one before shows it to be the first, one after to be the last.

import { openingWanted } from '@fairtick/engine/settlement';
import type { MicroOrder, Tick } from '@fairtick/engine/types';
import type { Id } from '@fairtick/kernel/ids';
import type { Queries } from '../../platform/database/pools.ts';
import { firstTicksAfter, lastTicksAt, ticksByIndex, ticksByNumber } from '../market/index.ts';
import { type Part, wasReset } from './views.ts';

/** Neighbours that are no longer kept, or not there yet, are left out. */
export async function ticksAround(
  db: Queries,
  orders: readonly MicroOrder[],
): Promise<ReadonlyMap<Id, readonly Part[]>> {
  const ending = orders.filter(({ status, outcome }) => status === 'closed' && outcome !== 'no_tick');
  const expired = ending.filter((order) => !wasReset(order));
  const returned = orders.filter(({ outcome }) => outcome === 'no_tick');
  const [openings, lasts, firsts] = await Promise.all([
    ticksByIndex(
      db,
      orders.flatMap(({ openTickIndex, armedIndex }) => (armedIndex === undefined ? [] : (openTickIndex ?? []))),
    ),
    lastTicksAt(
      db,
      expired.map(({ pairId, expiryTime }) => ({ pairId, timeMs: expiryTime })),
    ),
    firstTicksAfter(db, returned.map(openingWanted)),
  ]);
  const opened = new Map(openings.map((tick) => [tick.logIndex, tick]));
  const found: {
    readonly order: MicroOrder;
    readonly part: Omit<Part, 'index'>;
    readonly tick: Tick;
    readonly by: number;
  }[] = [];
  const add = (order: MicroOrder, tick: Tick | undefined, role: Part['role'], at: Part['at'], by: number): void => {
    if (tick) found.push({ order, part: { role, at }, tick, by });
  };
  for (const order of orders) add(order, opened.get(order.openTickIndex ?? -1), 'previous', 'open', -1);
  for (const [i, order] of expired.entries()) {
    if (order.endTickIndex === undefined) add(order, lasts[i], 'previous', 'close', 0);
    add(order, lasts[i], 'next', 'close', 1);
  }
  for (const [i, order] of returned.entries()) {
    add(order, firsts[i], 'next', 'open', 0);
    add(order, firsts[i], 'previous', 'open', -1);
  }
  const ticks = await ticksByNumber(
    db,
    found.map(({ tick, by }) => ({ pairId: tick.pairId, seq: tick.seq + by })),
  );
  const placeOf = new Map(ticks.map((tick) => [`${tick.pairId}/${tick.seq}`, tick.logIndex]));
  const around = new Map<Id, Part[]>();
  for (const { order, part, tick, by } of found) {
    const index = placeOf.get(`${tick.pairId}/${tick.seq + by}`);
    if (index !== undefined) around.set(order.id, [...(around.get(order.id) ?? []), { ...part, index }]);
  }
  return around;
}
