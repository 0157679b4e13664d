// The engine's rules one by one, on figures small enough to follow. Random lives are in engine.test.ts.
// Long because the rules stand together, one test a rule, in the order of SPEC.md.

import {
  type Amount,
  amount,
  ONE_RATE,
  PRICE_LIMIT,
  type Price,
  price,
  quantity,
  readUnits,
} from '@fairtick/kernel/decimal';
import { describe, expect, test } from 'vitest';
import { Engine } from './engine.ts';
import { TAPE_PAIRS } from './reference/tape.ts';
import { type AccountFigures, CatchUpError, type EngineOptions } from './surface.ts';
import type { ForexOrder, MicroOrder, Proposal, Tick } from './types.ts';

const p = (text: string): Price => price(readUnits(text));
const a = (text: string): Amount => amount(readUnits(text));
const NOON = Date.parse('2024-05-15T12:00:00Z');
const EUR = 1;
const GBP = 4;
const EURGBP = 5;

/** An engine, and the log that feeds it. */
function setUp(options: Partial<EngineOptions> = {}) {
  const engine = new Engine({ pairs: TAPE_PAIRS, marketTime: (tick) => tick.receivedTime, ...options });
  let logIndex = -1;
  return {
    engine,
    tick(bid: string, ask = bid, rest: Partial<Tick> = {}): Proposal[] {
      logIndex = rest.logIndex ?? logIndex + 1;
      const time = rest.receivedTime ?? NOON + logIndex;
      const tick = { pairId: EUR, seq: logIndex, sourceTime: time, source: 'test', ...rest };
      return engine.onTick({ ...tick, bid: p(bid), ask: p(ask), logIndex, receivedTime: time });
    },
  };
}

function forex(rest: Partial<ForexOrder> & { id: bigint }): ForexOrder {
  return {
    realm: 'demo',
    userId: 1n,
    pairId: EUR,
    side: 'buy',
    quantity: quantity(readUnits('1')),
    terms: {
      multiple: 100,
      marginMode: 2,
      contNum: quantity(readUnits('100000')),
      feeType: 1,
      feeRate: a('0'),
      markup: p('0'),
      pricePrecision: 5,
      ratePairId: undefined,
      rateInverse: false,
      financingRate: a('0'),
      financingNights: 'fx',
    },
    status: 'open',
    margin: a('1000'),
    fee: a('0'),
    held: a('1000'),
    target: undefined,
    stopLoss: p('0'),
    takeProfit: p('0'),
    armedIndex: 0,
    createdTime: NOON,
    placed: { rate: ONE_RATE, rateTickIndex: undefined },
    open: { price: p('1.1'), tickIndex: 0, rate: ONE_RATE, rateTickIndex: undefined, time: NOON },
    close: undefined,
    result: a('0'),
    openMarketTime: NOON,
    financedThrough: NOON,
    cancelledTime: undefined,
    ...rest,
  };
}

const pending = (id: bigint, side: 'buy' | 'sell', kind: 'limit' | 'stop', target: string): ForexOrder =>
  forex({ id, side, status: 'pending', open: undefined, target: { price: p(target), kind } });

const option = (id: bigint, expiryTime: number, rest: Partial<MicroOrder> = {}): MicroOrder => ({
  id,
  realm: 'demo',
  userId: 1n,
  pairId: EUR,
  direction: 'up',
  stake: a('10'),
  seconds: 30,
  profitRatio: a('0.85'),
  lossLevel: 0,
  pricePrecision: 5,
  reserve: a('8.5'),
  armedIndex: -1,
  openDelayMs: 0,
  openPrice: p('1.1'),
  openTickIndex: 0,
  acceptedTime: NOON,
  expiryTime,
  status: 'open',
  outcome: undefined,
  endPrice: undefined,
  endTickIndex: undefined,
  result: a('0'),
  closedTime: undefined,
  ...rest,
});

const cash = (available: string, locked = '1000', userId = 1n): AccountFigures => ({
  userId,
  realm: 'demo',
  available: a(available),
  locked: a(locked),
});

/** kind and order or user, as one short text each. */
const said = (proposals: readonly Proposal[]): string[] =>
  proposals.map((proposal) => `${proposal.kind} ${'orderId' in proposal ? proposal.orderId : proposal.userId}`);

