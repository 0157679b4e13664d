// A log whose entries are rows of a table, as an audit walks it: every entry against its row, every row with its place.

import { equalBytes } from '@fairtick/kernel/bytes';
import { leafHash } from '@fairtick/kernel/log/merkle';
import type { Queries } from '../platform/database/pools.ts';
import { type PlainRow, readPlain, readPlainLogs, sha256 } from '../platform/transparency/index.ts';
import type { Findings } from './findings.ts';
import { auditTree, type TreeReport } from './log-audit.ts';
import type { Remembered } from './memory.ts';
import { readServedTime } from './table.ts';

/** A server gives places each second; a row that waits for so long while ticks came in was passed over. */
const LONGEST_WAIT_MS = 60_000;

interface Placed {
  readonly id: bigint;
  readonly index: number | null;
}

export interface AuditedRows<Row extends Placed, Entry extends { readonly index: number }> {
  /** The log's number, and what findings call it. */
  readonly log: number;
  readonly name: string;
  /** One row, and more. */
  readonly one: string;
  readonly noun: string;
  parse(bytes: Uint8Array): Entry | undefined;
  /** What findings add of an entry whose row is missing. */
  missing(entry: Entry): string;
  compare(entry: Entry, row: Row, findings: Findings): void;
  readPlaced(db: Queries, from: number, to: number): Promise<readonly Row[]>;
  readMisplaced(
    db: Queries,
    size: number,
    beforeMs: number,
  ): Promise<{ readonly beyond: readonly Row[]; readonly waiting: readonly Row[] }>;
}

export async function auditRowsLog<Row extends Placed, Entry extends { readonly index: number }>(
  db: Queries,
  audited: AuditedRows<Row, Entry>,
  findings: Findings,
  remembered: Remembered | undefined,
): Promise<TreeReport> {
  const { log, name, one, noun } = audited;
  const head = (await readPlainLogs(db)).find((each) => each.log === log);
  if (!head) findings.add(`${name} has no head`);
  const size = head?.size ?? 0;
  const leaves = async (from: number, to: number): Promise<readonly Uint8Array[]> => {
    const [entries, rows] = [await readPlain(db, log, from, to), await audited.readPlaced(db, from, to)];
    if (entries.length !== to - from) findings.add(`entries ${from} to ${to - 1} of ${name} are not all there`);
    const byPlace = new Map(rows.map((row) => [row.index, row]));
    for (const [i, entry] of entries.entries()) compare(audited, entry, from + i, byPlace.get(from + i), findings);
    return entries.map((entry) => entry.leafHash);
  };
  const tree = await auditTree(db, { log, name, noun, size, leaves }, findings, remembered);
  const { beyond, waiting } = await audited.readMisplaced(db, size, (await readServedTime(db)) - LONGEST_WAIT_MS);
  for (const { id, index } of beyond) findings.add(`${one} ${id} has place ${index} in a log of ${size} ${noun}`);
  for (const { id } of waiting) findings.add(`${one} ${id} has no place in the log`);
  return tree;
}

/** The row at the entry's place against the entry. */
function compare<Row extends Placed, Entry extends { readonly index: number }>(
  audited: AuditedRows<Row, Entry>,
  { entry, leafHash: stored }: PlainRow,
  place: number,
  row: Row | undefined,
  findings: Findings,
): void {
  const { name, one } = audited;
  if (!equalBytes(leafHash(sha256, entry), stored)) findings.add(`entry ${place} of ${name} is not what its hash says`);
  const said = audited.parse(entry);
  if (said?.index !== place) findings.add(`entry ${place} of ${name} is no ${one} of that place`);
  else if (row) audited.compare(said, row, findings);
  else findings.add(`the ${one} at place ${place}${audited.missing(said)} is missing`);
}
