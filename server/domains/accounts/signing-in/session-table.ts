// The SQL of where a user is signed in: shown to them, and ended by them. A session ends by the database's clock, since servers with clocks of their
// own ask for what was revoked since.

import type { Id } from '@fairtick/kernel/ids';
import type { Queries } from '../../../platform/database/pools.ts';
import type { SessionFactor } from '../columns.ts';

export interface OpenSession {
  readonly id: Id;
  readonly token_hash: Uint8Array;
  readonly agent: string;
  readonly address_shown: string;
  readonly created_time: bigint;
  readonly last_used_time: bigint;
  readonly factor: SessionFactor;
}

const MOST_SHOWN = 100;

/** Those that were used after `idleSinceMs`, the newest use first. */
export async function openSessions(db: Queries, userId: Id, idleSinceMs: number): Promise<OpenSession[]> {
  const { rows } = await db.query<OpenSession>({
    name: 'accounts_sessions_open',
    text: `SELECT id, token_hash, agent, address_shown, created_time, last_used_time, factor FROM sessions
           WHERE user_id = $1 AND revoked_time IS NULL AND last_used_time > $2 ORDER BY last_used_time DESC, id DESC LIMIT ${MOST_SHOWN}`,
    values: [userId, idleSinceMs],
  });
  return rows;
}

type Ended = readonly Uint8Array[];
const END = 'UPDATE sessions SET revoked_time = database_ms() WHERE user_id = $1 AND revoked_time IS NULL';
const hashes = (rows: readonly { readonly token_hash: Uint8Array }[]): Ended => rows.map((row) => row.token_hash);

/** The user's session of that id: its token's hash, or none where they have no such session. */
export async function endSession(tx: Queries, userId: Id, id: Id): Promise<Ended> {
  const { rows } = await tx.query<{ token_hash: Uint8Array }>({
    name: 'accounts_session_end',
    text: `${END} AND id = $2 RETURNING token_hash`,
    values: [userId, id],
  });
  return hashes(rows);
}

/** All but the one with this token. */
export async function endOtherSessions(tx: Queries, userId: Id, tokenHash: Uint8Array): Promise<Ended> {
  const { rows } = await tx.query<{ token_hash: Uint8Array }>({
    name: 'accounts_sessions_end_others',
    text: `${END} AND token_hash <> $2 RETURNING token_hash`,
    values: [userId, tokenHash],
  });
  return hashes(rows);
}

/** All of them. */
export async function endSessions(tx: Queries, userId: Id): Promise<Ended> {
  const { rows } = await tx.query<{ token_hash: Uint8Array }>({
    name: 'accounts_sessions_end',
    text: `${END} RETURNING token_hash`,
    values: [userId],
  });
  return hashes(rows);
}
