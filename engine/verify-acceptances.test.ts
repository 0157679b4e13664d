// Rules E96 to E99: an order is what its user's own acceptances say, or its proof is refused; what has none is left open, never called right.

import { canonicalJson } from '@fairtick/kernel/canonical-json';
import { describe, expect, test } from 'vitest';
import { accepted } from './accepted.fixture.ts';
import type { ForexProof, MicroProof, ProofTick } from './proof.ts';
import { allHold, anyFails, type ProofCheck, verifyForex, verifyMicro } from './verify.ts';

const NOON = 1_715_774_400_000;
const tick = (role: ProofTick['role'], at: ProofTick['at'], index: number, bid: string, ask: string): ProofTick => ({
  ...{ role, at, pair: 'EURUSD', seq: index, bid, ask, source: 'replay', index, inclusion: [] },
  ...{ sourceTime: NOON + index * 1_000, receivedTime: NOON + index * 1_000 },
});
const base = { checkpoint: '', acceptances: [], acceptancesCheckpoint: '' };

/** Buy 0.1 lot at 1.10003 with a stop-loss at 1.099, closed there at 1.09895: -10.8 USD. */
const stopped: ForexProof = {
  ...base,
  order: {
    ...{ Id: '1', OrderType: 1, Quantity: '0.1', CautionMoney: '110.003', TradeFee: '0', FactProfits: '-10.80' },
    ...{ TargetLossPrice: '1.09900', TargetProfitPrice: '0', Status: 3 },
  },
  terms: {
    ...{ kind: 'forex', pair: 'EURUSD', OrderType: 1, Quantity: '0.1', multiple: 100, MarginMode: 2 },
    ...{ ForexContNum: '100000', trade_fee_type: 1, ForexFeeRate: '0', markup: '0', PricePrecision: 5 },
    ...{ ratePair: null, ratePrecision: null, rateInverse: false, target_price: null, targetKind: null },
    ...{ openRate: '1', CautionMoney: '110.003', TradeFee: '0', financingRate: '0', financingNights: 'fx' },
    ...{ TargetLossPrice: '1.09900', TargetProfitPrice: '0', openPrice: '1.10003', closePrice: '1.09895' },
    ...{ closeRate: '1', FactProfits: '-10.8', closeReason: 'stop_loss' },
  },
  ticks: [tick('open', 'open', 10, '1.10000', '1.10003'), tick('close', 'close', 20, '1.09895', '1.09899')],
};
const honest = accepted(10, stopped);
const byHand = accepted(10, { ...stopped, terms: { ...stopped.terms, closeReason: 'user' } }, [
  { kind: 'close', tick: 21 },
]);
const moved = { TargetLossPrice: '1.09900', TargetProfitPrice: '0' };

/** 10 USD up for 30 s from 1.10002 to 1.10005. */
const won: MicroProof = accepted(9, {
  ...base,
  order: { Id: '3', Type: 1, Number: '10', OpenPrice: '1.10002', EndPrice: '1.10005', FactProfits: '8.50', Status: 3 },
  terms: {
    ...{ kind: 'micro', pair: 'EURUSD', Type: 1, Number: '10', Seconds: 30, ProfitRatio: '0.85', micro_loss_level: 0 },
    ...{ PricePrecision: 5, markup: '0', openPrice: '1.10002', closePrice: '1.10005', acceptedTick: 9, openDelay: 0 },
    ...{ acceptedTime: NOON + 9_500, expiryTime: NOON + 39_500, FactProfits: '8.5', closeReason: 'win' },
  },
  ticks: [
    tick('previous', 'open', 9, '1.1', '1.1'),
    tick('open', 'open', 10, '1.10001', '1.10003'),
    tick('close', 'close', 39, '1.10004', '1.10006'),
    tick('next', 'close', 40, '1.1', '1.1'),
  ],
});

const failing = (checks: readonly ProofCheck[]): string[] =>
  checks.filter(({ ok, open }) => !ok && !open).map(({ name }) => name);
const openOnes = (checks: readonly ProofCheck[]): string[] => checks.filter(({ open }) => open).map(({ name }) => name);
const forexWith = (proof: ForexProof, terms: Partial<ForexProof['terms']>): ForexProof => ({
  ...proof,
  terms: { ...proof.terms, ...terms },
});
const tickedBy = <P extends ForexProof | MicroProof>(proof: P, change: (tick: ProofTick) => ProofTick): P => ({
  ...proof,
  ticks: proof.ticks.map(change),
});

test('honest proofs hold: closed by a stop, by hand, with stops set later, and an option', () => {
  const later = accepted(10, forexWith(stopped, { TargetLossPrice: '0' }), [{ kind: 'stops', tick: 15, stops: moved }]);
  const restored = forexWith(later, { TargetLossPrice: '1.09900' });
  for (const proof of [honest, byHand, restored]) expect(verifyForex(proof).filter(({ ok }) => !ok)).toEqual([]);
  expect(verifyMicro(won).filter(({ ok }) => !ok)).toEqual([]);
});

