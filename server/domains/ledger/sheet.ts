// An account's lines as a table for spreadsheets, as long as they are: read page by page while they are sent. No snapshot is needed for them to be of one
// moment: an owner's journals are numbered and never changed, so whoever goes back from the newest sees what was there when they began.

import type { ledgerSheet as contract } from '@fairtick/contract/http/ledger';
import type { LanguageKey } from '@fairtick/contract/languages';
import { text } from '@fairtick/contract/texts/index';
import type { z } from 'zod';
import type { Queries } from '../../platform/database/pools.ts';
import type { UserPrincipal } from '../../platform/principals.ts';
import { type LineFilter, linesBefore, type OwnAccount } from './pages-table.ts';
import { entryView, kindOf } from './views.ts';

/** Lines read at once. */
const PAGE = 1_000;
/** By it spreadsheets know the letters of all languages. */
const MARK = '\uFEFF';
const NUMBER = /^-?\d+(\.\d+)?$/;
const FORMULA = /^[=+\-@\t\r]/;

/** A text that a spreadsheet would take for a formula gets an apostrophe; a number stays one, whatever its sign. */
export function cell(value: string): string {
  const plain = FORMULA.test(value) && !NUMBER.test(value) ? `'${value}` : value;
  return /[",\n\r]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
}

const row = (cells: readonly string[]): string => `${cells.map(cell).join(',')}\r\n`;
const COLUMNS = ['time', 'kind', 'type', 'value', 'held', 'line'] as const;

/** The newest first, times in UTC; in pieces of up to a thousand lines. */
async function* sheetOf(
  reads: () => Queries,
  account: OwnAccount,
  filter: LineFilter,
  lang: LanguageKey,
): AsyncGenerator<string> {
  let head = MARK + row(COLUMNS.map((column) => text(lang, `sheet.${column}`)));
  for (let before: bigint | undefined; ; ) {
    const lines = await linesBefore(reads(), account, { ...filter, before, limit: PAGE });
    const views = lines.map((line) => entryView(line, lang, undefined));
    yield head +
      views
        .map(({ Id, Value, LockValue, Type, MemoTran }, at) =>
          row([new Date(lines[at]?.time ?? 0).toISOString(), MemoTran, String(Type), Value, LockValue, Id]),
        )
        .join('');
    head = '';
    before = lines.at(-1)?.id;
    if (lines.length < PAGE) return;
  }
}

const filterOf = <T>(typed: T | ''): T | undefined => (typed === '' ? undefined : typed);

/** Of an account of the caller's own. */
export const ownSheet =
  (reads: () => Queries) =>
  (
    { account, type, from, to }: z.output<typeof contract.input>,
    { userId, realm }: UserPrincipal,
    lang: LanguageKey,
  ): AsyncGenerator<string> => {
    const filter = { type: filterOf(type), from: filterOf(from), to: filterOf(to) };
    return sheetOf(reads, { ownerId: userId, realm, kind: kindOf(account) }, filter, lang);
  };
