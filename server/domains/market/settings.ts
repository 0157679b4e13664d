// A pair's terms as a setting, and all pairs as they were at any moment of the log.

import type { Pair } from '@fairtick/engine/types';
import { z } from 'zod';
import type { SettingsRegistry } from '../../platform/settings/registry.ts';
import { defineSetting, type Setting } from '../../platform/settings/setting.ts';
import type { OpeningBoundsByClass } from './paces.ts';
import { pairOfSettings, settingsOf } from './pairs.ts';

/** Which pair it is; never changes. */
export interface PairIdentity {
  readonly id: number;
  readonly code: string;
}

/** What logged ticks and open orders stand on: a pair that wants another one of these is another pair. */
const FOR_EVER = ['pricePrecision', 'base', 'quote', 'ratePairId', 'rateInverse'] as const;

const pairKey = (id: number): string => `pair:${id}`;

export function pairSetting({ id, code }: PairIdentity, first?: Pair): Setting<Pair> {
  const schema = z.unknown().transform((value, context): Pair => {
    const pair = pairOfSettings(id, code, value);
    if (pair.ok) return pair.value;
    context.addIssue({ code: 'custom', message: pair.error });
    return z.NEVER;
  });
  return defineSetting({
    key: pairKey(id),
    doc: `The terms of ${code}: whether and when it trades, sizes, fee, leverage, markup, nights. Orders keep those they were placed on.`,
    first: first && settingsOf(first),
    schema,
    keeps: (before, after) => {
      const changed = FOR_EVER.find((field) => before[field] !== after[field]);
      return changed && `${changed} of ${code} is what its logged prices stand on and never changes`;
    },
  });
}

/** Pairs as they are at a moment; the same array, with the same objects for what stayed, until one of them switches. */
export interface PairsOverTime {
  /** UTC ms of the log; without it now. */
  at(timeMs?: number): readonly Pair[];
}

export const fixedPairs = (pairs: readonly Pair[]): PairsOverTime => ({ at: () => pairs });

interface Span {
  readonly fromMs: number;
  readonly untilMs: number;
  /** What the registry knew when this was found. */
  readonly announced: number;
  readonly pairs: readonly Pair[];
}

/** `settings` are declared to the registry. */
export function pairsOverTime(registry: SettingsRegistry, settings: readonly Setting<Pair>[]): PairsOverTime {
  const now = registry.derived((reader): readonly Pair[] => settings.map((setting) => reader.read(setting)));
  const keys = settings.map(({ key }) => key);
  /** As from each moment on; a few moments a year. */
  const byMoment = new Map<number, readonly Pair[]>();
  let span: Span = { fromMs: 0, untilMs: 0, announced: -1, pairs: [] };
  const spanOf = (timeMs: number): Span => {
    // What is announced later may overtake what was to come.
    if (span.announced !== registry.announced) byMoment.clear();
    const moments = registry.moments(keys);
    const fromMs = moments.findLast((moment) => moment <= timeMs) ?? 0;
    const pairs = byMoment.get(fromMs) ?? settings.map((setting) => registry.readAt(setting, fromMs));
    byMoment.set(fromMs, pairs);
    const untilMs = moments.find((moment) => moment > timeMs) ?? Infinity;
    return { fromMs, untilMs, announced: registry.announced, pairs };
  };
  return {
    at(timeMs) {
      if (timeMs === undefined) return now();
      if (timeMs < span.fromMs || timeMs >= span.untilMs || span.announced !== registry.announced)
        span = spanOf(timeMs);
      return span.pairs;
    },
  };
}

const hundredths = z.number().int().min(1).max(10_000).transform(BigInt);
const classBounds = z.strictObject({ spread: hundredths, jump: hundredths });

export const openingBounds = defineSetting({
  key: 'opening_bounds',
  doc: 'By class of pair (the hours it trades by), in hundredths of a percent: the widest spread, and the furthest move from one price to the next, at which new orders are taken. After a further move none is taken for five seconds. Simulated and replayed prices are not held to it.',
  first: {
    fx: { spread: 20, jump: 50 },
    metal: { spread: 40, jump: 100 },
    index: { spread: 40, jump: 100 },
    always: { spread: 100, jump: 200 },
  },
  schema: z
    .strictObject({ fx: classBounds, metal: classBounds, index: classBounds, always: classBounds })
    .transform((classes): OpeningBoundsByClass => classes),
});
