// One follower and one event of their trader: the copy that opens, closes or takes other stops, at the moment and price of the trader's own order.

import type { Refusal } from '@fairtick/contract/errors';
import type { SkipReason } from '@fairtick/contract/trader-words';
import { type CopySettings, copySize, wantedOf } from '@fairtick/engine/copying';
import type { CloseReason, ForexOrder, ForexTerms, Pair, QuoteView, Tick } from '@fairtick/engine/types';
import { amount, formatUnits, type Quantity, quantity } from '@fairtick/kernel/decimal';
import type { Id } from '@fairtick/kernel/ids';
import { ok, type Result } from '@fairtick/kernel/result';
import { lossRefusal, offeredPair, offerOf, openingRefusal } from '../../../accounts/index.ts';
import {
  ACTIVE_ORDER_LIMIT,
  closePosition,
  equityAt,
  ForexDraft,
  forexAcceptance,
  houseCanTake,
  NO_CHANGE,
  passedUserLimit,
  systemKey,
} from '../../../forex/index.ts';
import { HOUSE } from '../../../ledger/index.ts';
import type { MarketAt } from '../../../market/index.ts';
import type { CopyEvent, Follow, FollowSettings } from '../columns.ts';
import type { CopyChange, CopyState } from '../state.ts';
import { passesCopiedLimit, unitsCopied } from './copied-limit.ts';

/** An opening that could not be carried out within this time is none any more: a follower would have a free look at what came after. */
export const LATE_MS = 30_000;

export interface CopyAsk {
  readonly event: CopyEvent;
  readonly followId: Id;
  /** The trader's order; its terms and its opening are for ever. */
  readonly master: ForexOrder;
  readonly view: QuoteView;
  readonly tick: Tick;
  /** Units of the base, 1e-8, that are open of a trader on a pair by what was committed. */
  readonly copied: (traderId: Id, pairId: number) => bigint;
}

type Decided = Result<{ change: CopyChange }, Refusal>;
const NOTHING: Decided = ok({ change: NO_CHANGE });

/** The follower's open copy of the order. */
const copyOf = (state: CopyState, { userId, id }: Follow, masterId: Id): ForexOrder | undefined =>
  state.forex.active(userId).find((order) => order.originId === masterId && order.followId === id);

/** What the follower was bound to when the event came: undefined where they had left, or not begun. */
function boundBy(
  state: CopyState,
  { event, followId }: CopyAsk,
): { follow: Follow; settings: FollowSettings } | undefined {
  const follow = state.copying.follow(followId);
  const settings = state.copying.settingsAt(followId, event.number);
  if (!follow || !settings || (follow.endedEvent ?? Infinity) < event.number) return undefined;
  return { follow, settings };
}

export function decideCopyOpen(state: CopyState, ask: CopyAsk): Decided {
  const bound = boundBy(state, ask);
  if (!bound || copyOf(state, bound.follow, ask.master.id)) return NOTHING;
  const made = openedOrSkipped(state, ask, bound);
  if (typeof made !== 'string') return ok({ change: made });
  const { event, master } = ask;
  const wanted = wantedFor(bound.settings, event, master);
  const { id: followId, userId } = bound.follow;
  const skip = { followId, orderId: master.id, userId, reason: made, wanted, time: state.market.nowMs };
  const pair = state.market.pair(master.pairId)?.showCode ?? '';
  const notice = { userId, kind: 'copy_skipped', orderId: undefined, params: { pair, skipped: made } } as const;
  const notices = [{ ...notice, cause: `copy ${followId} ${master.id}` }];
  return ok({ change: { ...NO_CHANGE, notices, copying: { skips: [skip] } } });
}

const wantedFor = (settings: CopySettings, { netValue }: CopyEvent, { quantity: lots }: ForexOrder): Quantity =>
  wantedOf(settings, lots, netValue ?? amount(0n));

/** Why nothing is opened whatever the size; undefined where something may be. */
function barredBy(state: CopyState, { event, master }: CopyAsk, { follow, settings }: Bound): SkipReason | undefined {
  const { userId } = follow;
  if (follow.endedTime !== undefined) return 'unfollowed';
  if (settings.paused) return 'paused';
  if (state.copying.leading(follow.traderId)?.leads !== true) return 'trader';
  if (event.barred !== undefined) return event.barred;
  // What a tick opened before it was followed, and was decided after: its price was known by then.
  if (state.market.nowMs - event.time > LATE_MS || event.time < follow.beganTime) return 'late';
  if (openingRefusal(state, userId, 'copying') ?? openingRefusal(state, userId, 'forex')) return 'barred';
  if (state.forex.active(userId).length >= ACTIVE_ORDER_LIMIT) return 'orders';
  return master.open ? undefined : 'closed';
}

