// Of live orders only those are kept here that a night may take something from; the engine has all the others.

import { amount } from '@fairtick/kernel/decimal';
import { expect, test } from 'vitest';
import type { KeptOrder } from '../domains/forex/index.ts';
import { Live } from './live.ts';

const order = (status: KeptOrder['status'], perNight: bigint): KeptOrder =>
  ({ id: 1n, status, terms: { financingRate: amount(perNight), financingNights: 'fx' } }) as KeptOrder;

test('a position with a rate is kept from its filling to its end, in whatever direction it pays', () => {
  for (const perNight of [1n, -1n]) {
    const live = new Live();
    live.keepForex(order('pending', perNight));
    expect(live.financed.size).toBe(0);
    const open = order('open', perNight);
    live.keepForex(order('open', perNight));
    live.keepForex(open);
    expect([...live.financed.values()]).toEqual([open]);
    live.keepForex(order('closed', perNight));
    expect(live.financed.size).toBe(0);
  }
});

test('without a rate nothing is kept', () => {
  const live = new Live();
  live.keepForex(order('open', 0n));
  expect(live.financed.size).toBe(0);
});
