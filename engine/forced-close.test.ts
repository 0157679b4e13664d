// Where a forced close lies, against the engine: on random accounts the step before it proposes none and the step at it does. Rule E30.

import { amount, price, quantity, type Rate } from '@fairtick/kernel/decimal';
import { type Random, seededRandom } from '@fairtick/kernel/random';
import { expect, test } from 'vitest';
import { Engine } from './engine.ts';
import { type BidAsk, type ForcedClose, forcedClose, type MovingPair, type MovingPosition } from './forced-close.ts';
import { profitOf } from './formulas.ts';
import { closingPrice, quoteRate } from './quotes.ts';
import { TAPE_PAIRS } from './reference/tape.ts';
import type { Pair, RestingOrder, Tick } from './types.ts';

const USER = 7n;
const NOON = Date.parse('2024-05-15T12:00:00Z');
const PRICES: Readonly<Record<number, bigint>> = {
  1: 110_000_000n,
  2: 15_012_300_000n,
  3: 98_000_000n,
  4: 127_000_000n,
  5: 86_000_000n,
  6: 6_432_100_000_000n,
  7: 203_400_000_000n,
  8: 16_320_000_000n,
};
const stepOf = (pair: Pair): bigint => 10n ** BigInt(8 - pair.pricePrecision);

/** A market in which every pair has a price, and an account that is not stopped out in it. */
class World {
  readonly #random: Random;
  readonly quotes = new Map<number, Tick>();
  readonly orders: RestingOrder[] = [];
  readonly netValue: bigint;
  readonly usedMargin: bigint;
  readonly #cash: bigint;

