// Reads of a described table: the text, the types and order of the parameters, and the meaning, each made once.

import type { Queries } from '../pools.ts';
import type { Statement } from '../statement.ts';
import type { Columns, Given, RowOf } from './mapping.ts';
import type { Condition, Meaning, SelectMeaning } from './meaning.ts';
import type { Table } from './table.ts';
import { type Needs, parametersOf, sqlOf, type Where } from './where.ts';

type Named = Readonly<Record<string, unknown>>;

interface Wanted<C, Name extends keyof C> {
  /** Prepared under this name once a connection; planned each time anew where there is none. */
  readonly name?: string;
  readonly columns: readonly Name[];
  /** Ascending. */
  readonly order?: readonly (keyof C & string)[];
  /** The answer may take so long, where that is longer than for others. */
  readonly limitMs?: number;
}

export class Select<Row extends Named, P extends Named> {
  readonly text: string;
  readonly meaning: SelectMeaning;
  readonly #name: string | undefined;
  readonly #limitMs: number | undefined;
  readonly #encode: (parameters: Named) => Statement['values'];

  constructor(
    wanted: Pick<Wanted<unknown, never>, 'name' | 'limitMs'>,
    text: string,
    meaning: SelectMeaning,
    encode: (parameters: Named) => Statement['values'],
  ) {
    this.#name = wanted.name;
    this.#limitMs = wanted.limitMs;
    this.text = text;
    this.meaning = meaning;
    this.#encode = encode;
  }

  /** Parameters by the names of their columns. */
  async rows(db: Queries, parameters: P): Promise<Row[]> {
    const statement = {
      name: this.#name,
      text: this.text,
      values: this.#encode(parameters),
      query_timeout: this.#limitMs,
      meaning: this.meaning,
    };
    return (await db.query<Row>(statement)).rows;
  }
}

/** Rows that fulfil any of the conditions, each once; all rows where there is none. A part for each condition, so that each finds its rows by its own index. */
export function select<O, C extends Columns<O>, Name extends keyof C & string, const W extends readonly Where<never>[]>(
  table: Table<O, C, keyof C & string>,
  wanted: Wanted<C, Name>,
  ...where: W
): Select<RowOf<C, Name>, Needs<W[number]>> {
  const either = where.map((one) => one.condition);
  const parameters = parametersOf(either);
  const { order = [], columns } = wanted;
  const sql = (condition: Condition): string => sqlOf(condition, parameters, (column) => table.column(column).cast);
  const part = (condition: Condition | undefined, before: readonly Condition[]): string => {
    const tests = [...(condition ? [sql(condition)] : []), ...before.map((one) => `NOT (${sql(one)})`)];
    return `SELECT ${table.list(columns)} FROM ${table.name}${tests.length === 0 ? '' : ` WHERE ${tests.join(' AND ')}`}`;
  };
  const parts = either.length === 0 ? [part(undefined, [])] : either.map((one, at) => part(one, either.slice(0, at)));
  const text = `${parts.join(' UNION ALL ')}${order.length === 0 ? '' : ` ORDER BY ${order.join(', ')}`}`;
  const meaning = { kind: 'select', table, columns, either, order, parameters } as const;
  const encode = (given: Named): Statement['values'] =>
    parameters.map((name) => {
      const { list, single } = table.column(name);
      const value = given[name];
      if (value === undefined || value === null) throw new Error(`no value for ${name}`);
      return Array.isArray(value) ? list(value) : single(value);
    });
  return new Select(wanted, text, meaning, encode);
}

/** Rows by their keys, each looked up by itself however many are asked for. */
export function find<O, C extends Columns<O>, Name extends keyof C & string, Key extends keyof C & string>(
  table: Table<O, C, Key>,
  name: string,
  columns: readonly Name[],
): (db: Queries, keys: readonly { readonly [N in Key]: Given<C[N]> }[]) => Promise<RowOf<C, Name>[]> {
  const { key } = table;
  const casts = key.map((one, at) => `$${at + 1}::${table.column(one).cast}[]`);
  const text = `SELECT f.* FROM unnest(${casts.join(', ')}) AS w (${key.join(', ')})
    CROSS JOIN LATERAL (SELECT ${table.list(columns)} FROM ${table.name} k
      WHERE ${key.map((one) => `k.${one} = w.${one}`).join(' AND ')} OFFSET 0) f`;
  const meaning: Meaning = { kind: 'find', table, columns };
  return async (db, keys) => {
    const values = key.map((one) => table.column(one).list(keys.map((by) => by[one])));
    const statement = { name, text, values, meaning };
    return (await db.query<RowOf<C, Name>>(statement)).rows;
  };
}
