// Sealed values open only where and as they were sealed, and a change of the master key leaves old ones readable.

import { systemEntropy } from '@fairtick/kernel/random';
import { describe, expect, test } from 'vitest';
import { Keys, type MasterKey } from './keys.ts';

const master = (id: number): MasterKey => ({ id, secret: new Uint8Array(32).fill(id) });
const keys = new Keys([master(1)], systemEntropy);
const plain = new TextEncoder().encode('Ann Chan');

describe('what is sealed', () => {
  const sealed = keys.seal('persons', plain, 'name of 7');

  test('opens again, and never looks the same', () => {
    expect(keys.open('persons', sealed, 'name of 7')).toEqual(Buffer.from(plain));
    expect(keys.seal('persons', plain, 'name of 7')).not.toEqual(sealed);
  });

  test('does not open for another use, about something else, changed, cut, or under another master', () => {
    expect(keys.open('files', sealed, 'name of 7')).toBeUndefined();
    expect(keys.open('persons', sealed, 'name of 8')).toBeUndefined();
    for (let at = 0; at < sealed.length; at += 1) {
      const changed = Uint8Array.from(sealed);
      changed[at] = (changed[at] ?? 0) ^ 1;
      expect(keys.open('persons', changed, 'name of 7')).toBeUndefined();
    }
    expect(keys.open('persons', sealed.subarray(0, 20), 'name of 7')).toBeUndefined();
    expect(new Keys([master(2)], systemEntropy).open('persons', sealed, 'name of 7')).toBeUndefined();
    const liar = new Keys([{ id: 1, secret: new Uint8Array(32).fill(9) }], systemEntropy);
    expect(liar.open('persons', sealed, 'name of 7')).toBeUndefined();
  });

  test('opens after the master was changed; new values are of the new one', () => {
    const changed = new Keys([master(2), master(1)], systemEntropy);
    expect(changed.open('persons', sealed, 'name of 7')).toEqual(Buffer.from(plain));
    expect(changed.sealedBy(sealed)).toBe(1);
    expect(changed.sealedBy(changed.seal('persons', plain, 'name of 7'))).toBe(2);
    expect(changed.macs('person_search', 'A1')).toEqual([
      changed.mac('person_search', 'A1'),
      keys.mac('person_search', 'A1'),
    ]);
  });
});

test('a text is recognised within its use alone', () => {
  expect(keys.mac('person_search', 'A1')).toEqual(keys.mac('person_search', 'A1'));
  expect(keys.mac('person_search', 'A1')).not.toEqual(keys.mac('person_search', 'A2'));
  expect(keys.mac('person_search', 'A1')).not.toEqual(keys.mac('one_time_links', 'A1'));
});

test('masters must be told apart and be whole', () => {
  expect(() => new Keys([master(1), master(1)], systemEntropy)).toThrow('one id');
  expect(() => new Keys([{ id: 1, secret: new Uint8Array(31) }], systemEntropy)).toThrow('32 bytes');
  expect(() => new Keys([{ id: 0, secret: new Uint8Array(32) }], systemEntropy)).toThrow('id from 1');
});
