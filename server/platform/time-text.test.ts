// A time reads as the language itself writes it, to the second, whatever is remembered of its day.

import { LANGUAGES } from '@fairtick/contract/languages';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { timeText } from './time-text.ts';

test.each(LANGUAGES)('in $key as the language has it', ({ key, locale }) => {
  const format = new Intl.DateTimeFormat(locale, {
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
    timeZone: 'UTC',
    timeZoneName: 'short',
  });
  const times = fc.integer({ min: Date.UTC(2000, 0, 1), max: Date.UTC(2100, 0, 1) });
  fc.assert(fc.property(times, (timeMs) => timeText(timeMs, key) === format.format(timeMs)));
  const midnight = Date.UTC(2026, 1, 28);
  for (const timeMs of [midnight - 1, midnight, midnight + 86_399_999])
    expect(timeText(timeMs, key)).toBe(format.format(timeMs));
});

test('no time is no text', () => {
  expect([timeText(null, 'en'), timeText(undefined, 'en')]).toEqual(['', '']);
});
