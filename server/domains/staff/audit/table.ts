// The SQL of acts as the staff read them, with the names of who did them.

import type { ActKind } from '@fairtick/contract/staff/acts';
import type { Id } from '@fairtick/kernel/ids';
import type { Queries } from '../../../platform/database/pools.ts';

export interface ShownAct {
  readonly id: Id;
  readonly kind: ActKind;
  readonly time: bigint;
  /** Empty for the server itself. */
  readonly by: string;
  /** null for the server itself. */
  readonly by_id: Id | null;
  readonly subject_kind: string;
  readonly subject_id: string;
  /** What it was about as people call it; of a proposal, what that is about. Never an address: whoever audits may not see them. */
  readonly about: string;
  /** Empty where it was erased. */
  readonly contents: string;
  readonly idx: bigint | null;
}

export interface ActsFilter {
  /** Older than this act. */
  readonly before?: Id | undefined;
  readonly kind?: ActKind | undefined;
  readonly staffId?: Id | undefined;
  readonly limit: number;
}

const SHOWN = `a.id, a.kind, a.time, coalesce(s.name, '') AS by, s.id AS by_id, a.subject_kind, a.subject_id,
  coalesce(user_about.uid, staff_about.name, CASE WHEN p.subject_kind = 'staff' THEN p.payload::json -> 'body' ->> 'name' END,
    CASE 'setting' WHEN a.subject_kind THEN a.subject_id WHEN p.subject_kind THEN p.subject_id END,
    CASE 'house' WHEN a.subject_kind THEN 'house' WHEN p.subject_kind THEN 'house' END, '') AS about,
  coalesce(a.contents, '') AS contents, a.idx
  FROM acts a LEFT JOIN staff s ON a.actor_kind = 'staff' AND s.id = a.actor_id
  LEFT JOIN proposals p ON p.id = CASE WHEN a.subject_kind = 'proposal' THEN a.subject_id::bigint END
  LEFT JOIN outbox m ON m.id = CASE WHEN a.subject_kind = 'message' THEN a.subject_id::bigint END
  LEFT JOIN users user_about ON user_about.id = CASE 'user' WHEN a.subject_kind THEN a.subject_id::bigint WHEN p.subject_kind THEN p.subject_id::bigint ELSE m.owner_id END
  LEFT JOIN staff staff_about ON staff_about.id = CASE 'staff' WHEN a.subject_kind THEN a.subject_id::bigint WHEN p.subject_kind THEN p.subject_id::bigint END`;

/** Newest first. Each set of filters is a statement of its own, so that each reads its own index. */
export async function listActs(
  db: Queries,
  { before, kind, staffId, limit }: ActsFilter,
): Promise<readonly ShownAct[]> {
  const values: unknown[] = [limit];
  const conditions: string[] = [];
  const add = (column: string, value: unknown): void => {
    if (value === undefined) return;
    values.push(value);
    conditions.push(`${column} $${values.length}`);
  };
  add('a.id <', before);
  add('a.kind =', kind);
  add('a.actor_id =', staffId);
  const where = conditions.length === 0 ? '' : `WHERE ${conditions.join(' AND ')}`;
  const { rows } = await db.query<ShownAct>(`SELECT ${SHOWN} ${where} ORDER BY a.id DESC LIMIT $1`, values);
  return rows;
}

export interface UserAct extends Pick<ShownAct, 'kind' | 'time' | 'by'> {
  readonly reason: string;
}

/** The newest acts about a user. Who looked stands in the audit: here it would bury the rest. */
export async function actsAboutUser(db: Queries, userId: Id, limit: number): Promise<readonly UserAct[]> {
  const { rows } = await db.query<UserAct>({
    name: 'staff_acts_about_user',
    text: `SELECT a.kind, a.time, coalesce(s.name, '') AS by, coalesce(a.contents::json ->> 'reason', '') AS reason
           FROM acts a LEFT JOIN staff s ON a.actor_kind = 'staff' AND s.id = a.actor_id
           WHERE a.subject_kind = 'user' AND a.subject_id = $1::text AND a.kind <> 'user_read' ORDER BY a.id DESC LIMIT $2`,
    values: [userId.toString(), limit],
  });
  return rows;
}
