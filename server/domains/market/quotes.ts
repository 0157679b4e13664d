// The newest tick of each pair, handed out as views that never change: a copy is made only when a tick comes after a view was taken.

import type { QuoteView, Tick } from '@fairtick/engine/types';

class View implements QuoteView {
  readonly logIndex: number;
  readonly #ticks: readonly (Tick | undefined)[];

  constructor(logIndex: number, ticks: readonly (Tick | undefined)[]) {
    this.logIndex = logIndex;
    this.#ticks = ticks;
  }

  quote(pairId: number): Tick | undefined {
    return this.#ticks[pairId];
  }
}

export class Quotes {
  #ticks: (Tick | undefined)[] = [];
  readonly #sinceStart = new Set<number>();
  #logIndex: number;
  #newestReceivedMs: number;
  #view: View | undefined;

  /**
   * `logIndex` of the newest tick of all, -1 when there is none; `ticks`: each pair's newest at the start. Pair ids are small whole numbers:
   * they index an array.
   */
  constructor(logIndex: number, ticks: readonly Tick[]) {
    this.#logIndex = logIndex;
    this.#newestReceivedMs = ticks.reduce((newest, tick) => Math.max(newest, tick.receivedTime), 0);
    for (const tick of ticks) this.#ticks[tick.pairId] = tick;
  }

  /** The log's next tick. */
  set(tick: Tick): void {
    if (this.#view) {
      this.#ticks = this.#ticks.slice();
      this.#view = undefined;
    }
    this.#ticks[tick.pairId] = tick;
    this.#sinceStart.add(tick.pairId);
    this.#logIndex = tick.logIndex;
    this.#newestReceivedMs = Math.max(this.#newestReceivedMs, tick.receivedTime);
  }

  quote(pairId: number): Tick | undefined {
    return this.#ticks[pairId];
  }

  /** The pair's newest tick if it came since the start: the age of an earlier one is unknown, since the wall clock may have gone back. */
  quoteSinceStart(pairId: number): Tick | undefined {
    return this.#sinceStart.has(pairId) ? this.#ticks[pairId] : undefined;
  }

  /** UTC ms of the newest tick of all; 0 before the first. */
  get newestReceivedMs(): number {
    return this.#newestReceivedMs;
  }

  /** The newest tick of each pair now; never changes afterwards. */
  view(): QuoteView {
    this.#view ??= new View(this.#logIndex, this.#ticks);
    return this.#view;
  }
}
