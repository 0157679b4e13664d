// `npm run verify-log` over the staff: what somebody who may write every row makes of roles, factors, sessions, links, proposals, locks and verifications
// is found, since no act tells of it; and so is an effect that was taken back by hand.

import { Findings } from '@fairtick/server/audit/findings';
import { auditStaff } from '@fairtick/server/audit/staff-audit';
import type { Queries } from '@fairtick/server/platform/database/pools';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TwoPeople, twoPeople } from '../integration/staff/two-people.ts';

let staff: TwoPeople;

/** What the harness wrote by hand, as if it had been done. */
const ACTS_OF_THE_HARNESS = [
  `INSERT INTO staff_links (link_mac, staff_id, purpose, created_time, expires, used_time)
     SELECT sha256(id::text::bytea), id, 'join', 1, 2, 1 FROM staff`,
  ...[
    ['staff_added', `'roles', ARRAY(SELECT role FROM staff_roles r WHERE r.staff_id = s.id)`],
    ['staff_factor_added', `'factor', 'totp'`],
    ['staff_signed_in', `'factor', 'totp'`],
  ].map(
    ([kind, more]) => `INSERT INTO acts (kind, actor_kind, actor_id, subject_kind, subject_id, contents)
     SELECT '${kind}', 'system', 0, 'staff', id::text, json_build_object('by', 'system:0', 'about', 'staff:' || id, ${more}) FROM staff s`,
  ),
];

async function done<T>(answer: Promise<{ readonly ok: true; readonly value: T } | { readonly ok: false }>): Promise<T> {
  const answered = await answer;
  if (!answered.ok) throw new Error(`refused: ${JSON.stringify(answered)}`);
  return answered.value;
}

beforeAll(async () => {
  staff = await twoPeople();
  const { owner: db } = staff.world.db;
  const [ann, bob, officer, moved, leaver] = [
    await staff.person('owner'),
    await staff.person('owner'),
    await staff.person('compliance'),
    await staff.person('support'),
    await staff.person('support'),
  ];
  for (const sql of ACTS_OF_THE_HARNESS) await db.query(sql);
  const { handlers, context } = staff;
  const accepted = async (
    made: Promise<{ readonly ok: true; readonly value: { readonly proposal: string | null } } | { readonly ok: false }>,
  ) => done(staff.decide(bob, (await done(made)).proposal ?? ''));
  const [user, other] = [await staff.user(), await staff.user()];
  await accepted(
    handlers.staff_roles({ id: String(moved.id), roles: 'editor,auditor', reason: 'moves' }, context(ann)),
  );
  await accepted(handlers.staff_roles({ id: String(moved.id), roles: 'auditor', reason: 'moves' }, context(ann)));
  await accepted(
    handlers.staff_add({ name: 'New', email: 'new@example.com', roles: 'terms', reason: 'hired' }, context(ann)),
  );
  await done(handlers.staff_disable({ id: String(leaver.id), reason: 'left' }, context(ann)));
  await accepted(handlers.staff_enable({ id: String(leaver.id), reason: 'back' }, context(ann)));
  await done(handlers.staff_disable({ id: String(leaver.id), reason: 'left again' }, context(ann)));
  await done(handlers.staff_link_user({ id: String(officer.id), uid: other.uid, reason: 'told' }, context(ann)));
  const about = (kind: 'freeze' | 'unfreeze', locks: readonly string[]) => ({
    ...{ kind, subject: { kind: 'user', id: String(user.id) } as const, body: { locks }, reason: 'a court' },
  });
  await accepted(staff.propose(ann, about('freeze', ['orders', 'withdrawals'])));
  const lifted = (await done(staff.propose(officer, about('unfreeze', ['orders'])))).proposal;
  await done(staff.decide(bob, lifted));
  const refused = (await done(staff.propose(officer, about('unfreeze', ['withdrawals'])))).proposal;
  await done(staff.decide(bob, refused, { decision: 'reject', reason: 'not yet' }));
  await staff.propose(officer, about('unfreeze', ['withdrawals']));
});
afterAll(() => staff.close());

async function found(db: Queries): Promise<readonly string[]> {
  const findings = new Findings();
  await auditStaff(db, findings);
  return findings.list;
}

async function edited(...edits: readonly string[]): Promise<string> {
  const client = await staff.world.db.owner.connect();
  try {
    await client.query('BEGIN');
    await client.query('SET LOCAL session_replication_role = replica');
    for (const sql of edits) await client.query(sql);
    return (await found(client)).join('\n');
  } finally {
    await client.query('ROLLBACK');
    client.release();
  }
}

test('what was done by acts alone agrees in everything', async () =>
  expect(await found(staff.world.db.owner)).toEqual([]));

