// The crossing heap against a plain list.

import { seededRandom } from '@fairtick/kernel/random';
import { expect, test } from 'vitest';
import { CrossingHeap, NodePlaces } from './heap.ts';

test.each(['up', 'down'] as const)(
  'a heap %s gives out what a list would, through any adding, moving and removing',
  (direction) => {
    for (let seed = 1; seed <= 60; seed += 1) {
      const random = seededRandom(seed);
      const nodes = new NodePlaces();
      const heap = new CrossingHeap(direction, nodes);
      const list = new Map<number, number>();
      for (let step = 0; step < 400; step += 1) {
        const node = random.below(150);
        if (random.below(25) === 0) {
          const value = random.below(60) * (random.below(2) === 0 ? 1 : 30);
          const wanted = [...list]
            .filter(([, key]) => (direction === 'up' ? value >= key : value <= key))
            .map(([id]) => id);
          const listed: number[] = [-7];
          heap.listReached(value, listed);
          expect(listed.slice(1).sort((a, b) => a - b)).toEqual(wanted.sort((a, b) => a - b));
          expect([listed[0], heap.size]).toEqual([-7, list.size]);
          const given: number[] = [];
          for (let taken = heap.takeReached(value); taken >= 0; taken = heap.takeReached(value)) given.push(taken);
          expect(given.sort((a, b) => a - b)).toEqual(wanted.sort((a, b) => a - b));
          for (const id of wanted) list.delete(id);
        } else if (list.has(node) && random.below(2) === 0) {
          const key = random.below(10) === 0 ? Infinity : random.below(2_000);
          heap.move(key, node);
          list.set(node, key);
        } else if (list.has(node)) {
          heap.remove(node);
          list.delete(node);
        } else {
          const key = random.below(10) === 0 ? Infinity : random.below(2_000);
          heap.add(key, node);
          list.set(node, key);
        }
        expect(heap.size).toBe(list.size);
        expect(nodes.holds(node)).toBe(list.has(node));
      }
    }
  },
);

test('removing a node that another heap holds is a defect and says so', () => {
  const nodes = new NodePlaces();
  const first = new CrossingHeap('up', nodes);
  const second = new CrossingHeap('up', nodes);
  first.add(5, 3);
  expect(() => second.remove(3)).toThrow('broken promise');
  expect(() => second.move(4, 3)).toThrow('broken promise');
  expect(() => first.remove(4)).toThrow('broken promise');
});
