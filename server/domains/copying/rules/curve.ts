// A trader's hours as figures: what money that was there all along would have become. Pure.

import { type Amount, divideHalfEven, UNIT } from '@fairtick/kernel/decimal';
import {
  daysOf,
  type EquityPoint,
  indexOf,
  ONE,
  returnsOf,
  SHARPE_DAYS,
  sharpeOf,
  timeWeighted,
  worstDrawdown,
} from './returns.ts';

export const WEEK_DAYS = 7;
/** Days that are drawn. */
export const DRAWN_DAYS = 400;

export interface CurvePoint {
  /** UTC ms. */
  readonly time: number;
  /** What 100 have become, 1e-8. */
  readonly value: bigint;
}

/** Percent as 1e-8 units; undefined where the record is too young. */
export interface CurveFigures {
  readonly drawdown: Amount | undefined;
  readonly week: Amount | undefined;
  readonly month: Amount | undefined;
  readonly quarter: Amount | undefined;
  readonly life: Amount | undefined;
  readonly sharpe: Amount | undefined;
  /** The least that as many days in a row brought as a week has. */
  readonly worstWeek: Amount | undefined;
  readonly curve: readonly CurvePoint[];
}

const leastOf = (figures: readonly Amount[]): Amount | undefined =>
  figures.reduce<Amount | undefined>((least, one) => (least === undefined || one < least ? one : least), undefined);

/** `accounts`: the hours of each account that the record goes over, one after the other; from one to the next nothing is won or lost. */
export function curveFigures(accounts: readonly (readonly EquityPoint[])[]): CurveFigures {
  const hourly = accounts.flatMap(returnsOf);
  const days = accounts.map(daysOf);
  const daily = days.flatMap(returnsOf);
  const over = (count: number): Amount | undefined =>
    daily.length < count ? undefined : timeWeighted(daily.slice(-count));
  return {
    drawdown: hourly.length === 0 ? undefined : worstDrawdown(indexOf(hourly)),
    ...{ week: over(7), month: over(30), quarter: over(90) },
    life: daily.length === 0 ? undefined : timeWeighted(daily),
    sharpe: daily.length < SHARPE_DAYS ? undefined : sharpeOf(daily),
    worstWeek: leastOf(
      daily
        .flatMap((_, at) => (at + 1 < WEEK_DAYS ? [] : [daily.slice(at + 1 - WEEK_DAYS, at + 1)]))
        .map((week) => timeWeighted(week)),
    ),
    curve: drawn(days, daily),
  };
}

function drawn(days: readonly (readonly EquityPoint[])[], daily: readonly bigint[]): readonly CurvePoint[] {
  const [first] = days.flat();
  if (!first) return [];
  // Each account's first day is where it begins, and brings no return.
  const times = [first.time, ...days.flatMap((one) => one.slice(1).map(({ time }) => time))];
  return indexOf(daily)
    .map((value, at) => ({
      time: times[at] ?? first.time,
      value: divideHalfEven(value * 10_000n, ONE) * (UNIT / 100n),
    }))
    .slice(-DRAWN_DAYS);
}
