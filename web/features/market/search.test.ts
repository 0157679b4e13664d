import { expect, test } from 'vitest';
import { matches } from './search.ts';

const eur = { code: 'EURUSD', showCode: 'EUR/USD', name: 'Euro / US dollar' };
const gold = { code: 'XAUUSD', showCode: 'XAU/USD', name: 'الذهب' };

test.each(['eur', 'EUR/USD', 'eurusd', 'eur usd', 'dollar', '', '  euro '])('"%s" finds EUR/USD', (typed) => {
  expect(matches(eur, typed)).toBe(true);
});

test.each(['jpy', 'eur jpy', 'gold'])('"%s" does not find EUR/USD', (typed) => {
  expect(matches(eur, typed)).toBe(false);
});

test('names in the language of the user are found', () => {
  expect(matches(gold, 'ذهب')).toBe(true);
});
