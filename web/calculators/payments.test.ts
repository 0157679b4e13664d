import { describe, expect, test } from 'vitest';
import { groupsOf, mostWithdrawn, placesOf, readDeposit, readWithdrawal } from './payments.ts';

/** money-staff.md §9. */
const TERMS = { fee_type: 1, draw_rate: '5', usd_price: '1', min: '0.01', max: '50000', places: 2 } as const;
const EURO = { ...TERMS, fee_type: 2, draw_rate: '0.5', usd_price: '0.92' } as const;

describe('a withdrawal shows what the server will book', () => {
  test.each([
    { typed: '100', terms: TERMS, fee: '5.00', received: '95.00' },
    { typed: '250', terms: EURO, fee: '1.25', received: '228.85' },
    { typed: '100.01', terms: EURO, fee: '0.50', received: '91.54' },
    { typed: '103', terms: EURO, fee: '0.52', received: '94.28' },
    {
      typed: '1000',
      terms: { ...TERMS, draw_rate: '10', usd_price: '0.000009100009', places: 8 },
      fee: '10.00',
      received: '0.00900900',
    },
    {
      typed: '200',
      terms: { ...TERMS, fee_type: 2, draw_rate: '1', usd_price: '150.125', places: 0 } as const,
      fee: '2.00',
      received: '29724',
    },
  ])('$typed: fee $fee, $received arrives', ({ typed, terms, fee, received }) => {
    expect(readWithdrawal(typed, terms, '5320.55')).toMatchObject({ sum: { fee, received } });
  });

  test('what is left is what was free less the amount', () => {
    expect(readWithdrawal('500', TERMS, '5320.55')).toMatchObject({ sum: { number: '500.00', left: '4820.55' } });
  });

  test.each([
    ['', 'missing'],
    ['ten', 'unreadable'],
    ['0', 'none'],
    ['10.001', 'places'],
    ['9.99', 'below'],
    ['50000.01', 'above'],
    ['5320.56', 'free'],
  ])('"%s" is %s', (typed, fault) => {
    expect(readWithdrawal(typed, { ...TERMS, min: '10' }, '5320.55')).toEqual({ fault });
  });

  test.each(['5', '3'])('%s is eaten by the fee', (typed) => {
    expect(readWithdrawal(typed, TERMS, '5320.55')).toEqual({ fault: 'fee' });
  });
});

test('all of it is in cents, and no more than one request may be', () => {
  expect(mostWithdrawn('5320.559999', '50000')).toBe('5320.55');
  expect(mostWithdrawn('60000', '50000')).toBe('50000.00');
});

describe('a deposit shows what it would be credited as', () => {
  test.each([
    { typed: '100', usd_price: '1', places: 6, credit: '100.00' },
    { typed: '250', usd_price: '0.92', places: 2, credit: '271.74' },
    { typed: '0.015', usd_price: '0.000009100009', places: 8, credit: '1648.35' },
    { typed: '30000', usd_price: '150.125', places: 0, credit: '199.83' },
  ])('$typed at $usd_price: $credit', ({ typed, usd_price, places, credit }) => {
    expect(readDeposit(typed, { min: '10', usd_price, places })).toEqual({ credit });
  });

  test('without a rate nothing is promised, and nothing refused', () => {
    expect(readDeposit('1', { min: '10', usd_price: '', places: 2 })).toEqual({ credit: undefined });
  });

  test.each([
    ['9.99', 'below'],
    ['0.001', 'places'],
    ['', 'missing'],
    ['0', 'none'],
  ])('"%s" is %s', (typed, fault) => {
    expect(readDeposit(typed, { min: '10', usd_price: '1', places: 2 })).toEqual({ fault });
  });
});

test.each([
  ['495.000000', 2],
  ['0.00900900', 6],
  ['228.85', 2],
  ['95', 2],
])('%s is shown with %i decimals', (text, places) => {
  expect(placesOf(text)).toBe(places);
});

test('an address stands whole in groups of four', () => {
  const address = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
  const groups = groupsOf(address);
  expect(groups.join('')).toBe(address);
  expect(groups.slice(0, 2)).toEqual(['0x5a', 'Aeb6']);
  expect(groups.at(-1)).toBe('ed');
});
