// Notes and checkpoints against the published keys and notes of the Go checksum database and C2SP.

import { createPrivateKey, sign } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { fromBase64, utf8 } from '../bytes.ts';
import {
  type Checkpoint,
  formatCheckpoint,
  formatVerifierKey,
  type NoteSigner,
  openNote,
  parseCheckpoint,
  parseVerifierKey,
  signNote,
  type VerifierKey,
  verifyCheckpoint,
} from './note.ts';
import {
  C2SP_CHECKPOINT_TEXT,
  C2SP_KEY,
  C2SP_NOTE,
  crypto,
  ENOCH_KEY,
  ENOCH_LINE,
  NEUMANN_TEXT,
  PETER_KEY,
  PETER_LINE,
  PETER_SEED,
  sha256,
} from './published.fixture.ts';

function keyOf(text: string): VerifierKey {
  const key = parseVerifierKey(text, sha256);
  if (!key.ok) throw new Error(key.error);
  return key.value;
}

const PETER = keyOf(PETER_KEY);
const ENOCH = keyOf(ENOCH_KEY);
const PKCS8_HEAD = Uint8Array.from(Buffer.from('302e020100300506032b657004220420', 'hex'));
const PRIVATE = createPrivateKey({
  key: Buffer.concat([PKCS8_HEAD, (fromBase64(PETER_SEED) ?? new Uint8Array(0)).slice(1)]),
  format: 'der',
  type: 'pkcs8',
});
const SIGNER: NoteSigner = { ...PETER, sign: (message) => new Uint8Array(sign(null, message, PRIVATE)) };
const NOTE = `${NEUMANN_TEXT}\n${PETER_LINE}`;

describe('verifier keys', () => {
  test('published keys are read and written back', () => {
    for (const text of [PETER_KEY, ENOCH_KEY, C2SP_KEY]) expect(formatVerifierKey(keyOf(text), sha256)).toBe(text);
  });

  test('no part of a key, and no key with one character changed, is a key', () => {
    for (let start = 0; start < PETER_KEY.length; start += 1) {
      for (let end = start + 1; end <= PETER_KEY.length; end += 1) {
        const part = PETER_KEY.slice(start, end);
        if (part !== PETER_KEY) expect(parseVerifierKey(part, sha256).ok, part).toBe(false);
      }
      const changed = `${PETER_KEY.slice(0, start)}${String.fromCharCode(PETER_KEY.charCodeAt(start) + 1)}${PETER_KEY.slice(start + 1)}`;
      expect(parseVerifierKey(changed, sha256).ok, changed).toBe(false);
    }
  });

  test('published malformed keys are refused', () => {
    const long = 'PeterNeumann+cc469956+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TWBADKEY==';
    const other = 'PeterNeumann+173116ae+ZRpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW';
    expect(parseVerifierKey(long, sha256).ok).toBe(false);
    expect(parseVerifierKey(other, sha256)).toEqual({ ok: false, error: 'unknown_algorithm' });
  });
});

