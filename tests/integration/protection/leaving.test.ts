// People leave: not while they hold anything, and then what is known of them goes and what the books need stays (accounts.md §5).

import { systemClock } from '@fairtick/kernel/clock';
import type { Id } from '@fairtick/kernel/ids';
import { systemEntropy } from '@fairtick/kernel/random';
import { leaveForEver } from '@fairtick/server/domains/accounts/removal-table';
import { hasFollowers } from '@fairtick/server/domains/copying/index';
import { leavingRoutes } from '@fairtick/server/domains/portfolio/index';
import { emptyPersons } from '@fairtick/server/domains/verification/table';
import type { RequestContext } from '@fairtick/server/platform/endpoints';
import { leaveUploads } from '@fairtick/server/platform/files/table';
import { hashToken } from '@fairtick/server/platform/sign-in/token';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { untilBlocked } from '../../harness/blocked.ts';
import { accepted, refusalOf } from '../../harness/outcomes.ts';
import { createWorld, type Server, type World } from '../../harness/world.ts';

const YEAR_MS = 365.25 * 86_400_000;
const BUY = { pair: 'BTCUSD', side: 'buy', lots: '0.01', multiple: '10' } as const;
const OPTION = { pair: 'BTCUSD', direction: 'up', stake: '30', seconds: '60' } as const;

let world: World;
let other: Server;
let rich: Id;
let poor: Id;
const ended: Uint8Array[] = [];
let routes: ReturnType<typeof leavingRoutes>;
let keys = 0;

beforeEach(async () => {
  world = await createWorld({ startMs: systemClock.now() });
  rich = await world.realUser(1_000);
  poor = await world.realUser(0);
  await world.tick('BTCUSD', '60000.00', '60000.00');
  other = await world.another();
  routes = leavingRoutes({
    submit: (command) => other.pipeline.submit(command),
    db: world.db.app,
    clock: systemClock,
    entropy: systemEntropy,
    hasFollowers,
    keepsImagesYears: () => 5,
    ended: (tokenHash) => ended.push(tokenHash),
  });
});
afterEach(async () => {
  await other.stop();
  expect(await world.invariants()).toEqual([]);
  expect(world.said).toEqual([]);
  await world.close();
});

function asked(userId: Id, token = `token of ${userId}`): RequestContext {
  keys += 1;
  return {
    principal: { kind: 'user', userId, realm: 'live', tokenHash: hashToken(token) },
    lang: 'en',
    key: `leaving-${keys}`,
    address: '127.0.0.1',
    agent: 'world',
    deviceHash: null,
    requestId: `leaving-${keys}`,
  };
}

const begin = (userId: Id) => accepted(Promise.resolve(routes.delete_begin({}, asked(userId))));
const confirm = async (userId: Id, ticket: string, token?: string) =>
  routes.delete_confirm({ ticket }, asked(userId, token));
const ask = async (text: string, userId: Id): Promise<unknown[]> =>
  (await world.db.owner.query<Record<string, unknown>>(text, [userId])).rows;

describe('an account does not end', () => {
  test('with money, an order, an option or documents that wait: each is named, and nothing goes', async () => {
    await accepted(world.forexSubmit(rich, { ...BUY, target: '50000' }));
    await accepted(world.microSubmit(rich, OPTION));
    await verification(rich, 1);
    const { ticket, hinders } = await begin(rich);
    expect(hinders).toEqual(['balance', 'orders', 'review']);
    const data = { hinders };
    expect(await confirm(rich, ticket)).toEqual({ ok: false, error: { error: 'LEAVING_HINDERED', data } });
    expect(await ask('SELECT removed_time FROM users WHERE id = $1', rich)).toEqual([{ removed_time: null }]);
    expect(await ask('SELECT name FROM account_names WHERE user_id = $1', rich)).toHaveLength(1);
  });

  test('for a cent', async () => {
    const { ticket, hinders } = await begin(rich);
    expect(hinders).toEqual(['balance']);
    expect(await refusalOf(confirm(rich, ticket))).toBe('LEAVING_HINDERED');
  });

  test('by a ticket of another session, of another user, or by none', async () => {
    const { ticket } = await begin(poor);
    expect(await refusalOf(confirm(poor, ticket, 'another session'))).toBe('LEAVING_UNSEEN');
    expect(await refusalOf(confirm(rich, ticket))).toBe('LEAVING_UNSEEN');
    expect(await refusalOf(confirm(poor, 'x'))).toBe('LEAVING_UNSEEN');
    await world.db.owner.query('UPDATE user_tickets SET expires = $1', [systemClock.now()]);
    expect(await refusalOf(confirm(poor, ticket))).toBe('LEAVING_UNSEEN');
  });
});

