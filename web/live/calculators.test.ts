// What the ticket shows before the tap, against sums done by hand (rules 6 and 7).

import type { ForexOrderView } from '@fairtick/contract/http/forex';
import type { TradePair } from '@fairtick/contract/http/market';
import { amount, ONE_RATE, price, readUnits } from '@fairtick/kernel/decimal';
import { describe, expect, test } from 'vitest';
import {
  accountFigures,
  closePriceNow,
  estimateForex,
  type ForexDraft,
  jumpedStop,
  pipSize,
  profitAtPrice,
  proposedStop,
  rateOf,
  sidePrices,
} from './calculators.ts';
import type { TicketFaults } from './faults.ts';
import { estimateMicro, microNow, microRates } from './micro-calculators.ts';
import { decimalsOf, moneyText, sentNumber, stepped, typedUnits } from './typed.ts';

const eurusd: TradePair = {
  Id: 1,
  Code: 'EURUSD',
  ShowCode: 'EUR/USD',
  Logo: '',
  CategoryId: 1,
  MarketStatus: 1,
  StatusReason: 'open',
  PricePrecision: 5,
  ForexQuotations: { Open: '', Close: '', Change: '', Bid: '', Ask: '', Time: 0 },
  HasForexMultiple: [{ Value: 100 }],
  MarginMode: 2,
  ForexContNum: '100000',
  ForexMinCont: '0.01',
  ForexMaxCont: '50',
  Pip: '0.01',
  ForexFeeRate: '0.001',
  Markup: '0',
  Base: 'EUR',
  Quote: 'USD',
  RatePairId: null,
  RateInverse: false,
};
const units = (text: string): bigint => readUnits(text);
const quote = { bid: '1.10000', ask: '1.10020' };
const prices = { sell: price(units('1.1')), buy: price(units('1.1002')) };
const market = { pair: eurusd, prices, rate: ONE_RATE, feeType: 2 as const };
const draft: ForexDraft = {
  side: 'buy',
  quantity: '1',
  multiple: 100,
  pending: false,
  target: '',
  stopLoss: undefined,
  takeProfit: undefined,
};
const account = {
  netValue: amount(units('10000')),
  usedMargin: amount(0n),
  freeMargin: amount(units('10000')),
};

const list = (faults: TicketFaults): readonly unknown[] => Object.values(faults).filter((fault) => fault !== undefined);
const faultsOf = (changed: ForexDraft): readonly unknown[] => list(estimateForex(changed, market, account).faults);