test.each([
  [
    'a role nobody gave',
    `INSERT INTO staff_roles (staff_id, role, granted_by) SELECT min(id), 'treasurer', 0 FROM staff`,
    /treasurer is there once, and acts tell of it 0 times/,
  ],
  [
    'a role given back by hand',
    `UPDATE staff_roles SET revoked_time = NULL, revoked_by = NULL WHERE role = 'editor'`,
    /end of the role editor is there 0 times/,
  ],
  [
    'a role taken by hand',
    `UPDATE staff_roles SET revoked_time = 1, revoked_by = 0 WHERE role = 'owner'`,
    /end of the role owner is there once/,
  ],
  [
    'a role removed',
    `DELETE FROM staff_roles WHERE role = 'terms'`,
    /role terms is there 0 times, and acts tell of it once/,
  ],
  ['a leaver let in', 'UPDATE staff SET disabled_time = NULL', /to be disabled is there 0 times/],
  [
    'a factor of somebody else',
    `INSERT INTO staff_passkeys (credential_id, staff_id, public_key, counter, transports, backed_up, label) SELECT '\\x01', min(id), '\\x01', 0, '', false, '' FROM staff`,
    /a factor: passkey is there once/,
  ],
  [
    'a password of somebody else',
    `INSERT INTO staff_passwords (staff_id, hash, removed_time) SELECT min(id), 'x', 1 FROM staff`,
    /a factor: password is there 2 times, and acts tell of it once/,
  ],
  [
    'a session of nobody',
    `INSERT INTO staff_sessions (token_hash, staff_id, created_time, last_used_time, factor, address_shown, agent) SELECT sha256('x'), min(id), 1, 1, 'passkey', '', '' FROM staff`,
    /a session by passkey is there once/,
  ],
  [
    'a link',
    `INSERT INTO staff_links (link_mac, staff_id, purpose, created_time, expires) SELECT sha256('x'), min(id), 'lost', 1, 2 FROM staff`,
    /a one-time link is there 2 times/,
  ],
  ['an account of their own taken off', 'DELETE FROM staff_user_links', /the account \d+ is there 0 times/],
  [
    'a proposal that nobody made',
    `INSERT INTO proposals (kind, subject_kind, subject_id, payload, payload_hash, maker) SELECT 'setting', 'setting', 'x', '{}', sha256('{}'), min(id) FROM staff`,
    /made by \d+ is there once/,
  ],
  [
    'a proposal that nobody accepted',
    `UPDATE proposals SET state = 'accepted', checker = (SELECT min(id) FROM staff), decided_time = 1 WHERE state = 'open'`,
    /accepted by \d+ is there once/,
  ],
  [
    'a refusal turned round',
    `UPDATE proposals SET state = 'accepted' WHERE state = 'rejected'`,
    /rejected by \d+ is there 0 times/,
  ],
  [
    'another checker',
    `UPDATE proposals SET checker = (SELECT max(id) FROM staff) WHERE state = 'rejected'`,
    /rejected by \d+ is there once, and acts tell of it 0 times/,
  ],
  [
    'a lock set by hand',
    `UPDATE user_standing SET locks = 7, freezes = '{"orders":{},"withdrawals":{},"sign_in":{}}'`,
    /the lock sign_in until it is lifted is there once/,
  ],
  [
    'a lock lifted by hand',
    `UPDATE user_standing SET locks = 0, freezes = '{}'`,
    /the lock withdrawals until it is lifted is there 0 times/,
  ],
  [
    'another end of a lock',
    `UPDATE user_standing SET freeze_ends = 5, freezes = '{"withdrawals":{"until":5}}' WHERE locks <> 0`,
    /the lock withdrawals until 5 is there once, and acts tell of it 0 times/,
  ],
  ['a user verified by nobody', 'UPDATE user_standing SET verified_time = 1', /to be verified is there once/],
  [
    'a verification accepted by nobody',
    `INSERT INTO verifications (user_id, name_sealed, card_sealed, card_mac, country, front, back, status, decided_by, decided_time) SELECT min(user_id), '', '', sha256('x'), '', 'f', 'b', 2, 7, 1 FROM user_standing`,
    /verification accepted \d+ by 7 is there once/,
  ],
  [
    'an act removed',
    `DELETE FROM acts WHERE kind = 'staff_linked_user'`,
    /the account \d+ is there once, and acts tell of it 0 times/,
  ],
] as const)('found: %s', async (_, sql, finding) => expect(await edited(sql)).toMatch(finding));

test('an act whose contents were erased tells nothing, and accuses nobody', async () => {
  const erase = (kind: string) => `UPDATE acts SET contents = NULL, salt = NULL WHERE kind = '${kind}'`;
  expect(await edited(erase('staff_roles_changed'), erase('user_frozen'), erase('proposal_rejected'))).toBe('');
});
