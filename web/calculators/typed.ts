// Numbers as people type them, and the steps of a stepper. Pure text and exact units; no locale's output.

import { divideToPlaces, formatUnits, type Price, parseDecimal, price, UNIT_PLACES } from '@fairtick/kernel/decimal';

/** What stands in a number field as the plain decimal text that it means, also half typed ("1.", ".5"). */
export const plainText = (text: string): string =>
  text
    .trim()
    .replace(/\.$/, '')
    .replace(/^(-?)\./, '$10.');

/** The number that stands in a field, in 1e-8 units; undefined when it is none. */
export function typedUnits(text: string): bigint | undefined {
  const read = parseDecimal(plainText(text));
  return read.ok ? read.value : undefined;
}

/** What is sent for it: plain decimal text, or the text itself when it is no number, for the server to refuse by its own code. */
export function sentNumber(text: string): string {
  const units = typedUnits(text);
  return units === undefined ? text : formatUnits(units);
}

/** The next quantity or price up or down by `step`, not below `least`; the text unchanged when it is no number. */
export function stepped(text: string, step: bigint, direction: 1 | -1, least: bigint): string {
  const units = typedUnits(text) ?? 0n;
  // Onto the grid first: from 0.015 with steps of 0.01 up is 0.02, down is 0.01.
  const below = (units / step) * step;
  const next = direction === 1 ? below + step : units === below ? below - step : below;
  return formatUnits(next < least ? least : next, decimalsOf(step));
}

/** The smallest step of a price with so many decimals. */
export const priceStep = (precision: number): Price => price(10n ** BigInt(UNIT_PLACES - precision));

/** Places that a step's text has: 2 for 0.01. */
export function decimalsOf(step: bigint): number {
  let places = UNIT_PLACES;
  let rest = step;
  while (places > 0 && rest % 10n === 0n) {
    rest /= 10n;
    places -= 1;
  }
  return places;
}

/** Money as the text components take: USD with at least 2 and at most 6 places. */
export const moneyText = (units: bigint): string => formatUnits(divideToPlaces(units, 1n, 6), 2);
