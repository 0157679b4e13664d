// `npm run staff` on the machine, as its own process on a real database: who there is, and a link for whoever lost a factor.

import { execFile } from 'node:child_process';
import * as path from 'node:path';
import { fileURLToPath } from 'node:url';
import { checkMasters } from '@fairtick/server/platform/keys/check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { untilBlocked } from '../../harness/blocked.ts';
import { COMPILED, TEST_MASTER_KEY, testKeys } from '../../harness/outside.ts';
import { insertStaff } from '../../harness/staff.ts';
import { type Console, nameOf, openConsole } from './console.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));

let server: Console;
beforeAll(async () => {
  server = await openConsole();
  await checkMasters(server.database.owner, testKeys);
});
afterAll(() => server.close());

/** What it wrote, both ways. */
function staff(words: readonly string[], key = TEST_MASTER_KEY): Promise<{ out: string; error: string }> {
  const env = {
    PATH: process.env.PATH,
    NODE_COMPILE_CACHE: COMPILED,
    DATABASE_URL: server.database.ownerUrl,
    MASTER_KEY: key,
    CONSOLE_URL: 'https://console.example.com',
  };
  return new Promise((resolve) => {
    execFile(process.execPath, [path.join(root, 'server/main/staff-cli.ts'), ...words], { env }, (_, out, error) =>
      resolve({ out, error }),
    );
  });
}

test('shows everybody, and makes a link that opens the console for the member it names', async () => {
  const { id, email } = await insertStaff(server.database, { name: 'Ann', roles: ['support', 'editor'] });
  expect((await staff(['list'])).out).toMatch(
    new RegExp(`^${email} +Ann +support, editor +\\(has not joined, last here .+\\)$`, 'm'),
  );
  const { out } = await staff(['link', email.toUpperCase()]);
  const [, link = ''] = /^https:\/\/console\.example\.com\/#\/join\/([\w-]{43})$/m.exec(out) ?? [];
  // The command goes by the machine's clock, and the server of this test by one of its own.
  server.clock.jump(Date.now() - server.clock.now());
  expect((await server.call('link_open', { link })).data).toMatchObject({ name: 'Ann', email });
  const { rows } = await server.database.owner.query(`SELECT kind, actor_kind FROM acts WHERE subject_id = $1`, [
    id.toString(),
  ]);
  expect(rows).toEqual([{ kind: 'staff_link_made', actor_kind: 'system' }]);
  const again = await staff(['link', 'first']);
  expect(again.out).toContain('/#/join/');
  expect(nameOf(await server.call('link_open', { link }))).toBe('LINK_SPENT');
});

test.each([
  [['link', 'nobody@example.com'], 'nobody of the staff'],
  [['link', 'no e-mail'], 'no e-mail address'],
  [['link'], 'npm run staff -- link EMAIL'],
  [['enable', 'nobody@example.com'], 'nobody of the staff'],
  [['owner', 'no e-mail', 'Ann'], 'no e-mail address'],
  [['owner', 'ann@example.com', ' \u200b '], 'A name has'],
  [['owner', 'ann@example.com'], 'npm run staff -- owner EMAIL NAME'],
  [['open', 'all'], 'npm run staff -- list'],
])('%j is told what is wrong in a sentence, and no link is made', async (words, sentence) => {
  const before = (await server.database.owner.query('SELECT 1 FROM staff_links')).rowCount;
  const { out, error } = await staff(words);
  expect(out).toBe('');
  expect(error).toContain(sentence);
  expect((await server.database.owner.query('SELECT 1 FROM staff_links')).rowCount).toBe(before);
});

test('under another master key than the servers no link is made, for it would open nothing', async () => {
  const { email } = await insertStaff(server.database);
  const { out, error } = await staff(['link', email], 'cd'.repeat(32));
  expect(out).toBe('');
  expect(error).toContain('master key');
});

test('a member who is disabled gets no link', async () => {
  const { id, email } = await insertStaff(server.database);
  await server.database.owner.query('UPDATE staff SET disabled_time = 1 WHERE id = $1', [id]);
  expect((await staff(['link', email])).error).toContain('disabled');
});

const linkOf = (out: string): string => /\/#\/join\/([\w-]{43})$/m.exec(out)?.[1] ?? '';

test('where no two owners are left the machine lets one in again, with a new factor alone, or adds one', async () => {
  const { id, email } = await insertStaff(server.database, { name: 'Bob', roles: ['owner'] });
  const sql = server.database.owner;
  await sql.query(`INSERT INTO staff_totp (staff_id, secret_sealed, last_step) VALUES ($1, '\\x00', 0)`, [id]);
  expect((await staff(['enable', email])).error).toContain('not disabled');
  await sql.query('UPDATE staff SET disabled_time = 1 WHERE id = $1', [id]);
  const back = await staff(['enable', email]);
  const owner = await staff(['owner', 'Cora@Example.com', 'Cora\u202e Doe']);
  server.clock.jump(Date.now() - server.clock.now());
  const open = async (out: string) => (await server.call('link_open', { link: linkOf(out) })).data;
  expect(await open(back.out)).toMatchObject({ name: 'Bob', wordNeeded: false });
  expect(await open(owner.out)).toMatchObject({ name: 'Cora Doe', email: 'cora@example.com', wordNeeded: false });
  const { rows } = await sql.query(
    `SELECT s.name, s.disabled_time, ARRAY(SELECT role FROM staff_roles WHERE staff_id = s.id) AS roles,
       (SELECT count(*)::int FROM staff_totp WHERE staff_id = s.id AND removed_time IS NULL) AS factors,
       (SELECT count(*)::int FROM staff_sessions WHERE staff_id = s.id AND revoked_time IS NULL) AS sessions,
       ARRAY(SELECT kind || ' by ' || actor_kind FROM acts WHERE subject_id = s.id::text ORDER BY id) AS acts
     FROM staff s WHERE s.email = ANY ($1) ORDER BY s.name`,
    [[email, 'cora@example.com']],
  );
  const left = { disabled_time: null, roles: ['owner'], factors: 0, sessions: 0 };
  expect(rows).toEqual([
    { name: 'Bob', ...left, acts: ['staff_enabled by system'] },
    { name: 'Cora Doe', ...left, acts: ['staff_added by system'] },
  ]);
  expect((await staff(['owner', email, 'Another'])).error).toContain('has that e-mail already');
});

test('a member who is disabled while the link is made gets none', async () => {
  const { id, email } = await insertStaff(server.database);
  const other = await server.database.owner.connect();
  try {
    await other.query('BEGIN');
    await other.query('UPDATE staff SET disabled_time = 1 WHERE id = $1', [id]);
    const made = server.link(email);
    const refused = expect(made).rejects.toThrow('disabled');
    await untilBlocked(server.database.owner, other);
    await other.query('COMMIT');
    await refused;
  } finally {
    other.release();
  }
});
