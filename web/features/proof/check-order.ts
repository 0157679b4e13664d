// The whole verification of one order, pure but for what is handed in: recompute it, find its ticks in the log, hold the log to its past.

import type { AnswerOf } from '@fairtick/contract/http/index';
import type { Receipt } from '@fairtick/contract/receipts';
import type { ForexProof, MicroProof, ProofTick } from '@fairtick/engine/proof';
import { allHold, anyFails, type ProofCheck, verifyForex, verifyMicro } from '@fairtick/engine/verify';
import { fromBase64 } from '@fairtick/kernel/bytes';
import { formatFixed, parseDecimal } from '@fairtick/kernel/decimal';
import { leafHash, verifyInclusion } from '@fairtick/kernel/log/merkle';
import { type Checkpoint, type NoteCrypto, parseVerifierKey, verifyCheckpoint } from '@fairtick/kernel/log/note';
import { encodeTickEntry } from '@fairtick/kernel/log/tick-entry';
import { checkAcceptances } from './check-acceptances.ts';
import type { PathOutcome } from './check-path.ts';
import { type Consistency, type Growth, growthOf, newestOf } from './log-growth.ts';
import type { LogMemory } from './log-memory.ts';

type Proof = AnswerOf<'proof'>;

export interface TickReport {
  readonly tick: Proof['ticks'][number];
  /** Its very bytes stand at its place in the signed log. */
  readonly inLog: boolean;
}

/** key_changed: signed by another key than the one met first. unsigned: not signed by that key. */
export type LogVerdict = Growth | 'key_changed' | 'unsigned';

export interface OrderReport {
  readonly holds: boolean;
  /** Nothing is wrong, but not everything can be shown. Never together with `holds`. */
  readonly open: boolean;
  readonly checks: readonly ProofCheck[];
  readonly ticks: readonly TickReport[];
  /** That nothing came first; undefined where nothing of the order waited for a price, or it could not be asked. */
  readonly path?: PathOutcome | undefined;
  readonly log: LogVerdict;
  /** Leaves of the proof's checkpoint; undefined when it could not be read. */
  readonly logSize: number | undefined;
  /** Leaves of the checkpoint remembered before; undefined at the first time. */
  readonly rememberedSize: number | undefined;
  readonly keyName: string;
  /** What to remember from now on; undefined = keep what was. */
  readonly remember: LogMemory | undefined;
  readonly rememberAcceptances: LogMemory | undefined;
}

export interface CheckParts {
  readonly proof: Proof;
  readonly orderId: string;
  /** The log's key as the server names it. */
  readonly verifierKey: string;
  /** The key of the log of acceptances as it was met first. */
  readonly acceptancesKey: string;
  /** Of this order, as this browser kept them. */
  readonly receipts: readonly Receipt[];
  readonly memory: LogMemory | undefined;
  readonly crypto: NoteCrypto;
  readonly consistency: Consistency;
  /** The log of acceptances, as this browser remembers it. */
  readonly acceptancesMemory: LogMemory | undefined;
  readonly acceptancesConsistency: Consistency;
}

export async function checkOrder(parts: CheckParts): Promise<OrderReport> {
  const { proof, memory, crypto, verifierKey } = parts;
  const accepted = await checkAcceptances(parts);
  const checks = [...recomputed(proof), sameOrder(parts), ...accepted.checks];
  const pinned = memory?.key ?? verifierKey;
  const key = parseVerifierKey(pinned, crypto.sha256);
  const signed = key.ok ? verifyCheckpoint(proof.checkpoint, key.value, crypto) : undefined;
  const checkpoint = signed?.ok ? signed.value : undefined;
  const ticks = proof.ticks.map((tick) => ({
    tick,
    inLog: checkpoint !== undefined && isInLog(tick, proof, checkpoint, crypto),
  }));
  const log = await logVerdict(parts, pinned, checkpoint);
  const logHolds = log === 'first' || log === 'extends';
  const shown = logHolds && ticks.length > 0 && ticks.every(({ inLog }) => inLog);
  return {
    holds: shown && allHold(checks),
    open: shown && !allHold(checks) && !anyFails(checks),
    checks,
    ticks,
    log,
    logSize: checkpoint?.size,
    rememberedSize: memory && memory.size > 0 ? memory.size : undefined,
    keyName: key.ok ? key.value.name : '',
    remember: logHolds && checkpoint ? newestOf(memory, pinned, checkpoint, proof.checkpoint) : undefined,
    rememberAcceptances: accepted.remember,
  };
}

function recomputed(proof: Proof): readonly ProofCheck[] {
  if (isForexProof(proof)) return verifyForex(proof);
  if (isMicroProof(proof)) return verifyMicro(proof);
  return [{ name: 'proof.readable', ok: false, expected: 'forex, micro', actual: String(proof.terms.kind) }];
}

// The shape of terms beyond their kind is read and doubted by engine/verify itself, field by field.
const isForexProof = (proof: unknown): proof is ForexProof => kindOf(proof) === 'forex';
const isMicroProof = (proof: unknown): proof is MicroProof => kindOf(proof) === 'micro';
function kindOf(proof: unknown): unknown {
  if (typeof proof !== 'object' || proof === null || !('terms' in proof)) return undefined;
  const { terms } = proof;
  return typeof terms === 'object' && terms !== null && 'kind' in terms ? terms.kind : undefined;
}

const sameOrder = ({ proof, orderId }: CheckParts): ProofCheck => ({
  name: 'order.id',
  ok: proof.order.Id === orderId,
  expected: orderId,
  actual: String(proof.order.Id),
});

/** The entry is written anew from what the proof says, so a single changed digit gives other bytes and no place in the log. */
function isInLog(tick: ProofTick, proof: Proof, checkpoint: Checkpoint, crypto: NoteCrypto): boolean {
  const places = tick.role === 'rate' ? proof.terms.ratePrecision : proof.terms.PricePrecision;
  const bid = fixed(tick.bid, places);
  const ask = fixed(tick.ask, places);
  const hashes = tick.inclusion.map((text) => fromBase64(text));
  if (bid === undefined || ask === undefined) return false;
  const inclusion: Uint8Array[] = [];
  for (const hash of hashes) {
    if (!hash) return false;
    inclusion.push(hash);
  }
  const entry = entryOf({ ...tick, bid, ask });
  if (!entry) return false;
  return verifyInclusion(crypto.sha256, {
    leafHash: leafHash(crypto.sha256, entry),
    index: tick.index,
    size: checkpoint.size,
    proof: inclusion,
    root: checkpoint.root,
  });
}

function entryOf(tick: ProofTick): Uint8Array | undefined {
  try {
    return encodeTickEntry(tick);
  } catch {
    return undefined;
  }
}

function fixed(text: string, places: unknown): string | undefined {
  const parsed = parseDecimal(text);
  if (!parsed.ok || typeof places !== 'number' || !Number.isInteger(places) || places < 0 || places > 8)
    return undefined;
  try {
    return formatFixed(parsed.value, places);
  } catch {
    return undefined;
  }
}

async function logVerdict(parts: CheckParts, pinned: string, checkpoint: Checkpoint | undefined): Promise<LogVerdict> {
  if (parts.verifierKey !== pinned) return 'key_changed';
  if (!checkpoint) return 'unsigned';
  return await growthOf(parts.memory, checkpoint, parts.consistency, parts.crypto);
}
