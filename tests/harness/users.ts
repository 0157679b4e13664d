// A user's row with an e-mail and a password, as registering would leave them: for tests that begin behind it.

import type { Realm } from '@fairtick/engine/types';
import type { Id } from '@fairtick/kernel/ids';
import { uidOf } from '@fairtick/server/domains/accounts/rules';
import { insertUsers } from '@fairtick/server/domains/accounts/table';
import { runAll } from '@fairtick/server/platform/database/statement';
import type { TestDatabase } from './database.ts';

export interface NamedUser {
  readonly id: Id;
  readonly realm?: Realm;
  readonly uid?: string;
  readonly email?: string | null;
  readonly mobile?: string | null;
  /** Argon2id, encoded. */
  readonly passwordHash?: string;
  readonly createdTime?: number;
}

/** Without accounts and money: see insertRealUser. */
export async function insertNamedUser(db: Pick<TestDatabase, 'owner' | 'app'>, one: NamedUser): Promise<void> {
  const { id, realm = 'live', uid = uidOf(id), createdTime = 1 } = one;
  await runAll(db.app, insertUsers([{ id, realm, uid, createdTime }]));
  for (const kind of ['email', 'mobile'] as const)
    if (typeof one[kind] === 'string')
      await db.owner.query(
        `INSERT INTO account_names (user_id, kind, name, verified_time, added_time) VALUES ($1, $2, $3, $4, $4)`,
        [id, kind, one[kind], createdTime],
      );
  if (one.passwordHash !== undefined)
    await db.owner.query('INSERT INTO credentials (user_id, password_hash) VALUES ($1, $2)', [id, one.passwordHash]);
}
