// One accepted change of one command, held against the rules before it is applied: transitions, prices, terms, sums, money.

import type { CloseReason, Fill, ForexOrder, Tick } from '@fairtick/engine/types';
import { formatUnits } from '@fairtick/kernel/decimal';
import type { BatchState, Change } from '@fairtick/server/domains/parts';
import { placeOf } from '@fairtick/server/trading/trigger';
import { checkDeposit } from './deposits.ts';
import { checkFlows } from './flows.ts';
import { checkLent } from './lent.ts';
import { checkMicroChange } from './micro.ts';
import { type Moment, SLACK } from './moment.ts';
import { checkNights } from './nights.ts';
import { checkOwnLimits } from './own-limits.ts';
import { checkPayout } from './payouts.ts';
import { entryPrice, exitPrice, FRESH_MS, metAt, plainFee, plainMargin, plainResult } from './plain.ts';
import { checkSolvent, checkTaken } from './solvency.ts';
import { checkActs, checkMayOpen, checkStandingRead, checkTickEnds, isBarred, noteStandings } from './standing.ts';
import { checkStopOut } from './stop-out.ts';
import { checkTransfer } from './transfers.ts';
import type { Batch, Tag, Watch } from './watch.ts';

const CLOSED_BY: Readonly<Record<string, CloseReason>> = {
  forex_close: 'user',
  forex_close_all: 'user',
  canal_follow: 'user',
  stop_loss: 'stop_loss',
  take_profit: 'take_profit',
  stop_out: 'stop_out',
  copy_stop: 'copy_stop',
};
/** What may cancel a pending order of somebody who may still open others: their own tap, a tick, or a loss that takes what it holds. */
const CANCELLED_BY = new Set([
  'cancel_trade',
  'fill_pending',
  'resetForexDemoAccount',
  ...Object.keys(CLOSED_BY),
  ...['financing', 'copy_close'],
]);
/** What may take a position's hold or a pending order with it: a night, or a closing whose loss is larger than it held. */
const CLOSINGS = new Set([...Object.keys(CLOSED_BY), 'financing', 'copy_close']);

export function checkChange(watch: Watch, state: BatchState, change: Change, tag: Tag, batch: Batch, dealing: boolean) {
  const viewIndex = state.market.view.logIndex;
  const { proposal } = tag;
  const deciding = proposal?.tick;
  const moment: Moment = { watch, state, change, tag, batch, atIndex: placeIn(tag, viewIndex) };
  if (viewIndex >= watch.log.size)
    watch.fail('not after the decision', `${tag.name} sees ${viewIndex} of ${watch.log.size}`);
  for (const after of change.forex?.orders ?? []) {
    const before = state.forex.byId(after.id);
    checkForex(moment, before, after);
    if (before?.status !== after.status && (!before || after.status === 'open'))
      checkMayOpen(watch, { userId: after.userId, product: 'forex', waited: before !== undefined }, batch);
    batch.forex.push({ before, after, tag, viewIndex, dealing });
  }
  for (const after of change.micro ?? []) {
    const before = state.micro.byId(after.id);
    checkMicroChange(moment, before, after);
    if (!before) checkMayOpen(watch, { userId: after.userId, product: 'micro', waited: false }, batch);
    batch.micro.push({ before, after });
  }
  checkFollowing(moment);
  checkActs(watch, change, tag, batch);
  checkStandingRead(moment);
  checkOwnLimits(moment);
  noteStandings(change, batch);
  checkFlows(moment);
  checkNights(moment);
  checkTransfer(moment);
  checkPayout(moment);
  checkDeposit(moment);
  checkLent(moment);
  // What follows of it, a share of what a copy has gained, is a change of its own.
  if (tag.name === 'stop_out' && deciding && change.forex?.orders.length) checkStopOut(moment, deciding);
}

function checkFollowing(moment: Moment) {
  const { copies } = moment.watch;
  for (const skip of moment.change.copying?.skips ?? []) copies.skipped(moment, skip);
  copies.shares.decided(moment);
  copies.stops.decided(moment);
  copies.note(moment);
}

/** The place in the log that it is decided at. */
const placeIn = ({ proposal }: Tag, newest: number): number => (proposal && placeOf(proposal)) ?? newest;

