// The figures of a record as its hours come: what curveFigures says of all of them, from as much as a year of days at most. Pure but for what it keeps.

import { type Amount, divideHalfEven, max, UNIT } from '@fairtick/kernel/decimal';
import { type CurveFigures, type CurvePoint, DRAWN_DAYS, WEEK_DAYS } from './curve.ts';
import {
  DAY_MS,
  type EquityPoint,
  grown,
  ONE,
  returnOf,
  SHARPE_DAYS,
  sharpeOfSums,
  timeWeighted,
  weightedFall,
  weightedOf,
} from './returns.ts';

const LONGEST_DAYS = 90;

export class GrowingCurve {
  #hours = 0;
  #hourly = ONE;
  #peak = ONE;
  #worst = { fall: 0n, peak: 1n };
  /** Of the account whose hours come now: its newest, and the end of its last whole day. */
  #last: EquityPoint | undefined;
  #base: EquityPoint | undefined;
  /** The day that is not over. */
  #day: EquityPoint | undefined;
  /** Of days that are over. */
  #count = 0;
  #sum = 0n;
  #squares = 0n;
  #index = ONE;
  readonly #recent: bigint[] = [];
  /** Of whole weeks of days that are over. */
  #worstWeek: Amount | undefined;
  readonly #drawn: CurvePoint[] = [];

  /** The hours of another account follow: to it nothing is won or lost. */
  nextAccount(): void {
    this.#endDay();
    this.#last = undefined;
    this.#base = undefined;
  }

  /** By time. */
  add(point: EquityPoint): void {
    const before = this.#last;
    this.#last = point;
    if (!before) {
      this.#base = point;
      if (this.#drawn.length === 0) this.#drawn.push(drawnAt(point.time, ONE));
      return;
    }
    this.#fall(returnOf(before.equity, point));
    const isSameDay = this.#day !== undefined && dayOf(this.#day) === dayOf(point);
    if (!isSameDay) this.#endDay();
    this.#day = this.#day ? { ...point, flow: this.#day.flow + point.flow } : point;
  }

  #fall(one: bigint): void {
    this.#hours += 1;
    this.#hourly = grown(this.#hourly, one);
    this.#peak = max(this.#peak, this.#hourly);
    const [fall, peak] = [this.#peak - this.#hourly, this.#peak];
    if (fall * this.#worst.peak > this.#worst.fall * peak) this.#worst = { fall, peak };
  }

  /** What the day that is not over has brought until now. */
  get #today(): bigint | undefined {
    return this.#day && returnOf(this.#base?.equity ?? 0n, this.#day);
  }

  #endDay(): void {
    const [day, today] = [this.#day, this.#today];
    if (!day || today === undefined) return;
    this.#count += 1;
    this.#sum += today;
    this.#squares += today * today;
    this.#index = grown(this.#index, today);
    this.#recent.push(today);
    this.#recent.splice(0, this.#recent.length - LONGEST_DAYS);
    this.#worstWeek = worseOf(this.#worstWeek, weekOf(this.#recent));
    this.#drawn.push(drawnAt(day.time, this.#index));
    this.#drawn.splice(0, this.#drawn.length - DRAWN_DAYS);
    this.#base = day;
    this.#day = undefined;
  }

  figures(): CurveFigures {
    const [day, today] = [this.#day, this.#today];
    const more = today === undefined ? [] : [today];
    const recent = [...this.#recent, ...more];
    const count = this.#count + more.length;
    const index = today === undefined ? this.#index : grown(this.#index, today);
    const over = (days: number) => (count < days ? undefined : timeWeighted(recent.slice(-days)));
    const sums = { count, sum: this.#sum + (today ?? 0n), squares: this.#squares + (today ?? 0n) ** 2n };
    const { fall, peak } = this.#worst;
    return {
      drawdown: this.#hours === 0 ? undefined : weightedFall(fall, peak),
      ...{ week: over(7), month: over(30), quarter: over(LONGEST_DAYS) },
      life: count === 0 ? undefined : weightedOf(index),
      sharpe: count < SHARPE_DAYS ? undefined : sharpeOfSums(sums),
      worstWeek: worseOf(this.#worstWeek, weekOf(recent)),
      curve: [...this.#drawn, ...(day ? [drawnAt(day.time, index)] : [])].slice(-DRAWN_DAYS),
    };
  }
}

/** What the last week of these days brought. */
const weekOf = (days: readonly bigint[]): Amount | undefined =>
  days.length < WEEK_DAYS ? undefined : timeWeighted(days.slice(-WEEK_DAYS));
const worseOf = (one: Amount | undefined, other: Amount | undefined): Amount | undefined =>
  one === undefined || (other !== undefined && other < one) ? other : one;

const dayOf = ({ time }: EquityPoint): number => Math.floor(time / DAY_MS);

const drawnAt = (time: number, index: bigint): CurvePoint => ({
  time,
  value: divideHalfEven(index * 10_000n, ONE) * (UNIT / 100n),
});
