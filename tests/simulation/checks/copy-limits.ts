// How much of a trader is copied, worked out a second time: which of their openings are copied at all, and what their open copies on a pair come to.

import type { ForexOrder } from '@fairtick/engine/types';
import type { Id } from '@fairtick/kernel/ids';
import type { CopyFact, CopyFacts, Master, Relation } from './copy-facts.ts';
import type { Moment } from './moment.ts';
import { plainMid } from './plain.ts';
import type { Watch } from './watch.ts';

const DAY_MS = 86_400_000;
const E8 = 100_000_000n;
const E12 = 1_000_000_000_000n;

export class CopyLimits {
  /** Of each trader, the openings that were copied, with the day that each counts for. */
  readonly #copied = new Map<Id, { readonly day: number; readonly time: number }[]>();
  readonly #barred = new Map<Id, 'trader_day' | 'trader_pace'>();

  /** Somebody follows, and an order opens. */
  opened({ id, traderId, opened }: Master, { openingsADay, betweenMs }: Watch['settings']['copying']): void {
    const before = this.#copied.get(traderId) ?? [];
    const time = opened.order.open?.time ?? 0;
    const day = Math.max(Math.floor(time / DAY_MS), ...before.map((one) => one.day));
    const newest = Math.max(0, ...before.map((one) => one.time));
    if (before.filter((one) => one.day === day).length >= openingsADay) this.#barred.set(id, 'trader_day');
    else if (Math.abs(time - newest) < betweenMs) this.#barred.set(id, 'trader_pace');
    else this.#copied.set(traderId, [...before, { day, time }]);
  }

  /** Why an opening is copied for nobody. */
  barredOf({ id }: Master): string | undefined {
    return this.#barred.get(id);
  }
}

/**
 * What the open copies of a relation's trader on the order's pair come to with so many lots more, in USD, and the most that they may. What the batch has closed
 * before it counts still: the server's books learn of it with the commit.
 */
export function copiedWorth(
  { watch, batch, atIndex }: Moment,
  facts: CopyFacts,
  open: Iterable<ForexOrder>,
  { traderId }: Relation,
  { pairId, terms, quantity }: Pick<ForexOrder, 'pairId' | 'terms' | 'quantity'>,
): { readonly worth: bigint; readonly limit: bigint } {
  const pair = watch.pair(pairId);
  const tick = watch.log.newest(pairId, atIndex);
  const rate = pair && watch.log.rate(pair, atIndex);
  if (!pair || !tick || !rate) return { worth: 0n, limit: 0n };
  const made = batch.copies.flatMap((fact: CopyFact) =>
    fact.what === 'order' && !fact.before && fact.after.followId !== undefined ? [fact.after] : [],
  );
  const copies = new Map([...open, ...made].map((one) => [one.id, one]));
  let sizes = quantity * terms.contNum;
  for (const one of copies.values()) {
    const of = facts.relations.get(one.followId ?? 0n);
    if (of?.realm === 'live' && of.traderId === traderId && one.pairId === pairId)
      sizes += one.quantity * one.terms.contNum;
  }
  const worth = (sizes * plainMid(tick, pair.pricePrecision) * rate.rate) / (E8 * E8 * E12);
  return { worth, limit: watch.settings.copying.copied[pair.hours] };
}
