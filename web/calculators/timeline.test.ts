import { expect, test } from 'vitest';
import { clockLeft, shareLeft, timelineOf } from './timeline.ts';

const shown = (status: 1 | 2 | 3 | 4 | 5, steps: { status: number; time: number }[], back?: number) =>
  timelineOf({
    status,
    created_at: 10,
    steps,
    came_back: back === undefined ? null : { amount: '5.00', time: back },
  }).map(({ name, state, time }) => [name, state, time]);
const ASKED = { status: 1, time: 10 };
const AGREED = { status: 2, time: 20 };

test('a withdrawal that waits is in review, and what comes is named', () => {
  expect(shown(1, [ASKED])).toEqual([
    ['requested', 'done', 10],
    ['review', 'now', undefined],
    ['decision', 'later', undefined],
    ['paid', 'later', undefined],
  ]);
});

test('one that is approved is being paid, one that is paid is at its end', () => {
  expect(shown(2, [ASKED, AGREED]).slice(2)).toEqual([
    ['approved', 'done', 20],
    ['paid', 'now', undefined],
  ]);
  expect(shown(3, [ASKED, AGREED, { status: 3, time: 30 }]).at(-1)).toEqual(['paid', 'done', 30]);
});

test('one whose payment came back says so behind it', () => {
  expect(shown(3, [ASKED, AGREED, { status: 3, time: 30 }], 40).slice(3)).toEqual([
    ['paid', 'done', 30],
    ['came_back', 'done', 40],
  ]);
});

test('one that is rejected, sent back after approval or taken back ends with that', () => {
  expect(shown(4, [ASKED, { status: 4, time: 30 }]).at(-1)).toEqual(['rejected', 'done', 30]);
  expect(shown(4, [ASKED, AGREED, { status: 4, time: 30 }]).at(-1)).toEqual(['returned', 'done', 30]);
  expect(shown(5, [ASKED, { status: 5, time: 30 }])).toEqual([
    ['requested', 'done', 10],
    ['cancelled', 'done', 30],
  ]);
});

test('the ring empties over the 24 hours and stays empty', () => {
  const day = { created_at: 0, deadline: 86_400_000 };
  expect([0, 21_600_000, 86_400_000, 90_000_000].map((now) => shareLeft(day, now))).toEqual([1, 0.75, 0, 0]);
});

test('the time that is left is hours and minutes, none below zero', () => {
  expect(clockLeft(86_400_000, 1_140_000)).toBe('23:41');
  expect(clockLeft(86_400_000, 86_400_001)).toBe('00:00');
});
