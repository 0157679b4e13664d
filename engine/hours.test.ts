// Rules E10 to E13.

import { describe, expect, test } from 'vitest';
import { isOpen, nextClose, nextOpen, sessionAt } from './hours.ts';

const at = (text: string): number => Date.parse(text);

describe('E10: fx trades from Sunday 17:00 to Friday 17:00 in New York', () => {
  test.each([
    ['Friday 16:59:59.999, winter', '2016-01-08T21:59:59.999Z', true],
    ['Friday 17:00, winter', '2016-01-08T22:00:00Z', false],
    ['Saturday', '2016-01-09T12:00:00Z', false],
    ['Sunday 16:59:59.999, winter', '2016-01-10T21:59:59.999Z', false],
    ['Sunday 17:00, winter', '2016-01-10T22:00:00Z', true],
    ['Friday 16:59:59, summer', '2014-05-02T20:59:59Z', true],
    ['Friday 17:00, summer', '2014-05-02T21:00:00Z', false],
    ['Sunday 17:00, summer', '2014-05-04T21:00:00Z', true],
    ['the Sunday on which the clocks go forward', '2024-03-10T21:00:00Z', true],
    ['an hour before it', '2024-03-10T20:59:59Z', false],
    ['the Sunday on which they go back', '2024-11-03T21:59:59Z', false],
    ['and its opening', '2024-11-03T22:00:00Z', true],
    ['a weekday night', '2024-06-12T03:00:00Z', true],
    ['17:00 on a weekday', '2024-06-12T21:00:00Z', true],
  ])('%s', (_, time, open) => {
    expect(isOpen('fx', at(time))).toBe(open);
  });
});

describe.each(['metal', 'index'] as const)('E11, E12: %s rests from 17:00 to 18:00', (hours) => {
  test.each([
    ['16:59:59', '2024-06-12T20:59:59Z', true],
    ['17:00', '2024-06-12T21:00:00Z', false],
    ['17:59:59.999', '2024-06-12T21:59:59.999Z', false],
    ['18:00', '2024-06-12T22:00:00Z', true],
    ['Sunday 17:30', '2024-06-09T21:30:00Z', false],
    ['Sunday 18:00', '2024-06-09T22:00:00Z', true],
    ['Friday 18:00', '2024-06-14T22:00:00Z', false],
  ])('%s', (_, time, open) => {
    expect(isOpen(hours, at(time))).toBe(open);
  });
});

describe('E13: holidays and always', () => {
  test.each([
    ['Christmas Eve 16:59', '2024-12-24T21:59:00Z', true],
    ['Christmas Eve 17:00', '2024-12-24T22:00:00Z', false],
    ['Christmas noon', '2024-12-25T17:00:00Z', false],
    ['Christmas 17:00', '2024-12-25T22:00:00Z', true],
    ['New Year 16:59', '2019-01-01T21:59:00Z', false],
    ['New Year 18:00', '2019-01-01T23:00:00Z', true],
  ])('%s', (_, time, open) => {
    expect(isOpen('fx', at(time))).toBe(open);
    expect(isOpen('always', at(time))).toBe(true);
  });

  test('a list of the caller takes the place of ours', () => {
    expect(isOpen('fx', at('2024-12-25T12:00:00Z'), [])).toBe(true);
    expect(isOpen('fx', at('2024-07-04T12:00:00Z'), ['2024-07-04'])).toBe(false);
    expect(isOpen('fx', at('2025-07-04T12:00:00Z'), ['2024-07-04'])).toBe(true);
  });
});

test('E10 to E13: a session has one state from its beginning to its end, and time never stands still', () => {
  for (const hours of ['fx', 'metal', 'index'] as const) {
    let time = at('2024-10-28T00:00:00Z');
    for (let step = 0; step < 60; step += 1) {
      const session = sessionAt(hours, time);
      expect(session.from).toBeLessThanOrEqual(time);
      expect(session.until).toBeGreaterThan(time);
      for (const inside of [session.from, (session.from + session.until) / 2, session.until - 1])
        expect(sessionAt(hours, inside)).toEqual(session);
      time = session.until;
    }
  }
});

test('E10 to E13: the next opening and closing', () => {
  expect(nextOpen('fx', at('2014-05-02T21:00:00Z'))).toBe(at('2014-05-04T21:00:00Z'));
  expect(nextOpen('metal', at('2014-05-02T21:00:00Z'))).toBe(at('2014-05-04T22:00:00Z'));
  expect(nextOpen('fx', at('2024-06-12T12:00:00Z'))).toBe(at('2024-06-12T12:00:00Z'));
  expect(nextClose('fx', at('2024-06-12T12:00:00Z'))).toBe(at('2024-06-14T21:00:00Z'));
  expect(nextClose('metal', at('2024-06-12T12:00:00Z'))).toBe(at('2024-06-12T21:00:00Z'));
  expect(nextOpen('always', 5)).toBe(5);
  expect(nextClose('always', 5)).toBeUndefined();
  const never = Array.from({ length: 500 }, (_, day) =>
    new Date(at('2024-01-01') + day * 86_400_000).toISOString().slice(0, 10),
  );
  expect(nextOpen('fx', at('2024-01-05T22:00:00Z'), never)).toBeUndefined();
});
