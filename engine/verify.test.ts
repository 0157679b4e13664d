// Rules E70 to E79, E84 and E85: a true proof holds, and every number that is changed in it is found.
// Long because the rules stand together, each with the proof that breaks it.

import { describe, expect, test } from 'vitest';
import { accepted } from './accepted.fixture.ts';
import type { ForexProof, ForexProofTerms, MicroProof, ProofTick } from './proof.ts';
import { allHold, anyFails, type ProofCheck, verifyForex, verifyMicro } from './verify.ts';

const NOON = 1_715_774_400_000;

const tick = (
  role: ProofTick['role'],
  at: ProofTick['at'],
  index: number,
  bid: string,
  ask: string,
  pair = 'EURUSD',
): ProofTick => ({
  role,
  at,
  pair,
  seq: index,
  bid,
  ask,
  sourceTime: NOON + index,
  receivedTime: NOON + index,
  source: 'replay',
  index,
  inclusion: [],
});

/** Buy 0.1 lot at 1.10005, stopped at 1.09893: -11.2 USD. Margin 0.1 x 100,000 x 1.10005 / 100 = 110.005. */
const stopped: ForexProof = accepted(10, {
  order: {
    Id: '1',
    OrderType: 1,
    Quantity: '0.1',
    CautionMoney: '110.005',
    TradeFee: '0.55',
    FactProfits: '-11.20',
    TargetLossPrice: '1.09900',
    TargetProfitPrice: '0',
    Status: 3,
  },
  terms: {
    kind: 'forex',
    pair: 'EURUSD',
    OrderType: 1,
    Quantity: '0.1',
    multiple: 100,
    MarginMode: 2,
    ForexContNum: '100000',
    trade_fee_type: 1,
    ForexFeeRate: '5.5',
    markup: '0.00002',
    PricePrecision: 5,
    ratePair: null,
    ratePrecision: null,
    rateInverse: false,
    financingRate: '0',
    financingNights: 'fx',
    target_price: null,
    targetKind: null,
    TargetLossPrice: '1.09900',
    TargetProfitPrice: '0',
    openPrice: '1.10005',
    closePrice: '1.09893',
    openRate: '1',
    closeRate: '1',
    CautionMoney: '110.005',
    TradeFee: '0.55',
    FactProfits: '-11.2',
    closeReason: 'stop_loss',
  },
  ticks: [tick('open', 'open', 10, '1.10000', '1.10003'), tick('close', 'close', 20, '1.09895', '1.09899')],
  checkpoint: '',
  acceptances: [],
  acceptancesCheckpoint: '',
});

/** A sell limit of USDJPY at 150.2, filled at 150.205, taken at 150.1 or better. Rates: 1 / 150.101 at placement, 1 / 150.093 at the close. */
const converted: ForexProof = accepted(5, {
  order: {
    Id: '2',
    OrderType: 2,
    Quantity: '0.5',
    CautionMoney: '500.329778',
    TradeFee: '0.250165',
    FactProfits: '35.977694',
    TargetLossPrice: '0',
    TargetProfitPrice: '150.1',
    Status: 3,
  },
  terms: {
    ...stopped.terms,
    pair: 'USDJPY',
    OrderType: 2,
    Quantity: '0.5',
    trade_fee_type: 2,
    ForexFeeRate: '0.0005',
    markup: '0.001',
    PricePrecision: 3,
    ratePair: 'USDJPY',
    ratePrecision: 3,
    financingRate: '0',
    financingNights: 'fx',
    rateInverse: true,
    target_price: '150.2',
    targetKind: 'limit',
    TargetLossPrice: '0',
    TargetProfitPrice: '150.1',
    openPrice: '150.205',
    closePrice: '150.097',
    openRate: '0.006662180798',
    closeRate: '0.006662535894',
    CautionMoney: '500.329778',
    TradeFee: '0.250165',
    FactProfits: '35.977694',
    closeReason: 'take_profit',
  },
  ticks: [
    tick('rate', 'open', 1, '150.1', '150.102', 'USDJPY'),
    tick('open', 'open', 10, '150.206', '150.208', 'USDJPY'),
    tick('close', 'close', 20, '150.09', '150.096', 'USDJPY'),
    tick('rate', 'close', 20, '150.09', '150.096', 'USDJPY'),
  ],
  checkpoint: '',
  acceptances: [],
  acceptancesCheckpoint: '',
});

