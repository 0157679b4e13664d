// Whom a user has invited: enough to see that it worked, and nothing by which somebody could be found.

import type { AnswerOf } from '@fairtick/contract/http/index';
import type { Id } from '@fairtick/kernel/ids';
import type { Queries } from '../../../platform/database/pools.ts';
import { readInvited } from './table.ts';

export async function invitedBy(db: Queries, userId: Id, page: number, pageSize: number): Promise<AnswerOf<'invited'>> {
  const { data, total } = await readInvited(db, { userId, limit: pageSize, offset: (page - 1) * pageSize });
  return { data: data.map((one) => ({ ...one, uid: maskedUid(one.uid) })), total };
}

/** The last two signs. */
const maskedUid = (uid: string): string => `••••${uid.slice(-2)}`;
