// What a user is told of their account's safety by every name they have: a letter, and a text message where they have a mobile.

import type { Id } from '@fairtick/kernel/ids';
import type { PoolClient } from '../../../platform/database/pools.ts';
import { runAll } from '../../../platform/database/statement.ts';
import { letterTo, type SafetyTemplate, smsTo } from '../../../platform/mail/letter.ts';
import { insertOutbox } from '../../../platform/outbox/table.ts';
import { namesOf } from '../names/table.ts';

/** In the transaction of what it tells of. */
export async function tellEveryName(
  tx: PoolClient,
  userId: Id,
  template: SafetyTemplate | 'name_changed',
): Promise<void> {
  const told = { userId, template, params: {} } as const;
  const names = await namesOf(tx, userId);
  await runAll(tx, insertOutbox(names.map(({ kind }) => (kind === 'email' ? letterTo(told) : smsTo(told)))));
}
