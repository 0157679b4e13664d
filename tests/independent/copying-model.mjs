// Copying as the product's pages tell it, on one pair in dollars, worked out with exact fractions: what becomes of whoever follows, tick by tick.
// Knows sizes, stops and shares and nothing of how a server keeps them; shares no code with it.

import { Exact, ZERO } from './exact.mjs';

export const least = (a, b) => (a.compare(b) <= 0 ? a : b);
export const most = (a, b) => (a.compare(b) >= 0 ? a : b);
/** Whole steps of `step` in a value that is not negative. */
const stepsIn = (value, step) => value.over(step).num / value.over(step).den;

/** Somebody's forex account and open orders. */
export class Account {
  constructor(start) {
    this.available = Exact.of(start);
    this.open = [];
    this.done = [];
  }

  get margins() {
    return this.open.reduce((sum, { margin }) => sum.plus(margin), ZERO);
  }

  netValue(terms, tick) {
    const held = this.available.plus(this.margins);
    return this.open.reduce((sum, order) => sum.plus(resultOf(terms, order, tick)), held);
  }

  freeMargin(terms, tick) {
    return this.netValue(terms, tick).minus(this.margins);
  }

  take(order) {
    this.available = this.available.minus(order.margin).minus(order.fee);
    this.open.push(order);
  }

  close(terms, order, tick, reason) {
    this.open = this.open.filter((one) => one !== order);
    order.result = resultOf(terms, order, tick);
    order.net = order.result.minus(order.fee);
    order.end = { tick: tick.index, price: leaving(order, tick), reason };
    this.available = this.available.plus(order.margin).plus(order.result);
    this.done.push(order);
  }
}

const entering = ({ side }, tick) => (side === 'buy' ? tick.ask : tick.bid);
const leaving = ({ side }, tick) => (side === 'buy' ? tick.bid : tick.ask);

export function resultOf({ contNum }, order, tick) {
  const now = leaving(order, tick);
  const move = order.side === 'buy' ? now.minus(order.price) : order.price.minus(now);
  return move.times(order.lots).times(contNum).halfEven(6);
}

/** What a number of lots binds and costs when it opens. */
export function costOf({ contNum, feeRate }, { lots, multiple, price }) {
  const margin = lots.times(contNum).times(price).over(Exact.of(multiple)).roundedUp(6);
  return { margin, fee: margin.times(feeRate).halfEven(6) };
}

/** 'stop_loss', 'take_profit' or nothing at this tick. */
export function stopReached({ side, stopLoss, takeProfit }, tick) {
  const now = leaving({ side }, tick);
  const past = (stop, sign) => !stop.equals(ZERO) && now.compare(stop) * sign >= 0;
  if (past(stopLoss, side === 'buy' ? -1 : 1)) return 'stop_loss';
  return past(takeProfit, side === 'buy' ? 1 : -1) ? 'take_profit' : undefined;
}

/**
 * The copy that an order gives, or the reason of none. Every number of steps is tried from above: the first that fits is the largest.
 * `worth`: the trader's net value before the order.
 */
export function copyOf(terms, { order, settings, account, tick, worth }) {
  const { mode, multiple, maxAmount } = settings;
  const plain = order.lots.times(Exact.of(multiple));
  const wanted =
    mode === 'lots' ? plain : worth.compare(ZERO) > 0 ? plain.times(Exact.of(maxAmount)).over(worth) : ZERO;
  const price = entering(order, tick);
  const used = account.margins;
  const money = least(account.available, account.freeMargin(terms, tick));
  const at = (steps) => {
    const lots = terms.step.times(new Exact(steps));
    return { lots, price, ...costOf(terms, { lots, multiple: order.multiple, price }) };
  };
  const whole = stepsIn(least(wanted, terms.max), terms.step);
  let fitting = whole;
  while (fitting > 0n && used.plus(at(fitting).margin).compare(Exact.of(maxAmount)) > 0) fitting -= 1n;
  let steps = fitting;
  while (steps > 0n && at(steps).margin.plus(at(steps).fee).compare(money) > 0) steps -= 1n;
  const size = at(steps);
  if (steps > 0n && size.lots.compare(terms.min) >= 0) return { ...size, wanted };
  return { skipped: steps < fitting ? 'free_margin' : fitting < whole ? 'max_amount' : 'wanted', wanted };
}

/** What is shared of one follower's gains with one trader, for life: never of the same gain twice. */
export class Mark {
  constructor(rate) {
    this.rate = rate;
    this.cumulative = ZERO;
    this.highWater = ZERO;
    this.accrued = ZERO;
    this.paid = ZERO;
    this.steps = [];
  }

  /** `room`: what may leave the account. Tells what was set aside, below zero what was returned. */
  closed(net, room) {
    this.cumulative = this.cumulative.plus(net);
    const above = most(ZERO, this.cumulative.minus(this.highWater));
    const due = above.times(this.rate).halfEven(6).minus(this.accrued);
    const moved = due.compare(ZERO) > 0 ? least(due, most(room, ZERO)) : due;
    this.accrued = this.accrued.plus(moved);
    this.#step(net, moved);
    return moved;
  }

  /** Tells what the trader gets. */
  payday() {
    const before = this.highWater;
    const paid = this.accrued;
    this.highWater = most(before, this.cumulative);
    if (paid.equals(ZERO) && this.highWater.equals(before)) return ZERO;
    this.accrued = ZERO;
    this.paid = this.paid.plus(paid);
    this.#step(ZERO, paid.negated());
    return paid;
  }

  #step(net, moved) {
    const { cumulative, highWater, accrued } = this;
    this.steps.push({ net, cumulative, highWater, accrued, moved });
  }
}
