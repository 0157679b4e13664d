// The stop of a relation, decided at the tick that reached it: its copies close, it ends, and what is left set aside is paid. Rules E120 to E126.

import type { Refusal } from '@fairtick/contract/errors';
import type { ForexOrder, QuoteView, Tick } from '@fairtick/engine/types';
import { formatUnits } from '@fairtick/kernel/decimal';
import type { Id } from '@fairtick/kernel/ids';
import { ok, type Result } from '@fairtick/kernel/result';
import { closePosition, ForexDraft, floatingOf, NO_CHANGE, systemKey } from '../../../forex/index.ts';
import type { MarketAt } from '../../../market/index.ts';
import type { Follow } from '../columns.ts';
import type { CopyChange, CopyState } from '../state.ts';
import { withoutFollower } from './relations.ts';
import { costOf, payShare } from './shares.ts';
import { isThereAt, stopInForce } from './stop-sum.ts';
import { worstFirst } from './worst-first.ts';

export interface StopAsk {
  readonly followId: Id;
  readonly tick: Tick;
  readonly view: QuoteView;
}

type Decided = Result<{ change: CopyChange }, Refusal>;
const NOTHING: Decided = ok({ change: NO_CHANGE });

/** Copies of the relation that were open before the tick. */
const copiesAt = (state: CopyState, { id, userId }: Follow, tick: Tick): ForexOrder[] =>
  state.forex
    .active(userId)
    .filter(({ followId, status, open }) => followId === id && status === 'open' && isThereAt(open, tick));

/** The relation may have changed or ended since it was proposed: the same sum decides once more, exactly. */
export function decideCopyStop(state: CopyState, { followId, tick, view }: StopAsk): Decided {
  const follow = state.copying.follow(followId);
  if (!follow) return NOTHING;
  const market = state.market.at(view, tick);
  const copies = copiesAt(state, follow, tick);
  const closing = copies.filter(({ pairId }) => market.tradable(pairId) === 'open');
  if (follow.endedTime !== undefined) {
    if (follow.endReason !== 'stop' || tick.receivedTime < follow.endedTime || closing.length === 0) return NOTHING;
    return closeAll(state, follow, closing, market);
  }
  const net = copies.reduce((sum, copy) => sum + floatingOf(copy, market) - costOf(state, copy), follow.closedNet + 0n);
  const stop = stopInForce(state.copying.settingsOf(followId), tick.receivedTime);
  if (net > -stop || (copies.length > 0 && closing.length === 0)) return NOTHING;
  const closed = closeAll(state, follow, closing, market);
  if (!closed.ok) return closed;
  const lost = { lost: formatUnits(-net, 2), stop: formatUnits(stop, 2) };
  const params = net < -stop ? { ...lost, over: formatUnits(-net - stop, 2) } : lost;
  const { userId } = follow;
  const notice = { userId, kind: 'copy_stopped', orderId: undefined, params, cause: `follow ${followId}` } as const;
  const copying = withoutFollower(state, follow, 'stop', tick.receivedTime);
  return ok({ change: { ...closed.value.change, notices: [...closed.value.change.notices, notice], copying } });
}

/** All on this tick. */
function closeAll(
  state: CopyState,
  { id, realm, userId }: Follow,
  copies: readonly ForexOrder[],
  market: MarketAt,
): Decided {
  const draft = new ForexDraft(state, { realm, time: market.nowMs, key: systemKey('copy_stop', id) });
  for (const { id: copyId } of worstFirst(copies, market)) {
    // A loss before it may have taken of what it holds.
    const copy = draft.active(userId).find((one) => one.id === copyId);
    if (!copy) continue;
    const closed = closePosition(draft, copy, market, 'copy_stop');
    if (!closed.ok) return closed;
  }
  return ok({ change: draft.change() });
}

/** What is still set aside once a relation's copies have closed with it is the trader's. Nothing where it was paid before. */
export function paidAtEnd(state: CopyState, follow: Follow): CopyChange | undefined {
  const { userId, traderId, realm, id, endReason, endedTime } = follow;
  if ((endReason !== 'stop' && endReason !== 'user') || endedTime === undefined) return undefined;
  const what = endReason === 'stop' ? 'copy_stop_paid' : 'copy_left_paid';
  const draft = new ForexDraft(state, { realm, time: endedTime, key: systemKey(what, id) });
  const copying = payShare(draft, state, userId, traderId);
  return copying.marks ? { ...draft.change(), copying } : undefined;
}