describe('ticks and one moment', () => {
  test('E1: a view stays as it was, whatever comes after', () => {
    const { engine, tick } = setUp();
    tick('1.1');
    engine.upsertForex(forex({ id: 1n, stopLoss: p('1.09') }));
    const [proposal] = tick('1.09');
    tick('1.2');
    if (proposal?.kind !== 'stop_loss') throw new Error('no stop-loss');
    expect(proposal.view.logIndex).toBe(1);
    expect(proposal.view.quote(EUR)?.bid).toBe(p('1.09'));
    expect(engine.view().quote(EUR)?.bid).toBe(p('1.2'));
  });

  test('E2: an index or a received time that goes back, and an unknown pair, are defects', () => {
    const { tick } = setUp();
    tick('1.1', '1.1', { logIndex: 5 });
    expect(() => tick('1.1', '1.1', { logIndex: 5 })).toThrow('not after');
    expect(() => tick('1.1', '1.1', { logIndex: 6, receivedTime: NOON - 1 })).toThrow('goes back');
    expect(() => tick('1.1', '1.1', { logIndex: 7, pairId: 99 })).toThrow('unknown pair');
  });

  test('E3: the first tick after a gap triggers at its own price', () => {
    const { engine, tick } = setUp();
    tick('1.1');
    engine.upsertForex(forex({ id: 1n, stopLoss: p('1.09') }));
    expect(said(tick('1.05', '1.06', { receivedTime: NOON + 3_600_000 }))).toEqual(['stop_loss 1']);
  });

  test('E4: the markup of the terms enters the trigger price', () => {
    const { engine, tick } = setUp();
    tick('1.1');
    const order = forex({ id: 1n, stopLoss: p('1.09') });
    engine.upsertForex({ ...order, terms: { ...order.terms, markup: p('0.0001') } });
    expect(tick('1.09011')).toEqual([]);
    expect(said(tick('1.0901'))).toEqual(['stop_loss 1']);
  });

  test('E4: without a quote of the rate pair an order stays armed', () => {
    const { engine, tick } = setUp();
    tick('0.86', '0.86', { pairId: EURGBP });
    const order = forex({ id: 1n, pairId: EURGBP, stopLoss: p('0.85') });
    engine.upsertForex({ ...order, terms: { ...order.terms, ratePairId: GBP } });
    expect(tick('0.84', '0.84', { pairId: EURGBP })).toEqual([]);
    expect(tick('1.27', '1.27', { pairId: GBP })).toEqual([]);
    expect(said(tick('0.84', '0.84', { pairId: EURGBP }))).toEqual(['stop_loss 1']);
  });

  test('E5: outside its hours or switched off, a tick becomes the quote and calls for nothing but a warning', () => {
    const friday = Date.parse('2024-05-17T20:59:59Z');
    const { engine, tick } = setUp();
    tick('1.1', '1.1', { receivedTime: friday });
    engine.apply({ forex: [forex({ id: 1n, stopLoss: p('1.09') })], accounts: [cash('1000')] });
    expect(said(tick('1.01', '1.01', { receivedTime: friday + 1_000 }))).toEqual(['margin_call 1']);
    expect(engine.view().quote(EUR)?.bid).toBe(p('1.01'));
    const [eur] = TAPE_PAIRS;
    if (!eur) throw new Error('no pair');
    engine.setPair({ ...eur, enabled: false });
    expect(tick('1.01', '1.01', { receivedTime: friday + 49 * 3_600_000 })).toEqual([]);
    engine.setPair(eur);
    expect(said(tick('1.01', '1.01', { receivedTime: friday + 50 * 3_600_000 }))).toEqual([
      'stop_loss 1',
      'stop_out 1',
    ]);
  });

  test('E5: the market’s clock is the caller’s: source time in a replay', () => {
    const saturday = Date.parse('2024-05-18T12:00:00Z');
    const { engine, tick } = setUp({ marketTime: ({ sourceTime }) => sourceTime });
    tick('1.1', '1.1', { receivedTime: saturday, sourceTime: NOON });
    engine.upsertForex(forex({ id: 1n, stopLoss: p('1.09') }));
    expect(said(tick('1.05', '1.05', { receivedTime: saturday + 1, sourceTime: NOON + 1 }))).toEqual(['stop_loss 1']);
  });

  test('E6: exits, then stop-outs, then margin calls, then pending orders; equals by ascending id', () => {
    const { engine, tick } = setUp();
    tick('1.1');
    const orders = [
      pending(9n, 'buy', 'limit', '1.095'),
      pending(2n, 'buy', 'limit', '1.096'),
      forex({ id: 8n, userId: 7n, takeProfit: p('1.09'), side: 'sell' }),
      forex({ id: 3n, userId: 6n, stopLoss: p('1.095') }),
      forex({ id: 5n, userId: 4n }),
      forex({ id: 4n, userId: 3n }),
    ];
    engine.apply({ forex: orders, accounts: [cash('100', '1000', 4n), cash('100', '1000', 3n)] });
    expect(said(tick('1.09'))).toEqual([
      'stop_loss 3',
      'take_profit 8',
      'stop_out 3',
      'stop_out 4',
      'margin_call 3',
      'margin_call 4',
      'fill_pending 2',
      'fill_pending 9',
    ]);
  });
});

