// Following in a batch and in trading.

import type { Id } from '@fairtick/kernel/ids';
import type { Scope } from '../../../platform/commands/batch-part.ts';
import type { PastMoment } from '../../../platform/commands/command.ts';
import type { PoolClient } from '../../../platform/database/pools.ts';
import type { TradingPart } from '../../../trading/trading-part.ts';
import type { DomainPart } from '../../domain-part.ts';
import { NO_CHANGE } from '../../forex/index.ts';
import type { CopyingSettings } from '../settings.ts';
import { type CopyNight, loadForBatch, writeFollowing } from './batch-table.ts';
import { CopyBook, type CopyBookOptions, type CopyCommitted, type CopyTrigger, type FollowingRow } from './book.ts';
import { FollowFigures, type FollowFiguresOptions } from './figures.ts';
import { eventsOf } from './rules/events.ts';
import { sharedOf } from './rules/shares.ts';
import { paidAtEnd } from './rules/stops.ts';
import { type CopyChange, type CopyState, FollowingBatch, type FollowingChange } from './state.ts';

type Batch = DomainPart<FollowingBatch, FollowingChange, FollowingRow>;

export interface CopyingPart extends Batch {
  /** Called when forex has read a user's account and orders for their figures. */
  readonly ordersRead: (userId: Id) => void;
  readonly trading: TradingPart<CopyCommitted, CopyState, CopyChange, CopyTrigger>;
}

export interface CopyingPartOptions extends Omit<CopyBookOptions, 'figures'>, FollowFiguresOptions {
  readonly market: CopyBookOptions['market'];
  readonly settings: () => CopyingSettings;
}

export function copyingPart(options: CopyingPartOptions): CopyingPart {
  const figures = new FollowFigures(options);
  return {
    ordersRead: (userId) => figures.read(userId),
    figures: { FOREX_FOLLOW_TRADE: (userId, moved) => figures.now(userId, moved) },
    tell: (rows, teller) => figures.tell(rows, teller),
    // Of all whose records are locked: whether an order is a trader's, or a copy, is known only once it is decided.
    load: async (tx: PoolClient, { owners, named }: Scope) =>
      new FollowingBatch(await loadForBatch(tx, owners, named), options.settings()),
    apply: (batch, change) => batch.apply(change),
    write: (batch) => writeFollowing(batch.written()),
    committed: (batch) => rowsOf(batch),
    trading: {
      decides: ['copy_open', 'copy_close', 'copy_stops', 'copy_stop'],
      open: () => new CopyBook({ ...options, figures }),
    },
  };
}

function rowsOf(batch: FollowingBatch): FollowingRow[] {
  const { events } = batch.written();
  return [
    ...batch.touched().map(({ follow, nights }) => {
      const { stopAmount, stopNext, stopNextFrom, setTime } = batch.newestSettings(follow.id);
      const stop = { stopAmount, stopNext, stopNextFrom, setTime };
      return { id: follow.id, what: 'follow', follow, stop, nights } as const;
    }),
    ...events.map((event) => ({ id: event.id, what: 'event', event }) as const),
  ];
}

/** What a change of orders brings about: an event of a trader who is followed, and what each closed copy comes to. */
export function* copiedFrom(
  state: CopyState,
  change: Partial<CopyChange>,
  at: PastMoment | undefined,
): Generator<CopyChange> {
  if (change.forex === undefined) return;
  const { moved } = state.forex;
  const nights = nightsOf(change, moved);
  if (nights.length > 0) yield { ...NO_CHANGE, copying: { nights } };
  const events = eventsOf(state, moved, at);
  if (events) yield { ...NO_CHANGE, copying: events };
  // Each is taken in before the next is made: two copies of one trader move one mark.
  yield* sharedOf(state, moved, at);
  for (const follow of change.copying?.follows ?? []) {
    const paid = paidAtEnd(state, follow);
    if (paid) yield paid;
  }
}

/** What the change took of copies for nights. */
function nightsOf({ forex }: Partial<CopyChange>, moved: CopyState['forex']['moved']): CopyNight[] {
  const followOf = new Map(moved.map(({ after }) => [after.id, after.followId]));
  return (forex?.financing ?? []).flatMap(({ orderId, taken }) => {
    const followId = followOf.get(orderId);
    return followId === undefined ? [] : { orderId, followId, taken };
  });
}
