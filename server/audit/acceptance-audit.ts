// The log of acceptances as an audit walks it: every entry against its row, every row with its place, and what a row says beside its contents against
// these. Whether an order's frozen terms are what was accepted, nobody asks yet.

import { equalBytes } from '@fairtick/kernel/bytes';
import { type AcceptanceEntry, parseAcceptanceEntry } from '@fairtick/kernel/log/acceptance-entry';
import { saltedHash } from '@fairtick/kernel/log/salted-hash';
import { z } from 'zod';
import { ACCEPTANCES_LOG } from '../platform/acceptances/acceptances-log.ts';
import {
  type LoggedAcceptance,
  readMisplacedAcceptances,
  readPlacedAcceptances,
} from '../platform/acceptances/table.ts';
import type { Queries } from '../platform/database/pools.ts';
import { sha256 } from '../platform/transparency/index.ts';
import type { Findings } from './findings.ts';
import type { TreeReport } from './log-audit.ts';
import type { Remembered } from './memory.ts';
import { auditRowsLog } from './rows-audit.ts';

const ROWS = {
  log: ACCEPTANCES_LOG,
  name: 'the log of acceptances',
  one: 'acceptance',
  noun: 'acceptances',
  parse: parseAcceptanceEntry,
  missing: () => '',
  compare,
  readPlaced: readPlacedAcceptances,
  readMisplaced: readMisplacedAcceptances,
};

export const auditAcceptances = (
  db: Queries,
  findings: Findings,
  remembered: Remembered | undefined,
): Promise<TreeReport> => auditRowsLog(db, ROWS, findings, remembered);

const said = z.object({
  family: z.string(),
  kind: z.string(),
  order: z.string(),
  tick: z.number(),
  time: z.number(),
});

function compare({ index, time, contentsHash }: AcceptanceEntry, row: LoggedAcceptance, findings: Findings): void {
  const { id, salt, contents } = row;
  if (time !== row.time) findings.add(`acceptance ${id} is not what entry ${index} says`);
  if (!equalBytes(saltedHash(sha256, salt, contents), contentsHash)) {
    findings.add(`the contents of acceptance ${id} are not those that were logged`);
    return;
  }
  const is = said.safeParse(JSON.parse(contents));
  const same =
    is.success &&
    is.data.family === row.family &&
    is.data.kind === row.kind &&
    is.data.order === String(row.orderId) &&
    is.data.tick === row.tick &&
    is.data.time === row.time;
  if (!same) findings.add(`acceptance ${id} is of something else than its contents say`);
}
