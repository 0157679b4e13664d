// Beginning to follow, changing what was set, and leaving. Each holds the follower and the trader: what was committed before a trader's order holds for it.

import { type Refusal, refuse } from '@fairtick/contract/errors';
import type { CopyMode } from '@fairtick/engine/copying';
import type { Realm } from '@fairtick/engine/types';
import { type Amount, amount } from '@fairtick/kernel/decimal';
import type { Id } from '@fairtick/kernel/ids';
import { err, ok, type Result } from '@fairtick/kernel/result';
import { openingRefusal } from '../../../accounts/index.ts';
import { decideCloseAll, ForexDraft, forexAcceptance } from '../../../forex/index.ts';
import type { EndReason, Follow, FollowSettings, Leading } from '../columns.ts';
import type { CopyChange, CopyState, FollowingChange } from '../state.ts';
import { payShare } from './shares.ts';
import { stopAt } from './stop-sum.ts';
import { worstFirst } from './worst-first.ts';

/** A stop may come to so many times the greatest amount; a higher one holds after this time. */
export const STOP_TIMES = 3n;
const HIGHER_STOP_MS = 86_400_000;

export interface Wanted {
  readonly mode: CopyMode;
  readonly multiple: number;
  readonly maxAmount: Amount;
  readonly stopAmount: Amount;
  readonly paused: boolean;
}

export interface Asked {
  readonly realm: Realm;
  readonly userId: Id;
  readonly traderId: Id;
  readonly key: string;
}

type Decided = Result<{ change: CopyChange }, Refusal>;

/** How the user follows this trader now. */
export const relation = (
  state: CopyState,
  { userId, traderId }: Pick<Asked, 'userId' | 'traderId'>,
): Follow | undefined => state.copying.followed(userId).find((one) => one.traderId === traderId);

function beginRefusal(state: CopyState, { userId, traderId, realm }: Asked): Refusal | undefined {
  const trader = state.copying.leading(traderId);
  if (userId === traderId) return refuse('FOLLOW_SELF');
  if (!trader) return refuse('TRADER_UNKNOWN');
  // Who may open nothing leads nobody anew: frozen, at rest, or of a country where it is not offered.
  if (!trader.leads || openingRefusal(state, traderId, 'forex')) return refuse('TRADER_NOT_LEADING');
  if (state.copying.leading(userId)?.leads) return refuse('TRADER_FOLLOWS');
  if (relation(state, { userId, traderId })) return refuse('FOLLOWED_ALREADY');
  // Play money has as many places again, and takes none of real money's.
  const there = realm === 'live' ? trader.liveFollowers : trader.followers - trader.liveFollowers;
  if (there >= trader.maxFollowers) return refuse('TRADER_FULL');
  if (realm === 'live' && state.accounts.standing(userId).verifiedTime === undefined) return refuse('NOT_VERIFIED');
  return openingRefusal(state, userId, 'copying');
}

export function decideFollow(state: CopyState, asked: Asked, wanted: Wanted): Decided {
  const refused = beginRefusal(state, asked);
  if (refused) return err(refused);
  const { realm, userId, traderId, key } = asked;
  const trader = state.copying.leading(traderId);
  if (!trader) return err(refuse('TRADER_UNKNOWN'));
  const { nowMs: time } = state.market;
  const draft = new ForexDraft(state, { realm, time, key });
  // What is set aside from an earlier relation was earned at that relation's rate.
  const settled = payShare(draft, state, userId, traderId);
  const mark = settled.marks?.[0] ?? state.copying.mark(userId, traderId);
  const { shareRate, lastEvent } = trader;
  const follow: Follow = {
    ...{ id: state.newId(), realm, userId, traderId, shareRate, beganEvent: lastEvent, beganTime: time },
    ...{ endedEvent: undefined, endedTime: undefined, endReason: undefined },
    ...{ closedNum: 0, closedNet: NOTHING, closedMargin: NOTHING },
  };
  const copying = {
    ...settled,
    ...(mark ? { marks: [{ ...mark, shareRate }] } : {}),
    leading: [withFollowers(trader, realm, 1)],
    follows: [follow],
    settings: [settingsOf(follow, wanted, { number: 1, fromEvent: lastEvent, time })],
  };
  return ok({ change: { ...draft.change(), copying } });
}

const NOTHING = amount(0n);

const withFollowers = (trader: Leading, realm: Realm, by: 1 | -1): Leading => ({
  ...trader,
  followers: trader.followers + by,
  liveFollowers: trader.liveFollowers + (realm === 'live' ? by : 0),
});

const settingsOf = (
  { id: followId, userId }: Follow,
  { mode, multiple, maxAmount, stopAmount, paused }: Wanted,
  { number, fromEvent, time }: { readonly number: number; readonly fromEvent: number; readonly time: number },
): FollowSettings => ({
  ...{ followId, number, userId, fromEvent, mode, multiple, maxAmount, stopAmount, paused, setTime: time },
  ...{ stopNext: undefined, stopNextFrom: undefined },
});

