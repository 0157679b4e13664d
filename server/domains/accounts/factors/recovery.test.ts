import { systemEntropy } from '@fairtick/kernel/random';
import { expect, test } from 'vitest';
import { Keys } from '../../../platform/keys/keys.ts';
import { newCodes, typedRecoveryCode } from './recovery.ts';

const keys = new Keys([{ id: 1, secret: new Uint8Array(32).fill(7) }], systemEntropy);

test('ten different codes of ten signs that nobody mistakes for another', () => {
  const { codes, macs } = newCodes(keys, systemEntropy, 5n);
  expect(codes).toHaveLength(10);
  expect(new Set(codes).size).toBe(10);
  for (const code of codes) expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{10}$/);
  expect(new Set(macs.map((mac) => Buffer.from(mac).toString('hex'))).size).toBe(10);
});

test('one key a time: the same code of two users, or of two times, is kept differently', () => {
  const entropy = { bytes: (n: number) => systemEntropy.bytes(n).fill(n === 32 ? 1 : 2) };
  const other = { bytes: (n: number) => systemEntropy.bytes(n).fill(n === 32 ? 3 : 2) };
  expect(newCodes(keys, entropy, 5n).codes).toEqual(newCodes(keys, other, 5n).codes);
  expect(newCodes(keys, entropy, 5n).macs).not.toEqual(newCodes(keys, other, 5n).macs);
});

test('what is typed may be in any case, in groups, and with letters that look like digits', () => {
  expect(typedRecoveryCode(' 0o1il-abcde ')).toBe('00111ABCDE');
  for (const text of ['', '123456789', '12345678901', '123456789U', '１２３４５６７８９０'])
    expect(typedRecoveryCode(text)).toBeUndefined();
});
