// Statements that write whole columns (COPY, INSERT … SELECT FROM unnest, UPDATE … FROM unnest), read from their own SQL text: which column gets
// which parameter and what type it is cast to or sent as. So a column named in the wrong place is wrong here too.

import type { Column } from '@fairtick/server/platform/database/columns';

export type Value = string | number | bigint | boolean | null | Uint8Array;
export type Row = Record<string, Value>;
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

/** numeric(30, 8): at most 22 whole digits. */
const WHOLE_DIGITS = 22;

const asText: Convert = (value) => (value === null || value === undefined ? null : String(value));

const asNumeric: Convert = (value) => {
  const text = asText(value);
  if (typeof text !== 'string') return null;
  const whole = text.replace('-', '').split('.')[0] ?? '';
  if (!/^-?\d+(\.\d+)?$/.test(text)) throw new SqlError('22P02', `not a numeric: ${text}`);
  if (whole.length > WHOLE_DIGITS) throw new SqlError('22003', 'numeric field overflow');
  return text;
};

const asBigint: Convert = (value) => {
  if (value === null || value === undefined) return null;
  if (typeof value === 'bigint') return value;
  if (typeof value === 'number' && Number.isSafeInteger(value)) return BigInt(value);
  throw new SqlError('22P02', `not a bigint: ${String(value)}`);
};

const asNumber: Convert = (value) => {
  if (value === null || value === undefined) return null;
  if (typeof value === 'number' && Number.isInteger(value)) return value;
  throw new SqlError('22P02', `not an integer: ${String(value)}`);
};

const asBoolean: Convert = (value) => value === true;
const asBytes: Convert = (value) => (value instanceof Uint8Array ? value : null);

const CONVERSIONS: Readonly<Record<string, Convert>> = {
  bigint: asBigint,
  numeric: asNumeric,
  int: asNumber,
  smallint: asNumber,
  boolean: asBoolean,
  bytea: asBytes,
};

export interface Written {
  readonly table: string;
  /** What is streamed says its type itself. */
  readonly columns: readonly { readonly name: string; readonly convert: Convert | undefined }[];
  /** Columns with a value in the text itself. */
  readonly fixed: Readonly<Row>;
  /** Rows that are there already are left alone. */
  readonly skips: boolean;
}

const names = (list: string): string[] => list.split(',').map((name) => name.trim());

function conversions(text: string): Convert[] {
  return [...text.matchAll(/\$\d+::(?:text\[\]::)?(\w+)\[\]/g)].map(([, type]) => CONVERSIONS[type ?? ''] ?? asText);
}

function parseInsert(text: string): Written | undefined {
  const found = /^INSERT INTO (\w+) \(([^)]*)\)\s*SELECT \*(?:, '(\w+)')? FROM unnest\(/.exec(text);
  if (!found) return undefined;
  const [, table = '', list = '', literal] = found;
  const all = names(list);
  const types = conversions(text);
  const columns = types.map((convert, at) => ({ name: all[at] ?? '', convert }));
  if (all.length !== types.length + (literal === undefined ? 0 : 1)) throw new Error(`columns do not match: ${text}`);
  const last = all.at(-1);
  return {
    table,
    columns,
    fixed: literal !== undefined && last !== undefined ? { [last]: literal } : {},
    skips: text.includes('ON CONFLICT DO NOTHING'),
  };
}

function parseCopy(text: string): Written | undefined {
  const [, table, list] = /^COPY (\w+) \(([^)]*)\) FROM STDIN \(FORMAT binary\)$/.exec(text) ?? [];
  if (table === undefined || list === undefined) return undefined;
  return { table, columns: names(list).map((name) => ({ name, convert: undefined })), fixed: {}, skips: false };
}

/** As the database reads what is sent as this kind of column. */
const KINDS: Readonly<Record<Column['kind'], Convert>> = {
  int8: asBigint,
  int4: asNumber,
  int2: asNumber,
  numeric: asNumeric,
  bool: asBoolean,
  bytea: asBytes,
  text: asText,
  label: asText,
};

const isColumn = (parameter: unknown): parameter is Column =>
  typeof parameter === 'object' && parameter !== null && 'kind' in parameter && 'plain' in parameter;

function ownKind(parameter: unknown): Convert {
  if (!isColumn(parameter)) throw new Error('streamed without a type');
  return KINDS[parameter.kind];
}

/** Only columns that the text sets, each from the column of `c` that it names; `id` says which row. */
function parseUpdate(text: string): Written | undefined {
  const found =
    /^UPDATE (\w+) o SET ([\s\S]*?)\s+FROM unnest\(([\s\S]*?)\)\s*AS c \(([^)]*)\)\s*WHERE o\.id = c\.id AND o\.id = ANY \(\$1\)$/.exec(
      text,
    );
  if (!found) return undefined;
  const [, table = '', sets = '', casts = '', list = ''] = found;
  const given = names(list);
  const targets = new Map<string, string>([['id', 'id']]);
  const fixed: Row = {};
  for (const set of names(sets)) {
    const moved = /^(\w+) = c\.(\w+)$/.exec(set);
    const literal = /^(\w+) = '(\w+)'$/.exec(set);
    if (moved?.[1] && moved[2]) targets.set(moved[2], moved[1]);
    else if (literal?.[1] && literal[2]) fixed[literal[1]] = literal[2];
    else throw new Error(`cannot read SET ${set}`);
  }
  const types = conversions(casts);
  const columns = types.map((convert, at) => ({ name: targets.get(given[at] ?? '') ?? '', convert }));
  return { table, columns, fixed, skips: false };
}

const parsed = new Map<string, { readonly kind: 'insert' | 'update'; readonly written: Written } | undefined>();

/** What a statement writes, or undefined when it is none of these two forms. */
export function writtenBy(text: string): { readonly kind: 'insert' | 'update'; readonly written: Written } | undefined {
  if (!parsed.has(text)) {
    const insert = parseInsert(text) ?? parseCopy(text);
    const update = insert ? undefined : parseUpdate(text);
    parsed.set(text, insert ? { kind: 'insert', written: insert } : update && { kind: 'update', written: update });
  }
  return parsed.get(text);
}

/** A parameter's values: of a column that is sent as bytes, or of a plain list. */
export function listOf(parameter: unknown): readonly unknown[] {
  if (typeof parameter === 'object' && parameter !== null && 'plain' in parameter) return listOf(parameter.plain);
  return Array.isArray(parameter) ? parameter : [];
}

/** The rows of a statement's columns. */
export function rowsOf({ columns, fixed }: Written, values: readonly unknown[]): Row[] {
  const lists = values.map(listOf);
  const converts = columns.map(({ convert }, place) => convert ?? ownKind(values[place]));
  const rows: Row[] = [];
  for (let at = 0; at < (lists[0]?.length ?? 0); at += 1) {
    const row: Row = { ...fixed };
    for (const [place, { name }] of columns.entries())
      if (name !== '') row[name] = converts[place]?.(lists[place]?.[at]) ?? null;
    rows.push(row);
  }
  return rows;
}
