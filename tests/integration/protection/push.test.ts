// Messages to browsers: encrypted for one browser, signed by one key of ours, to push services alone, and no more once a browser is gone.

import { inspect } from 'node:util';
import { systemClock } from '@fairtick/kernel/clock';
import type { Id } from '@fairtick/kernel/ids';
import { seededRandom, systemEntropy } from '@fairtick/kernel/random';
import { tellingRoutes } from '@fairtick/server/domains/accounts/index';
import { SESSION_IDLE_MS } from '@fairtick/server/domains/accounts/rules';
import { endOtherSessions } from '@fairtick/server/domains/accounts/signing-in/session-table';
import { pushResealer } from '@fairtick/server/domains/accounts/telling/push';
import { messagesOutbox } from '@fairtick/server/main/messages';
import { runAll } from '@fairtick/server/platform/database/statement';
import type { RequestContext } from '@fairtick/server/platform/endpoints';
import { Keys } from '@fairtick/server/platform/keys/keys';
import { writeNotices } from '@fairtick/server/platform/notices/stored';
import { MOST_ATTEMPTS, type Outbox } from '@fairtick/server/platform/outbox/outbox';
import { post } from '@fairtick/server/platform/push/post';
import { makeVapidKeys, vapidKeys } from '@fairtick/server/platform/push/vapid';
import { Records } from '@fairtick/server/platform/records/records';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../harness/database.ts';
import { accepted, refusalOf } from '../../harness/outcomes.ts';
import { TEST_ADDRESSES, testKeys } from '../../harness/outside.ts';
import { insertRealUser } from '../../harness/real-user.ts';
import { openPushService, type PushService, senderOf, type TestBrowser } from './push-service.ts';

const ANN: Id = 7_000_000n;
const BOB: Id = 7_000_010n;

let db: TestDatabase;
let service: PushService;
let outbox: Outbox;
let routes: ReturnType<typeof tellingRoutes>;
let said: string[];
let ids = 0n;

function outboxOf(origins: readonly string[]): Outbox {
  const note = (fields: object): void => void said.push(inspect(fields, { depth: 6 }));
  return messagesOutbox({
    ...{ pool: db.app, clock: systemClock, keys: testKeys, addresses: () => TEST_ADDRESSES, retryMs: 0 },
    config: { smtp: undefined, sms: undefined, printsLetters: false, pushOrigins: origins },
    logger: { debug: () => {}, info: () => {}, warn: note, error: note },
  });
}

beforeEach(async () => {
  said = [];
  [db, service] = await Promise.all([createTestDatabase(), openPushService()]);
  for (const id of [ANN, BOB]) {
    await insertRealUser(db, id, 0);
    await openSession(id, hashOf(id));
  }
  await makeVapidKeys(db.app, testKeys);
  const records = new Records({ pool: db.app, clock: systemClock, random: seededRandom(1) });
  routes = tellingRoutes({
    ...{ reads: () => db.app, records, db: db.app, keys: testKeys },
    pushOrigins: [service.origin],
  });
  outbox = outboxOf([service.origin]);
});
afterEach(async () => {
  await outbox.stop();
  await service.close();
  await db.drop();
});

const hashOf = (userId: Id): Uint8Array => Buffer.alloc(32, Number(userId % 251n));
const openSession = (userId: Id, tokenHash: Uint8Array): Promise<unknown> =>
  db.owner.query('INSERT INTO sessions (token_hash, user_id, created_time, last_used_time) VALUES ($1, $2, $3, $3)', [
    tokenHash,
    userId,
    systemClock.now(),
  ]);

function asked(userId: Id, tokenHash = hashOf(userId)): RequestContext {
  ids += 1n;
  return {
    principal: { kind: 'user', userId, realm: 'live', tokenHash },
    lang: 'en',
    key: `push-${ids}`,
    address: '127.0.0.1',
    agent: 'test',
    deviceHash: null,
    requestId: `push-${ids}`,
  };
}

const add = async ({ endpoint, p256dh, auth }: TestBrowser, userId = ANN, tokenHash = hashOf(userId)) =>
  routes.push_add({ endpoint, p256dh, auth }, asked(userId, tokenHash));
const remove = async ({ endpoint }: TestBrowser, userId = ANN) => routes.push_remove({ endpoint }, asked(userId));

