// Audits a database whole: every tick against its hash, every tile and checkpoint against the tree, every order against its ticks, every
// balance against its journals. Believes nothing but the rows themselves and what an earlier audit remembers.

import { equalBytes } from '@fairtick/kernel/bytes';
import type { FullTile } from '@fairtick/kernel/log/frontier';
import { HASH_BYTES } from '@fairtick/kernel/log/merkle';
import {
  formatCheckpoint,
  formatVerifierKey,
  signNote,
  type VerifierKey,
  verifyCheckpoint,
} from '@fairtick/kernel/log/note';
import { TILE_WIDTH } from '@fairtick/kernel/log/tiles';
import { readPairs } from '../domains/market/index.ts';
import type { Pool } from '../platform/database/pools.ts';
import { ed25519Signer, nodeNoteCrypto, publicKeyOf, sha256 } from '../platform/transparency/crypto.ts';
import { storedEntry } from '../platform/transparency/stored-entry.ts';
import { readTicks, type TickRow } from '../platform/transparency/table.ts';
import type { StoredCheckpoint } from '../platform/transparency/types.ts';
import { Findings } from './findings.ts';
import { LogWalk } from './log-walk.ts';
import type { Remembered } from './memory.ts';
import { auditOrders, type Pairs } from './orders-audit.ts';
import * as store from './table.ts';

/** Ticks read at once; a whole number of tiles. */
const PAGE = 16 * TILE_WIDTH;

export interface AuditReport {
  readonly findings: readonly string[];
  readonly ticks: number;
  readonly tiles: number;
  readonly checkpoints: number;
  /** Of the ticks, those that are no longer kept: seen as hashes. */
  readonly gone: number;
  readonly orders: number;
  /** What to remember; undefined when nothing could be proven. */
  readonly newest: Remembered | undefined;
}

/** As the owner, in one moment of the database. */
export const auditDatabase = (owner: Pool, remembered?: Remembered): Promise<AuditReport> =>
  store.atOneMoment(owner, (db) => auditRows(db, remembered));

/** The same over a connection whose transaction the caller holds. */
export async function auditRows(db: store.Db, remembered?: Remembered): Promise<AuditReport> {
  const findings = new Findings();
  const pairs: Pairs = new Map((await readPairs(db)).map((pair) => [pair.id, pair]));
  const signer = await readSigner(db, remembered, findings);
  const extent = await store.readExtent(db);
  if (!extent) findings.add('the log has no state, or two');
  const walk = new LogWalk(findings, remembered);
  const size = Math.max(extent?.size ?? 0, (extent?.lastIndex ?? -1) + 1);
  const counts = { tiles: 0, checkpoints: 0, gone: 0 };
  const goneBelow = extent?.goneBelow ?? 0;
  for (const checkpoint of await store.readCheckpoints(db, -1, 0))
    auditCheckpoint(checkpoint, walk, signer, counts, findings);
  for (let from = 0; from < size && !findings.full; from += PAGE)
    await auditPage(
      db,
      { from, to: Math.min(size, from + PAGE) },
      {
        pairs,
        walk,
        signer,
        counts,
        findings,
        goneBelow,
      },
    );
  if (extent) compareExtent(extent, walk, counts, remembered, findings);
  const orders = await auditOrders(db, pairs, findings);
  for (const broken of await store.brokenInvariants(db)) findings.add(`the ledger: ${broken}`);
  const newest = signer && { size: walk.size, root: walk.root(), key: formatVerifierKey(signer.key, sha256) };
  return { findings: findings.list, ticks: walk.size, ...counts, orders, newest };
}

interface Signer {
  readonly key: VerifierKey;
  readonly seed: Uint8Array;
}

async function readSigner(
  db: store.Db,
  remembered: Remembered | undefined,
  findings: Findings,
): Promise<Signer | undefined> {
  const [row, ...others] = await store.readKeys(db);
  if (!row || others.length > 0) {
    findings.add(row ? 'the log has more than one key' : 'the log has no key');
    return undefined;
  }
  if (!equalBytes(publicKeyOf(row.private_key), row.public_key))
    findings.add("the log's two keys do not belong together");
  const key: VerifierKey = { name: row.origin, publicKey: row.public_key };
  if (remembered && formatVerifierKey(key, sha256) !== remembered.key)
    findings.add('the log has another key than an earlier audit saw');
  return { key, seed: row.private_key };
}

interface Context {
  readonly pairs: Pairs;
  readonly walk: LogWalk;
  readonly signer: Signer | undefined;
  readonly counts: { tiles: number; checkpoints: number; gone: number };
  readonly findings: Findings;
  /** Ticks below this place may be missing: then their hashes stand for them. */
  readonly goneBelow: number;
}