describe('triggers of an order', () => {
  test.each([
    ['E20', 'buy', { stopLoss: p('1.09') }, '1.09001', '1.09', 'stop_loss'],
    ['E20', 'sell', { stopLoss: p('1.11') }, '1.10999', '1.11', 'stop_loss'],
    ['E21', 'buy', { takeProfit: p('1.11') }, '1.10999', '1.11', 'take_profit'],
    ['E21', 'sell', { takeProfit: p('1.09') }, '1.09001', '1.09', 'take_profit'],
  ] as const)('%s: a %s with %o waits at %s and goes at %s', (_, side, stops, short, exact, kind) => {
    const { engine, tick } = setUp();
    tick('1.1');
    engine.upsertForex(forex({ id: 1n, side, ...stops }));
    expect(tick(short)).toEqual([]);
    expect(said(tick(exact))).toEqual([`${kind} 1`]);
  });

  test('E20: the closing side decides: the bid for a buy, the ask for a sell', () => {
    const { engine, tick } = setUp();
    tick('1.1');
    engine.apply({
      forex: [forex({ id: 1n, stopLoss: p('1.09') }), forex({ id: 2n, userId: 2n, side: 'sell', stopLoss: p('1.11') })],
    });
    expect(said(tick('1.105', '1.11'))).toEqual(['stop_loss 2']);
    expect(said(tick('1.09', '1.105'))).toEqual(['stop_loss 1']);
  });

  test('E22: a tick that meets both goes to the stop-loss', () => {
    const { engine, tick } = setUp();
    tick('1.1');
    engine.upsertForex(forex({ id: 1n, stopLoss: p('1.12'), takeProfit: p('1.08') }));
    expect(said(tick('1.1'))).toEqual(['stop_loss 1']);
  });

  test.each([
    ['buy', 'limit', '1.09001', '1.09'],
    ['sell', 'stop', '1.09001', '1.09'],
    ['buy', 'stop', '1.08999', '1.09'],
    ['sell', 'limit', '1.08999', '1.09'],
  ] as const)('E23: a %s %s at 1.09 waits at %s and fills at %s', (side, kind, short, exact) => {
    const { engine, tick } = setUp();
    tick(short);
    engine.upsertForex({ ...pending(1n, side, kind, '1.09'), stopLoss: p('1.0901'), takeProfit: p('1.0899') });
    expect(tick(short)).toEqual([]);
    expect(said(tick(exact))).toEqual(['fill_pending 1']);
  });

  test('E24: a price beyond 90 million is refused, not rounded', () => {
    const { engine } = setUp();
    expect(() => engine.upsertForex(forex({ id: 1n, takeProfit: p('90071993') }))).toThrow('90 million');
    expect(engine.sizes().forexOrders).toBe(0);
  });

  test('E24: every price that may be typed fits, at any markup up to the same limit', () => {
    const { engine } = setUp();
    const highest = price(PRICE_LIMIT - 1n);
    const sell = forex({ id: 1n, side: 'sell', stopLoss: highest });
    engine.upsertForex({ ...sell, terms: { ...sell.terms, markup: highest } });
    expect(engine.sizes().forexOrders).toBe(1);
  });

  test('E24: nor is an amount cut to fit: beyond 2^63 units it is refused', () => {
    const { engine } = setUp();
    expect(() => engine.upsertForex(forex({ id: 1n, margin: amount(2n ** 63n) }))).toThrow('92 billion');
    expect(() => engine.upsertForex(forex({ id: 1n, quantity: quantity(2n ** 63n) }))).toThrow('92 billion');
    expect(() => engine.upsertAccount({ ...cash('0'), available: amount(2n ** 63n) })).toThrow('92 billion');
    expect(engine.sizes().forexOrders).toBe(0);
  });

  test('E25: once proposed, an order is out until it is rearmed or handed in again', () => {
    const { engine, tick } = setUp();
    tick('1.1');
    const order = forex({ id: 1n, stopLoss: p('1.09'), takeProfit: p('1.11') });
    engine.upsertForex(order);
    expect(said(tick('1.09'))).toEqual(['stop_loss 1']);
    expect(tick('1.08')).toEqual([]);
    expect(tick('1.12')).toEqual([]);
    engine.rearm(1n);
    expect(said(tick('1.12'))).toEqual(['take_profit 1']);
    engine.upsertForex({ ...order, margin: a('5') });
    expect(said(tick('1.09'))).toEqual(['stop_loss 1']);
  });
});

