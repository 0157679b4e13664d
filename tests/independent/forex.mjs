// Leveraged orders, recomputed: terms, both fills, margin, fee, conversion rate, result. When they had to end is in endings.mjs.

import { checkLife } from './endings.mjs';
import { Exact, ONE, says } from './exact.mjs';
import { STATUS } from './moments.mjs';
import { unitsOf } from './recording.mjs';

export function checkForex(context, story) {
  const { findings } = context;
  const { proof, row, key } = story;
  findings.count('forex orders');
  const checkpoint = context.market.checkRoot(key, proof.checkpoint, findings);
  for (const tick of proof.ticks) context.market.checkProven(key, tick, checkpoint, findings);
  const order = orderOf(context, story);
  if (!order) return;
  checkTerms(context, story, order);
  checkRow(findings, key, proof, row);
  checkNewest(findings, story, order);
  checkLife(context, story, order);
  if (order.openTick) checkOpenFill(findings, story, order);
  checkMargin(context, story, order);
  if (order.closeTick) checkCloseFill(context, story, order);
  else checkWithoutPrice(findings, story);
}

/** The order in the words of this script; undefined (and a disagreement) where the proof lacks what it needs. */
function orderOf({ market, findings }, { proof, key, placed, row }) {
  const { terms, ticks } = proof;
  const pair = market.settings.get(Number(placed.input.forex_id));
  const part = (role, at) => ticks.find((tick) => tick.role === role && tick.at === at);
  const parts = {
    openTick: part('open', 'open'),
    closeTick: part('close', 'close'),
    openRateTick: part('rate', 'open'),
    closeRateTick: part('rate', 'close'),
  };
  const lost = [];
  if (terms.openPrice !== null && !parts.openTick) lost.push('open tick');
  if (terms.closePrice !== null && !parts.closeTick) lost.push('close tick');
  if (pair.RatePairId !== null && !parts.openRateTick) lost.push('rate tick');
  if (pair.RatePairId !== null && parts.closeTick && !parts.closeRateTick) lost.push('closing rate tick');
  for (const what of lost) findings.add(key, `its proof has no ${what}`);
  for (const [name, tick] of Object.entries(parts)) {
    const code = name.includes('Rate') ? market.settings.get(pair.RatePairId ?? 0)?.Code : pair.Code;
    if (tick && tick.pair !== code) lost.push(findings.add(key, `its ${name} is of ${tick.pair}, not of ${code}`));
    if (tick && !market.ticks[tick.index]) lost.push(name);
  }
  if (lost.length > 0) return undefined;
  const market0 = terms.target_price === null;
  return {
    ...parts,
    pair,
    side: Number(placed.input.type) === 1 ? 'buy' : 'sell',
    line: market.line(pair.Code),
    rateLine: pair.RatePairId === null ? undefined : market.line(market.settings.get(pair.RatePairId).Code),
    ratePlaces: market.settings.get(pair.RatePairId ?? 0)?.PricePrecision,
    markup: unitsOf(terms.markup),
    target: market0 ? undefined : { price: unitsOf(terms.target_price), kind: terms.targetKind },
    status: row.Status,
    reason: terms.closeReason,
  };
}

/** What was decided by hand was decided by what was newest at the place that the acceptance names, as the log has it. */
function checkNewest(findings, { proof, key }, order) {
  const { openTick, closeTick, openRateTick, closeRateTick, line, rateLine, target, reason } = order;
  const newest = (what, of, acceptance, tick) => {
    if (!of || !acceptance || !tick) return;
    findings.count('ticks that were newest');
    const found = of.ticks[of.at(acceptance.tick)]?.index;
    if (found !== tick.index)
      findings.add(key, `its ${what} is ${tick.index}; at ${acceptance.tick} ${found} was newest`);
  };
  const said = (kind) => proof.acceptances.findLast((one) => one.kind === kind);
  if (!target) newest('opening tick', line, said('placed'), openTick);
  newest('opening rate', rateLine, said('placed'), openRateTick);
  if (reason !== 'user') return;
  newest('closing tick', line, said('close'), closeTick);
  newest('closing rate', rateLine, said('close'), closeRateTick);
}

/** What was accepted is what was sent, on the pair's public terms. */
function checkTerms({ market, findings, feeType, pairTerms }, { proof, key, placed, changes }, order) {
  const { terms } = proof;
  const { input } = placed;
  const { pair } = order;
  const number = (what, said, expected) => {
    if (!says(said, Exact.of(expected === '' ? '0' : expected)))
      findings.add(key, `${what} is ${said}, expected ${expected}`);
  };
  const { FinancingBuy, FinancingSell, FinancingNights } = pairTerms.find(({ Id }) => Id === pair.Id);
  const ratePair = market.settings.get(pair.RatePairId ?? 0);
  findings.same(key, 'pair', terms.pair, pair.Code);
  findings.same(key, 'ratePair', terms.ratePair, ratePair?.Code ?? null);
  findings.same(key, 'ratePrecision', terms.ratePrecision, ratePair?.PricePrecision ?? null);
  number('financingRate', terms.financingRate, order.side === 'buy' ? FinancingBuy : FinancingSell);
  findings.same(key, 'financingNights', terms.financingNights, FinancingNights);
  findings.same(key, 'OrderType', terms.OrderType, input.type);
  number('Quantity', terms.Quantity, input.cont);
  number('multiple', String(terms.multiple), pair.MarginMode === 1 ? '0' : input.multiple);
  findings.same(key, 'MarginMode', terms.MarginMode, pair.MarginMode);
  findings.same(key, 'trade_fee_type', terms.trade_fee_type, feeType);
  number('ForexContNum', terms.ForexContNum, pair.ForexContNum);
  number('ForexFeeRate', terms.ForexFeeRate, pair.ForexFeeRate);
  number('markup', terms.markup, pair.Markup);
  findings.same(key, 'PricePrecision', terms.PricePrecision, pair.PricePrecision);
  findings.same(key, 'rateInverse', terms.rateInverse, pair.RateInverse);
  findings.same(key, 'whether it waits for a target', terms.target_price !== null, Number(input.status) === 0);
  if (terms.target_price !== null) number('target_price', terms.target_price, input.target_price);
  const stops = changes.at(-1)?.input ?? input;
  number('TargetLossPrice', terms.TargetLossPrice, stops.stop_loss_price);
  number('TargetProfitPrice', terms.TargetProfitPrice, stops.target_profit_price);
}

