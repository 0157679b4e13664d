// The SQL of who is told of news outside the app: who has asked for it, by a letter to an address that is proven theirs or in a browser.

import type { NotifyChannel } from '@fairtick/contract/http/telling';
import type { Id } from '@fairtick/kernel/ids';
import type { Queries } from '../../../platform/database/pools.ts';

/** Somebody who has asked for news, and by which ways they can be told. */
export interface NewsReader {
  readonly id: Id;
  readonly mail: boolean;
  readonly push: boolean;
}

/** The next so many above `after`, by id. No letters go to an address that nobody proved to be theirs, or that a mail server refused for good. */
export async function newsReaders(db: Queries, after: Id, limit: number): Promise<NewsReader[]> {
  const { rows } = await db.query<NewsReader>({
    name: 'preferences_news_readers',
    text: `SELECT p.user_id AS id, w.mail, w.push FROM preferences p CROSS JOIN LATERAL (SELECT
             coalesce((p.notify -> 'news' ->> 'mail')::boolean, false) AND EXISTS (SELECT FROM account_names a WHERE a.user_id = p.user_id
               AND a.kind = 'email' AND a.removed_time IS NULL AND a.verified_time IS NOT NULL AND a.refused_time IS NULL) AS mail,
             coalesce((p.notify -> 'news' ->> 'push')::boolean, false)
               AND EXISTS (SELECT FROM push_subscriptions s WHERE s.user_id = p.user_id AND s.ended_time IS NULL) AS push) w
           WHERE p.user_id > $1 AND (w.mail OR w.push) ORDER BY p.user_id LIMIT $2`,
    values: [after, limit],
  });
  return rows;
}

/** Asked again when a message leaves: nobody who has said no since gets it. */
export async function wantsNews(db: Queries, userId: Id, channel: NotifyChannel): Promise<boolean> {
  const { rowCount } = await db.query({
    name: 'preferences_wants_news',
    text: `SELECT FROM preferences WHERE user_id = $1 AND (notify -> 'news' ->> $2)::boolean`,
    values: [userId, channel],
  });
  return rowCount === 1;
}

/** A mail server does not take letters to this address of theirs, and never will. */
export async function markRefused(db: Queries, userId: Id, address: string): Promise<void> {
  await db.query({
    name: 'accounts_mark_refused',
    text: `UPDATE account_names SET refused_time = database_ms()
           WHERE user_id = $1 AND name = $2 AND removed_time IS NULL AND refused_time IS NULL`,
    values: [userId, address],
  });
}

/** Who asks for letters anew is tried anew. */
export async function forgetRefused(tx: Queries, userId: Id): Promise<void> {
  await tx.query({
    name: 'accounts_forget_refused',
    text: `UPDATE account_names SET refused_time = NULL WHERE user_id = $1 AND removed_time IS NULL AND refused_time IS NOT NULL`,
    values: [userId],
  });
}