type Bound = NonNullable<ReturnType<typeof boundBy>>;

/** The trader's leverage, or the highest that the follower is offered where that is lower. */
const termsFor = ({ terms }: ForexOrder, { multiples }: Pick<Pair, 'multiples'>): ForexTerms => ({
  ...terms,
  multiple: multiples.length === 0 ? terms.multiple : Math.min(terms.multiple, Math.max(...multiples)),
});

function openedOrSkipped(state: CopyState, ask: CopyAsk, bound: Bound): CopyChange | SkipReason {
  const barred = barredBy(state, ask, bound);
  if (barred) return barred;
  const { event, master, view, tick } = ask;
  const { follow, settings } = bound;
  const market = state.market.at(view, tick);
  const listed = market.pair(master.pairId);
  const pair = listed && offeredPair(listed, offerOf(state, follow.userId));
  if (!pair || !master.open) return 'not_offered';
  // By the log alone, as the tick's own pending orders are judged.
  if (market.tradable(pair.id) !== 'open') return 'closed';
  const draft = new ForexDraft(state, {
    realm: follow.realm,
    time: event.time,
    key: `${systemKey('copy_open', master.id)}:${follow.id}`,
  });
  const account = draft.ledger.account(follow.userId, 'forex');
  const active = state.forex.active(follow.userId);
  const used = active.reduce((sum, one) => sum + (isOf(state, one, follow) ? one.margin : 0n), 0n);
  const room = {
    used: amount(used),
    available: account.available,
    freeMargin: equityAt(account, active, market).freeMargin,
  };
  const terms = termsFor(master, pair);
  const { price, rate } = master.open;
  const wanted = wantedFor(settings, event, master);
  const size = copySize({ settings, wanted, room, pair, terms, price, rate });
  if (size.quantity === 0n) return size.cut === 'max_amount' || size.cut === 'free_margin' ? size.cut : 'wanted';
  const order = copied({ state, ask, follow, terms }, size);
  const reason = limitPassed({ state, draft, market, order, active, ask, follow });
  if (reason) return reason;
  draft.ledger.post('forex_open', order.id, [
    { ownerId: order.userId, kind: 'forex', available: -(order.margin + order.fee), locked: order.margin },
    { ownerId: HOUSE, kind: 'fees', available: order.fee },
  ]);
  draft.put(order);
  const told = { quantity: formatUnits(order.quantity), price: formatUnits(price, terms.pricePrecision) };
  // The pair's step takes something of most; that is no cut that anybody has to look at.
  if (size.cut === 'none' || size.cut === 'pair_step') draft.tell(order, 'copy_opened', told);
  else draft.tell(order, 'copy_cut', { ...told, wanted: formatUnits(wanted) });
  const says = {
    ...{ origin: String(master.id), follow: String(follow.id), originQuantity: formatUnits(master.quantity) },
    ...{ mode: settings.mode, copyMultiple: settings.multiple, maxAmount: formatUnits(settings.maxAmount) },
    ...{ traderValue: formatUnits(event.netValue ?? 0n), used: formatUnits(used), cut: size.cut },
    ...{
      pairMin: formatUnits(pair.minQuantity),
      pairStep: formatUnits(pair.quantityStep),
      pairMax: formatUnits(pair.maxQuantity),
    },
    ...{ available: formatUnits(room.available), free: formatUnits(room.freeMargin), wanted: formatUnits(wanted) },
  };
  const at = { view, nowMs: event.time, pair: (id: number) => market.pair(id) };
  const isReal = follow.realm === 'live';
  const opened = isReal ? [{ traderId: follow.traderId, pairId: pair.id, units: unitsCopied(order) }] : [];
  const acceptances = [forexAcceptance(state, 'placed', order, { at, says })];
  return { ...draft.change(), acceptances, copying: { opened } };
}

interface Limited {
  readonly state: CopyState;
  readonly draft: ForexDraft;
  readonly market: MarketAt;
  readonly order: ForexOrder;
  readonly active: readonly ForexOrder[];
  readonly ask: CopyAsk;
  readonly follow: Follow;
}