/** Something happens to the user, and everything that is due is sent. */
async function happens(userId = ANN, kind: 'filled' | 'margin_call' = 'filled'): Promise<void> {
  const notice = { userId, realm: 'live', kind, orderId: undefined, params: { pair: 'EUR/USD' } } as const;
  const newId = (): Id => {
    ids += 1n;
    return ids;
  };
  await runAll(db.app, writeNotices([notice], newId));
  await outbox.look();
}
const messages = async () =>
  (
    await db.owner.query<{ sent: boolean; dead: boolean; failure: string | null }>(
      `SELECT sent_time IS NOT NULL AS sent, dead_time IS NOT NULL AS dead, failure FROM outbox WHERE kind = 'push' ORDER BY id`,
    )
  ).rows;

test('every browser of the user gets it in their language, encrypted for itself, signed by the key that it subscribed to', async () => {
  const [phone, desk, bobs] = [service.browser(), service.browser(), service.browser()];
  for (const one of [phone, desk]) await accepted(add(one));
  await accepted(add(bobs, BOB));
  await db.owner.query(`UPDATE user_standing SET lang = 'ar' WHERE user_id = $1`, [ANN]);
  await happens();
  const told = { body: expect.stringContaining('EUR/USD'), lang: 'ar', dir: 'rtl', tag: expect.any(String) };
  expect([phone.got, desk.got, bobs.got]).toEqual([[told], [told], []]);
  const { key } = await accepted(Promise.resolve(routes.push_key({}, asked(ANN))));
  expect(service.requests).toHaveLength(2);
  for (const { headers } of service.requests) expect(senderOf(headers.authorization ?? '', service.origin)).toBe(key);
  expect(await messages()).toEqual([{ sent: true, dead: false, failure: null }]);
});

test('a push service keeps a message for a day, and what soon is another way for an hour', async () => {
  await accepted(add(service.browser()));
  await happens();
  await happens(ANN, 'margin_call');
  expect(service.requests.map(({ headers }) => headers.ttl)).toEqual(['86400', '3600']);
});

test('a browser that is added again is as new as that: it is not the first to end where there are too many', async () => {
  const [again, older] = [service.browser(), service.browser()];
  await accepted(add(again));
  await db.owner.query('UPDATE push_subscriptions SET created_time = 1');
  await accepted(add(older));
  await db.owner.query('UPDATE push_subscriptions SET created_time = 2 WHERE created_time > 1');
  await accepted(add(again));
  for (let more = 0; more < 19; more += 1) await accepted(add(service.browser()));
  await happens();
  expect([again.got.length, older.got.length]).toEqual([1, 0]);
});

test('two servers that start at once make one key', async () => {
  const fresh = await createTestDatabase();
  await expect(vapidKeys(fresh.app, testKeys)).rejects.toThrow('no server has made');
  await Promise.all([makeVapidKeys(fresh.app, testKeys), makeVapidKeys(fresh.app, testKeys)]);
  const [one, two] = await Promise.all([vapidKeys(fresh.app, testKeys), vapidKeys(fresh.app, testKeys)]);
  expect(one).toEqual(two);
  const stored = await fresh.owner.query<{ text: string }>('SELECT k::text AS text FROM push_key k');
  await fresh.drop();
  expect(stored.rows[0]?.text).not.toContain(Buffer.from(one.privateKey).toString('hex'));
});

test.each([404, 410])('a browser that is gone (%s) is not asked again, and the others go on', async (status) => {
  const [gone, there] = [service.browser(), service.browser()];
  for (const one of [gone, there]) await accepted(add(one));
  gone.status = status;
  await happens();
  await happens();
  expect(service.requests.filter(({ url }) => gone.endpoint.endsWith(url ?? '-'))).toHaveLength(1);
  expect(there.got).toHaveLength(2);
});

test.each([429, 500, 503])('a service that is busy (%s) is asked again, and its browser is kept', async (status) => {
  const browser = service.browser();
  await accepted(add(browser));
  browser.status = status;
  await happens();
  expect(service.requests).toHaveLength(MOST_ATTEMPTS);
  expect(await messages()).toMatchObject([{ sent: false, failure: `no browser took it: ${status}` }]);
  browser.status = 201;
  await happens();
  expect(browser.got).toHaveLength(1);
});

test('a service that refuses or sends elsewhere is not asked again, nor followed', async () => {
  const browser = service.browser();
  await accepted(add(browser));
  browser.status = 302;
  await happens();
  const [refused] = await messages();
  expect(refused).toMatchObject({ sent: false, dead: true, failure: 'no browser took it: 302' });
  expect(service.requests.some(({ url }) => url === '/stolen')).toBe(false);
  for (const line of said) expect(line).not.toContain(browser.endpoint);
});

