// What the house takes on, by pure sums: kept by pair and direction, and the same as looked through position by position.

import type { ForexOrder, Pair, Realm, Side, Tick } from '@fairtick/engine/types';
import { amount, formatUnits, price, quantity, readUnits } from '@fairtick/kernel/decimal';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { MarketAt } from '../../market/index.ts';
import { CATALOGUE } from '../../market/pairs.ts';
import { type ClassRisk, Exposure, passedUserLimit, passesPairLimit, stressedLoss } from './exposure.ts';

const QUOTES: Readonly<Record<string, readonly [bid: string, ask: string]>> = {
  EURUSD: ['1.10000', '1.10010'],
  GBPUSD: ['1.25000', '1.25020'],
  USDJPY: ['150.000', '150.010'],
  EURGBP: ['0.88000', '0.88010'],
};
const PAIRS = CATALOGUE.filter(({ code }) => QUOTES[code]);
const pairOf = (code: string): Pair => {
  const pair = PAIRS.find((one) => one.code === code);
  if (!pair) throw new Error(`no pair ${code}`);
  return pair;
};

function marketOf(quotes: Readonly<Record<string, readonly [bid: string, ask: string]>>): MarketAt {
  const tick = (pairId: number): Tick | undefined => {
    const [bid, ask] = quotes[PAIRS.find(({ id }) => id === pairId)?.code ?? ''] ?? [];
    if (bid === undefined || ask === undefined) return undefined;
    const at = { logIndex: 1, pairId, seq: 0, sourceTime: 1, receivedTime: 1, source: 'test' };
    return { ...at, bid: price(readUnits(bid)), ask: price(readUnits(ask)) };
  };
  const pair = (pairId: number): Pair | undefined => PAIRS.find(({ id }) => id === pairId);
  return {
    ...{ view: { logIndex: 1, quote: tick }, nowMs: 1, marketMs: 1, pair, tradable: () => 'open' },
    precision: (pairId) => pair(pairId)?.pricePrecision ?? 0,
    openingHold: () => undefined,
  };
}
const MARKET = marketOf(QUOTES);

const class10: ClassRisk = {
  ...{ shock: 10n, userLimit: amount(readUnits('300000')), pairLimit: amount(readUnits('500000')) },
};
const RISK = { fx: class10, metal: class10, index: class10, always: class10 };

type Position = Pick<ForexOrder, 'realm' | 'pairId' | 'side' | 'quantity' | 'status'> & {
  readonly terms: Pick<ForexOrder['terms'], 'contNum'>;
  readonly open: { readonly price: ReturnType<typeof price> } | undefined;
};

function position(code: string, side: Side, lots: string, at: string, realm: Realm = 'live'): Position {
  const { id, contNum } = pairOf(code);
  const open = { price: price(readUnits(at)) };
  return {
    ...{ realm, pairId: id, side, quantity: quantity(readUnits(lots)), status: 'open', terms: { contNum }, open },
  };
}

function open(...positions: readonly Position[]): Exposure {
  const exposure = new Exposure([]);
  for (const one of positions) exposure.move(undefined, one);
  return exposure;
}
const stress = (exposure: Exposure, realm: Realm = 'live', extra?: Position): string =>
  formatUnits(stressedLoss({ exposure, risk: RISK }, MARKET, realm, extra), 2);

describe('what a gap may cost', () => {
  test('each realm owes what its own positions may gain, and nothing of the other', () => {
    const demo = position('EURUSD', 'buy', '3', '1.10010', 'demo');
    const both = open(position('EURUSD', 'buy', '1', '1.10010'), demo, position('GBPUSD', 'sell', '5', '1.2', 'demo'));
    expect(stress(both)).toBe(stress(open(position('EURUSD', 'buy', '1', '1.10010'))));
    expect(stress(both, 'demo', demo)).not.toBe(stress(both, 'demo'));
    expect(stress(both, 'live', position('EURUSD', 'buy', '1', '1.10010'))).toBe('22002.00000001');
    expect(stress(open(demo))).toBe('0.00');
    expect(open(demo).of('live')).toEqual([]);
  });

  test('what stood open before this batch counts, and is put back where it was moved alone', () => {
    const side = { units: readUnits('100000'), value: readUnits('110010') };
    const none = { units: 0n, value: 0n };
    const rows = (['live', 'demo'] as const).map((realm) => ({ realm, pairId: 1, buy: side, sell: none }));
    const kept = new Exposure(rows);
    expect([stress(kept), stress(kept, 'demo')]).toEqual(['11001.00000001', '11001.00000001']);
    const opened = position('EURUSD', 'buy', '1', '1.1001');
    kept.move(opened, { ...opened, status: 'closed' });
    expect([stress(kept), stress(kept, 'demo')]).toEqual(['0.00', '11001.00000001']);
    expect(kept.of('live')).toEqual([{ realm: 'live', pairId: 1, buy: none, sell: none }]);
  });

  test('the sum that is kept is the sum over the positions one by one', () => {
    const one = fc.record({
      code: fc.constantFrom(...Object.keys(QUOTES)),
      side: fc.constantFrom<Side>('buy', 'sell'),
      hundredths: fc.integer({ min: 1, max: 900 }),
      percent: fc.integer({ min: 80, max: 120 }),
      realm: fc.constantFrom<Realm>('live', 'demo'),
      closes: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(one, { maxLength: 12 }), (drawn) => {
        const made = drawn.map((each) => {
          const [bid = '0'] = QUOTES[each.code] ?? [];
          const at = formatUnits((readUnits(bid) * BigInt(each.percent)) / 100n);
          const lots = formatUnits(BigInt(each.hundredths) * 1_000_000n);
          return { ...each, position: position(each.code, each.side, lots, at, each.realm) };
        });
        const exposure = open(...made.map((each) => each.position));
        for (const each of made) if (each.closes) exposure.move(each.position, { ...each.position, status: 'closed' });
        for (const realm of ['live', 'demo'] as const) {
          const left = made.filter((each) => each.realm === realm && !each.closes);
          const kept = Number(formatUnits(stressedLoss({ exposure, risk: RISK }, MARKET, realm)));
          // Floats, which share nothing with the server's sum: right to a tenth of a cent.
          expect(Math.abs(kept - slowly(left))).toBeLessThan(0.001);
        }
      }),
    );
  });

  test('a pair without a quote, or whose rate has none, adds nothing: nothing opens on it', () => {
    const both = open(position('EURUSD', 'buy', '1', '1.1'), position('EURGBP', 'sell', '1', '0.9'));
    const at = (quotes: typeof QUOTES): string =>
      formatUnits(stressedLoss({ exposure: both, risk: RISK }, marketOf(quotes), 'live'), 2);
    const { EURUSD, EURGBP } = QUOTES;
    if (!EURUSD || !EURGBP) throw new Error('both are quoted');
    expect(at({})).toBe('0.00');
    expect(at({ EURGBP })).toBe('0.00');
    expect(at({ EURUSD, EURGBP })).toBe(at({ EURUSD }));
  });
});

