// How users are told of things: their switches by kind and way decide what leaves, and what is about the safety of the account always does.

import { systemClock } from '@fairtick/kernel/clock';
import type { Id } from '@fairtick/kernel/ids';
import { seededRandom } from '@fairtick/kernel/random';
import { readStanding, tellingRoutes } from '@fairtick/server/domains/accounts/index';
import { readRecipients } from '@fairtick/server/domains/accounts/table';
import { runAll } from '@fairtick/server/platform/database/statement';
import type { RequestContext } from '@fairtick/server/platform/endpoints';
import { type RealmNotice, writeNotices } from '@fairtick/server/platform/notices/stored';
import { Records } from '@fairtick/server/platform/records/records';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../harness/database.ts';
import { accepted, refusalOf } from '../../harness/outcomes.ts';
import { testKeys } from '../../harness/outside.ts';
import { insertRealUser } from '../../harness/real-user.ts';

const USER: Id = 7_000_000n;
const OTHER: Id = 7_000_010n;

let db: TestDatabase;
let routes: ReturnType<typeof tellingRoutes>;
let ids = 0n;

beforeEach(async () => {
  db = await createTestDatabase();
  for (const id of [USER, OTHER]) await insertRealUser(db, id, 0);
  const records = new Records({ pool: db.app, clock: systemClock, random: seededRandom(1) });
  routes = tellingRoutes({ reads: () => db.app, records, db: db.app, keys: testKeys, pushOrigins: [] });
});
afterEach(() => db.drop());

function asked(userId = USER): RequestContext {
  ids += 1n;
  return {
    principal: { kind: 'user', userId, realm: 'live', tokenHash: new Uint8Array(32) },
    lang: 'en',
    key: `telling-${ids}`,
    address: '127.0.0.1',
    agent: 'test',
    deviceHash: null,
    requestId: `telling-${ids}`,
  };
}

type Typed = Parameters<typeof routes.preferences_set>[0];
const choose = async (typed: Typed, userId = USER) => routes.preferences_set(typed, asked(userId));
const chosen = async () => accepted(Promise.resolve(routes.preferences({}, asked())));

/** What leaves of these kinds of notices. */
async function leaving(kinds: readonly RealmNotice['kind'][], more: Partial<RealmNotice> = {}): Promise<string[]> {
  const before = await db.owner.query<{ last: bigint }>('SELECT coalesce(max(id), 0) AS last FROM outbox');
  const notices = kinds.map((kind) => ({ ...NOTICE, kind, ...more }));
  const newId = (): bigint => {
    ids += 1n;
    return ids;
  };
  await runAll(db.app, writeNotices(notices, newId));
  const { rows } = await db.owner.query<{ told: string }>(
    `SELECT kind || ' ' || (payload ->> 'template') AS told FROM outbox WHERE owner_id = $1 AND id > $2`,
    [USER, before.rows[0]?.last],
  );
  return rows.map(({ told }) => told).toSorted();
}
const NOTICE = { userId: USER, realm: 'live', orderId: undefined, params: { pair: 'EUR/USD' } } as const;
const KINDS = ['stop_out', 'filled', 'verified', 'frozen'] as const;

const subscribe = (userId: Id): Promise<unknown> =>
  db.owner.query(
    `WITH s AS (INSERT INTO sessions (token_hash, user_id, created_time, last_used_time) VALUES ($1, $2, 1, 1) RETURNING id)
     INSERT INTO push_subscriptions (endpoint_mac, user_id, sealed, session_id) SELECT $1, $2, '\\x00', id FROM s`,
    [Buffer.alloc(32, Number(userId % 251n)), userId],
  );

test('at first letters about what decides over the account and its money, and messages where a browser takes them', async () => {
  expect(await chosen()).toEqual({
    lang: 'hk',
    zone: '',
    notify: {
      trading: { mail: true, push: true },
      account: { mail: true, push: true },
      news: { mail: false, push: false },
    },
  });
  await subscribe(OTHER);
  expect(await leaving(KINDS)).toEqual(['mail frozen', 'mail stop_out', 'mail verified']);
  await subscribe(USER);
  const pushed = KINDS.map((kind) => `push ${kind}`);
  expect(await leaving(KINDS)).toEqual(['mail frozen', 'mail stop_out', 'mail verified', ...pushed].toSorted());
  await db.owner.query('UPDATE push_subscriptions SET ended_time = 1 WHERE user_id = $1', [USER]);
  expect(await leaving(['filled'])).toEqual([]);
});

test('a switch turns off its kind and way alone; what is about safety always leaves', async () => {
  await subscribe(USER);
  await accepted(choose({ trading_mail: '0', account_push: '0' }));
  expect(await leaving(KINDS)).toEqual(
    ['mail frozen', 'mail verified', 'push filled', 'push frozen', 'push stop_out'].toSorted(),
  );
  await accepted(choose({ trading_push: '0', account_mail: '0' }));
  expect(await leaving(KINDS)).toEqual(['mail frozen', 'push frozen']);
  expect((await chosen()).notify.trading).toEqual({ mail: false, push: false });
  await accepted(choose({ trading_mail: '1' }));
  expect(await leaving(['stop_out'])).toEqual(['mail stop_out']);
  await accepted(choose({ account_mail: '1' }, OTHER));
  expect((await chosen()).notify.account).toEqual({ mail: false, push: false });
});

test('what is decided again leaves once, and of who plays nothing does', async () => {
  expect(await leaving(['margin_call'], { cause: 'tick 1' })).toEqual(['mail margin_call']);
  expect(await leaving(['margin_call'], { cause: 'tick 1' })).toEqual([]);
  expect(await leaving(['margin_call'], { cause: 'tick 2' })).toEqual(['mail margin_call']);
  await db.owner.query(`INSERT INTO users (id, realm, uid, created_time) VALUES (8, 'demo', 'D', 1)`);
  expect(await leaving(KINDS, { realm: 'demo', userId: 8n })).toEqual([]);
});

test('two changes at once keep each other', async () => {
  const all = ['trading_mail', 'trading_push', 'account_mail', 'account_push'] as const;
  await Promise.all(all.map((name) => accepted(choose({ [name]: '0' }))));
  const off = { mail: false, push: false };
  expect((await chosen()).notify).toMatchObject({ trading: off, account: off });
});

test('language and zone are those of the letters; a zone is one that the time-zone database names', async () => {
  await accepted(choose({ lang: 'ar', zone: 'Asia/Hong_Kong' }));
  expect(await chosen()).toMatchObject({ lang: 'ar', zone: 'Asia/Hong_Kong' });
  expect((await readRecipients(db.app, [USER])).get(USER)).toMatchObject({ lang: 'ar', zone: 'Asia/Hong_Kong' });
  for (const zone of ['', 'Mars/Base', '+01:00', '../etc', 'x'.repeat(64)])
    expect(await refusalOf(choose({ zone }))).toBe('INPUT_INVALID zone');
  expect(await readStanding(db.app, USER)).toMatchObject({ lang: 'ar', zone: 'Asia/Hong_Kong' });
});
