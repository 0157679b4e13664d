// The check that what the user is said to have asked for is what the log of acceptances has: every entry written anew from its salt and contents, and
// every receipt that this browser kept found among them.

import type { AnswerOf } from '@fairtick/contract/http/index';
import type { Receipt } from '@fairtick/contract/receipts';
import type { ProofCheck } from '@fairtick/engine/verify';
import { fromBase64, toBase64 } from '@fairtick/kernel/bytes';
import { encodeAcceptanceEntry } from '@fairtick/kernel/log/acceptance-entry';
import type { Checkpoint, NoteCrypto } from '@fairtick/kernel/log/note';
import { saltedHash } from '@fairtick/kernel/log/salted-hash';
import { signed, stands } from './in-log.ts';
import { type Consistency, growthOf, newestOf } from './log-growth.ts';
import type { LogMemory } from './log-memory.ts';

type Proof = AnswerOf<'proof'>;
type Acceptance = Proof['acceptances'][number];

export interface AcceptanceParts {
  readonly proof: Pick<Proof, 'acceptances' | 'origin' | 'acceptancesCheckpoint' | 'acceptancesKey'>;
  /** The key of the log of acceptances as it was met first. */
  readonly acceptancesKey: string;
  readonly crypto: NoteCrypto;
  /** Of this order, as they were answered to this browser. */
  readonly receipts: readonly Receipt[];
  readonly acceptancesMemory: LogMemory | undefined;
  readonly acceptancesConsistency: Consistency;
}

export interface AcceptancesOutcome {
  readonly checks: readonly ProofCheck[];
  /** What to remember of the log from now on; undefined = keep what was. */
  readonly remember: LogMemory | undefined;
}

export async function checkAcceptances(parts: AcceptanceParts): Promise<AcceptancesOutcome> {
  const { proof, acceptancesKey, acceptancesMemory: memory, crypto, receipts } = parts;
  const { acceptances, acceptancesCheckpoint } = proof;
  const checkpoint = signed(acceptancesCheckpoint, acceptancesKey, crypto);
  const lost = (of: readonly Acceptance[]): Acceptance | undefined =>
    of.find((one, at) => {
      // Places follow the order of one user's commands, so the same entry cannot stand for two of them.
      const isBehind = one.index > (of[at - 1]?.index ?? -1);
      return !isBehind || !checkpoint || !isInLog(one, checkpoint, crypto);
    });
  const missing = lost(acceptances) ?? lost(proof.origin);
  const growth = checkpoint && (await growthOf(memory, checkpoint, parts.acceptancesConsistency, crypto));
  const grows = growth === 'first' || growth === 'extends';
  const isSigned = checkpoint !== undefined && proof.acceptancesKey === acceptancesKey;
  const checks = [
    { name: 'accepted.signed', ok: isSigned, expected: 'true', actual: String(isSigned) },
    { name: 'accepted.in_log', ok: !missing, expected: 'none', actual: missing ? String(missing.index) : 'none' },
    ...(growth ? [{ name: 'accepted.grows', ok: grows, expected: 'true', actual: grows ? 'true' : growth }] : []),
    ...keptReceipts(acceptances, receipts, crypto),
  ];
  const remember =
    grows && checkpoint ? newestOf(memory, acceptancesKey, checkpoint, acceptancesCheckpoint) : undefined;
  return { checks, remember };
}

/** One that is not among the acceptances was dropped, or was said to be another. Nothing is said where none was kept. */
function keptReceipts(
  acceptances: readonly Acceptance[],
  receipts: readonly Receipt[],
  crypto: NoteCrypto,
): readonly ProofCheck[] {
  if (receipts.length === 0) return [];
  const said = new Set(acceptances.map((one) => told({ ...one, hash: toBase64(hashOf(one, crypto) ?? NOTHING) })));
  const lost = receipts.find((receipt) => !said.has(told(receipt)));
  return [{ name: 'receipts.kept', ok: !lost, expected: 'none', actual: lost?.kind ?? 'none' }];
}

const NOTHING = new Uint8Array(0);
const told = ({ kind, time, tick, hash }: Receipt): string => `${kind} ${time} ${tick} ${hash}`;

function isInLog(one: Acceptance, checkpoint: Checkpoint, crypto: NoteCrypto): boolean {
  const contentsHash = hashOf(one, crypto);
  if (!contentsHash) return false;
  try {
    return stands(checkpoint, encodeAcceptanceEntry({ index: one.index, time: one.time, contentsHash }), one, crypto);
  } catch {
    // What the log could not carry is not in it.
    return false;
  }
}

function hashOf({ salt, contents }: Acceptance, crypto: NoteCrypto): Uint8Array | undefined {
  const bytes = fromBase64(salt);
  return bytes && saltedHash(crypto.sha256, bytes, contents);
}
