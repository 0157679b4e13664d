// Guesses at a member's codes by whoever has their password: as many as are counted, and nobody is kept out by them.

import type { Id } from '@fairtick/kernel/ids';
import { judgeCode, nobodyOf } from '@fairtick/server/domains/staff/sign-in/wrong-codes';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { z } from 'zod';
import { testKeys } from '../../harness/outside.ts';
import { insertStaff } from '../../harness/staff.ts';
import { codeAt, consoleForAll, type Joined, joinByPassword, nameOf, signIn } from './console.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

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
/** Acts and letters of it. */
const told = async ({ id, email }: Joined, kind: 'staff_codes_locked' | 'staff_codes_tried') => [
  (await owner().query(`SELECT 1 FROM acts WHERE subject_id = $1 AND kind = $2`, [id, kind])).rowCount,
  (
    await owner().query(`SELECT 1 FROM outbox WHERE payload ->> 'address' = $1 AND payload ->> 'template' = $2`, [
      email,
      kind,
    ])
  ).rowCount,
];
const guess = (id: Id | string, code = '000000') =>
  judgeCode({ db: server.database.app, keys: testKeys, clock: server.clock }, BigInt(id), code);
/** How many of so many wrong ones were looked at. */
async function judgedOf(tries: number, { id }: Joined): Promise<number> {
  let judged = 0;
  for (let n = 0; n < tries; n += 1) judged += (await guess(id)) === undefined ? 1 : 0;
  return judged;
}

test('whoever has the password has twenty guesses at once, from wherever; then no code is taken for a day and the member is told once', async () => {
  const joined = await withPassword();
  const { email } = joined;
  expect(await judgedOf(19, joined)).toBe(19);
  // A right one between them buys no more.
  expect(await right(joined)).toBe('ok');
  expect(await told(joined, 'staff_codes_locked')).toEqual([0, 0]);
  expect(await wrong(email)).toBe('LOGIN_FAILED');
  expect(await told(joined, 'staff_codes_locked')).toEqual([1, 1]);
  // By the same answer as for a wrong one.
  expect(await right(joined)).toBe('LOGIN_FAILED');
  expect(await wrong(email)).toBe('LOGIN_FAILED');
  expect(await told(joined, 'staff_codes_locked')).toEqual([1, 1]);
  server.clock.advance(DAY_MS - 64 * MINUTE_MS);
  expect(await right(joined)).toBe('LOGIN_FAILED');
  server.clock.advance(16 * MINUTE_MS);
  expect(await right(joined)).toBe('ok');
});

test('no moment is known at which the guesses are new: they come back one each 72 minutes', async () => {
  const joined = await withPassword();
  expect(await judgedOf(1, joined)).toBe(1);
  server.clock.advance(DAY_MS - MINUTE_MS);
  expect(await judgedOf(18, joined)).toBe(18);
  server.clock.advance(MINUTE_MS);
  expect(await judgedOf(40, joined)).toBe(2);
  const other = await withPassword();
  expect(await judgedOf(19, other)).toBe(19);
  server.clock.advance(DAY_MS - MINUTE_MS);
  // With the first nineteen these are 39: twenty and what comes back in less than a day.
  expect(await judgedOf(40, other)).toBe(20);
});

test('whoever guesses slowly enough never to be locked is told of at ten, once a day at most', async () => {
  const [slow, fast] = [await withPassword(), await withPassword()];
  for (let n = 0; n < 22; n += 1) {
    expect(await judgedOf(1, slow)).toBe(1);
    if (n === 9) expect(await told(slow, 'staff_codes_tried')).toEqual([0, 0]);
    if (n === 10) expect(await told(slow, 'staff_codes_tried')).toEqual([1, 1]);
    server.clock.advance(3 * 3_600_000);
  }
  expect(await told(slow, 'staff_codes_tried')).toEqual([2, 2]);
  expect(await told(slow, 'staff_codes_locked')).toEqual([0, 0]);
  expect(await judgedOf(9, fast)).toBe(9);
  expect(await told(fast, 'staff_codes_tried')).toEqual([0, 0]);
  await judgedOf(10, fast);
  server.clock.advance(DAY_MS - MINUTE_MS);
  await judgedOf(15, fast);
  expect(await told(fast, 'staff_codes_tried')).toEqual([1, 1]);
  server.clock.advance(MINUTE_MS);
  await judgedOf(1, fast);
  expect(await told(fast, 'staff_codes_tried')).toEqual([2, 2]);
});