describe('stop-out', () => {
  test('E30: exactly at half the used margin, not one unit above', () => {
    const { engine, tick } = setUp();
    tick('1.1');
    engine.apply({ forex: [forex({ id: 1n })], accounts: [cash('500.00000001')] });
    // 1 lot: a tick of 0.00001 is 1 USD. Net 1500.00000001 - 1000 = 500.00000001.
    expect(said(tick('1.09'))).toEqual(['margin_call 1']);
    expect(said(engine.upsertAccount(cash('500')))).toEqual(['stop_out 1']);
  });

  test('E30: where no margin is used there is none, however deep the loss', () => {
    const { engine, tick } = setUp();
    tick('1.1');
    engine.apply({ forex: [{ ...forex({ id: 1n }), margin: amount(0n) }], accounts: [cash('500')] });
    expect(tick('1.05')).toEqual([]);
  });

  test('E30, E33: a hedged user falls to a widening spread', () => {
    const { engine, tick } = setUp();
    tick('1.1');
    engine.apply({ forex: [forex({ id: 1n }), forex({ id: 2n, side: 'sell' })], accounts: [cash('0', '2000')] });
    expect(tick('1.09501', '1.10499')).toEqual([]);
    expect(said(tick('1.095', '1.105'))).toEqual(['stop_out 1']);
  });

  test('E31: a rate alone can bring it', () => {
    const { engine, tick } = setUp();
    tick('1.27', '1.27', { pairId: GBP });
    tick('0.86', '0.86', { pairId: EURGBP });
    const order = forex({ id: 1n, pairId: EURGBP, armedIndex: 1 });
    const open = { price: p('0.87'), tickIndex: 1, rate: ONE_RATE, rateTickIndex: 0, time: NOON };
    // Loss 1000 GBP: 1270 USD, and 1300 USD at 1.3.
    engine.apply({ forex: [{ ...order, open, terms: { ...order.terms, ratePairId: GBP } }], accounts: [cash('800')] });
    expect(tick('1.29999', '1.29999', { pairId: GBP })).toEqual([]);
    const [proposal] = tick('1.3', '1.3', { pairId: GBP });
    expect(proposal?.kind === 'stop_out' && proposal.tick.pairId).toBe(GBP);
  });

  test('E31: of two positions in one pair under different terms, each goes by its own rate', () => {
    const { engine, tick } = setUp();
    tick('1.27', '1.27', { pairId: GBP });
    tick('0.86', '0.86', { pairId: EURGBP });
    const order = forex({ id: 1n, pairId: EURGBP, armedIndex: 1 });
    const open = { price: p('0.87'), tickIndex: 1, rate: ONE_RATE, rateTickIndex: 0, time: NOON };
    const converted = { ...order, id: 2n, open, terms: { ...order.terms, ratePairId: GBP } };
    // Losses of 1000 USD and 1000 GBP: 2270 USD, and 2300 USD at 1.3.
    engine.apply({ forex: [{ ...order, open }, converted], accounts: [cash('1300', '2000')] });
    expect(said(tick('1.29999', '1.29999', { pairId: GBP })).includes('stop_out 1')).toBe(false);
    expect(said(tick('1.3', '1.3', { pairId: GBP }))).toEqual(['stop_out 1']);
  });

  test('E31: without the ledger’s figures there is none', () => {
    const { engine, tick } = setUp();
    tick('1.1');
    engine.upsertForex(forex({ id: 1n }));
    expect(tick('0.5')).toEqual([]);
    expect(said(engine.upsertAccount(cash('0')))).toEqual(['stop_out 1', 'margin_call 1']);
  });

  test('E32: it waits until a position could be closed: quote fresh to the millisecond, market open', () => {
    const { engine, tick } = setUp();
    tick('1.1');
    engine.apply({ forex: [forex({ id: 1n })], accounts: [cash('9000')] });
    tick('1.09');
    expect(tick('1.27', '1.27', { pairId: GBP, receivedTime: NOON + 1 + 15_000 })).toEqual([]);
    expect(said(engine.upsertAccount(cash('0')))).toEqual(['margin_call 1']);
    expect(said(tick('1.09', '1.09', { receivedTime: NOON + 20_000 }))).toEqual(['stop_out 1']);
    tick('1.27', '1.27', { pairId: GBP, receivedTime: NOON + 20_000 + 14_999 });
    expect(said(engine.upsertAccount(cash('0')))).toEqual(['stop_out 1']);
  });

  test('E34: one at a time, until settled or handed in again', () => {
    const { engine, tick } = setUp();
    tick('1.1');
    engine.apply({ forex: [forex({ id: 1n })], accounts: [cash('0')] });
    expect(said(tick('1.09'))).toEqual(['stop_out 1']);
    expect(tick('1.08')).toEqual([]);
    engine.settled(1n);
    expect(said(tick('1.08'))).toEqual(['stop_out 1']);
    expect(engine.apply({ forex: [forex({ id: 1n, status: 'closed' })], accounts: [cash('0')] })).toEqual([]);
    expect(tick('1.07')).toEqual([]);
  });

  test('E35: a position whose stop-loss the same tick met still counts', () => {
    const { engine, tick } = setUp();
    tick('1.1');
    engine.apply({ forex: [forex({ id: 1n, stopLoss: p('1.09') })], accounts: [cash('0')] });
    expect(said(tick('1.09'))).toEqual(['stop_loss 1', 'stop_out 1']);
  });
});

