// What the ticket shows before the tap, against sums done by hand (rules 6 and 7).

import type { MovingPosition } from '@fairtick/engine/forced-close';
import { amount, ONE_RATE, price, quantity, readUnits } from '@fairtick/kernel/decimal';
import { describe, expect, test } from 'vitest';
import type { TicketFaults } from './faults.ts';
import { estimateForex, type ForexDraft } from './forex-estimate.ts';
import { eurusd } from './pair.fixture.ts';

const units = (text: string): bigint => readUnits(text);
const prices = { sell: price(units('1.1')), buy: price(units('1.1002')) };
const market = { pair: eurusd, prices, rate: ONE_RATE, feeType: 2 as const, held: [] };
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

const heldOf = (lots: string): readonly MovingPosition[] => {
  const terms = { contNum: quantity(units('100000')), markup: price(0n), ratePairId: undefined, rateInverse: false };
  const position = {
    pairId: 1,
    side: 'buy' as const,
    quantity: quantity(units(lots)),
    open: price(units('1.1')),
    terms,
  };
  return [{ position, quote: { bid: prices.sell, ask: prices.buy }, rate: ONE_RATE }];
};

const list = (faults: TicketFaults): readonly unknown[] => Object.values(faults).filter((fault) => fault !== undefined);
const faultsOf = (changed: ForexDraft): readonly unknown[] => list(estimateForex(changed, market, account).faults);

describe('forex ticket', () => {
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

  test('the forced close is at the first price where net value is half the used margin', () => {
    const { estimate } = estimateForex(draft, market, account);
    // Room: 10,000 - 1.1002 - 20 - 550.10 = 9,428.7998 USD = 0.09428 and a part of a step, below the bid of 1.10000.
    expect(estimate?.forced).toEqual([{ price: units('1.00571'), pips: 942n }]);
    const sell = estimateForex({ ...draft, side: 'sell' }, market, account).estimate;
    expect(sell?.forced?.map((forced) => forced.price > prices.buy)).toEqual([true]);
  });

  test('a position too small to close the account by force has no such price', () => {
    const { estimate } = estimateForex({ ...draft, quantity: '0.01' }, market, account);
    expect(estimate?.forced).toEqual([]);
  });

  test('positions held move with the price: 0.1 more beside 43 lots are closed by force about 100 pips away, not out of reach', () => {
    const held = heldOf('43');
    const used = {
      netValue: amount(units('66650')),
      usedMargin: amount(units('47300')),
      freeMargin: amount(units('19350')),
    };
    const { estimate } = estimateForex({ ...draft, quantity: '0.1' }, { ...market, held }, used);
    // 66,650 - 0.11002 - 2 - (47,300 + 110.02) / 2 = 42,942.87998 over 4,310,000 EUR are 0.00996 and a part of a step.
    expect(estimate?.forced).toEqual([{ price: units('1.09003'), pips: 99n }]);
    const hedging = estimateForex({ ...draft, side: 'sell', quantity: '43' }, { ...market, held }, used).estimate;
    expect(hedging?.forced).toEqual([]);
    const unknown = estimateForex(draft, { ...market, held: undefined }, used).estimate;
    expect(unknown?.forced).toBeUndefined();
  });

  test('a pending order is counted from its target, where what is held has moved too', () => {
    const used = {
      netValue: amount(units('66650')),
      usedMargin: amount(units('47300')),
      freeMargin: amount(units('19350')),
    };
    const pending = { ...draft, pending: true, target: '1.0952', quantity: '0.1' };
    const { estimate } = estimateForex(pending, { ...market, held: heldOf('43') }, used);
    // At the bid of 1.095 the 43 lots have lost 21,500; 21,443.37 of room are left for 4,310,000 EUR.
    expect(estimate?.forced).toEqual([{ price: units('1.09002'), pips: 49n }]);
  });

  test('at worst a bought pair falls to 0, a sold one takes the whole account', () => {
    const small = { ...draft, quantity: '0.01' };
    // 0.01 x 100,000 x 1.1002 = 1,100.20 and the fee of 0.011002.
    expect(estimateForex(small, market, account).estimate?.mostLost).toBe(units('1100.211002'));
    const sold: ForexDraft = { ...small, side: 'sell' };
    expect(estimateForex(sold, market, account).estimate?.mostLost).toBe(units('10000'));
  });

  test('stops show money after the fee, and its percent of the account', () => {
    const wanted = { ...draft, stopLoss: '1.09920', takeProfit: '1.10120' };
    const { estimate, faults } = estimateForex(wanted, market, account);
    expect(list(faults)).toEqual([]);
    expect(estimate?.stopLoss).toMatchObject({ result: units('-101.1002'), percent: units('-1.01') });
    expect(estimate?.takeProfit).toMatchObject({ result: units('98.8998'), percent: units('0.99') });
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
    ['10000000', 'price_too_high'],
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
    expect(faultsOf({ ...draft, multiple: 99 })).toEqual(['no_multiple']);
    expect(estimateForex(none, market, account)).toMatchObject({
      estimate: undefined,
      faults: { multiple: 'no_multiple' },
    });
    const fixed = { ...market, pair: { ...eurusd, MarginMode: 1 as const, ForexContNum: '1000' } };
    expect(estimateForex(none, fixed, account).estimate?.margin).toBe(units('1000'));
  });
});
