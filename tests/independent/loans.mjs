// Loans and fund products from what is published of them alone: the offers by their versions, what somebody asked for and when. What each must have cost and
// paid, day by day, and every movement of the books that follows. Shares nothing with the server.
// Usage: node loans.mjs <year.json>. Any Node from 18 on, no package. Ends with 1 on any disagreement.

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Exact, ZERO } from './exact.mjs';
import { Findings } from './findings.mjs';

const DAY = 86_400_000;
const WITHDRAWAL_DAYS = 14;
const RATE = new Exact(10_000n);
const HUNDRED = new Exact(100n);
const whole = (number) => new Exact(BigInt(number));
const least = (a, b) => (a.compare(b) <= 0 ? a : b);
const most = (a, b) => (a.compare(b) >= 0 ? a : b);

/** The offer of this number in the version that was in force at a moment; undefined where there was none. */
export function offerAt(versions, key, id, time) {
  const inForce = versions.filter((one) => one.key === key && one.effective_from <= time);
  return inForce
    .toSorted((a, b) => a.version - b.version)
    .at(-1)
    ?.value.find((one) => one.id === id);
}

const costOfDays = (amount, rate, days) => amount.times(whole(rate)).times(whole(days)).over(RATE).halfEven(2);

/** Whole days that have begun; the first has begun at once. */
function daysBegun(from, to) {
  let days = Math.floor((to - from) / DAY);
  if (days * DAY < to - from) days += 1;
  return Math.max(days, 1);
}

/** What a loan costs when it is repaid at a moment. */
export function costOfLoan(offer, amountText, paidOut, repaid) {
  const amount = Exact.of(amountText);
  const { loan_period: period, interest_rate: rate, free_period: free, penalty_rate: penaltyRate } = offer;
  const begun = daysBegun(paidOut, repaid);
  const charged = Math.min(begun, period) - free;
  const interest = costOfDays(amount, rate, Math.max(charged, 0));
  const due = paidOut + period * DAY;
  const late = repaid < due ? 0 : Math.floor((repaid - due) / DAY);
  const room = most(ZERO, amount.minus(interest));
  let penalty = least(costOfDays(amount, penaltyRate, late), room);
  if (repaid - paidOut <= WITHDRAWAL_DAYS * DAY) {
    const ofAll = costOfDays(amount, rate, begun > free ? begun - free : 0);
    penalty = least(penalty, ofAll.minus(interest));
  }
  return { interest, penalty };
}

/** What a subscription of a product pays a day and costs when it is redeemed early. */
export function sumsOfFund(product, amountText) {
  const amount = Exact.of(amountText);
  return {
    day: amount.times(Exact.of(product.dividend_percentage)).over(HUNDRED).halfEven(4),
    penalty: amount.times(Exact.of(product.liquidated_damages)).over(HUNDRED).halfEven(4),
  };
}

const line = (owner, account, available, locked = ZERO) => ({ owner, account, available, locked });

/** The movements that a loan must have left, in their order. */
function movesOfLoan(findings, loan, versions) {
  const key = `loan ${loan.id}`;
  findings.count('loans');
  const offer = offerAt(versions, 'loan_configs', loan.config_id, loan.requested_time);
  if (!offer) return void findings.add(key, 'was taken on an offer that nobody published') ?? [];
  const amount = Exact.of(loan.amount);
  if (amount.compare(Exact.of(offer.min_amount)) < 0 || amount.compare(Exact.of(offer.max_amount)) > 0)
    findings.add(key, `is of ${loan.amount}, which was not offered`);
  if (loan.paid_out_time === null) return [];
  const moves = [
    {
      reason: 40,
      time: loan.paid_out_time,
      lines: [line(loan.user_id, 'change', amount), line('0', 'loan', amount.negated())],
    },
  ];
  if (loan.repaid_time === null) return moves;
  findings.count('repaid');
  const { interest, penalty } = costOfLoan(offer, loan.amount, loan.paid_out_time, loan.repaid_time);
  if (interest.compare(ZERO) > 0) findings.count('with interest');
  if (penalty.compare(ZERO) > 0) findings.count('with penalty');
  findings.same(key, 'interest as shown', Exact.of(loan.interest), interest);
  findings.same(key, 'penalty as shown', Exact.of(loan.penalty), penalty);
  const cost = interest.plus(penalty);
  const lines = [
    line(loan.user_id, 'change', amount.plus(cost).negated()),
    line('0', 'loan', amount),
    ...(cost.compare(ZERO) === 0 ? [] : [line('0', 'fees', cost)]),
  ];
  return [...moves, { reason: 41, time: loan.repaid_time, lines }];
}

const daysOver = (from, to, days) => Math.min(days, Math.max(0, Math.floor((to - from) / DAY)));
const HOUR = 3_600_000;

/**
 * How a subscription stands after all that happened: for how many days it was paid, and whether and when it was redeemed. A redemption that waits is
 * confirmed when time is next looked at after its hours; where its term is over by then, it has ended by itself.
 */
function endOfFund({ sub_time: from, asked }, days, pays) {
  const looked = pays.filter((time) => time > from);
  const last = Math.max(from, ...looked, asked?.time ?? 0);
  if (!asked || daysOver(from, asked.time, days) === days) return { through: daysOver(from, last, days) };
  const confirmed = asked.hours === 0 ? asked.time : looked.find((time) => time >= asked.time + asked.hours * HOUR);
  if (confirmed === undefined) return { through: daysOver(from, last, days), waits: true };
  const through = daysOver(from, confirmed, days);
  return through === days ? { through } : { through, redeemed: confirmed };
}

