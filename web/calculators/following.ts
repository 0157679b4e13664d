// What a follower sets, as it stands in the form: read before it is sent, by the bounds that the server keeps. Pure.

import { MAX_AMOUNT_LEAST, MAX_AMOUNT_MOST, MULTIPLE_MOST } from '@fairtick/contract/trader-words';
import type { CopySettings } from '@fairtick/engine/copying';
import { amount, formatUnits, parseDecimal, readUnits, UNIT } from '@fairtick/kernel/decimal';
import { plainText } from './typed.ts';

/** A stop may come to so many times the greatest amount. */
export const STOP_TIMES = 3n;

export interface FollowDraft {
  readonly mode: 'proportional' | 'lots';
  readonly multiple: string;
  readonly maxAmount: string;
  /** Empty: as much as the greatest amount. */
  readonly stopAmount: string;
}

/** Plain text, as it is sent. Amounts in USD. */
export interface FollowWanted {
  readonly mode: FollowDraft['mode'];
  readonly multiple: string;
  readonly max_amount: string;
  readonly stop_amount: string;
}

export interface FollowFaults {
  readonly multiple: boolean;
  readonly maxAmount: boolean;
  readonly stopAmount: boolean;
}

/** USD of two places at most; undefined where it is none. */
function usdOf(typed: string): bigint | undefined {
  const read = parseDecimal(plainText(typed), 2);
  return read.ok ? read.value * (UNIT / 100n) : undefined;
}

const isMultiple = (text: string): boolean =>
  /^\d{1,3}$/.test(text) && Number(text) >= 1 && Number(text) <= MULTIPLE_MOST;

const within = (units: bigint | undefined, least: bigint, most: bigint): units is bigint =>
  units !== undefined && units >= least && units <= most;

export function readFollow(draft: FollowDraft): { readonly faults: FollowFaults } | { readonly wanted: FollowWanted } {
  const multiple = draft.multiple.trim();
  const most = usdOf(draft.maxAmount);
  const stop = draft.stopAmount.trim() === '' ? most : usdOf(draft.stopAmount);
  const hasMost = within(most, BigInt(MAX_AMOUNT_LEAST) * UNIT, BigInt(MAX_AMOUNT_MOST) * UNIT);
  // Without a greatest amount there is nothing to hold the stop against.
  const hasStop = !hasMost || within(stop, UNIT, STOP_TIMES * most);
  if (!isMultiple(multiple) || !hasMost || !hasStop || stop === undefined)
    return { faults: { multiple: !isMultiple(multiple), maxAmount: !hasMost, stopAmount: !hasStop } };
  return {
    wanted: { mode: draft.mode, multiple, max_amount: formatUnits(most, 2), stop_amount: formatUnits(stop, 2) },
  };
}

/** The largest stop that fits to what is typed as greatest amount; undefined where that is no amount. */
export function stopMost(maxAmount: string): string | undefined {
  const most = usdOf(maxAmount);
  return most === undefined ? undefined : formatUnits(STOP_TIMES * most, 2);
}

/** What of a net gain of so much goes to the trader. USD; `rate` in percent. */
export const sharedOf = (gain: string, rate: string): string =>
  formatUnits((readUnits(gain) * readUnits(rate)) / (100n * UNIT), 2);

/** Decimals of a share in percent that say something: none of 10.00. */
export const sharePlaces = (rate: string): { readonly places: number } => ({ places: rate.endsWith('.00') ? 0 : 2 });

/** What may still be lost until the stop is reached; never below nothing. USD. */
export function roomToStop({
  stop_amount,
  stop_result,
}: Readonly<Record<'stop_amount' | 'stop_result', string>>): string {
  const room = readUnits(stop_amount) + readUnits(stop_result);
  return formatUnits(room > 0n ? room : 0n, 6);
}

/** What several open copies bring together, less what they have cost; undefined where one is not known, or there is none. USD. */
export function openNetNow(results: readonly (string | undefined)[], cost: string): string | undefined {
  const known = results.filter((one) => one !== undefined);
  if (known.length === 0 || known.length < results.length) return undefined;
  return formatUnits(known.reduce((sum, one) => sum + readUnits(one), 0n) - readUnits(cost), 6);
}

/** As a row has it, moved by what its result has moved since. USD. */
export const netNow = (net: string, result: string, resultNow: string | undefined): string =>
  resultNow === undefined ? net : formatUnits(readUnits(net) - readUnits(result) + readUnits(resultNow), 6);

/** Two amounts together. USD. */
export const together = (one: string, other: string): string => formatUnits(readUnits(one) + readUnits(other), 6);

/** What copies are sized by, as the form stands; undefined while it is not all there. */
export function copySettingsOf({ mode, multiple, maxAmount }: FollowDraft): CopySettings | undefined {
  const most = usdOf(maxAmount);
  if (!isMultiple(multiple.trim()) || !within(most, BigInt(MAX_AMOUNT_LEAST) * UNIT, BigInt(MAX_AMOUNT_MOST) * UNIT))
    return undefined;
  return { mode, multiple: Number(multiple.trim()), maxAmount: amount(most) };
}

/** The loss at which it ends, as the form stands; undefined while it is none. USD. */
export function stopOf({ maxAmount, stopAmount }: FollowDraft): string | undefined {
  const stop = usdOf(stopAmount.trim() === '' ? maxAmount : stopAmount);
  return stop === undefined ? undefined : formatUnits(stop, 2);
}
