// Numbers by chance: what can be repeated is, and what nobody may foretell is made of the entropy alone, all of it and none of it twice.

import { expect, test } from 'vitest';
import { entropyRandom, seededRandom } from './random.ts';

/** Bytes 0, 1, 2, … 255, 0, …: what is drawn from them says which they were. */
function counting(): { readonly taken: () => number; bytes(length: number): Uint8Array<ArrayBuffer> } {
  let taken = 0;
  return {
    taken: () => taken,
    bytes: (length) => {
      const from = taken;
      taken += length;
      return Uint8Array.from({ length }, (_, at) => (from + at) % 256);
    },
  };
}

test('each number is the next four bytes of the entropy, over every block', () => {
  const entropy = counting();
  const random = entropyRandom(entropy);
  for (let at = 0; at < 12_000; at += 4) {
    const [a = 0, b = 0, c = 0, d = 0] = [at, at + 1, at + 2, at + 3].map((one) => one % 256);
    expect(random.uint32()).toBe(a * 2 ** 24 + b * 2 ** 16 + c * 2 ** 8 + d);
  }
  expect(entropy.taken()).toBeGreaterThanOrEqual(12_000);
});

test.each([
  ['of a seed', () => seededRandom(7)],
  ['of entropy', () => entropyRandom({ bytes: (length) => crypto.getRandomValues(new Uint8Array(length)) })],
])('numbers %s lie where they are asked for', (_, make) => {
  const random = make();
  for (let i = 0; i < 2_000; i += 1) {
    const unit = random.unit();
    expect(unit >= 0 && unit < 1).toBe(true);
    expect([0, 1, 2]).toContain(random.below(3));
    expect(Number.isFinite(random.normal())).toBe(true);
  }
});

test('a seed gives the same numbers again, another others', () => {
  const first = (seed: number): number[] => {
    const random = seededRandom(seed);
    return Array.from({ length: 5 }, () => random.uint32());
  };
  expect(first(1)).toEqual(first(1));
  expect(first(1)).not.toEqual(first(2));
});
