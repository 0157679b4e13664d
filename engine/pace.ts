// How fast a pair's quotes come, and whether a new order has to wait: for a younger quote, or for a jump or a wide spread to pass. Rules E131, E132.

import type { Tick } from './types.ts';

const GAPS_KEPT = 100;
const GAPS_NEEDED = 20;
const GAPS_WAITED = 4;
const LEAST_LIMIT_MS = 500;
const MOST_LIMIT_MS = 2_000;
const HOLD_MS = 5_000;
/** Nobody knows an invented price before it is here, and everybody a recorded one. */
const NOT_LIVE: ReadonlySet<string> = new Set(['simulated', 'replay']);

/** Of a class of pairs, in hundredths of a percent: the widest spread, and the furthest move from one tick to the next, at which orders are taken. */
export interface OpeningBounds {
  readonly spread: bigint;
  readonly jump: bigint;
}

/** old: no quote that is young enough. spread, jump: above the class's bound. */
export type OpeningHold = 'old' | 'spread' | 'jump';

interface Move {
  readonly time: number;
  /** Between two sums of bid and ask, and the first of these. */
  readonly by: bigint;
  readonly from: bigint;
}

/** One pair's; told of its ticks in the order of the log. */
export class Pace {
  #gaps: number[] = [];
  #count = 0;
  #last: Tick | undefined;
  #moves: Move[] = [];
  #limitMs: number | undefined;

  take(tick: Tick): void {
    const last = this.#last;
    this.#last = tick;
    this.#limitMs = undefined;
    if (last?.source !== tick.source) {
      this.#gaps = [];
      this.#count = 0;
      this.#moves = [];
      return;
    }
    this.#gaps[this.#count % GAPS_KEPT] = tick.receivedTime - last.receivedTime;
    this.#count += 1;
    const from = last.bid + last.ask;
    const by = tick.bid + tick.ask - from;
    this.#moves.push({ time: tick.receivedTime, by: by < 0n ? -by : by, from });
    while ((this.#moves[0]?.time ?? Infinity) <= tick.receivedTime - HOLD_MS) this.#moves.shift();
  }

  /** A quote of this age in ms opens nothing; undefined where age says nothing. `own`: what the pair's setting says. */
  limitMs(own?: number): number | undefined {
    if (this.#last && NOT_LIVE.has(this.#last.source)) return undefined;
    if (own !== undefined) return own;
    this.#limitMs ??= limitOf(this.#gaps);
    return this.#limitMs;
  }

  /** Why no order opens now (UTC ms). */
  hold(nowMs: number, bounds: OpeningBounds, own?: number): OpeningHold | undefined {
    const last = this.#last;
    const limitMs = this.limitMs(own);
    if (!last || limitMs === undefined) return undefined;
    if ((last.ask - last.bid) * 20_000n > (last.ask + last.bid) * bounds.spread) return 'spread';
    const jumped = this.#moves.some(
      ({ time, by, from }) => nowMs - time < HOLD_MS && by * 10_000n > from * bounds.jump,
    );
    if (jumped) return 'jump';
    return nowMs - last.receivedTime >= limitMs ? 'old' : undefined;
  }
}

function limitOf(gaps: readonly number[]): number {
  if (gaps.length < GAPS_NEEDED) return MOST_LIMIT_MS;
  const sorted = gaps.toSorted((a, b) => a - b);
  const median = sorted[Math.floor(sorted.length / 2)] ?? 0;
  return Math.max(LEAST_LIMIT_MS, Math.min(MOST_LIMIT_MS, GAPS_WAITED * median));
}