/** After it was applied: what is locked is what orders hold, and what was taken on can be paid. */
export function checkApplied(watch: Watch, state: BatchState, change: Change, tag: Tag, batch: Batch) {
  const { view } = state.market;
  const moment: Moment = { watch, state, change, tag, batch, atIndex: placeIn(tag, view.logIndex) };
  const taken = batch.forex.filter(
    ({ before, after }) => change.forex?.orders.includes(after) && before?.status !== 'open',
  );
  for (const { after } of taken) if (after.status === 'open') checkSolvent(moment, after.realm);
  for (const { realm, userId } of change.forex?.orders ?? []) {
    const held = state.forex.active(userId).reduce((sum, order) => sum + order.held, 0n);
    const locked = state.ledger.find(realm, userId, 'forex')?.locked;
    if (locked !== held) watch.fail('locked = sum of open holds', `user ${userId}: ${locked} locked, ${held} held`);
  }
  for (const { realm, userId, status } of change.micro ?? []) {
    // An opening or an expiry asks for its own options, not for the others of their users: the books are looked at as a whole, too.
    if (status !== 'waiting') continue;
    const staked = state.micro.active(userId).reduce((sum, order) => sum + order.stake, 0n);
    const locked = state.ledger.find(realm, userId, 'micro')?.locked;
    if (locked !== staked) watch.fail('locked = sum of stakes', `user ${userId}: ${locked} locked, ${staked} staked`);
  }
}

function checkForex(moment: Moment, before: ForexOrder | undefined, after: ForexOrder) {
  const { watch, tag, batch } = moment;
  const fail = (rule: string, what = ''): void =>
    watch.fail(rule, `order ${after.id} (${tag.name}, ${before?.status} to ${after.status}) ${what}`);
  if (!tag.owners.includes(after.userId)) fail("one's own orders");
  if (after.originId === undefined && after.open && before?.status !== 'open') watch.copies.masterOpens(moment, after);
  if (!before && after.originId !== undefined) {
    watch.copies.opened(moment, after, fail);
    return checkTaken(moment, after, fail);
  }
  if (!before) return checkPlacement(moment, after, fail);
  if (before.userId !== after.userId || before.realm !== after.realm) fail('an order keeps its owner');
  const fixed: readonly (keyof ForexOrder)[] = [
    'pairId',
    'side',
    'quantity',
    'terms',
    'margin',
    'fee',
    'target',
    'placed',
    'createdTime',
    'originId',
    'followId',
  ];
  for (const field of fixed) if (before[field] !== after[field]) fail('terms never change', field);
  switch (`${before.status} ${after.status}`) {
    case 'pending pending':
    case 'open open':
      return checkKept(moment, before, after, fail);
    case 'pending open':
      return checkFilled(moment, before, after, fail);
    case 'pending cancelled':
      if (after.held !== 0n || after.result !== 0n || after.close || after.open) fail('a cancelled order has nothing');
      if (tag.proposal?.kind === 'fill_pending' && tag.proposal.orderId === after.id)
        checkTickEnds(watch, after.id, moment.change);
      if (!CANCELLED_BY.has(tag.name) && !isBarred(watch, after.userId, batch)) fail('who may cancel');
      return undefined;
    case 'open closed':
      return checkClosed(moment, before, after, fail);
    default:
      return fail('status 0 -> 1 -> 3 or 0 -> cancelled');
  }
}

type Fail = (rule: string, what?: string) => void;

/** Stops changed, or its hold taken for another's loss. */
function checkKept(moment: Moment, before: ForexOrder, after: ForexOrder, fail: Fail) {
  const { watch, tag, atIndex } = moment;
  if (tag.name === 'copy_stops') return watch.copies.moved(moment, before, after, fail);
  if (tag.name === 'set_stop_price' && after.originId !== undefined) fail('the stops of a copy are the trader’s');
  if (tag.name === 'set_stop_price') {
    if (after.held !== before.held) fail('stops move no money');
    if (after.armedIndex !== atIndex) fail('changed stops wait from their decision on');
    checkStops(watch, after, atIndex, fail);
    return;
  }
  const financed = (after.financedThrough ?? 0) > (before.financedThrough ?? 0);
  if (financed && tag.name !== 'financing') fail('a position that stays open is financed by a tick');
  const took = after.held < before.held || (financed && after.held === before.held);
  if (!CLOSINGS.has(tag.name) || !took || after.held < 0n || before.status !== 'open')
    fail('only a closing takes what an open position holds');
  const same =
    before.stopLoss === after.stopLoss &&
    before.takeProfit === after.takeProfit &&
    before.armedIndex === after.armedIndex;
  if (!same) fail('only the user changes stops');
}

