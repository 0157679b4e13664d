// The acts' log as an audit walks it: every entry against the act's row, every act with its place. Contents that were erased are counted, not found.

import { equalBytes } from '@fairtick/kernel/bytes';
import { type ActEntry, actContentsHash, parseActEntry } from '@fairtick/kernel/log/act-entry';
import { leafHash } from '@fairtick/kernel/log/merkle';
import { z } from 'zod';
import { ACTS_LOG } from '../platform/acts/acts-log.ts';
import { type ActRow, readMisplacedActs, readPlacedActs } from '../platform/acts/table.ts';
import type { Queries } from '../platform/database/pools.ts';
import { type PlainRow, readPlain, readPlainLogs, sha256 } from '../platform/transparency/index.ts';
import type { Findings } from './findings.ts';
import { auditTree, type TreeReport } from './log-audit.ts';
import type { Remembered } from './memory.ts';
import { readServedTime } from './table.ts';

/** A server places acts each second; one that waits for so long while ticks came in was passed over. */
const LONGEST_WAIT_MS = 60_000;

export interface ActReport extends TreeReport {
  /** Of the acts, those whose contents were erased. */
  readonly erased: number;
}

export async function auditActs(
  db: Queries,
  findings: Findings,
  remembered: Remembered | undefined,
): Promise<ActReport> {
  const head = (await readPlainLogs(db)).find(({ log }) => log === ACTS_LOG);
  if (!head) findings.add("the acts' log has no head");
  const size = head?.size ?? 0;
  let erased = 0;
  const leaves = async (from: number, to: number): Promise<readonly Uint8Array[]> => {
    const [entries, rows] = [await readPlain(db, ACTS_LOG, from, to), await readPlacedActs(db, from, to)];
    if (entries.length !== to - from) findings.add(`entries ${from} to ${to - 1} of the acts' log are not all there`);
    const acts = new Map(rows.map((row) => [row.index, row]));
    for (const [i, entry] of entries.entries())
      erased += compare(entry, from + i, acts.get(from + i), findings) === 'erased' ? 1 : 0;
    return entries.map((entry) => entry.leafHash);
  };
  const audited = { log: ACTS_LOG, name: "the acts' log", noun: 'acts', size, leaves };
  const tree = await auditTree(db, audited, findings, remembered);
  const { beyond, waiting } = await readMisplacedActs(db, size, (await readServedTime(db)) - LONGEST_WAIT_MS);
  for (const { id, index } of beyond) findings.add(`act ${id} has place ${index} in a log of ${size} acts`);
  for (const { id } of waiting) findings.add(`act ${id} has no place in the log`);
  return { ...tree, erased };
}

/** The act as its row says it against the entry at its place. */
function compare(
  { entry, leafHash: stored }: PlainRow,
  place: number,
  row: ActRow | undefined,
  findings: Findings,
): 'erased' | 'whole' {
  if (!equalBytes(leafHash(sha256, entry), stored))
    findings.add(`entry ${place} of the acts' log is not what its hash says`);
  const said = parseActEntry(entry);
  if (said?.index !== place) {
    findings.add(`entry ${place} of the acts' log is no act of that place`);
    return 'whole';
  }
  if (!row) {
    findings.add(`the act at place ${place} (${said.kind}) is missing`);
    return 'whole';
  }
  if (said.time !== row.time || said.kind !== row.kind) findings.add(`act ${row.id} is not what entry ${place} says`);
  if (row.contents === null && row.salt === null) return 'erased';
  compareContents(said, row, findings);
  return 'whole';
}

const named = z.object({ by: z.string(), about: z.string() });

function compareContents(
  { contentsHash }: ActEntry,
  { id, contents, salt, actor, subject }: ActRow,
  findings: Findings,
): void {
  if (contents === null || salt === null || !equalBytes(actContentsHash(sha256, salt, contents), contentsHash)) {
    findings.add(`the contents of act ${id} are not those that were logged`);
    return;
  }
  const names = named.safeParse(JSON.parse(contents));
  if (!names.success || names.data.by !== actor || names.data.about !== subject)
    findings.add(`act ${id} is by or about somebody else than its contents say`);
}
