// Rules E131 and E132 said slowly: the whole history of a pair is gone through for each question.

import type { OpeningBounds, OpeningHold } from '../pace.ts';
import type { Tick } from '../types.ts';

/** `history`: the pair's ticks, oldest first; `own`: what its setting says. */
export function slowLimitMs(history: readonly Tick[], own?: number): number | undefined {
  const newest = history.at(-1);
  if (newest?.source === 'simulated' || newest?.source === 'replay') return undefined;
  if (own !== undefined) return own;
  const gaps = stretch(history).map(([before, after]) => after.receivedTime - before.receivedTime);
  const kept = gaps.slice(-100);
  if (kept.length < 20) return 2_000;
  // The upper middle one: as many lie at or below it as half of all, and one more.
  const rank = (gap: number): number => kept.filter((other) => other < gap).length;
  const ties = (gap: number): number => kept.filter((other) => other === gap).length;
  const middle = kept.find((gap) => rank(gap) <= kept.length / 2 && rank(gap) + ties(gap) > kept.length / 2) ?? 0;
  const four = middle + middle + middle + middle;
  if (four > 2_000) return 2_000;
  if (four < 500) return 500;
  return four;
}

export function slowHold(
  history: readonly Tick[],
  nowMs: number,
  bounds: OpeningBounds,
  own?: number,
): OpeningHold | undefined {
  const newest = history.at(-1);
  const limit = slowLimitMs(history, own);
  if (!newest || limit === undefined) return undefined;
  const far = (low: bigint, high: bigint, of: bigint, bound: bigint): boolean =>
    (high > low ? high - low : low - high) * 10_000n > of * bound;
  // Twice each, so that the mid stays whole.
  if (far(2n * newest.bid, 2n * newest.ask, newest.bid + newest.ask, bounds.spread)) return 'spread';
  const jumped = stretch(history).filter(([before, after]) =>
    far(before.bid + before.ask, after.bid + after.ask, before.bid + before.ask, bounds.jump),
  );
  if (jumped.some(([, { receivedTime }]) => receivedTime + 5_000 > nowMs)) return 'jump';
  return newest.receivedTime + limit <= nowMs ? 'old' : undefined;
}

/** Neighbours of the newest unbroken stretch of one source. */
function stretch(history: readonly Tick[]): (readonly [Tick, Tick])[] {
  const source = history.at(-1)?.source;
  const from = history.findLastIndex((tick) => tick.source !== source) + 1;
  const own = history.slice(from);
  return own.slice(1).map((tick, at) => [own[at] ?? tick, tick] as const);
}
