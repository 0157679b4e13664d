// What is sealed under 'user_factors' is sealed again when a master key is changed: secrets of authenticator apps, keys of recovery
// codes, words of letters.

import type { Id } from '@fairtick/kernel/ids';
import type { Pool } from '../../../platform/database/pools.ts';
import type { Keys } from '../../../platform/keys/keys.ts';
import type { Resealer } from '../../../platform/keys/reseal.ts';
import { aboutSecret } from '../../../platform/sign-in/totp.ts';
import { aboutRecovery } from './recovery.ts';
import { aboutWord } from './word.ts';

interface SealedColumn {
  readonly table: string;
  readonly column: string;
  /** SQL: what is sealed again. What is over is not, and opens nothing any more. */
  readonly kept: string;
  readonly about: (userId: Id) => string;
}

const COLUMNS: readonly SealedColumn[] = [
  { table: 'user_totp', column: 'secret_sealed', kept: 'removed_time IS NULL', about: aboutSecret },
  {
    table: 'recovery_codes',
    column: 'key_sealed',
    kept: 'used_time IS NULL AND ended_time IS NULL',
    about: aboutRecovery,
  },
  { table: 'preferences', column: 'mail_word_sealed', kept: 'mail_word_sealed IS NOT NULL', about: aboutWord },
];

const AT_ONCE = 200;

/** As the owner. Codes that are used meanwhile stay used. */
export const factorsResealer: Resealer = {
  use: 'user_factors',
  async batch(keys, owner) {
    let done = 0;
    for (const column of COLUMNS) done += await reseal(keys, owner, column);
    return done;
  },
};

async function reseal(keys: Keys, owner: Pool, { table, column, kept, about }: SealedColumn): Promise<number> {
  const head = Buffer.alloc(4);
  head.writeUInt32BE(keys.current);
  const { rows } = await owner.query<{ user_id: Id; sealed: Uint8Array }>(
    `SELECT DISTINCT user_id, ${column} AS sealed FROM ${table}
     WHERE ${kept} AND substring(${column} FROM 1 FOR 4) <> $1 LIMIT ${AT_ONCE}`,
    [head],
  );
  for (const { user_id: userId, sealed } of rows) {
    const plain = keys.open('user_factors', sealed, about(userId));
    if (!plain) throw new Error(`${table}: a value was sealed by a master key that is not here`);
    // Found by what it was: nothing else was ever sealed to the same bytes.
    await owner.query(`UPDATE ${table} SET ${column} = $2 WHERE user_id = $3 AND ${column} = $1 AND ${kept}`, [
      sealed,
      keys.seal('user_factors', plain, about(userId)),
      userId,
    ]);
  }
  return rows.length;
}
