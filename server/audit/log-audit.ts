// Audits a log's tree whole, whatever its entries are: every tile against the leaves, every checkpoint against the tree, its key, and what an
// earlier audit remembers.

import { equalBytes } from '@fairtick/kernel/bytes';
import type { FullTile } from '@fairtick/kernel/log/frontier';
import { leafHash } from '@fairtick/kernel/log/merkle';
import { formatCheckpoint, formatVerifierKey, verifyCheckpoint } from '@fairtick/kernel/log/note';
import { TILE_WIDTH } from '@fairtick/kernel/log/tiles';
import type { Queries } from '../platform/database/pools.ts';
import {
  countTree,
  type KeyEpoch,
  nodeNoteCrypto,
  readCheckpoints,
  readKeyEpochs,
  readKeys,
  readPlain,
  readPlainLogs,
  readTiles,
  type StoredCheckpoint,
  sha256,
} from '../platform/transparency/index.ts';
import type { Findings } from './findings.ts';
import { LogWalk } from './log-walk.ts';
import type { Remembered } from './memory.ts';

/** Entries read at once; a whole number of tiles. */
const PAGE = 16 * TILE_WIDTH;

export interface AuditedLog {
  /** The log's number in the database. */
  readonly log: number;
  /** What findings call the log and its entries. */
  readonly name: string;
  readonly noun: string;
  readonly size: number;
  /** The leaves of the entries from..to-1 in order, each held against its entry; the tree so far has `at` leaves. Finds what is missing. */
  leaves(from: number, to: number, at: number): Promise<readonly Uint8Array[]>;
}

export interface TreeReport {
  /** Leaves that were walked. */
  readonly size: number;
  readonly tiles: number;
  readonly checkpoints: number;
  /** What to remember; undefined when the log has not one key. */
  readonly newest: Remembered | undefined;
}

export async function auditTree(
  db: Queries,
  audited: AuditedLog,
  findings: Findings,
  remembered?: Remembered,
): Promise<TreeReport> {
  const { log, name, noun, size } = audited;
  const signers = await readSigners(db, audited, findings, remembered);
  const signer = signers.at(-1)?.key;
  const walk = new LogWalk({ findings, noun, remembered });
  let [tiles, checkpoints] = [0, 0];
  const signed = (all: readonly StoredCheckpoint[]): void => {
    for (const checkpoint of all.filter((one) => one.size === walk.size)) {
      checkpoints += 1;
      auditCheckpoint(checkpoint, audited, walk, signers, findings);
    }
  };
  signed(await readCheckpoints(db, log, -1, 0));
  for (let from = 0; from < size && !findings.full; from += PAGE) {
    const to = Math.min(size, from + PAGE);
    const ending = await readCheckpoints(db, log, from, to);
    const filled: FullTile[] = [];
    for (const leaf of await audited.leaves(from, to, walk.size)) {
      filled.push(...walk.add(leaf));
      signed(ending);
    }
    tiles += filled.length;
    await auditTiles(db, audited, filled, findings);
  }
  const stored = await countTree(db, log);
  // A log that was never opened has neither.
  if (!signer && stored.checkpoints + size > 0) findings.add(`${name} has no key that is its own`);
  if (stored.tiles !== tiles) findings.add(`${stored.tiles} tiles of ${name} are stored where ${tiles} are full`);
  if (stored.checkpoints !== checkpoints)
    findings.add(`${stored.checkpoints - checkpoints} checkpoints of ${name} are of more ${noun} than there are`);
  if (remembered && remembered.size > walk.size)
    findings.add(`an earlier audit saw ${remembered.size} ${noun}, now there are ${walk.size}`);
  const newest = signer && { size: walk.size, root: walk.root(), key: formatVerifierKey(signer, sha256) };
  return { size: walk.size, tiles, checkpoints, newest };
}

/** Logs of plain entries but those with an audit of their own: nothing is known of these but that each entry is what its hash says. */
export async function auditPlainLogs(db: Queries, findings: Findings, audited: readonly number[] = []): Promise<void> {
  for (const { log, name, size } of await readPlainLogs(db)) {
    if (audited.includes(log)) continue;
    const leaves = async (from: number, to: number): Promise<readonly Uint8Array[]> => {
      const rows = await readPlain(db, log, from, to);
      if (rows.length !== to - from) findings.add(`entries ${from} to ${to - 1} of ${name} are not all there`);
      for (const [i, row] of rows.entries()) {
        if (!equalBytes(leafHash(sha256, row.entry), row.leafHash))
          findings.add(`entry ${from + i} of ${name} is not what its hash says`);
      }
      return rows.map((row) => row.leafHash);
    };
    await auditTree(db, { log, name, noun: 'entries', size, leaves }, findings);
  }
}

async function readSigners(
  db: Queries,
  { log, name }: AuditedLog,
  findings: Findings,
  remembered: Remembered | undefined,
): Promise<readonly KeyEpoch[]> {
  const [row, ...others] = await readKeys(db, log);
  if (!row) return [];
  if (others.length > 0) {
    findings.add(`${name} has more than one key`);
    return [];
  }
  const epochs = await readKeyEpochs(db, log, row.origin);
  const newest = epochs.at(-1);
  if (remembered && newest && formatVerifierKey(newest.key, sha256) !== remembered.key)
    findings.add(`${name} has another key than an earlier audit saw`);
  return epochs;
}

async function auditTiles(
  db: Queries,
  { log, name, noun }: AuditedLog,
  filled: readonly FullTile[],
  findings: Findings,
): Promise<void> {
  if (filled.length === 0) return;
  const stored = await readTiles(db, log, filled);
  for (const { level, n, hashes } of filled) {
    const found = stored.find((one) => one.level === level && one.n === n);
    if (!found) findings.add(`tile ${level}/${n} of ${name} is missing`);
    else if (!equalBytes(found.hashes, hashes))
      findings.add(`tile ${level}/${n} of ${name} is not what its ${noun} give`);
  }
}

/** The walk stands at the checkpoint's size. */
function auditCheckpoint(
  { epoch, size, root, note }: StoredCheckpoint,
  { name, noun }: AuditedLog,
  walk: LogWalk,
  signers: readonly KeyEpoch[],
  findings: Findings,
): void {
  const what = `the checkpoint of ${size} of ${name}`;
  if (!equalBytes(root, walk.root())) findings.add(`${what} has a root that its ${noun} do not give`);
  const signer = signers.find(({ number }) => number === epoch)?.key;
  if (!signer) {
    if (signers.length > 0) findings.add(`${what} is of a key that the log never had`);
    return;
  }
  const read = verifyCheckpoint(note, signer, nodeNoteCrypto);
  if (!read.ok) {
    findings.add(`${what} is not signed by the log's key: ${read.error}`);
    return;
  }
  if (read.value.size !== size || !equalBytes(read.value.root, root))
    findings.add(`${what} says one thing in its note and another beside it`);
  // A note may carry others' signatures too, but the log itself stores its own alone: anything else was put there later.
  const text = formatCheckpoint({ origin: signer.name, size, root, extensions: [] });
  if (!note.startsWith(`${text}\n— `) || note.split('\n— ').length !== 2)
    findings.add(`${what} has a note that the log did not write`);
}
