// What the staff's tables say, and what the acts tell of it: two lists of the same things, which differ where a row was written by nobody's act.

import type { ActKind } from '@fairtick/contract/staff/acts';
import { text } from '../platform/database/columns.ts';
import type { Queries } from '../platform/database/pools.ts';

/** Both queries name a member, a user or a proposal as `who` and something of them as `what`, as often as it is there. */
export interface Compared {
  /** How a finding begins. */
  readonly noun: 'member' | 'user' | 'proposal';
  /** Out of `told`: acts whose contents are kept. */
  readonly told: string;
  readonly kept: string;
  /** Where one of these was erased, the acts of that subject no longer tell everything, and nothing is compared. */
  readonly erasable: readonly ActKind[];
}

export interface Differing {
  readonly who: string;
  readonly what: string;
  readonly told: number;
  readonly kept: number;
}

/** Of the whole table; at most 100. */
export async function differing(db: Queries, { told, kept, erasable, noun }: Compared): Promise<readonly Differing[]> {
  const counted = (query: string): string =>
    `(SELECT who, what, count(*)::int AS n FROM (${query}) q GROUP BY who, what)`;
  const { rows } = await db.query<Differing>(
    `WITH told AS (SELECT id, kind, actor_id, subject_id::bigint AS who, contents::json AS said FROM acts
       WHERE subject_kind = '${noun === 'member' ? 'staff' : noun}' AND contents IS NOT NULL)
     SELECT who::text, what, coalesce(t.n, 0) AS told, coalesce(k.n, 0) AS kept
     FROM ${counted(told)} t FULL JOIN ${counted(kept)} k USING (who, what)
     WHERE t.n IS DISTINCT FROM k.n
       AND NOT EXISTS (SELECT FROM acts e WHERE e.contents IS NULL AND e.kind = ANY ($1::text[]) AND e.subject_id = who::text)
     ORDER BY who, what LIMIT 100`,
    [text(erasable)],
  );
  return rows;
}

/** Where the newest act is of this kind: the one that sets what a later one may take away. */
const lastly = (kind: ActKind, acts: string): string =>
  `SELECT who, what FROM (SELECT DISTINCT ON (who, what) who, what, kind FROM (${acts}) a ORDER BY who, what, id DESC) n WHERE kind = '${kind}'`;

const ROLES: readonly ActKind[] = ['staff_bootstrapped', 'staff_added', 'staff_roles_changed'];
const LOCKS: readonly ActKind[] = ['user_frozen', 'user_unfrozen'];
const DECISIONS: readonly ActKind[] = ['verification_accepted', 'verification_rejected'];

