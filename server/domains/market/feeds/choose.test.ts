// Simulated prices that somebody could foretell are no prices: without a seed given they are by the machine's own chance.

import { ManualClock } from '@fairtick/kernel/clock';
import { seededRandom } from '@fairtick/kernel/random';
import { expect, test } from 'vitest';
import { CATALOGUE } from '../pairs.ts';
import { chooseFeed } from './choose.ts';

/** The first minute's ticks of a start, and what the operator was told. */
async function begun(seed: number | undefined, chance: number): Promise<{ ticks: string[]; notes: string[] }> {
  const [ticks, notes]: [string[], string[]] = [[], []];
  const clock = new ManualClock(Date.UTC(2026, 8, 23, 12));
  const choice = {
    feed: 'simulated',
    replayDir: undefined,
    replaySpeed: 1,
    seed,
    simHours: 'always',
    leaves: undefined,
  } as const;
  const chosen = await chooseFeed(choice, {
    clock,
    random: seededRandom(chance),
    pairs: CATALOGUE,
    last: new Map(),
    known: undefined,
    note: (sentence) => notes.push(sentence),
  });
  if (!chosen.ok) return expect.fail(chosen.error);
  const nothing = (): void => {};
  const quote = ({ code, bid }: { code: string; bid: bigint }): void => void ticks.push(`${code} ${bid}`);
  await chosen.value.start(
    { status: nothing, symbol: nothing, history: nothing, malformed: nothing, quote },
    new Set(),
  );
  clock.advance(60_000);
  await chosen.value.stop();
  return { ticks, notes };
}

test('by chance where no seed is given, repeated where one is', async () => {
  const [one, same, other] = [await begun(undefined, 1), await begun(undefined, 1), await begun(undefined, 2)];
  expect(one.ticks.length).toBeGreaterThan(100);
  // Of nothing but that chance: here it is handed in.
  expect(same.ticks).toEqual(one.ticks);
  expect(other.ticks).not.toEqual(one.ticks);
  expect(one.notes).toEqual(['Prices are simulated, by chance that nobody can foretell.']);
  const [seeded, again] = [await begun(4_294_967_295, 1), await begun(4_294_967_295, 2)];
  expect(again.ticks).toEqual(seeded.ticks);
  expect(seeded.notes).toEqual(['Prices are simulated, and whoever knows SEED=4294967295 can foretell them.']);
});
