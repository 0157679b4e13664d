// The outbox on a real database: what is committed is told at least once, what is not is never told, and what nobody takes is shown as dead.

import { refuse } from '@fairtick/contract/errors';
import { systemClock } from '@fairtick/kernel/clock';
import { seededRandom } from '@fairtick/kernel/random';
import { err, ok } from '@fairtick/kernel/result';
import { keyOf } from '@fairtick/server/platform/commands/key';
import { createAppPool, type Pool } from '@fairtick/server/platform/database/pools';
import { send } from '@fairtick/server/platform/database/statement';
import type { Logger } from '@fairtick/server/platform/logger';
import { MOST_ATTEMPTS, Outbox, type Sender } from '@fairtick/server/platform/outbox/outbox';
import {
  claimMessages,
  emptyAddressed,
  insertOutbox,
  type Message,
  type NewMessage,
  putBack,
} from '@fairtick/server/platform/outbox/table';
import { Records } from '@fairtick/server/platform/records/records';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../harness/database.ts';
import { insertRealUser } from '../../harness/real-user.ts';

const LIMIT_MS = 20_000;

let db: TestDatabase;
let taken: Message[];
let said: string[];

beforeEach(async () => {
  [taken, said] = [[], []];
  db = await createTestDatabase();
});
afterEach(() => db.drop());

const logger: Logger = {
  debug: () => {},
  info: () => {},
  warn: (_fields, text) => void said.push(text),
  error: (_fields, text) => void said.push(text),
};

/** The world outside. */
const take: Sender = async (message) => void taken.push(message);

const dispatcher = (senders: Readonly<Record<string, Sender>> = { mail: take }, pool: Pool = db.app): Outbox =>
  new Outbox({ pool, clock: systemClock, logger, senders, retryMs: 1 });

const mail = (text: string, change: Partial<NewMessage> = {}): NewMessage => ({
  kind: 'mail',
  ownerId: 7n,
  payload: { text },
  ...change,
});

/** In a transaction of their own. */
async function write(messages: readonly NewMessage[]): Promise<void> {
  const client = await db.app.connect();
  await client.query('BEGIN');
  for (const one of insertOutbox(messages)) await send(client, one);
  await client.query('COMMIT');
  client.release();
}

async function lookUntil(outbox: Outbox, seen: () => boolean | Promise<boolean>): Promise<void> {
  const startedMs = systemClock.monotonic();
  while (!(await seen())) {
    await outbox.look();
    if (systemClock.monotonic() - startedMs > LIMIT_MS) throw new Error(`it did not come: ${said.join(', ')}`);
  }
}

test('what a record write tells is told with its commit, once; what a refusal would have told is not', async () => {
  const records = new Records({ pool: db.app, clock: systemClock, random: seededRandom(1) });
  const telling = (name: string, good: boolean) =>
    records.write({
      key: keyOf(7n, name, 'rename', {}),
      act: async (tx) => {
        for (const one of insertOutbox([mail(name)])) await send(tx, one);
        return good ? ok({}) : err(refuse('VALUE_MISSING', { field: 'name' }));
      },
    });
  await telling('good', true);
  await telling('good', true);
  await telling('bad', false);
  const outbox = dispatcher();
  await outbox.look();
  await outbox.look();
  expect(taken).toEqual([
    expect.objectContaining({ kind: 'mail', ownerId: 7n, payload: { text: 'good' }, attempt: 1 }),
  ]);
  expect(await outbox.state()).toEqual({ waiting: 0, lateMs: 0, held: 0, dead: 0 });
});

test('several servers share what is due, and none sends what another has', async () => {
  const other = createAppPool(db.ownerUrl);
  await write(Array.from({ length: 200 }, (_, n) => mail(`${n}`)));
  const by = [0, 0];
  const counting =
    (n: 0 | 1): Sender =>
    async (message) => {
      by[n] = (by[n] ?? 0) + 1;
      await take(message);
    };
  const servers = [dispatcher({ mail: counting(0) }), dispatcher({ mail: counting(1) }, other)];
  await Promise.all(servers.map((one) => one.look()));
  expect(taken.length).toBe(200);
  expect(new Set(taken.map(({ id }) => id)).size).toBe(200);
  expect(by.every((count) => count > 0)).toBe(true);
  await other.end();
});

test('what a server died over, between claim and finish, is sent by another once its lease has ended', async () => {
  await write([mail('one')]);
  const options = { kinds: ['mail'], limit: 10, leaseMs: 400, mostAttempts: MOST_ATTEMPTS };
  expect((await claimMessages(db.app, options)).length).toBe(1);
  const outbox = dispatcher();
  await outbox.look();
  expect(taken).toEqual([]);
  await lookUntil(outbox, () => taken.length === 1);
  expect(taken[0]?.attempt).toBe(2);
});

test('what is not taken is tried again with growing pauses, and is dead in the end: shown, and in nobody’s way', async () => {
  const times: number[] = [];
  const outbox = dispatcher({
    mail: async (message) => {
      times.push(systemClock.monotonic());
      if (JSON.stringify(message.payload).includes('bad')) throw new Error('no such address');
      await take(message);
    },
  });
  await write([mail('bad'), mail('good')]);
  await lookUntil(outbox, async () => (await outbox.state()).dead === 1);
  expect(taken.map(({ payload }) => payload)).toEqual([{ text: 'good' }]);
  expect(times.length).toBe(1 + MOST_ATTEMPTS);
  // 1, 2, 4 … ms: together more than half a second.
  expect((times.at(-1) ?? 0) - (times[0] ?? 0)).toBeGreaterThan(500);
  expect(await outbox.state()).toEqual({ waiting: 0, lateMs: 0, held: 0, dead: 1 });
  const { rows } = await db.owner.query('SELECT attempts, failure FROM outbox WHERE dead_time IS NOT NULL');
  expect(rows).toEqual([{ attempts: MOST_ATTEMPTS, failure: 'no such address' }]);
  expect(said).toContain('outbox: messages could not be sent and are given up');
});

