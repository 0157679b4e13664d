// Sums: a user's balances are the first ones plus every result less every fee, and what is locked is what active orders hold.

import { Exact, says, ZERO } from './exact.mjs';
import { STATUS } from './moments.mjs';

/** A demo account's first balances, by account type: fund, forex, micro. */
export const FIRST = { 1: '10000', 2: '100000', 3: '100000' };
const KINDS = { 1: 'change', 2: 'forex', 3: 'micro' };

/** `stories` are those of the orders placed since the last reset. */
export function checkBalances(findings, user, stories) {
  for (const [type, amount] of Object.entries(FIRST))
    if (!says(balanceOf(user.start, type).balance, Exact.of(amount)))
      findings.add(user.name, `began with ${balanceOf(user.start, type).balance} in ${KINDS[type]}, not ${amount}`);
  const forex = stories.filter(({ family }) => family === 'forex');
  const micro = stories.filter(({ family }) => family === 'micro');
  compare(findings, user, 1, Exact.of(FIRST[1]), ZERO);
  compare(findings, user, 2, forexTotal(forex), forex.map(heldBy).reduce(sum, ZERO));
  const results = micro.filter(({ row }) => row.Status !== 1).map(({ proof }) => Exact.of(proof.terms.FactProfits));
  const stakes = micro.filter(({ row }) => row.Status === 1).map(({ proof }) => Exact.of(proof.terms.Number));
  compare(findings, user, 3, results.reduce(sum, Exact.of(FIRST[3])), stakes.reduce(sum, ZERO));
  findings.count('accounts');
}

const sum = (a, b) => a.plus(b);
const balanceOf = (balances, type) => balances.find((one) => one.accountTypeId === Number(type));

function compare(findings, user, type, total, locked) {
  const { balance, lockBalance } = balanceOf(user.end, type);
  const said = Exact.of(balance).plus(Exact.of(lockBalance));
  if (!said.equals(total))
    findings.add(user.name, `has ${said} in ${KINDS[type]} (free and locked); start, results and fees give ${total}`);
  if (!says(lockBalance, locked))
    findings.add(user.name, `has ${lockBalance} locked in ${KINDS[type]}; active orders hold ${locked}`);
}

function heldBy({ row, proof }) {
  const margin = Exact.of(proof.terms.CautionMoney);
  if (row.Status === STATUS.open) return margin;
  return row.Status === STATUS.pending ? margin.plus(Exact.of(proof.terms.TradeFee)) : ZERO;
}

/** Fees when they were taken and results when they were booked, in the order of the log; a loss beyond everything is not the user's. */
function forexTotal(stories) {
  const events = [];
  for (const { proof } of stories) {
    const { terms, ticks } = proof;
    const place = (at) => ticks.find((tick) => tick.role === at).index;
    if (terms.openPrice !== null) events.push({ index: place('open'), amount: Exact.of(terms.TradeFee).negated() });
    if (terms.closePrice !== null) events.push({ index: place('close'), amount: Exact.of(terms.FactProfits) });
  }
  events.sort((a, b) => a.index - b.index);
  return events.reduce((total, { amount }) => {
    const next = total.plus(amount);
    return next.isNegative ? ZERO : next;
  }, Exact.of(FIRST[2]));
}
