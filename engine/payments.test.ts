import { amount, formatUnits, RATE_PLACES, rate, readUnits } from '@fairtick/kernel/decimal';
import { expect, test } from 'vitest';
import { creditOf, withdrawalFee, withdrawalReceived } from './payments.ts';

const units = (text: string): bigint => readUnits(text.replaceAll(',', ''));
const priceOf = (text: string) => rate(readUnits(text, RATE_PLACES));

// money-staff.md §9: fee half-even to 2 places, what arrives rounded down to the currency's.
test.each([
  ['100.00', 1, '5', '1', 2, '5.00', '95.00'],
  ['5.00', 1, '5', '1', 2, '5.00', undefined],
  ['3.00', 1, '5', '1', 2, '5.00', undefined],
  ['250.00', 2, '0.5', '0.92', 2, '1.25', '228.85'],
  ['100.01', 2, '0.5', '0.92', 2, '0.50', '91.54'],
  ['101.00', 2, '0.5', '0.92', 2, '0.50', '92.46'],
  ['103.00', 2, '0.5', '0.92', 2, '0.52', '94.28'],
  ['1,000.00', 1, '10', '0.000009100009', 8, '10.00', '0.00900900'],
  ['200.00', 2, '1', '150.125', 0, '2.00', '29724'],
  ['9,999.99', 2, '0.15', '1', 6, '15.00', '9984.990000'],
  ['20.01', 1, '20', '1', 2, '20.00', '0.01'],
  ['0.01', 2, '0.5', '0.92', 2, '0.00', undefined],
] as const)(
  'of %s with fee %i/%s at %s to %i places: fee %s, received %s',
  (number, feeType, drawRate, usdPrice, places, fee, received) => {
    const terms = { feeType, drawRate: units(drawRate), usdPrice: priceOf(usdPrice), places };
    const asked = amount(units(number));
    expect(formatUnits(withdrawalFee(asked, terms), 2)).toBe(fee);
    const got = withdrawalReceived(asked, terms);
    expect(got === undefined ? undefined : formatUnits(got, places)).toBe(received);
  },
);

test.each([
  ['100', '1', '100.00'],
  ['250.00', '0.92', '271.74'],
  ['0.015', '0.000009100009', '1648.35'],
  ['30,000', '150.125', '199.83'],
  ['0.015', '1', '0.02'],
  ['0.005', '1', undefined],
  ['1.005', '1', '1.00'],
] as const)('%s at %s is credited as %s', (number, usdPrice, credited) => {
  const got = creditOf(units(number), 8, priceOf(usdPrice));
  expect(got === undefined ? undefined : formatUnits(got, 2)).toBe(credited);
});

test('an amount on chain has up to 18 places', () => {
  expect(creditOf(900_000_000_000_000_000_000n, 18, priceOf('1'))).toBe(units('900'));
  expect(creditOf(1n, 18, priceOf('1'))).toBeUndefined();
});
