// One table in memory: its committed rows by key, the values its unique constraints hold, and rows by any column that is asked for.

import { type Rules, uniquesOf } from './constraints.ts';
import type { Row, Value } from './rows.ts';

const NOTHING: ReadonlySet<Value> = new Set();

export class StoredTable {
  readonly rules: Rules;
  readonly rows = new Map<Value, Row>();
  readonly uniques = new Set<string>();
  /** Keys of the rows that hold unique values, where rows may give them up. */
  readonly holders = new Map<string, Value>();
  /** Keys by a column's value, for the columns that reads have asked for so far. */
  readonly #byColumn = new Map<string, Map<Value, Set<Value>>>();

  constructor(rules: Rules) {
    this.rules = rules;
  }

  put(key: Value, row: Row): void {
    const before = this.rows.get(key);
    this.rows.set(key, row);
    if (this.rules.gives) {
      for (const unique of before ? uniquesOf(this.rules, before) : [])
        if (this.holders.get(unique) === key) this.holders.delete(unique);
      for (const unique of uniquesOf(this.rules, row)) this.holders.set(unique, key);
    }
    for (const [column, index] of this.#byColumn) {
      const value = row[column] ?? null;
      if (before) {
        const was = before[column] ?? null;
        if (was === value) continue;
        index.get(was)?.delete(key);
      }
      add(index, value, key);
    }
  }

  /** Keys of the rows with this value, in the order in which they came. */
  keysWith(column: string, value: Value): ReadonlySet<Value> {
    let index = this.#byColumn.get(column);
    if (!index) {
      index = new Map();
      this.#byColumn.set(column, index);
      for (const [key, row] of this.rows) add(index, row[column] ?? null, key);
    }
    return index.get(value) ?? NOTHING;
  }
}

function add(index: Map<Value, Set<Value>>, value: Value, key: Value): void {
  const keys = index.get(value) ?? new Set<Value>();
  index.set(value, keys);
  keys.add(key);
}
