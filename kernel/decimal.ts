// Exact decimals: money, prices, quantities and rates as whole numbers of a small unit. No float, no locale, no I/O.

import { err, ok, type Result } from './result.ts';

declare const brand: unique symbol;
/** Money in units of 1e-8 of the currency. */
export type Amount = bigint & { readonly [brand]: 'amount' };
/** A price in units of 1e-8 of the quote currency. */
export type Price = bigint & { readonly [brand]: 'price' };
/** Lots in units of 1e-8 lot. */
export type Quantity = bigint & { readonly [brand]: 'quantity' };
/** A conversion rate in units of 1e-12 (USD for one unit of a currency). */
export type Rate = bigint & { readonly [brand]: 'rate' };

export const UNIT_PLACES = 8;
export const UNIT = 100_000_000n;
export const RATE_PLACES = 12;
/** Decimals of what is counted on chains. */
export const COIN_PLACES = 18;
export const RATE_UNIT = 1_000_000_000_000n;

export const amount = (units: bigint): Amount => units as Amount;
export const price = (units: bigint): Price => units as Price;
export const quantity = (units: bigint): Quantity => units as Quantity;
export const rate = (units: bigint): Rate => units as Rate;

export const ONE_RATE = rate(RATE_UNIT);

export type DecimalError = 'missing' | 'not_a_number' | 'too_precise' | 'too_large';

/**
 * No market lies at or beyond ten million: neither a feed's quote nor a typed price does. The engine keeps prices as exact doubles and refuses
 * what those can't hold, from ninety million on (its rule E24).
 */
export const PRICE_LIMIT = price(10_000_000n * UNIT);

const DECIMAL = /^([+-])?(\d{1,40})(?:\.(\d{1,40}))?$/;
/** The most whole digits an input may have: beyond it no account or price of ours can lie. */
const MAX_WHOLE_DIGITS = 15;

/**
 * Reads a plain decimal text ("-12.50") into units of 10^-`places`.
 * Refuses: '' (missing), anything but digits with an optional sign and point (not_a_number; so no exponent, NaN, Infinity,
 * blanks or separators), more significant decimals than `places` (too_precise), over 15 whole digits (too_large).
 */
export function parseDecimal(text: string, places: number = UNIT_PLACES): Result<bigint, DecimalError> {
  if (text === '') return err('missing');
  const match = DECIMAL.exec(text);
  if (!match) return err('not_a_number');
  const whole = (match[2] ?? '').replace(/^0+(?=\d)/, '');
  const fraction = (match[3] ?? '').replace(/0+$/, '');
  if (fraction.length > places) return err('too_precise');
  if (whole.length > MAX_WHOLE_DIGITS) return err('too_large');
  const units = BigInt(whole + fraction.padEnd(places, '0'));
  return ok(match[1] === '-' ? -units : units);
}

/** So many digits that a number holds every one of them. */
const NUMBER_DIGITS = 15;
const [ZERO_CODE, POINT_CODE, MINUS_CODE] = [48, 46, 45];

/** As parseDecimal, for text that our own database or feed wrote: throws on anything else. */
export function readUnits(text: string, places: number = UNIT_PLACES): bigint {
  const plain = readPlain(text, places);
  if (plain !== undefined) return BigInt(plain);
  const parsed = parseDecimal(text, places);
  if (!parsed.ok) throw new Error(`not a decimal of ${places} places: ${parsed.error}`);
  return parsed.value;
}

/** With all its decimals, as PostgreSQL writes a numeric of fixed scale, and short; undefined for any other text. */
function readPlain(text: string, places: number): number | undefined {
  const point = text.length - places - 1;
  const first = text.charCodeAt(0) === MINUS_CODE ? 1 : 0;
  if (point <= first || text.length - first > NUMBER_DIGITS + 1 || text.charCodeAt(point) !== POINT_CODE)
    return undefined;
  let units = 0;
  for (let at = first; at < text.length; at += 1) {
    if (at === point) continue;
    const digit = text.charCodeAt(at) - ZERO_CODE;
    if (!(digit >= 0 && digit <= 9)) return undefined;
    units = units * 10 + digit;
  }
  return first === 1 ? -units : units;
}

/**
 * Writes units of 10^-`places` as plain decimal text. Trailing zeros are cut down to `minPlaces` decimals.
 * Exact; never rounds. "-0" is never written.
 */
export function formatUnits(units: bigint, minPlaces = 0, places: number = UNIT_PLACES): string {
  const negative = units < 0n;
  const digits = digitsOf(negative ? -units : units).padStart(places + 1, '0');
  const point = digits.length - places;
  let end = digits.length;
  while (end > point + minPlaces && digits.charCodeAt(end - 1) === ZERO_CODE) end -= 1;
  const text = end === point ? digits.slice(0, point) : `${digits.slice(0, point)}.${digits.slice(point, end)}`;
  return negative ? `-${text}` : text;
}

const MOST_PLAIN = BigInt(Number.MAX_SAFE_INTEGER);
/** A number is written several times faster than a bigint. */
const digitsOf = (value: bigint): string => (value <= MOST_PLAIN ? Number(value) : value).toString();

/** Exactly `places` decimals of an 8-place value, which must not carry more. Used where the text itself is signed. */
export function formatFixed(units: bigint, places: number): string {
  if (units % (STEPS[places] ?? 1n) !== 0n) throw new Error('value has more places than its text may carry');
  return formatUnits(units, places);
}

/** Units of 1e-8 in the last of so many decimals. */
const STEPS = Array.from({ length: UNIT_PLACES + 1 }, (_, places) => 10n ** BigInt(UNIT_PLACES - places));

/** numerator / denominator, to the nearest whole unit, ties to even. denominator > 0. */
export function divideHalfEven(numerator: bigint, denominator: bigint): bigint {
  if (denominator <= 0n) throw new Error('denominator must be positive');
  const negative = numerator < 0n;
  const value = negative ? -numerator : numerator;
  const quotient = value / denominator;
  const twice = (value % denominator) * 2n;
  const up = twice > denominator || (twice === denominator && (quotient & 1n) === 1n);
  const rounded = up ? quotient + 1n : quotient;
  return negative ? -rounded : rounded;
}

/** numerator / denominator rounded away from zero. denominator > 0. */
function divideUp(numerator: bigint, denominator: bigint): bigint {
  if (denominator <= 0n) throw new Error('denominator must be positive');
  const quotient = numerator / denominator;
  const exact = quotient * denominator === numerator;
  if (exact) return quotient;
  return numerator < 0n ? quotient - 1n : quotient + 1n;
}

/**
 * numerator / denominator given in 1e-8 units (the caller has cancelled the other scales), rounded half-even to `places` (<= 8)
 * decimals, as 1e-8 units.
 */
export function divideToPlaces(numerator: bigint, denominator: bigint, places: number): bigint {
  const step = 10n ** BigInt(UNIT_PLACES - places);
  return divideHalfEven(numerator, denominator * step) * step;
}

/** As divideToPlaces but rounded up (away from zero): for what a user must put up, never for what they get. */
export function divideUpToPlaces(numerator: bigint, denominator: bigint, places: number): bigint {
  const step = 10n ** BigInt(UNIT_PLACES - places);
  return divideUp(numerator, denominator * step) * step;
}

export const abs = (value: bigint): bigint => (value < 0n ? -value : value);
export const min = <T extends bigint>(a: T, b: T): T => (a < b ? a : b);
export const max = <T extends bigint>(a: T, b: T): T => (a > b ? a : b);
