// Guesses at a member's codes by whoever has their password: as many as are counted, and nobody is kept out by them.

import { judgeCode } from '@fairtick/server/domains/staff/sign-in/wrong-codes';
import { beforeEach, expect, test } from 'vitest';
import { testKeys } from '../../harness/outside.ts';
import { insertStaff } from '../../harness/staff.ts';
import { codeAt, consoleForAll, type Joined, joinByPassword, nameOf, signIn } from './console.ts';

const MINUTE_MS = 60_000;

const server = await consoleForAll();
beforeEach(() => server.clock.advance(3_600_000));

const owner = () => server.database.owner;
const now = (): number => server.clock.now();

/** Joined a minute ago, so that codes of now are not used yet. */
async function withPassword(): Promise<Joined & { readonly secret: string }> {
  const { email } = await insertStaff(server.database, { clock: server.clock });
  const joined = await joinByPassword(server, await server.link(email));
  server.clock.advance(MINUTE_MS);
  return joined;
}

const wrong = async (email: string): Promise<string> => {
  // Past every wait: what bounds these is counted by the member alone.
  server.clock.advance(16 * MINUTE_MS);
  return nameOf(await signIn(server, { email, code: '000000' }));
};
const right = async ({ email, secret }: { email: string; secret: string }): Promise<string> => {
  server.clock.advance(16 * MINUTE_MS);
  return nameOf(await signIn(server, { email, code: codeAt(secret, now()) }));
};
const told = async (id: string, email: string) => [
  (await owner().query(`SELECT 1 FROM acts WHERE subject_id = $1 AND kind = 'staff_codes_locked'`, [id])).rowCount,
  (
    await owner().query(
      `SELECT 1 FROM outbox WHERE payload ->> 'address' = $1 AND payload ->> 'template' = 'staff_codes_locked'`,
      [email],
    )
  ).rowCount,
];

test('whoever has the password has twenty guesses a day, from wherever and however patient; then no code is taken for a day and the member is told once', async () => {
  const joined = await withPassword();
  const { id, email } = joined;
  for (let n = 0; n < 19; n += 1) expect(await wrong(email)).toBe('LOGIN_FAILED');
  // A right one between them buys no more.
  expect(await right(joined)).toBe('ok');
  expect(await told(id, email)).toEqual([0, 0]);
  expect(await wrong(email)).toBe('LOGIN_FAILED');
  expect(await told(id, email)).toEqual([1, 1]);
  // By the same answer as for a wrong one.
  expect(await right(joined)).toBe('LOGIN_FAILED');
  expect(await wrong(email)).toBe('LOGIN_FAILED');
  expect(await told(id, email)).toEqual([1, 1]);
  server.clock.advance(24 * 60 * MINUTE_MS - 64 * MINUTE_MS);
  expect(await right(joined)).toBe('LOGIN_FAILED');
  server.clock.advance(16 * MINUTE_MS);
  expect(await right(joined)).toBe('ok');
});

test('whoever has the password guesses no more by many tries at once', async () => {
  const { id } = await withPassword();
  const options = { db: server.database.app, keys: testKeys, clock: server.clock };
  const judged = await Promise.all(Array.from({ length: 40 }, () => judgeCode(options, BigInt(id), '000000')));
  expect(judged.filter((one) => one === undefined)).toHaveLength(20);
  expect(judged.filter((one) => one === 'locked')).toHaveLength(20);
});

test('whoever has the password keeps nobody out for ever: a session goes on, there is no passkey beside the password, and a new link lets in, with which the count is gone', async () => {
  const joined = await withPassword();
  const { id, email, token } = joined;
  const options = { db: server.database.app, keys: testKeys, clock: server.clock };
  for (let n = 0; n < 20; n += 1) await judgeCode(options, BigInt(id), '000000');
  expect(await server.call('me', {}, token)).toMatchObject({ data: { factors: ['totp'] } });
  const stepped = await server.call('step_up_finish', { code: codeAt(joined.secret, now()) }, token);
  expect(nameOf(stepped)).toBe('STAFF_CODES_LOCKED');
  const again = await joinByPassword(server, await server.link(email));
  server.clock.advance(MINUTE_MS);
  expect(nameOf(await signIn(server, { email, code: codeAt(again.secret, now()) }))).toBe('ok');
});
