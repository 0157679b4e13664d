// The text of an acceptance in the public log, its published vector, and that nothing else is read as one.

import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fromBase64, toBase64, toHex, utf8 } from '../bytes.ts';
import { type AcceptanceEntry, encodeAcceptanceEntry, parseAcceptanceEntry } from './acceptance-entry.ts';
import { leafHash } from './merkle.ts';
import { saltedHash } from './salted-hash.ts';

const sha256 = (bytes: Uint8Array): Uint8Array => new Uint8Array(createHash('sha256').update(bytes).digest());

/** Also in docs/acceptances.md: whoever writes a verifier of their own begins with it. */
const VECTOR = {
  salt: new Uint8Array(32).fill(0x22),
  contents: '{"family":"forex","kind":"close","order":"77","pair":"EURUSD","tick":4,"time":1795348800123}',
  hash: 'rMzx0Q1IJyDagjd3jg51fju5xb2PyvqoBLkOTbwh+to=',
  text: 'fairtick/acceptance/v1\n3\n1795348800123\nrMzx0Q1IJyDagjd3jg51fju5xb2PyvqoBLkOTbwh+to=\n',
  leaf: 'ef5e31b677d2a9d2bdef09ed5edfbb555b8fdfd1d7d27e086bfa71552b4bb77d',
};
const ACCEPTANCE: AcceptanceEntry = {
  index: 3,
  time: 1_795_348_800_123,
  contentsHash: fromBase64(VECTOR.hash) ?? new Uint8Array(0),
};

test('an acceptance is these four lines, each closed by a line feed, and what it was stands behind a salted hash', () => {
  expect(toBase64(saltedHash(sha256, VECTOR.salt, VECTOR.contents))).toBe(VECTOR.hash);
  expect(encodeAcceptanceEntry(ACCEPTANCE)).toEqual(utf8(VECTOR.text));
  expect(parseAcceptanceEntry(utf8(VECTOR.text))).toEqual(ACCEPTANCE);
  expect(toHex(leafHash(sha256, utf8(VECTOR.text)))).toBe(VECTOR.leaf);
});

test('what is written is read back', () => {
  const acceptance = fc.record({
    index: fc.nat(2 ** 31),
    time: fc.nat(2 ** 31),
    contentsHash: fc.uint8Array({ minLength: 32, maxLength: 32 }),
  });
  fc.assert(
    fc.property(acceptance, (entry) => {
      expect(parseAcceptanceEntry(encodeAcceptanceEntry(entry))).toEqual(entry);
    }),
  );
});

test('text of any other form is none, and one that could not be read back is not written', () => {
  const { text, hash } = VECTOR;
  const bad: readonly Uint8Array[] = [
    text.slice(0, -1),
    `${text}\n`,
    text.replace('v1', 'v2'),
    text.replace('acceptance', 'act'),
    text.replace('\n3\n', '\n03\n'),
    text.replace('1795348800123', '1.5'),
    text.replace(hash, hash.slice(0, -1)),
    text.replace(/\n/g, '\r\n'),
  ].map(utf8);
  for (const bytes of [...bad, Uint8Array.of(0xff, 0xfe)]) expect(parseAcceptanceEntry(bytes)).toBeUndefined();
  expect(() => encodeAcceptanceEntry({ ...ACCEPTANCE, index: 2 ** 60 })).toThrow('log');
  expect(() => encodeAcceptanceEntry({ ...ACCEPTANCE, contentsHash: new Uint8Array(31) })).toThrow('log');
});
