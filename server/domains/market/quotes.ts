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
  #logIndex: number;
  #view: View | undefined;

  /** `logIndex` of the newest tick of all, -1 when there is none. Pair ids are small whole numbers: they index an array. */
  constructor(logIndex: number, ticks: readonly Tick[]) {
    this.#logIndex = logIndex;
    for (const tick of ticks) this.#ticks[tick.pairId] = tick;
  }

  set(tick: Tick): void {
    if (this.#view) {
      this.#ticks = this.#ticks.slice();
      this.#view = undefined;
    }
    this.#ticks[tick.pairId] = tick;
    this.#logIndex = tick.logIndex;
  }

  quote(pairId: number): Tick | undefined {
    return this.#ticks[pairId];
  }

  view(): QuoteView {
    this.#view ??= new View(this.#logIndex, this.#ticks);
    return this.#view;
  }
}
