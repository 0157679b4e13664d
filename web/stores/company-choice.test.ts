import { expect, test } from 'vitest';
import { choiceCookie, chosenIn } from './company-choice.ts';

test('the choice is kept for three years, sent to this site alone, and by https only where the page is', () => {
  expect(choiceCookie('12', true)).toBe('company_id=12; Max-Age=94608000; Path=/; SameSite=Lax; Secure');
  expect(choiceCookie('12', false)).toBe('company_id=12; Max-Age=94608000; Path=/; SameSite=Lax');
});

test.each([
  ['company_id=12', '12'],
  ['a=1; company_id=12; b=2', '12'],
  ['', undefined],
  ['my_company_id=12', undefined],
  ['company_id=', undefined],
  ['company_id=0', undefined],
  ['company_id=12abc', undefined],
  ['company_id=<script>', undefined],
  ['company_id=99999999999999999999', undefined],
])('of %j', (cookies, chosen) => {
  expect(chosenIn(cookies)).toBe(chosen);
});