/** Ticks from..to-1, with the tiles they fill and the checkpoints that end among them. */
async function auditPage(db: store.Db, { from, to }: { from: number; to: number }, context: Context): Promise<void> {
  const { walk, signer, counts, findings, pairs, goneBelow } = context;
  let gone = 0;
  const [rows, indexes] = [await readTicks(db, from, to), await store.readIndexes(db, from, to)];
  const checkpoints = await store.readCheckpoints(db, from, to);
  const filled: FullTile[] = [];
  const signed = (): void => {
    for (const checkpoint of checkpoints.filter((one) => one.size === walk.size))
      auditCheckpoint(checkpoint, walk, signer, counts, findings);
  };
  const leaves = goneBelow > from ? await store.readTileRows(db, 0, from / TILE_WIDTH, Math.ceil(to / TILE_WIDTH)) : [];
  const skipTo = (index: number): void => {
    while (walk.size < Math.min(index, goneBelow)) {
      const tile = leaves.find((one) => one.n === Math.floor(walk.size / TILE_WIDTH));
      if (!tile) return;
      const at = (walk.size % TILE_WIDTH) * HASH_BYTES;
      filled.push(...walk.skip(tile.hashes.slice(at, at + HASH_BYTES)));
      counts.gone += 1;
      gone += 1;
      signed();
    }
  };
  for (const [i, row] of rows.entries()) {
    const index = indexes[i] ?? -1;
    skipTo(index);
    if (index !== walk.size) findings.add(`tick ${walk.size} is missing; ${index} comes next`);
    filled.push(...walk.add(row.leafHash, auditTick(row, index, pairs, findings)));
    signed();
  }
  skipTo(to);
  if (rows.length + gone < to - from)
    findings.add(`${to - from - rows.length - gone} ticks of ${from} to ${to - 1} are missing`);
  await auditTiles(db, filled, counts, findings);
}

/** The tick as its entry says it, where it is what its hash says. */
function auditTick(
  row: TickRow,
  index: number,
  pairs: Pairs,
  findings: Findings,
): { pair: string; seq: number; receivedTime: number } | undefined {
  const pair = pairs.get(row.pairId);
  if (!pair) {
    findings.add(`tick ${index} is of a pair that is not there`);
    return undefined;
  }
  try {
    if (!storedEntry(row, pair)) findings.add(`tick ${index} (${row.seq} of ${pair.code}) is not what its hash says`);
  } catch {
    findings.add(`tick ${index} holds what no entry can carry`);
  }
  return { pair: pair.code, seq: row.seq, receivedTime: row.receivedTime };
}

async function auditTiles(
  db: store.Db,
  filled: readonly FullTile[],
  counts: Context['counts'],
  findings: Findings,
): Promise<void> {
  for (const level of new Set(filled.map((tile) => tile.level))) {
    const tiles = filled.filter((tile) => tile.level === level);
    const numbers = tiles.map((tile) => tile.n);
    const stored = await store.readTileRows(db, level, Math.min(...numbers), Math.max(...numbers) + 1);
    for (const tile of tiles) {
      counts.tiles += 1;
      const found = stored.find((one) => one.n === tile.n);
      if (!found) findings.add(`tile ${level}/${tile.n} is missing`);
      else if (!equalBytes(found.hashes, tile.hashes))
        findings.add(`tile ${level}/${tile.n} is not what its ticks give`);
    }
  }
}

/** The walk stands at the checkpoint's size. */
function auditCheckpoint(
  { size, root, note }: StoredCheckpoint,
  walk: LogWalk,
  signer: Signer | undefined,
  counts: Context['counts'],
  findings: Findings,
): void {
  counts.checkpoints += 1;
  const what = `the checkpoint of ${size}`;
  if (!equalBytes(root, walk.root())) findings.add(`${what} has a root that its ticks do not give`);
  if (!signer) return;
  const read = verifyCheckpoint(note, signer.key, nodeNoteCrypto);
  if (!read.ok) {
    findings.add(`${what} is not signed by the log's key: ${read.error}`);
    return;
  }
  if (read.value.size !== size || !equalBytes(read.value.root, root))
    findings.add(`${what} says one thing in its note and another beside it`);
  // A note may carry others' signatures too, but the log itself stores its own alone: anything else was put there later.
  if (note !== ownNote({ size, root }, signer)) findings.add(`${what} has a note that the log did not write`);
}

function ownNote({ size, root }: { size: number; root: Uint8Array }, { key, seed }: Signer): string {
  const text = formatCheckpoint({ origin: key.name, size, root, extensions: [] });
  return signNote(text, { ...key, sign: ed25519Signer(seed) }, sha256);
}

function compareExtent(
  extent: store.LogExtent,
  walk: LogWalk,
  counts: Context['counts'],
  remembered: Remembered | undefined,
  findings: Findings,
): void {
  const { size } = extent;
  if (extent.ticks + counts.gone !== size) findings.add(`the log says ${size} ticks and has ${extent.ticks}`);
  if (extent.firstIndex !== 0 && counts.gone === 0) findings.add(`the log begins with tick ${extent.firstIndex}`);
  if (extent.tiles !== counts.tiles) findings.add(`${extent.tiles} tiles are stored where ${counts.tiles} are full`);
  if (extent.checkpoints !== counts.checkpoints)
    findings.add(`${extent.checkpoints - counts.checkpoints} checkpoints are of more ticks than there are`);
  if (extent.evaluatedThrough >= size) findings.add('triggers were decided for ticks that are not there');
  if (extent.lastReceivedTime !== walk.lastReceivedTime)
    findings.add('the log says another time of its newest tick than that tick');
  if (remembered && remembered.size > walk.size)
    findings.add(`an earlier audit saw ${remembered.size} ticks, now there are ${walk.size}`);
}
