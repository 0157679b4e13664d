import { expect, test } from 'vitest';
import { KeyedStore, MOST_A_FRAME } from './keyed-store.ts';

/** A store whose frames come when the test says so. */
function framed() {
  const frames: (() => void)[] = [];
  const store = new KeyedStore<number, string>((flush) => frames.push(flush));
  return { store, frames, frame: () => frames.shift()?.() };
}

test('a burst is told over several frames, oldest first, and each key once with its newest value', () => {
  const { store, frames, frame } = framed();
  const told: string[] = [];
  const keys = Array.from({ length: MOST_A_FRAME * 2 + 1 }, (_, key) => key);
  for (const key of keys) store.subscribe(key, () => told.push(`${key}${store.get(key)}`));
  for (const key of keys) store.set(key, 'a');
  expect([told.length, frames.length]).toEqual([0, 1]);
  frame();
  expect(told).toEqual(keys.slice(0, MOST_A_FRAME).map((key) => `${key}a`));
  for (const key of keys) store.set(key, 'b');
  expect(frames.length).toBe(1);
  while (frames.length > 0) frame();
  expect(told.slice(MOST_A_FRAME).sort()).toEqual(keys.map((key) => `${key}b`).sort());
});

test('a key that nobody listens to takes nobody’s place', () => {
  const { store, frames, frame } = framed();
  const told: number[] = [];
  store.subscribe(99, () => told.push(99));
  for (let key = 0; key < MOST_A_FRAME * 3; key += 1) store.set(key, 'a');
  store.set(99, 'a');
  frame();
  expect([told, frames.length]).toEqual([[99], 0]);
});

test('a value that is set while others are told comes with the next frame', () => {
  const { store, frames, frame } = framed();
  const told: string[] = [];
  store.subscribe(1, () => {
    told.push(`1${store.get(1)}`);
    if (store.get(1) === 'a') store.set(1, 'b');
  });
  store.set(1, 'a');
  frame();
  expect([told, frames.length]).toEqual([['1a'], 1]);
  frame();
  expect([told, frames.length]).toEqual([['1a', '1b'], 0]);
});

test('wakes the listeners of changed keys once a flush, and no others', () => {
  const flushes: (() => void)[] = [];
  const store = new KeyedStore<number, string>((flush) => flushes.push(flush));
  const woken: string[] = [];
  store.subscribe(1, () => woken.push('one'));
  const leave = store.subscribe(2, () => woken.push('two'));
  store.set(1, 'a');
  store.set(1, 'b');
  expect(flushes).toHaveLength(1);
  flushes[0]?.();
  expect(woken).toEqual(['one']);
  expect(store.get(1)).toBe('b');
  leave();
  store.set(2, 'c');
  flushes[1]?.();
  expect(woken).toEqual(['one']);
});