test('what a person is found, signed in and told by goes; the user, their books and what the law needs stay', async () => {
  const hash = hashToken('a session').toString('hex');
  for (const row of [
    `credentials (user_id, password_hash) VALUES ($1, 'x')`,
    `user_devices (user_id, device_hash) VALUES ($1, '\\x${hash}')`,
    `user_totp (user_id, secret_sealed, last_step) VALUES ($1, '\\x00', 1)`,
    `preferences (user_id, notify) VALUES ($1, '{}')`,
    `sessions (token_hash, user_id, created_time, last_used_time, agent, address_shown, factor)
       VALUES ('\\x${hash}', $1, 1, 1, 'a browser', '203.0.113.0/24', 'password')`,
  ])
    await world.db.owner.query(`INSERT INTO ${row}`, [poor]);
  const kept = await verification(poor, 2);
  const rejected = await verification(poor, 3);
  const { ticket, hinders } = await begin(poor);
  expect(hinders).toEqual([]);
  await accepted(confirm(poor, ticket));

  expect(ended.at(-1)).toEqual(hashToken(`token of ${poor}`));
  const gone = ['account_names', 'credentials', 'user_devices', 'user_totp', 'preferences', 'user_tickets'];
  for (const table of gone)
    expect([table, await ask(`SELECT FROM ${table} WHERE user_id = $1`, poor)]).toEqual([table, []]);
  expect(await ask('SELECT removed_time > 0 AS removed FROM users WHERE id = $1', poor)).toEqual([{ removed: true }]);
  expect(
    await ask(
      'SELECT agent, address_shown, device_hash, revoked_time > 0 AS revoked FROM sessions WHERE user_id = $1',
      poor,
    ),
  ).toEqual([{ agent: '', address_shown: '', device_hash: null, revoked: true }]);
  expect(await ask('SELECT FROM ledger_accounts WHERE owner_id = $1', poor)).toHaveLength(3);

  const until = async (file: string): Promise<number> => {
    const text = 'SELECT keep_until - database_ms() AS ms FROM uploads WHERE id = $1';
    return Number((await world.db.owner.query<{ ms: bigint }>(text, [file])).rows[0]?.ms);
  };
  expect(await until(rejected.front)).toBeLessThanOrEqual(0);
  const left = await until(kept.front);
  expect(left).toBeGreaterThan(5 * YEAR_MS - 60_000);
  expect(left).toBeLessThanOrEqual(5 * YEAR_MS);
});

test('a session that is being opened meanwhile is waited for, and ends and says nothing of anybody like the others', async () => {
  const { ticket } = await begin(poor);
  const signIn = await world.db.owner.connect();
  try {
    // As a sign-in does: the user's row is held, then the session is written.
    await signIn.query('BEGIN');
    await signIn.query('SELECT FROM user_standing WHERE user_id = $1 FOR SHARE', [poor]);
    const left = confirm(poor, ticket);
    await untilBlocked(world.db.owner, signIn, left);
    await signIn.query(
      `INSERT INTO sessions (token_hash, user_id, created_time, last_used_time, agent, address_shown, factor)
       VALUES ($2, $1, 1, 1, 'a browser', '203.0.113.0/24', 'password')`,
      [poor, Buffer.from(hashToken('meanwhile'))],
    );
    await signIn.query('COMMIT');
    expect((await left).ok).toBe(true);
  } finally {
    signIn.release();
  }
  expect(
    await ask('SELECT agent, address_shown, revoked_time > 0 AS ended FROM sessions WHERE user_id = $1', poor),
  ).toEqual([{ agent: '', address_shown: '', ended: true }]);
});

