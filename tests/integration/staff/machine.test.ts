// `npm run staff` on the machine, as its own process on a real database: who there is, and a link for whoever lost a factor.

import { execFile } from 'node:child_process';
import * as path from 'node:path';
import { fileURLToPath } from 'node:url';
import { checkMasters } from '@fairtick/server/platform/keys/check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { TEST_MASTER_KEY, testKeys } from '../../harness/outside.ts';
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