describe('margin call', () => {
  /** 1 lot from 1.1 with a margin of 1000: net value is 2000 + the price above 1.1 in units of 0.00001. */
  const held = (available = '1000') => {
    const world = setUp();
    world.tick('1.1');
    world.engine.apply({ forex: [forex({ id: 1n })], accounts: [cash(available)] });
    return world;
  };

  test('E36: at exactly the used margin, not one unit above; once a fall, again after it was above 110 %', () => {
    const { engine, tick } = held('1000.00000001');
    expect(tick('1.09')).toEqual([]);
    expect(said(engine.upsertAccount(cash('1000')))).toEqual(['margin_call 1']);
    // 1.091 is exactly 110 %.
    for (const price of ['1.08999', '1.0851', '1.09001', '1.09', '1.091', '1.08999']) expect(tick(price)).toEqual([]);
    expect(tick('1.09101')).toEqual([]);
    expect(said(tick('1.09'))).toEqual(['margin_call 1']);
  });

  test('E36: fresh money and a position less lift it too; who is flat is not warned', () => {
    const { engine, tick } = held();
    expect(said(tick('1.0899'))).toEqual(['margin_call 1']);
    // Net value 1,100, and a cent more.
    expect(engine.upsertAccount(cash('1110'))).toEqual([]);
    expect(engine.upsertAccount(cash('1000'))).toEqual([]);
    expect(engine.upsertAccount(cash('1110.01'))).toEqual([]);
    expect(said(engine.upsertAccount(cash('1000')))).toEqual(['margin_call 1']);
    expect(engine.apply({ forex: [forex({ id: 1n, status: 'closed' })], accounts: [cash('0', '0')] })).toEqual([]);
    expect(said(engine.apply({ forex: [forex({ id: 2n })], accounts: [cash('1000')] }))).toEqual(['margin_call 1']);
  });

  test('E36: of a sold position and of a rate, both ways', () => {
    const { engine, tick } = setUp();
    tick('1.27', '1.27', { pairId: GBP });
    tick('0.86', '0.86', { pairId: EURGBP });
    const order = forex({ id: 1n, pairId: EURGBP, side: 'sell', armedIndex: 1 });
    const open = { price: p('0.85'), tickIndex: 1, rate: ONE_RATE, rateTickIndex: 0, time: NOON };
    // Loss 1000 GBP: 1270 USD; net 1030, used 1000. At 1.3 net is 1000.
    engine.apply({ forex: [{ ...order, open, terms: { ...order.terms, ratePairId: GBP } }], accounts: [cash('1300')] });
    expect(tick('1.29999', '1.29999', { pairId: GBP })).toEqual([]);
    expect(said(tick('1.3', '1.3', { pairId: GBP }))).toEqual(['margin_call 1']);
    expect(tick('1.35', '1.35', { pairId: GBP })).toEqual([]);
    // Of a loss of 1,200 USD are 1,100 left: exactly 110 %.
    expect(tick('1.2', '1.2', { pairId: GBP })).toEqual([]);
    expect(tick('1.30001', '1.30001', { pairId: GBP })).toEqual([]);
    expect(tick('1.19999', '1.19999', { pairId: GBP })).toEqual([]);
    expect(said(tick('1.30001', '1.30001', { pairId: GBP }))).toEqual(['margin_call 1']);
    expect(tick('0.8592', '0.8592', { pairId: EURGBP })).toEqual([]);
    expect(said(tick('0.8601', '0.8601', { pairId: EURGBP }))).toEqual(['margin_call 1']);
  });

  test('E36: with a stop-out it comes after it; while that is in flight there is none', () => {
    const { engine, tick } = held('0');
    engine.upsertAccount(cash('1000'));
    expect(said(tick('1.085'))).toEqual(['stop_out 1', 'margin_call 1']);
    expect(tick('1.1')).toEqual([]);
    expect(tick('1.0899')).toEqual([]);
    engine.settled(1n);
    expect(tick('1.0911')).toEqual([]);
    expect(said(tick('1.0899'))).toEqual(['margin_call 1']);
  });
});