/** The movements that a subscription must have left, in their order. */
function movesOfFund(findings, fund, versions, pays) {
  const key = `fund ${fund.id}`;
  findings.count('subscriptions');
  const product = offerAt(versions, 'fund_products', fund.product_id, fund.sub_time);
  if (!product) return void findings.add(key, 'was bought of a product that nobody sold') ?? [];
  const amount = Exact.of(fund.amount);
  const { day, penalty } = sumsOfFund(product, fund.amount);
  const days = product.lock_dividend_days;
  const reserve = day.times(whole(days));
  const { through, redeemed, waits } = endOfFund(fund, days, pays);
  const moves = [
    {
      ...{ reason: 50, time: fund.sub_time },
      lines: [line(fund.user_id, 'change', amount.negated(), amount), line('0', 'fund', reserve.negated(), reserve)],
    },
  ];
  for (let nth = 1; nth <= through; nth += 1)
    moves.push({
      ...{ reason: 51, due: fund.sub_time + nth * DAY, nth },
      lines: [line(fund.user_id, 'change', day), line('0', 'fund', ZERO, day.negated())],
    });
  findings.count('days', through);
  if (redeemed !== undefined) {
    findings.count('redeemed');
    const left = day.times(whole(days - through));
    moves.push({
      ...{ reason: 53, time: redeemed },
      lines: [
        line(fund.user_id, 'change', amount.minus(penalty), amount.negated()),
        line('0', 'fund', penalty.plus(left), left.negated()),
      ],
    });
  } else if (through === days) {
    findings.count('matured');
    moves.push({ reason: 52, lines: [line(fund.user_id, 'change', amount, amount.negated())] });
  }
  const status =
    redeemed === undefined ? (through === days ? 'finished' : waits ? 'refunding' : 'running') : 'refunded';
  findings.same(key, 'its status', fund.status, status);
  return moves;
}

const shownLine = ({ owner, account, available, locked }) =>
  `${owner === '0' ? 'house' : 'user'} ${account} ${Exact.of(String(available))} ${Exact.of(String(locked))}`;
const shown = ({ lines }) => lines.map(shownLine).toSorted().join(', ');

/** One thing's journals against what must have moved: as many, in this order, each to the last unit and at its time. */
function compare(findings, key, must, booked) {
  findings.same(key, 'number of journals', booked.length, must.length);
  for (const [at, want] of must.entries()) {
    const has = booked[at];
    if (!has) return;
    findings.count('journals');
    findings.same(key, `journal ${at + 1}`, `${has.reason}: ${shown(has)}`, `${want.reason}: ${shown(want)}`);
    if (want.time !== undefined) findings.same(key, `time of journal ${at + 1}`, has.time, want.time);
    if (want.due !== undefined && has.time < want.due) findings.add(key, `paid day ${want.nth} before it was over`);
    if (want.due !== undefined) {
      findings.same(key, `due time of day ${want.nth}`, has.due_time, want.due);
      findings.same(key, `number of day ${want.nth}`, has.day, want.nth);
    }
  }
}

/** What the house holds: what it began with and what must have moved, and of the reserve what is promised and not paid. */
function compareHouse(findings, { began, ends }, all) {
  const sums = new Map();
  for (const { lines } of all)
    for (const { owner, account, available, locked } of lines) {
      const key = `${owner} ${account}`;
      const before = sums.get(key) ?? { available: ZERO, locked: ZERO };
      sums.set(key, { available: before.available.plus(available), locked: before.locked.plus(locked) });
    }
  for (const { owner, account, available, locked } of ends) {
    const first = began.find((one) => one.owner === owner && one.account === account);
    const moved = sums.get(`${owner} ${account}`) ?? { available: ZERO, locked: ZERO };
    const of = (text, change) => Exact.of(text).plus(change).toString();
    const who = `${owner === '0' ? 'the house' : `user ${owner}`}, ${account}`;
    findings.count('accounts');
    findings.same(who, 'what is free', Exact.of(available), of(first?.available ?? '0', moved.available));
    findings.same(who, 'what is locked', Exact.of(locked), of(first?.locked ?? '0', moved.locked));
  }
}

/**
 * `published`: versions of the offers {key, version, effective_from, value}. `loans` and `funds`: what was asked for and when, by the diary of who asked,
 * with the status that is shown. `pays`: when days were paid. `journals`: {reason, reference, time, lines, day, due_time}, each thing's in their order.
 * `accounts`: {began, ends}.
 */
export function checkLent(findings, { published, loans, funds, pays, journals, accounts }) {
  const must = new Map();
  for (const loan of loans) must.set(`loan ${loan.id}`, movesOfLoan(findings, loan, published));
  for (const fund of funds) must.set(`fund ${fund.id}`, movesOfFund(findings, fund, published, pays));
  const booked = new Map([...must.keys()].map((key) => [key, []]));
  for (const journal of journals) {
    const key = `${journal.reason < 50 ? 'loan' : 'fund'} ${journal.reference}`;
    const list = booked.get(key);
    if (list) list.push(journal);
    else findings.add(key, `has a journal ${journal.reason}, and nobody asked for it`);
  }
  for (const [key, moves] of must) compare(findings, key, moves, booked.get(key));
  compareHouse(findings, accounts, [...must.values()].flat());
}

function main([file]) {
  if (!file) {
    console.error('Usage: node loans.mjs <year.json>');
    return 2;
  }
  const findings = new Findings();
  checkLent(findings, JSON.parse(readFileSync(file, 'utf8')));
  console.log(JSON.stringify({ counts: Object.fromEntries(findings.counts), disagreements: findings.disagreements }));
  return findings.disagreements.length === 0 ? 0 : 1;
}

if (process.argv[1] && fileURLToPath(import.meta.url) === process.argv[1])
  process.exitCode = main(process.argv.slice(2));
