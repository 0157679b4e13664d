// A day's jobs: soon after the start, then each day, whatever fails.

import { ManualClock } from '@fairtick/kernel/clock';
import { expect, test } from 'vitest';
import type { Logger } from '../platform/logger.ts';
import { runDaily } from './daily.ts';

const DAY_MS = 86_400_000;

function world(fails = false) {
  const clock = new ManualClock(0);
  const said: string[] = [];
  const logger: Logger = {
    debug: () => {},
    info: (_fields, text) => void said.push(text),
    warn: (_fields, text) => void said.push(text),
    error: () => {},
  };
  const runs: string[] = [];
  const job = (name: string, bad: boolean) => ({
    name,
    run: async () => {
      runs.push(name);
      if (bad) throw new Error('no');
      return {};
    },
  });
  const stop = runDaily([job('first', fails), job('second', false)], clock, logger);
  const pass = async (ms: number): Promise<void> => {
    clock.advance(ms);
    await new Promise((resume) => setImmediate(resume));
  };
  return { runs, said, stop, pass };
}

test('after a minute and each day', async () => {
  const { runs, pass, stop } = world();
  await pass(59_999);
  expect(runs).toEqual([]);
  await pass(1);
  expect(runs).toEqual(['first', 'second']);
  await pass(DAY_MS);
  expect(runs).toHaveLength(4);
  await stop();
  await pass(3 * DAY_MS);
  expect(runs).toHaveLength(4);
});

test('one that fails is told of and keeps neither the others nor the next day from running', async () => {
  const { runs, said, pass, stop } = world(true);
  await pass(60_000);
  await pass(DAY_MS);
  expect(runs).toEqual(['first', 'second', 'first', 'second']);
  expect(said.filter((text) => text.endsWith('failed'))).toEqual(['daily: first failed', 'daily: first failed']);
  await stop();
});
