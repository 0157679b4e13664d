// What the simulation itself is held to: the same inputs give the same end, kept failures stay mended, and it can fail. The long run
// is a step of its own: npm run simulate.

import { ManualClock } from '@fairtick/kernel/clock';
import { describe, expect, test } from 'vitest';
import { runAll } from './crew.ts';
import { eventsOf, KINDS } from './events.ts';
import { keptCases } from './keep.ts';
import { type Case, caseOf, type Ended, run } from './run.ts';
import { shrink } from './shrink.ts';
import { Sums } from './strange.ts';

describe('the same inputs give the same end', () => {
  test('every table, every tick and the engine, twice, whatever else the thread has played', async () => {
    const ends = new Map<number, string[]>();
    const seeds = [3, 4, 5, 3, 4, 5];
    const onEnded = (seed: number, { failure, figures }: Ended): boolean => {
      ends.set(seed, [...(ends.get(seed) ?? []), failure?.message ?? figures?.hash ?? '']);
      return true;
    };
    await runAll({ seeds, events: 1_500, onEnded });
    expect([...ends.keys()].sort()).toEqual([3, 4, 5]);
    for (const [first, second] of ends.values()) {
      expect(first).toMatch(/^[0-9a-f]{16}$/);
      expect(second).toBe(first);
    }
  });

  test('and other seeds another one', async () => {
    const [a, b] = [await run(caseOf(7, 200)), await run(caseOf(8, 200))];
    expect(a.figures?.hash).not.toBe(b.figures?.hash);
  });
});

describe('a workload', () => {
  test('holds every kind of event', () => {
    const kinds = new Set(eventsOf(3, 5_000).map(([kind]) => kind));
    expect([...kinds].sort()).toEqual([...KINDS].sort());
  });

  test('reaches what it is there for: triggers, stop-outs, options, crashes, refusals', async () => {
    const { failure, figures } = await run(caseOf(4, 5_000));
    expect(failure).toBeUndefined();
    expect(figures?.triggered).toBeGreaterThan(20);
    expect(figures?.stopOuts).toBeGreaterThan(0);
    expect(figures?.options).toBeGreaterThan(50);
    expect(figures?.processes).toBeGreaterThan(10);
    expect(Object.keys(figures?.answers ?? {}).length).toBeGreaterThan(40);
    const asked = new Sums();
    if (figures) asked.add(figures.askings);
    expect(asked.told()).toMatch(/^[56]\d % of 1,?\d+ orders and [56]\d % of \d+ options/);
    expect(asked.enough).toBe(true);
    const oddities = ['pair', 'needless', 'lots', 'multiple', 'price', 'side', 'reached', 'stake', 'seconds', 'key'];
    expect(Object.keys(figures?.askings.counts ?? {})).toEqual(
      expect.arrayContaining([...oddities, 'refused', 'accepted']),
    );
  });
});

test('what was found once stays mended', async () => {
  for (const { name, case: kept } of keptCases()) expect((await run(kept)).failure, name).toBeUndefined();
});

test('a failure is made small: only the events that it needs are left, in their order', async () => {
  const first = caseOf(4, 400);
  const failure = { rule: 'r', message: 'm', after: 400 };
  const play = async ({ events }: Case): Promise<Ended> => {
    const begun = events.findIndex(([kind]) => kind === 'crash');
    const broken = events.findIndex(([kind], at) => kind === 'reset' && begun >= 0 && at > begun);
    return { failure: broken < 0 ? undefined : { ...failure, after: broken + 1 }, figures: undefined };
  };
  const small = await shrink(first, failure, { play, clock: new ManualClock(0), limitMs: 1 });
  expect(small.case.events.map(([kind]) => kind)).toEqual(['crash', 'reset']);
});
