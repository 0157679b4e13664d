// What a column may hold: how the database names the type, what its driver hands over, what the code works with, and how values are sent.

import type { Realm } from '@fairtick/engine/types';
import { toHex } from '@fairtick/kernel/bytes';
import {
  amount,
  COIN_PLACES,
  formatUnits,
  price,
  quantity,
  RATE_PLACES,
  rate,
  readUnits,
  UNIT_PLACES,
} from '@fairtick/kernel/decimal';
import type { Id } from '@fairtick/kernel/ids';
import { bool, bytea, type Column, int2, int4, int8, labels, numeric, text } from '../columns.ts';

/** `Raw` is what a row of the driver has in the column, `Value` what the code works with. Neither is ever null: whether a column may be is the column's. */
export interface ColumnType<Raw, Value> {
  /** As a parameter is cast: bigint, numeric, realm. */
  readonly cast: string;
  /** As the database itself shows the column's type: numeric(30,8). */
  readonly declared: string;
  /** The type it is read as, where that is another. */
  readonly readAs?: string;
  read(raw: Raw): Value;
  /** Values of many rows; NULL where there is none. */
  list(values: readonly (Value | null | undefined)[]): Column;
  /** One value as a parameter of its own. */
  single(value: Value): string | number | bigint;
}

type Plain = string | number | bigint;

/** Of values that the driver hands over and takes as the code has them. */
const same = <T extends Plain>(cast: string, list: ColumnType<T, T>['list']): ColumnType<T, T> => ({
  cast,
  declared: cast,
  read: (raw) => raw,
  list,
  single: (value) => value,
});

export const ID: ColumnType<bigint, Id> = same<Id>('bigint', int8);
/** A whole number that a double holds exactly: a time in ms, a place in the log. */
export const WHOLE: ColumnType<bigint, number> = {
  cast: 'bigint',
  declared: 'bigint',
  read: Number,
  list: int8,
  single: (value) => value,
};
export const INT4: ColumnType<number, number> = same<number>('integer', int4);
/** The values that the code allows; the database's own checks hold them. */
export const smallOf = <T extends number>(): ColumnType<T, T> => same<T>('smallint', int2);
export const textOf = <T extends string>(): ColumnType<T, T> => same<T>('text', text);
/** An enum of the database, whose labels are the code's own names. */
export const labelOf = <T extends string>(name: string): ColumnType<T, T> => same<T>(name, labels);
export const BYTES: ColumnType<Uint8Array, Uint8Array> = {
  cast: 'bytea',
  declared: 'bytea',
  read: (raw) => raw,
  list: bytea,
  single: (value) => `\\x${toHex(value)}`,
};
export const BOOL: ColumnType<boolean, boolean> = {
  cast: 'boolean',
  declared: 'boolean',
  read: (raw) => raw,
  list: bool,
  single: String,
};
/** JSON as the text it is, written and read: it is said again as it was. */
export const JSON_TEXT: ColumnType<string, string> = { ...same<string>('json', text), cast: 'text', readAs: 'text' };

/** Whole units of 10^-`places`, exactly; `brand` says what they are units of. */
const unitsOf = <T extends bigint>(
  brand: (units: bigint) => T,
  places: number = UNIT_PLACES,
  digits = 30,
): ColumnType<string, T> => ({
  cast: 'numeric',
  declared: `numeric(${digits},${places})`,
  read: (raw) => brand(readUnits(raw, places)),
  list: (values) => numeric(values, places),
  single: (value) => formatUnits(value, 0, places),
});

export const AMOUNT = unitsOf(amount);
export const PRICE = unitsOf(price);
export const QUANTITY = unitsOf(quantity);
export const RATE = unitsOf(rate, RATE_PLACES);
/** Units of 1e-18 of a currency outside, which is as fine as chains count. */
export const COIN = unitsOf((units) => units, COIN_PLACES, 38);
/** Units of whatever it is that the column counts. */
export const UNITS = unitsOf((units) => units);

export const REALM = labelOf<Realm>('realm');
