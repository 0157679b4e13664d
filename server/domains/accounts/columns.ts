// What the tables of users and their sessions hold, described once.

import type { Realm } from '@fairtick/engine/types';
import type { Id } from '@fairtick/kernel/ids';
import { columnsOf } from '../../platform/database/tables/column.ts';
import { Table } from '../../platform/database/tables/table.ts';
import { AMOUNT, BYTES, ID, JSON_TEXT, REALM, smallOf, textOf, WHOLE } from '../../platform/database/tables/types.ts';
import type { Actor } from '../../platform/principals.ts';
import { freezeEnds, type StandingRow } from './standing.ts';

export interface UserRow {
  readonly id: Id;
  readonly realm: Realm;
  readonly uid: string;
}

export interface NewUser extends UserRow {
  readonly createdTime: number;
}

/** What a session was opened with. */
export type SessionFactor = 'demo' | 'password' | 'totp' | 'passkey' | 'recovery';

/** Where a session was opened, as its user is shown it. */
export interface SessionPlace {
  /** What the browser says of itself. */
  readonly agent: string;
  /** The network: 203.0.113.0/24. */
  readonly addressShown: string;
  /** SHA-256 of what the browser keeps as its name; null where it keeps none. */
  readonly deviceHash: Uint8Array | null;
}

export interface NewSession extends SessionPlace {
  /** SHA-256 of the token: the token itself is the user's alone. */
  readonly tokenHash: Uint8Array;
  readonly userId: Id;
  readonly createdTime: number;
  readonly factor: SessionFactor;
}

export interface KeptSession extends NewSession {
  /** How a session shows itself: its token's hash is nobody's to see. */
  readonly id: Id;
  /** Until when a step-up holds, UTC ms; 0 without one. */
  readonly elevatedUntilMs: number;
}

const user = columnsOf<NewUser>();

export const USERS = new Table(
  'users',
  ['id'],
  {
    id: user.fixed(ID, 'id'),
    realm: user.fixed(REALM, 'realm'),
    uid: user.fixed(textOf(), 'uid'),
    created_time: user.fixed(WHOLE, 'createdTime'),
    removed_time: user.byDatabase.optional(WHOLE),
  },
  { users_uid_key: ['uid'], users_id_realm_key: ['id', 'realm'] },
);

const session = columnsOf<NewSession & Pick<KeptSession, 'id' | 'elevatedUntilMs'>>();

export const SESSIONS = new Table(
  'sessions',
  ['token_hash'],
  {
    id: session.byDatabase(ID, 'id'),
    elevated_until: session.byDatabase(WHOLE, 'elevatedUntilMs', 0),
    token_hash: session.fixed(BYTES, 'tokenHash'),
    user_id: session.fixed(ID, 'userId'),
    created_time: session.fixed(WHOLE, 'createdTime'),
    last_used_time: session.changing(WHOLE, (s) => s.createdTime),
    revoked_time: session.byDatabase.optional(WHOLE),
    agent: session.fixed(textOf(), 'agent'),
    address_shown: session.fixed(textOf(), 'addressShown'),
    device_hash: session.fixed.optional(BYTES, (s) => s.deviceHash),
    factor: session.fixed(textOf<SessionFactor>(), 'factor'),
  },
  { sessions_id_key: ['id'] },
);

const standing = columnsOf<StandingRow>();

/** Of real users alone. The database makes a row with its user, and keeps what it was before each change. */
export const USER_STANDING = new Table('user_standing', ['user_id'], {
  user_id: standing.fixed(ID, 'userId'),
  realm: standing.fixed(REALM, (): Realm => 'live'),
  country: standing.changing.optional(textOf(), 'country'),
  verified_time: standing.changing.optional(WHOLE, 'verifiedTime'),
  locks: standing.changing(smallOf(), 'locks'),
  freezes: standing.changing(JSON_TEXT, (one) => JSON.stringify(one.freezes)),
  freeze_ends: standing.changing.optional(WHOLE, freezeEnds),
  hold_until: standing.changing.optional(WHOLE, 'holdUntil'),
  loss_limit: standing.changing.optional(AMOUNT, 'lossLimit'),
  loss_limit_next: standing.changing.optional(AMOUNT, 'lossLimitNext'),
  loss_limit_from: standing.changing.optional(WHOLE, 'lossLimitFrom'),
  cool_off_until: standing.changing.optional(WHOLE, 'coolOffUntil'),
  lang: standing.changing.optional(textOf(), 'lang'),
  zone: standing.changing.optional(textOf(), 'zone'),
  changed_time: standing.byDatabase(WHOLE, 'nowMs'),
  actor_kind: standing.changing(textOf<Actor['kind']>(), (one) => one.actor.kind),
  actor_id: standing.changing(ID, (one) => one.actor.id),
});
