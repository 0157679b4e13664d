// Audits a database whole: every log, every tick against its hash, every act against what it did, every order against its ticks, every balance against its journals. Believes
// nothing but the rows themselves and what an earlier audit remembers.

import { CANDLES_LOG, readPairs } from '../domains/market/index.ts';
import { LEDGER, ledgerMismatch } from '../domains/parts.ts';
import { ACCEPTANCES_LOG } from '../platform/acceptances/acceptances-log.ts';
import { ACTS_LOG } from '../platform/acts/acts-log.ts';
import type { Pool, Queries } from '../platform/database/pools.ts';
import { auditAcceptances } from './acceptance-audit.ts';
import { type ActReport, auditActs } from './act-audit.ts';
import { auditCandles } from './candle-audit.ts';
import { CandleCheck } from './candle-check.ts';
import { Findings } from './findings.ts';
import { auditPlainLogs, type TreeReport } from './log-audit.ts';
import type { Remembered } from './memory.ts';
import { auditOrders, type Pairs } from './orders-audit.ts';
import { auditStaff } from './staff-audit.ts';
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
  readonly acts: ActReport;
  readonly candles: TreeReport;
  readonly acceptances: TreeReport;
  /** What to remember; undefined when nothing could be proven. */
  readonly newest: Remembered | undefined;
}

/** What is remembered, by log. */
export interface Known {
  readonly ticks?: Remembered | undefined;
  readonly acts?: Remembered | undefined;
  readonly acceptances?: Remembered | undefined;
  readonly candles?: Remembered | undefined;
}

/** As the owner, in one moment of the database. */
export const auditDatabase = (owner: Pool, known: Known = {}): Promise<AuditReport> =>
  store.atOneMoment(owner, (db) => auditRows(db, known));

/** The same over a connection whose transaction the caller holds. */
export async function auditRows(db: Queries, known: Known = {}): Promise<AuditReport> {
  const findings = new Findings();
  const pairs: Pairs = new Map((await readPairs(db)).map((pair) => [pair.id, pair]));
  const check = new CandleCheck(findings, true);
  const { size: ticks, ...log } = await auditTicks(db, pairs, findings, known.ticks, check);
  const candles = await auditCandles(db, pairs, check, findings, known.candles);
  const acts = await auditActs(db, findings, known.acts);
  const acceptances = await auditAcceptances(db, findings, known.acceptances);
  await auditStaff(db, findings);
  await auditPlainLogs(db, findings, [ACTS_LOG, ACCEPTANCES_LOG, CANDLES_LOG]);
  const orders = await auditOrders(db, pairs, findings);
  // What the database holds journals to is data too, which whoever has every right could change.
  const mismatch = await ledgerMismatch(db, LEDGER);
  if (mismatch !== undefined) findings.add(`the ledger: ${mismatch}`);
  for (const broken of await store.brokenInvariants(db)) findings.add(`the ledger: ${broken}`);
  return { findings: findings.list, ticks, ...log, orders, acts, acceptances, candles };
}