const won: MicroProof = accepted(9, {
  order: {
    Id: '3',
    Type: 2,
    Number: '10.01',
    OpenPrice: '1.10002',
    EndPrice: '1.09999',
    FactProfits: '8.51',
    Status: 3,
  },
  terms: {
    kind: 'micro',
    pair: 'EURUSD',
    Type: 2,
    Number: '10.01',
    Seconds: 30,
    ProfitRatio: '0.85',
    micro_loss_level: 0,
    PricePrecision: 5,
    markup: '0',
    openPrice: '1.10002',
    closePrice: '1.09999',
    acceptedTick: 9,
    openDelay: 0,
    acceptedTime: NOON - 1_000,
    expiryTime: NOON + 29_000,
    FactProfits: '8.51',
    closeReason: 'win',
  },
  ticks: [
    tick('open', 'open', 10, '1.10000', '1.10003'),
    tick('previous', 'open', 9, '1.10010', '1.10013'),
    { ...tick('close', 'close', 900, '1.09998', '1.1'), receivedTime: NOON + 29_000 },
    { ...tick('next', 'close', 901, '1.2', '1.2'), receivedTime: NOON + 29_001 },
  ],
  checkpoint: '',
  acceptances: [],
  acceptancesCheckpoint: '',
});

const failed = (checks: readonly ProofCheck[]): string[] => checks.filter(({ ok }) => !ok).map(({ name }) => name);
const withTerms = (proof: ForexProof, terms: Partial<ForexProofTerms>): ForexProof => ({
  ...proof,
  terms: { ...proof.terms, ...terms },
});

