// Captchas: each answer is good for five minutes, for its own captcha, and once; the image shows the letters and nothing in it says them.

import { ManualClock } from '@fairtick/kernel/clock';
import { Captchas } from '@fairtick/server/domains/accounts/captcha/captchas';
import sharp from 'sharp';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../harness/database.ts';
import { testKeys } from '../../harness/outside.ts';
import { KNOWN_LETTERS, knownLetters } from './known-letters.ts';
import { computed } from './work.ts';

let db: TestDatabase;
let clock: ManualClock;
let captchas: Captchas;
beforeEach(async () => {
  db = await createTestDatabase();
  clock = new ManualClock(1_800_000_000_000);
  captchas = new Captchas({ db: db.app, clock, entropy: knownLetters, keys: testKeys });
});
afterEach(() => db.drop());

test('the image is a PNG that a browser takes', async () => {
  const { image } = await captchas.make();
  const png = Buffer.from(image.replace('data:image/png;base64,', ''), 'base64');
  expect(await sharp(png).metadata()).toMatchObject({ format: 'png', width: 260, height: 90 });
  expect(image.length).toBeLessThan(12_000);
});

test('the letters are right in either case and with blanks, once', async () => {
  const { key } = await captchas.make();
  expect(await captchas.judge(key, ` ${KNOWN_LETTERS.toLowerCase()} `)).toBe(true);
  expect(await captchas.judge(key, KNOWN_LETTERS)).toBe(false);
});

test('a wrong answer spends it', async () => {
  const { key } = await captchas.make();
  expect(await captchas.judge(key, 'AAAAA')).toBe(false);
  expect(await captchas.judge(key, KNOWN_LETTERS)).toBe(false);
});

test('of twenty right answers at once one counts', async () => {
  const { key } = await captchas.make();
  const judged = await Promise.all(Array.from({ length: 20 }, () => captchas.judge(key, KNOWN_LETTERS)));
  expect(judged.filter(Boolean)).toHaveLength(1);
});

test.each([
  [299_999, true],
  [300_000, false],
])('after %s ms the right letters are right: %s', async (afterMs, right) => {
  const { key } = await captchas.make();
  clock.advance(afterMs);
  expect(await captchas.judge(key, KNOWN_LETTERS)).toBe(right);
});

test('the computation answers its own captcha, once', async () => {
  const [one, other] = [await captchas.make(), await captchas.make()];
  const answer = computed(one.work);
  expect(await captchas.judge(other.key, answer)).toBe(false);
  expect(await captchas.judge(one.key, answer)).toBe(true);
  expect(await captchas.judge(one.key, answer)).toBe(false);
  expect(await captchas.judge('nobody', answer)).toBe(false);
});

test('a computation that was not done, or was made easier, is none', async () => {
  const { key, work } = await captchas.make();
  const challenge = JSON.parse(work);
  const undone = JSON.stringify({ challenge, solution: { counter: 1, derivedKey: '00'.repeat(32) } });
  expect(await captchas.judge(key, undone)).toBe(false);
  const again = await captchas.make();
  const easier = JSON.parse(again.work);
  easier.parameters.keyPrefix = easier.parameters.keyPrefix.slice(0, 2);
  expect(await captchas.judge(again.key, computed(JSON.stringify(easier)))).toBe(false);
});

test.each(['', '{', '{}', '{"challenge":null}', '[]', '\0', 'A'.repeat(2_000)])(
  '%j is a wrong answer',
  async (typed) => {
    const { key } = await captchas.make();
    expect(await captchas.judge(key, typed)).toBe(false);
  },
);
