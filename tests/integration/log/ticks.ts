// Ticks for the log's tests, and the log as it should be, computed slowly from what lies in the database.

import { toHex, utf8 } from '@fairtick/kernel/bytes';
import { type Clock, systemClock } from '@fairtick/kernel/clock';
import { price } from '@fairtick/kernel/decimal';
import type { Random } from '@fairtick/kernel/random';
import { type NewTick, openTickLog, type TickLog } from '@fairtick/server/domains/market/index';
import type { Pool } from '@fairtick/server/platform/database/pools';
import { sha256 } from '@fairtick/server/platform/transparency/index';
import { testLogKeys } from '../../harness/outside.ts';

export const PAIRS = [
  { code: 'EURUSD', pricePrecision: 5 },
  { code: 'USDJPY', pricePrecision: 3 },
  { code: 'XAUUSD', pricePrecision: 2 },
] as const;

export const pairOf = (pairId: number): { code: string; pricePrecision: number } | undefined => PAIRS[pairId];

export function openLog(
  pool: Pool,
  options: { clock?: Clock; evaluatedThrough?: () => number } = {},
): Promise<TickLog> {
  return openTickLog({
    pool,
    clock: options.clock ?? systemClock,
    keys: testLogKeys,
    evaluatedThrough: options.evaluatedThrough ?? (() => -1),
    pairOf,
    onError: () => {},
  });
}

/** `name` stands in sourceTime, so that a tick can be found again. */
export function randomTick(random: Random, name: number): NewTick {
  const pairId = random.below(PAIRS.length);
  const pair = PAIRS[pairId] ?? PAIRS[0];
  const step = 10n ** BigInt(8 - pair.pricePrecision);
  const bid = BigInt(1 + random.below(1_000_000)) * step;
  return {
    pairId,
    ...pair,
    bid: price(bid),
    ask: price(bid + BigInt(random.below(30)) * step),
    sourceTime: name,
    receivedTime: 1_700_000_000_000 + random.below(10_000),
    source: 'test',
  };
}

export interface StoredTick {
  readonly index: number;
  readonly pairId: number;
  readonly seq: number;
  readonly name: number;
  readonly receivedTime: number;
  /** As the log should have it: rule 5's text by plain string work, its hash by RFC 6962's words. */
  readonly entry: Uint8Array;
  readonly slowHash: Uint8Array;
  readonly storedHash: Uint8Array;
}

export async function storedTicks(owner: Pool): Promise<readonly StoredTick[]> {
  const { rows } = await owner.query('SELECT * FROM ticks ORDER BY log_index');
  return rows.map((row) => {
    const pair = PAIRS[Number(row.pair_id)] ?? PAIRS[0];
    const cut = (text: string): string => text.slice(0, text.indexOf('.') + 1 + pair.pricePrecision);
    const fields = [pair.code, row.seq, cut(row.bid), cut(row.ask), row.source_time, row.received_time, row.source];
    const entry = utf8(`fairtick/tick/v1\n${fields.join('\n')}\n`);
    return {
      index: Number(row.log_index),
      pairId: Number(row.pair_id),
      seq: Number(row.seq),
      name: Number(row.source_time),
      receivedTime: Number(row.received_time),
      entry,
      slowHash: sha256(Uint8Array.from([0, ...entry])),
      storedHash: row.leaf_hash,
    };
  });
}

/** Bytes as one text: compares in no time where arrays of thousands do not. */
export const text = (...bytes: readonly Uint8Array[]): string => bytes.map(toHex).join('');
