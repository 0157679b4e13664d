// Audits a log as anybody can: from its public files alone, over HTTP. Begins where the last audit ended, proves that what is shown now
// extends what was signed then, and reads every entry since.

import { ERROR_CODES } from '@fairtick/contract/errors';
import { equalBytes, fromUtf8 } from '@fairtick/kernel/bytes';
import { Frontier, type FullTile, levelsOf, partialWidth } from '@fairtick/kernel/log/frontier';
import { HASH_BYTES, leafHash } from '@fairtick/kernel/log/merkle';
import { parseVerifierKey, verifyCheckpoint } from '@fairtick/kernel/log/note';
import { parseTickEntry } from '@fairtick/kernel/log/tick-entry';
import { decodeEntryBundle, TILE_WIDTH, tilePath } from '@fairtick/kernel/log/tiles';
import { nodeNoteCrypto, sha256 } from '../platform/transparency/crypto.ts';
import { Findings } from './findings.ts';
import { LogWalk } from './log-walk.ts';
import type { Remembered } from './memory.ts';

const ANSWER_LIMIT_MS = 10_000;
/** A bundle of 256 entries of a kilobyte each is the largest thing a log serves. */
const MAX_ANSWER_BYTES = 512 * 1024;

export interface PublicReport {
  readonly findings: readonly string[];
  /** Where this audit began, and where it ended. */
  readonly from: number;
  readonly size: number;
  readonly tiles: number;
  /** Ticks that the server no longer keeps: seen as hashes. */
  readonly gone: number;
  /** What to remember; undefined when anything was wrong. */
  readonly newest: Remembered | undefined;
}

/** A server that does not answer proves nothing about its log: that is no finding. */
export class NotAnswered extends Error {
  override readonly name = 'NotAnswered';
}

export interface PublicOptions {
  /** The server's address; the log lies below it at tlog/. */
  readonly url: string;
  /** The log's verifier key as text. */
  readonly key: string;
  readonly remembered?: Remembered | undefined;
  /** Reads everything again, not only what is new. */
  readonly all?: boolean;
}

export async function auditPublic({ url, key, remembered, all = false }: PublicOptions): Promise<PublicReport> {
  const findings = new Findings();
  const files = new LogFiles(url);
  const nothing = { findings: findings.list, from: 0, size: 0, tiles: 0, gone: 0, newest: undefined };
  const verifier = parseVerifierKey(key, sha256);
  if (!verifier.ok) {
    findings.add(`the verifier key is none: ${verifier.error}`);
    return nothing;
  }
  const checkpoint = verifyCheckpoint(await files.checkpoint(), verifier.value, nodeNoteCrypto);
  if (!checkpoint.ok) {
    findings.add(`the newest checkpoint is not signed by the log's key: ${checkpoint.error}`);
    return nothing;
  }
  const { size, root } = checkpoint.value;
  if (remembered && remembered.key !== key) findings.add('the log has another key than an earlier audit saw');
  if (remembered && remembered.size > size)
    findings.add(`an earlier audit saw ${remembered.size} ticks, now ${size} are signed`);
  const from = remembered && !all && remembered.size <= size ? remembered.size : 0;
  const begun = await edgeAt(files, from, findings);
  const walk = begun && new LogWalk(findings, remembered, begun);
  let gone = 0;
  if (walk) {
    gone = await readEntries(files, walk, size, findings);
    if (walk.size === size && !equalBytes(walk.root(), root))
      findings.add(`the ${size} ticks shown are not those that were signed`);
    if (walk.size === size) for (const tile of walk.partialTiles()) await compareTile(files, tile, findings);
  }
  const good = findings.list.length === 0;
  return {
    findings: findings.list,
    from,
    size,
    tiles: files.tiles,
    gone,
    newest: good ? { size, root, key } : undefined,
  };
}

/** The tree's right edge at `size` as served; the walk proves it against the remembered root. */
async function edgeAt(files: LogFiles, size: number, findings: Findings): Promise<Frontier | undefined> {
  const partial: Uint8Array[][] = [];
  for (let level = 0; level < levelsOf(size); level += 1) {
    const width = partialWidth(size, level);
    const n = Math.floor(size / TILE_WIDTH ** (level + 1));
    const bytes = width === 0 ? new Uint8Array(0) : await files.tile(level, n, width);
    if (bytes?.length !== width * HASH_BYTES) {
      findings.add(`tile ${level}/${n} is not shown`);
      return undefined;
    }
    partial.push(Array.from({ length: width }, (_, i) => bytes.slice(i * HASH_BYTES, (i + 1) * HASH_BYTES)));
  }
  return Frontier.of(sha256, size, partial);
}

