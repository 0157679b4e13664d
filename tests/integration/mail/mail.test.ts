// Letters over real SMTP: taken, put off, refused, cut off in the middle, held while no server is set up; each reader's own language, each letter
// under one name for ever.

import { systemClock } from '@fairtick/kernel/clock';
import type { Id } from '@fairtick/kernel/ids';
import { messagesOutbox } from '@fairtick/server/main/messages';
import { runAll } from '@fairtick/server/platform/database/statement';
import type { Logger } from '@fairtick/server/platform/logger';
import { letterTo } from '@fairtick/server/platform/mail/letter';
import type { Outbox } from '@fairtick/server/platform/outbox/outbox';
import { claimMessages, insertOutbox, type NewMessage } from '@fairtick/server/platform/outbox/table';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../harness/database.ts';
import { TEST_ADDRESSES, testKeys } from '../../harness/outside.ts';
import { headerOf, openPostOffice, type PostOffice, partOf } from '../../harness/post-office.ts';
import { insertNamedUser } from '../../harness/users.ts';

const LIMIT_MS = 20_000;
const FROM = 'no-reply@fairtick.example';

let db: TestDatabase;
let office: PostOffice;
let said: string[];

beforeEach(async () => {
  said = [];
  db = await createTestDatabase();
  office = await openPostOffice();
});
afterEach(async () => {
  await office.close();
  await db.drop();
});

const write = (_: object, text: string): void => void said.push(text);
const logger: Logger = {
  debug: () => {},
  info: (fields, text) => void said.push(`${text} ${JSON.stringify(fields)}`),
  warn: (fields, text) =>
    void said.push(`${text} ${'err' in fields && fields.err instanceof Error ? fields.err.message : ''}`),
  error: write,
};

interface Setting {
  /** Empty for none. */
  readonly url?: string;
  readonly prints?: boolean;
  readonly retryMs?: number;
}
function outboxOf({ url = `smtp://127.0.0.1:${office.port}`, prints = false, retryMs = 1 }: Setting = {}): Outbox {
  const smtp = url === '' ? undefined : { url, from: FROM };
  return messagesOutbox({
    config: { smtp, sms: undefined, printsLetters: prints },
    pool: db.app,
    clock: systemClock,
    keys: testKeys,
    logger,
    retryMs,
    addresses: () => ({ ...TEST_ADDRESSES, app: 'https://trade.example.com', console: 'https://console.example.com' }),
  });
}

let nextId = 100n;
async function user(email: string | null, lang?: string, realm: 'live' | 'demo' = 'live'): Promise<Id> {
  const id = nextId++;
  await insertNamedUser(db, { id, realm, email });
  if (lang !== undefined)
    await db.owner.query(
      `INSERT INTO user_standing (user_id, realm, lang) VALUES ($1, 'live', $2)
       ON CONFLICT (user_id) DO UPDATE SET lang = $2`,
      [id, lang],
    );
  return id;
}

const keep = (...messages: readonly NewMessage[]): Promise<unknown> => runAll(db.app, insertOutbox(messages));
const rejected = (userId: Id, words = 'The picture is dark'): NewMessage =>
  letterTo({ userId, template: 'verification_rejected', params: { rejection: 'unreadable', words } });

interface Row {
  readonly attempts: number;
  readonly failure: string | null;
  readonly sent: boolean;
  readonly held: boolean;
  readonly dead: boolean;
}
async function rows(): Promise<Row[]> {
  const found = await db.owner.query<Row>(
    `SELECT attempts, failure, sent_time IS NOT NULL AS sent, held_time IS NOT NULL AS held, dead_time IS NOT NULL AS dead
     FROM outbox ORDER BY id`,
  );
  return found.rows;
}

async function lookUntil(outbox: Outbox, seen: () => boolean | Promise<boolean>): Promise<void> {
  const startedMs = systemClock.monotonic();
  while (!(await seen())) {
    await outbox.look();
    if (systemClock.monotonic() - startedMs > LIMIT_MS) throw new Error(`it did not come: ${said.join(', ')}`);
  }
}

