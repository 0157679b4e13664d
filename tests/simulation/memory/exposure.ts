// The triggers exposure_of_opened and exposure_of_changed: what opens adds to its side of its pair, what was open and is not any more leaves it.

import { formatUnits } from '@fairtick/kernel/decimal';
import { checkRow, type Rules, units } from './constraints.ts';
import type { Rewritable } from './entries.ts';
import type { Row } from './rows.ts';

const UNIT = 100_000_000n;
const COLUMNS = ['buy_units', 'buy_value', 'sell_units', 'sell_value'];

/** An order as it was, if it was there, and as it is. */
export type Moved = readonly [before: Row | undefined, after: Row];

/** Of one statement: what it comes to is checked, not what each order would. */
export function moveExposure(tables: Rewritable, exposure: Rules, orders: readonly Moved[]): void {
  const sums = new Map<string, Record<string, bigint>>();
  for (const [before, after] of orders) {
    const sign = BigInt(after.status === 'open') - BigInt(before?.status === 'open');
    if (sign === 0n) continue;
    const size = (units(after.quantity) * units(after.cont_num)) / UNIT;
    const worth = (size * units(sign === 1n ? after.open_price : before?.open_price)) / UNIT;
    const key = `${after.realm}/${after.pair_id}`;
    const of = sums.get(key) ?? startOf(tables, key);
    of[`${after.side}_units`] = (of[`${after.side}_units`] ?? 0n) + sign * size;
    of[`${after.side}_value`] = (of[`${after.side}_value`] ?? 0n) + sign * worth;
    sums.set(key, of);
  }
  for (const [key, of] of sums) {
    const [realm = '', pair = ''] = key.split('/');
    const row = { realm, pair_id: Number(pair), ...Object.fromEntries(COLUMNS.map((one) => [one, shown(of[one])])) };
    checkRow(exposure, row);
    tables.put('house_exposure', key, row);
  }
}

function startOf(tables: Rewritable, key: string): Record<string, bigint> {
  const there = tables.seen('house_exposure', key);
  return Object.fromEntries(COLUMNS.map((one) => [one, there ? units(there[one]) : 0n]));
}

const shown = (sum: bigint | undefined): string => formatUnits(sum ?? 0n, 8);
