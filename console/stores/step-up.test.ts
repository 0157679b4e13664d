import { expect, test } from 'vitest';
import { askStepUp, endStepUp, stepUpStore } from './step-up.ts';

test('calls that wait at once share one dialog and its end', async () => {
  const both = Promise.all([askStepUp(), askStepUp()]);
  expect(stepUpStore.get().asked).toBe(true);
  endStepUp(true);
  expect(await both).toEqual([true, true]);
  expect(stepUpStore.get().asked).toBe(false);
});

test('an end is of those who waited: the next one asks anew', async () => {
  endStepUp(true);
  const later = askStepUp();
  expect(stepUpStore.get().asked).toBe(true);
  endStepUp(false);
  expect(await later).toBe(false);
});
