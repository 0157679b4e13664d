// The check that what a user signed is what the public log of acts was told of that signature, made on their own device: the texts against the record, the
// record against its entry under the salt that nobody else is given, the entry against the root that the log shows to everybody. Whether that root is signed
// and grows out of earlier ones is asked with the saved record: tests/independent/acts.mjs --shown.

import type { AnswerOf } from '@fairtick/contract/http/index';
import { equalBytes, fromBase64, toHex, utf8 } from '@fairtick/kernel/bytes';
import { parseActEntry } from '@fairtick/kernel/log/act-entry';
import { leafHash, verifyInclusion } from '@fairtick/kernel/log/merkle';
import { parseCheckpoint } from '@fairtick/kernel/log/note';
import { saltedHash } from '@fairtick/kernel/log/salted-hash';
import {
  computeProof,
  decodeEntryBundle,
  inclusionPlan,
  TILE_WIDTH,
  type TileRef,
  tilePath,
  tilesOf,
  tileWidth,
} from '@fairtick/kernel/log/tiles';
import { sha256 } from '@noble/hashes/sha2.js';

export interface SignedParts {
  readonly loanId: string;
  readonly html: string;
  readonly record: AnswerOf<'loan_signed'>;
  /** A file of the log of acts, by its path below /tlog/acts/. Rejects where it is not shown. */
  readonly read: (path: string) => Promise<Uint8Array>;
}

/** In their order; the first that fails names what does not agree. `waits`: the act has no place in the log yet. */
export const SIGNED_CHECKS = ['agreement', 'evidence', 'record', 'entry', 'log'] as const;
export type SignedCheckName = (typeof SIGNED_CHECKS)[number];
export type SignedOutcome = 'agrees' | 'waits' | SignedCheckName;

const hashOf = (text: string): string => toHex(sha256(utf8(text)));

/** Rejects where the log's files can't be read. */
export async function checkSigned({ loanId, html, record, read }: SignedParts): Promise<SignedOutcome> {
  const { evidence, act } = record;
  const said = contentsOf(act.contents);
  if (said.agreement !== hashOf(html)) return 'agreement';
  if (said.evidence !== hashOf(evidence)) return 'evidence';
  if (said.loan !== loanId || act.kind !== 'loan_signed') return 'record';
  const salt = fromBase64(act.salt);
  if (!salt) return 'record';
  if (act.index === null) return 'waits';
  const { index } = act;
  const checkpoint = parseCheckpoint(`${new TextDecoder().decode(await read('checkpoint')).split('\n\n')[0]}\n`);
  if (!checkpoint) return 'log';
  const { size, root } = checkpoint;
  if (index >= size) return 'waits';
  const n = Math.floor(index / TILE_WIDTH);
  const width = Math.min(TILE_WIDTH, size - n * TILE_WIDTH);
  const bundle = decodeEntryBundle(await read(tilePath({ level: 'entries', n, width })));
  const bytes = bundle.ok ? bundle.value[index % TILE_WIDTH] : undefined;
  const entry = bytes && parseActEntry(bytes);
  const isIt = entry && entry.index === index && entry.kind === act.kind && entry.time === act.time;
  if (!isIt || !equalBytes(entry.contentsHash, saltedHash(sha256, salt, act.contents))) return 'entry';
  const proof = await proofOf(index, size, read);
  return verifyInclusion(sha256, { index, size, root, proof, leafHash: leafHash(sha256, bytes) }) ? 'agrees' : 'log';
}

async function proofOf(index: number, size: number, read: SignedParts['read']): Promise<Uint8Array[]> {
  const plans = inclusionPlan(index, size);
  const keyOf = (level: TileRef['level'], n: number): string => `${level}/${n}`;
  const wanted = tilesOf(plans, size);
  const tiles = new Map(
    await Promise.all(
      wanted.map(async ({ level, n }) => {
        const width = typeof level === 'number' ? tileWidth(level, n, size) : 0;
        return [keyOf(level, n), await read(tilePath({ level, n, width }))] as const;
      }),
    ),
  );
  return computeProof(sha256, plans, (level, n) => tiles.get(keyOf(level, n)) ?? new Uint8Array(0));
}

function contentsOf(text: string): Readonly<Record<string, unknown>> {
  try {
    const read: unknown = JSON.parse(text);
    return typeof read === 'object' && read !== null ? { ...read } : {};
  } catch {
    return {};
  }
}
