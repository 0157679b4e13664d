// The function trading_loss: what trading has cost somebody since a moment. Journals and their entries never change, so each is reckoned once.

import { units } from './constraints.ts';
import { rowsAt } from './reads.ts';
import type { Row, Value } from './rows.ts';
import type { StoredTable } from './stored-table.ts';

interface Loss {
  readonly time: bigint;
  readonly loss: bigint;
}

interface Known {
  /** How many of their journals have been reckoned. */
  journals: number;
  readonly losses: Loss[];
}

type Tables = Readonly<Record<'journals' | 'entries' | 'accounts', StoredTable>>;

export class TradingLosses {
  readonly #tables: Tables;
  readonly #known = new Map<Value, Known>();

  constructor(tables: Tables) {
    this.#tables = tables;
  }

  since(ownerId: Value, timeMs: bigint): bigint {
    let sum = 0n;
    for (const { time, loss } of this.#lossesOf(ownerId)) if (time >= timeMs) sum += loss;
    return sum;
  }

  #lossesOf(ownerId: Value): readonly Loss[] {
    const { journals, entries, accounts } = this.#tables;
    const known = this.#known.get(ownerId) ?? { journals: 0, losses: [] };
    this.#known.set(ownerId, known);
    const keys = journals.keysWith('owner_id', ownerId);
    if (keys.size === known.journals) return known.losses;
    const own = accounts.keysWith('owner_id', ownerId);
    for (const { id = null, time, reason } of rowsIn(journals, [...keys].slice(known.journals))) {
      if (typeof time !== 'bigint' || Number(reason) < 10 || Number(reason) > 29) continue;
      let loss = 0n;
      for (const entry of rowsIn(entries, entries.keysWith('journal_id', id)))
        if (own.has(entry.account_id ?? null)) loss -= units(entry.available_change) + units(entry.locked_change);
      known.losses.push({ time, loss });
    }
    known.journals = keys.size;
    return known.losses;
  }
}

const rowsIn = ({ rows }: StoredTable, keys: Iterable<Value>): Row[] => rowsAt({ row: (key) => rows.get(key) }, keys);
