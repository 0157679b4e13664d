// Chips never touch, however the lines lie, and every line is on exactly one.

import { seededRandom } from '@fairtick/kernel/random';
import { expect, test } from 'vitest';
import { APART_PX, groupLines } from './group-lines.ts';

const at = (...ys: number[]) => ys.map((y, i) => ({ key: String(i), y }));

test('lines within 24 px share a chip in their middle, others keep their own', () => {
  expect(groupLines(at(100, 110, 200))).toEqual([
    { keys: ['0', '1'], y: 105 },
    { keys: ['2'], y: 200 },
  ]);
  expect(groupLines(at(100, 124))).toHaveLength(2);
  expect(groupLines(at(100, 123.9))).toHaveLength(1);
});

test('a chip that comes to stand near the next one takes it in too', () => {
  expect(groupLines(at(100, 120, 131))).toEqual([{ keys: ['0', '1', '2'], y: 117 }]);
});

test('of any lines no two chips are nearer than 24 px, and each line is on one', () => {
  const random = seededRandom(7);
  for (let round = 0; round < 500; round += 1) {
    const lines = at(...Array.from({ length: Math.floor(random.unit() * 60) }, () => random.unit() * 400));
    const groups = groupLines(lines);
    expect(groups.flatMap(({ keys }) => keys).toSorted()).toEqual(lines.map(({ key }) => key).toSorted());
    for (const [i, group] of groups.entries()) {
      const next = groups[i + 1];
      if (next) expect(next.y - group.y).toBeGreaterThanOrEqual(APART_PX);
    }
  }
});
