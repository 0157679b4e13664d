// The checks of an order's overnight financing: that each night is one of its calendar, once, and costs what rate and terms give. Rule E84.

import { amount, formatUnits, ONE_RATE, price, type Quantity, RATE_PLACES, rate } from '@fairtick/kernel/decimal';
import { type Checks, type DecidingTick, read, readRate, ticksOf, UnreadableProof } from './checks.ts';
import { financingOf, nightName, nightsBetween } from './financing.ts';
import type { ForexProofTerms, ProofTick } from './proof.ts';
import { midPrice, rateFromMid } from './quotes.ts';
import type { FinancingNights } from './types.ts';

type Financing = NonNullable<ForexProofTerms['financing']>;
type Night = Financing['nights'][number];

const DAY_MS = 86_400_000;
/** More nights than any proof shows: an absurd date must not keep a browser busy. */
const LONGEST_MS = 1_000 * DAY_MS;
/** Of more nights than these a proof shows the newest. */
const MOST_SHOWN = 200;
const CALENDARS: readonly string[] = ['fx', 'weekdays', 'daily'] satisfies FinancingNights[];

export function verifyNights(
  { financing, financingRate, financingNights: calendar, ratePrecision, rateInverse }: ForexProofTerms,
  ticks: readonly ProofTick[],
  lots: Quantity,
  checks: Checks,
): void {
  if (!financing) {
    // Without a rate there are no nights; with one they are said, if only that there are none.
    if (read('financing rate', financingRate) !== 0n) checks.fail('nights.dates', 'the nights', 'none');
    return;
  }
  const { openMarketTime, nights } = financing;
  if (!CALENDARS.includes(calendar) || !Array.isArray(nights)) throw new UnreadableProof('financing');
  const perLot = amount(read('financing rate', financingRate));
  const [first] = nights;
  const last = nights.at(-1);
  const closed = closedAt(ticks);
  const firstMs = first && Date.parse(`${first.night}T12:00:00Z`);
  if (Number.isNaN(firstMs) || (openMarketTime !== null && !Number.isSafeInteger(openMarketTime)))
    throw new UnreadableProof('nights');
  const isWhole = openMarketTime !== null && nights.length < MOST_SHOWN;
  const from = isWhole ? openMarketTime : firstMs;
  if (from === undefined || (!first && closed === undefined)) return;
  // From its opening on, of very many nights from the first that is shown, up to its close every one of the calendar and no other.
  const until = Math.max(last ? Date.parse(`${last.night}T12:00:00Z`) + DAY_MS : 0, closed ?? 0);
  if (!(until - from < LONGEST_MS)) throw new UnreadableProof('nights');
  const due = nightsBetween(calendar, from, until);
  const wanted = due
    .filter(({ day, timeMs }) => (last && nightName(day) <= last.night) || (closed !== undefined && timeMs <= closed))
    .map(({ day, times }) => `${nightName(day)} x${times}`);
  differ(
    checks,
    'nights.dates',
    wanted,
    nights.map(({ night, times }) => `${night} x${times}`),
  );
  const [start] = firstMs === undefined ? [] : nightsBetween(calendar, firstMs, firstMs + DAY_MS);
  if (openMarketTime !== null && start)
    checks.holds('nights.open', openMarketTime < start.timeMs, `< ${start.timeMs}`, String(openMarketTime));
  const byIndex = new Map(ticksOf(ticks, 'rate', 'night').map((tick) => [tick.index, tick]));
  const stated = nights.map((night) => readRate('night rate', night.rate));
  const rates = nights.map((night) => rateOf(night, byIndex, ratePrecision, rateInverse));
  differ(checks, 'nights.rates', rates.map(shownRate), stated.map(shownRate));
  const sums = nights.map(({ times }, at) => financingOf(lots, perLot, times, rate(stated[at] ?? 0n)));
  differ(
    checks,
    'nights.sums',
    sums.map((sum) => formatUnits(sum)),
    nights.map((night) => formatUnits(read('night sum', night.amount))),
  );
  const short = nights.filter((night, at) => !mayMove(sums[at] ?? 0n, read('taken', night.taken)));
  checks.same('nights.taken', 'none', short.map(({ night }) => night).join(' ') || 'none');
}

/** By the market's clock, of what a price closed. */
function closedAt(ticks: readonly ProofTick[]): number | undefined {
  const tick = ticks.find(({ role, at }) => role === 'close' && at === 'close');
  return tick && (tick.source === 'replay' ? tick.sourceTime : tick.receivedTime);
}

/** A credit is paid whole; of a charge may be taken less, never more. */
const mayMove = (sum: bigint, taken: bigint): boolean => (sum > 0n ? taken >= 0n && taken <= sum : taken === sum);

const shownRate = (units: bigint | undefined): string =>
  units === undefined ? 'no tick' : formatUnits(units, 0, RATE_PLACES);

function rateOf(
  night: Night,
  ticks: ReadonlyMap<number, DecidingTick>,
  precision: number | null,
  inverse: boolean,
): bigint | undefined {
  if (precision === null) return ONE_RATE;
  const tick = night.rateTick === null ? undefined : ticks.get(night.rateTick);
  if (!tick || tick.index > night.tick) return undefined;
  if (!Number.isInteger(precision) || precision < 0 || precision > 8) throw new UnreadableProof('ratePrecision');
  const mid = midPrice({ bid: price(tick.bid), ask: price(tick.ask) }, precision);
  if (mid <= 0n) throw new UnreadableProof('rate tick');
  return rateFromMid(mid, inverse);
}

/** Checks that two lists are equal. The texts say how many entries agree, or the first that does not. */
function differ(checks: Checks, name: string, expected: readonly string[], actual: readonly string[]): void {
  const length = Math.max(expected.length, actual.length);
  const at = Array.from({ length }, (_, i) => i).find((i) => expected[i] !== actual[i]);
  if (at === undefined) checks.same(name, String(length), String(length));
  else checks.fail(name, expected[at] ?? 'none', actual[at] ?? 'none');
}
