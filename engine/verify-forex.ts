// The checks of a forex order's proof, in the order of its life. Rules E70 to E76, E84.

import {
  amount,
  formatUnits,
  ONE_RATE,
  type Price,
  price,
  type Quantity,
  quantity,
  RATE_PLACES,
  type Rate,
  rate,
} from '@fairtick/kernel/decimal';
import { type Checks, type DecidingTick, known, read, readRate, there, tickOf, UnreadableProof } from './checks.ts';
import { feeOf, marginOf, profitOf } from './formulas.ts';
import type { ForexProof, ForexProofTerms, ProofTick } from './proof.ts';
import { closingPrice, midPrice, openingPrice, rateFromMid } from './quotes.ts';
import type { Side } from './types.ts';
import { verifyNights } from './verify-nights.ts';

interface Read {
  readonly side: Side;
  readonly lots: Quantity;
  readonly contNum: Quantity;
  readonly markup: Price;
  readonly terms: ForexProofTerms;
  readonly ticks: readonly ProofTick[];
}

const MOMENTS = ['open open', 'close close', 'rate open', 'rate close', 'rate night'];
const REASONS: ReadonlySet<unknown> = new Set([
  ...([
    'user',
    'stop_loss',
    'take_profit',
    'stop_out',
    'trader',
    'copy_stop',
    'reset',
  ] satisfies ForexProofTerms['closeReason'][]),
  null,
]);

const asPrice = (tick: DecidingTick): { bid: Price; ask: Price } => ({ bid: price(tick.bid), ask: price(tick.ask) });

export function verifyForexTerms({ order, terms, ticks }: ForexProof, checks: Checks): void {
  if (terms.OrderType !== 1 && terms.OrderType !== 2) throw new UnreadableProof('OrderType');
  there(terms, ['openPrice', 'closePrice', 'closeRate', 'FactProfits']);
  known(ticks, MOMENTS);
  if (!REASONS.has(terms.closeReason)) throw new UnreadableProof('closeReason');
  const given: Read = {
    side: terms.OrderType === 1 ? 'buy' : 'sell',
    lots: quantity(read('quantity', terms.Quantity)),
    contNum: quantity(read('contNum', terms.ForexContNum)),
    markup: price(read('markup', terms.markup)),
    terms,
    ticks,
  };
  const opened = tickOf(ticks, 'open', 'open');
  const closed = tickOf(ticks, 'close', 'close');
  checkOpening(given, opened, checks);
  const openRate = checkRate(given, 'open', checks);
  checkMargin(given, openRate, checks);
  checkClosing(given, opened, closed, checks);
  verifyNights(terms, ticks, given.lots, checks);
  checkScreen(given, order, checks);
}

/** The fill is the opening-side price of its tick; a limit's is at its target or better, a stop's at or beyond. */
function checkOpening({ terms, side, markup }: Read, tick: DecidingTick | undefined, checks: Checks): void {
  if (terms.openPrice === null) {
    checks.same('open.tick', 'none', tick ? String(tick.index) : 'none');
    return;
  }
  const stated = read('openPrice', terms.openPrice);
  if (!tick) {
    checks.fail('open.tick', 'the tick that opened it', 'none');
    return;
  }
  checks.equal('open.price', openingPrice(side, asPrice(tick), markup), stated);
  if (terms.targetKind === null) return;
  const target = read('targetPrice', terms.target_price);
  const below = (side === 'buy') === (terms.targetKind === 'limit');
  const reached = below ? stated <= target : stated >= target;
  checks.holds('open.target', reached, `${below ? '<=' : '>='} ${formatUnits(target)}`, formatUnits(stated));
}

/** The rate of a moment from its tick; 1 where the quote currency is USD. undefined = could not be worked out. */
function checkRate({ terms, ticks }: Read, at: 'open' | 'close', checks: Checks): Rate | undefined {
  const text = at === 'open' ? terms.openRate : terms.closeRate;
  const stated = text === null ? undefined : readRate(`${at}Rate`, text);
  if (terms.ratePrecision === null) {
    checks.equal(`${at}.rate`, ONE_RATE, stated ?? ONE_RATE, RATE_PLACES);
    return ONE_RATE;
  }
  const tick = tickOf(ticks, 'rate', at);
  if (!tick || stated === undefined) {
    checks.fail(`${at}.rate`, 'a rate and the tick that gave it', tick ? 'no rate' : 'no tick');
    return undefined;
  }
  if (!Number.isInteger(terms.ratePrecision) || terms.ratePrecision < 0 || terms.ratePrecision > 8)
    throw new UnreadableProof('ratePrecision');
  const mid = midPrice(asPrice(tick), terms.ratePrecision);
  if (mid <= 0n) throw new UnreadableProof('rate tick');
  checks.equal(`${at}.rate`, rateFromMid(mid, terms.rateInverse), stated, RATE_PLACES);
  const fill = tickOf(ticks, at, at);
  // A decision by hand, and a stop-out, may lie behind the newest tick of the order's own pair: the rate may be newer, too.
  const byItsTick = at === 'open' ? terms.targetKind !== null : isTriggered(terms);
  if (fill && byItsTick)
    checks.holds(`${at}.rate_tick`, tick.index <= fill.index, `<= ${fill.index}`, String(tick.index));
  return rate(stated);
}

