// Text messages by a gateway over HTTP: signed, under one name however often they are tried, and only to who has a number.

import { systemClock } from '@fairtick/kernel/clock';
import { messagesOutbox } from '@fairtick/server/main/messages';
import { runAll } from '@fairtick/server/platform/database/statement';
import type { Logger } from '@fairtick/server/platform/logger';
import { smsTo } from '@fairtick/server/platform/mail/letter';
import type { Outbox } from '@fairtick/server/platform/outbox/outbox';
import { insertOutbox } from '@fairtick/server/platform/outbox/table';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../harness/database.ts';
import { TEST_ADDRESSES, testKeys } from '../../harness/outside.ts';
import { openSmsGateway, type SmsGateway } from '../../harness/sms-gateway.ts';

const LIMIT_MS = 20_000;
const silent: Logger = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };

let db: TestDatabase;
let gateway: SmsGateway;

beforeEach(async () => {
  db = await createTestDatabase();
  gateway = await openSmsGateway();
});
afterEach(async () => {
  await gateway.close();
  await db.drop();
});

const outboxOf = (secret = gateway.secret, set = true): Outbox =>
  messagesOutbox({
    config: {
      smtp: undefined,
      printsLetters: true,
      sms: set ? { url: gateway.url, secret } : undefined,
    },
    pool: db.app,
    clock: systemClock,
    keys: testKeys,
    logger: { ...silent, info: (_, text) => expect(text).toBe('nothing is printed') },
    retryMs: 1,
    addresses: () => ({ ...TEST_ADDRESSES, app: 'https://trade.example.com', console: 'https://console.example.com' }),
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
  expect(gateway.came).toEqual([
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
  gateway.answers.push(500, 429, 302, 200);
  await lookUntil(outboxOf(), () => gateway.came.length === 4);
  expect(new Set(gateway.came.map(({ id }) => id)).size).toBe(1);
  expect(await rows()).toMatchObject([{ sent: true }]);
});

test('with a wrong secret the gateway knows that it is not us, and the message waits', async () => {
  await keep();
  const outbox = outboxOf('another secret, not the one');
  await outbox.look();
  expect(gateway.came).toEqual([]);
  expect(await rows()).toMatchObject([{ sent: false, failure: 'the gateway answered 401' }]);
});

test('who has no number is sent nothing, and without a gateway messages are held and never printed', async () => {
  await runAll(db.app, insertOutbox([smsTo({ userId: 7n, template: 'code', params: { code: '1' } })]));
  await outboxOf(undefined, false).look();
  expect(await rows()).toMatchObject([{ held: true, dead: false }]);
  await outboxOf().look();
  expect(await rows()).toMatchObject([{ dead: true, failure: 'nothing was sent: the user has no mobile number' }]);
  expect(gateway.came).toEqual([]);
});
