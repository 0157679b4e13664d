// A borrower is at least 18 on the day they ask, and born on a day that there was.

import { expect, test } from 'vitest';
import { isGrownUp, readBorrower } from './person.ts';

const NOW = Date.UTC(2026, 2, 1, 12);
const ADA = {
  ...{ name: 'Lovelace', last_name: 'Ada', sex: 2, birthday: '1990-12-10', country: 'hk', mobile: '852-51234567' },
  id_card_type: 1,
};
const told = (more: Partial<typeof ADA>): string => {
  const read = readBorrower({ ...ADA, ...more }, NOW);
  return read.ok ? 'ok' : `${read.error.error} ${read.error.params?.field ?? ''}`.trim();
};

test.each([
  ['2008-03-02', 'LOAN_UNDER_AGE'],
  ['2008-03-01', 'ok'],
  ['2008-02-29', 'ok'],
  ['1950-01-01', 'ok'],
  ['1949-12-31', 'INPUT_INVALID birthday'],
  ['2026-03-02', 'INPUT_INVALID birthday'],
  ['2007-02-29', 'INPUT_INVALID birthday'],
  ['2007-2-1', 'INPUT_INVALID birthday'],
  ['', 'VALUE_MISSING birthday'],
])('born on %s: %s', (birthday, outcome) => expect(told({ birthday })).toBe(outcome));

test('born on a 29 February one is 18 on the day after the 28th', () => {
  expect(isGrownUp('2008-02-29', '2026-02-28')).toBe(false);
  expect(isGrownUp('2008-02-29', '2026-03-01')).toBe(true);
});

test('what is missing or no such thing is named', () => {
  expect(told({ name: ' ' })).toBe('VALUE_MISSING name');
  expect(told({ sex: 3 })).toBe('INPUT_INVALID sex');
  expect(told({ id_card_type: 0 })).toBe('INPUT_INVALID id_card_type');
  expect(told({ mobile: '51234567' })).toBe('INPUT_INVALID mobile');
  expect(told({ country: 'Hong Kong' })).toBe('INPUT_INVALID country');
  const read = readBorrower(ADA, NOW);
  expect(read.ok && read.value).toMatchObject({ firstName: 'Ada', lastName: 'Lovelace', country: 'HK' });
});
