// Whether an order opened, acted and ended at the ticks at which it had to: the first that reached its prices, none passed over.

import { checkFresh, momentsOf, ratedDuring, STATUS } from './moments.mjs';
import { unitsOf } from './recording.mjs';
import { windowOf } from './stories.mjs';
import { Stretch } from './triggers.mjs';

/** A decision under way when a reset comes is at most so old, by the ticks' received times. */
const RESET_OVERTAKES_MS = 1_000;

export function checkLife(context, story, order) {
  const { findings } = context;
  let stretch = placement(findings, story, order);
  for (const change of story.changes) {
    if (stretch.order.pending && change.data.Status === STATUS.open) stretch = filled(findings, story, stretch);
    stretch = changed(findings, story, stretch, change);
  }
  if (stretch.order.pending && order.openTick) stretch = filled(findings, story, stretch);
  checkEnd(context, story, order, stretch);
}

const stopsOf = (input) => ({
  loss: unitsOf(input.stop_loss_price || '0'),
  profit: unitsOf(input.target_profit_price || '0'),
});

/** The first stretch: accepted at a tick that was the newest while the call was under way. */
function placement(findings, { key, placed, row }, order) {
  const pending = order.target !== undefined;
  const stops = stopsOf(placed.input);
  const state = { ...order, stops, pending };
  const wanted = pending ? undefined : order.openTick.index;
  const moments = momentsOf(order, placed, wanted, order.openRateTick?.index).filter(
    ({ pos }) => !pending || (kindAt(state, pos) === order.target.kind && stopsFit(state, order.target.price)),
  );
  if (moments.length === 0) {
    const { from, to } = windowOf(placed);
    findings.add(key, `no tick that was newest between ${from} and ${to} of the log explains how it was accepted`);
    return new Stretch(order.line, state, [order.line.at(wanted ?? to)]);
  }
  if (!pending) {
    const tick = order.line.ticks[moments[0].pos];
    if (!stopsFit(state, leavingUnits(state, tick)))
      findings.add(key, 'its stops were on the wrong side when it opened');
    checkFresh(findings, key, tick, row.CreateTime);
  }
  return new Stretch(
    order.line,
    state,
    moments.map(({ pos }) => pos),
  );
}

const enteringUnits = ({ side, markup }, tick) => (side === 'buy' ? tick.askUnits + markup : tick.bidUnits - markup);
const leavingUnits = ({ side, markup }, tick) => (side === 'buy' ? tick.bidUnits - markup : tick.askUnits + markup);

/** limit waits for a better price than the one at `pos`, stop for a worse one; undefined where the target is reached already. */
function kindAt(order, pos) {
  const price = enteringUnits(order, order.line.ticks[pos]);
  if (price === order.target.price) return undefined;
  return (order.side === 'buy') === order.target.price < price ? 'limit' : 'stop';
}

function stopsFit({ side, stops }, reference) {
  const sign = side === 'buy' ? 1 : -1;
  const lossFits = stops.loss === 0 || sign * (reference - stops.loss) > 0;
  return lossFits && (stops.profit === 0 || sign * (stops.profit - reference) > 0);
}

/** A target was reached: at the first tick that did, and the position lives on from there. */
function filled(findings, { key }, stretch) {
  const { line, openTick } = stretch.order;
  const open = { ...stretch.order, pending: false };
  if (!openTick) {
    findings.add(key, 'was answered as open, and its proof names no tick that opened it');
    return new Stretch(line, open, stretch.armed);
  }
  const pos = line.at(openTick.index);
  findings.count('triggers: target');
  if (!stretch.actsFirstAt(pos))
    findings.add(key, `was filled at tick ${openTick.index}; the first to reach its target was ${stretch.expected()}`);
  return new Stretch(line, open, [pos]);
}

/** New stops: nothing may have acted before the server took them, and they must have been on their right sides. */
function changed(findings, { key }, stretch, change) {
  const state = { ...stretch.order, stops: stopsOf(change.input) };
  findings.count('changes of stops');
  const moments = momentsOf(stretch.order, change);
  const quiet = stretch.quietAt(moments);
  const fitting = quiet.filter(({ pos }) =>
    stopsFit(state, state.pending ? state.target.price : leavingUnits(state, state.line.ticks[pos])),
  );
  if (quiet.length === 0)
    findings.add(
      key,
      `its stops were changed after it should have acted: ${stretch.expected()}, change ${spanText(change)}`,
    );
  else if (fitting.length === 0) findings.add(key, `stops on the wrong side were taken, change ${spanText(change)}`);
  const from = fitting.length > 0 ? fitting : quiet.length > 0 ? quiet : moments.slice(-1);
  return new Stretch(
    state.line,
    state,
    from.map(({ pos }) => pos),
  );
}

