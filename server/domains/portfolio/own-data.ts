// Somebody's rows as files: JSON for programs, CSV for spreadsheets.

import type { ZipEntry } from '../../platform/zip.ts';
import type { OwnRow } from './export-table.ts';
import type { OwnTable } from './own-tables.ts';

/** The same rows each time it is called, some at a time. */
export type Pages = () => AsyncIterable<readonly OwnRow[]> | Iterable<readonly OwnRow[]>;

/** Two files a table, also where it holds nothing of theirs: what is not there was looked for. Written page by page: there may be a million rows. */
export function filesOf(table: OwnTable, pages: Pages): ZipEntry[] {
  return [
    { name: `json/${table.table}.json`, parts: jsonOf(table, pages) },
    { name: `csv/${table.table}.csv`, parts: csvOf(table, pages) },
  ];
}

async function* jsonOf(table: OwnTable, pages: Pages): AsyncGenerator<Uint8Array> {
  let [before, after] = ['[', '[]\n'];
  for await (const rows of pages()) {
    let text = '';
    for (const row of rows) {
      text += `${before}\n${JSON.stringify(shownRow(row, table), undefined, 1)}`;
      [before, after] = [',', '\n]\n'];
    }
    yield Buffer.from(text);
  }
  yield Buffer.from(after);
}

type ShownRow = Readonly<Record<string, string | number | boolean | null>>;

const shownRow = (row: OwnRow, { without = [], withoutInside = [] }: OwnTable): ShownRow =>
  Object.fromEntries(
    Object.entries(row)
      .filter(([name]) => !without.includes(name))
      .map(([name, value]) => [name, shown(value, withoutInside)]),
  );

/** Ids and amounts as text: they are exact, and larger than a JSON number may be. */
function shown(value: unknown, withoutInside: readonly string[]): string | number | boolean | null {
  if (value === null || value === undefined) return null;
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value;
  if (typeof value === 'bigint') return String(value);
  if (value instanceof Uint8Array) return Buffer.from(value).toString('hex');
  return JSON.stringify(value, (name, inner: unknown) => {
    if (withoutInside.includes(name)) return undefined;
    return typeof inner === 'bigint' ? String(inner) : inner;
  });
}

/** RFC 4180, with the mark by which spreadsheets know UTF-8. */
async function* csvOf(table: OwnTable, pages: Pages): AsyncGenerator<Uint8Array> {
  let names: readonly string[] | undefined;
  for await (const rows of pages()) {
    const shown = rows.map((row) => shownRow(row, table));
    const lines = names ? [] : [Object.keys(shown[0] ?? {})];
    names ??= lines[0] ?? [];
    const head = lines.length > 0 ? '\ufeff' : '';
    for (const row of shown) lines.push(names.map((name) => String(row[name] ?? '')));
    yield Buffer.from(`${head}${lines.map((cells) => `${cells.map(csvCell).join(',')}\r\n`).join('')}`);
  }
  if (!names) yield Buffer.from('\ufeff\r\n');
}

/** A spreadsheet takes what begins so for a formula: an apostrophe before it makes it text. A number may begin with its sign. */
const FORMULA = /^[=+\-@\t\r]/;
const NUMBER = /^-?\d+(\.\d+)?$/;

function csvCell(text: string): string {
  const safe = FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text;
  return /[",\r\n\t]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