test('a letter is taken: from us, to its reader, in their language, as text and as HTML with the same link', async () => {
  await keep(rejected(await user('ann@example.com', 'en')));
  await outboxOf().look();
  const [letter] = office.taken;
  if (!letter) throw new Error(said.join());
  expect([letter.from, letter.to]).toEqual([FROM, ['ann@example.com']]);
  expect(headerOf(letter, 'subject')).toBe('Your documents were not accepted');
  expect(headerOf(letter, 'from')).toContain(`<${FROM}>`);
  expect(headerOf(letter, 'message-id')).toMatch(/^<[0-9a-f]{32}@fairtick\.example>$/);
  for (const type of ['text/plain', 'text/html']) {
    for (const why of ['The pictures cannot be read.', 'The picture is dark'])
      expect(partOf(letter, type)).toContain(why);
    expect(partOf(letter, type)).toContain('https://trade.example.com/#/user');
  }
  expect(await rows()).toEqual([{ attempts: 1, failure: null, sent: true, held: false, dead: false }]);
});

test('whoever has chosen no language reads Traditional Chinese; Arabic runs from the right', async () => {
  await keep(rejected(await user('a@example.com')), rejected(await user('b@example.com', 'ar')));
  await outboxOf().look();
  const to = (address: string) => office.taken.find((one) => one.to.includes(address));
  const [hk, ar] = [to('a@example.com'), to('b@example.com')];
  if (!hk || !ar) throw new Error(said.join());
  expect(headerOf(hk, 'subject')).toBe('您的文件未獲接納');
  expect(headerOf(ar, 'subject')).toBe('لم تُقبل مستنداتك');
  expect(partOf(ar, 'text/html')).toContain('dir="rtl"');
});

test('a server that puts it off (4xx) gets it again under the same name', async () => {
  await keep(rejected(await user('ann@example.com')));
  const names: string[] = [];
  office.onLetter = (letter) => {
    names.push(headerOf(letter, 'message-id'));
    return names.length < 3 ? 451 : undefined;
  };
  const outbox = outboxOf();
  await lookUntil(outbox, () => office.taken.length === 1);
  expect(names.length).toBe(3);
  expect(new Set(names).size).toBe(1);
  expect(await rows()).toMatchObject([{ attempts: 3, sent: true, dead: false }]);
});

test('a reader who the server says is not there (5.1.1, or a bare 550) is given up at once, and nobody’s address is said', async () => {
  await keep(rejected(await user('nobody@example.com')));
  office.onReader = () => 550;
  await outboxOf().look();
  const [row] = await rows();
  expect(row).toMatchObject({ attempts: 1, sent: false, dead: true });
  expect(row?.failure).toContain('550');
  expect(`${row?.failure} ${said.join()}`).not.toContain('nobody@example.com');
});

test('a refusal of who we are is not held against the letter: it waits until that is mended', async () => {
  await keep(rejected(await user('ann@example.com')));
  office.onReader = () => 530;
  const outbox = outboxOf();
  await outbox.look();
  expect(await rows()).toMatchObject([{ dead: false, sent: false }]);
  office.onReader = () => undefined;
  await lookUntil(outbox, () => office.taken.length === 1);
});

test('a refusal by a policy, of the reader or of the letter, says nothing of the address: it is tried again, and the row says why', async () => {
  await keep(rejected(await user('ann@example.com')));
  const outbox = outboxOf();
  office.onReader = () => '550 5.7.1 likely unsolicited mail';
  await outbox.look();
  expect(await rows()).toMatchObject([{ dead: false, sent: false, failure: expect.stringContaining('5.7.1') }]);
  office.onReader = () => undefined;
  office.onLetter = () => '554 5.7.26 not authenticated';
  await lookUntil(outbox, async () => (await rows())[0]?.failure?.includes('5.7.26') === true);
  office.onLetter = () => undefined;
  await lookUntil(outbox, () => office.taken.length === 1);
  expect(await rows()).toMatchObject([{ dead: false, sent: true }]);
});