describe('a leveraged order', () => {
  test('E70 to E76: a true proof holds', () => {
    expect(failed(verifyForex(stopped))).toEqual([]);
    expect(allHold(verifyForex(stopped))).toBe(true);
    expect(verifyForex(stopped).map(({ name }) => name)).toContain('result');
  });

  test.each([
    ['E70', { openPrice: '1.10006' }, 'open.price'],
    ['E70', { closePrice: '1.09892' }, 'close.price'],
    ['E70', { markup: '0.00003' }, 'open.price'],
    ['E70', { TargetLossPrice: '1.09892' }, 'close.trigger'],
    ['E71', { openRate: '1.000000000001' }, 'open.rate'],
    ['E72', { CautionMoney: '110.005001' }, 'margin'],
    ['E72', { multiple: 200 }, 'margin'],
    ['E72', { TradeFee: '0.550001' }, 'fee'],
    ['E72', { trade_fee_type: 2 as const }, 'fee'],
    ['E73', { FactProfits: '-11.199999' }, 'result'],
    ['E73', { ForexContNum: '100001' }, 'result'],
    ['E73', { Quantity: '0.2' }, 'order.quantity'],
    ['E73', { OrderType: 2 as const }, 'open.price'],
    ['E73', { closeReason: 'take_profit' as const }, 'close.trigger'],
    ['E75', { closeReason: null }, 'close.price'],
    ['E75', { closeReason: 'reset' as const }, 'result'],
    ['E76', { CautionMoney: 'a lot' }, 'proof.readable'],
  ])('%s: %o is found as %s', (_, terms, name) => {
    expect(failed(verifyForex(withTerms(stopped, terms)))).toContain(name);
  });

  test('E71 to E73: conversion, a limit and a take-profit', () => {
    const checks = verifyForex(converted);
    const margin = checks.find(({ name }) => name === 'margin');
    const result = checks.find(({ name }) => name === 'result');
    // Worked out apart: 0.5 x 100,000 x 150.2 x 0.006662180798 / 100 = 500.3297779298, up; 0.108 x 50,000 x 0.006662535894, half-even.
    expect(margin?.expected).toBe('500.329778');
    expect(result?.expected).toBe('35.977694');
    expect(failed(checks)).toEqual([]);
  });

  test.each([
    ['E70', { target_price: '150.206' }, 'open.target'],
    ['E70', { targetKind: 'stop' as const }, 'open.target'],
    ['E71', { closeRate: '0.006662535896' }, 'close.rate'],
    ['E71', { rateInverse: false }, 'close.rate'],
    ['E72', { target_price: '150.201' }, 'margin'],
  ])('%s: in a converted order %o is found as %s', (_, terms, name) => {
    expect(failed(verifyForex(withTerms(converted, terms)))).toContain(name);
  });

  test('E71, E74: missing, late or foreign ticks are found', () => {
    const without = (role: string, at: string): ForexProof => ({
      ...converted,
      ticks: converted.ticks.filter((each) => each.role !== role || each.at !== at),
    });
    expect(failed(verifyForex(without('open', 'open')))).toContain('open.tick');
    expect(failed(verifyForex(without('close', 'close')))).toContain('close.tick');
    expect(failed(verifyForex(without('rate', 'close')))).toContain('close.rate');
    const [opened, closed] = stopped.ticks;
    if (!opened || !closed) throw new Error('no ticks');
    expect(failed(verifyForex({ ...stopped, ticks: [opened, { ...closed, index: 9 }] }))).toEqual([
      'close.after_open',
      'accepted.trigger_tick',
    ]);
    expect(failed(verifyForex({ ...stopped, ticks: [opened, { ...closed, pair: 'GBPUSD' }] }))).toEqual(['ticks.pair']);
    expect(failed(verifyForex({ ...stopped, ticks: [opened, opened, closed] }))).toEqual(['proof.readable']);
    const late = converted.ticks.map((each) => (each.role === 'rate' ? { ...each, index: each.index + 30 } : each));
    expect(failed(verifyForex({ ...converted, ticks: late }))).toEqual(
      expect.arrayContaining(['open.rate_tick', 'close.rate_tick']),
    );
  });

  test('E75: open, pending and reset orders have what they can have', () => {
    const [opened] = stopped.ticks;
    if (!opened) throw new Error('no tick');
    const ongoing = { closePrice: null, closeRate: null, FactProfits: null, closeReason: null };
    const open = {
      ...withTerms(stopped, ongoing),
      ticks: [opened],
      order: { ...stopped.order, Status: 1, FactProfits: '3.2' },
    };
    expect(failed(verifyForex(open))).toEqual([]);
    const pending = {
      ...withTerms(stopped, { ...ongoing, openPrice: null, target_price: '1.10005', targetKind: 'limit' }),
      ticks: [],
      order: { ...stopped.order, Status: 0, FactProfits: '0.00' },
    };
    expect(failed(verifyForex(accepted(5, pending)))).toEqual([]);
    const reset = {
      ...withTerms(stopped, { closePrice: null, closeRate: null, FactProfits: '0', closeReason: 'reset' }),
      ticks: [opened],
      order: { ...stopped.order, FactProfits: '0.00' },
    };
    expect(failed(verifyForex(accepted(10, reset, [{ kind: 'reset', tick: 15 }])))).toEqual([]);
  });

  test('E76: the screen’s numbers are compared, and garbage is no crash', () => {
    const order = { ...stopped.order, FactProfits: '-11.19', TradeFee: '0.5' };
    expect(failed(verifyForex({ ...stopped, order }))).toEqual(['order.fee', 'order.result']);
    for (const broken of ['{}', '{"terms":{},"order":{},"ticks":[]}', '{"terms":null}'])
      expect(failed(verifyForex(JSON.parse(broken)))).toEqual(['proof.readable']);
    expect(allHold([])).toBe(false);
  });
});

