// A player who sees the source's prices before the platform logs them, and buys options or lots by what they know. Plays one recording by one rule of
// opening; recordings are read by recorded-market.ts.

/** A pair's recorded ticks, in order of time: ms, and mid and half the spread in units of the last place. */
export interface RecordedMarket {
  readonly name: string;
  readonly times: readonly number[];
  readonly mids: readonly number[];
  readonly halves: readonly number[];
}

/** How an option opens: at the newest price, as before; or at the first tick from `delayMs` after acceptance on. */
export type OpeningRule = 'newest' | { readonly delayMs: number };

export interface Bet {
  readonly atMs: number;
  /** What is known of the way from the opening to `aheadMs` later, by how far the price usually goes until the end; its sign is the direction. */
  readonly signal: number;
  /** How the price ended against the opening: 1, -1 or 0. */
  readonly ended: number;
}

/** By rule before this one: a mid up to so old opened an option. */
const NEWEST_AGE_MS = 5_000;
const FRESH_MS = 2_000;
const OPENS_WITHIN_MS = 2_000;
const VOID_AFTER_MS = 15_000;
/** The player looks so often. */
const LOOK_MS = 500;
/** The usual way of a price is measured over so long, in steps of so long. */
const MEASURED_MS = 600_000;
const MEASURED_STEP_MS = 10_000;

/** The last tick at or before a time; -1 before the first. Times only go forward between calls. */
class Cursor {
  readonly #times: readonly number[];
  #at = -1;

  constructor(times: readonly number[]) {
    this.#times = times;
  }

