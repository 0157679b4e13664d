// The entry that a stored tick was logged as, found again by its hash: whoever changes the row finds none.

import { formatFixed, readUnits } from '@fairtick/kernel/decimal';
import { leafHash } from '@fairtick/kernel/log/merkle';
import { encodeTickEntry } from '@fairtick/kernel/log/tick-entry';
import { sha256 } from '../../../platform/transparency/index.ts';
import type { TickRow } from './log-table.ts';

export interface PairText {
  readonly code: string;
  readonly pricePrecision: number;
}

/**
 * undefined when the row is not what its hash says. A pair's precision may have changed since the tick was logged, so others are tried:
 * the hash tells which text it was. Throws where the row holds what no entry can carry.
 */
export function storedEntry(row: TickRow, pair: PairText): Uint8Array | undefined {
  const [bid, ask] = [readUnits(row.bid), readUnits(row.ask)];
  for (const places of [pair.pricePrecision, 8, 7, 6, 5, 4, 3, 2, 1, 0]) {
    const step = 10n ** BigInt(8 - places);
    if (bid % step !== 0n || ask % step !== 0n) continue;
    const { seq, sourceTime, receivedTime, source } = row;
    const prices = { bid: formatFixed(bid, places), ask: formatFixed(ask, places) };
    const entry = encodeTickEntry({ pair: pair.code, seq, ...prices, sourceTime, receivedTime, source });
    if (Buffer.compare(leafHash(sha256, entry), row.leafHash) === 0) return entry;
  }
  return undefined;
}
