// Runs database/invariants.sql as the owner: what it finds broken, and nothing when all promises hold.

import * as fs from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Pool } from '@fairtick/server/platform/database/pools';
import { BY_HAND } from './money-by-hand.ts';

const text = fs.readFileSync(fileURLToPath(new URL('../../database/invariants.sql', import.meta.url)), 'utf8');
/** Statement by statement, so that each one's error names it. */
const queries = text
  .replaceAll(/^--.*$/gm, '')
  .split(';')
  .map((query) => query.trim())
  .filter((query) => query !== '');

/** What is said of a journal without a cause, by its id. */
const OF_CAUSE = new Set(['journal_lines', 'journal_has_cause']);

/** One text for each broken promise: `name what`. Money that a test's own hand has given has no cause, and is none. */
export async function brokenInvariants(owner: Pool): Promise<string[]> {
  const byHand = await owner.query<{ id: bigint }>('SELECT id FROM journals WHERE idempotency_key = $1', [BY_HAND]);
  const given = new Set(byHand.rows.map(({ id }) => String(id)));
  const broken: string[] = [];
  for (const query of queries) {
    const { rows } = await owner.query<{ broken: string; what: string }>(query);
    const found = rows.filter((row) => !OF_CAUSE.has(row.broken) || !given.has(row.what));
    broken.push(...found.map((row) => `${row.broken} ${row.what}`));
  }
  return broken;
}
