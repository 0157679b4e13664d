// How large a copy had to be, from what was logged when it opened: every number of steps is tried from above, the first that fits is the largest.

import { Exact, says, ZERO } from './exact.mjs';

const wholeSteps = (value, step) => value.over(step).num / value.over(step).den;
const lesser = (a, b) => (a.compare(b) <= 0 ? a : b);

function wantedLots(placed) {
  const lots = Exact.of(placed.originQuantity).times(Exact.of(placed.copyMultiple));
  if (placed.mode === 'lots') return lots;
  const worth = Exact.of(placed.traderValue);
  return worth.compare(ZERO) > 0 ? lots.times(Exact.of(placed.maxAmount)).over(worth) : ZERO;
}

function costOf(terms, lots) {
  const size = lots.times(Exact.of(terms.ForexContNum));
  const value = size.times(Exact.of(terms.openPrice)).times(Exact.of(terms.openRate));
  const margin = terms.MarginMode === 1 ? size.roundedUp(6) : value.over(Exact.of(terms.multiple)).roundedUp(6);
  const fee = (terms.trade_fee_type === 1 ? lots : margin).times(Exact.of(terms.ForexFeeRate)).halfEven(6);
  return { margin, fee };
}

/** Quantity, margin and fee are what settings, room and the pair's steps give. */
export function checkSize(findings, key, placed, terms) {
  const [step, maxAmount] = [Exact.of(placed.pairStep), Exact.of(placed.maxAmount)];
  const money = lesser(Exact.of(placed.available), Exact.of(placed.free));
  const at = (steps) => {
    const lots = step.times(new Exact(steps));
    return { lots, ...costOf(terms, lots) };
  };
  let steps = wholeSteps(lesser(wantedLots(placed), Exact.of(placed.pairMax)), step);
  const fits = ({ margin, fee }) =>
    Exact.of(placed.used).plus(margin).compare(maxAmount) <= 0 && margin.plus(fee).compare(money) <= 0;
  while (steps > 0n && !fits(at(steps))) steps -= 1n;
  const { lots, margin, fee } = at(steps);
  findings.count('sizes');
  const compare = [
    ['Quantity', lots],
    ['CautionMoney', margin],
    ['TradeFee', fee],
  ];
  for (const [field, expected] of compare)
    if (!says(terms[field], expected)) findings.add(key, `${field} is ${terms[field]}, expected ${expected}`);
}
