// Who may do what with the users' endpoints: each as a visitor, a demo user, a real one, a verified and a locked one, a member of staff, and
// with another user's ids, generated from the contract and from matrix-users.ts. The staff's are in staff-authorization.test.ts.

import { setTimeout as delay } from 'node:timers/promises';
import { type Endpoint, ROLES } from '@fairtick/contract/endpoint';
import { usersTable } from '@fairtick/contract/http/index';
import { STAFF_ROLES } from '@fairtick/contract/staff/matrix';
import { endpointsOf } from '@fairtick/contract/table';
import { systemClock } from '@fairtick/kernel/clock';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { brokenInvariants } from '../harness/invariants.ts';
import { insertStaff } from '../harness/staff.ts';
import { type Cast, type Input, openCast, USER_KINDS, type UserKind, type UserOwn } from './cast.ts';
import { USERS_MATRIX, type UsersRow } from './matrix-users.ts';
import { rowsOfRealm, rowsOfUser } from './rows.ts';

interface Walked {
  readonly name: string;
  readonly endpoint: Endpoint;
  readonly row: UsersRow;
}

const ROWS: Readonly<Record<string, UsersRow>> = USERS_MATRIX;
const walked = endpointsOf(usersTable).map(([name, endpoint]): Walked => {
  const row = ROWS[name];
  if (!row) throw new Error(`no row of ${name}`);
  return { name, endpoint, row };
});
const orderId = z.object({ Id: z.string() });

let cast: Cast;
/** For calls that change nothing: one of each kind. */
const readers = new Map<UserKind, UserOwn>();
/** Somebody of each realm whose ids others send. */
let victims: readonly UserOwn[];
/** Whose sign-in the staff has locked: within five seconds they are a visitor everywhere. */
let lockedOut: UserOwn;

beforeAll(async () => {
  cast = await openCast();
  for (const kind of USER_KINDS) readers.set(kind, await cast.owner(kind));
  victims = [await cast.owner('demo'), await cast.owner('real')];
  lockedOut = await cast.owner('real');
  await cast.locked(lockedOut.user, 'sign_in');
  const deadlineMs = systemClock.monotonic() + 5_000;
  while ((await stillSignedIn(lockedOut.user.token)) === 'ok') expect(systemClock.monotonic()).toBeLessThan(deadlineMs);
});
afterAll(async () => {
  expect(await brokenInvariants(cast.app.db.owner)).toEqual([]);
  expect(cast.app.errors).toEqual([]);
  await cast.stop();
});

const ask = (endpoint: Endpoint, input: Input, token: string | undefined, post = false): Promise<string> =>
  cast.outcome({ audience: 'users', endpoint, input, token, post });
const stillSignedIn = (token: string): Promise<string> => ask(usersTable.endpoints.user_info, {}, token);
const rowsOfVictims = async (): Promise<string[]> =>
  Promise.all(victims.map(({ user }) => rowsOfUser(cast.app.db.owner, user.id)));

/**
 * A copy of somebody's data is made behind the answer to whoever asked for it, and brings them a notice; an option opens seconds after its acceptance, or
 * gives its stake back. What was bought ends after all tests have.
 */
async function untilNothingIsUnderWay(): Promise<void> {
  const underWay = `SELECT FROM outbox WHERE kind = 'export' AND sent_time IS NULL AND dead_time IS NULL
    UNION ALL SELECT FROM micro_orders WHERE status = 'waiting'`;
  while ((await cast.app.db.owner.query(underWay)).rowCount !== 0) await delay(20);
}

/** Whose `id` is a product's. */
const OF_NOBODY: ReadonlySet<string> = new Set(['fund_info', 'fund_buy']);

test('the matrix and the contract say the same of who may call at all', () => {
  for (const { name, endpoint, row } of walked) {
    for (const role of ROLES.users) {
      const admitted = row[role] !== 'SESSION_EXPIRED' && row[role] !== 'REAL_ONLY';
      expect(`${name} ${role} ${admitted}`).toBe(`${name} ${role} ${endpoint.roles.includes(role)}`);
    }
    // Whatever names an order, a notice or an image has a column for another's.
    const names =
      !OF_NOBODY.has(name) &&
      ['id', 'front_pic', 'thread', 'user_id', 'sub_id'].some((field) => Object.hasOwn(endpoint.input.shape, field));
    expect(`${name} ${row.foreign !== undefined}`).toBe(`${name} ${names}`);
    expect(`${name} ${endpoint.right}`).toBe(`${name} undefined`);
    // Whatever needs a step-up has a column for who has made one, and refuses everybody else.
    expect(`${name} ${endpoint.elevated === true}`).toBe(`${name} ${row.elevated !== undefined}`);
    if (endpoint.elevated) expect(`${name} ${row.real}`).toBe(`${name} STEP_UP_NEEDED`);
  }
});