export const COMPARED: readonly Compared[] = [
  {
    noun: 'member',
    told: `SELECT who, 'the role ' || role AS what FROM told,
             json_array_elements_text(CASE kind WHEN 'staff_roles_changed' THEN said -> 'given' ELSE said -> 'roles' END) AS role
           WHERE kind IN ('staff_bootstrapped', 'staff_added', 'staff_roles_changed')`,
    kept: `SELECT staff_id AS who, 'the role ' || role AS what FROM staff_roles`,
    erasable: ROLES,
  },
  {
    noun: 'member',
    told: `SELECT who, 'the end of the role ' || role AS what FROM told, json_array_elements_text(said -> 'taken') AS role
           WHERE kind = 'staff_roles_changed'`,
    kept: `SELECT staff_id AS who, 'the end of the role ' || role AS what FROM staff_roles WHERE revoked_time IS NOT NULL`,
    erasable: ROLES,
  },
  {
    noun: 'member',
    told: lastly(
      'staff_disabled',
      `SELECT id, kind, who, 'to be disabled' AS what FROM told WHERE kind IN ('staff_disabled', 'staff_enabled')`,
    ),
    kept: `SELECT id AS who, 'to be disabled' AS what FROM staff WHERE disabled_time IS NOT NULL`,
    erasable: ['staff_disabled', 'staff_enabled'],
  },
  {
    noun: 'member',
    // Of an authenticator app also its password: whoever exchanges that has only a code to guess.
    told: `SELECT who, 'a factor: ' || f AS what
           FROM told, unnest(CASE said ->> 'factor' WHEN 'totp' THEN '{totp,password}' ELSE ARRAY[said ->> 'factor'] END) AS f
           WHERE kind = 'staff_factor_added'`,
    kept: `SELECT staff_id AS who, 'a factor: passkey' AS what FROM staff_passkeys UNION ALL SELECT staff_id, 'a factor: totp' FROM staff_totp
           UNION ALL SELECT staff_id, 'a factor: password' FROM staff_passwords`,
    erasable: ['staff_factor_added'],
  },
  {
    noun: 'member',
    told: `SELECT who, 'a session by ' || (said ->> 'factor') AS what FROM told WHERE kind = 'staff_signed_in'`,
    kept: `SELECT staff_id AS who, 'a session by ' || factor AS what FROM staff_sessions`,
    erasable: ['staff_signed_in'],
  },
  {
    noun: 'member',
    told: `SELECT who, 'a one-time link' AS what FROM told
           WHERE kind IN ('staff_bootstrapped', 'staff_added', 'staff_enabled', 'staff_link_made')`,
    kept: `SELECT staff_id AS who, 'a one-time link' AS what FROM staff_links`,
    erasable: ['staff_bootstrapped', 'staff_added', 'staff_enabled', 'staff_link_made'],
  },
  {
    noun: 'member',
    told: `SELECT who, 'the account ' || (said ->> 'user') AS what FROM told WHERE kind = 'staff_linked_user'`,
    kept: `SELECT staff_id AS who, 'the account ' || user_id AS what FROM staff_user_links`,
    erasable: ['staff_linked_user'],
  },
  {
    noun: 'proposal',
    told: `SELECT who, replace(kind, 'proposal_', '') || ' by ' || actor_id AS what FROM told`,
    kept: `SELECT id AS who, 'made by ' || maker AS what FROM proposals UNION ALL
           SELECT id, state || ' by ' || checker FROM proposals WHERE state <> 'open'`,
    erasable: ['proposal_made', 'proposal_accepted', 'proposal_rejected'],
  },
  {
    noun: 'user',
    // With its end: one person's lock that ends by itself is another one than two people's.
    told: `SELECT who, 'the lock ' || l || ' until ' || coalesce(until, 'it is lifted') AS what
           FROM (SELECT DISTINCT ON (who, l) who, l, kind, said -> 'until' ->> (n - 1)::int AS until
             FROM told, json_array_elements_text(said -> 'locks') WITH ORDINALITY AS e (l, n)
             WHERE kind IN ('user_frozen', 'user_unfrozen') ORDER BY who, l, id DESC) newest
           WHERE kind = 'user_frozen'`,
    kept: `SELECT user_id AS who, 'the lock ' || key || ' until ' || coalesce(value ->> 'until', 'it is lifted') AS what
           FROM user_standing, json_each(freezes)`,
    erasable: LOCKS,
  },
  {
    noun: 'user',
    told: `SELECT DISTINCT who, 'to be verified' AS what FROM told WHERE kind = 'verification_accepted'`,
    kept: `SELECT user_id AS who, 'to be verified' AS what FROM user_standing WHERE verified_time IS NOT NULL`,
    erasable: DECISIONS,
  },
  {
    noun: 'user',
    told: `SELECT who, replace(kind, '_', ' ') || ' ' || (said ->> 'verification') || ' by ' || actor_id AS what FROM told
           WHERE kind IN ('verification_accepted', 'verification_rejected')`,
    kept: `SELECT user_id AS who, CASE status WHEN 2 THEN 'verification accepted ' ELSE 'verification rejected ' END || id || ' by ' || decided_by AS what
           FROM verifications WHERE status <> 1`,
    erasable: DECISIONS,
  },
];
