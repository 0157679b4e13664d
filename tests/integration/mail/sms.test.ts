// Text messages by a gateway over HTTP: signed, under one name however often they are tried, and only to who has a number.

import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { systemClock } from '@fairtick/kernel/clock';
import { messagesOutbox } from '@fairtick/server/main/messages';
import { runAll } from '@fairtick/server/platform/database/statement';
import type { Logger } from '@fairtick/server/platform/logger';
import { smsTo } from '@fairtick/server/platform/mail/letter';
import type { Outbox } from '@fairtick/server/platform/outbox/outbox';
import { insertOutbox } from '@fairtick/server/platform/outbox/table';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { createTestDatabase, type TestDatabase } from '../../harness/database.ts';
import { portOf } from '../../harness/post-office.ts';

const SECRET = 'a secret of the gateway and us';
const LIMIT_MS = 20_000;
/** A gateway refuses what is older: a message that was listened to cannot be sent once more. */
const OLDEST_MS = 60_000;
const silent: Logger = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };
const sent = z.object({ to: z.string(), text: z.string(), id: z.string() }).strict();

let db: TestDatabase;
let server: Server;
/** What came, whole and signed, and each answer's status. */
let came: z.infer<typeof sent>[];
let answers: number[];

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks).toString();
}

/** As docs/sms-gateway.md has it. */
function isOurs(request: IncomingMessage, body: string): boolean {
  const time = String(request.headers['fairtick-time']);
  const given = Buffer.from(String(request.headers['fairtick-signature']), 'hex');
  const wanted = createHmac('sha256', SECRET).update(`${time}.${body}`).digest();
  const young = Math.abs(systemClock.now() - Number(time)) < OLDEST_MS;
  return young && given.length === wanted.length && timingSafeEqual(given, wanted);
}

beforeEach(async () => {
  [came, answers] = [[], []];
  db = await createTestDatabase();
  server = createServer((request, response) => {
    void bodyOf(request).then((body) => {
      if (request.method !== 'POST' || !isOurs(request, body)) return void response.writeHead(401).end();
      came.push(sent.parse(JSON.parse(body)));
      const status = answers.shift() ?? 204;
      response.writeHead(status, status === 302 ? { location: 'http://127.0.0.1:1/' } : {}).end();
    });
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
});
afterEach(async () => {
  await new Promise((resolve) => server.close(resolve));
  await db.drop();
});

const outboxOf = (secret = SECRET, set = true): Outbox =>
  messagesOutbox({
    config: {
      smtp: undefined,
      printsLetters: true,
      sms: set ? { url: `http://127.0.0.1:${portOf(server.address())}/send`, secret } : undefined,
    },
    pool: db.app,
    clock: systemClock,
    logger: { ...silent, info: (_, text) => expect(text).toBe('nothing is printed') },
    retryMs: 1,
    addresses: () => ({ app: 'https://trade.example.com', console: 'https://console.example.com' }),
  });
const keep = (): Promise<unknown> =>
  runAll(
    db.app,
    insertOutbox([smsTo({ address: '+85291234567', template: 'code', params: { code: '123456' }, lang: 'en' })]),
  );
const rows = async () =>
  (
    await db.owner.query(
      'SELECT sent_time IS NOT NULL AS sent, held_time IS NOT NULL AS held, dead_time IS NOT NULL AS dead, failure FROM outbox',
    )
  ).rows;

async function lookUntil(outbox: Outbox, seen: () => boolean): Promise<void> {
  const startedMs = systemClock.monotonic();
  while (!seen()) {
    await outbox.look();
    if (systemClock.monotonic() - startedMs > LIMIT_MS) throw new Error('it did not come');
  }
}

test('a message is signed, and taken with any 2xx', async () => {
  await keep();
  await outboxOf().look();
  expect(came).toEqual([
    {
      to: '+85291234567',
      text: 'Fairtick: your code is 123456. Never give it to anybody, not even to us.',
      id: expect.stringMatching(/^[0-9a-f]{32}$/),
    },
  ]);
  expect(await rows()).toEqual([{ sent: true, held: false, dead: false, failure: null }]);
});

test('what is not taken is tried again under the same name, so that a gateway sends it once', async () => {
  await keep();
  answers = [500, 429, 302, 200];
  await lookUntil(outboxOf(), () => came.length === 4);
  expect(new Set(came.map(({ id }) => id)).size).toBe(1);
  expect(await rows()).toMatchObject([{ sent: true }]);
});

test('with a wrong secret the gateway knows that it is not us, and the message waits', async () => {
  await keep();
  const outbox = outboxOf('another secret, not the one');
  await outbox.look();
  expect(came).toEqual([]);
  expect(await rows()).toMatchObject([{ sent: false, failure: 'the gateway answered 401' }]);
});

test('who has no number is sent nothing, and without a gateway messages are held and never printed', async () => {
  await runAll(db.app, insertOutbox([smsTo({ userId: 7n, template: 'code', params: { code: '1' } })]));
  await outboxOf(SECRET, false).look();
  expect(await rows()).toMatchObject([{ held: true, dead: false }]);
  await outboxOf().look();
  expect(await rows()).toMatchObject([{ dead: true, failure: 'nothing was sent: the user has no mobile number' }]);
  expect(came).toEqual([]);
});
