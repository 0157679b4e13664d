// The SQL of browsers that take messages for their user.

import type { Id } from '@fairtick/kernel/ids';
import { bytea } from '../../../platform/database/columns.ts';
import type { Pool, Queries } from '../../../platform/database/pools.ts';
import { SESSION_IDLE_MS } from '../rules.ts';

export interface SealedSubscription {
  readonly endpoint_mac: Uint8Array;
  readonly user_id: Id;
  /** Endpoint and keys. */
  readonly sealed: Uint8Array;
}

/** More browsers than these take no more messages: the oldest end. */
const MOST = 20;

/** A browser is its newest user's: who signs in on it after another takes its messages. False where the session has ended. */
export async function writeSubscription(tx: Queries, one: SealedSubscription, tokenHash: Uint8Array): Promise<boolean> {
  const { rowCount } = await tx.query({
    name: 'push_subscriptions_write',
    text: `INSERT INTO push_subscriptions (endpoint_mac, user_id, sealed, session_id)
           SELECT $1, s.user_id, $3, s.id FROM sessions s WHERE s.token_hash = $4 AND s.user_id = $2 AND s.revoked_time IS NULL
           ON CONFLICT (endpoint_mac) DO UPDATE SET user_id = excluded.user_id, sealed = excluded.sealed,
             session_id = excluded.session_id, created_time = database_ms(), ended_time = NULL`,
    values: [one.endpoint_mac, one.user_id, one.sealed, tokenHash],
  });
  if (rowCount === 0) return false;
  await tx.query({
    name: 'push_subscriptions_few',
    text: `UPDATE push_subscriptions SET ended_time = database_ms() WHERE endpoint_mac IN (
             SELECT endpoint_mac FROM push_subscriptions WHERE user_id = $1 AND ended_time IS NULL
             ORDER BY created_time DESC, endpoint_mac OFFSET ${MOST})`,
    values: [one.user_id],
  });
  return true;
}

/** By the fingerprints of one endpoint; of this user alone where one is named. */
export async function endSubscription(db: Queries, macs: readonly Uint8Array[], userId: Id | null): Promise<void> {
  await db.query({
    name: 'push_subscriptions_end',
    text: `UPDATE push_subscriptions SET ended_time = database_ms()
           WHERE endpoint_mac = ANY ($1::bytea[]) AND ended_time IS NULL AND ($2::bigint IS NULL OR user_id = $2)`,
    values: [bytea(macs), userId],
  });
}

/** Of sessions that are open: whoever was signed out, or stayed away too long, is told nothing any more. */
export async function subscriptionsOf(db: Queries, userId: Id): Promise<SealedSubscription[]> {
  const { rows } = await db.query<SealedSubscription>({
    name: 'push_subscriptions_of_user',
    text: `SELECT p.endpoint_mac, p.user_id, p.sealed FROM push_subscriptions p JOIN sessions s ON s.id = p.session_id
           WHERE p.user_id = $1 AND p.ended_time IS NULL AND s.revoked_time IS NULL AND s.last_used_time > database_ms() - $2::bigint`,
    values: [userId, SESSION_IDLE_MS],
  });
  return rows;
}

/** As the owner: some that a master key other than the current one sealed. The key's id stands in a sealed value's first four bytes. */
export async function sealedByOthers(owner: Pool, current: number, limit: number): Promise<SealedSubscription[]> {
  const { rows } = await owner.query<SealedSubscription>({
    text: `SELECT endpoint_mac, user_id, sealed FROM push_subscriptions
           WHERE substr(sealed, 1, 4) <> int4send($1::bigint::bit(32)::int) LIMIT $2`,
    values: [current, limit],
  });
  return rows;
}

/** As the owner: found by what it was. One that the browser has told anew meanwhile is there already, and this one goes. */
export async function writeResealed(owner: Pool, was: SealedSubscription, is: SealedSubscription): Promise<void> {
  await owner.query({
    text: `WITH gone AS (DELETE FROM push_subscriptions WHERE endpoint_mac = $1 AND sealed = $2 RETURNING user_id, session_id, created_time, ended_time)
           INSERT INTO push_subscriptions (endpoint_mac, user_id, sealed, session_id, created_time, ended_time)
           SELECT $3, user_id, $4, session_id, created_time, ended_time FROM gone ON CONFLICT DO NOTHING`,
    values: [was.endpoint_mac, was.sealed, is.endpoint_mac, is.sealed],
  });
}
