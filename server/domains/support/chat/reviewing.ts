// Who of the staff may look at a picture of the chat now: asked again at each look, since a link outlives what allowed it.

import { staffTable } from '@fairtick/contract/staff/index';
import { mayDo, type StaffRole } from '@fairtick/contract/staff/matrix';
import { type Id, parseId } from '@fairtick/kernel/ids';
import type { Queries } from '../../../platform/database/pools.ts';
import { findThread } from './table.ts';

const { right } = staffTable.endpoints.chat_thread;

/** Whoever may read the thread: looking at a picture of it is an act, as reading it is. */
export async function mayLookAtChat(
  db: Queries,
  looker: { readonly roles: readonly StaffRole[]; readonly linkedUsers: readonly Id[] },
  attachedTo: string,
): Promise<boolean> {
  const id = parseId(/^chat:(\d+)$/.exec(attachedTo)?.[1] ?? '');
  if (id === undefined || right === undefined || !mayDo(looker.roles, right)) return false;
  const thread = await findThread(db, id);
  return thread !== undefined && !looker.linkedUsers.includes(thread.user_id);
}
