// Codes of authenticator apps, held against the vectors of RFC 6238 (its eight digits end in our six).

import { describe, expect, test } from 'vitest';
import { provisioned, stepOf } from './totp.ts';

const secret = Buffer.from('12345678901234567890');

describe('RFC 6238', () => {
  test.each([
    [59, '94287082'],
    [1_111_111_109, '07081804'],
    [1_111_111_111, '14050471'],
    [1_234_567_890, '89005924'],
    [2_000_000_000, '69279037'],
    [20_000_000_000, '65353130'],
  ])('at %d s the code ends %s', (seconds, eight) => {
    expect(stepOf(secret, eight.slice(-6), seconds * 1_000)).toBe(Math.floor(seconds / 30));
  });
});

test('the step before and after are taken as themselves, those beyond are not', () => {
  // Step 1, from 30,000 to 59,999 ms.
  const code = '287082';
  expect([29_999, 30_000, 59_999, 60_000].map((atMs) => stepOf(secret, code, atMs))).toEqual([1, 1, 1, 1]);
  expect([0, 89_999].map((atMs) => stepOf(secret, code, atMs))).toEqual([1, 1]);
  expect(stepOf(secret, code, 90_000)).toBeUndefined();
});

test('what is no six digits is no code', () => {
  for (const code of ['', '28708', '2870822', '28708a', '２８７０８２', '-87082'])
    expect(stepOf(secret, code, 59_000)).toBeUndefined();
  expect(stepOf(secret, ' 287 082', 59_000)).toBe(1);
});

test('an app is given the secret in base 32 and an address that says the same', () => {
  const { secret: text, uri } = provisioned(secret, 'ann@example.com');
  expect(text).toBe('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ');
  expect(uri).toBe(
    `otpauth://totp/Fairtick:ann%40example.com?issuer=Fairtick&secret=${text}&algorithm=SHA1&digits=6&period=30`,
  );
});
