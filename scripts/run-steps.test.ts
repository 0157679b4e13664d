// What runs beside what: a patient step goes on beside the others, and whatever measures waits for its end.

import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { How } from './run-node.ts';
import { type Count, runSteps, type Step } from './run-steps.ts';

const GOOD: Count = { passed: 1, failed: 0, skipped: 0 };

let happened: string[];
let said: string[];
const { exitCode } = process;
beforeEach(() => {
  happened = [];
  said = [];
  vi.spyOn(console, 'log').mockImplementation((line: string) => void said.push(line));
});
afterEach(() => {
  vi.restoreAllMocks();
  process.exitCode = exitCode;
});

const step = (name: string, also: Partial<Step> = {}): Step => ({
  name,
  async run() {
    happened.push(name);
    return GOOD;
  },
  ...also,
});

/** Ends long after everything that is done at once; notes how it was run. */
function long(count: Count = GOOD): Step {
  return step('long', {
    patient: true,
    async run({ patient }: How) {
      happened.push(patient ? 'long begins, yielding' : 'long begins');
      await new Promise((resume) => setImmediate(resume));
      happened.push('long ends');
      return count;
    },
  });
}

test('the groups after a patient step go on beside it, up to one that measures', async () => {
  await runSteps({
    groups: [[step('first')], [long()], [step('second')], [step('measured', { measures: true })], [step('last')]],
  });
  expect(happened).toEqual(['first', 'long begins, yielding', 'second', 'long ends', 'measured', 'last']);
  expect(said.at(-1)).toMatch(/\n5 passed, 0 failed$/);
});

test('one that nothing follows is waited for, and its failure is the whole run’s', async () => {
  await runSteps({ groups: [[step('beside'), long({ passed: 0, failed: 1, skipped: 0 })]] });
  expect(happened).toEqual(['long begins, yielding', 'beside', 'long ends']);
  expect(said.at(-1)).toContain('FAIL long: 0 good, 1 bad');
  expect(said.at(-1)).toMatch(/\n1 passed, 1 failed$/);
  expect(process.exitCode).toBe(1);
});

test('the ten files that took longest are told, of all steps, the longest first', async () => {
  const files = (seconds: readonly number[]) => seconds.map((one) => ({ file: `${one}.test.ts`, seconds: one }));
  const timed = (seconds: readonly number[]) =>
    step('timed', { run: async () => ({ ...GOOD, files: files(seconds) }) });
  await runSteps({ groups: [[timed([1, 12, 3, 7, 5, 6])], [timed([4, 8, 9.25, 2, 11, 10])]] });
  const told = said.find((one) => one.includes('The slowest files')) ?? '';
  expect(told.match(/[\d.]+ s/g)).toEqual([12, 11, 10, 9.3, 8, 7, 6, 5, 4, 3].map((one) => `${one.toFixed(1)} s`));
});

test('alone it yields to nobody', async () => {
  await runSteps({ groups: [[long()]] });
  expect(happened).toEqual(['long begins', 'long ends']);
});
