// What a statement means, as data beside its text: made by the builder that makes the text, so that the two can't differ. The simulation's
// database reads this and no SQL.

/** What the simulation's database must know of a table to store its rows. */
export interface TableShape {
  readonly name: string;
  /** Columns of the primary key. */
  readonly key: readonly string[];
  readonly columns: Readonly<Record<string, ColumnShape>>;
  /** Unique constraints beside the key, by name. */
  readonly unique: Readonly<Record<string, readonly string[]>>;
}

export interface ColumnShape {
  /** As the database itself shows the type: bigint, numeric(30,8), realm. */
  readonly declared: string;
  readonly nullable: boolean;
  /** May change once the row is there. */
  readonly changes: boolean;
  /** Filled by the database alone. */
  readonly byDatabase: boolean;
  /** What the database fills into a new row; NULL where it says nothing. */
  readonly ifNew: string | number | undefined;
}

/** The closed language of what rows are asked for. A parameter bears the name of the column it is held against. */
export type Condition =
  | { readonly is: 'equal' | 'in' | 'above' | 'null' | 'not zero'; readonly column: string }
  | { readonly is: 'among'; readonly column: string; readonly values: readonly string[] }
  | { readonly is: 'all'; readonly of: readonly Condition[] };

/** What becomes of a row whose key is there already. */
export type Existing = 'refuse' | 'keep' | 'replace';

export interface SelectMeaning {
  readonly kind: 'select';
  readonly table: TableShape;
  readonly columns: readonly string[];
  /** Rows that fulfil any of these, each once; all rows where there is none. */
  readonly either: readonly Condition[];
  /** Columns by which they are ordered, ascending. */
  readonly order: readonly string[];
  /** Names of the parameters, in order. */
  readonly parameters: readonly string[];
}

/** Parameters are one list a column, in the order of `columns`; the key's come first in an update. */
export type Meaning =
  | {
      readonly kind: 'insert';
      readonly table: TableShape;
      readonly columns: readonly string[];
      readonly existing: Existing;
    }
  | { readonly kind: 'update'; readonly table: TableShape; readonly columns: readonly string[] }
  /** Rows by their keys: parameters are one list a column of the key. */
  | { readonly kind: 'find'; readonly table: TableShape; readonly columns: readonly string[] }
  | SelectMeaning
  | { readonly kind: 'declare'; readonly cursor: string; readonly select: SelectMeaning }
  | { readonly kind: 'fetch'; readonly cursor: string; readonly rows: number };
