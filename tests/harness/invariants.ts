// Runs database/invariants.sql as the owner: what it finds broken, and nothing when all promises hold.

import * as fs from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Pool } from '@fairtick/server/platform/database/pools';

const text = fs.readFileSync(fileURLToPath(new URL('../../database/invariants.sql', import.meta.url)), 'utf8');
/** Statement by statement, so that each one's error names it. */
const queries = text
  .replaceAll(/^--.*$/gm, '')
  .split(';')
  .map((query) => query.trim())
  .filter((query) => query !== '');

/** One text for each broken promise: `name what`. */
export async function brokenInvariants(owner: Pool): Promise<string[]> {
  const broken: string[] = [];
  for (const query of queries) {
    const { rows } = await owner.query<{ broken: string; what: string }>(query);
    broken.push(...rows.map((row) => `${row.broken} ${row.what}`));
  }
  return broken;
}
