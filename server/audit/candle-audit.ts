// The candles' log as an audit of the database walks it: every entry against its hash, its row and what the ticks give.

import { equalBytes } from '@fairtick/kernel/bytes';
import { parseCandleEntry } from '@fairtick/kernel/log/candle-entry';
import { leafHash } from '@fairtick/kernel/log/merkle';
import { CANDLES_LOG, type CandlePlace, readCandlePlaces } from '../domains/market/index.ts';
import type { Queries } from '../platform/database/pools.ts';
import { type PlainRow, readPlain, readPlainLogs, sha256 } from '../platform/transparency/index.ts';
import type { CandleCheck } from './candle-check.ts';
import type { Findings } from './findings.ts';
import { auditTree, type TreeReport } from './log-audit.ts';
import type { Remembered } from './memory.ts';
import type { Pairs } from './orders-audit.ts';

/** `check` has been handed the ticks. */
export async function auditCandles(
  db: Queries,
  pairs: Pairs,
  check: CandleCheck,
  findings: Findings,
  remembered?: Remembered,
): Promise<TreeReport> {
  const size = (await readPlainLogs(db)).find(({ log }) => log === CANDLES_LOG)?.size ?? 0;
  const leaves = async (from: number, to: number): Promise<readonly Uint8Array[]> => {
    const [entries, rows] = [await readPlain(db, CANDLES_LOG, from, to), await readCandlePlaces(db, from, to)];
    if (entries.length !== to - from) findings.add(`entries ${from} to ${to - 1} of the candles are not all there`);
    const places = new Map(rows.map((row) => [row.index, row]));
    for (const [i, entry] of entries.entries()) {
      compareRow(entry, from + i, places.get(from + i), pairs, findings);
      check.entry(from + i, entry.entry);
    }
    return entries.map((entry) => entry.leafHash);
  };
  const audited = { log: CANDLES_LOG, name: 'the log of candles', noun: 'candles', size, leaves };
  const tree = await auditTree(db, audited, findings, remembered);
  if ((await readCandlePlaces(db, size, Number.MAX_SAFE_INTEGER)).length > 0)
    findings.add('candles have places behind the end of their log');
  check.finish();
  return tree;
}

function compareRow(
  { entry, leafHash: stored }: PlainRow,
  place: number,
  row: CandlePlace | undefined,
  pairs: Pairs,
  findings: Findings,
): void {
  if (!equalBytes(leafHash(sha256, entry), stored))
    findings.add(`entry ${place} of the candles is not what its hash says`);
  const said = parseCandleEntry(entry);
  const same =
    said &&
    row &&
    pairs.get(row.pairId)?.code === said.pair &&
    row.period === said.period &&
    row.start === said.start &&
    row.firstSeq === said.firstSeq &&
    row.lastSeq === said.lastSeq;
  if (!same) findings.add(`candle ${place} is not found where its entry says`);
}