describe.each(walked)('$name', ({ name, endpoint, row }) => {
  const posts = endpoint.changesState && endpoint.body === undefined ? [false, true] : [false];

  test('as a visitor, with and without a bad token', async () => {
    for (const own of victims) {
      const { token: good } = own.user;
      const before = await rowsOfVictims();
      for (const token of [undefined, '', 'x', 'A'.repeat(43), `${good}x`, good.toLowerCase()])
        for (const post of posts)
          expect(`${token}: ${await ask(endpoint, row.input?.(own) ?? {}, token, post)}`).toBe(
            `${token}: ${row.visitor}`,
          );
      expect(await rowsOfVictims()).toEqual(before);
    }
  });

  test('as somebody whose sign-in is locked', async () => {
    const before = await rowsOfUser(cast.app.db.owner, lockedOut.user.id);
    expect(await ask(endpoint, row.input?.(lockedOut) ?? {}, lockedOut.user.token)).toBe(row.visitor);
    expect(await rowsOfUser(cast.app.db.owner, lockedOut.user.id)).toBe(before);
  });

  test.each(USER_KINDS)('as %s, who never touches the other realm', async (kind) => {
    const own = (endpoint.changesState ? undefined : readers.get(kind)) ?? (await cast.owner(kind));
    const other = kind === 'demo' ? 'live' : 'demo';
    await untilNothingIsUnderWay();
    const before = await rowsOfRealm(cast.app.db.owner, other);
    expect(await ask(endpoint, row.input?.(own) ?? {}, own.user.token)).toBe(row[kind]);
    expect(await stillSignedIn(own.user.token)).toBe(row.signsOut ? 'SESSION_EXPIRED' : 'ok');
    // A demo account is what this one call makes, for anybody.
    if (name !== 'createAccountDemoForU') expect(await rowsOfRealm(cast.app.db.owner, other)).toBe(before);
  });

  test('as a member of staff, whose token is nobody’s here', async () => {
    const { token } = await insertStaff(cast.app.db, { roles: STAFF_ROLES });
    for (const own of victims) expect(await ask(endpoint, row.input?.(own) ?? {}, token)).toBe(row.visitor);
  });

  const { elevated } = row;
  if (elevated !== undefined)
    test('as a real user after a step-up, on this session alone and until it ends', async () => {
      const own = await cast.owner('real');
      const input = row.input?.(own) ?? {};
      const { owner } = cast.app.db;
      const until = 'UPDATE sessions SET elevated_until = database_ms() + $2 WHERE user_id = $1';
      await owner.query(until, [BigInt(own.user.id), -1]);
      expect(await ask(endpoint, input, own.user.token)).toBe('STEP_UP_NEEDED');
      await owner.query(until, [BigInt(own.user.id), 300_000]);
      expect(await ask(endpoint, input, own.user.token)).toBe(elevated);
    });

  const { foreign } = row;
  if (foreign !== undefined)
    test("with another user's ids: as if they were not there, and nothing changes", async () => {
      const before = await rowsOfVictims();
      for (const kind of ['demo', 'real', 'no_orders'] as const) {
        const { token } = (await cast.owner(kind)).user;
        const expected = row[kind] === 'REAL_ONLY' ? 'REAL_ONLY' : foreign;
        for (const victim of victims) {
          const input = row.input?.(victim) ?? {};
          // The same answer as for what nobody has: nobody learns which ids exist.
          const nobodys = Object.fromEntries(
            Object.entries(input).map(([at, value]) => [at, at === 'id' || at === 'thread' ? '7' : value]),
          );
          for (const post of posts)
            for (const sent of [input, nobodys])
              expect(`${kind} ${await ask(endpoint, sent, token, post)}`).toBe(`${kind} ${expected}`);
        }
      }
      expect(await rowsOfVictims()).toEqual(before);
    });
});

test("closing everything closes only what is one's own", async () => {
  const before = await rowsOfVictims();
  const own = await cast.owner('demo');
  expect(await cast.user('forex_close_all', {}, own.user.token)).toMatchObject({ closed: [own.position], left: [] });
  expect(await rowsOfVictims()).toEqual(before);
});

test("lists and figures show one's own alone", async () => {
  const { token } = await cast.app.demoUser();
  for (const [name, input] of [
    ['my_deal', { status: '1' }],
    ['my_deal', { status: '0' }],
    ['my_deal', { status: '3' }],
    ['micro_orders', { status: '1' }],
  ] as const)
    expect(await cast.user(name, input, token)).toMatchObject({ data: [], total: 0 });
  expect(await cast.user('notices', {}, token)).toMatchObject({ data: [], unread: 0 });
});

test("a key is its owner's: two users with one key do not meet", async () => {
  const [one, two] = [await cast.app.demoUser(), await cast.app.demoUser()];
  const order = { type: '1', cont: '0.1', forex_id: '1', multiple: '100', status: '1' };
  const ids = [];
  for (const { token } of [one, two]) {
    const headers = { authorization: token, 'idempotency-key': 'the-same-key-for-both' };
    const { data } = await cast.app.call(`/v2/api/forex/submit?${new URLSearchParams(order)}`, { headers });
    ids.push(orderId.parse(data).Id);
  }
  expect(ids[0]).not.toBe(ids[1]);
});
