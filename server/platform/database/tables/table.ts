// A table described once. Everything that names its columns comes from here: rows to stream in, INSERT and UPDATE, SELECT lists, the types of rows, the
// mapping onto the domain's object, and what a statement means, for the simulation's database.

import type { Column } from '../columns.ts';
import { copyInto, type Rows, type Statement } from '../statement.ts';
import type { AnyColumn } from './column.ts';
import {
  type Columns,
  type FlatOf,
  flatOf,
  type Given,
  type ReadersOf,
  type RowOf,
  readersOf,
  type Value,
} from './mapping.ts';
import type { Existing, Meaning, TableShape } from './meaning.ts';
import type { Where } from './where.ts';

export class Table<O, C extends Columns<O>, Key extends keyof C & string> implements TableShape {
  readonly name: string;
  readonly key: readonly Key[];
  readonly unique: TableShape['unique'];
  readonly columns: C;
  /** Of each column, its value in a row. */
  readonly read: ReadersOf<C>;
  /** Every column, in the order described. */
  readonly names: readonly (keyof C & string)[];
  readonly #written: readonly string[];
  readonly #copy: string;

  constructor(
    name: string,
    key: readonly Key[],
    columns: C,
    unique: Readonly<Record<string, readonly (keyof C & string)[]>> = {},
  ) {
    this.name = name;
    this.key = key;
    this.columns = columns;
    this.unique = unique;
    this.read = readersOf<C>(columns);
    this.names = Object.keys(columns);
    this.#written = this.names.filter((one) => !this.column(one).byDatabase);
    this.#copy = `COPY ${name} (${this.#written.join(', ')}) FROM STDIN (FORMAT binary)`;
  }

  /** New rows, streamed in: they cost half of what an INSERT costs. Nothing where there are none. */
  rows(objects: readonly O[]): Rows[] {
    if (objects.length === 0) return [];
    const meaning = { kind: 'insert', table: this, columns: this.#written, existing: 'refuse' } as const;
    return [copyInto(this.#copy, this.#of(this.#written, objects), meaning)];
  }

  /** New rows by one statement, prepared under this name; rows whose key is there already are refused, left alone or written over. */
  insert(statement: string, existing: Existing): (objects: readonly O[]) => Statement[] {
    const columns = this.#written;
    const key: readonly string[] = this.key;
    const others = columns.filter((one) => !key.includes(one));
    const conflict = {
      refuse: '',
      keep: ' ON CONFLICT DO NOTHING',
      replace: ` ON CONFLICT (${this.key.join(', ')}) DO UPDATE SET ${others.map((one) => `${one} = excluded.${one}`).join(', ')}`,
    }[existing];
    const text = `INSERT INTO ${this.name} (${columns.join(', ')}) SELECT * FROM unnest(${this.#casts(columns)})${conflict}`;
    const meaning = { kind: 'insert', table: this, columns, existing } as const;
    return this.#statement(statement, text, columns, meaning);
  }

  /** Writes the columns that may change, of rows that are found by their keys. What is fixed stays as it was written. */
  update(statement: string): (objects: readonly O[]) => Statement[] {
    const changing = this.#written.filter((one) => this.column(one).changes);
    const columns = [...this.key, ...changing];
    // What travels as another type than the column's is turned back.
    const back = (one: string): string =>
      this.column(one).readAs === undefined ? '' : `::${this.column(one).declared}`;
    const text = `UPDATE ${this.name} o SET ${changing.map((one) => `${one} = c.${one}${back(one)}`).join(', ')}
      FROM unnest(${this.#casts(columns)}) AS c (${columns.join(', ')})
      WHERE ${this.key.map((one) => `o.${one} = c.${one}`).join(' AND ')} AND o.${columns[0]} = ANY ($1)`;
    return this.#statement(statement, text, columns, { kind: 'update', table: this, columns });
  }

  /** As a SELECT lists these columns. */
  list(names: readonly (keyof C & string)[]): string {
    return names
      .map((one) => {
        const as = this.column(one).readAs;
        return as === undefined ? one : `${one}::${as} AS ${one}`;
      })
      .join(', ');
  }

  /** Maps rows with these columns onto as much of the object as stands in its own properties. */
  flat<Name extends keyof C & string>(names: readonly Name[]): (row: RowOf<C, Name>) => FlatOf<C, Name> {
    return flatOf<C, Name>(this.columns, names);
  }

  is<Name extends keyof C & string>(column: Name): Where<Readonly<Record<Name, Given<C[Name]>>>> {
    return { condition: { is: 'equal', column } };
  }

  isIn<Name extends keyof C & string>(column: Name): Where<Readonly<Record<Name, readonly Given<C[Name]>[]>>> {
    return { condition: { is: 'in', column } };
  }

  isAbove<Name extends keyof C & string>(column: Name): Where<Readonly<Record<Name, Given<C[Name]>>>> {
    return { condition: { is: 'above', column } };
  }

  isAmong<Name extends keyof C & string>(
    column: Name,
    values: readonly Extract<Value<C[Name]>, string>[],
  ): Where<Record<never, never>> {
    return { condition: { is: 'among', column, values } };
  }

  isNull(column: keyof C & string): Where<Record<never, never>> {
    return { condition: { is: 'null', column } };
  }

  isNotZero(column: keyof C & string): Where<Record<never, never>> {
    return { condition: { is: 'not zero', column } };
  }

  column(name: string): AnyColumn<O> {
    const found = this.columns[name];
    if (!found) throw new Error(`${this.name} has no column ${name}`);
    return found;
  }

  #casts(names: readonly string[]): string {
    return names.map((one, at) => `$${at + 1}::${this.column(one).cast}[]`).join(', ');
  }

  #of(names: readonly string[], objects: readonly O[]): Column[] {
    return names.map((one) => this.column(one).from(objects));
  }

  #statement(
    name: string,
    text: string,
    columns: readonly string[],
    meaning: Meaning,
  ): (objects: readonly O[]) => Statement[] {
    return (objects) => (objects.length === 0 ? [] : [{ name, text, values: this.#of(columns, objects), meaning }]);
  }
}