describe('commits and catching up', () => {
  test('E40: ticks up to armedIndex, or up to the opening, never trigger', () => {
    const { engine, tick } = setUp();
    tick('1.09');
    tick('1.09');
    tick('1.1');
    expect(engine.upsertForex(forex({ id: 1n, stopLoss: p('1.09'), armedIndex: 1 }))).toEqual([]);
    const open = { price: p('1.1'), tickIndex: 1, rate: ONE_RATE, rateTickIndex: undefined, time: NOON };
    expect(engine.upsertForex(forex({ id: 2n, stopLoss: p('1.09'), armedIndex: -1, open }))).toEqual([]);
  });

  test('E41: a late order is held against the ticks it missed, each with its own moment', () => {
    const { engine, tick } = setUp();
    tick('1.1');
    tick('1.27', '1.27', { pairId: GBP });
    tick('1.09');
    tick('1.28', '1.28', { pairId: GBP });
    tick('1.07');
    const [proposal] = engine.upsertForex(forex({ id: 1n, stopLoss: p('1.09') }));
    if (proposal?.kind !== 'stop_loss') throw new Error('no stop-loss');
    expect([proposal.tick.logIndex, proposal.view.logIndex]).toEqual([2, 2]);
    expect([proposal.view.quote(EUR)?.bid, proposal.view.quote(GBP)?.bid]).toEqual([p('1.09'), p('1.27')]);
    expect(tick('1.06')).toEqual([]);
  });

  test('E41: the moment of a missed tick also knows quotes that left the ring long ago', () => {
    const { engine, tick } = setUp({ recentTicks: 4 });
    tick('1.27', '1.27', { pairId: GBP });
    for (let at = 1; at <= 7; at += 1) tick('1.1');
    tick('1.09');
    tick('1.28', '1.28', { pairId: GBP });
    const [proposal] = engine.upsertForex(forex({ id: 1n, stopLoss: p('1.09'), armedIndex: 6 }));
    expect(proposal?.kind === 'stop_loss' && proposal.view.quote(GBP)?.bid).toBe(p('1.27'));
  });

  test('E41: when the missed ticks are gone the engine says so and keeps nothing of the order', () => {
    const { engine, tick } = setUp({ recentTicks: 4 });
    for (let at = 0; at <= 9; at += 1) tick('1.1');
    expect(() => engine.upsertForex(forex({ id: 1n, armedIndex: 4 }))).toThrow(CatchUpError);
    expect(engine.sizes().forexOrders).toBe(0);
    expect(engine.upsertForex(forex({ id: 1n, armedIndex: 5 }))).toEqual([]);
  });

  test('E42: an old order whose figures alone change needs no old ticks', () => {
    const { engine, tick } = setUp({ recentTicks: 4 });
    tick('1.1');
    const order = forex({ id: 1n, stopLoss: p('1.09') });
    engine.upsertForex(order);
    for (let at = 0; at <= 9; at += 1) tick('1.1');
    expect(engine.upsertForex({ ...order, margin: a('1') })).toEqual([]);
    expect(() => engine.upsertForex({ ...order, stopLoss: p('1.08') })).toThrow(CatchUpError);
    expect(said(tick('1.09'))).toEqual(['stop_loss 1']);
  });

  test('E43: an ended order triggers nothing and leaves nothing behind', () => {
    const { engine, tick } = setUp();
    tick('1.1');
    engine.apply({
      forex: [forex({ id: 1n, stopLoss: p('1.09') }), pending(2n, 'buy', 'limit', '1.09')],
      accounts: [cash('0')],
    });
    engine.apply({
      forex: [forex({ id: 1n, status: 'closed' }), { ...pending(2n, 'buy', 'limit', '1.09'), status: 'cancelled' }],
    });
    expect(tick('1')).toEqual([]);
    expect(engine.sizes()).toMatchObject({ forexOrders: 0, armedTriggers: 0, equityWatches: 0 });
  });

  test('E44: a commit is judged as a whole: a realised loss is not counted twice', () => {
    const { engine, tick } = setUp();
    tick('1.1');
    engine.apply({ forex: [forex({ id: 1n }), forex({ id: 2n })], accounts: [cash('2000', '2000')] });
    tick('1.09');
    const closing = { accounts: [cash('2000', '1000')], forex: [forex({ id: 1n, status: 'closed' })] };
    expect(engine.apply(closing)).toEqual([]);
    expect(said(engine.upsertAccount(cash('500', '1000')))).toEqual(['stop_out 1', 'margin_call 1']);
  });

  test('E45: a restored engine holds orders against the ticks after its base only', () => {
    const { engine, tick } = setUp();
    const base: Tick = {
      pairId: EUR,
      seq: 5,
      logIndex: 50,
      bid: p('1.1'),
      ask: p('1.1'),
      sourceTime: NOON,
      receivedTime: NOON,
      source: 'test',
    };
    engine.restore({ quotes: [base], evaluatedThrough: 60 });
    tick('1.08', '1.08', { logIndex: 61 });
    expect(said(engine.upsertForex(forex({ id: 1n, stopLoss: p('1.09'), armedIndex: 3 })))).toEqual(['stop_loss 1']);
    expect(() => engine.restore({ quotes: [], evaluatedThrough: 0 })).toThrow('before the first');
  });
});