function limitPassed({ state, draft, market, order, active, ask, follow }: Limited): SkipReason | undefined {
  if (lossRefusal(state, order.userId, order.fee)) return 'limit';
  if (passedUserLimit(state.forex.settings, market, active, order) !== undefined) return 'position_limit';
  const { traderId, realm } = follow;
  const open = ask.copied(traderId, order.pairId) + state.copying.openedOf(traderId, order.pairId);
  // Play money moves no market.
  const passes = realm === 'live' && passesCopiedLimit(state.copying.settings, market, open, order);
  if (passes) return 'copied_limit';
  return houseCanTake(draft, state.forex, market, order) ? undefined : 'house';
}

/** A copy of the same trader's, of this relation or of one that has ended. */
const isOf = (state: CopyState, { followId }: ForexOrder, { traderId }: Follow): boolean =>
  followId !== undefined && state.copying.follow(followId)?.traderId === traderId;

interface Making {
  readonly state: CopyState;
  readonly ask: CopyAsk;
  readonly follow: Follow;
  readonly terms: ForexTerms;
}

/** Everything but its size and its owner is the trader's, and the stops that they gave it when it opened. */
const copied = (
  { state, ask: { event, master }, follow, terms }: Making,
  size: Pick<ForexOrder, 'quantity' | 'margin' | 'fee'>,
): ForexOrder => ({
  id: state.newId(),
  realm: follow.realm,
  userId: follow.userId,
  pairId: master.pairId,
  side: master.side,
  quantity: quantity(size.quantity),
  terms,
  status: 'open',
  margin: size.margin,
  fee: size.fee,
  held: size.margin,
  target: undefined,
  stopLoss: event.stopLoss ?? master.stopLoss,
  takeProfit: event.takeProfit ?? master.takeProfit,
  armedIndex: event.place,
  createdTime: event.time,
  placed: { rate: master.open?.rate ?? master.placed.rate, rateTickIndex: master.open?.rateTickIndex },
  open: master.open,
  close: undefined,
  result: amount(0n),
  openMarketTime: master.openMarketTime,
  financedThrough: master.openMarketTime,
  cancelledTime: undefined,
  originId: master.id,
  followId: follow.id,
});

/** How a copy is said to have ended: by the same stop as the order that it is of, else with it. */
const endOf = ({ close }: ForexOrder): CloseReason =>
  close?.reason === 'stop_loss' || close?.reason === 'take_profit' ? close.reason : 'trader';

export function decideCopyClose(state: CopyState, ask: CopyAsk): Decided {
  const bound = boundBy(state, ask);
  const copy = bound && copyOf(state, bound.follow, ask.master.id);
  if (!bound || !copy || copy.status !== 'open') return NOTHING;
  const market = state.market.at(ask.view, ask.tick);
  const { realm } = bound.follow;
  const draft = new ForexDraft(state, { realm, time: ask.event.time, key: systemKey('copy_close', copy.id) });
  const closed = closePosition(draft, copy, market, endOf(ask.master));
  if (!closed.ok) return closed;
  draft.tell(copy, 'copy_closed', {
    price: formatUnits(closed.value.close?.price ?? 0n, copy.terms.pricePrecision),
    result: formatUnits(closed.value.result, 2),
  });
  // What a stop of its own ends is proven by its ticks, as that of any order.
  const byTrader = closed.value.close?.reason === 'trader';
  const acceptances = byTrader ? [saidWithTrader(state, ask, 'close', closed.value)] : [];
  return ok({ change: { ...draft.change(), acceptances } });
}

/** What the trader did is logged for each copy as what its user asks is for their own: with the order that it follows. */
function saidWithTrader(state: CopyState, { event, view, tick }: CopyAsk, kind: 'stops' | 'close', copy: ForexOrder) {
  const market = state.market.at(view, tick);
  const at = { view, nowMs: event.time, pair: (id: number) => market.pair(id) };
  return forexAcceptance(state, kind, copy, { at, says: { origin: String(event.orderId) } });
}

export function decideCopyStops(state: CopyState, ask: CopyAsk): Decided {
  const bound = boundBy(state, ask);
  const copy = bound && copyOf(state, bound.follow, ask.master.id);
  const { stopLoss, takeProfit, place } = ask.event;
  // What was changed later holds already.
  if (copy?.status !== 'open' || copy.armedIndex > place) return NOTHING;
  if (stopLoss === undefined || takeProfit === undefined) return NOTHING;
  if (copy.armedIndex === place && copy.stopLoss === stopLoss && copy.takeProfit === takeProfit) return NOTHING;
  const changed: ForexOrder = { ...copy, stopLoss, takeProfit, armedIndex: place };
  const acceptances = [saidWithTrader(state, ask, 'stops', changed)];
  return ok({ change: { ...NO_CHANGE, forex: { orders: [changed], financing: [] }, acceptances } });
}