  upTo(timeMs: number): number {
    while ((this.#times[this.#at + 1] ?? Infinity) <= timeMs) this.#at += 1;
    return this.#at;
  }
}

/** Every moment at which an option could be bought, with what the player knows and how it would end. Those that return the stake are left out. */
export function betsOf(market: RecordedMarket, aheadMs: number, seconds: number, rule: OpeningRule): Bet[] {
  const { times, mids } = market;
  const bets: Bet[] = [];
  const [now, before, known, end] = [new Cursor(times), new Cursor(times), new Cursor(times), new Cursor(times)];
  const usual = new UsualWay(market);
  const first = (times[0] ?? 0) + MEASURED_MS;
  const last = (times.at(-1) ?? 0) - seconds * 1_000;
  for (let atMs = first; atMs < last; atMs += LOOK_MS) {
    const newest = now.upTo(atMs);
    const knownAt = known.upTo(atMs + aheadMs);
    const ended = end.upTo(atMs + seconds * 1_000);
    const age = atMs - (times[newest] ?? 0);
    const delayed = rule === 'newest' ? newest : Math.max(newest, before.upTo(atMs + rule.delayMs - 1)) + 1;
    const way = usual.at(atMs, seconds);
    const openMs = times[delayed] ?? Infinity;
    const opens =
      rule === 'newest' ? age < NEWEST_AGE_MS : age < FRESH_MS && openMs <= atMs + rule.delayMs + OPENS_WITHIN_MS;
    if (!opens || atMs + seconds * 1_000 - (times[ended] ?? 0) >= VOID_AFTER_MS || way === 0) continue;
    const open = mids[delayed] ?? 0;
    // What lies behind the opening is worth something to the player only as a guess of how it goes on.
    const from = delayed <= knownAt ? open : (mids[newest] ?? 0);
    bets.push({ atMs, signal: ((mids[knownAt] ?? 0) - from) / way, ended: Math.sign((mids[ended] ?? 0) - open) });
  }
  return bets;
}

/** How far the price usually goes, from the last ten minutes, which everybody has seen. */
class UsualWay {
  readonly #market: RecordedMarket;
  readonly #cursor: Cursor;
  /** The mid at each full step, by the step's number. */
  readonly #steps = new Map<number, number>();
  #next: number;

  constructor(market: RecordedMarket) {
    this.#market = market;
    this.#cursor = new Cursor(market.times);
    this.#next = Math.ceil((market.times[0] ?? 0) / MEASURED_STEP_MS);
  }

  at(nowMs: number, seconds: number): number {
    const newest = Math.floor(nowMs / MEASURED_STEP_MS);
    for (; this.#next <= newest; this.#next += 1) {
      this.#steps.set(this.#next, this.#market.mids[this.#cursor.upTo(this.#next * MEASURED_STEP_MS)] ?? 0);
      this.#steps.delete(this.#next - MEASURED_MS / MEASURED_STEP_MS - 1);
    }
    let sum = 0;
    for (let step = newest - MEASURED_MS / MEASURED_STEP_MS + 1; step <= newest; step += 1)
      sum += Math.abs((this.#steps.get(step) ?? 0) - (this.#steps.get(step - 1) ?? this.#steps.get(step) ?? 0));
    return (sum * MEASURED_STEP_MS * Math.sqrt((seconds * 1_000) / MEASURED_STEP_MS)) / MEASURED_MS;
  }
}

/** Buys where the signal is at least so strong, with it (1) or against it (-1). */
export interface Plan {
  readonly strength: number;
  readonly side: 1 | -1;
}

export interface Gain {
  readonly bets: number;
  /** Of a stake. */
  readonly mean: number;
  /** Half of the interval that holds the true mean 95 times in 100; bets within five minutes count as one, for they share their prices. */
  readonly within: number;
}

const SHARED_MS = 300_000;

/** By a plan, at a payout of `ratio` for a win and the stake for a loss. Each list is of one market. */
export function gainOf(markets: readonly (readonly Bet[])[], plan: Plan, ratio: number): Gain {
  const groups = markets.flatMap((bets) => {
    const taken = bets.filter(({ signal }) => Math.abs(signal) >= plan.strength && signal !== 0);
    return [...Map.groupBy(taken, ({ atMs }) => Math.floor(atMs / SHARED_MS)).values()].map((group) =>
      group.map(({ signal, ended }) => {
        const won = ended * Math.sign(signal) * plan.side;
        return won > 0 ? ratio : won < 0 ? -1 : 0;
      }),
    );
  });
  const bets = groups.reduce((sum, group) => sum + group.length, 0);
  if (bets === 0) return { bets, mean: 0, within: Infinity };
  const mean = groups.flat().reduce((sum, one) => sum + one, 0) / bets;
  const spread = groups.reduce((sum, group) => sum + group.reduce((all, one) => all + one - mean, 0) ** 2, 0);
  return { bets, mean, within: (1.96 * Math.sqrt(spread)) / bets };
}

const STRENGTHS = [0.05, 0.1, 0.15, 0.2, 0.3, 0.4, 0.5, 0.7, 1, 1.5] as const;
const FEWEST_BETS = 60;

/** The plan that gained most. */
export function bestPlan(markets: readonly (readonly Bet[])[], ratio: number): Plan {
  let best: { readonly plan: Plan; readonly mean: number } | undefined;
  for (const strength of STRENGTHS) {
    for (const side of [1, -1] as const) {
      const plan = { strength, side };
      const { bets, mean } = gainOf(markets, plan, ratio);
      if (bets >= FEWEST_BETS && (!best || mean > best.mean)) best = { plan, mean };
    }
  }
  return best?.plan ?? { strength: STRENGTHS[0], side: 1 };
}

/** Lots bought by what is known and sold when it has come: gain of each in spreads, by filling at the newest quote, or at the next tick. */
export function tradesOf(market: RecordedMarket, aheadMs: number, fill: 'newest' | 'next', freshMs: number): number[] {
  const { times, mids, halves } = market;
  const [now, known] = [new Cursor(times), new Cursor(times)];
  const gains: number[] = [];
  for (let atMs = (times[0] ?? 0) + 1; atMs < (times.at(-1) ?? 0) - aheadMs; atMs += LOOK_MS) {
    const newest = now.upTo(atMs);
    const knownAt = known.upTo(atMs + aheadMs);
    const filled = fill === 'newest' ? newest : newest + 1;
    if (atMs - (times[newest] ?? 0) >= freshMs || filled > knownAt) continue;
    const move = Math.abs((mids[knownAt] ?? 0) - (mids[filled] ?? 0));
    const cost = (halves[filled] ?? 0) + (halves[knownAt] ?? 0);
    if (move > cost && cost > 0) gains.push((move - cost) / cost);
  }
  return gains;
}
