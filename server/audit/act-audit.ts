// The acts' log as an audit walks it: every entry against the act's row, every act with its place. Contents that were erased are counted, not found.

import { equalBytes } from '@fairtick/kernel/bytes';
import { type ActEntry, parseActEntry } from '@fairtick/kernel/log/act-entry';
import { saltedHash } from '@fairtick/kernel/log/salted-hash';
import { z } from 'zod';
import { ACTS_LOG } from '../platform/acts/acts-log.ts';
import { type ActRow, readMisplacedActs, readPlacedActs } from '../platform/acts/table.ts';
import type { Queries } from '../platform/database/pools.ts';
import { sha256 } from '../platform/transparency/index.ts';
import type { Findings } from './findings.ts';
import type { TreeReport } from './log-audit.ts';
import type { Remembered } from './memory.ts';
import { auditRowsLog } from './rows-audit.ts';

export interface ActReport extends TreeReport {
  /** Of the acts, those whose contents were erased. */
  readonly erased: number;
}

export async function auditActs(
  db: Queries,
  findings: Findings,
  remembered: Remembered | undefined,
): Promise<ActReport> {
  let erased = 0;
  const compare = (said: ActEntry, row: ActRow): void => {
    if (said.time !== row.time || said.kind !== row.kind)
      findings.add(`act ${row.id} is not what entry ${said.index} says`);
    if (row.contents === null && row.salt === null) erased += 1;
    else compareContents(said, row, findings);
  };
  const acts = {
    ...{ log: ACTS_LOG, name: "the acts' log", one: 'act', noun: 'acts', parse: parseActEntry, compare },
    ...{ missing: ({ kind }: ActEntry) => ` (${kind})`, readPlaced: readPlacedActs, readMisplaced: readMisplacedActs },
  };
  return { ...(await auditRowsLog(db, acts, findings, remembered)), erased };
}

const named = z.object({ by: z.string(), about: z.string() });

function compareContents(
  { contentsHash }: ActEntry,
  { id, contents, salt, actor, subject }: ActRow,
  findings: Findings,
): void {
  if (contents === null || salt === null || !equalBytes(saltedHash(sha256, salt, contents), contentsHash)) {
    findings.add(`the contents of act ${id} are not those that were logged`);
    return;
  }
  const names = named.safeParse(JSON.parse(contents));
  if (!names.success || names.data.by !== actor || names.data.about !== subject)
    findings.add(`act ${id} is by or about somebody else than its contents say`);
}
