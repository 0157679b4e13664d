// Time as something handed in: the server takes systemClock, tests and simulations take a ManualClock they own.

/** Cancels a timer; harmless when it has already fired. */
export type CancelTimer = () => void;

export interface Clock {
  /** Wall time in UTC milliseconds. May jump; whoever needs order keeps its own high-water mark. */
  now(): number;
  /** Milliseconds that never go back, for measuring spans. */
  monotonic(): number;
  after(delayMs: number, run: () => void): CancelTimer;
  every(periodMs: number, run: () => void): CancelTimer;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  after(delayMs, run) {
    const timer = setTimeout(run, delayMs);
    return () => clearTimeout(timer);
  },
  every(periodMs, run) {
    const timer = setInterval(run, periodMs);
    return () => clearInterval(timer);
  },
};

/** How much slower a steady clock runs while it is ahead of the wall. */
const SLEW = 0.99;

/**
 * A clock whose `now` never goes back and never stands still, for time that decides: freshness, expiries, the log. It starts at the wall's time
 * or `notBeforeMs`, whichever is later. When the wall goes back it runs on by itself, one hundredth slower until the wall has caught up.
 */
export function steadyClock(wall: Clock, notBeforeMs: number): Clock {
  let last = Math.max(wall.now(), notBeforeMs);
  let at = wall.monotonic();
  const now = (): number => {
    const monotonic = wall.monotonic();
    last = Math.max(wall.now(), last + (monotonic - at) * SLEW);
    at = monotonic;
    return Math.floor(last);
  };
  return {
    now,
    monotonic: () => wall.monotonic(),
    after: (delayMs, run) => wall.after(delayMs, run),
    every: (periodMs, run) => wall.every(periodMs, run),
  };
}

interface ManualTimer {
  at: number;
  order: number;
  periodMs: number | undefined;
  run: () => void;
}

/** A clock that moves only when told; timers run inside `advance`, in the order of their due time. */
export class ManualClock implements Clock {
  #now: number;
  #elapsed = 0;
  #order = 0;
  #timers: ManualTimer[] = [];

  constructor(startMs: number) {
    this.#now = startMs;
  }

  now(): number {
    return this.#now + this.#elapsed;
  }

  monotonic(): number {
    return this.#elapsed;
  }

  /** Moves the wall clock without letting time pass: no timer fires. */
  jump(byMs: number): void {
    this.#now += byMs;
  }

  after(delayMs: number, run: () => void): CancelTimer {
    return this.#add(delayMs, undefined, run);
  }

  every(periodMs: number, run: () => void): CancelTimer {
    return this.#add(periodMs, periodMs, run);
  }

  advance(byMs: number): void {
    const until = this.#elapsed + byMs;
    for (;;) {
      const due = this.#timers.filter((t) => t.at <= until).sort((a, b) => a.at - b.at || a.order - b.order)[0];
      if (!due) break;
      this.#elapsed = Math.max(this.#elapsed, due.at);
      if (due.periodMs === undefined) this.#timers = this.#timers.filter((t) => t !== due);
      else due.at += due.periodMs;
      due.run();
    }
    this.#elapsed = until;
  }

  #add(delayMs: number, periodMs: number | undefined, run: () => void): CancelTimer {
    const timer: ManualTimer = { at: this.#elapsed + delayMs, order: this.#order++, periodMs, run };
    this.#timers.push(timer);
    return () => {
      this.#timers = this.#timers.filter((t) => t !== timer);
    };
  }
}