describe('forged proofs of another outcome are refused', () => {
  test('an option ended with an earlier tick', () => {
    const forged: MicroProof = {
      ...won,
      order: { ...won.order, EndPrice: '1.10002', FactProfits: '0.00' },
      terms: { ...won.terms, closePrice: '1.10002', closeReason: 'tie', FactProfits: '0' },
      ticks: won.ticks.map((one) => (one.at === 'close' && one.role === 'close' ? earlier : one)),
    };
    expect(failing(verifyMicro(forged))).toEqual(['end.last']);
    // Without the neighbour that shows it nothing is called right.
    const alone = { ...forged, ticks: forged.ticks.filter(({ role }) => role !== 'next') };
    expect(openOnes(verifyMicro(alone))).toEqual(['end.last']);
    expect(allHold(verifyMicro(alone))).toBe(false);
  });
  const earlier = tick('close', 'close', 36, '1.10001', '1.10003');

  test('an option whose acceptance is told later, that an opening may be chosen', () => {
    const terms = { acceptedTick: 10, acceptedTime: NOON + 10_500, expiryTime: NOON + 40_500 };
    const forged = { ...won, terms: { ...won.terms, ...terms } };
    expect(failing(verifyMicro(forged))).toEqual(
      expect.arrayContaining(['accepted.terms', 'accepted.time', 'accepted.tick']),
    );
  });

  test('an order on EURUSD proven with ticks of AUDUSD', () => {
    const other = tickedBy(honest, (one) => ({ ...one, pair: 'AUDUSD' }));
    expect(failing(verifyForex(other))).toEqual(['ticks.pair']);
    const told = forexWith(other, { pair: 'AUDUSD' });
    expect(failing(verifyForex(told))).toEqual(['accepted.order', 'accepted.terms']);
    const option = tickedBy(won, (one) => ({ ...one, pair: 'AUDUSD' }));
    expect(failing(verifyMicro(option))).toEqual(['ticks.pair']);
  });

  test('a stop-loss closed late with another pair', () => {
    const late = tickedBy(honest, (one) =>
      one.role === 'close' ? { ...tick('close', 'close', 620, '1.08000', '1.08003'), pair: 'GBPUSD' } : one,
    );
    const forged = forexWith(
      { ...late, order: { ...late.order, FactProfits: '-200.30' } },
      { closePrice: '1.08', FactProfits: '-200.3' },
    );
    expect(failing(verifyForex(forged))).toEqual(['ticks.pair']);
  });
});

