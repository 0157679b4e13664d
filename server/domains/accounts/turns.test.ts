import { expect, test } from 'vitest';
import { Turns } from './turns.ts';

const refusedOf = async (work: readonly Promise<unknown>[]): Promise<number> =>
  (await Promise.allSettled(work)).filter((one) => one.status === 'rejected').length;

function turns() {
  const made = new Turns({ atOnce: 2, waiting: 400, waitingOfOne: 20 });
  let most = 0;
  let running = 0;
  const work = async (): Promise<void> => {
    running += 1;
    most = Math.max(most, running);
    await Promise.resolve();
    running -= 1;
  };
  return { take: (asker?: string) => made.take(asker, work), most: () => most };
}

test('two at once, 400 behind them, and too many are told so', async () => {
  const { take, most } = turns();
  expect(await refusedOf(Array.from({ length: 430 }, () => take()))).toBe(28);
  expect(most()).toBe(2);
  expect(await refusedOf(Array.from({ length: 402 }, () => take()))).toBe(0);
});

test('of one address twenty wait, which keeps nobody else out', async () => {
  const { take } = turns();
  const flood = Array.from({ length: 60 }, () => take('192.0.2.1'));
  const others = Array.from({ length: 300 }, (_, i) => take(`192.0.2.${i + 2}`));
  expect(await refusedOf(flood)).toBe(38);
  expect(await refusedOf(others)).toBe(0);
  expect(await refusedOf(Array.from({ length: 22 }, () => take('192.0.2.1')))).toBe(0);
});
