// Who bears a loss: one waterfall for closings and nights (rules §6; docs/decisions/losses-beyond-a-position.md).

import type { ForexOrder } from '@fairtick/engine/types';
import { type Amount, amount, min } from '@fairtick/kernel/decimal';

type Hold = Pick<ForexOrder, 'status' | 'held'>;

export interface LossSources<O extends Hold> {
  readonly available: Amount;
  /** What the losing position itself holds. */
  readonly held: Amount;
  /** The user's other active orders, oldest first. */
  readonly others: readonly O[];
}

/** Where a loss comes from; with `missing` the parts sum to the loss. */
export interface LossTaken<O extends Hold> {
  readonly fromHeld: Amount;
  /** Of what is available, which the cancelled orders' holds belong to by then. */
  readonly fromAvailable: Amount;
  /** Pending orders that must go, in this order. */
  readonly cancelled: readonly O[];
  /** Other positions, each with the part of its hold that it gives. */
  readonly fromOthers: readonly { readonly order: O; readonly taken: Amount }[];
  /** What the user does not have. */
  readonly missing: Amount;
}

/**
 * Takes from what the position holds and what is available, in the order said by `first`; then from what pending orders hold (whole orders, newest
 * first, no more than it needs), then from what other positions hold (oldest first). USD, exact.
 */
export function takeLoss<O extends Hold>(
  loss: Amount,
  first: 'held' | 'available',
  { available, held, others }: LossSources<O>,
): LossTaken<O> {
  const cancelled: O[] = [];
  let free: bigint = available;
  for (const order of others.filter(({ status }) => status === 'pending').reverse()) {
    if (free + held >= loss) break;
    cancelled.push(order);
    free += order.held;
  }
  const fromFirst = min(loss, first === 'held' ? held : amount(free));
  const fromSecond = min(amount(loss - fromFirst), first === 'held' ? amount(free) : held);
  let missing = amount(loss - fromFirst - fromSecond);
  const fromOthers: { order: O; taken: Amount }[] = [];
  for (const order of others) {
    const taken = order.status === 'open' ? min(missing, order.held) : amount(0n);
    if (taken === 0n) continue;
    fromOthers.push({ order, taken });
    missing = amount(missing - taken);
  }
  const [fromHeld, fromAvailable] = first === 'held' ? [fromFirst, fromSecond] : [fromSecond, fromFirst];
  return { fromHeld, fromAvailable, cancelled, fromOthers, missing };
}