test('one that is cut off before it was answered is sent again under the same name: a reader may drop the second', async () => {
  await keep(rejected(await user('ann@example.com')));
  office.onLetter = () => (office.taken.length === 0 ? 'cut' : undefined);
  await lookUntil(outboxOf(), () => office.taken.length === 2);
  const names = office.taken.map((letter) => headerOf(letter, 'message-id'));
  expect(new Set(names).size).toBe(1);
  expect(await rows()).toMatchObject([{ sent: true }]);
});

test('one whose server died while sending leaves with another, under the same name; two letters have two', async () => {
  await keep(rejected(await user('ann@example.com')), rejected(await user('bob@example.com')));
  // The first server claims both and is gone before it could say that one was sent.
  const claim = { kinds: ['mail'], limit: 10, leaseMs: 1, mostAttempts: 10 };
  expect((await claimMessages(db.app, claim)).length).toBe(2);
  await lookUntil(outboxOf(), () => office.taken.length === 2);
  const again = await openPostOffice();
  await db.owner.query('ALTER TABLE outbox DISABLE TRIGGER message_final');
  await db.owner.query('UPDATE outbox SET sent_time = NULL, due_time = 0');
  await outboxOf({ url: `smtp://127.0.0.1:${again.port}` }).look();
  const names = (of: PostOffice) => of.taken.map((letter) => headerOf(letter, 'message-id')).sort();
  expect(names(again)).toEqual(names(office));
  expect(new Set(names(office)).size).toBe(2);
  await again.close();
});

test('who has no address is sent nothing, and the row says so; nor is one who plays', async () => {
  await keep(rejected(await user(null)), rejected(await user('demo@example.com', undefined, 'demo')), rejected(7n));
  await outboxOf().look();
  expect(office.taken).toEqual([]);
  for (const row of await rows())
    expect(row).toMatchObject({ dead: true, failure: 'nothing was sent: the user has no e-mail address' });
});

test('without a mail server letters are held, and leave with the first server that has one', async () => {
  await keep(rejected(await user('ann@example.com')));
  const without = outboxOf({ url: '' });
  await without.look();
  await without.look();
  expect(await rows()).toEqual([{ attempts: 0, failure: null, sent: false, held: true, dead: false }]);
  expect(await without.state()).toEqual({ waiting: 0, lateMs: 0, held: 1, dead: 0 });
  expect(said).toEqual([]);
  await outboxOf().look();
  expect(office.taken.length).toBe(1);
  expect(await rows()).toMatchObject([{ sent: true, held: false }]);
});

test('a start on one’s own machine prints what it holds, once; any other prints nothing', async () => {
  await keep(rejected(await user('ann@example.com')));
  const local = outboxOf({ url: '', prints: true });
  await local.look();
  await local.look();
  expect(said.length).toBe(1);
  expect(said[0]).toContain('The picture is dark');
  expect(said[0]).not.toContain('ann@example.com');
});

test('over TLS from the start, and by STARTTLS where the server offers it', async () => {
  const reader = await user('ann@example.com');
  const insecure = 'tls.rejectUnauthorized=false';
  const tls = await openPostOffice({ secure: true });
  await keep(rejected(reader));
  await outboxOf({ url: `smtps://127.0.0.1:${tls.port}?${insecure}` }).look();
  expect(tls.taken.map(({ secure }) => secure)).toEqual([true]);
  await tls.close();
  const starting = await openPostOffice({ disabledCommands: ['AUTH'] });
  await keep(rejected(reader));
  // A certificate that nobody vouches for is refused, and the letter waits.
  const strict = outboxOf({ url: `smtp://127.0.0.1:${starting.port}` });
  await strict.look();
  expect(starting.taken).toEqual([]);
  await lookUntil(
    outboxOf({ url: `smtp://127.0.0.1:${starting.port}?${insecure}` }),
    () => starting.taken.length === 1,
  );
  expect(starting.taken[0]?.secure).toBe(true);
  await starting.close();
});

test('a mail server that is away keeps letters, and holds up nothing else', async () => {
  await keep(rejected(await user('ann@example.com')));
  await outboxOf({ url: 'smtp://127.0.0.1:1', retryMs: 60_000 }).look();
  expect(await rows()).toMatchObject([{ attempts: 1, sent: false, dead: false }]);
});