const isTriggered = ({ closeReason }: ForexProofTerms): boolean =>
  closeReason === 'stop_loss' || closeReason === 'take_profit';

/** Fixed when accepted: at the target of a pending order, at the fill of a market order. */
function checkMargin({ terms, lots, contNum }: Read, openRate: Rate | undefined, checks: Checks): void {
  const margin = amount(read('margin', terms.CautionMoney));
  const fee = read('fee', terms.TradeFee);
  const basis = terms.targetKind === null ? terms.openPrice : terms.target_price;
  const fixed = terms.MarginMode === 1;
  if (!fixed && !(Number.isSafeInteger(terms.multiple) && terms.multiple > 0)) throw new UnreadableProof('multiple');
  if (openRate === undefined || basis === null) {
    if (!fixed) checks.fail('margin', 'a price and a rate to compute it with', terms.CautionMoney);
  }
  if (fixed || (openRate !== undefined && basis !== null)) {
    const at = price(basis === null ? 0n : read('price', basis));
    const { MarginMode: marginMode, multiple } = terms;
    checks.equal('margin', marginOf(lots, { marginMode, multiple, contNum }, at, openRate ?? ONE_RATE), margin);
  }
  const feeRate = amount(read('feeRate', terms.ForexFeeRate));
  checks.equal('fee', feeOf(lots, margin, { feeType: terms.trade_fee_type, feeRate }), fee);
}

function checkClosing(
  given: Read,
  opened: DecidingTick | undefined,
  tick: DecidingTick | undefined,
  checks: Checks,
): void {
  const { terms, side, markup, lots, contNum } = given;
  if (terms.closeReason === null || terms.closeReason === 'reset') {
    // Nothing was decided by a price: no closing price may be claimed without its tick, and no result at all.
    checks.equal('result', 0n, terms.FactProfits === null ? 0n : read('result', terms.FactProfits));
    checks.same('close.price', 'none', terms.closePrice ?? terms.closeRate ?? 'none');
    checks.same('close.tick', 'none', tick ? String(tick.index) : 'none');
    return;
  }
  if (
    !tick ||
    terms.closePrice === null ||
    terms.closeRate === null ||
    terms.openPrice === null ||
    terms.FactProfits === null
  ) {
    checks.fail('close.tick', 'opening, closing, result and the tick that closed it', 'incomplete');
    return;
  }
  const close = price(read('closePrice', terms.closePrice));
  checks.equal('close.price', closingPrice(side, asPrice(tick), markup), close);
  if (opened) {
    // By hand an order may be closed at the tick that filled it; that tick never triggers it (E40).
    const first = opened.index + (isTriggered(terms) ? 1 : 0);
    checks.holds('close.after_open', tick.index >= first, `>= ${first}`, String(tick.index));
  }
  checkStops(given, close, checks);
  // What the account's money and other positions had come to, no proof of one order shows.
  if (terms.closeReason === 'stop_out') checks.open('close.stop_out', 'net value', 'none');
  // What the other copies of its relation had come to, and the sum that their follower set, no proof of one order shows.
  if (terms.closeReason === 'copy_stop') checks.open('close.copy_stop', 'copies', 'none');
  const closeRate = checkRate(given, 'close', checks);
  const stated = read('result', terms.FactProfits);
  if (closeRate === undefined) {
    checks.fail('result', 'a closing rate to compute it with', terms.FactProfits);
    return;
  }
  const open = price(read('openPrice', terms.openPrice));
  checks.equal('result', profitOf(side, open, close, lots, contNum, closeRate), stated);
}

/** A stop-loss closes at or beyond its price, a take-profit at its price or better. */
function checkStops({ terms, side }: Read, close: Price, checks: Checks): void {
  if (!isTriggered(terms)) return;
  const loss = terms.closeReason === 'stop_loss';
  const stop = read('stop price', loss ? terms.TargetLossPrice : terms.TargetProfitPrice);
  const below = (side === 'buy') === loss;
  const reached = stop > 0n && (below ? close <= stop : close >= stop);
  checks.holds('close.trigger', reached, `${below ? '<=' : '>='} ${formatUnits(stop)}`, formatUnits(close));
}

/** The order's own screen shows the same numbers. */
function checkScreen({ terms, lots }: Read, order: ForexProof['order'], checks: Checks): void {
  checks.same('order.type', String(terms.OrderType), String(order.OrderType));
  checks.equal('order.quantity', lots, read('Quantity', order.Quantity));
  checks.equal('order.margin', read('margin', terms.CautionMoney), read('CautionMoney', order.CautionMoney));
  checks.equal('order.fee', read('fee', terms.TradeFee), read('TradeFee', order.TradeFee));
  checks.equal(
    'order.stop_loss',
    read('stopLossPrice', terms.TargetLossPrice),
    read('TargetLossPrice', order.TargetLossPrice),
  );
  checks.equal(
    'order.take_profit',
    read('takeProfitPrice', terms.TargetProfitPrice),
    read('TargetProfitPrice', order.TargetProfitPrice),
  );
  const closed = terms.closeReason !== null;
  const { Status: status } = order;
  const fits = closed ? status === 3 : terms.openPrice === null ? status === 0 || status === 2 : status === 1;
  checks.holds('order.closed', fits, String(closed), String(status === 3));
  if (closed)
    checks.equal('order.result', read('result', terms.FactProfits ?? '0'), read('FactProfits', order.FactProfits));
}