test('who has no right password waits for nobody else who has none, by the statements that a right one takes', async () => {
  const { id, email, secret } = await withPassword();
  const locks = await owner().connect();
  onTestFinished(() => locks.release(true));
  await locks.query('BEGIN');
  const held = nobodyOf(testKeys, new Uint8Array(32));
  await locks.query(
    `INSERT INTO staff_code_failures (staff_id, forgotten, locked_until, untold_until, told_time)
     SELECT unnest($1::bigint[]), 0, 0, 0, 0`,
    [[0, held]],
  );
  const nobodies = new Set(Array.from({ length: 50 }, (_, n) => nobodyOf(testKeys, new Uint8Array(32).fill(n))));
  expect(nobodies.size).toBeGreaterThan(40);
  const other = [...nobodies].find((one) => one !== held) ?? 0n;
  const wrongOne = await statementsOf(() => guess(id));
  expect(wrongOne).toEqual(['BEGIN', ...wrongOne.slice(1, -1), 'COMMIT']);
  expect(wrongOne).toContain('staff_wrong_codes_write');
  expect(await statementsOf(() => guess(other))).toEqual(wrongOne);
  expect(await statementsOf(() => guess(id, codeAt(secret, now())))).toEqual(wrongOne);
  expect(nameOf(await signIn(server, { email, password: 'a wrong one of it', code: '000000' }))).toBe('LOGIN_FAILED');
  await locks.query('ROLLBACK');
  // Also where codes are locked, and as often as nobody's are.
  for (const one of [other, id]) for (let n = 0; n < 19; n += 1) await guess(one);
  expect([await guess(other), await guess(id)]).toEqual(['locked', 'locked']);
  for (const one of [other, id]) expect(await statementsOf(() => guess(one))).toEqual(wrongOne);
  const { rows } = await owner().query<{ staff_id: bigint }>(
    'SELECT staff_id FROM staff_code_failures WHERE staff_id <= 0',
  );
  expect(rows.every(({ staff_id: one }) => one < 0n && one >= -1_024n)).toBe(true);
});

/** What is sent meanwhile on the next connection that is taken, by name. */
async function statementsOf(doing: () => Promise<unknown>): Promise<readonly string[]> {
  const spies: { readonly mock: { readonly calls: unknown[][] } }[] = [];
  server.database.app.once('acquire', (client) => spies.push(vi.spyOn(client, 'query')));
  await doing();
  vi.restoreAllMocks();
  const sent = spies.flatMap(({ mock }) => mock.calls.map(([one]) => statement.parse(one)));
  return sent.map((one) => (typeof one === 'string' ? one : one.name));
}
const statement = z.union([z.string(), z.object({ name: z.string() })]);

test('whoever has the password guesses no more by many tries at once', async () => {
  const { id } = await withPassword();
  const judged = await Promise.all(Array.from({ length: 40 }, () => guess(id)));
  expect(judged.filter((one) => one === undefined)).toHaveLength(20);
  expect(judged.filter((one) => one === 'locked')).toHaveLength(20);
});

test('whoever has the password keeps nobody out for ever: a session goes on, there is no passkey beside the password, and a new link lets in, with which the count is gone', async () => {
  const joined = await withPassword();
  const { email, token } = joined;
  expect(await judgedOf(20, joined)).toBe(20);
  expect(await server.call('me', {}, token)).toMatchObject({ data: { factors: ['totp'] } });
  const stepped = await server.call('staff_step_up_finish', { code: codeAt(joined.secret, now()) }, token);
  expect(nameOf(stepped)).toBe('STAFF_CODES_LOCKED');
  const again = await joinByPassword(server, await server.link(email));
  server.clock.advance(MINUTE_MS);
  expect(nameOf(await signIn(server, { email, code: codeAt(again.secret, now()) }))).toBe('ok');
});
