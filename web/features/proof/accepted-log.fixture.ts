// A small log of acceptances with its own key, as a server would show it: for tests of what the browser checks.

import type { AnswerOf } from '@fairtick/contract/http/index';
import { toBase64 } from '@fairtick/kernel/bytes';
import { canonicalJson } from '@fairtick/kernel/canonical-json';
import { encodeAcceptanceEntry } from '@fairtick/kernel/log/acceptance-entry';
import { leafHash, rootOfLeafHashes } from '@fairtick/kernel/log/merkle';
import { formatCheckpoint, formatVerifierKey, signNote } from '@fairtick/kernel/log/note';
import { saltedHash } from '@fairtick/kernel/log/salted-hash';
import { slowInclusion } from '@fairtick/kernel/log/slow-tree.fixture';
import { ed25519 } from '@noble/curves/ed25519.js';
import { noteCrypto } from './crypto.ts';

type Proof = AnswerOf<'proof'>;
type Acceptance = Proof['acceptances'][number];

const { sha256 } = noteCrypto;
const secret = new Uint8Array(32).fill(11);
const signer = {
  name: 'fairtick.test/log/acceptances',
  publicKey: ed25519.getPublicKey(secret),
  sign: (message: Uint8Array) => ed25519.sign(message, secret),
};
const SALT = new Uint8Array(32).fill(0x22);

export const acceptancesKey = formatVerifierKey(signer, sha256);

export const hashOf = (contents: string): string => toBase64(saltedHash(sha256, SALT, contents));

/** Each with what it says beside its kind, tick and time. */
export function logged(
  all: readonly (Pick<Acceptance, 'kind' | 'tick' | 'time'> & { readonly says: Record<string, unknown> })[],
): Pick<Proof, 'acceptances' | 'acceptancesCheckpoint' | 'acceptancesKey'> {
  const said = all.map(({ says, ...about }) => ({
    ...about,
    contents: canonicalJson(JSON.parse(JSON.stringify({ ...says, ...about }))),
  }));
  const leaves = said.map(({ time, contents }, index) =>
    leafHash(sha256, encodeAcceptanceEntry({ index, time, contentsHash: saltedHash(sha256, SALT, contents) })),
  );
  const root = rootOfLeafHashes(sha256, leaves);
  return {
    acceptances: said.map((one, index) => ({
      ...one,
      ...{ index, salt: toBase64(SALT) },
      inclusion: slowInclusion(sha256, index, leaves).map(toBase64),
    })),
    acceptancesCheckpoint: signNote(
      formatCheckpoint({ origin: signer.name, size: leaves.length, root, extensions: [] }),
      signer,
      sha256,
    ),
    acceptancesKey,
  };
}
