import { describe, expect, test } from 'vitest';
import { extendedKeys, holdsPrivateKey } from './extended-keys.ts';

const XPUB = `xpub6${'C'.repeat(106)}`;
/** Signs as they stand in a key: each of the 58, small i and o among them. */
const SIGNS =
  '9DSwDWBPjdopcHjga5am3iJpVY4Doi7xqydtQWimdyWcM7s7op1GcgCKoy5AVZKn5knFtREQjZmP46Rz48nVB21fg4y8gnqj7yUdvHE7AuE';
const PRIVATE = ['xprv', 'zprv', 'yprv', 'tprv', 'Xprv'].map((start) => `${start}${SIGNS}`);
const textOf = (xpub: string): string =>
  JSON.stringify([
    { id: 1, network: 'evm:1', xpub },
    { id: 2, network: 'tron', address: 'T1' },
  ]);

describe('extended keys', () => {
  test('of each coin that has one', () => {
    expect(extendedKeys(textOf(XPUB))).toEqual([{ option: '1', network: 'evm:1', xpub: XPUB }]);
    expect([
      extendedKeys('{'),
      extendedKeys('7'),
      extendedKeys('[7, null]'),
      extendedKeys(textOf('x'.repeat(300))),
    ]).toEqual([[], [], [], []]);
  });

  test.each(PRIVATE)('%s is private, wherever it stands, and asked of no server', (key) => {
    expect([holdsPrivateKey(textOf(key)), holdsPrivateKey(`[{ ${key}`), holdsPrivateKey(` ${key}`)]).toEqual([
      true,
      true,
      true,
    ]);
    expect(extendedKeys(textOf(key))).toEqual([]);
    expect(holdsPrivateKey(textOf(XPUB))).toBe(false);
  });
});