/** It holds for orders that the trader opens from now on. A lower stop holds at once, a higher one after a day. */
export function decideSettings(state: CopyState, asked: Asked, wanted: Wanted): Decided {
  const follow = relation(state, asked);
  const trader = state.copying.leading(asked.traderId);
  if (!follow || !trader) return err(refuse('NOT_FOLLOWED'));
  const before = state.copying.newestSettings(follow.id);
  const { nowMs: time } = state.market;
  const stop = stopAt(before, time);
  const at = { number: before.number + 1, fromEvent: trader.lastEvent, time };
  const lower = settingsOf(follow, wanted, at);
  // A higher stop that was asked for before goes on waiting where the stop stays.
  const { stopNext, stopNextFrom } = before;
  // It is let go of where it would come to more than a lower greatest amount allows.
  const allowed = stopNext !== undefined && stopNext <= STOP_TIMES * wanted.maxAmount;
  const waits = allowed && stopNextFrom !== undefined && time < stopNextFrom;
  const settings =
    wanted.stopAmount <= stop
      ? { ...lower, ...(wanted.stopAmount === stop && waits ? { stopNext, stopNextFrom } : {}) }
      : { ...lower, stopAmount: stop, stopNext: wanted.stopAmount, stopNextFrom: time + HIGHER_STOP_MS };
  const change = new ForexDraft(state, { realm: asked.realm, time, key: asked.key }).change();
  return ok({ change: { ...change, copying: { settings: [settings] } } });
}

/** The relation's end: its trader's closings are followed no more. */
export function withoutFollower(
  state: CopyState,
  follow: Follow,
  reason: EndReason,
  time: number,
): Pick<FollowingChange, 'follows' | 'leading'> {
  const trader = state.copying.leading(follow.traderId);
  if (!trader) return {};
  const ended = { ...follow, endedEvent: trader.lastEvent, endedTime: time, endReason: reason };
  return { follows: [ended], leading: [withFollowers(trader, follow.realm, -1)] };
}

/** Open copies stay their follower's. What is set aside is paid. */
export function endedBy(state: CopyState, draft: ForexDraft, follow: Follow, reason: EndReason): FollowingChange {
  const ended = withoutFollower(state, follow, reason, draft.time);
  return ended.follows ? { ...payShare(draft, state, follow.userId, follow.traderId), ...ended } : {};
}

/** Numbers of copies. */
export interface Left {
  readonly change: CopyChange;
  readonly closed: number;
  /** They stay open, and follow no closing any more: their market is closed, or a tick has triggered them. */
  readonly left: number;
}

/** The relation ends, and its copies close at the user's own moment, as if each had been closed by hand; what is then set aside is paid. */
export function decideLeaveAndClose(state: CopyState, asked: Asked): Result<Left, Refusal> {
  const follow = relation(state, asked);
  if (!follow) return err(refuse('NOT_FOLLOWED'));
  const done = decideCloseAll(state, asked, (open) =>
    worstFirst(
      open.filter(({ followId }) => followId === follow.id),
      state.market,
    ),
  );
  if (!done.ok) return done;
  const { change, closed, left } = done.value;
  const ended = change.forex.orders.filter(({ id }) => closed.includes(id));
  const acceptances = ended.map((order) => forexAcceptance(state, 'close', order));
  const copying = withoutFollower(state, follow, 'user', state.market.nowMs);
  return ok({ change: { ...change, acceptances, copying }, closed: closed.length, left: left.length });
}

export function decideUnfollow(state: CopyState, asked: Asked): Decided {
  const follow = relation(state, asked);
  if (!follow) return err(refuse('NOT_FOLLOWED'));
  const draft = new ForexDraft(state, { realm: asked.realm, time: state.market.nowMs, key: asked.key });
  const copying = endedBy(state, draft, follow, 'user');
  return ok({ change: { ...draft.change(), copying } });
}

/** Of a trader who leads no more. Nothing where they lead again, or it has ended. */
export function decideEnd(state: CopyState, asked: Asked): Decided {
  const follow = relation(state, asked);
  const draft = new ForexDraft(state, { realm: asked.realm, time: state.market.nowMs, key: asked.key });
  if (!follow || state.copying.leading(asked.traderId)?.leads) return ok({ change: draft.change() });
  const copying = endedBy(state, draft, follow, 'trader');
  draft.notices.push({
    userId: follow.userId,
    kind: 'follow_ended',
    orderId: undefined,
    params: {},
    cause: `follow ${follow.id}`,
  });
  return ok({ change: { ...draft.change(), copying } });
}

/** Of one follower of a trader: what is set aside on a payday. */
export function decidePayday(state: CopyState, asked: Asked): Decided {
  const draft = new ForexDraft(state, { realm: asked.realm, time: state.market.nowMs, key: asked.key });
  const copying = payShare(draft, state, asked.userId, asked.traderId);
  return ok({ change: { ...draft.change(), copying } });
}