describe('an order is bound to what was asked', () => {
  test.each<[string, Partial<ForexProof['terms']>]>([
    ['accepted.terms', { multiple: 50 }],
    ['accepted.terms', { markup: '0.00001' }],
    ['accepted.terms', { ForexFeeRate: '1' }],
    ['accepted.terms', { PricePrecision: 6 }],
    ['accepted.terms', { financingNights: 'daily' }],
    ['accepted.stops', { TargetLossPrice: '1.09950' }],
    ['accepted.stops', { TargetProfitPrice: '1.2' }],
    ['accepted.end', { closeReason: 'user' }],
  ])('%s: %o', (name, terms) => {
    expect(failing(verifyForex(forexWith(honest, terms)))).toContain(name);
  });

  test('a close by hand without its command, a stop that closed what was closed by hand, and a command behind the end', () => {
    expect(failing(verifyForex(forexWith(byHand, { closeReason: 'stop_loss' })))).toEqual(['accepted.end']);
    const twice = accepted(10, byHand, [
      { kind: 'close', tick: 21 },
      { kind: 'stops', tick: 22, stops: moved },
    ]);
    expect(failing(verifyForex(twice))).toContain('accepted.sequence');
  });

  test('ticks that the decision had not seen, and a stop set off by one that it had', () => {
    const seen = (at: number): ForexProof => accepted(at, stopped);
    expect(failing(verifyForex(seen(9)))).toEqual(['accepted.open_tick']);
    expect(failing(verifyForex(seen(20)))).toEqual(['accepted.trigger_tick']);
    const late = accepted(10, byHand, [{ kind: 'close', tick: 19 }]);
    expect(failing(verifyForex(late))).toEqual(['accepted.close_tick']);
    const pending = accepted(10, forexWith(stopped, { targetKind: 'limit', target_price: '1.10003' }));
    expect(failing(verifyForex(pending))).toEqual(['accepted.open_tick']);
  });

  test('places that fall, and a rate that the placement had not seen', () => {
    const fallen = accepted(10, stopped, [{ kind: 'stops', tick: 9, stops: moved }]);
    expect(failing(verifyForex(fallen))).toEqual(['accepted.sequence']);
    const converted = forexWith(stopped, { ratePair: 'EURGBP', ratePrecision: 5 });
    const rated = (index: number): ForexProof => ({
      ...accepted(10, converted),
      ticks: [...stopped.ticks, { ...tick('rate', 'open', index, '1.1', '1.1'), pair: 'EURGBP' }],
    });
    expect(failing(verifyForex(rated(10)))).not.toContain('accepted.rate_tick');
    expect(failing(verifyForex(rated(11)))).toContain('accepted.rate_tick');
    expect(failing(verifyForex(rated(10)))).not.toContain('ticks.pair');
  });

  test('by hand an order is closed by the rate that its close saw, also one behind the newest tick of its own pair', () => {
    const converted = accepted(10, forexWith(byHand, { ratePair: 'EURGBP', ratePrecision: 5, closeRate: '1.1' }), [
      { kind: 'close', tick: 25 },
    ]);
    const rated = (index: number): readonly string[] =>
      failing(
        verifyForex({
          ...converted,
          ticks: [...stopped.ticks, { ...tick('rate', 'close', index, '1.1', '1.1'), pair: 'EURGBP' }],
        }),
      ).filter((name) => /rate_tick|close_rate/.test(name));
    expect([rated(24), rated(25), rated(26)]).toEqual([[], [], ['accepted.close_rate']]);
  });

  test('a pending order ends by its user’s cancel or with its demo account; what the house cancelled is open', () => {
    const ended = { openPrice: null, closePrice: null, closeRate: null, FactProfits: null, closeReason: null };
    const pending = forexWith(stopped, { ...ended, targetKind: 'limit', target_price: '1.10003' });
    const cancelled = { ...pending, ticks: [], order: { ...pending.order, FactProfits: '0.00', Status: 2 } };
    for (const kind of ['cancel', 'reset'] as const)
      expect(verifyForex(accepted(10, cancelled, [{ kind, tick: 12 }])).filter(({ ok }) => !ok)).toEqual([]);
    const byHouse = verifyForex(accepted(10, cancelled));
    expect([failing(byHouse), openOnes(byHouse)]).toEqual([[], ['accepted.end']]);
    const closed = verifyForex(accepted(10, cancelled, [{ kind: 'close', tick: 12 }]));
    expect(failing(closed)).toEqual(['accepted.end']);
  });

  test('an acceptance of another order, or told otherwise beside than within', () => {
    const [placed] = honest.acceptances;
    if (!placed) throw new Error('none');
    const told = (change: Partial<typeof placed>): ForexProof => ({
      ...honest,
      acceptances: [{ ...placed, ...change }],
    });
    expect(failing(verifyForex(told({ tick: 11 })))).toEqual(['accepted.order']);
    expect(failing(verifyForex(told({ contents: placed.contents.replace('"order":"1"', '"order":"2"') })))).toEqual([
      'accepted.order',
    ]);
    expect(failing(verifyForex(told({ contents: ` ${placed.contents}` })))).toEqual(['proof.readable']);
  });
});

test('an order from before there was a log of acceptances is open: nothing fails, and nothing is claimed', () => {
  for (const checks of [verifyForex(stopped), verifyMicro({ ...won, acceptances: [] })]) {
    expect(openOnes(checks)).toEqual(['accepted.terms']);
    expect([anyFails(checks), allHold(checks)]).toEqual([false, false]);
  }
  const closed = verifyForex({ ...byHand, acceptances: [] });
  expect([failing(closed), openOnes(closed)]).toEqual([[], ['accepted.terms', 'accepted.end']]);
});

describe('what a market order allowed its fill to be worse by (E102)', () => {
  const saying = (extra: object): ForexProof => {
    const [placed, ...later] = honest.acceptances;
    if (!placed) throw new Error('no acceptance');
    const contents = canonicalJson({ ...JSON.parse(placed.contents), ...extra });
    return { ...honest, acceptances: [{ ...placed, contents }, ...later] };
  };
  const verdict = (extra: object): string[] => failing(verifyForex(saying(extra)));

  test('within it holds, past it by a point fails, on the side that is worse alone', () => {
    expect(verdict({ expected_price: '1.10001', max_deviation: '0.2' })).toEqual([]);
    expect(verdict({ expected_price: '1.10001', max_deviation: '0.1' })).toEqual(['accepted.bound']);
    expect(verdict({ expected_price: '1.20000', max_deviation: '0' })).toEqual([]);
  });

  test('half of it is no proof', () => {
    expect(allHold(verifyForex(saying({ expected_price: '1.10001' })))).toBe(false);
    expect(allHold(verifyForex(saying({ max_deviation: '1' })))).toBe(false);
  });
});
