// What a closed copy comes to: its relation's figures, its follower's mark, and what of it is set aside for the trader or returned. And the payment of that.

import { closedCopy, paidShare } from '@fairtick/engine/copying';
import type { ForexOrder } from '@fairtick/engine/types';
import { type Amount, amount, formatUnits, min } from '@fairtick/kernel/decimal';
import type { Id } from '@fairtick/kernel/ids';
import { assert } from '@fairtick/kernel/result';
import type { PastMoment } from '../../../../platform/commands/command.ts';
import { equityAt, ForexDraft, systemKey } from '../../../forex/index.ts';
import { HOUSE } from '../../../ledger/index.ts';
import type { Follow, Mark, MarkStep } from '../columns.ts';
import type { CopyChange, CopyState } from '../state.ts';

const NONE = amount(0n);

/** Result less fee and nights: what every figure and the share are made of. */
const netOf = (state: CopyState, order: ForexOrder): Amount => amount(order.result - costOf(state, order));

/** Its fee, and what nights took of it until now. */
export function costOf(state: CopyState, { id, fee }: ForexOrder): bigint {
  const tonight = state.forex.financing.filter(({ orderId }) => orderId === id);
  return tonight.reduce((sum, { taken }) => sum + taken, fee + state.copying.nightsOf(id));
}

const beginning = ({ userId, traderId, shareRate }: Follow): Mark => ({
  ...{ userId, traderId, shareRate },
  ...{ cumulative: NONE, highWater: NONE, accrued: NONE, paid: NONE, steps: 0 },
});

type Said = Pick<MarkStep, 'orderId' | 'net' | 'moved' | 'time'>;

const stepOf = (id: Id, mark: Mark, said: Said): MarkStep => ({
  id,
  userId: mark.userId,
  traderId: mark.traderId,
  number: mark.steps,
  shareRate: mark.shareRate,
  cumulative: mark.cumulative,
  highWater: mark.highWater,
  accrued: mark.accrued,
  ...said,
});

/** What these copies come to that a change has closed. In the demo realm nothing is shared. */
export function* sharedOf(
  state: CopyState,
  moved: CopyState['forex']['moved'],
  at: PastMoment | undefined,
): Generator<CopyChange> {
  for (const { before, after } of moved) {
    const closed = after.followId !== undefined && before?.status === 'open' && after.status === 'closed';
    if (closed) yield afterClosing(state, after, at);
  }
}

/** What may leave the account at this moment: as much as a transfer could take. What other positions need is nobody's share. */
function roomOf(state: CopyState, draft: ForexDraft, userId: Id, at: PastMoment | undefined): Amount {
  const market = at ? state.market.at(at.view, at.tick) : state.market;
  const account = draft.ledger.account(userId, 'forex');
  const active = state.forex.active(userId);
  // What the next price of a closed market brings is not known: nothing leaves until then.
  if (active.some(({ status, pairId }) => status === 'open' && market.tradable(pairId) !== 'open')) return NONE;
  return min(account.available, equityAt(account, active, market).freeMargin);
}

function afterClosing(state: CopyState, order: ForexOrder, at: PastMoment | undefined): CopyChange {
  const was = state.copying.follow(order.followId ?? 0n);
  assert(was !== undefined, "a copy's relation is loaded with its owner");
  const net = netOf(state, order);
  const follow: Follow = {
    ...was,
    closedNum: was.closedNum + 1,
    closedNet: amount(was.closedNet + net),
    closedMargin: amount(was.closedMargin + order.margin),
  };
  const time = order.close?.time ?? state.market.nowMs;
  const draft = new ForexDraft(state, { realm: order.realm, time, key: systemKey('copy_share', order.id) });
  // A demo account's reset closes without a price: that is no result.
  if (!order.close) return draft.change();
  if (order.realm !== 'live') return { ...draft.change(), copying: { follows: [follow] } };
  // Where somebody has begun anew before any copy had closed, the rate is that of the day on which they did.
  const newest = state.copying.newestWith(follow.userId, follow.traderId) ?? follow;
  const before = state.copying.mark(follow.userId, follow.traderId) ?? beginning(newest);
  const room = roomOf(state, draft, order.userId, at);
  const { mark: moved, moved: by } = closedCopy(before, net, { rate: before.shareRate, room });
  const mark: Mark = { ...before, ...moved, steps: before.steps + 1 };
  const step = stepOf(state.newId(), mark, { orderId: order.id, net, moved: by, time });
  draft.ledger.post(by > 0n ? 'copy_share_set_aside' : 'copy_share_returned', step.id, [
    { ownerId: order.userId, kind: 'forex', available: -by },
    { ownerId: HOUSE, kind: 'clearing:share', available: by },
  ]);
  return { ...draft.change(), copying: { follows: [follow], marks: [mark], steps: [step] } };
}

/** Pays what is set aside of a follower's gains to their trader, and moves the mark. Nothing where nothing is set aside and the mark would stay. */
export function payShare(
  draft: ForexDraft,
  state: CopyState,
  userId: Id,
  traderId: Id,
): NonNullable<CopyChange['copying']> {
  const before = state.copying.mark(userId, traderId);
  if (!before) return {};
  const { mark: moved, paid } = paidShare(before);
  if (moved.highWater === before.highWater && paid === 0n) return {};
  const mark: Mark = { ...before, ...moved, paid: amount(before.paid + paid), steps: before.steps + 1 };
  const step = stepOf(state.newId(), mark, { orderId: undefined, net: NONE, moved: amount(-paid), time: draft.time });
  draft.ledger.post('copy_share_paid', step.id, [
    { ownerId: traderId, kind: 'change', available: paid },
    { ownerId: HOUSE, kind: 'clearing:share', available: -paid },
  ]);
  if (paid > 0n)
    draft.notices.push({
      ...{ userId, kind: 'share_paid', orderId: undefined },
      ...{ params: { amount: formatUnits(paid, 2) }, cause: `share ${step.id}` },
    });
  return { marks: [mark], steps: [step] };
}
