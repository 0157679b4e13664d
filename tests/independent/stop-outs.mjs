// Stop-outs over a whole account: each one was due at its tick and took the right positions, and none was due that did not happen.
// Floats only look for ticks worth an exact look; what is said is said by exact sums.

import { FIRST } from './account.mjs';
import { Exact, ONE, ZERO } from './exact.mjs';
import { lookForMissed } from './missed-stop-outs.mjs';
import { windowOf } from './stories.mjs';

const FRESH_MS = 15_000;
const NEVER = Number.POSITIVE_INFINITY;

/** `context.stopOuts` and `context.unasked` are this user's, as the checks of single orders collected them. */
export function checkStopOuts(context, user, stories) {
  const positions = stories
    .filter(({ proof }) => proof.terms.openPrice !== null)
    .map((story) => positionOf(context, story));
  const done = new Set();
  for (const group of groupsOf(context)) {
    const index = placeOf(context.market, user, positions, group);
    for (const { key, from } of group.members) positions.find((one) => one.key === key).stoppedAt = index ?? from;
    if (index === undefined)
      context.findings.add(
        group.members[0].key,
        `was stopped out at ${group.timeMs}, its account not at half its margin`,
      );
    else {
      done.add(index);
      checkOne(context, user, positions, index, new Set(group.members.map(({ key }) => key)));
    }
  }
  const times = new Set(context.stopOuts.map((one) => one.timeMs));
  for (const { key, timeMs } of context.unasked) {
    if (!times.has(timeMs)) context.findings.add(key, 'was cancelled; neither its user nor a stop-out asked for it');
    else context.findings.count('cancelled along with a stop-out');
  }
  lookForMissed(context, user, positions, done, { stateAt, isDue, mayClose });
}

function positionOf({ market }, { key, proof, placed, ending, row }) {
  const pair = market.settings.get(Number(placed.input.forex_id));
  const { terms, ticks } = proof;
  const size = Exact.of(terms.Quantity).times(Exact.of(terms.ForexContNum));
  const place = (role) => ticks.find((tick) => tick.role === role)?.index;
  return {
    key,
    id: BigInt(row.Id),
    line: market.line(pair.Code),
    rate: pair.RatePairId === null ? undefined : rateOf(market, pair),
    direction: terms.OrderType === 1 ? ONE : ONE.negated(),
    buys: terms.OrderType === 1,
    size,
    markup: Exact.of(terms.markup),
    open: Exact.of(terms.openPrice),
    margin: Exact.of(terms.CautionMoney),
    fee: Exact.of(terms.TradeFee),
    opened: place('open'),
    // A pending order, too: one that was still being accepted when its tick came is filled by that tick, but later than what was decided meanwhile.
    placed: windowOf(placed),
    ended: ending && windowOf(ending),
    closed: terms.closePrice === null ? NEVER : place('close'),
    reason: terms.closeReason,
    result: terms.closePrice === null ? ZERO : Exact.of(terms.FactProfits),
  };
}

function rateOf(market, pair) {
  const ratePair = market.settings.get(pair.RatePairId);
  const line = market.line(ratePair.Code);
  return {
    line,
    at: (index) => {
      const mid = market.mid(line.ticks[line.at(index)], ratePair.PricePrecision);
      return pair.RateInverse ? ONE.over(mid).halfEven(12) : mid;
    },
  };
}

/**
 * Positions stopped out by one tick: they were completed at the same time, and one tick lies where each one's closing tick was its pair's newest.
 */
function groupsOf({ market, stopOuts }) {
  const members = stopOuts.map(({ key, pos, order, timeMs }) => ({
    key,
    timeMs,
    from: order.closeTick.index,
    to: Math.min(order.line.until(pos), market.ticks.length) - 1,
  }));
  members.sort((a, b) => a.timeMs - b.timeMs || a.from - b.from);
  const groups = [];
  for (const member of members) {
    const group = groups.at(-1);
    if (group && group.timeMs === member.timeMs && member.from <= group.to) {
      group.members.push(member);
      Object.assign(group, { from: Math.max(group.from, member.from), to: Math.min(group.to, member.to) });
    } else groups.push({ timeMs: member.timeMs, from: member.from, to: member.to, members: [member] });
  }
  return groups;
}

/**
 * The tick that made the stop-out due: received at that time, in the group's span, and the account at half its margin. Of several that were received
 * in one millisecond the first that explains what was closed.
 */
function placeOf(market, user, positions, { timeMs, from, to, members }) {
  const keys = new Set(members.map(({ key }) => key));
  const due = [];
  for (let index = from; index <= to; index += 1)
    if (market.ticks[index].receivedTime === timeMs && readingsAt(positions, index, keys).some(isDue)) due.push(index);
  const explains = (index) =>
    readingsAt(positions, index, keys).some((state) => isDue(state) && wrongIn(market, user, state, keys).length === 0);
  return due.find(explains) ?? due[0];
}