const spanText = (action) => `at ${windowOf(action).from} to ${windowOf(action).to} of the log`;

function checkEnd(context, story, order, stretch) {
  const { findings } = context;
  const { key, row } = story;
  if (row.Status === STATUS.pending || row.Status === STATUS.open) {
    if (!stretch.quietThrough(order.line.ticks.length - 1))
      findings.add(key, `is still alive and should have acted: ${stretch.expected()}`);
    findings.count('orders that live and had no reason to act');
    return;
  }
  if (!order.closeTick) checkUnpricedEnd(context, story, order, stretch);
  else if (order.reason === 'user') checkUserEnd(findings, story, order, stretch);
  else if (order.reason === 'stop_out') checkStopOutEnd(context, story, order, stretch);
  else checkTriggeredEnd(findings, story, order, stretch);
}

function checkTriggeredEnd(findings, { key }, order, stretch) {
  const { closeTick, closeRateTick, reason, line, rateLine } = order;
  const pos = line.at(closeTick.index);
  findings.count(`triggers: ${reason}`);
  if (!stretch.actsFirstAt(pos))
    findings.add(
      key,
      `was closed (${reason}) at tick ${closeTick.index}; the first that had to was ${stretch.expected()}`,
    );
  const acts = stretch.acts(pos);
  if (acts !== reason)
    findings.add(key, `was closed for ${reason}; tick ${closeTick.index} calls for ${acts ?? 'nothing'}`);
  if (rateLine && rateLine.ticks[rateLine.at(closeTick.index)]?.index !== closeRateTick.index)
    findings.add(key, `its closing rate is not that of the newest tick at ${closeTick.index}`);
}

function checkUserEnd(findings, { key, ending, row }, order, stretch) {
  const { closeTick, closeRateTick } = order;
  findings.count('closed by the user');
  if (!ending) return findings.add(key, 'was closed for its user, who had not asked');
  const moments = momentsOf(order, ending, closeTick.index, closeRateTick?.index);
  if (moments.length === 0)
    findings.add(
      key,
      `was closed at tick ${closeTick.index}, which was not the newest while it was asked ${spanText(ending)}`,
    );
  else if (stretch.quietAt(moments).length === 0)
    findings.add(key, `was closed at tick ${closeTick.index}, but should have acted before: ${stretch.expected()}`);
  checkFresh(findings, key, order.line.ticks[order.line.at(closeTick.index)], row.CompleteTime);
  return undefined;
}

/** A stop-out prices a position at its pair's newest tick; which tick made it due is checked over the whole account. */
function checkStopOutEnd(context, { key, row }, order, stretch) {
  const { closeTick, closeRateTick, line, rateLine } = order;
  const pos = line.at(closeTick.index);
  context.findings.count('triggers: stop_out');
  if (!stretch.quietThrough(pos))
    context.findings.add(
      key,
      `was stopped out at tick ${closeTick.index}, but should have acted before: ${stretch.expected()}`,
    );
  if (rateLine && !ratedDuring(rateLine, closeRateTick.index, closeTick.index, line.until(pos) - 1))
    context.findings.add(key, `its closing rate is not of the moment of tick ${closeTick.index}`);
  context.stopOuts.push({ key, pos, order, timeMs: row.CompleteTime });
}

/** Cancelled, or ended by a demo reset: by what the user asked, or along with a stop-out. */
function checkUnpricedEnd(context, { key, ending, reset, row }, order, stretch) {
  const { findings } = context;
  const asked = reset && (row.CloseReason === 'reset' || !ending) ? reset : ending;
  if (!asked) {
    context.unasked.push({ key, timeMs: row.CompleteTime });
    return;
  }
  findings.count(asked === reset ? 'ended by a reset' : 'cancelled by the user');
  const quiet = asked === reset ? quietBefore(context.market, stretch, reset) : quietDuring(stretch, order, asked);
  if (!quiet) findings.add(key, `was ended ${spanText(asked)}, but should have acted before: ${stretch.expected()}`);
}

function quietDuring(stretch, order, action) {
  return stretch.quietAt(order.line.newestDuring(windowOf(action))).length > 0;
}

/** A reset takes everything back, so it may also overtake what was just being decided. */
function quietBefore(market, stretch, reset) {
  const { receivedTime } = market.ticks[Math.max(0, windowOf(reset).from)];
  return stretch.quietThrough(stretch.line.receivedAt(receivedTime - RESET_OVERTAKES_MS));
}
