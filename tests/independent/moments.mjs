// At which moments of the log a call can have been decided, seen from outside: the log's size was asked before and after it.

import { windowOf } from './stories.mjs';

const FRESH_MS = 15_000;
export const STATUS = { pending: 0, open: 1, cancelled: 2, closed: 3 };

/**
 * The moments of a call at which `index` was its pair's newest tick (and `rateIndex` that of the rate pair), the market traded and the tick
 * was fresh. Empty: no moment of the call explains those ticks.
 */
export function momentsOf(order, action, index, rateIndex) {
  const moments = order.line.newestDuring(windowOf(action));
  return moments.filter(({ pos, from, to }) => {
    if (index !== undefined && order.line.ticks[pos].index !== index) return false;
    if (!order.line.trades(pos)) return false;
    return !order.rateLine || rateIndex === undefined || ratedDuring(order.rateLine, rateIndex, from, to);
  });
}

/** Whether the rate tick was the newest of its pair at some moment of [from, to] in the log. */
export function ratedDuring(rateLine, rateIndex, from, to) {
  const pos = rateLine.at(rateIndex);
  return rateIndex <= to && rateLine.until(pos) > from;
}

export function checkFresh(findings, key, tick, timeMs) {
  if (timeMs - tick.receivedTime >= FRESH_MS)
    findings.add(key, `acted at ${timeMs} on tick ${tick.index}, received ${timeMs - tick.receivedTime} ms before`);
}