  constructor(seed: number) {
    this.#random = seededRandom(seed);
    for (const [at, pair] of TAPE_PAIRS.entries()) this.quotes.set(pair.id, this.#quote(pair, at));
    const held = this.#random.below(3) === 0 ? TAPE_PAIRS.slice(0, 2) : TAPE_PAIRS;
    const count = 1 + this.#random.below(6);
    for (let at = 0; at < count; at += 1) this.orders.push(this.#order(held, BigInt(at + 1)));
    this.usedMargin = this.orders.reduce((sum, { margin }) => sum + margin, 0n);
    this.netValue = this.usedMargin / 2n + 1n + BigInt(this.#random.below(400)) * (this.usedMargin / 100n);
    this.#cash = this.netValue - this.orders.reduce((sum, order) => sum + this.#profit(order), 0n);
  }

  get hasCash(): boolean {
    return this.#cash >= 0n;
  }

  #quote(pair: Pair, logIndex: number): Tick {
    const bid = PRICES[pair.id] ?? 1n;
    const ask = bid + BigInt(this.#random.below(30)) * stepOf(pair);
    return {
      pairId: pair.id,
      seq: 0,
      logIndex,
      bid: price(bid),
      ask: price(ask),
      sourceTime: NOON,
      receivedTime: NOON,
      source: 'test',
    };
  }

  #order(held: readonly Pair[], id: bigint): RestingOrder {
    const pair = held[this.#random.below(held.length)] ?? TAPE_PAIRS[0];
    if (!pair) throw new Error('no pair');
    const first = PRICES[pair.id] ?? 1n;
    return {
      id,
      realm: 'demo',
      userId: USER,
      pairId: pair.id,
      side: this.#random.below(2) === 0 ? 'buy' : 'sell',
      quantity: quantity(BigInt(1 + this.#random.below(300)) * 1_000_000n),
      terms: {
        contNum: pair.contNum,
        markup: price(BigInt(this.#random.below(3)) * stepOf(pair)),
        ratePairId: pair.ratePairId,
        rateInverse: pair.rateInverse,
      },
      status: 'open',
      margin: amount(BigInt(1 + this.#random.below(5_000)) * 1_000_000_00n),
      target: undefined,
      stopLoss: price(0n),
      takeProfit: price(0n),
      armedIndex: TAPE_PAIRS.length,
      open: { price: price(first + BigInt(this.#random.below(401) - 200) * stepOf(pair)), tickIndex: 0 },
    };
  }

  rate(terms: RestingOrder['terms']): Rate {
    const view = { logIndex: 0, quote: (id: number) => this.quotes.get(id) };
    const found = quoteRate(terms, view, (id) => TAPE_PAIRS.find((pair) => pair.id === id)?.pricePrecision ?? 0);
    if (!found) throw new Error('no rate');
    return found.rate;
  }

  quote(pairId: number): Tick {
    const found = this.quotes.get(pairId);
    if (!found) throw new Error('no quote');
    return found;
  }

  #profit({ side, open, pairId, quantity: lots, terms }: RestingOrder): bigint {
    if (!open) return 0n;
    const close = closingPrice(side, this.quote(pairId), terms.markup);
    return profitOf(side, open.price, close, lots, terms.contNum, this.rate(terms));
  }

  moving(pairId: number): MovingPosition[] {
    return this.orders.flatMap((order) => {
      if (!order.open || (order.pairId !== pairId && order.terms.ratePairId !== pairId)) return [];
      const position = { ...order, open: order.open.price };
      return [{ position, quote: this.quote(order.pairId), rate: this.rate(order.terms) }];
    });
  }

  /** Whether the engine stops the account out when the pair's next tick is this. */
  isStoppedOut(pairId: number, { bid, ask }: BidAsk): boolean {
    const engine = new Engine({ pairs: TAPE_PAIRS, marketTime: (tick) => tick.receivedTime });
    for (const tick of this.quotes.values()) engine.onTick(tick);
    const accounts = [{ userId: USER, realm: 'demo' as const, available: amount(this.#cash), locked: amount(0n) }];
    const before = engine.apply({ forex: this.orders, accounts });
    if (before.some(({ kind }) => kind === 'stop_out')) throw new Error('stopped out from the start');
    const tick = { ...this.quote(pairId), bid, ask, seq: 1, logIndex: TAPE_PAIRS.length };
    return engine.onTick(tick).some(({ kind }) => kind === 'stop_out');
  }
}

const shifted = ({ bid, ask }: BidAsk, by: bigint): BidAsk => ({ bid: price(bid + by), ask: price(ask + by) });

function holdAgainstEngine(world: World, pair: MovingPair & { step: bigint }, found: ForcedClose): void {
  const { id, step } = pair;
  const lowest = shifted(pair.quote, -(((pair.quote.bid - 1n) / step) * step));
  const far = shifted(pair.quote, pair.quote.bid * 3n - ((pair.quote.bid * 3n) % step));
  expect(world.isStoppedOut(id, found.down ?? lowest)).toBe(found.down !== undefined);
  if (found.down) expect(world.isStoppedOut(id, shifted(found.down, step))).toBe(false);
  if (found.up) {
    expect(world.isStoppedOut(id, found.up)).toBe(true);
    expect(world.isStoppedOut(id, shifted(found.up, -step))).toBe(false);
  } else {
    expect(world.isStoppedOut(id, far)).toBe(false);
  }
}

test('E30: on random accounts the engine stops out at the price found, not a step before, and nowhere when none is found', () => {
  const seen = { none: 0, down: 0, up: 0 };
  for (let seed = 1; seed <= 150; seed += 1) {
    const world = new World(seed);
    if (!world.hasCash) continue;
    for (const { id, pricePrecision } of TAPE_PAIRS) {
      const positions = world.moving(id);
      if (positions.length === 0) continue;
      const pair = { id, pricePrecision, quote: world.quote(id), step: 10n ** BigInt(8 - pricePrecision) };
      const account = { netValue: amount(world.netValue), usedMargin: amount(world.usedMargin), positions };
      const found = forcedClose(account, pair);
      holdAgainstEngine(world, pair, found);
      seen[found.down ? 'down' : found.up ? 'up' : 'none'] += 1;
    }
  }
  // Accounts of one kind alone would show little.
  expect(Math.min(...Object.values(seen)), JSON.stringify(seen)).toBeGreaterThan(10);
});

const eurusd = { id: 1, pricePrecision: 5, quote: { bid: price(110_000_000n), ask: price(110_002_000n) } };
const held = (side: 'buy' | 'sell', lots: string): MovingPosition => ({
  position: {
    pairId: 1,
    side,
    quantity: quantity(BigInt(lots) * 1_000_000n),
    open: price(110_000_000n),
    terms: {
      contNum: quantity(100_000n * 100_000_000n),
      markup: price(0n),
      ratePairId: undefined,
      rateInverse: false,
    },
  },
  quote: eurusd.quote,
  rate: 1_000_000_000_000n as Rate,
});
const usd = (whole: bigint) => amount(whole * 100_000_000n);

test('43 lots held: 0.1 more are stopped out with them, about 100 pips away', () => {
  const account = {
    netValue: usd(66_650n),
    usedMargin: usd(47_300n),
    positions: [held('buy', '4300'), held('buy', '10')],
  };
  // 66,650 - 23,650 = 43,000 over 4,310,000 EUR are 0.00997 and a part of a step: so the next step.
  expect(forcedClose(account, eurusd)).toEqual({
    down: { bid: 109_002_000n, ask: 109_004_000n },
    up: undefined,
  });
  const alone = { ...account, usedMargin: usd(110n), positions: [held('buy', '10')] };
  expect(forcedClose(alone, eurusd)).toEqual({ down: undefined, up: undefined });
});

test('sold lots are stopped out above, hedged ones nowhere, and an account that is due now', () => {
  const account = { netValue: usd(10_000n), usedMargin: usd(2_000n) };
  const sold = forcedClose({ ...account, positions: [held('sell', '100'), held('buy', '10')] }, eurusd);
  // 9,000 over 90,000 EUR are 0.1.
  expect(sold).toEqual({ down: undefined, up: { bid: 120_000_000n, ask: 120_002_000n } });
  const hedged = forcedClose({ ...account, positions: [held('sell', '100'), held('buy', '100')] }, eurusd);
  expect(hedged).toEqual({ down: undefined, up: undefined });
  const due = forcedClose({ netValue: usd(1_000n), usedMargin: usd(2_000n), positions: [held('buy', '1')] }, eurusd);
  expect(due).toEqual({ down: eurusd.quote, up: eurusd.quote });
});
