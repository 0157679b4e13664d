// Many people with an e-mail and a password, as registering would leave them, written at once: for what is measured on the real server.

import { systemEntropy } from '@fairtick/kernel/random';
import { Passwords } from '@fairtick/server/domains/accounts/index';
import type { Pool } from '@fairtick/server/platform/database/pools';

/** Everybody's. */
export const PASSWORD = 'a quite long password';
export const emailOf = (person: number): string => `person${person}@example.com`;
const FIRST_ID = 1_000;

/** One for each e-mail. Their ids, in the same order. */
export async function insertPeople(owner: Pool, emails: readonly string[]): Promise<bigint[]> {
  const hash = await new Passwords(systemEntropy).hash(PASSWORD);
  const ids = emails.map((_, at) => BigInt(FIRST_ID + at));
  const written = [ids, emails];
  await owner.query(
    `INSERT INTO users (id, realm, uid, created_time) SELECT id, 'live', 'T' || id, 1 FROM unnest($1::bigint[]) AS id`,
    [ids],
  );
  await owner.query(
    `INSERT INTO account_names (user_id, kind, name, verified_time) SELECT id, 'email', name, 1 FROM unnest($1::bigint[], $2::text[]) AS x (id, name)`,
    written,
  );
  await owner.query('INSERT INTO credentials (user_id, password_hash) SELECT id, $2 FROM unnest($1::bigint[]) AS id', [
    ids,
    hash,
  ]);
  // As after some days: plans are made for tables as they are.
  await owner.query('ANALYZE');
  return ids;
}