describe('futures ticket', () => {
  test('margin, fee, pip value and free margin of one lot', () => {
    const { estimate, faults } = estimateForex(draft, market, account);
    expect(list(faults)).toEqual([]);
    // 1 x 100,000 x 1.1002 / 100 = 1,100.20; fee 0.1 % of it = 1.1002; a pip = 100,000 x 0.0001 = 10.
    expect(estimate?.margin).toBe(units('1100.2'));
    expect(estimate?.fee).toBe(units('1.1002'));
    expect(estimate?.pipValue).toBe(units('10'));
    expect(estimate?.spreadCost).toBe(units('-20'));
    expect(estimate?.freeAfter).toBe(units('8898.6998'));
    expect(estimate?.mostLost).toBe(units('10000'));
  });

  test('the stop-out price is where net value meets half the used margin', () => {
    const { estimate } = estimateForex(draft, market, account);
    // Room: 10,000 - 1.1002 - 20 - 550.10 = 9,428.7998 USD = 0.09428 of price, below the bid of 1.10000.
    expect(estimate?.stopOutPrice).toBe(units('1.00572'));
    expect(estimate?.stopOutPips).toBe(942n);
    const sell = estimateForex({ ...draft, side: 'sell' }, market, account).estimate;
    expect(sell?.stopOutPrice).toBeGreaterThan(prices.buy);
  });

  test('a position too small to stop the account out has no stop-out price', () => {
    const { estimate } = estimateForex({ ...draft, quantity: '0.01' }, market, account);
    expect(estimate?.stopOutPrice).toBeUndefined();
  });

  test('at worst a bought pair falls to 0, a sold one takes the whole account', () => {
    const small = { ...draft, quantity: '0.01' };
    // 0.01 x 100,000 x 1.1002 = 1,100.20 and the fee of 0.011002.
    expect(estimateForex(small, market, account).estimate?.mostLost).toBe(units('1100.211002'));
    const sold: ForexDraft = { ...small, side: 'sell' };
    expect(estimateForex(sold, market, account).estimate?.mostLost).toBe(units('10000'));
  });

  test('stops show money and percent of the account', () => {
    const wanted = { ...draft, stopLoss: '1.09920', takeProfit: '1.10120' };
    const { estimate, faults } = estimateForex(wanted, market, account);
    expect(list(faults)).toEqual([]);
    expect(estimate?.stopLoss).toMatchObject({ result: units('-100'), percent: units('-1') });
    expect(estimate?.takeProfit).toMatchObject({ result: units('100'), percent: units('1') });
  });

  test('stops on the wrong side of the closing price are faults, for both sides', () => {
    const wrong = { ...draft, stopLoss: '1.10000', takeProfit: '1.09000' };
    expect(faultsOf(wrong)).toEqual(['stop_loss_side', 'take_profit_side']);
    const sell: ForexDraft = { ...draft, side: 'sell', stopLoss: '1.10020', takeProfit: '1.10021' };
    expect(faultsOf(sell)).toEqual(['stop_loss_side', 'take_profit_side']);
    const right: ForexDraft = { ...draft, side: 'sell', stopLoss: '1.10021', takeProfit: '1.10019' };
    expect(faultsOf(right)).toEqual([]);
  });

  test('a pending order is counted at its target and its stops stand against it', () => {
    const pending: ForexDraft = { ...draft, pending: true, target: '1.05', stopLoss: '1.06' };
    const { estimate, faults } = estimateForex(pending, market, account);
    expect(estimate?.margin).toBe(units('1050'));
    expect(list(faults)).toEqual(['stop_loss_side']);
    expect(faultsOf({ ...draft, pending: true, target: '1.1002' })).toEqual(['target_reached']);
  });

  test.each([
    ['', 'quantity_missing'],
    ['.', 'quantity_missing'],
    ['abc', 'quantity_unreadable'],
    ['1e5', 'quantity_unreadable'],
    ['0', 'quantity_below_min'],
    ['-1', 'quantity_below_min'],
    ['-99999999999999999999', 'quantity_below_min'],
    ['0.005', 'quantity_below_min'],
    ['0.015', 'quantity_step'],
    ['0.0100000001', 'quantity_step'],
    ['51', 'quantity_above_max'],
    ['99999999999999999999', 'quantity_above_max'],
    ['10', 'margin_insufficient'],
  ])('quantity %j: %s', (quantity, fault) => {
    expect(faultsOf({ ...draft, quantity })[0]).toBe(fault);
  });

  test.each([
    ['', 'target_missing'],
    ['0', 'target_missing'],
    ['-1.1', 'target_missing'],
    ['1,100.5', 'price_unreadable'],
    ['1.100001', 'price_step'],
    ['1.1000000001', 'price_step'],
    ['99999999999999999999', 'price_too_high'],
  ])('target %j: %s', (target, fault) => {
    expect(faultsOf({ ...draft, pending: true, target })[0]).toBe(fault);
  });

  test.each([
    ['', 'stop_missing'],
    ['-1', 'stop_missing'],
    ['x', 'price_unreadable'],
    ['1.090001', 'price_step'],
    ['1.2', 'stop_loss_side'],
  ])('stop-loss %j: %s', (stopLoss, fault) => {
    expect(faultsOf({ ...draft, stopLoss })).toEqual([fault]);
  });

  test('without a multiple nothing is estimated unless the margin is fixed', () => {
    const none = { ...draft, multiple: 0 };
    expect(estimateForex(none, market, account)).toMatchObject({
      estimate: undefined,
      faults: { multiple: 'no_multiple' },
    });
    const fixed = { ...market, pair: { ...eurusd, MarginMode: 1 as const, ForexContNum: '1000' } };
    expect(estimateForex(none, fixed, account).estimate?.margin).toBe(units('1000'));
  });
});

describe('quotes and rates', () => {
  test('the markup widens both sides alike', () => {
    expect(sidePrices({ Markup: '0.0001' }, quote)).toEqual({ sell: units('1.0999'), buy: units('1.1003') });
    expect(sidePrices({ Markup: '0' }, { bid: '', ask: '' })).toBeUndefined();
  });

  test('yen results become dollars by the inverse mid of USD/JPY', () => {
    const usdjpy = { RatePairId: 2, RateInverse: true };
    const rate = rateOf(
      usdjpy,
      () => ({ bid: '124.990', ask: '125.010' }),
      () => ({ PricePrecision: 3 }),
    );
    expect(rate).toBe(8_000_000_000n);
    expect(
      rateOf(
        usdjpy,
        () => undefined,
        () => ({ PricePrecision: 3 }),
      ),
    ).toBeUndefined();
  });

  test('a pip is the fourth place of five and the second of three', () => {
    expect([5, 3, 2, 1].map((places) => pipSize(places))).toEqual(['0.0001', '0.01', '0.01', '0.1'].map(units));
  });

  test('a proposed stop lies 0.3 % away on the right side', () => {
    const at = price(units('1.1'));
    expect(proposedStop('buy', 'stop_loss', at, 5)).toBe('1.09670');
    expect(proposedStop('buy', 'take_profit', at, 5)).toBe('1.10330');
    expect(proposedStop('sell', 'stop_loss', at, 5)).toBe('1.10330');
  });

  test('an account without live totals is its balance', () => {
    const figures = accountFigures(undefined, { balance: '90', lockBalance: '10' });
    expect(figures).toMatchObject({ netValue: units('100'), freeMargin: units('90'), usedMargin: 0n });
  });
});