/** How many ticks were seen as hashes alone: whole tiles at the log's beginning that the server says it no longer keeps. */
async function readEntries(files: LogFiles, walk: LogWalk, size: number, findings: Findings): Promise<number> {
  let gone = 0;
  let seen = false;
  while (walk.size < size && !findings.full) {
    const n = Math.floor(walk.size / TILE_WIDTH);
    const width = Math.min(TILE_WIDTH, size - n * TILE_WIDTH);
    const bundle = await files.entries(n, width);
    const leaves = bundle === 'gone' && !seen && width === TILE_WIDTH ? await files.tile(0, n, width) : undefined;
    if (leaves?.length === width * HASH_BYTES) {
      for (let at = walk.size % TILE_WIDTH; at < width; at += 1) {
        const leaf = leaves.slice(at * HASH_BYTES, (at + 1) * HASH_BYTES);
        for (const tile of walk.skip(leaf)) await compareTile(files, tile, findings);
        gone += 1;
      }
      continue;
    }
    const entries = bundle && bundle !== 'gone' ? decodeEntryBundle(bundle) : undefined;
    if (!entries?.ok || entries.value.length !== width) {
      findings.add(`the entries from ${n * TILE_WIDTH} on are not shown whole`);
      return gone;
    }
    seen = true;
    for (const bytes of entries.value.slice(walk.size - n * TILE_WIDTH)) {
      const entry = parseTickEntry(bytes);
      if (!entry) findings.add(`entry ${walk.size} is no tick`);
      for (const tile of walk.add(leafHash(sha256, bytes), entry)) await compareTile(files, tile, findings);
    }
  }
  return gone;
}

async function compareTile(files: LogFiles, tile: FullTile, findings: Findings): Promise<void> {
  const width = tile.hashes.length / HASH_BYTES;
  const shown = await files.tile(tile.level, tile.n, width);
  if (!shown) findings.add(`tile ${tile.level}/${tile.n} is not shown`);
  else if (!equalBytes(shown, tile.hashes)) findings.add(`tile ${tile.level}/${tile.n} is not what its ticks give`);
}

/** The log's files: undefined where the server says that it has none such. */
class LogFiles {
  readonly #base: string;
  tiles = 0;

  constructor(url: string) {
    this.#base = `${url.replace(/\/+$/, '')}/tlog/`;
  }

  async checkpoint(): Promise<string> {
    const bytes = await this.#get('checkpoint');
    if (!bytes) throw new NotAnswered(`${this.#base}checkpoint is not there`);
    return fromUtf8(bytes);
  }

  tile(level: number, n: number, width: number): Promise<Uint8Array | undefined> {
    this.tiles += 1;
    return this.#get(tilePath({ level, n, width }));
  }

  async entries(n: number, width: number): Promise<Uint8Array | 'gone' | undefined> {
    const found = await this.#ask(tilePath({ level: 'entries', n, width }));
    return found.bytes ?? (isGone(found.refusal) ? 'gone' : undefined);
  }

  async #get(path: string): Promise<Uint8Array | undefined> {
    return (await this.#ask(path)).bytes;
  }

  async #ask(path: string): Promise<{ readonly bytes?: Uint8Array; readonly refusal?: Uint8Array }> {
    let response: Response;
    let bytes: ArrayBuffer;
    try {
      response = await fetch(this.#base + path, { signal: AbortSignal.timeout(ANSWER_LIMIT_MS) });
      bytes = await response.arrayBuffer();
    } catch (error) {
      throw new NotAnswered(`${this.#base}${path}: ${error instanceof Error ? error.message : String(error)}`);
    }
    // What it has no more, or can't make up any more from what it has, is a finding; that it is busy is none.
    if (response.status === 404 || response.status === 500) return { refusal: new Uint8Array(bytes) };
    if (response.status !== 200 || bytes.byteLength > MAX_ANSWER_BYTES)
      throw new NotAnswered(`${this.#base}${path}: status ${response.status}`);
    return { bytes: new Uint8Array(bytes) };
  }
}

/** Whether a 404 gives as its reason that these ticks are no longer kept. */
function isGone(refusal: Uint8Array | undefined): boolean {
  try {
    const said: unknown = JSON.parse(fromUtf8(refusal ?? new Uint8Array(0)));
    return typeof said === 'object' && said !== null && 'code' in said && said.code === ERROR_CODES.TICKS_GONE;
  } catch {
    return false;
  }
}
