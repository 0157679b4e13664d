// The engine's cost of a tick: against a scan of all trigger prices in a typed array, and against itself with a hundredth of the orders. And what a
// resting order costs in memory. Limits are printed with what was seen.

import { Engine } from '@fairtick/engine/engine';
import type { Proposal, QuoteView, Tick } from '@fairtick/engine/types';
import { numberOf, ORDERS_PER_USER, PAIRS, tape, userAt } from './engine-world.ts';
import { heldBytes } from './memory.ts';
import { cpuUs, limited, median } from './ratios.ts';

const SEED = 4;
const SIZES = [10_000, 100_000, 1_000_000];
const ROUNDS = 6;
const TICKS_PER_ROUND = 48_000;
const SCANS_PER_ROUND = 20;
const SCANNED = 1_000_000;
const USERS_AT_ONCE = 1_000;

const LEAST_RATIO = 200;
const MOST_GROWTH = 2;
const MOST_BYTES = 300;

interface Subject {
  readonly orders: number;
  readonly engine: Engine;
  /** At which the users opened their positions. */
  readonly view: QuoteView;
  readonly bytesPerOrder: number;
  readonly usPerTick: number[];
  readonly told: Record<string, number>;
}

export async function benchEngine(): Promise<void> {
  const ticks = tape(SEED, PAIRS.length + ROUNDS * TICKS_PER_ROUND);
  const subjects = SIZES.map((orders) => build(orders, ticks.slice(0, PAIRS.length)));
  const triggers = Float64Array.from({ length: SCANNED }, (_, n) => 1 + n / SCANNED);
  const scanUs: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const from = PAIRS.length + round * TICKS_PER_ROUND;
    const some = ticks.slice(from, from + TICKS_PER_ROUND);
    for (const subject of subjects) play(subject, some);
    scanUs.push(scan(triggers));
  }
  for (const { orders, engine, usPerTick, bytesPerOrder, told } of subjects) {
    const { armedTriggers, users, equityLooks } = engine.sizes();
    console.log(
      `engine   ${orders} orders of ${users} users on ${PAIRS.length} pairs, ${armedTriggers} triggers at rest in the end: ${warm(usPerTick).toFixed(2)} us a tick, ${bytesPerOrder.toFixed(0)} bytes an order; in ${ROUNDS * TICKS_PER_ROUND} ticks ${JSON.stringify(told)}, ${equityLooks - users} bounds set anew`,
    );
  }
  report(subjects, scanUs);
}

/** The first round warms up and does not count. */
const warm = (values: readonly number[]): number => median(values.slice(1));

function report(subjects: readonly Subject[], scanUs: readonly number[]): void {
  const [least] = subjects;
  const most = subjects.at(-1);
  if (!least || !most) throw new Error('nothing was measured');
  const against = warm(scanUs.map((us, round) => us / (most.usPerTick[round] ?? 1)));
  const growth = warm(most.usPerTick.map((us, round) => us / (least.usPerTick[round] ?? 1)));
  const scanned = `a scan of ${SCANNED} prices takes ${warm(scanUs).toFixed(0)} us`;
  console.log(
    limited('engine', `ticks against scans with ${most.orders} orders (${scanned})`, against, '>=', LEAST_RATIO),
  );
  console.log(
    limited('engine', `cost of a tick, ${most.orders} orders against ${least.orders}`, growth, '<=', MOST_GROWTH),
  );
  console.log(limited('engine', 'bytes of heap and external memory an order', most.bytesPerOrder, '<=', MOST_BYTES));
}

function build(orders: number, first: readonly Tick[]): Subject {
  const before = heldBytes();
  const engine = new Engine({ pairs: PAIRS, marketTime: (tick) => tick.receivedTime });
  for (const tick of first) engine.onTick(tick);
  const view = engine.view();
  const users = Math.ceil(orders / ORDERS_PER_USER);
  for (let from = 0; from < users; from += USERS_AT_ONCE) {
    const some = Array.from({ length: Math.min(USERS_AT_ONCE, users - from) }, (_, n) => userAt(from + n, view));
    engine.apply({ forex: some.flatMap((user) => user.orders), accounts: some.map((user) => user.figures) });
  }
  return { orders, view, engine, bytesPerOrder: (heldBytes() - before) / engine.forexOrders, usPerTick: [], told: {} };
}

/** The ticks, timed; then their triggers are carried out, untimed. */
function play({ engine, view, usPerTick, told }: Subject, ticks: readonly Tick[]): void {
  heldBytes();
  const proposals: Proposal[] = [];
  const start = cpuUs();
  for (const tick of ticks) {
    const called = engine.onTick(tick);
    if (called.length > 0) proposals.push(...called);
  }
  usPerTick.push((cpuUs() - start) / ticks.length);
  for (const proposal of proposals) {
    told[proposal.kind] = (told[proposal.kind] ?? 0) + 1;
    carryOut(engine, proposal, view);
  }
}

function carryOut(engine: Engine, proposal: Proposal, view: QuoteView): void {
  if (proposal.kind === 'micro_expiry' || proposal.kind === 'margin_call') return;
  const { orders, figures } = userAt(numberOf(proposal.userId), view);
  const ended = 'orderId' in proposal ? orders.filter(({ id }) => id === proposal.orderId) : orders;
  engine.apply({ forex: ended.map((order) => ({ ...order, status: 'closed' })), accounts: [figures] });
}

function scan(triggers: Float64Array): number {
  let fired = 0;
  const start = cpuUs();
  for (let i = 0; i < SCANS_PER_ROUND; i += 1) {
    for (let at = 0; at < triggers.length; at += 1) if ((triggers[at] ?? 0) <= i / SCANS_PER_ROUND) fired += 1;
  }
  const us = (cpuUs() - start) / SCANS_PER_ROUND;
  if (fired > 0) throw new Error('nothing should fire');
  return us;
}
