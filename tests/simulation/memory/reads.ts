// What a read of a table means, carried out on rows: conditions of the closed language, order and columns.

import { readUnits } from '@fairtick/kernel/decimal';
import type { Condition, SelectMeaning, TableShape } from '@fairtick/server/platform/database/tables/meaning';
import { listOf, type Row, stored, type Value } from './rows.ts';

/** Where rows are looked up: by a column's value, or all of them. */
export interface Source {
  keysWith(column: string, value: Value): Iterable<Value>;
  keys(): Iterable<Value>;
  row(key: Value): Row | undefined;
}

type Given = (column: string) => readonly Value[];

export function selected(source: Source, meaning: SelectMeaning, parameters: readonly unknown[]): Row[] {
  const { table, columns, either, order } = meaning;
  const values = new Map(meaning.parameters.map((name, at) => [name, valuesOf(table, name, parameters[at])]));
  const given: Given = (column) => values.get(column) ?? [];
  const keys = new Set<Value>();
  for (const condition of either.length === 0 ? [undefined] : either)
    for (const key of candidates(source, condition, given)) {
      const row = source.row(key);
      if (row && (!condition || holds(row, condition, given))) keys.add(key);
    }
  const rows = rowsAt(source, keys);
  if (order.length > 0) rows.sort((a, b) => inOrder(a, b, order));
  return rows.map((row) => only(row, columns));
}

/** The rows that are there, in the order of the keys. */
export function rowsAt({ row }: Pick<Source, 'row'>, keys: Iterable<Value>): Row[] {
  const found: Row[] = [];
  for (const key of keys) {
    const one = row(key);
    if (one) found.push(one);
  }
  return found;
}

export function only(row: Row, columns: readonly string[]): Row {
  const found: Row = {};
  for (const name of columns) found[name] = row[name] ?? null;
  return found;
}

function valuesOf(table: TableShape, column: string, parameter: unknown): Value[] {
  const many = typeof parameter === 'object' && parameter !== null && !(parameter instanceof Uint8Array);
  return (many ? listOf(parameter) : [parameter]).map((value) => stored(table, column, value));
}

/** Keys of rows that may fulfil the condition, by its first comparison with given values; all where it has none. */
function candidates(source: Source, condition: Condition | undefined, given: Given): Iterable<Value> {
  const parts = condition?.is === 'all' ? condition.of : condition ? [condition] : [];
  const first = parts.find((part) => part.is === 'in' || part.is === 'equal');
  if (!first || first.is === 'all') return source.keys();
  const { column } = first;
  return given(column).flatMap((value) => [...source.keysWith(column, value)]);
}

function holds(row: Row, condition: Condition, given: Given): boolean {
  if (condition.is === 'all') return condition.of.every((part) => holds(row, part, given));
  const value = row[condition.column] ?? null;
  switch (condition.is) {
    case 'equal':
    case 'in':
      return value !== null && given(condition.column).includes(value);
    case 'above':
      return isCount(value) && given(condition.column).every((than) => isCount(than) && BigInt(value) > BigInt(than));
    case 'among':
      return typeof value === 'string' && condition.values.includes(value);
    case 'null':
      return value === null;
    case 'not zero':
      return typeof value === 'string' ? readUnits(value, 12) !== 0n : value !== null && Number(value) !== 0;
  }
}

function inOrder(a: Row, b: Row, order: readonly string[]): number {
  for (const column of order) {
    const [x, y] = [a[column] ?? null, b[column] ?? null];
    if (x === y) continue;
    // Labels are ordered by their place in their enum and texts by a collation: nothing of that is known here.
    if (!isCount(x) || !isCount(y)) throw new Error(`the simulated database cannot order by ${column}`);
    return x < y ? -1 : 1;
  }
  return 0;
}

const isCount = (value: Value): value is number | bigint => typeof value === 'bigint' || typeof value === 'number';
