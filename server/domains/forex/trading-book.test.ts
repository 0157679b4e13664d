// Of active orders only those are kept here that a night may take something from; the engine has all the others.

import { amount } from '@fairtick/kernel/decimal';
import { expect, test } from 'vitest';
import type { KeptOrder } from './active-table.ts';
import { ForexTradingBook } from './trading-book.ts';

const order = (status: KeptOrder['status'], perNight: bigint): KeptOrder =>
  ({ id: 1n, status, terms: { financingRate: amount(perNight), financingNights: 'fx' } }) as KeptOrder;

const emptyBook = (): ForexTradingBook =>
  new ForexTradingBook({
    market: {
      view: () => ({ logIndex: -1, quote: () => undefined }),
      pair: () => undefined,
      marketTime: ({ receivedTime }) => receivedTime,
      marketNow: () => 0,
      statusNow: () => 'no_feed',
      openingHold: () => undefined,
    },
    figures: { committed: () => {}, clear: () => {} },
  });

test('a position with a rate is kept from its filling to its end, in whatever direction it pays', () => {
  for (const perNight of [1n, -1n]) {
    const book = emptyBook();
    book.keep(order('pending', perNight));
    expect(book.size).toBe(0);
    book.keep(order('open', perNight));
    book.keep(order('open', perNight));
    expect(book.size).toBe(1);
    book.keep(order('closed', perNight));
    expect(book.size).toBe(0);
  }
});

test('without a rate nothing is kept', () => {
  const book = emptyBook();
  book.keep(order('open', 0n));
  expect(book.size).toBe(0);
});