describe('notes', () => {
  test('the published key signs the published note, byte for byte', () => {
    expect(signNote(NEUMANN_TEXT, SIGNER, sha256)).toBe(NOTE);
  });

  test('published notes open', () => {
    expect(openNote(NOTE, PETER, crypto)).toEqual({ ok: true, value: NEUMANN_TEXT });
    expect(openNote(C2SP_NOTE, keyOf(C2SP_KEY), crypto)).toEqual({ ok: true, value: 'This is an example message.\n' });
  });

  test('a note with two signatures opens for either key', () => {
    const both = NOTE + ENOCH_LINE;
    expect(openNote(both, PETER, crypto).ok).toBe(true);
    expect(openNote(both, ENOCH, crypto).ok).toBe(true);
  });

  test('a note of other keys alone is not signed', () => {
    expect(openNote(NOTE, ENOCH, crypto)).toEqual({ ok: false, error: 'not_signed_by_key' });
  });

  test('a wrong signature of the key refuses the note, also beside a right one', () => {
    const wrong = `${PETER_LINE.slice(0, 60)}ABCD${PETER_LINE.slice(60)}`;
    expect(openNote(`${NEUMANN_TEXT}\n${wrong}`, PETER, crypto)).toEqual({ ok: false, error: 'wrong_signature' });
    expect(openNote(NOTE + wrong, PETER, crypto)).toEqual({ ok: false, error: 'wrong_signature' });
    expect(openNote(NOTE.replace('cryptography', 'cryptographY'), PETER, crypto).ok).toBe(false);
  });

  test('published malformed notes are refused as malformed', () => {
    for (const bad of [
      NEUMANN_TEXT,
      `${NEUMANN_TEXT}\n`,
      NOTE.slice(0, -1),
      `\u0001${NOTE}`,
      `\ud800${NOTE}`,
      `${NEUMANN_TEXT}\n${PETER_LINE.replace('PeterNeumann', 'Bad Name')}`,
      `${NOTE}Unexpected line.\n`,
      `${NEUMANN_TEXT}\n${PETER_LINE.repeat(101)}`,
      `${NEUMANN_TEXT}\n— a+b x08go/Z=\n`,
    ]) {
      expect(openNote(bad, PETER, crypto), bad).toEqual({ ok: false, error: 'malformed' });
    }
    expect(openNote(`${NEUMANN_TEXT}\n${PETER_LINE.repeat(100)}`, PETER, crypto).ok).toBe(true);
  });

  test('only text that a note can carry is signed', () => {
    for (const text of ['abc', 'a\tb\n', '\ud800\n']) expect(() => signNote(text, SIGNER, sha256)).toThrow('note');
    expect(() => signNote('abc\n', { ...SIGNER, name: 'bad name' }, sha256)).toThrow('note');
  });
});

describe('checkpoints', () => {
  const root = sha256(utf8('root'));
  const own: Checkpoint = { origin: 'PeterNeumann', size: 12, root, extensions: [] };

  test('the published example is read and written back', () => {
    const checkpoint = parseCheckpoint(C2SP_CHECKPOINT_TEXT);
    expect(checkpoint).toMatchObject({ origin: 'example.com/behind-the-sofa', size: 20_852_163, extensions: [] });
    expect(checkpoint && formatCheckpoint(checkpoint)).toBe(C2SP_CHECKPOINT_TEXT);
  });

  test('a signed checkpoint verifies, with extension lines and without', () => {
    for (const checkpoint of [own, { ...own, extensions: ['one', 'two'] }]) {
      const note = signNote(formatCheckpoint(checkpoint), SIGNER, sha256);
      expect(verifyCheckpoint(note, PETER, crypto)).toEqual({ ok: true, value: checkpoint });
    }
  });

  test('a key speaks for its own log only', () => {
    const note = signNote(formatCheckpoint({ ...own, origin: 'another.log' }), SIGNER, sha256);
    expect(verifyCheckpoint(note, PETER, crypto)).toEqual({ ok: false, error: 'wrong_origin' });
  });

  test('signed text of another kind is not a checkpoint', () => {
    expect(verifyCheckpoint(NOTE, PETER, crypto)).toEqual({ ok: false, error: 'not_a_checkpoint' });
  });

  test('any other spelling of the three lines is refused', () => {
    const [, , hash = ''] = C2SP_CHECKPOINT_TEXT.split('\n');
    for (const text of [
      `o\n01\n${hash}\n`,
      `o\n+1\n${hash}\n`,
      `o\n\n${hash}\n`,
      `\n1\n${hash}\n`,
      `o\n1\n${hash.slice(0, -4)}\n`,
      `o\n1\n${hash}`,
      `o\n1\n${hash}\n\n`,
      `o\n1\n${hash}\n\nx\n`,
      `o\n9999999999999999\n${hash}\n`,
      'o\n1\n',
    ]) {
      expect(parseCheckpoint(text), text).toBeUndefined();
    }
  });
});
