// One column of a described table: its type, whether it may be empty or change, and where its value stands in the domain's object.

import type { Column } from '../columns.ts';
import { compiled, named } from './compiled.ts';
import type { ColumnShape } from './meaning.ts';
import type { ColumnType } from './types.ts';

/** `O` is what the table's rows are to the domain. `Property` is the property of `O` that holds the value, never where it lies deeper. */
interface ColumnOf<O, Raw, Value, Property extends string> extends ColumnShape {
  readonly cast: string;
  readonly readAs: string | undefined;
  readonly property: Property | undefined;
  read(raw: Raw): Value;
  /** This column of these objects. */
  from(objects: readonly O[]): Column;
  /** Values as one parameter. */
  list(values: readonly NonNullable<Value>[]): Column;
  single(value: NonNullable<Value>): string | number | bigint;
}

/** Any column: what its methods take is its own type's matter. */
export type AnyColumn<O> = ColumnOf<O, unknown, unknown, string>;

/** Properties of `O` that hold a `Value`. */
type Holding<O, Value> = { [Name in keyof O & string]: O[Name] extends Value ? Name : never }[keyof O & string];

/** Makes a column by the name of the property that holds its value, or by a function that finds it. */
interface Maker<O> {
  <Raw, Value, Property extends Holding<O, Value>>(
    type: ColumnType<Raw, Value>,
    property: Property,
  ): ColumnOf<O, Raw, Value, Property>;
  <Raw, Value>(type: ColumnType<Raw, Value>, pick: (object: O) => Value): ColumnOf<O, Raw, Value, never>;
  /** A column that may be NULL, which is undefined to the code. */
  optional<Raw, Value, Property extends Holding<O, Value | undefined>>(
    type: ColumnType<Raw, Value>,
    property: Property,
  ): ColumnOf<O, Raw | null, Value | undefined, Property>;
  optional<Raw, Value>(
    type: ColumnType<Raw, Value>,
    pick: (object: O) => Value | null | undefined,
  ): ColumnOf<O, Raw | null, Value | undefined, never>;
}

/** Makes columns that the app never writes: the database fills them. `ifNew` is what a new row has there, where it is always the same. */
interface DatabaseMaker<O> {
  <Raw, Value, Property extends keyof O & string>(
    type: ColumnType<Raw, Value>,
    property: Property,
    ifNew?: string | number,
  ): ColumnOf<O, Raw, Value, Property>;
  optional<Raw, Value>(type: ColumnType<Raw, Value>): ColumnOf<O, Raw | null, Value | undefined, never>;
  /** What no object of the code has: it is read where it is asked for by its name alone. */
  apart<Raw, Value>(type: ColumnType<Raw, Value>, ifNew: string | number): ColumnOf<O, Raw, Value, never>;
}

type Shape = Pick<ColumnShape, 'nullable' | 'changes' | 'byDatabase'> & { readonly ifNew?: string | number };
type From<O> = (keyof O & string) | ((object: O) => unknown);

function columnOf<O>(type: ColumnType<unknown, unknown>, from: From<O>, shape: Shape): AnyColumn<O> {
  const pick: (object: O) => unknown = typeof from === 'string' ? compiled(`(object) => object.${named(from)}`) : from;
  return {
    declared: type.declared,
    nullable: shape.nullable,
    changes: shape.changes,
    byDatabase: shape.byDatabase,
    ifNew: shape.ifNew,
    cast: type.cast,
    readAs: type.readAs,
    property: typeof from === 'string' ? from : undefined,
    read: shape.nullable ? (raw) => (raw === null ? undefined : type.read(raw)) : type.read,
    from: (objects) => type.list(objects.map(pick)),
    list: type.list,
    single: type.single,
  };
}

function maker<O>(changes: boolean): Maker<O> {
  const shape = { changes, byDatabase: false };
  function make<Raw, Value, Property extends Holding<O, Value>>(
    type: ColumnType<Raw, Value>,
    property: Property,
  ): ColumnOf<O, Raw, Value, Property>;
  function make<Raw, Value>(type: ColumnType<Raw, Value>, pick: (object: O) => Value): ColumnOf<O, Raw, Value, never>;
  function make(type: ColumnType<unknown, unknown>, from: From<O>): AnyColumn<O> {
    return columnOf(type, from, { ...shape, nullable: false });
  }
  function optional<Raw, Value, Property extends Holding<O, Value | undefined>>(
    type: ColumnType<Raw, Value>,
    property: Property,
  ): ColumnOf<O, Raw | null, Value | undefined, Property>;
  function optional<Raw, Value>(
    type: ColumnType<Raw, Value>,
    pick: (object: O) => Value | null | undefined,
  ): ColumnOf<O, Raw | null, Value | undefined, never>;
  function optional(type: ColumnType<unknown, unknown>, from: From<O>): AnyColumn<O> {
    return columnOf(type, from, { ...shape, nullable: true });
  }
  return Object.assign(make, { optional });
}

function databaseMaker<O>(): DatabaseMaker<O> {
  const shape = { changes: true, byDatabase: true };
  function make<Raw, Value, Property extends keyof O & string>(
    type: ColumnType<Raw, Value>,
    property: Property,
    ifNew?: string | number,
  ): ColumnOf<O, Raw, Value, Property>;
  function make(type: ColumnType<unknown, unknown>, property: keyof O & string, ifNew?: string | number): AnyColumn<O> {
    return columnOf(type, property, { ...shape, nullable: false, ifNew });
  }
  function optional<Raw, Value>(type: ColumnType<Raw, Value>): ColumnOf<O, Raw | null, Value | undefined, never>;
  function optional(type: ColumnType<unknown, unknown>): AnyColumn<O> {
    return columnOf<O>(type, () => null, { ...shape, nullable: true });
  }
  function apart<Raw, Value>(type: ColumnType<Raw, Value>, ifNew: string | number): ColumnOf<O, Raw, Value, never>;
  function apart(type: ColumnType<unknown, unknown>, ifNew: string | number): AnyColumn<O> {
    return columnOf<O>(type, () => ifNew, { ...shape, nullable: false, ifNew });
  }
  return Object.assign(make, { optional, apart });
}

/** Makers of the columns of a table whose rows are `O`: what is fixed once written, what may change, what the database fills by itself. */
export const columnsOf = <O>(): {
  readonly fixed: Maker<O>;
  readonly changing: Maker<O>;
  readonly byDatabase: DatabaseMaker<O>;
} => ({ fixed: maker(false), changing: maker(true), byDatabase: databaseMaker() });