const floating = ({ direction, line, buys, markup, open, size, rate }, index) => {
  const tick = line.ticks[line.at(index)];
  const price = buys ? Exact.of(tick.bid).minus(markup) : Exact.of(tick.ask).plus(markup);
  return direction
    .times(price.minus(open))
    .times(size)
    .times(rate?.at(index) ?? ONE)
    .halfEven(6);
};

/** Of so many calls under way at once every order of decision is tried; of more only all of them first and none. */
const MOST_CALLS = 6;

/**
 * What may have been there at the tick: each call of the user that was under way was decided before or after it, and what the tick itself opened counts
 * where it left the account in danger. From outside it can't be known which.
 */
function readingsAt(positions, index, keys) {
  const open = positions.flatMap(({ placed, ended }) => [placed, ended]).filter((sent) => isUnderWay(sent, index));
  const tried = open.length > MOST_CALLS ? [open, []] : subsetsOf(open);
  const readings = [{}, ...tried.map((first) => ({ first: new Set(first) })), { sameTick: true }];
  return readings.map((reading) => stateAt(positions, index, ({ key }) => keys.has(key), reading));
}

const subsetsOf = (all) =>
  Array.from({ length: 2 ** all.length }, (_, mask) => all.filter((_one, at) => mask & (1 << at)));

const isUnderWay = (sent, index) => sent !== undefined && sent.to >= index && sent.from < index;

/**
 * Whether what was sent in this stretch of the log was decided before the tick at `index`; what was under way, where it is of `first` or that is left
 * out. What was sent after it was not, whatever prices it took.
 */
function isBefore(sent, index, first) {
  if (!sent || sent.to < index) return true;
  return isUnderWay(sent, index) && (first === undefined || first.has(sent));
}

/**
 * The account when the tick at `index` is judged: positions opened before it and not closed by it, and the cash. `keeps` names positions that
 * count as open although they are closed at or before it.
 */
function stateAt(positions, index, keeps = () => false, { first = undefined, sameTick = false } = {}) {
  const live = [];
  let cash = Exact.of(FIRST[2]);
  for (const position of positions) {
    const kept = keeps(position);
    if (position.opened > index || (position.opened === index && !kept && !sameTick)) continue;
    if (!kept && !isBefore(position.placed, index, first)) continue;
    cash = cash.minus(position.fee);
    const end = position.stoppedAt ?? position.closed;
    const over = position.reason === 'user' ? end < index && isBefore(position.ended, index, first) : end <= index;
    if (!over || kept) live.push(position);
    else cash = cash.plus(position.result);
  }
  return { live, cash: cash.isNegative ? ZERO : cash, index };
}

function isDue({ live, cash, index }) {
  if (live.length === 0) return false;
  const net = live.reduce((sum, position) => sum.plus(floating(position, index)), cash);
  const used = live.reduce((sum, { margin }) => sum.plus(margin), ZERO);
  return net.plus(net).compare(used) <= 0;
}

function mayClose({ line }, market, index) {
  const pos = line.at(index);
  return line.trades(pos) && market.ticks[index].receivedTime - line.ticks[pos].receivedTime < FRESH_MS;
}

function checkOne({ market, findings }, user, positions, index, keys) {
  findings.count('stop-outs');
  const wrong = readingsAt(positions, index, keys).map((state) => wrongIn(market, user, state, keys));
  // One reading that explains it is enough.
  if (wrong.every((found) => found.length > 0)) for (const { where, what } of wrong[0]) findings.add(where, what);
}

/** Greatest loss first, again and again on the same tick, until the account is above half its margin. */
function wrongIn(market, user, state, keys) {
  const { index } = state;
  const left = new Set(keys);
  while (isDue(state)) {
    const open = state.live.filter((position) => mayClose(position, market, index));
    const ranked = open
      .map((position) => ({ position, result: floating(position, index) }))
      .sort((a, b) => a.result.compare(b.result) || (a.position.id < b.position.id ? -1 : 1));
    const worst = ranked[0];
    if (!worst) break;
    if (!left.delete(worst.position.key)) {
      const what = `stop-out at tick ${index}: ${worst.position.key} had the greatest loss and was left open`;
      return [{ where: user.name, what }];
    }
    state.live = state.live.filter((one) => one !== worst.position);
    state.cash = state.cash.plus(worst.result);
    if (state.cash.isNegative) state.cash = ZERO;
  }
  const what = `was stopped out at tick ${index}, though its account was above half its margin by then`;
  return [...left].map((where) => ({ where, what }));
}
