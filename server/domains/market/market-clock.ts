// The market's two clocks: where trading stands (the wall's time, or a recording's), and how far the log has passed.

import type { Tick } from '@fairtick/engine/types';
import type { Clock } from '@fairtick/kernel/clock';
import type { Quotes } from './quotes.ts';
import type { TickOrigin } from './tick-origin.ts';

/** The log counts as past a moment this long after it when nothing older waits (rules §7). */
const GRACE_MS = 2_000;

/** The time of a tick that rules hours and candles: a recording's own, else when we received it. */
export const marketTimeOf = (tick: Pick<Tick, 'source' | 'sourceTime' | 'receivedTime'>): number =>
  tick.source === 'replay' ? tick.sourceTime : tick.receivedTime;

type ClockSource = Pick<TickOrigin, 'name' | 'following' | 'marketNow' | 'passed'>;

export class MarketClock {
  readonly #clock: Clock;
  readonly #source: ClockSource;
  readonly #quotes: Pick<Quotes, 'newestReceivedMs'>;
  /** Market time of the newest tick of this feed; what another feed has logged stands on another clock. */
  #newestTickMs = 0;

  /** `lastTicks`: each pair's newest at the start. */
  constructor(clock: Clock, source: ClockSource, quotes: Pick<Quotes, 'newestReceivedMs'>, lastTicks: readonly Tick[]) {
    this.#clock = clock;
    this.#source = source;
    this.#quotes = quotes;
    for (const tick of lastTicks) this.logged(tick);
  }

  /** Each logged tick. */
  logged(tick: Tick): void {
    if (tick.source === this.#source.name) this.#newestTickMs = Math.max(this.#newestTickMs, marketTimeOf(tick));
  }

  /** UTC ms: the wall clock, in a replay where the recording stands. One that another server plays stands where its newest tick stands. */
  now(): number {
    return this.#source.following ? this.notBeforeTicks() : this.#source.marketNow();
  }

  /** As `now`, but not before the market time of the newest logged tick: for decisions, which see that tick. */
  notBeforeTicks(): number {
    return Math.max(this.#source.marketNow(), this.#newestTickMs);
  }

  /**
   * Every tick received at or before this moment (UTC ms) is in the log and was given to the listeners; none such will come. For §7: an option
   * settles once this reaches its expiry. Never goes back.
   */
  passedTimeMs(): number {
    return this.#source.passed(Math.max(this.#quotes.newestReceivedMs - 1, this.#clock.now() - GRACE_MS));
  }
}
