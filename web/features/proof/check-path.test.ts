// The log of candles, by which long paths are read, is held to what this browser saw of it: else one browser could be shown a log of its own.

import { toBase64 } from '@fairtick/kernel/bytes';
import { leafHash, rootOfLeafHashes } from '@fairtick/kernel/log/merkle';
import { formatCheckpoint, formatVerifierKey, signNote } from '@fairtick/kernel/log/note';
import { slowConsistency } from '@fairtick/kernel/log/slow-tree.fixture';
import { ed25519 } from '@noble/curves/ed25519.js';
import { expect, test } from 'vitest';
import { logged } from './accepted-log.fixture.ts';
import { checkPath, type PathParts } from './check-path.ts';
import { noteCrypto } from './crypto.ts';
import type { LogMemory } from './log-memory.ts';

const { sha256 } = noteCrypto;
const secret = new Uint8Array(32).fill(9);
const signer = {
  name: 'fairtick.test/candles',
  publicKey: ed25519.getPublicKey(secret),
  sign: (message: Uint8Array) => ed25519.sign(message, secret),
};
const KEY = formatVerifierKey(signer, sha256);
const leaves = (count: number, changed = -1): Uint8Array[] =>
  Array.from({ length: count }, (_, at) => leafHash(sha256, new Uint8Array([at, at === changed ? 1 : 0])));
const noteOf = (all: readonly Uint8Array[]): string =>
  signNote(
    formatCheckpoint({ origin: signer.name, size: all.length, root: rootOfLeafHashes(sha256, all), extensions: [] }),
    signer,
    sha256,
  );
const memoryOf = (all: readonly Uint8Array[]): LogMemory => ({
  key: KEY,
  size: all.length,
  root: toBase64(rootOfLeafHashes(sha256, all)),
  note: noteOf(all),
});

/** What is said of the log of candles in a path that is answered with one of these entries. */
async function growth(all: readonly Uint8Array[], memory: LogMemory | undefined, asked = true) {
  const proof: PathParts['proof'] = {
    ...logged([{ kind: 'placed', tick: 1, time: 2_500, says: { order: '42' } }]),
    ...{ origin: [], ticks: [], checkpoint: '' },
    order: { Id: '42', Status: 3 },
    terms: { kind: 'forex', closeReason: 'user', PricePrecision: 5 },
  };
  const outcome = await checkPath(
    {
      ...{ proof, ticksKey: KEY, crypto: noteCrypto, candlesMemory: memory },
      candlesConsistency: async (from, to) =>
        asked ? slowConsistency(sha256, from, all.slice(0, to)).map(toBase64) : undefined,
      page: async () => ({
        ...{ hours: 'fx', bounds: [], rates: [], pieces: [], next: null, checkpoint: null },
        ...{ candlesCheckpoint: noteOf(all), candlesKey: KEY },
      }),
    },
    proof.acceptances,
  );
  const check = outcome?.checks.find(({ name }) => name === 'path.grows');
  return { said: check && (check.open ? 'open' : check.actual), remembered: outcome?.rememberCandles?.size };
}

test('a log of candles that has grown is remembered as far as it was shown', async () => {
  expect(await growth(leaves(5), undefined)).toEqual({ said: 'true', remembered: 5 });
  expect(await growth(leaves(12), memoryOf(leaves(5)))).toEqual({ said: 'true', remembered: 12 });
  expect(await growth(leaves(12), memoryOf(leaves(12)))).toEqual({ said: 'true', remembered: undefined });
});

test.each([
  ['a candle changed', leaves(20, 3)],
  ['as long, and another', leaves(12, 3)],
])('%s: the path is not believed, and what was seen stays remembered', async (_, rewritten) => {
  expect(await growth(rewritten, memoryOf(leaves(12)))).toEqual({ said: 'rewritten', remembered: undefined });
});

test('whoever cannot be asked is neither believed nor accused', async () => {
  expect(await growth(leaves(20), memoryOf(leaves(12)), false)).toEqual({ said: 'open', remembered: undefined });
});