const order: ForexOrderView = {
  Id: '1',
  OriginId: '',
  OrderType: 1,
  Quantity: '1',
  OriginPrice: '1.1002',
  Price: '1.1002',
  UpdatePrice: '1.0985',
  FactProfits: '-170',
  CautionMoney: '1100.2',
  TradeFee: '1.1002',
  TargetLossPrice: '1.0990',
  TargetProfitPrice: '0',
  Status: 3,
  Multiple: 100,
  CloseReason: 'stop_loss',
  CreateTimeHandler: '',
  CompleteTimeHandler: '',
  CreateTime: 0,
  OpenTime: 0,
  CompleteTime: 1,
  ForexContNum: '100000',
  Markup: '0.00010',
  ForexTradeLists: { Id: 1, Code: 'EURUSD', ShowCode: 'EUR/USD', PricePrecision: 5 },
};

describe('orders', () => {
  test('a close is a jump when it lies more than 0.02 % past the stop, not for a step or two', () => {
    const closed = (UpdatePrice: string, OrderType: 1 | 2 = 1) => jumpedStop({ ...order, OrderType, UpdatePrice });
    // The stop is 1.0990; 0.02 % of it is 0.0002198.
    expect(['1.0990', '1.09899', '1.09879'].map((price) => closed(price))).toEqual([false, false, false]);
    expect([closed('1.09878'), closed('1.0985')]).toEqual([true, true]);
    expect([closed('1.0985', 2), closed('1.09921', 2), closed('1.09922', 2)]).toEqual([false, false, true]);
    expect(jumpedStop({ ...order, CloseReason: 'user' })).toBe(false);
  });

  test('result at a price, and the closing price by the markup of the order', () => {
    expect(profitAtPrice(order, '1.1012', ONE_RATE)).toBe(units('100'));
    expect(profitAtPrice(order, '', ONE_RATE)).toBeUndefined();
    expect(closePriceNow(order, quote)).toBe(units('1.0999'));
  });
});

describe('contracts', () => {
  const terms = { ProfitRatio: '0.85', LimitAmount: '10', MaxAmount: '5000' };

  test('gain, payout and what may be lost at both loss levels', () => {
    expect(estimateMicro('50', terms, 0, '100')).toEqual({
      estimate: { stake: units('50'), gain: units('42.5'), payout: units('92.5'), loss: units('50') },
      faults: [],
    });
    expect(estimateMicro('50', terms, 1, '100').estimate?.loss).toBe(units('42.5'));
  });

  test.each([
    ['', 'stake_missing'],
    ['1,000.50', 'stake_unreadable'],
    ['0', 'stake_below_min'],
    ['-5', 'stake_below_min'],
    ['99999999999999999999', 'stake_above_max'],
    ['10.000000001', 'stake_precision'],
    ['9.99', 'stake_below_min'],
    ['5001', 'stake_above_max'],
    ['10.001', 'stake_precision'],
    ['101', 'balance_insufficient'],
  ])('stake %j: %s', (stake, fault) => {
    expect(estimateMicro(stake, terms, 0, '100').faults).toContain(fault);
  });

  test('the break-even rate: 100 / 185 and half', () => {
    expect(microRates('0.85', 0)).toEqual({ win: units('85'), loss: units('100'), breakEven: units('54.1') });
    expect(microRates('0.85', 1)).toEqual({ win: units('85'), loss: units('85'), breakEven: units('50') });
  });

  test('a running contract shows what it would bring now', () => {
    const running = { Type: 2 as const, Number: '50', OpenPrice: '1.1', ProfitRatio: '0.85' };
    expect(microNow(running, '1.0999', 0)).toEqual({ outcome: 'win', result: units('42.5') });
    expect(microNow(running, '1.1001', 0)).toEqual({ outcome: 'loss', result: units('-50') });
    expect(microNow(running, '1.1', 0)).toEqual({ outcome: 'tie', result: 0n });
    expect(microNow(running, '', 0)).toBeUndefined();
  });
});

describe('numbers as typed', () => {
  test('half-typed numbers count, other texts do not', () => {
    expect([typedUnits('1.'), typedUnits('.5'), typedUnits('1e3'), typedUnits('')]).toEqual([
      units('1'),
      units('0.5'),
      undefined,
      undefined,
    ]);
    expect(sentNumber('1.50')).toBe('1.5');
    expect(sentNumber('x')).toBe('x');
  });

  test('steps go onto the grid and not below the least', () => {
    const step = units('0.01');
    expect(stepped('0.015', step, 1, step)).toBe('0.02');
    expect(stepped('0.015', step, -1, step)).toBe('0.01');
    expect(stepped('0.01', step, -1, step)).toBe('0.01');
    expect(stepped('', step, 1, step)).toBe('0.01');
    expect(decimalsOf(units('1'))).toBe(0);
  });

  test('money keeps two decimals and shows up to six', () => {
    expect(moneyText(units('1.5'))).toBe('1.50');
    expect(moneyText(units('1.1002'))).toBe('1.1002');
  });
});
