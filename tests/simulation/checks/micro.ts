// Options, held against the rules: acceptance on a fresh quote, opening by the first tick after it, settlement by the last tick at or before the expiry, once the log has passed.

import type { MicroOrder, Tick } from '@fairtick/engine/types';
import { type Moment, SLACK } from './moment.ts';
import { plainEnd, plainGain, plainMid } from './plain.ts';
import type { Watch } from './watch.ts';

const OPEN_FRESH_MS = 5_000;
const OPENS_WITHIN_MS = 2_000;

export function checkMicroChange(moment: Moment, before: MicroOrder | undefined, after: MicroOrder) {
  const { watch, tag } = moment;
  const fail = (rule: string, what = ''): void => watch.fail(rule, `option ${after.id} (${tag.name}) ${what}`);
  if (after.userId !== tag.owner) fail("one's own orders");
  if (!before) return checkAccepted(moment, after, fail);
  if (before.status === 'closed' || after.status === 'waiting') return fail('an option ends once');
  if (tag.name === 'resetForexDemoAccount') {
    if (after.result !== 0n || after.outcome !== 'void') fail('a reset returns the stake');
    return;
  }
  if (before.status === 'waiting') {
    if (tag.name !== 'micro_open') return fail('only its opening ends the wait');
    const wrong = openingFault(watch, after);
    if (wrong !== undefined) fail('opened by the first tick after acceptance', wrong);
    return;
  }
  if (before.openPrice !== after.openPrice || before.openTickIndex !== after.openTickIndex) fail('opened once');
  if (tag.name !== 'micro_expiry' || after.status !== 'closed') return fail('only its expiry ends an option');
  const wrong = settlementFault(watch, after);
  if (wrong !== undefined) fail('settled by the last tick at or before the expiry', wrong);
}

/** What is wrong with an option that no longer waits, by the log as it stands; undefined when nothing is. Holds for ever, or the log had not passed. */
export function openingFault(watch: Watch, order: MicroOrder): string | undefined {
  const from = order.openDelayMs === 0 ? 0 : order.acceptedTime + order.openDelayMs;
  const last = Math.min(order.acceptedTime + order.openDelayMs + OPENS_WITHIN_MS, order.expiryTime);
  let first: Tick | undefined;
  for (const tick of watch.database.ticks) {
    if (tick.pairId !== order.pairId || tick.logIndex <= (order.armedIndex ?? -1) || tick.receivedTime < from) continue;
    first = tick;
    break;
  }
  const opens = first !== undefined && first.receivedTime <= last;
  const wanted = opens && first ? `${first.logIndex} at ${plainMid(first, order.pricePrecision)}` : 'none';
  const found = order.openTickIndex === undefined ? 'none' : `${order.openTickIndex} at ${order.openPrice}`;
  if (found !== wanted) return `by ${found}, not ${wanted}`;
  return opens === (order.outcome === 'no_tick') ? `${order.status} ${order.outcome}` : undefined;
}

/** What is wrong with a settled option by the log as it stands; undefined when nothing is. Holds for ever, or the log had not passed. */
export function settlementFault(watch: Watch, order: MicroOrder): string | undefined {
  const last = watch.database.ticksOfPair.get(order.pairId)?.findLast((tick) => tick.receivedTime <= order.expiryTime);
  const end = plainEnd(order, last);
  if (order.outcome !== end.outcome || order.result !== end.result)
    return `${order.outcome} ${order.result}, not ${end.outcome} ${end.result}`;
  const endTick = end.endPrice === undefined ? undefined : last?.logIndex;
  if (order.endPrice !== end.endPrice || order.endTickIndex !== endTick)
    return `by tick ${order.endTickIndex} at ${order.endPrice}, not ${endTick} at ${end.endPrice}`;
  return undefined;
}

function checkAccepted(
  { watch, state, tag, atIndex }: Moment,
  order: MicroOrder,
  fail: (rule: string, what?: string) => void,
) {
  const pair = watch.pair(order.pairId);
  const tick = watch.log.newest(order.pairId, atIndex);
  if (tag.name !== 'micro_submit' || !pair || !tick) return fail('only a user buys an option, on a quoted pair');
  const input = tag.input ?? {};
  if (input.forex_id !== order.pairId || (input.type === 1 ? 'up' : 'down') !== order.direction)
    fail('as it was asked for');
  const duration = watch.settings.micro.durations.find(({ seconds }) => seconds === order.seconds);
  if (!duration || duration.profitRatio !== order.profitRatio || order.lossLevel !== watch.settings.micro.lossLevel)
    return fail('the public terms');
  if (order.stake < duration.minStake || order.stake > duration.maxStake) fail('stake in its bounds');
  if (order.reserve !== plainGain(order.stake, order.profitRatio))
    fail('the whole gain is reserved', `${order.reserve}`);
  const now = state.market.nowMs;
  if (now - tick.receivedTime >= OPEN_FRESH_MS) fail('a quote fresher than 5 s', `${now - tick.receivedTime} ms old`);
  const trueAge = watch.trueAgeMs(tick.logIndex);
  if (trueAge >= OPEN_FRESH_MS * SLACK) fail('a quote fresher than 5 s', `${trueAge} ms old, whatever the clock says`);
  if (!watch.log.inHours(order.pairId, now)) fail('no trade outside hours');
  if (
    order.status !== 'waiting' ||
    order.openPrice !== undefined ||
    order.armedIndex !== atIndex ||
    order.openDelayMs !== watch.settings.micro.openDelayMs
  )
    fail('waits for the next tick', `${order.status} from ${order.armedIndex}`);
  if (order.acceptedTime !== Math.max(now, tick.receivedTime)) fail('accepted now');
  if (order.expiryTime !== order.acceptedTime + order.seconds * 1_000) fail('expires after its seconds');
  const second = Math.floor(order.expiryTime / 1_000);
  const together = state.micro
    .active(order.userId)
    .filter(({ expiryTime }) => Math.floor(expiryTime / 1_000) === second);
  const atStake = together.reduce((sum, { stake }) => sum + stake, 0n) + order.stake;
  if (atStake > watch.settings.micro.maxPerExpiry) fail('the most for one expiry');
}
