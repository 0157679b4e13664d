// Why an order ended, in words: one that was cancelled says what cancelled it.

import { forexOrder } from '@fairtick/contract/http/forex';
import { expect, test } from 'vitest';
import { orderOf } from '../../calculators/order.fixture.ts';
import texts from '../../i18n/texts/en/orders.json' with { type: 'json' };
import { cancelWord, whyClosed } from './forex-words.ts';

const words = new Map<string | undefined, string | object>(Object.entries(texts));
const CAUSES = ['user', 'reset', 'frozen', 'break', 'not_offered', 'limit', 'stop_out', 'loss', 'night', 'house'];

test('each cause of a cancelled order has a sentence and a short word of its own', () => {
  const reasons = forexOrder.shape.CloseReason.options.filter((reason) => CAUSES.includes(reason));
  expect(reasons).toHaveLength(CAUSES.length);
  const said = reasons.map((CloseReason) => {
    const order = orderOf({ Status: 2, CloseReason });
    return [words.get(whyClosed(order)), words.get(cancelWord(order))];
  });
  expect(new Set(said.map(([why]) => why)).size).toBe(CAUSES.length);
  expect(new Set(said.map(([, word]) => word)).size).toBe(CAUSES.length);
  expect(said.flat().every((text) => text !== undefined && text !== '')).toBe(true);
});

test('one whose cause was not kept says that it was cancelled; one that closed has no such word', () => {
  const unknown = orderOf({ Status: 2, CloseReason: '' });
  expect([whyClosed(unknown), cancelWord(unknown)]).toEqual(['why.cancelled', undefined]);
  expect(cancelWord(orderOf({ Status: 3, CloseReason: 'user' }))).toBeUndefined();
});
