// Numbers as people type them, and the steps of a stepper. Pure text and exact units; no locale's output.

import { divideToPlaces, formatUnits, parseDecimal, UNIT_PLACES } from '@fairtick/kernel/decimal';

/** Units of what stands in a number field, also half typed ("1.", ".5"); undefined when it is no number. */
export function typedUnits(text: string): bigint | undefined {
  const parsed = parseDecimal(text.replace(/\.$/, '').replace(/^\./, '0.'));
  return parsed.ok ? parsed.value : undefined;
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
