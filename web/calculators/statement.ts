// A statement of an account: what there was before its days, each line of them with what was free after it, and what that makes. Pure.

import { formatUnits, readUnits } from '@fairtick/kernel/decimal';
import type { Range } from './ledger.ts';

export interface SheetLine {
  /** UTC ms. */
  readonly time: number;
  readonly kind: string;
  readonly value: string;
  readonly held: string;
}

interface Standing {
  readonly free: string;
  readonly held: string;
}

export interface Statement {
  readonly opening: Standing;
  /** The oldest first. */
  readonly lines: readonly (SheetLine & { readonly freeAfter: string })[];
  readonly closing: Standing;
}

const AMOUNT = /^-?\d{1,20}(\.\d{1,8})?$/;
const COLUMNS = 6;

/** Of the sheet that the server sends, the newest first; undefined where it is none, or not whole. */
export function linesOfSheet(sheet: string): readonly SheetLine[] | undefined {
  const [head, ...rows] = rowsOf(sheet.replace(/^\uFEFF/, ''));
  if (head?.length !== COLUMNS) return undefined;
  const lines: SheetLine[] = [];
  for (const row of rows) {
    const [said = '', kind = '', , value = '', held = ''] = row;
    const time = Date.parse(said);
    const isWhole = row.length === COLUMNS && Number.isFinite(time) && AMOUNT.test(value) && AMOUNT.test(held);
    if (!isWhole) return undefined;
    lines.push({ time, kind, value, held });
  }
  return lines;
}

/** Cells with commas between and rows that end with CRLF; a quoted cell may hold both, and quotes twice. */
function rowsOf(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  for (const [, quoted, plain = '', end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n|$)/g)) {
    if (end === '' && row.length === 0 && quoted === undefined && plain === '') break;
    row.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    if (end === ',') continue;
    rows.push(row);
    row = [];
  }
  return rows;
}

/**
 * `lines`: all since the range begins until now, the newest first, which lead from `now` back to what there was before; those behind its end are left
 * out and counted. Two places at the least, and all that there are.
 */
export function statementOf(lines: readonly SheetLine[], now: Standing, { to }: Range): Statement {
  const oldest = lines.toReversed();
  const sum = (of: readonly SheetLine[], part: 'value' | 'held'): bigint =>
    of.reduce((all, line) => all + readUnits(line[part]), 0n);
  const [free, held] = [readUnits(now.free) - sum(oldest, 'value'), readUnits(now.held) - sum(oldest, 'held')];
  const wanted = to === '' ? oldest : oldest.filter(({ time }) => time < Number(to));
  let after = free;
  const listed = wanted.map((line) => {
    after += readUnits(line.value);
    return { ...line, freeAfter: formatUnits(after, 2) };
  });
  return {
    opening: { free: formatUnits(free, 2), held: formatUnits(held, 2) },
    lines: listed,
    closing: { free: formatUnits(after, 2), held: formatUnits(held + sum(wanted, 'held'), 2) },
  };
}
