// Rows as the driver hands them over, and how they become values of the code: types and functions that follow from a table's columns.

import type { AnyColumn } from './column.ts';
import { compiled, named } from './compiled.ts';

export type Columns<O> = Readonly<Record<string, AnyColumn<O>>>;
type Raw<Column> = Column extends { read(raw: infer R): unknown } ? R : never;
/** What the code works with. */
export type Value<Column> = Column extends { read(raw: never): infer V } ? V : never;
/** What is handed over to be written or compared with the column. */
export type Given<Column> = NonNullable<Value<Column>>;
type PropertyOf<Column> = Column extends { readonly property: infer P } ? Extract<P, string> : never;

/** A row as the driver hands it over, with these columns. */
export type RowOf<C, Name extends keyof C = keyof C> = { readonly [N in Name]: Raw<C[N]> };
/** What the columns say of the domain's object without a word of the domain. */
export type FlatOf<C, Name extends keyof C> = { readonly [N in Name as PropertyOf<C[N]>]: Value<C[N]> };
/** Reads one column of any row that has it. */
export type ReadersOf<C> = { readonly [N in keyof C]: (row: RowOf<C, N>) => Value<C[N]> };

/** `code` may name each column's `read` as an item of `reads`. */
function compile(
  code: (value: (name: string) => string) => string,
  columns: Columns<never>,
  names: readonly string[],
): object {
  const reads = names.map((name) => columns[name]?.read);
  const value = (name: string): string => `reads[${names.indexOf(name)}](row.${named(name)})`;
  return compiled(code(value), reads);
}

export function readersOf<C>(columns: Columns<never>): ReadersOf<C>;
export function readersOf(columns: Columns<never>): object {
  const names = Object.keys(columns);
  return compile(
    (value) => `({ ${names.map((name) => `${named(name)}: (row) => ${value(name)}`).join(', ')} })`,
    columns,
    names,
  );
}

export function flatOf<C, Name extends keyof C>(
  columns: Columns<never>,
  names: readonly Name[],
): (row: RowOf<C, Name>) => FlatOf<C, Name>;
export function flatOf(columns: Columns<never>, names: readonly string[]): object {
  const own = names.flatMap((name) => {
    const property = columns[name]?.property;
    return property === undefined ? [] : [{ name, property }];
  });
  return compile(
    (value) => `(row) => ({ ${own.map(({ name, property }) => `${named(property)}: ${value(name)}`).join(', ')} })`,
    columns,
    names,
  );
}
