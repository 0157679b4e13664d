// The SQL of the word that opens each letter of ours to a user.

import type { Id } from '@fairtick/kernel/ids';
import type { Queries } from '../../../platform/database/pools.ts';

/** Sealed; undefined where none was chosen. */
export async function findWord(db: Queries, userId: Id): Promise<Uint8Array | undefined> {
  const { rows } = await db.query<{ mail_word_sealed: Uint8Array | null }>({
    name: 'accounts_word_find',
    text: 'SELECT mail_word_sealed FROM preferences WHERE user_id = $1',
    values: [userId],
  });
  return rows[0]?.mail_word_sealed ?? undefined;
}

/** null takes it away. */
export async function writeWord(tx: Queries, userId: Id, sealed: Uint8Array | null): Promise<void> {
  await tx.query({
    name: 'accounts_word_write',
    text: `INSERT INTO preferences (user_id, mail_word_sealed) VALUES ($1, $2)
           ON CONFLICT (user_id) DO UPDATE SET mail_word_sealed = excluded.mail_word_sealed`,
    values: [userId, sealed],
  });
}
