// The text of an act in the public log, its published vector, and that nothing else is read as one.

import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { concat, fromBase64, toHex, utf8 } from '../bytes.ts';
import { type ActEntry, encodeActEntry, parseActEntry } from './act-entry.ts';
import { leafHash } from './merkle.ts';
import { saltedHash } from './salted-hash.ts';

const sha256 = (bytes: Uint8Array): Uint8Array => new Uint8Array(createHash('sha256').update(bytes).digest());

/** Also in docs/acts-log.md: whoever writes a verifier of their own begins with it. */
const VECTOR = {
  salt: new Uint8Array(32).fill(0x11),
  contents: '{"by":"staff:7","about":"user:12","locks":["withdrawals"],"reason":"為何"}',
  hash: 'qraDqU8tSbGgADoMYN77rGYBdMUZleoKZUR0VMznTls=',
  text: 'fairtick/act/v1\n3\n1795348800123\nuser_frozen\nqraDqU8tSbGgADoMYN77rGYBdMUZleoKZUR0VMznTls=\n',
  leaf: '2c0225b2ee85c5d762c81f75d73526f36a1537dad8f75c1312a69e93b9d05ffe',
};
const ACT: ActEntry = {
  index: 3,
  time: 1_795_348_800_123,
  kind: 'user_frozen',
  contentsHash: fromBase64(VECTOR.hash) ?? new Uint8Array(0),
};

test('an act is these five lines, each closed by a line feed, and its contents stand behind a salted hash', () => {
  expect(saltedHash(sha256, VECTOR.salt, VECTOR.contents)).toEqual(ACT.contentsHash);
  expect(encodeActEntry(ACT)).toEqual(utf8(VECTOR.text));
  expect(parseActEntry(utf8(VECTOR.text))).toEqual(ACT);
  expect(toHex(leafHash(sha256, utf8(VECTOR.text)))).toBe(VECTOR.leaf);
});

test('what is written is read back', () => {
  const act = fc.record({
    index: fc.nat(2 ** 31),
    time: fc.nat(2 ** 31),
    kind: fc.stringMatching(/^[a-z][a-z_]{1,60}$/),
    contentsHash: fc.uint8Array({ minLength: 32, maxLength: 32 }),
  });
  fc.assert(
    fc.property(act, (entry) => {
      expect(parseActEntry(encodeActEntry(entry))).toEqual(entry);
    }),
  );
});

describe('refused', () => {
  const { text, hash } = VECTOR;
  const bad: readonly Uint8Array[] = [
    text.slice(0, -1),
    `${text}\n`,
    text.replace('v1', 'v2'),
    text.replace('act', 'tick'),
    text.replace('\n3\n', '\n03\n'),
    text.replace('\n3\n', '\n-3\n'),
    text.replace('1795348800123', '1.5'),
    text.replace('user_frozen', 'User_frozen'),
    text.replace('user_frozen', ''),
    text.replace(hash, hash.slice(0, -1)),
    text.replace(hash, hash.replace('s=', 't=')),
    text.replace(hash, `${hash.slice(0, 40)}`),
    text.replace(/\n/g, '\r\n'),
  ].map(utf8);

  test('text of any other form', () => {
    for (const bytes of bad) expect(parseActEntry(bytes)).toBeUndefined();
  });

  test('bytes that decode to the text but are not its bytes', () => {
    expect(parseActEntry(concat(Uint8Array.of(0xef, 0xbb, 0xbf), utf8(text)))).toBeUndefined();
    expect(parseActEntry(Uint8Array.of(0xff, 0xfe))).toBeUndefined();
  });

  test('an act that could not be read back is not written', () => {
    expect(() => encodeActEntry({ ...ACT, kind: 'a\nb' })).toThrow('log');
    expect(() => encodeActEntry({ ...ACT, index: 2 ** 60 })).toThrow('log');
    expect(() => encodeActEntry({ ...ACT, contentsHash: new Uint8Array(31) })).toThrow('log');
  });
});
