// The logs that good proofs stand in, whole, so that a forger can prove any other entry of them, or write a log anew as the owner of its key could.

import { toBase64 } from '@fairtick/kernel/bytes';
import { leafHash, nodeHash } from '@fairtick/kernel/log/merkle';
import { formatCheckpoint, signNote } from '@fairtick/kernel/log/note';
import { ed25519Signer, publicKeyOf, sha256 } from '@fairtick/server/platform/transparency/index';
import { testLogKeys } from '../../harness/outside.ts';
import type { Evidence } from '../../independent/collect.ts';

export interface OpenLog {
  readonly origin: string;
  readonly leaves: readonly Uint8Array[];
}

export interface LoggedTick {
  readonly index: number;
  readonly pair: string;
  readonly seq: number;
  readonly bid: string;
  readonly ask: string;
  readonly sourceTime: number;
  readonly receivedTime: number;
  readonly source: string;
}

export interface Logs {
  readonly ticks: OpenLog;
  readonly acceptances: OpenLog;
  readonly entries: readonly LoggedTick[];
}

/** Roots of stretches of a list, each worked out once: a forger proves thousands of places in the same few logs. */
const known = new WeakMap<readonly Uint8Array[], Map<string, Uint8Array>>();

function rootOf(leaves: readonly Uint8Array[], from: number, to: number): Uint8Array {
  const roots = known.get(leaves) ?? new Map<string, Uint8Array>();
  known.set(leaves, roots);
  const place = `${from} ${to}`;
  const root = roots.get(place) ?? (to - from === 1 ? leaves[from] : undefined) ?? joined(leaves, from, to);
  roots.set(place, root);
  return root;
}

function joined(leaves: readonly Uint8Array[], from: number, to: number): Uint8Array {
  if (to <= from) return sha256(new Uint8Array(0));
  const middle = from + half(to - from);
  return nodeHash(sha256, rootOf(leaves, from, middle), rootOf(leaves, middle, to));
}

/** The largest power of two below it. */
const half = (size: number): number => 2 ** Math.ceil(Math.log2(size) - 1);

export const rootAt = (leaves: readonly Uint8Array[], size: number): Uint8Array => rootOf(leaves, 0, size);

/** For the log of its first `size` leaves. */
export function inclusionAt(leaves: readonly Uint8Array[], index: number, size: number): readonly string[] {
  const hashes: Uint8Array[] = [];
  for (let [from, to] = [0, size]; to - from > 1; ) {
    const middle = from + half(to - from);
    if (index < middle) {
      hashes.unshift(rootOf(leaves, middle, to));
      to = middle;
    } else {
      hashes.unshift(rootOf(leaves, from, middle));
      from = middle;
    }
  }
  return hashes.map(toBase64);
}

export function logsOf(evidence: Evidence): Logs {
  const ticks = entriesOf(evidence.log.entries);
  const open = (origin: string, entries: readonly Buffer[]): OpenLog => ({
    origin,
    leaves: entries.map((entry) => leafHash(sha256, new Uint8Array(entry))),
  });
  return {
    ticks: open('fairtick.log/ticks', ticks),
    acceptances: open('fairtick.log/acceptances', entriesOf(evidence.acceptancesLog.entries)),
    entries: ticks.map((entry, index) => {
      const [, pair = '', seq = '', bid = '', ask = '', sourceTime, receivedTime, source = ''] = entry
        .toString('utf8')
        .split('\n');
      const times = { sourceTime: Number(sourceTime), receivedTime: Number(receivedTime) };
      return { index, pair, seq: Number(seq), bid, ask, ...times, source };
    }),
  };
}

function entriesOf(bundles: readonly string[]): readonly Buffer[] {
  return bundles.flatMap((text) => {
    const bundle = Buffer.from(text, 'base64');
    const entries: Buffer[] = [];
    for (let at = 0; at < bundle.length; at += 2 + bundle.readUInt16BE(at))
      entries.push(bundle.subarray(at + 2, at + 2 + bundle.readUInt16BE(at)));
    return entries;
  });
}

/** A checkpoint over such leaves, signed by the log's own key. */
export function signedOver({ origin, leaves }: OpenLog): string {
  const seed = testLogKeys.begin(origin);
  const signer = { name: origin, publicKey: publicKeyOf(seed), sign: ed25519Signer(seed) };
  const root = rootAt(leaves, leaves.length);
  return signNote(formatCheckpoint({ origin, size: leaves.length, root, extensions: [] }), signer, sha256);
}