describe('an option', () => {
  const withMicro = (terms: Partial<MicroProof['terms']>): MicroProof => ({
    ...won,
    terms: { ...won.terms, ...terms },
  });

  test('E77 to E79: a true proof holds', () => {
    expect(failed(verifyMicro(won))).toEqual([]);
  });

  test.each([
    ['E77', { openPrice: '1.10003' }, 'open.price'],
    ['E77', { acceptedTick: 10 }, 'open.after_acceptance'],
    ['E77', { acceptedTick: 8 }, 'open.known_before'],
    ['E77', { acceptedTime: NOON - 1_991, expiryTime: NOON + 28_009 }, 'open.in_time'],
    ['E77', { acceptedTick: null }, 'open.fresh'],
    ['E77', { openDelay: 1_011 }, 'open.after_acceptance'],
    ['E77', { openDelay: -1 }, 'proof.readable'],
    ['E78', { openPrice: null }, 'outcome'],
    ['E78', { openPrice: null }, 'open.tick'],
    ['E77', { Seconds: 31 }, 'expiry'],
    ['E78', { closePrice: '1.1' }, 'end.price'],
    ['E78', { closeReason: 'loss' as const }, 'outcome'],
    ['E78', { Type: 1 as const }, 'outcome'],
    ['E78', { ProfitRatio: '0.86' }, 'result'],
    ['E78', { closeReason: 'void' as const }, 'outcome'],
    ['E79', { FactProfits: '8.52' }, 'order.result'],
    ['E79', { micro_loss_level: 2 as never }, 'proof.readable'],
  ])('%s: %o is found as %s', (_, terms, name) => {
    expect(failed(verifyMicro(withMicro(terms)))).toContain(name);
  });

  test('E78: an end tick after the expiry decides nothing', () => {
    const ticks = won.ticks.map((each) => (each.role === 'close' ? { ...each, receivedTime: NOON + 29_001 } : each));
    expect(failed(verifyMicro({ ...won, ticks }))).toContain('end.time');
  });

  const around = (role: ProofTick['role'], at: ProofTick['at'], change: Partial<ProofTick>): MicroProof => ({
    ...won,
    ticks: won.ticks.map((each) => (each.role === role && each.at === at ? { ...each, ...change } : each)),
  });

  test('E77: opened by the first tick after acceptance and no other', () => {
    const later = won.ticks.map((each) => (each.role === 'open' ? { ...each, seq: 11, index: 11 } : each));
    expect(failed(verifyMicro({ ...won, ticks: later }))).toEqual(['open.first']);
    expect(failed(verifyMicro(around('previous', 'open', { index: 10 })))).toEqual(['open.known_before']);
    expect(failed(verifyMicro(around('previous', 'open', { pair: 'AUDUSD' })))).toEqual(['ticks.pair']);
    const alone = won.ticks.filter(({ role }) => role !== 'previous');
    expect(failed(verifyMicro({ ...won, ticks: alone }))).toEqual(['open.first']);
  });

  test('E77: after a delay, the one before it came before the delay was over', () => {
    const late = { acceptedTick: 1, openDelay: 1_010 };
    expect(failed(verifyMicro(accepted(1, withMicro(late))))).toEqual([]);
    expect(failed(verifyMicro(accepted(1, withMicro({ ...late, openDelay: 1_009 }))))).toEqual(['open.known_before']);
  });

  test('E78: ended by the last tick before its expiry and no other', () => {
    const earlier = { seq: 899, index: 899, receivedTime: NOON + 28_999 };
    expect(failed(verifyMicro(around('close', 'close', earlier)))).toEqual(['end.last']);
    expect(failed(verifyMicro(around('next', 'close', { receivedTime: NOON + 29_000 })))).toEqual(['end.next_time']);
    expect(failed(verifyMicro(around('next', 'close', { pair: 'AUDUSD' })))).toEqual(['ticks.pair']);
  });

  test('E85: no tick within 2 s, shown by the next one', () => {
    const order = { ...won.order, OpenPrice: '', EndPrice: '', FactProfits: '0.00' };
    const back = { openPrice: null, closePrice: null, closeReason: 'no_tick' as const, FactProfits: '0' };
    const [, before] = won.ticks;
    const passed = (receivedTime: number, rest: Partial<ProofTick> = {}): MicroProof => ({
      ...withMicro(back),
      order,
      ticks: [...(before ? [before] : []), { ...tick('next', 'open', 10, '1.1', '1.1'), receivedTime, ...rest }],
    });
    expect(failed(verifyMicro(passed(NOON + 1_001)))).toEqual([]);
    expect(failed(verifyMicro({ ...passed(0), ticks: [] }))).toEqual([]);
    expect(failed(verifyMicro(passed(NOON + 1_000)))).toEqual(['open.none_in_time']);
    expect(failed(verifyMicro(passed(NOON + 1_001, { seq: 11, index: 11 })))).toEqual(['open.first']);
    const waiting = { ...withMicro({ ...back, closeReason: null, FactProfits: null }), order: { ...order, Status: 1 } };
    expect(failed(verifyMicro({ ...waiting, ticks: [] }))).toEqual([]);
    expect(failed(verifyMicro({ ...withMicro({ ...back, FactProfits: '1' }), order, ticks: [] }))).toContain('result');
  });

  test('E78: the tick that gave the end price is said to have given it', () => {
    expect(failed(verifyMicro(around('close', 'close', { role: 'previous' })))).toContain('end.price');
  });

  test('E78: void without a tick is believed only if the opening tick could not decide', () => {
    const ticks = won.ticks.filter(({ at }) => at === 'open');
    const order = { ...won.order, EndPrice: '', FactProfits: '0.00' };
    const nothing = { closePrice: null, closeReason: 'void' as const, FactProfits: '0' };
    const believed = verifyMicro({ ...withMicro(nothing), order, ticks });
    expect([failed(believed), anyFails(believed)]).toEqual([['end.last'], false]);
    const short = { ...nothing, Seconds: 10, expiryTime: NOON + 9_000 };
    expect(failed(verifyMicro({ ...accepted(9, withMicro(short)), order, ticks }))).toEqual(['end.last', 'end.none']);
  });

  test('an open option, and one that ended with its demo account', () => {
    const ticks = won.ticks.filter(({ at }) => at === 'open');
    const open = { ...won.order, Status: 1, EndPrice: '', FactProfits: '0' };
    expect(
      failed(
        verifyMicro({ ...withMicro({ closePrice: null, closeReason: null, FactProfits: null }), order: open, ticks }),
      ),
    ).toEqual([]);
    const gone = { ...open, Status: 3 };
    expect(
      failed(
        verifyMicro({
          ...accepted(9, withMicro({ closePrice: null, closeReason: 'reset', FactProfits: '0' }), [
            { kind: 'reset', tick: 12 },
          ]),
          order: gone,
          ticks,
        }),
      ),
    ).toEqual([]);
  });
});

