// How the staff's passwords are judged, addresses shown, and how long failures wait.

import { seededRandom } from '@fairtick/kernel/random';
import { expect, test } from 'vitest';
import {
  afterWrongCode,
  passwordRefusal,
  personName,
  readReason,
  WAITS_ANYWHERE,
  WAITS_BY_ADDRESS,
  WAITS_BY_NAME,
  type WrongCodes,
} from './rules.ts';

test('a password is counted in signs as it is compared, and is not the e-mail nor its first part', () => {
  const said = (password: string): string => passwordRefusal(password, 'ann.of.example@example.com')?.error ?? 'ok';
  expect(said('a'.repeat(11))).toBe('PASSWORD_TOO_SHORT');
  expect(said('😀'.repeat(11))).toBe('PASSWORD_TOO_SHORT');
  expect(said('😀'.repeat(12))).toBe('ok');
  expect(said('a'.repeat(129))).toBe('PASSWORD_TOO_LONG');
  expect(said('Ann.Of.Example')).toBe('PASSWORD_LIKE_ACCOUNT');
  expect(said('ANN.of.example@EXAMPLE.com')).toBe('PASSWORD_LIKE_ACCOUNT');
});

test('five failures of a name and twenty of an address are free; then a try waits 2 s to a minute', () => {
  expect(WAITS_ANYWHERE.slice(4)).toEqual([0, 2_000, 4_000, 5_000]);
  expect(WAITS_BY_NAME.slice(4)).toEqual([0, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000]);
  expect([WAITS_BY_ADDRESS[19], WAITS_BY_ADDRESS[20], WAITS_BY_ADDRESS.length]).toEqual([0, 60_000, 21]);
});

test('what is kept of a name and a reason is what is seen of it, and never more than the table takes', () => {
  expect(personName(' Ann\u202e \n Lee ')).toBe('Ann Lee');
  expect(personName('\u200b\u3164')).toBeUndefined();
  expect(personName('a'.repeat(80))).toBe('a'.repeat(80));
  expect(personName('a'.repeat(81))).toBeUndefined();
  // In its one form this sign is three.
  expect(personName('\ufb2c'.repeat(80))).toBeUndefined();
  expect(readReason('\u2066\u2069 \n')).toMatchObject({ ok: false, error: { error: 'REASON_REQUIRED' } });
  expect(readReason(' asked\u0000 by\nphone ')).toEqual({ ok: true, value: 'asked by phone' });
});

test('within any span of T at most 20 + T / 72 min wrong codes are judged, however they are spread', () => {
  const random = seededRandom(7);
  const minute = 60_000;
  for (const longest of [0, 5, 70, 80, 400, 1_500]) {
    let codes: WrongCodes = { forgotten: 0, lockedUntil: 0, untoldUntil: 0, toldTime: 0 };
    let nowMs = 1_800_000_000_000;
    const judged: number[] = [];
    for (let n = 0; n < 400; n += 1) {
      nowMs += random.below(longest * minute + 1);
      if (codes.lockedUntil > nowMs) continue;
      codes = afterWrongCode(codes, nowMs).after;
      judged.push(nowMs);
    }
    const over = judged.flatMap((from, at) =>
      judged.slice(at).filter((to, more) => more + 1 > 20 + (to - from) / (72 * minute)),
    );
    expect(over).toEqual([]);
  }
});