test('a name goes with the images that it came with, and of nobody who is still there; the number is known again', async () => {
  const [mine, theirs] = [await verification(poor, 3), await verification(rich, 3)];
  const { ticket } = await begin(poor);
  await accepted(confirm(poor, ticket));
  expect(await emptyPersons(world.db.app)).toEqual({ emptied: 0 });
  await world.db.owner.query(`UPDATE uploads SET state = 'gone', key_sealed = NULL WHERE id = ANY ($1::text[])`, [
    [mine.front, theirs.front],
  ]);
  expect(await emptyPersons(world.db.app)).toEqual({ emptied: 1 });
  expect(await emptyPersons(world.db.app)).toEqual({ emptied: 0 });
  const persons = (userId: Id) =>
    ask('SELECT length(name_sealed) AS name, length(card_mac) AS mac FROM verifications WHERE user_id = $1', userId);
  expect(await persons(poor)).toEqual([{ name: 0, mac: 32 }]);
  expect(await persons(rich)).toEqual([{ name: 1, mac: 32 }]);
  await expect(
    world.db.app.query(`UPDATE verifications SET name_sealed = '' WHERE user_id = $1`, [rich]),
  ).rejects.toThrow('only emptied');
});

let files = 0;

/** Written by the owner's hand: sending and deciding one are other tests'. */
async function verification(userId: Id, status: 1 | 2 | 3): Promise<{ front: string }> {
  const [front, back] = [1, 2].map(() => {
    files += 1;
    return files.toString(16).padStart(32, '0');
  });
  if (front === undefined || back === undefined) throw new Error('two files');
  const ends = status === 3 ? 'database_ms() + 7776000000' : 'NULL';
  for (const id of [front, back])
    await world.db.owner.query(
      `INSERT INTO uploads (id, owner_id, kind, state, place, bytes, width, height, key_sealed, attached_to, keep_until)
       VALUES ($1, $2, 'image', 'used', 'disk', 1, 1, 1, '\\x00', 'verification:1', ${ends})`,
      [id, userId],
    );
  await world.db.owner.query(
    `INSERT INTO verifications (user_id, name_sealed, card_sealed, card_mac, country, front, back, status, reason_code, reason, decided_time, decided_by)
     VALUES ($1, '\\x00', '\\x00', $2, '', $3, $4, $5::smallint, CASE WHEN $5 = 3 THEN 'other' END, CASE WHEN $5 = 3 THEN 'w' END,
       CASE WHEN $5 > 1 THEN 1 END, CASE WHEN $5 > 1 THEN 1 END)`,
    [userId, Buffer.alloc(32), front, back, status],
  );
  return { front };
}

test('what goes is found by its user: no whole table is read while a batch holds up orders', async () => {
  const client = await world.db.owner.connect();
  await client.query('SET enable_seqscan = off');
  const planOf = async (text: string, values: readonly unknown[]): Promise<string> => {
    const { rows } = await client.query<{ 'QUERY PLAN': string }>(`EXPLAIN ${text}`, [...values]);
    return rows.map((row) => row['QUERY PLAN']).join('\n');
  };
  const going = [...leaveForEver([1n]), ...leaveUploads([1n], 0)];
  const whole: string[] = [];
  for (const { text, values = [] } of going) if ((await planOf(text, values)).includes('Seq Scan')) whole.push(text);
  client.release(true);
  expect(whole).toEqual([]);
});