describe('E84: overnight financing', () => {
  /** 0.5 lot of USDJPY over a Tuesday, a Wednesday and a weekend: 1,000 yen a lot and night, at 1 / 150 and then 1 / 160. */
  const financing: NonNullable<ForexProofTerms['financing']> = {
    openMarketTime: Date.parse('2024-05-14T20:59:59Z'),
    nights: [
      {
        night: '2024-05-14',
        times: 1,
        tick: 30,
        rateTick: 29,
        rate: '0.006666666667',
        amount: '3.333333',
        taken: '3.333333',
      },
      { night: '2024-05-15', times: 3, tick: 40, rateTick: 39, rate: '0.00625', amount: '9.375', taken: '9.375' },
      { night: '2024-05-16', times: 1, tick: 50, rateTick: 39, rate: '0.00625', amount: '3.125', taken: '1' },
      { night: '2024-05-17', times: 1, tick: 60, rateTick: 39, rate: '0.00625', amount: '3.125', taken: '0' },
      { night: '2024-05-20', times: 1, tick: 60, rateTick: 39, rate: '0.00625', amount: '3.125', taken: '0' },
    ],
  };
  const proofWith = (
    change: Partial<typeof financing> = {},
    terms: Partial<ForexProofTerms> = {},
    ticks: readonly ProofTick[] = [],
  ): ForexProof => ({
    ...accepted(5, withTerms(converted, { financingRate: '1000', financing: { ...financing, ...change }, ...terms })),
    ticks: [
      ...converted.ticks,
      tick('rate', 'night', 29, '149.999', '150.001', 'USDJPY'),
      tick('rate', 'night', 39, '159.999', '160.001', 'USDJPY'),
      ...ticks,
    ],
  });
  const nightWith = (at: number, change: Partial<(typeof financing.nights)[number]>): ForexProof =>
    proofWith({ nights: financing.nights.map((night, i) => (i === at ? { ...night, ...change } : night)) });
  const bad = (proof: ForexProof): string[] => verifyForex(proof).flatMap(({ ok, name }) => (ok ? [] : name));

  test('a true one holds, and an order without a rate has nothing to check', () => {
    expect(bad(proofWith())).toEqual([]);
    expect(verifyForex(proofWith()).filter(({ name }) => name.startsWith('nights.'))).toHaveLength(5);
    expect(verifyForex(converted).filter(({ name }) => name.startsWith('nights.'))).toEqual([]);
  });

  test.each<[string, ForexProof]>([
    ['nights.dates', proofWith({ nights: financing.nights.filter((_, at) => at !== 2) })],
    ['nights.dates', nightWith(1, { times: 1, amount: '3.125', taken: '3.125' })],
    ['nights.dates', nightWith(4, { night: '2024-05-18' })],
    ['nights.dates', proofWith({ nights: [...financing.nights, ...financing.nights.slice(-1)] })],
    ['nights.open', proofWith({ openMarketTime: Date.parse('2024-05-14T21:00:00Z') })],
    ['nights.rates', nightWith(0, { rate: '0.0066', amount: '3.3', taken: '3.3' })],
    ['nights.rates', nightWith(2, { rateTick: 29 })],
    ['nights.rates', nightWith(1, { tick: 38 })],
    ['nights.sums', nightWith(0, { amount: '3.333334' })],
    ['nights.sums', proofWith({}, { financingRate: '1000.1' })],
    ['nights.taken', nightWith(2, { taken: '3.2' })],
    ['nights.taken', nightWith(2, { taken: '-1' })],
    ['proof.readable', proofWith({}, { financingNights: JSON.parse('"never"') })],
    ['proof.readable', nightWith(1, { amount: 'much' })],
  ])('%s fails where it is not so', (name, proof) => {
    expect(bad(proof)).toContain(name);
  });

  test('none is left out, from its opening to its close, and an order with a rate says its nights', () => {
    const closedAt = (when: string, nights: typeof financing.nights): string[] => {
      const proof = proofWith({ nights });
      const sourceTime = Date.parse(when);
      return bad({ ...proof, ticks: proof.ticks.map((one) => (one.role === 'close' ? { ...one, sourceTime } : one)) });
    };
    const { nights } = financing;
    expect(closedAt('2024-05-21T20:59:59Z', nights)).toEqual([]);
    expect(closedAt('2024-05-21T21:00:00Z', nights)).toEqual(['nights.dates']);
    expect(closedAt('2024-05-21T20:59:59Z', nights.slice(0, -1))).toEqual(['nights.dates']);
    expect(closedAt('2024-05-21T20:59:59Z', nights.slice(1))).toEqual(['nights.dates']);
    expect(closedAt('2024-05-21T20:59:59Z', [])).toEqual(['nights.dates']);
    expect(closedAt('2024-05-14T20:59:59Z', [])).toEqual([]);
    const { financing: _, ...terms } = proofWith().terms;
    expect(bad({ ...proofWith(), terms })).toEqual(['nights.dates']);
  });

  test('what may be none is said, an unknown end or moment is none, and a reset has no closing price', () => {
    for (const field of ['openPrice', 'closePrice', 'closeRate', 'FactProfits', 'closeReason'] as const) {
      const { [field]: _, ...terms } = stopped.terms;
      expect([field, bad({ ...stopped, terms: JSON.parse(JSON.stringify(terms)) })]).toEqual([
        field,
        expect.arrayContaining(['proof.readable']),
      ]);
    }
    expect(bad(withTerms(stopped, JSON.parse('{"closeReason":"stop_losses"}')))).toEqual(['proof.readable']);
    const [opened] = stopped.ticks;
    if (!opened) throw new Error('no tick');
    expect(bad({ ...stopped, ticks: [...stopped.ticks, { ...opened, role: 'next' }] })).toEqual(['proof.readable']);
    const reset = accepted(
      10,
      withTerms(stopped, { closePrice: '1.2', closeRate: null, FactProfits: null, closeReason: 'reset' }),
      [{ kind: 'reset', tick: 15 }],
    );
    const gone = { ...reset, ticks: [opened], order: { ...stopped.order, FactProfits: '0.00' } };
    expect(bad(gone)).toEqual(['close.price']);
  });

  test('a credit is paid whole', () => {
    const [night] = financing.nights;
    if (!night) throw new Error('no night');
    const paid = { ...night, amount: '-3.333333', taken: '-3.333333' };
    expect(bad(proofWith({ nights: [paid] }, { financingRate: '-1000' }))).toEqual([]);
    expect(bad(proofWith({ nights: [{ ...paid, taken: '-3' }] }, { financingRate: '-1000' }))).toEqual([
      'nights.taken',
    ]);
  });
});

test('E133 a stop-out is never called right, for no proof of one order shows that the account was due for one', () => {
  const checks = verifyForex(withTerms(stopped, { closeReason: 'stop_out' }));
  expect(checks.filter(({ open }) => open)).toEqual([
    { name: 'close.stop_out', ok: false, open: true, expected: 'net value', actual: 'none' },
  ]);
  expect(allHold(checks)).toBe(false);
});

test('E127 what the stop of a relation closed is never called right, for no proof of one order shows the sum; what is no copy was not closed so', () => {
  const checks = verifyForex(withTerms(stopped, { closeReason: 'copy_stop' }));
  expect(checks.filter(({ open }) => open)).toEqual([
    { name: 'close.copy_stop', ok: false, open: true, expected: 'copies', actual: 'none' },
  ]);
  expect(failed(checks)).toEqual(expect.arrayContaining(['copy.origin']));
  expect(allHold(checks)).toBe(false);
  const wrong = verifyForex(withTerms(stopped, { closeReason: 'copy_stop', closePrice: '1.09894' }));
  expect(failed(wrong)).toEqual(expect.arrayContaining(['close.price']));
});
