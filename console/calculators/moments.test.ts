import { expect, test } from 'vitest';
import { withMoments } from './moments.ts';

test('each moment of a text is shown as the reader has it, and the rest stays', () => {
  const text = 'locked since 2026-11-22T15:08:10.360Z, until 1970-01-01T00:00:01Z: see 2026-11-22';
  expect(withMoments(text, (ms) => `<${ms}>`)).toBe('locked since <1795360090360>, until <1000>: see 2026-11-22');
});