function checkStops(watch: Watch, order: ForexOrder, atIndex: number, fail: Fail) {
  const tick = watch.log.newest(order.pairId, atIndex);
  if (!tick) return fail('stops need a quote');
  const reference =
    order.target && order.status === 'pending' ? order.target.price : exitPrice(order.side, tick, order.terms.markup);
  const { stopLoss, takeProfit, side } = order;
  if (stopLoss !== 0n && (side === 'buy' ? stopLoss >= reference : stopLoss <= reference))
    fail('stop-loss on the right side');
  if (takeProfit !== 0n && (side === 'buy' ? takeProfit <= reference : takeProfit >= reference))
    fail('take-profit on the right side');
}

function checkPlacement(moment: Moment, order: ForexOrder, fail: Fail) {
  const { watch, state, tag, atIndex } = moment;
  const { terms, quantity, target } = order;
  const pair = watch.pair(order.pairId);
  if (tag.name !== 'forex_submit' || !pair) return fail('only a user places orders');
  const input = tag.input ?? {};
  const asked =
    (input.type === 1 ? 'buy' : 'sell') === order.side &&
    input.forex_id === order.pairId &&
    input.status === (order.status === 'pending' ? 0 : 1) &&
    (order.status === 'pending') === (target !== undefined);
  if (!asked) fail('as it was asked for');
  if (terms.markup !== pair.markup || terms.contNum !== pair.contNum || terms.feeRate !== pair.feeRate)
    fail('the public terms');
  const perNight = order.side === 'buy' ? pair.financingBuy : pair.financingSell;
  if (terms.financingRate !== perNight || terms.financingNights !== pair.financingNights) fail('the public terms');
  if (terms.marginMode !== pair.marginMode || terms.feeType !== watch.settings.forex.feeType) fail('the public terms');
  if (quantity < pair.minQuantity || quantity > pair.maxQuantity || quantity % pair.quantityStep !== 0n)
    fail('quantity in its bounds');
  if (terms.marginMode === 2 && !pair.multiples.includes(terms.multiple)) fail('a multiple on offer');
  const tick = watch.log.newest(order.pairId, atIndex);
  const rate = watch.log.rate(terms, atIndex);
  if (!tick || !rate) return fail('a quote and a rate');
  checkTradesNow(moment, order, tick, fail);
  const entry = entryPrice(order.side, tick, terms.markup);
  const margin = plainMargin(quantity, terms, target?.price ?? entry, rate.rate);
  if (order.margin !== margin) fail('margin', `${order.margin}, not ${margin}`);
  if (order.fee !== plainFee(quantity, margin, terms)) fail('fee', `${order.fee}`);
  if (order.placed.rate !== rate.rate || order.placed.rateTickIndex !== rate.tick?.logIndex) fail('rate at placement');
  if (order.armedIndex !== atIndex) fail('waits from its decision on');
  if (order.held !== (order.status === 'pending' ? margin + order.fee : margin)) fail('hold at placement');
  if (target) {
    const better = order.side === 'buy' ? target.price < entry : target.price > entry;
    if (target.price === entry || target.kind !== (better ? 'limit' : 'stop')) fail('a target not yet reached');
  } else {
    checkFill(moment, order, order.open, entry, tick, fail);
    if (isPastAsked(input, order, entry)) fail('a fill no worse than its user allowed', String(entry));
  }
  checkStops(watch, order, atIndex, fail);
  checkMoney(moment, order, margin + order.fee, fail);
  checkTaken(moment, order, fail);
  if (state.forex.active(order.userId).length >= 200) fail('too many orders');
}

/** By points of a tenth of a pip, or of a pip where prices have none. */
function isPastAsked(input: Readonly<Record<string, unknown>>, { side, terms }: ForexOrder, entry: bigint): boolean {
  const { expected_price: expected, max_deviation: deviation } = input;
  if (typeof expected !== 'string' || typeof deviation !== 'string') return false;
  const point = 10 ** -terms.pricePrecision;
  const pip = terms.pricePrecision === 5 || terms.pricePrecision === 3 ? 10 * point : point;
  const worse = (Number(entry) / 1e8 - Number(expected)) * (side === 'buy' ? 1 : -1);
  return worse > Number(deviation) * pip + point / 1_000;
}

/** Free margin before the order. */
function checkMoney({ watch, state, atIndex }: Moment, order: ForexOrder, needed: bigint, fail: Fail) {
  const account = state.ledger.find(order.realm, order.userId, 'forex');
  if (!account) return fail('an account');
  let floating = 0n;
  let short = 0n;
  for (const open of state.forex.active(order.userId)) {
    if (open.status !== 'open') continue;
    floating += watch.log.floating(open, atIndex) ?? 0n;
    short += open.margin - open.held;
  }
  const free = account.available + (floating < 0n ? floating : 0n) - short;
  if (needed > free || needed > account.available)
    fail('margin and fee within free margin', formatUnits(free - needed));
}