describe('expiries', () => {
  test('E50, E51, E52: due ones by expiry, then id; each once; closed ones never', () => {
    const { engine } = setUp();
    for (const [id, time] of [
      [3n, 20],
      [1n, 20],
      [2n, 10],
      [4n, 21],
      [5n, 5],
    ] as const)
      engine.upsertMicro(option(id, NOON + time));
    engine.upsertMicro(option(5n, NOON + 5, { status: 'closed' }));
    expect(said(engine.dueMicro(NOON + 20))).toEqual(['micro_expiry 2', 'micro_expiry 1', 'micro_expiry 3']);
    expect(engine.dueMicro(NOON + 20)).toEqual([]);
    engine.rearmMicro(1n);
    engine.rearmMicro(5n);
    engine.upsertMicro(option(3n, NOON + 20));
    expect(said(engine.dueMicro(NOON + 20))).toEqual(['micro_expiry 1', 'micro_expiry 3']);
    expect(engine.sizes().microOrders).toBe(4);
  });
});

describe('openings', () => {
  const waiting = (id: bigint, armedIndex: number, rest: Partial<MicroOrder> = {}): MicroOrder =>
    option(id, NOON + 30_000, {
      armedIndex,
      openPrice: undefined,
      openTickIndex: undefined,
      status: 'waiting',
      ...rest,
    });

  test('E57: given by id once their pair has a tick after acceptance, or the log has passed 2 s; each once', () => {
    const { engine, tick } = setUp();
    tick('1.1', '1.1', { logIndex: 4 });
    for (const order of [waiting(3n, 4), waiting(2n, 4), waiting(1n, 3), waiting(4n, 6)]) engine.upsertMicro(order);
    expect(said(engine.dueMicro(NOON))).toEqual(['micro_open 1']);
    tick('1.1', '1.1', { logIndex: 5 });
    tick('1.1', '1.1', { logIndex: 6 });
    expect(said(engine.dueMicro(NOON))).toEqual(['micro_open 2', 'micro_open 3']);
    expect(said(engine.dueMicro(NOON + 1_999))).toEqual([]);
    expect(said(engine.dueMicro(NOON + 2_000))).toEqual(['micro_open 4']);
    expect(engine.dueMicro(NOON + 2_000)).toEqual([]);
    engine.rearmMicro(4n);
    expect(engine.dueMicro(NOON + 1_999)).toEqual([]);
    engine.upsertMicro(waiting(2n, 4, { status: 'open', openPrice: p('1.1'), openTickIndex: 5 }));
    expect(said(engine.dueMicro(NOON + 30_000))).toEqual(['micro_open 4', 'micro_expiry 2']);
    engine.upsertMicro(waiting(4n, 6, { status: 'closed', outcome: 'no_tick' }));
    engine.rearmMicro(4n);
    expect(engine.dueMicro(NOON + 60_000)).toEqual([]);
    expect(engine.sizes().microOrders).toBe(3);
  });

  test('E57: where it opens after a delay, a tick of before opens nothing', () => {
    const { engine, tick } = setUp();
    tick('1.1', '1.1', { logIndex: 0 });
    engine.upsertMicro(waiting(1n, 0, { openDelayMs: 3_000 }));
    tick('1.1', '1.1', { logIndex: 1, receivedTime: NOON + 2_999 });
    expect(engine.dueMicro(NOON + 2_999)).toEqual([]);
    tick('1.1', '1.1', { logIndex: 2, receivedTime: NOON + 3_000 });
    expect(said(engine.dueMicro(NOON + 2_999))).toEqual(['micro_open 1']);
    engine.upsertMicro(waiting(2n, 2, { openDelayMs: 3_500 }));
    expect(engine.dueMicro(NOON + 5_499)).toEqual([]);
    expect(said(engine.dueMicro(NOON + 5_500))).toEqual(['micro_open 2']);
  });

  test('E57: a tick outside its hours opens too: what was accepted is decided by the log alone', () => {
    const { engine, tick } = setUp();
    tick('1.1', '1.1', { logIndex: 0 });
    engine.upsertMicro(waiting(1n, 0));
    for (const pair of TAPE_PAIRS) engine.setPair({ ...pair, enabled: false });
    tick('1.1', '1.1', { logIndex: 1 });
    expect(said(engine.dueMicro(NOON))).toEqual(['micro_open 1']);
  });
});

test('E60: the hash tells apart what differs, and not what does not', () => {
  const build = (orders: readonly ForexOrder[], rest: Partial<MicroOrder> = {}): Engine => {
    const { engine, tick } = setUp();
    tick('1.1');
    engine.apply({ forex: orders, micro: [option(7n, NOON + 5, rest)], accounts: [cash('5000')] });
    return engine;
  };
  const first = forex({ id: 1n, stopLoss: p('1.09') });
  const second = forex({ id: 2n });
  expect(build([first, second]).stateHash()).toBe(build([second, first]).stateHash());
  expect(build([first]).stateHash()).not.toBe(build([{ ...first, stopLoss: p('1.08') }]).stateHash());
  for (const rest of [{ armedIndex: 0 }, { status: 'waiting' as const }])
    expect(build([first]).stateHash()).not.toBe(build([first], rest).stateHash());
  expect(build([first]).stateHash()).toMatch(/^[0-9a-f]{16}$/);
});
