// Random edits by somebody with every right, one at a time and undone again: which of them an audit does not see.

import { type Random, seededRandom } from '@fairtick/kernel/random';
import { auditRows } from '@fairtick/server/audit/database-audit';
import type { Pool, PoolClient } from '@fairtick/server/platform/database/pools';
import { type Make, NothingThere } from './edits.ts';
import { pick } from './live-app.ts';

interface Edited {
  readonly missed: readonly string[];
  readonly kinds: readonly string[];
}

/** Each kind at least once, then any, until so many were carried out. What the audit said before any of them is none of its findings. */
export async function missedEdits(owner: Pool, edits: readonly Make[], wanted: number): Promise<Edited> {
  const random = seededRandom(20_261_124);
  const client = await owner.connect();
  try {
    const before = new Set((await auditRows(client)).findings);
    const again = (await auditRows(client)).findings.filter((finding) => !before.has(finding));
    if (again.length > 0) throw new Error(`found without an edit: ${again.join('; ')}`);
    const missed: string[] = [];
    const kinds = new Set<string>();
    for (let [done, tries] = [0, 0]; done < wanted; tries += 1) {
      if (tries > wanted * 5) throw new Error('too few of these edits can be made');
      const edit = await edited(client, edits[tries] ?? pick(random, edits), random, before);
      if (!edit) continue;
      done += 1;
      kinds.add(edit.what);
      if (!edit.isFound) missed.push(edit.what);
    }
    return { missed: [...new Set(missed)], kinds: [...kinds].sort() };
  } finally {
    client.release();
  }
}

/** undefined where there was nothing to edit, or the database's own constraints did not take it. */
async function edited(
  client: PoolClient,
  make: Make,
  random: Random,
  before: ReadonlySet<string>,
): Promise<{ readonly what: string; readonly isFound: boolean } | undefined> {
  try {
    await client.query('BEGIN');
    await client.query('SET LOCAL session_replication_role = replica');
    const { what, sql } = await make(client, random);
    let touched = 0;
    for (const [text, values] of sql) touched += (await client.query(text, values ? [...values] : [])).rowCount ?? 0;
    if (touched === 0) return undefined;
    return { what, isFound: (await auditRows(client)).findings.some((finding) => !before.has(finding)) };
  } catch (error) {
    if (error instanceof NothingThere) throw error;
    return undefined;
  } finally {
    await client.query('ROLLBACK');
  }
}