/** The list says what the proof says. */
function checkRow(findings, key, proof, row) {
  const { terms, order } = proof;
  for (const field of [
    'Id',
    'OrderType',
    'Quantity',
    'CautionMoney',
    'TradeFee',
    'Status',
    'CloseReason',
    'Price',
    'Multiple',
  ])
    findings.same(key, `${field} in the list`, row[field], order[field]);
  const pairs = [
    ['CautionMoney', terms.CautionMoney],
    ['TradeFee', terms.TradeFee],
    ['TargetLossPrice', terms.TargetLossPrice],
    ['TargetProfitPrice', terms.TargetProfitPrice],
    ['Price', terms.openPrice ?? terms.target_price],
  ];
  if (row.Status === STATUS.closed) pairs.push(['FactProfits', terms.FactProfits ?? '0']);
  if (terms.closePrice !== null) pairs.push(['UpdatePrice', terms.closePrice]);
  for (const [field, said] of pairs)
    if (!says(row[field], Exact.of(said)))
      findings.add(key, `${field} is ${row[field]} in the list, ${said} in the terms`);
}

const toEnter = (side, tick, markup) =>
  side === 'buy' ? Exact.of(tick.ask).plus(markup) : Exact.of(tick.bid).minus(markup);
const toLeave = (side, tick, markup) => toEnter(side === 'buy' ? 'sell' : 'buy', tick, markup);

/** USD for one unit of the quote currency: the mid of the rate tick, or one over it, half-even to 12 places. */
function rateBy(market, order, tick) {
  if (!tick) return ONE;
  const mid = market.mid(market.ticks[tick.index], order.ratePlaces);
  return order.pair.RateInverse ? ONE.over(mid).halfEven(12) : mid.halfEven(12);
}

function checkOpenFill(findings, { proof, key }, order) {
  const { terms } = proof;
  findings.count('fills');
  const tick = order.line.ticks[order.line.at(order.openTick.index)];
  const expected = toEnter(order.side, tick, Exact.of(terms.markup));
  if (!says(terms.openPrice, expected))
    findings.add(
      key,
      `openPrice is ${terms.openPrice}, tick ${tick.index} (${tick.bid}/${tick.ask}) gives ${expected}`,
    );
}

function checkMargin({ market, findings }, { proof, key, placed }, order) {
  const { terms } = proof;
  const quantity = Exact.of(placed.input.cont);
  const rate = rateBy(market, order, order.openRateTick);
  if (!says(terms.openRate, rate)) findings.add(key, `openRate is ${terms.openRate}, expected ${rate}`);
  const price = terms.target_price ?? terms.openPrice;
  const size = quantity.times(Exact.of(order.pair.ForexContNum));
  const margin =
    order.pair.MarginMode === 1
      ? size.roundedUp(6)
      : size.times(Exact.of(price)).times(rate).over(Exact.of(placed.input.multiple)).roundedUp(6);
  if (!says(terms.CautionMoney, margin)) findings.add(key, `CautionMoney is ${terms.CautionMoney}, expected ${margin}`);
  const base = terms.trade_fee_type === 1 ? quantity : margin;
  const fee = base.times(Exact.of(order.pair.ForexFeeRate)).halfEven(6);
  if (!says(terms.TradeFee, fee)) findings.add(key, `TradeFee is ${terms.TradeFee}, expected ${fee}`);
}

function checkCloseFill({ market, findings }, { proof, key, placed }, order) {
  const { terms } = proof;
  findings.count('closes');
  const tick = market.ticks[order.closeTick.index];
  const price = toLeave(order.side, tick, Exact.of(terms.markup));
  if (!says(terms.closePrice, price))
    findings.add(key, `closePrice is ${terms.closePrice}, tick ${tick.index} (${tick.bid}/${tick.ask}) gives ${price}`);
  const rate = rateBy(market, order, order.closeRateTick);
  if (!says(terms.closeRate, rate)) findings.add(key, `closeRate is ${terms.closeRate}, expected ${rate}`);
  if (order.rateLine) findings.count('results by a conversion rate');
  const opened = toEnter(order.side, market.ticks[order.openTick.index], Exact.of(terms.markup));
  const move = order.side === 'buy' ? price.minus(opened) : opened.minus(price);
  const size = Exact.of(placed.input.cont).times(Exact.of(order.pair.ForexContNum));
  const result = move.times(size).times(rate).halfEven(6);
  if (!says(terms.FactProfits, result)) findings.add(key, `FactProfits is ${terms.FactProfits}, expected ${result}`);
}

/** What ended without a price, or lives, has no result. */
function checkWithoutPrice(findings, { proof, key, row }) {
  const { terms } = proof;
  if (terms.FactProfits !== null && !says(terms.FactProfits, Exact.of('0')))
    findings.add(key, `has the result ${terms.FactProfits} without a closing tick`);
  if (row.Status === STATUS.cancelled && !says(row.FactProfits, Exact.of('0')))
    findings.add(key, `was cancelled with the result ${row.FactProfits}`);
}
