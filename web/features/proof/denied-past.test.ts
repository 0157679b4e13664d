// A log that denies what this browser saw of it is noticed when its next checkpoint is heard, not only when an order is verified.

import { toBase64 } from '@fairtick/kernel/bytes';
import { leafHash } from '@fairtick/kernel/log/merkle';
import { formatCheckpoint, formatVerifierKey, signNote } from '@fairtick/kernel/log/note';
import { slowConsistency, slowRoot } from '@fairtick/kernel/log/slow-tree.fixture';
import { ed25519 } from '@noble/curves/ed25519.js';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { noteCrypto } from './crypto.ts';
import { deniesItsPast, type LogAsShown } from './denied-past.ts';
import { rememberedLog } from './log-memory.ts';

const { sha256 } = noteCrypto;
const secret = new Uint8Array(32).fill(7);
const signer = {
  name: 'fairtick.test/log',
  publicKey: ed25519.getPublicKey(secret),
  sign: (message: Uint8Array) => ed25519.sign(message, secret),
};
const KEY = formatVerifierKey(signer, sha256);
const leaves = (count: number, changed = -1): Uint8Array[] =>
  Array.from({ length: count }, (_, at) => leafHash(sha256, new Uint8Array([at, at === changed ? 1 : 0])));

function noteOf(all: readonly Uint8Array[]): string {
  const root = slowRoot(sha256, all);
  return signNote(formatCheckpoint({ origin: signer.name, size: all.length, root, extensions: [] }), signer, sha256);
}

/** The log with these entries, as an honest server of them shows it. */
const showing = (all: readonly Uint8Array[], note = noteOf(all)): LogAsShown => ({
  checkpoint: async () => note,
  key: async () => KEY,
  consistency: async (from, to) =>
    to > all.length ? [] : slowConsistency(sha256, from, all.slice(0, to)).map(toBase64),
});

const kept = new Map<string, string>();
const before = Object.getOwnPropertyDescriptor(globalThis, 'localStorage');
beforeAll(() => {
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  };
  Object.defineProperty(globalThis, 'localStorage', { value: storage, configurable: true });
});
afterAll(() => {
  if (before) Object.defineProperty(globalThis, 'localStorage', before);
  else Reflect.deleteProperty(globalThis, 'localStorage');
});
beforeEach(() => kept.clear());

const denies = (shown: LogAsShown): Promise<boolean> => deniesItsPast('ticks', shown);

test('a log that grows is remembered as far as it was heard of', async () => {
  for (const count of [5, 5, 12]) {
    expect(await denies(showing(leaves(count)))).toBe(false);
    expect(rememberedLog('ticks')).toMatchObject({ size: count, key: KEY });
  }
  // A server that is a moment behind denies nothing.
  expect(await denies({ ...showing(leaves(12)), checkpoint: async () => noteOf(leaves(9)) })).toBe(false);
  expect(rememberedLog('ticks')?.size).toBe(12);
});

test.each([
  ['an entry changed', leaves(20, 3)],
  ['as long, and another', leaves(12, 3)],
  ['shorter than it was', leaves(9)],
])('%s: it denies its past, and what was seen stays remembered', async (_, rewritten) => {
  expect(await denies(showing(leaves(12)))).toBe(false);
  expect(await denies(showing(rewritten))).toBe(true);
  expect(rememberedLog('ticks')).toMatchObject({ size: 12, note: noteOf(leaves(12)) });
});

test('what the log’s key did not sign, or cannot be had, says nothing', async () => {
  expect(await denies(showing(leaves(12)))).toBe(false);
  expect(await denies(showing(leaves(20, 3), noteOf(leaves(20, 3)).replace('20', '21')))).toBe(false);
  expect(await denies({ ...showing(leaves(20, 3)), checkpoint: async () => undefined })).toBe(false);
  expect(await denies({ ...showing(leaves(20, 3)), consistency: async () => undefined })).toBe(false);
  expect(rememberedLog('ticks')?.size).toBe(12);
});