test('a message that kills its server each time is dead in the end as well', async () => {
  await write([mail('poison')]);
  const options = { kinds: ['mail'], limit: 10, leaseMs: 0, mostAttempts: MOST_ATTEMPTS };
  for (let n = 0; n < MOST_ATTEMPTS; n += 1) expect((await claimMessages(db.app, options)).length).toBe(1);
  expect(await claimMessages(db.app, options)).toEqual([]);
  const outbox = dispatcher();
  await outbox.look();
  expect([taken, (await outbox.state()).dead]).toEqual([[], 1]);
});

test('what is due later waits, and so does what no server here sends', async () => {
  const { rows } = await db.owner.query<{ now: bigint }>('SELECT database_ms() AS now');
  const now = Number(rows[0]?.now);
  await write([
    mail('later', { dueTime: now + 3_600_000 }),
    mail('soon', { dueTime: now + 3_000 }),
    mail('x', { kind: 'sms' }),
  ]);
  const outbox = dispatcher();
  await outbox.look();
  expect(taken).toEqual([]);
  await lookUntil(outbox, () => taken.length > 0);
  await outbox.look();
  expect(taken.map(({ payload }) => payload)).toEqual([{ text: 'soon' }]);
  expect(await outbox.state()).toMatchObject({ waiting: 2, dead: 0 });
});

test('what goes another way is sent while something slow is still on its way, also what was written after that had begun', async () => {
  let arrive = (): void => undefined;
  const slow = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  const outbox = dispatcher({ slow: () => slow, mail: take });
  await write([mail('a large one', { kind: 'slow' })]);
  outbox.start();
  await expect
    .poll(async () => (await db.owner.query(`SELECT attempts FROM outbox WHERE kind = 'slow'`)).rows[0]?.attempts, {
      timeout: LIMIT_MS,
    })
    .toBe(1);
  await write([mail('a code')]);
  await expect.poll(() => taken.length, { timeout: LIMIT_MS }).toBe(1);
  arrive();
  await outbox.stop();
});

test('a stop waits for what is being sent, and begins nothing more', async () => {
  await write(Array.from({ length: 50 }, (_, n) => mail(`${n}`)));
  let outbox: Outbox | undefined;
  let stopping = Promise.resolve();
  outbox = dispatcher({
    mail: async (message) => {
      if (taken.length === 0) stopping = outbox?.stop() ?? stopping;
      await take(message);
    },
  });
  await outbox.look();
  await stopping;
  expect(taken.length).toBe(20);
  expect(await outbox.state()).toMatchObject({ waiting: 30 });
});

test('what is told is written once: no role of the app’s changes or removes it', async () => {
  await write([mail('one')]);
  for (const act of ['UPDATE outbox SET owner_id = 8', 'DELETE FROM outbox'])
    await expect(db.app.query(act)).rejects.toThrow('permission denied');
  for (const payload of ['{}', '{"text": "two"}'])
    await expect(db.app.query('UPDATE outbox SET payload = $1', [payload])).rejects.toThrow('only emptied');
  await dispatcher().look();
  await expect(db.app.query(`UPDATE outbox SET payload = '{"text": "two"}'`)).rejects.toThrow('only emptied');
  await expect(db.app.query('UPDATE outbox SET sent_time = NULL')).rejects.toThrow('stays sent');
});

test('an address that a message names is emptied a week after it was sent or given up, and at once where its owner has left', async () => {
  const [here, gone] = [7_000_000n, 7_000_010n];
  for (const id of [here, gone]) await insertRealUser(db, id, 0);
  await db.owner.query('UPDATE users SET removed_time = database_ms() WHERE id = $1', [gone]);
  const addressed = (name: string, ownerId = here): NewMessage =>
    mail(name, { ownerId, payload: { address: `${name}@example.com` } });
  const old = [addressed('old-sent'), addressed('old-dead'), mail('no address')];
  await write([...old, addressed('left', gone), addressed('fresh'), addressed('waits', gone)]);
  await db.owner.query(
    `UPDATE outbox SET sent_time = CASE WHEN payload::text ~ 'old-sent|no address' THEN database_ms() - 604800000
       WHEN payload::text ~ 'left|fresh' THEN database_ms() END,
     dead_time = CASE WHEN payload::text ~ 'old-dead' THEN database_ms() - 604800000 END`,
  );
  expect(await emptyAddressed(db.app, 100)).toBe(3);
  expect(await emptyAddressed(db.app, 100)).toBe(0);
  const { rows } = await db.owner.query<{ id: bigint; payload: unknown }>('SELECT id, payload FROM outbox ORDER BY id');
  expect(rows.map(({ payload }) => payload)).toEqual([
    ...[{}, {}, { text: 'no address' }, {}],
    ...[{ address: 'fresh@example.com' }, { address: 'waits@example.com' }],
  ]);
  // Nobody knows any more what it said: it would be tried for nothing.
  expect(await putBack(db.app, rows[1]?.id ?? 0n)).toBe(false);
});