test('a browser is its newest user’s, and only they can end it', async () => {
  const browser = service.browser();
  await accepted(add(browser));
  await accepted(remove(browser, BOB));
  await happens();
  expect(browser.got).toHaveLength(1);
  await accepted(add(browser, BOB));
  await happens(ANN);
  expect(browser.got).toHaveLength(1);
  await happens(BOB);
  expect(browser.got).toHaveLength(2);
  await accepted(remove(browser, BOB));
  await happens(BOB);
  expect(browser.got).toHaveLength(2);
});

test('gets no more once its session has ended or was idle too long, and the others go on', async () => {
  const [here, there] = [service.browser(), service.browser()];
  const other = Buffer.alloc(32, 252);
  await openSession(ANN, other);
  await accepted(add(here));
  await accepted(add(there, ANN, other));
  await happens();
  expect([here.got.length, there.got.length]).toEqual([1, 1]);
  await endOtherSessions(db.app, ANN, hashOf(ANN));
  await happens();
  expect([here.got.length, there.got.length]).toEqual([2, 1]);
  expect(await refusalOf(add(there, ANN, other))).toBe('SESSION_EXPIRED');
  await happens();
  expect([here.got.length, there.got.length]).toEqual([3, 1]);
  // A browser that asks again in a session that is open takes them again.
  await accepted(add(there));
  await happens();
  expect([here.got.length, there.got.length]).toEqual([4, 2]);
  await db.owner.query('UPDATE sessions SET last_used_time = $2 WHERE token_hash = $1', [
    hashOf(ANN),
    systemClock.now() - SESSION_IDLE_MS,
  ]);
  await happens();
  expect([here.got.length, there.got.length]).toEqual([4, 2]);
});

test('is asked of push services alone: when it is told, and again when something is sent', async () => {
  const browser = service.browser();
  const strange = ['http://127.0.0.1:1/x', 'https://127.0.0.1/x', 'https://localhost/x', 'https://10.0.0.1/x', 'x'];
  for (const endpoint of strange) expect(await refusalOf(add({ ...browser, endpoint }))).toBe('INPUT_INVALID endpoint');
  expect(await refusalOf(add({ ...browser, p256dh: 'AAAA' }))).toBe('INPUT_INVALID p256dh');
  // Long enough, and beside the curve: nothing could be encrypted for it.
  const beside = Buffer.alloc(65, 7).fill(4, 0, 1).toString('base64url');
  expect(await refusalOf(add({ ...browser, p256dh: beside }))).toBe('INPUT_INVALID p256dh');
  expect(await refusalOf(add({ ...browser, auth: 'AAAA' }))).toBe('INPUT_INVALID auth');
  await accepted(add(browser));
  await outbox.stop();
  outbox = outboxOf([]);
  await happens();
  expect(service.requests).toEqual([]);
  expect(await messages()).toMatchObject([{ sent: false, dead: true }]);
});

test('endpoint and keys lie nowhere in the clear, and outlive a changed master key', async () => {
  const browser = service.browser();
  await accepted(add(browser));
  const before = await vapidKeys(db.app, testKeys);
  for (const table of ['push_subscriptions', 'command_keys', 'outbox'])
    for (const secret of [browser.endpoint, browser.p256dh, browser.auth]) {
      const { rows } = await db.owner.query<{ text: string }>(`SELECT t::text AS text FROM ${table} t`);
      const text = rows.map((row) => row.text).join();
      for (const form of [secret, Buffer.from(secret).toString('hex')]) expect(text).not.toContain(form);
    }
  const old = { id: 1, secret: new Uint8Array(32).fill(7) };
  const master = { id: 2, secret: new Uint8Array(32).fill(9) };
  const both = new Keys([master, old], systemEntropy);
  expect(await pushResealer.batch(both, db.owner)).toBe(2);
  expect(await pushResealer.batch(both, db.owner)).toBe(0);
  expect(await vapidKeys(db.app, new Keys([master], systemEntropy))).toEqual(before);
});

test('a name that leads into our own network is not connected to, whatever it is called', async () => {
  const url = new URL(`http://localhost:${new URL(service.origin).port}/push/1`);
  const details = { method: 'POST', headers: {}, body: Buffer.from('x') } as const;
  await expect(post(url, details, false)).rejects.toThrow('does not answer');
  expect(service.requests).toEqual([]);
  // It is there: without the look at the address it would have been asked.
  expect(await post(url, details, true)).toBe(404);
});