interface Drawn {
  readonly code: string;
  readonly side: Side;
  readonly hundredths: number;
  readonly percent: number;
}

/** USD: of each pair what longs and shorts have gained, and the larger side by a tenth; yen and pounds by a rate that a tenth makes dearer. */
function slowly(left: readonly Drawn[]): number {
  let total = 0;
  for (const code of new Set(left.map((each) => each.code))) {
    const [bid, ask] = (QUOTES[code] ?? []).map(Number);
    if (bid === undefined || ask === undefined) continue;
    const sums = { buy: 0, sell: 0, longs: 0, shorts: 0 };
    for (const { code: of, side, hundredths, percent } of left) {
      if (of !== code) continue;
      const units = hundredths * 1_000;
      const at = (bid * percent) / 100;
      sums[side] += units;
      if (side === 'buy') sums.longs += units * (bid - at);
      else sums.shorts += units * (at - ask);
    }
    const quote = Math.max(sums.longs, 0) + Math.max(sums.shorts, 0) + Math.max(sums.buy, sums.sell) * ask * 0.1;
    total += quote * (code === 'USDJPY' ? 1 / 150.005 / 0.9 : code === 'EURGBP' ? 1.2501 * 1.1 : 1);
  }
  return total;
}

describe('limits', () => {
  const passed = (active: readonly Position[], order: Position): string | undefined => {
    const limit = passedUserLimit({ risk: RISK }, MARKET, active, order);
    return limit === undefined ? undefined : formatUnits(limit);
  };
  const lots = (text: string, realm: Realm = 'live', code = 'EURUSD'): Position =>
    position(code, 'buy', text, '1.1', realm);

  test('of a user on a pair: longs and shorts together, in both realms, at the mid', () => {
    // A lot is 110,005 at the mid: 2.72 lots are 299,213.60, one hundredth more is beyond 300,000.
    for (const realm of ['live', 'demo'] as const) {
      expect(passed([], lots('2.72', realm))).toBeUndefined();
      expect(passed([], lots('2.73', realm))).toBe('300000');
      expect(passed([{ ...lots('1.72', realm), side: 'sell' }], lots('1', realm))).toBeUndefined();
      expect(passed([{ ...lots('1.73', realm), side: 'sell' }], lots('1', realm))).toBe('300000');
    }
    expect(passed([lots('9', 'live', 'GBPUSD')], lots('2.72'))).toBeUndefined();
    expect(passedUserLimit({ risk: RISK }, marketOf({}), [], lots('99'))).toBeUndefined();
  });

  test('exactly the limit is within it', () => {
    const exact = {
      ...RISK,
      fx: { ...class10, userLimit: amount(readUnits('110005')), pairLimit: amount(readUnits('110005')) },
    };
    expect(passedUserLimit({ risk: exact }, MARKET, [], lots('1'))).toBeUndefined();
    expect(passesPairLimit({ exposure: open(), risk: exact }, MARKET, lots('1'))).toBe(false);
    expect(passesPairLimit({ exposure: open(), risk: exact }, MARKET, lots('1.01'))).toBe(true);
  });

  test('of all users on a pair: what both directions of the live realm have open, and none where accounts cost nothing', () => {
    const passes = (exposure: Exposure, order: Position): boolean =>
      passesPairLimit({ exposure, risk: RISK }, MARKET, order);
    const short: Position = { ...lots('2'), side: 'sell' };
    // 4.54 lots are 499,422.70.
    expect(passes(open(lots('1'), short), lots('1.54'))).toBe(false);
    expect(passes(open(lots('1'), short), lots('1.55'))).toBe(true);
    expect(passes(open(lots('9', 'demo'), lots('9', 'live', 'GBPUSD')), lots('4.54'))).toBe(false);
    expect(passes(open(lots('9', 'demo')), lots('9', 'demo'))).toBe(false);
    expect(passesPairLimit({ exposure: open(), risk: RISK }, marketOf({}), lots('99'))).toBe(false);
  });
});
