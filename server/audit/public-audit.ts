// Audits a log as anybody can: from its public files alone, over HTTP. Begins where the last audit ended, proves that what is shown now
// extends what was signed then, and reads every entry since; of the ticks' log also what the entries say.

import { equalBytes } from '@fairtick/kernel/bytes';
import { parseAcceptanceEntry } from '@fairtick/kernel/log/acceptance-entry';
import { parseActEntry } from '@fairtick/kernel/log/act-entry';
import { Frontier, type FullTile, levelsOf, partialWidth } from '@fairtick/kernel/log/frontier';
import { HASH_BYTES, leafHash } from '@fairtick/kernel/log/merkle';
import { parseVerifierKey, verifyCheckpoint } from '@fairtick/kernel/log/note';
import { parseTickEntry } from '@fairtick/kernel/log/tick-entry';
import { decodeEntryBundle, TILE_WIDTH } from '@fairtick/kernel/log/tiles';
import { nodeNoteCrypto, sha256 } from '../platform/transparency/index.ts';
import type { CandleCheck } from './candle-check.ts';
import { Findings } from './findings.ts';
import { LogFiles } from './log-files.ts';
import { LogWalk } from './log-walk.ts';
import type { Remembered } from './memory.ts';
import { TickOrder } from './tick-order.ts';

export interface PublicReport {
  readonly findings: readonly string[];
  /** Where this audit began, and where it ended. */
  readonly from: number;
  readonly size: number;
  readonly tiles: number;
  /** Entries that the server no longer keeps: seen as hashes. */
  readonly gone: number;
  /** What to remember; undefined when anything was wrong. */
  readonly newest: Remembered | undefined;
}

export interface PublicOptions {
  /** The server's address; its logs lie below it at tlog/. */
  readonly url: string;
  /** The log's verifier key as text. */
  readonly key: string;
  readonly remembered?: Remembered | undefined;
  /** Reads everything again, not only what is new. */
  readonly all?: boolean;
}

/** What an auditor of one kind of log looks for in its entries. */
interface EntryAudit {
  entry(place: number, bytes: Uint8Array): void;
  /** The next entry is no longer kept. */
  skip(): void;
}

/** A log among the server's, and how its entries are read. */
export interface PublicLog {
  /** Its folder below tlog/; empty for the ticks, which lie at the top. */
  readonly folder: string;
  readonly noun: string;
  readonly entries: (findings: Findings, from: number) => EntryAudit;
}

/** `candles`: what is to be held against these ticks. */
export const ticksLog = (candles?: CandleCheck): PublicLog => ({
  folder: '',
  noun: 'ticks',
  entries: (findings, from) => {
    const order = new TickOrder(findings, from);
    return {
      entry: (place, bytes) => {
        const tick = parseTickEntry(bytes);
        if (!tick) {
          findings.add(`entry ${place} is no tick`);
          return;
        }
        order.add(place, tick);
        candles?.tick(tick);
      },
      skip: () => {
        order.skip();
        candles?.gone();
      },
    };
  },
});

/** `check` has been handed the ticks. */
export const candlesLog = (check: CandleCheck): PublicLog => ({
  folder: 'candles/',
  noun: 'candles',
  entries: (findings) => ({
    entry: (place, bytes) => check.entry(place, bytes),
    skip: () => findings.add('an entry of the candles is no longer shown'),
  }),
});

/** The staff's acts: kind, time and a hash of each, and its own place. */
export const ACTS: PublicLog = {
  folder: 'acts/',
  noun: 'acts',
  entries: (findings) => ({
    entry: (place, bytes) => {
      if (parseActEntry(bytes)?.index !== place) findings.add(`entry ${place} is no act of that place`);
    },
    skip: () => findings.add('an entry of the acts is no longer shown'),
  }),
};

/** Users' commands as they were taken in: time and a hash of each, and its own place. */
export const ACCEPTANCES: PublicLog = {
  folder: 'acceptances/',
  noun: 'acceptances',
  entries: (findings) => ({
    entry: (place, bytes) => {
      if (parseAcceptanceEntry(bytes)?.index !== place) findings.add(`entry ${place} is no acceptance of that place`);
    },
    skip: () => findings.add('an acceptance is no longer shown'),
  }),
};

/** `log`: the ticks' unless told. */
export async function auditPublic(
  { url, key, remembered, all = false }: PublicOptions,
  { folder, noun, entries }: PublicLog = ticksLog(),
): Promise<PublicReport> {
  const findings = new Findings();
  const files = new LogFiles(`${url.replace(/\/+$/, '')}/tlog/${folder}`);
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
    findings.add(`an earlier audit saw ${remembered.size} ${noun}, now ${size} are signed`);
  const from = remembered && !all && remembered.size <= size ? remembered.size : 0;
  const begun = await frontierAt(files, from, findings);
  const walk = begun && new LogWalk({ findings, noun, remembered, begun });
  let gone = 0;
  if (walk) {
    gone = await readEntries(files, walk, size, entries(findings, from), findings);
    if (walk.size === size && !equalBytes(walk.root(), root))
      findings.add(`the ${size} ${noun} shown are not those that were signed`);
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
async function frontierAt(files: LogFiles, size: number, findings: Findings): Promise<Frontier | undefined> {
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

/** How many entries were seen as hashes alone: whole tiles at the log's beginning that the server says it no longer keeps. */
async function readEntries(
  files: LogFiles,
  walk: LogWalk,
  size: number,
  audit: EntryAudit,
  findings: Findings,
): Promise<number> {
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
        audit.skip();
        for (const tile of walk.add(leaf)) await compareTile(files, tile, findings);
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
      audit.entry(walk.size, bytes);
      for (const tile of walk.add(leafHash(sha256, bytes))) await compareTile(files, tile, findings);
    }
  }
  return gone;
}

async function compareTile(files: LogFiles, tile: FullTile, findings: Findings): Promise<void> {
  const width = tile.hashes.length / HASH_BYTES;
  const shown = await files.tile(tile.level, tile.n, width);
  if (!shown) findings.add(`tile ${tile.level}/${tile.n} is not shown`);
  else if (!equalBytes(shown, tile.hashes)) findings.add(`tile ${tile.level}/${tile.n} is not what its entries give`);
}
