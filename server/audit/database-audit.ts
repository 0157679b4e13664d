// Audits a database whole: every log, every tick against its hash, every order against its ticks, every balance against its journals. Believes
// nothing but the rows themselves and what an earlier audit remembers.

import { readPairs } from '../domains/market/index.ts';
import type { Pool, Queries } from '../platform/database/pools.ts';
import { Findings } from './findings.ts';
import { auditPlainLogs } from './log-audit.ts';
import type { Remembered } from './memory.ts';
import { auditOrders, type Pairs } from './orders-audit.ts';
import * as store from './table.ts';
import { auditTicks } from './tick-audit.ts';

export interface AuditReport {
  readonly findings: readonly string[];
  readonly ticks: number;
  /** Of the tick log. */
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
export async function auditRows(db: Queries, remembered?: Remembered): Promise<AuditReport> {
  const findings = new Findings();
  const pairs: Pairs = new Map((await readPairs(db)).map((pair) => [pair.id, pair]));
  const { size: ticks, ...log } = await auditTicks(db, pairs, findings, remembered);
  await auditPlainLogs(db, findings);
  const orders = await auditOrders(db, pairs, findings);
  for (const broken of await store.brokenInvariants(db)) findings.add(`the ledger: ${broken}`);
  return { findings: findings.list, ticks, ...log, orders };
}
