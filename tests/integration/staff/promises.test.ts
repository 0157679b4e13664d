// What the database itself holds of the staff, whatever the code does: what ended stays ended, what was used stays used, and an act and a removal of
// roles stand in one order.

import { holdMember, lockMember, revokeRoles } from '@fairtick/server/domains/staff/table';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { untilBlocked } from '../../harness/blocked.ts';
import { createTestDatabase, type TestDatabase } from '../../harness/database.ts';
import { insertStaff, type TestMember } from '../../harness/staff.ts';

let db: TestDatabase;
let ann: TestMember;
beforeAll(async () => {
  db = await createTestDatabase();
  ann = await insertStaff(db, { roles: ['owner', 'support'] });
  const { id } = ann;
  const bytes = Buffer.alloc(32, 1);
  await db.app.query(
    `INSERT INTO staff_links (link_mac, staff_id, purpose, created_time, expires) VALUES ($1, $2, 'join', 1, 2)`,
    [bytes, id],
  );
  await db.app.query('INSERT INTO staff_totp (staff_id, secret_sealed, last_step) VALUES ($1, $2, 100)', [id, bytes]);
  await db.app.query(`INSERT INTO staff_passwords (staff_id, hash) VALUES ($1, 'x')`, [id]);
  await db.app.query(
    `INSERT INTO staff_passkeys (credential_id, staff_id, public_key, counter, transports, backed_up, label)
     VALUES ($1, $2, $1, 0, '', false, '')`,
    [bytes, id],
  );
  for (const statement of [
    'UPDATE staff_links SET used_time = 1',
    'UPDATE staff_totp SET last_step = 101',
    `UPDATE staff_roles SET revoked_time = 1, revoked_by = 0 WHERE role = 'owner'`,
    'UPDATE staff_passkeys SET removed_time = 1',
    'UPDATE staff_sessions SET revoked_time = 1',
  ])
    await db.app.query(statement);
});
afterAll(() => db.drop());

test.each([
  ['a used link made good again', 'UPDATE staff_links SET used_time = NULL'],
  ['a used link used again', 'UPDATE staff_links SET used_time = 2'],
  ['a link that lasts longer', 'UPDATE staff_links SET expires = 9000000000000'],
  ['a code made good again', 'UPDATE staff_totp SET last_step = 100'],
  ['another secret', `UPDATE staff_totp SET secret_sealed = '\\x00'`],
  ['another password', `UPDATE staff_passwords SET hash = 'y'`],
  ['another key behind a passkey', `UPDATE staff_passkeys SET public_key = '\\x00'`],
  ['a removed passkey brought back', 'UPDATE staff_passkeys SET removed_time = NULL'],
  ['a revoked session brought back', 'UPDATE staff_sessions SET revoked_time = NULL'],
  ['a role given back in silence', 'UPDATE staff_roles SET revoked_time = NULL, revoked_by = NULL'],
  [
    'a role by hand that is none',
    `INSERT INTO staff_roles (staff_id, role, granted_by) SELECT id, 'god', 0 FROM staff`,
  ],
  ['another e-mail', `UPDATE staff SET email = 'eve@example.com'`],
  ['a link between an account and a member taken back', 'DELETE FROM staff_user_links'],
  ['a member who never was', 'DELETE FROM staff'],
  ['roles that never were', 'DELETE FROM staff_roles'],
])("the app's role is refused %s", async (_, statement) => {
  await expect(db.app.query(statement)).rejects.toThrow();
});

test('an act that began before a removal of roles ends before it, and one that begins after it sees it', async () => {
  const [act, removal] = [await db.app.connect(), await db.app.connect()];
  try {
    await act.query('BEGIN');
    expect((await holdMember(act, ann.id))?.roles).toEqual(['support']);
    await removal.query('BEGIN');
    const removing = lockMember(removal, ann.id).then(async () => {
      await revokeRoles(removal, ann.id, ['support'], 0n);
      await removal.query('COMMIT');
    });
    await untilBlocked(db.owner, act);
    await act.query('COMMIT');
    await removing;
    expect((await holdMember(act, ann.id))?.roles).toEqual([]);
  } finally {
    act.release();
    removal.release();
  }
});
