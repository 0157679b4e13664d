import { STROKES_LENGTH, type StrokePoint } from '@fairtick/contract/signature';
import { expect, test } from 'vitest';
import { begun, drawnOn, isDrawn, PAD, pathOf, pointOn, type Strokes, strokesText } from './signature.ts';

const line = (count: number, from = 0): Strokes =>
  Array.from({ length: count }, (_, at): StrokePoint => [(from + at) % 600, at % 200, at * 16]).reduce<Strokes>(
    drawnOn,
    [[]],
  );

test('a point is of the pad, whatever it measures on the screen', () => {
  expect(pointOn({ x: 50, y: 25 }, { width: 100, height: 50 }, 12.4)).toEqual([300, 100, 12]);
  expect(pointOn({ x: 500, y: -3 }, { width: 100, height: 50 }, 0)).toEqual([PAD.width, 0, 0]);
});

test('a dot is no signature, a line is one; what did not move adds nothing', () => {
  const dot = begun([], [1, 1, 0]);
  expect(isDrawn(dot)).toBe(false);
  expect(drawnOn(dot, [1, 1, 90])).toBe(dot);
  expect(isDrawn(line(5))).toBe(false);
  expect(isDrawn(line(6))).toBe(true);
});

test('however long one draws, it can be sent, with its first and newest points', () => {
  const long = line(4_000);
  expect(strokesText(long).length).toBeLessThanOrEqual(STROKES_LENGTH);
  expect(long[0]?.[0]).toEqual([0, 0, 0]);
  expect(long[0]?.at(-1)).toEqual([3_999 % 600, 3_999 % 200, 3_999 * 16]);
  expect(isDrawn(long)).toBe(true);
  const dots = Array.from({ length: 3_000 }, (_, at): StrokePoint => [at % 600, 5, at]).reduce<Strokes>(begun, []);
  expect(strokesText(dots).length).toBeLessThanOrEqual(STROKES_LENGTH);
});

test('a stroke is a path, a point alone a dot', () => {
  expect(
    pathOf([
      [1, 2, 0],
      [3, 4, 9],
    ]),
  ).toBe('M1 2L3 4');
  expect(pathOf([[1, 2, 0]])).toBe('M1 2h0');
});
