import { seededRandom } from '@fairtick/kernel/random';
import { describe, expect, test } from 'vitest';
import { newCode, sendRefusal, typedCode } from './rules.ts';

const NONE = { byStrangers: 0, byOwner: 0, newest: undefined, fromAddress: 0 };

describe('a code may be sent', () => {
  test('a minute after the one before, and not sooner', () => {
    expect(sendRefusal({ ...NONE, byStrangers: 1, newest: 0 }, false, 59_999)).toEqual({
      error: 'CODE_TOO_SOON',
      params: { seconds: '1' },
      data: { wait: 1 },
    });
    expect(sendRefusal({ ...NONE, byStrangers: 1, newest: 0 }, false, 60_000)).toBeUndefined();
  });

  test('ten times a day, three of which strangers leave to the owner', () => {
    expect(sendRefusal({ ...NONE, byStrangers: 6 }, false, 0)).toBeUndefined();
    expect(sendRefusal({ ...NONE, byStrangers: 7 }, false, 0)?.error).toBe('CODE_TOO_MANY');
    expect(sendRefusal({ ...NONE, byStrangers: 7, byOwner: 2 }, true, 0)).toBeUndefined();
    expect(sendRefusal({ ...NONE, byStrangers: 7, byOwner: 3 }, true, 0)?.error).toBe('CODE_TOO_MANY');
    expect(sendRefusal({ ...NONE, byOwner: 9 }, true, 0)).toBeUndefined();
    expect(sendRefusal({ ...NONE, byOwner: 10 }, true, 0)?.error).toBe('CODE_TOO_MANY');
  });

  test('no stranger learns by a number that the owner has asked for some, and nobody ends another’s within a minute', () => {
    expect(sendRefusal({ ...NONE, byStrangers: 1, byOwner: 9, newest: 0 }, false, 60_000)).toBeUndefined();
    expect(sendRefusal({ ...NONE, byStrangers: 1, byOwner: 9, newest: 0 }, false, 1)?.error).toBe('CODE_TOO_SOON');
    expect(sendRefusal({ ...NONE, byStrangers: 7, newest: 0 }, false, 1)?.error).toBe('CODE_TOO_MANY');
    expect(sendRefusal({ ...NONE, byStrangers: 7, byOwner: 1, newest: 0 }, true, 1)?.error).toBe('CODE_TOO_SOON');
  });

  test('twenty times a day from one address, whoever asks', () => {
    expect(sendRefusal({ ...NONE, fromAddress: 19 }, false, 0)).toBeUndefined();
    for (const known of [false, true])
      expect(sendRefusal({ ...NONE, fromAddress: 20 }, known, 0)?.error).toBe('CODE_TOO_MANY');
  });
});

test('a code is six digits, leading zeros too, and numbers beyond the last whole million are thrown away', () => {
  const answers = [
    [0xff, 0xff, 0xff, 0xff],
    [0, 0, 0, 7],
  ];
  expect(newCode({ bytes: () => new Uint8Array(answers.shift() ?? []) })).toBe('000007');
  expect(answers).toEqual([]);
});

test('every first digit comes equally often', () => {
  const random = seededRandom(1);
  const entropy = { bytes: (n: number) => Uint8Array.from({ length: n }, () => random.below(256)) };
  const counts = new Map<string, number>();
  for (let i = 0; i < 20_000; i += 1) {
    const [first = ''] = newCode(entropy);
    counts.set(first, (counts.get(first) ?? 0) + 1);
  }
  for (let digit = 0; digit < 10; digit += 1)
    expect(Math.abs((counts.get(String(digit)) ?? 0) - 2_000)).toBeLessThan(250);
});

test('what is typed may have blanks and a dash in it', () => {
  expect(typedCode(' 123 456 ')).toBe('123456');
  expect(typedCode('123-456')).toBe('123456');
  for (const text of ['', '12345', '1234567', '12345a', '１２３４５６']) expect(typedCode(text)).toBeUndefined();
});
