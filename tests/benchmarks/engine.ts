// The engine's cost of a tick against a scan of all trigger prices in a typed array: what a tick costs must not grow with the orders at rest.

import { Engine } from '@fairtick/engine/engine';
import type { ForexOrder, Tick } from '@fairtick/engine/types';
import { amount, ONE_RATE, price, quantity } from '@fairtick/kernel/decimal';
import { seededRandom } from '@fairtick/kernel/random';
import { CATALOGUE } from '@fairtick/server/domains/market/pairs';

const SEED = 4;
const TICKS = 100_000;
const SCANS = 200;
const STEP = 1_000n;
const LOTS = 100_000_000n;
const START = 110_000_000n;

export async function benchEngine(): Promise<void> {
  for (const orders of [10_000, 100_000]) {
    const scan = scanRate(orders);
    const engine = engineRate(orders);
    console.log(
      `engine   ${orders} orders with stop-loss and take-profit on ${CATALOGUE.length} pairs: ${Math.round(engine)} ticks/s; scan ${Math.round(scan)}/s; ratio ${(engine / scan).toFixed(1)}`,
    );
  }
}

function orderAt(id: number, random: ReturnType<typeof seededRandom>): ForexOrder {
  const pair = CATALOGUE[id % CATALOGUE.length];
  if (!pair) throw new Error('no pairs');
  const away = BigInt(1_000 + random.below(9_000)) * STEP;
  const { contNum, feeRate, markup, marginMode, pricePrecision } = pair;
  return {
    id: BigInt(id + 1),
    realm: 'demo',
    userId: BigInt(1 + Math.floor(id / 3)),
    pairId: pair.id,
    side: id % 2 === 0 ? 'buy' : 'sell',
    quantity: quantity(LOTS / 100n),
    terms: {
      multiple: 100,
      marginMode,
      contNum,
      feeType: 2,
      feeRate,
      markup,
      pricePrecision,
      ratePairId: undefined,
      rateInverse: false,
    },
    status: 'open',
    margin: amount(LOTS),
    fee: amount(0n),
    held: amount(LOTS),
    target: undefined,
    stopLoss: price(id % 2 === 0 ? START - away : START + away),
    takeProfit: price(id % 2 === 0 ? START + away : START - away),
    armedIndex: -1,
    createdTime: 0,
    placed: { rate: ONE_RATE, rateTickIndex: undefined },
    open: { price: price(START), tickIndex: -1, rate: ONE_RATE, rateTickIndex: undefined, time: 0 },
    close: undefined,
    result: amount(0n),
    cancelledTime: undefined,
  };
}

function tape(random: ReturnType<typeof seededRandom>): Tick[] {
  const at = new Map<number, bigint>();
  return Array.from({ length: TICKS }, (_, logIndex) => {
    const pair = CATALOGUE[logIndex % CATALOGUE.length];
    const bid = (at.get(pair?.id ?? 1) ?? START) + BigInt(random.below(3) - 1) * STEP;
    at.set(pair?.id ?? 1, bid);
    const time = 1_700_000_000_000 + logIndex;
    return {
      pairId: pair?.id ?? 1,
      seq: logIndex,
      logIndex,
      bid: price(bid),
      ask: price(bid + STEP),
      sourceTime: time,
      receivedTime: time,
      source: 'bench',
    };
  });
}

function engineRate(orders: number): number {
  const random = seededRandom(SEED);
  const engine = new Engine({
    pairs: CATALOGUE.map((pair) => ({ ...pair, hours: 'always', ratePairId: undefined })),
    marketTime: (tick) => tick.receivedTime,
  });
  const all = Array.from({ length: orders }, (_, id) => orderAt(id, random));
  const users = new Set(all.map((order) => order.userId));
  engine.apply({
    forex: all,
    accounts: [...users].map((userId) => ({
      userId,
      realm: 'demo' as const,
      available: amount(1_000_000n * LOTS),
      locked: amount(3n * LOTS),
    })),
  });
  const ticks = tape(random);
  const start = performance.now();
  for (const tick of ticks) engine.onTick(tick);
  return (TICKS * 1_000) / (performance.now() - start);
}

function scanRate(orders: number): number {
  const random = seededRandom(SEED);
  const triggers = Float64Array.from({ length: orders * 2 }, () => random.unit());
  let fired = 0;
  const start = performance.now();
  for (let i = 0; i < SCANS; i += 1) {
    for (let at = 0; at < triggers.length; at += 1) if ((triggers[at] ?? 1) < 0) fired += 1;
  }
  if (fired > 0) throw new Error('nothing should fire');
  return (SCANS * 1_000) / (performance.now() - start);
}
