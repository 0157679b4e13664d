// Rows and values of the database in memory, and its errors: what is written is read as the column's type has it, by the table's description.

import { formatUnits, readUnits } from '@fairtick/kernel/decimal';
import type { TableShape } from '@fairtick/server/platform/database/tables/meaning';

export type Value = string | number | bigint | boolean | null | Uint8Array;
export type Row = Record<string, Value>;
/** A row that is read: it may hold lists, which no table has. */
export type Found = Readonly<Record<string, Value | readonly Value[]>>;
type Convert = (value: unknown) => Value;

/** As PostgreSQL says it: an SQLSTATE, and the constraint where one was broken. */
export class SqlError extends Error {
  readonly code: string;
  readonly constraint: string | undefined;
  constructor(code: string, message: string, constraint?: string) {
    super(message);
    this.name = 'SqlError';
    this.code = code;
    this.constraint = constraint;
  }
}

export const broken = (constraint: string): SqlError => new SqlError('23514', `violates ${constraint}`, constraint);
export const duplicate = (constraint: string): SqlError => new SqlError('23505', `violates ${constraint}`, constraint);

const DIGITS = 30;

const numericOf =
  (places: number, digits: number = DIGITS, zero: string = formatUnits(0n, places, places)): Convert =>
  (value) => {
    if (typeof value !== 'string') throw new SqlError('22P02', `not a numeric: ${String(value)}`);
    if (value === '0') return zero;
    const units = readUnits(value, places);
    if (String(units).replace('-', '').length > digits) throw new SqlError('22003', 'numeric field overflow');
    return formatUnits(units, places, places);
  };

const asBigint: Convert = (value) => {
  if (typeof value === 'bigint') return value;
  if (typeof value === 'number' && Number.isSafeInteger(value)) return BigInt(value);
  throw new SqlError('22P02', `not a bigint: ${String(value)}`);
};

const asNumber: Convert = (value) => {
  if (typeof value === 'number' && Number.isInteger(value)) return value;
  throw new SqlError('22P02', `not an integer: ${String(value)}`);
};

const asText: Convert = (value) => {
  if (typeof value === 'string') return value;
  throw new SqlError('22P02', `not a text: ${String(value)}`);
};

const CONVERSIONS: Readonly<Record<string, Convert>> = {
  bigint: asBigint,
  'numeric(30,8)': numericOf(8),
  'numeric(30,12)': numericOf(12),
  'numeric(38,18)': numericOf(18, 38),
  integer: asNumber,
  smallint: asNumber,
  boolean: (value) => value === true,
  json: (value) => {
    try {
      JSON.parse(String(value));
    } catch {
      throw new SqlError('22P02', 'not JSON');
    }
    return asText(value);
  },
  bytea: (value) => (value instanceof Uint8Array ? value : null),
  // Values of one length, one behind the other.
  'bytea[]': (value) => (value instanceof Uint8Array ? value : null),
};

/** A value as the column keeps it. What no other type is known for is text: texts and labels. */
export function stored(table: TableShape, column: string, value: unknown): Value {
  const convert = conversionOf(table, column);
  return value === null || value === undefined ? null : convert(value);
}

function conversionOf(table: TableShape, column: string): Convert {
  const shape = table.columns[column];
  if (!shape) throw new SqlError('42703', `${table.name} has no column ${column}`);
  return CONVERSIONS[shape.declared] ?? asText;
}

/** A parameter's values: of a column that is sent as bytes, or of a plain list. */
export function listOf(parameter: unknown): readonly unknown[] {
  if (typeof parameter === 'object' && parameter !== null && 'plain' in parameter) return listOf(parameter.plain);
  return Array.isArray(parameter) ? parameter : [];
}

/** The rows that one parameter a column makes. */
export function rowsOf(table: TableShape, columns: readonly string[], parameters: readonly unknown[]): Row[] {
  const lists = parameters.map(listOf);
  const count = lists[0]?.length ?? 0;
  const rows = Array.from({ length: count }, (): Row => ({}));
  for (let place = 0; place < columns.length; place += 1) {
    const name = columns[place] ?? '';
    const convert = conversionOf(table, name);
    const list = lists[place];
    for (let at = 0; at < count; at += 1) {
      const [row, value] = [rows[at], list?.[at]];
      if (row) row[name] = value === null || value === undefined ? null : convert(value);
    }
  }
  return rows;
}

/** The primary key's value, of several columns as one text. */
export function keyOf(table: TableShape, row: Row): Value {
  const [first = '', ...more] = table.key;
  return more.length === 0 ? (row[first] ?? null) : table.key.map((name) => String(row[name])).join('/');
}

/** Whether a parameter, or one of a parameter's values, is what the row has. NULL is equal to nothing. */
export function equal(given: unknown, value: Value | undefined): boolean {
  if (given === null || given === undefined || value === null || value === undefined) return false;
  if (given instanceof Uint8Array) return value instanceof Uint8Array && Buffer.compare(given, value) === 0;
  return typeof value === 'bigint' && typeof given === 'number' ? BigInt(given) === value : given === value;
}