function checkTradesNow({ watch, state }: Moment, order: ForexOrder, tick: Tick, fail: Fail) {
  const now = state.market.nowMs;
  if (!watch.log.inHours(order.pairId, now)) fail('no trade outside hours');
  if (now - tick.receivedTime >= FRESH_MS) fail('no fill on a stale quote', `${now - tick.receivedTime} ms old`);
  const trueAge = watch.trueAgeMs(tick.logIndex);
  if (trueAge >= FRESH_MS * SLACK) fail('no fill on a stale quote', `${trueAge} ms old, whatever the clock says`);
}

function checkFilled(moment: Moment, before: ForexOrder, after: ForexOrder, fail: Fail) {
  const { watch, tag, atIndex } = moment;
  const tick = tag.proposal && tag.proposal.kind === 'fill_pending' ? tag.proposal.tick : undefined;
  if (!tick || tick.pairId !== before.pairId) return fail('a pending order is filled by a tick of its pair');
  if (metAt(before, tick) !== 'fill_pending') fail('a target that was reached');
  if (tick.logIndex <= before.armedIndex) fail('a tick after placement');
  checkLiveTick(watch, tick, fail);
  const entry = entryPrice(before.side, tick, before.terms.markup);
  if (
    before.target?.kind === 'limit' &&
    (before.side === 'buy' ? entry > before.target.price : entry < before.target.price)
  )
    fail('a limit is filled at its target or better');
  checkFill(moment, after, after.open, entry, tick, fail);
  checkTaken(moment, after, fail);
  if (after.held !== before.margin || after.armedIndex !== atIndex) fail('a filled order holds its margin');
}

function checkLiveTick(watch: Watch, tick: Tick, fail: Fail) {
  if (!watch.log.inHours(tick.pairId, tick.receivedTime)) fail('a live tick: inside hours');
  if (tick.bid > tick.ask || tick.bid <= 0n) fail('no fill on a crossed quote');
}

function checkFill(
  { watch, atIndex }: Moment,
  order: ForexOrder,
  fill: Fill | undefined,
  price: bigint,
  tick: Tick,
  fail: Fail,
) {
  const rate = watch.log.rate(order.terms, atIndex);
  if (!fill || !rate) return fail('a fill');
  if (watch.log.tick(fill.tickIndex) !== tick && fill.tickIndex !== tick.logIndex)
    fail('names the tick', `${fill.tickIndex}`);
  if (fill.tickIndex > atIndex) fail('a tick not after the decision');
  if (fill.price !== price) fail('price = tick and markup', `${fill.price}, not ${price}`);
  if (fill.rate !== rate.rate || fill.rateTickIndex !== rate.tick?.logIndex) fail('rate by its tick');
}

function checkClosed(moment: Moment, before: ForexOrder, after: ForexOrder, fail: Fail) {
  const { watch, tag, atIndex } = moment;
  if (after.held !== 0n) fail('a closed order holds nothing');
  if (after.open !== before.open) fail('the opening fill stays');
  if (!after.close) {
    if (tag.name !== 'resetForexDemoAccount' || after.result !== 0n) fail('only a reset closes without a price');
    return;
  }
  if (tag.name === 'copy_close') watch.copies.closedWith(after, fail);
  else if (after.close.reason !== CLOSED_BY[tag.name]) fail('close reason', after.close.reason);
  const tick = watch.log.newest(after.pairId, atIndex);
  if (!tick || !before.open) return fail('a quote to close at');
  checkFill(moment, after, after.close, exitPrice(after.side, tick, after.terms.markup), tick, fail);
  const result = plainResult(before, before.open.price, after.close.price, after.close.rate);
  if (after.result !== result) fail('result', `${after.result}, not ${result}`);
  if (tag.name === 'copy_close') return;
  if (tag.input || tag.name === 'canal_follow') return checkTradesNow(moment, after, tick, fail);
  const deciding = watch.log.tick(atIndex);
  if (!deciding || !watch.log.closable(after.pairId, deciding))
    fail('nothing closes on a stale quote or outside hours');
  if (tag.name === 'stop_out' || tag.name === 'copy_stop') return;
  if (tick.logIndex !== atIndex || metAt(before, tick) !== tag.name)
    fail('a stop that was reached', metAt(before, tick));
  if (tick.logIndex <= before.armedIndex) fail('a tick after placement');
}
