// Stop-outs that should have been: every tick that moves an account is looked at, by floats first, and exactly where they come near.
// From outside it can't be known which orders counted while a call or a fill of the same user was being decided: such ticks are only counted.

import { windowOf } from './stories.mjs';

/** A decision takes at most this long by the ticks' received times; a stop-out that waits for one is late by no more. */
const DECIDED_WITHIN_MS = 1_000;

export function lookForMissed({ market, findings }, user, positions, done, { stateAt, isDue, mayClose }) {
  if (positions.length === 0) return;
  const first = Math.min(...positions.map(({ opened }) => opened));
  const windows = user.actions.map(windowOf);
  const changes = new Set(
    positions.flatMap(({ opened, closed, stoppedAt }) => [opened + 1, closed, closed + 1, stoppedAt]),
  );
  let rough;
  let changedMs = 0;
  for (let index = first + 1; index < market.ticks.length; index += 1) {
    const tick = market.ticks[index];
    if (!rough || changes.has(index)) {
      rough = roughState(stateAt(positions, index), index);
      changedMs = tick.receivedTime;
    }
    if (!moved(rough, tick, index) || done.has(index)) continue;
    findings.count('ticks looked at for a stop-out');
    if (rough.net * 2 > rough.used * 1.000001 + 0.01) continue;
    const state = stateAt(positions, index);
    if (!isDue(state) || !state.live.some((position) => mayClose(position, market, index))) continue;
    const calling = windows.some(({ from, to }) => index >= from - 1 && index <= to + 1);
    if (!calling && tick.receivedTime - changedMs > DECIDED_WITHIN_MS) {
      findings.add(user.name, `was at half its margin at tick ${index} and was not stopped out`);
      return;
    }
    findings.count('ticks at which a decision under way held up a stop-out');
  }
}

const float = (exact) => Number(exact.num) / Number(exact.den);

/** Sums per pair, so that a tick costs one multiplication. */
function roughState({ live, cash }, index) {
  const legs = new Map();
  for (const { line, rate, buys, open, size, markup } of live) {
    const leg = legs.get(line.code) ?? { line, rate, buySize: 0, sellSize: 0, cost: 0 };
    legs.set(line.code, leg);
    const units = float(size);
    if (buys) leg.buySize += units;
    else leg.sellSize += units;
    leg.cost += buys ? units * (float(open) + float(markup)) : -units * (float(open) - float(markup));
  }
  const state = {
    cash: float(cash),
    used: live.reduce((sum, { margin }) => sum + float(margin), 0),
    legs: [...legs.values()],
  };
  for (const leg of state.legs) valueLeg(leg, index);
  return sumUp(state);
}

function valueLeg(leg, index) {
  const tick = leg.line.ticks[leg.line.at(index)];
  const move = (leg.buySize * tick.bidUnits - leg.sellSize * tick.askUnits) / 1e8 - leg.cost;
  leg.value = move * (leg.rate ? float(leg.rate.at(index)) : 1);
}

function sumUp(state) {
  state.net = state.legs.reduce((sum, { value }) => sum + value, state.cash);
  return state;
}

/** Whether the tick moves this account; its net value is then up to date. */
function moved(state, tick, index) {
  const touched = state.legs.filter(({ line, rate }) => line.code === tick.pair || rate?.line.code === tick.pair);
  for (const leg of touched) valueLeg(leg, index);
  if (touched.length > 0) sumUp(state);
  return touched.length > 0;
}
