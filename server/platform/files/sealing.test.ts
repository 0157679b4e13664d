// Who opens a sealed file: the server that has the master key, for the file it was sealed as.

import { systemEntropy } from '@fairtick/kernel/random';
import { expect, test } from 'vitest';
import { Keys } from '../keys/keys.ts';
import { openFile, sealFile } from './sealing.ts';

const keysOf = (fill: number): Keys => new Keys([{ id: 1, secret: new Uint8Array(32).fill(fill) }], systemEntropy);
const keys = keysOf(1);
const plain = Buffer.from('CANARY '.repeat(50));
const about = `${'a'.repeat(32)}|7|image`;

test('what was sealed opens as it was, and shows nothing while it is sealed', () => {
  const sealed = sealFile(keys, systemEntropy, plain, about);
  expect(openFile(keys, sealed, about)).toEqual(plain);
  for (const part of [sealed.bytes, sealed.key]) expect(Buffer.from(part).includes('CANARY')).toBe(false);
  // Equal images are not equal files.
  expect(sealFile(keys, systemEntropy, plain, about).bytes).not.toEqual(sealed.bytes);
});

test('as another file, of another owner, of another kind, or by another master it does not', () => {
  const sealed = sealFile(keys, systemEntropy, plain, about);
  for (const other of [about.replace('a', 'b'), about.replace('7', '8'), about.replace('image', 'proof'), ''])
    expect(openFile(keys, sealed, other)).toBeUndefined();
  expect(openFile(keysOf(2), sealed, about)).toBeUndefined();
});

test('one changed or missing byte, of the file or of its key, and it does not', () => {
  const sealed = sealFile(keys, systemEntropy, plain, about);
  for (let at = 0; at < sealed.bytes.length; at += 1) {
    const bytes = Buffer.from(sealed.bytes);
    bytes[at] = (bytes[at] ?? 0) ^ 1;
    expect(openFile(keys, { ...sealed, bytes }, about)).toBeUndefined();
  }
  for (const bytes of [sealed.bytes.subarray(1), sealed.bytes.subarray(0, 20), new Uint8Array()])
    expect(openFile(keys, { ...sealed, bytes }, about)).toBeUndefined();
  const stranger = sealFile(keys, systemEntropy, plain, about);
  expect(openFile(keys, { bytes: sealed.bytes, key: stranger.key }, about)).toBeUndefined();
});
