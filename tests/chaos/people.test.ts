// kill -9 while people register, set limits and take breaks: of the server, and of its PostgreSQL. Who was told that they are a user is one, whole
// and once, and the session they were given opens; a code is used exactly where there is a user; a limit that was answered holds, and was set once.

import { setTimeout as delay } from 'node:timers/promises';
import { seededRandom } from '@fairtick/kernel/random';
import { createOwnerPool } from '@fairtick/server/platform/database/pools';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { untilBlocked } from '../harness/blocked.ts';
import { createTestDatabase } from '../harness/database.ts';
import { brokenInvariants } from '../harness/invariants.ts';
import { openPostOffice, partOf } from '../harness/post-office.ts';
import { PeopleCrew, peopleHeld } from './people-crew.ts';
import { DataFolder, Server } from './server.ts';

const DEATHS = ['server', 'database', 'server'] as const;
/** Requests that are answered between two deaths: more than were in the air, so that some were asked of what came back. */
const BETWEEN = 10;

const mailBy = (port: number) => ({
  ...{ SMTP_URL: `smtp://127.0.0.1:${port}`, SMTP_FROM: 'no-reply@example.com' },
  // Visitors say their addresses: twenty codes a day go out for one.
  TRUST_PROXY: '1',
});

test('whatever dies: nobody is a user half or twice, no session and no limit that was told is lost', async () => {
  const office = await openPostOffice();
  const folder = new DataFolder();
  const env = mailBy(office.port);
  let server = await Server.start({ dataDir: folder.dir, env });
  const owner = createOwnerPool(folder.ownerUrl());
  // A connection that dies with PostgreSQL is no fault of the test's.
  owner.on('error', () => {});
  const crew = new PeopleCrew({
    ...{ url: () => server.url, office, size: 4 },
    release: () => owner.query('UPDATE outbox SET due_time = 0 WHERE sent_time IS NULL').catch(() => {}),
  });
  try {
    const random = seededRandom(72);
    for (const victim of DEATHS) {
      await crew.answered(BETWEEN + random.below(BETWEEN));
      if (victim === 'server') {
        await server.kill();
        server = await Server.start({ dataDir: folder.dir, env });
      } else {
        const pid = folder.postmaster();
        if (pid === undefined) throw new Error('PostgreSQL does not run');
        process.kill(pid, 'SIGKILL');
      }
    }
    await crew.answered(BETWEEN);
    await crew.home();
    console.log(JSON.stringify({ ...crew.told, people: crew.people.length }));
    expect(crew.told.again).toBeGreaterThan(0);
    expect(crew.told.strange).toEqual([]);
    const { held, wanted } = await peopleHeld(owner, crew.people);
    expect(held).toEqual(wanted);
    expect(await brokenInvariants(owner)).toEqual([]);
  } finally {
    crew.leave();
    await owner.end();
    await server.kill();
    await folder.remove();
    await office.close();
  }
});

const answer = z.object({ code: z.number(), data: z.unknown() });

test('a server that dies while it makes a user has made nobody and used no code, and the same form makes them', async () => {
  const office = await openPostOffice();
  const db = await createTestDatabase();
  const options = { databaseUrl: db.ownerUrl, env: mailBy(office.port) };
  const post = async (server: Server, path: string, fields: Readonly<Record<string, string>>) => {
    const headers = { 'idempotency-key': 'the-key-of-a-form-sent-again' };
    const body = new URLSearchParams(fields);
    return answer.parse(
      await (await fetch(`${server.url}/api/user/${path}`, { method: 'POST', headers, body })).json(),
    );
  };
  const dying = await Server.start(options);
  const email = 'ann@example.com';
  expect(await post(dying, 'send_code', { to: email, type: '1' })).toMatchObject({ code: 1 });
  while (office.taken.length === 0) await delay(20);
  const [code = ''] = office.taken.map((letter) => /\b\d{6}\b/.exec(partOf(letter, 'text/plain'))?.[0]);
  const [password, re_password] = ['a quite long password', 'a quite long password'];
  const form = { type: 'email', area_id: 'HK', account: email, password, re_password, sms_code: code };
  const effects = async (): Promise<unknown> =>
    (
      await db.owner.query({
        text: `SELECT (SELECT count(*)::int FROM users), (SELECT count(*)::int FROM account_names), (SELECT count(*)::int FROM credentials),
                 (SELECT count(*)::int FROM ledger_accounts WHERE owner_id <> 0), (SELECT count(*)::int FROM sessions),
                 (SELECT count(*)::int FROM codes WHERE used_time IS NOT NULL)`,
        rowMode: 'array',
      })
    ).rows[0];
  // Its code is used, and its user, name, password and accounts are written, when it comes to the invitation.
  const holder = await db.owner.connect();
  await holder.query('BEGIN');
  await holder.query('LOCK TABLE invites IN SHARE MODE');
  const lost = post(dying, 'register', form).catch((error: unknown) => error);
  await untilBlocked(db.owner, holder);
  await dying.kill();
  await holder.query('ROLLBACK');
  holder.release();
  expect(await lost).toBeInstanceOf(Error);
  const next = await Server.start(options);
  expect(await effects()).toEqual([0, 0, 0, 0, 0, 0]);
  const made = await post(next, 'register', form);
  expect(made).toMatchObject({ code: 1 });
  expect(await post(next, 'register', form)).toEqual(made);
  expect(await effects()).toEqual([1, 1, 1, 3, 1, 1]);
  await next.kill();
  await db.drop();
  await office.close();
});
