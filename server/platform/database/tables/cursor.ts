// A great many rows in pages, through a cursor of the transaction that is open, so that nobody holds them twice.

import type { Queries } from '../pools.ts';
import type { Meaning } from './meaning.ts';
import type { Select } from './select.ts';

/** Rows read at once: a page is gone through while the next is on its way. */
const PAGE = 1_000;

/**
 * Every row of a read without parameters, in pages and no particular order. Within it a page and the transaction may take `limitMs` instead of the
 * app's usual limits.
 */
export async function* inPages<Row extends Readonly<Record<string, unknown>>>(
  tx: Queries,
  cursor: string,
  { text, meaning }: Select<Row, Record<never, never>>,
  limitMs: number,
): AsyncGenerator<readonly Row[]> {
  const declared: Meaning = { kind: 'declare', cursor, select: meaning };
  const declare = {
    text: `SET LOCAL statement_timeout = ${limitMs}; SET LOCAL idle_in_transaction_session_timeout = ${limitMs};
     DECLARE ${cursor} NO SCROLL CURSOR FOR ${text}`,
    meaning: declared,
  };
  await tx.query(declare);
  const fetched: Meaning = { kind: 'fetch', cursor, rows: PAGE };
  const page = { text: `FETCH ${PAGE} FROM ${cursor}`, query_timeout: limitMs, meaning: fetched };
  const next = async (): Promise<readonly Row[]> => (await tx.query<Row>(page)).rows;
  for (let coming = next(); ; ) {
    const rows = await coming;
    if (rows.length === 0) return;
    coming = next();
    // A caller that stopped early ignores the pages still to come, and their failure.
    coming.catch(() => {});
    yield rows;
  }
}
