// Codes by real SMTP and an SMS gateway: how long, how often and for whom each is good, that nothing tells who has an account, and that whoever reads
// the database has no code (accounts.md §5, §8).

import { ManualClock } from '@fairtick/kernel/clock';
import type { Id } from '@fairtick/kernel/ids';
import { systemEntropy } from '@fairtick/kernel/random';
import { type Asker, Codes, type CodeToSend } from '@fairtick/server/domains/accounts/codes/codes';
import type { CodePurpose } from '@fairtick/server/domains/accounts/codes/rules';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../harness/database.ts';
import { accepted, refusalOf } from '../../harness/outcomes.ts';
import { testKeys } from '../../harness/outside.ts';
import { insertNamedUser } from '../../harness/users.ts';
import { type Letterbox, openLetterbox } from './letterbox.ts';

const ANN = 'ann@example.com';
const BY: Asker = { address: '203.0.113.9', deviceHash: null };
const T0 = 1_800_000_000_000;
const DAY_MS = 86_400_000;

let db: TestDatabase;
let box: Letterbox;
let clock: ManualClock;
let codes: Codes;
beforeEach(async () => {
  db = await createTestDatabase();
  clock = new ManualClock(T0);
  codes = new Codes({ db: db.app, clock, entropy: systemEntropy, keys: testKeys });
  box = await openLetterbox(db, clock);
});
afterEach(async () => {
  await box.close();
  await db.drop();
});

const request = (name: string, more: Partial<CodeToSend> = {}): CodeToSend => ({
  purpose: 'register',
  to: { kind: name.startsWith('+') ? 'mobile' : 'email', name },
  userId: null,
  knownDevice: false,
  lang: 'en',
  by: BY,
  ...more,
});
const send = (name: string, more: Partial<CodeToSend> = {}) => codes.send(request(name, more));
const tried = (typed: string, purpose: CodePurpose = 'register', name = ANN, userId?: Id) =>
  refusalOf(codes.tried(purpose, name, typed, BY, userId));
const from = (address: string, device?: number): Asker => ({
  address,
  deviceHash: device === undefined ? null : Buffer.alloc(32, device),
});
const triedBy = (by: Asker, typed: string) => refusalOf(codes.tried('register', ANN, typed, by));

async function sentTo(name: string, more: Partial<CodeToSend> = {}): Promise<string> {
  await accepted(send(name, more));
  return box.code(name);
}
const wrongFor = (code: string): string => (code === '000000' ? '000001' : '000000');
async function use(id: Id): Promise<boolean> {
  const client = await db.app.connect();
  try {
    return await codes.use(client, id);
  } finally {
    client.release();
  }
}

test.each([
  ['the right one in its last millisecond', 599_999, 'accepted'],
  ['the right one after ten minutes', 600_000, 'CODE_WRONG'],
] as const)('%s: %s ms: %s', async (_, afterMs, answer) => {
  const code = await sentTo(ANN);
  clock.advance(afterMs);
  expect(await tried(code)).toBe(answer);
});

test.each([
  [4, 'accepted'],
  [5, 'CODE_SPENT'],
] as const)('after %s wrong ones the right one is %s', async (wrong, answer) => {
  const code = await sentTo(ANN);
  for (let i = 0; i < wrong; i += 1) expect(await tried(wrongFor(code))).toBe('CODE_WRONG');
  expect(await tried(code)).toBe(answer);
});

test('twenty tries at once are five', async () => {
  const code = await sentTo(ANN);
  const answers = await Promise.all(Array.from({ length: 20 }, () => tried(wrongFor(code))));
  expect(answers.filter((one) => one === 'CODE_WRONG')).toHaveLength(5);
  expect(answers.filter((one) => one === 'CODE_SPENT')).toHaveLength(15);
});

test.each([
  ['a browser', from('203.0.113.9', 1), from('198.51.100.200', 1)],
  ['an address, from a browser without a name', from('203.0.113.9'), from('203.0.113.9')],
] as const)('what strangers type takes no try of whoever asked: %s', async (_, asked, typing) => {
  const code = await sentTo(ANN, { by: asked });
  const answers: string[] = [];
  // Each under a new name of its browser, which costs nothing.
  for (let n = 0; n < 30; n += 1) answers.push(await triedBy(from(`198.51.100.${n}`, 10 + n), wrongFor(code)));
  expect(answers).toEqual([...Array(20).fill('CODE_WRONG'), ...Array(10).fill('CODE_SPENT')]);
  expect(await triedBy(from('198.51.100.99'), code)).toBe('CODE_SPENT');
  for (let n = 0; n < 4; n += 1) expect(await triedBy(typing, wrongFor(code))).toBe('CODE_WRONG');
  expect(await triedBy(typing, code)).toBe('accepted');
  expect(await triedBy(typing, code)).toBe('CODE_SPENT');
});

test('a stranger has five tries by address, also at once, and the next one has their own', async () => {
  const code = await sentTo(ANN, { by: from('203.0.113.9', 1) });
  const answers = await Promise.all(
    [...Array(12).keys()].map((n) => triedBy(from('198.51.100.1', 10 + n), wrongFor(code))),
  );
  expect(answers.filter((one) => one === 'CODE_WRONG')).toHaveLength(5);
  expect(answers.filter((one) => one === 'CODE_SPENT')).toHaveLength(7);
  // The owner reads the code on another machine than the one they asked at.
  expect(await triedBy(from('198.51.100.2'), code)).toBe('accepted');
});

test('a code is used once, by whoever is first', async () => {
  const code = await sentTo(ANN);
  const id = await accepted(codes.tried('register', ANN, code, BY));
  expect((await Promise.all([use(id), use(id), use(id)])).filter(Boolean)).toHaveLength(1);
  expect(await tried(code)).toBe('CODE_WRONG');
});

test('another is sent after a minute, and the one before is dead then', async () => {
  const first = await sentTo(ANN);
  clock.advance(59_999);
  expect(await send(ANN)).toEqual({
    ok: false,
    error: { error: 'CODE_TOO_SOON', params: { seconds: '1' }, data: { wait: 1 } },
  });
  clock.advance(1);
  const id = await accepted(codes.tried('register', ANN, first, BY));
  expect(await accepted(send(ANN))).toEqual({ wait: 60 });
  const second = await box.code(ANN);
  expect(await use(id)).toBe(false);
  if (first !== second) expect(await tried(first)).toBe('CODE_WRONG');
  expect(await tried(second)).toBe('accepted');
});

test('two asked for at once are one, also by two servers', async () => {
  const other = new Codes({ db: db.app, clock, entropy: systemEntropy, keys: testKeys });
  const answers = await Promise.all(
    [...Array(6).keys()].map((n) => refusalOf((n % 2 ? codes : other).send(request(ANN)))),
  );
  expect(answers.filter((one) => one === 'accepted')).toHaveLength(1);
  expect(answers.filter((one) => one === 'CODE_TOO_SOON')).toHaveLength(5);
  expect(await box.read(ANN)).toHaveLength(1);
});

test.each([
  ['seven times by strangers', false, 7],
  ['ten times from a browser of its owner', true, 10],
] as const)('a destination is sent to %s a day', async (_, knownDevice, most) => {
  for (let i = 0; i < most; i += 1) {
    await accepted(send(ANN, { knownDevice }));
    clock.advance(60_000);
  }
  expect(await refusalOf(send(ANN, { knownDevice }))).toBe('CODE_TOO_MANY');
  clock.advance(DAY_MS - most * 60_000 - 1);
  expect(await refusalOf(send(ANN, { knownDevice }))).toBe('CODE_TOO_MANY');
  clock.advance(1);
  expect(await refusalOf(send(ANN, { knownDevice }))).toBe('accepted');
});

test('strangers leave the last three to the owner', async () => {
  for (let i = 0; i < 7; i += 1) {
    await accepted(send(ANN));
    clock.advance(60_000);
  }
  expect(await refusalOf(send(ANN))).toBe('CODE_TOO_MANY');
  expect(await refusalOf(send(ANN, { knownDevice: true }))).toBe('accepted');
});

test('an address asks twenty times a day, for whomever, and others still may', async () => {
  const asked = await Promise.all([...Array(25).keys()].map((n) => refusalOf(send(`user${n}@example.com`))));
  expect(asked.filter((one) => one === 'accepted')).toHaveLength(20);
  expect(asked.filter((one) => one === 'CODE_TOO_MANY')).toHaveLength(5);
  expect(await refusalOf(send(ANN, { by: from('198.51.100.1') }))).toBe('accepted');
});

test('a code is good for what it was asked for, and for whom', async () => {
  const [one, other] = [1n, 2n];
  await insertNamedUser(db, { id: one, email: ANN });
  await insertNamedUser(db, { id: other, email: 'ben@example.com' });
  const reset = await sentTo(ANN, { purpose: 'reset' });
  expect(await tried(reset, 'register')).toBe('CODE_WRONG');
  expect(await tried(reset, 'reset', 'ben@example.com')).toBe('CODE_WRONG');
  expect(await tried(reset, 'reset')).toBe('accepted');
  clock.advance(60_000);
  const bound = await sentTo(ANN, { purpose: 'step_up', userId: one });
  expect(await tried(bound, 'step_up', ANN, other)).toBe('CODE_WRONG');
  expect(await tried(bound, 'step_up', ANN)).toBe('CODE_WRONG');
  expect(await tried(bound, 'step_up', ANN, one)).toBe('accepted');
});

/** Everything that somebody can be answered about one name, in order. */
async function answersFor(name: string, purpose: CodePurpose): Promise<unknown[]> {
  const answers: unknown[] = [await send(name, { purpose }), await send(name, { purpose })];
  for (let i = 0; i < 7; i += 1) answers.push(await codes.tried(purpose, name, '999999x', BY));
  clock.advance(60_000);
  answers.push(await send(name, { purpose }));
  clock.advance(600_000);
  answers.push(await codes.tried(purpose, name, '123456', BY));
  return answers;
}

test.each(['register', 'reset'] as const)(
  'whether a name has an account shows in no answer to a code to %s',
  async (purpose) => {
    await insertNamedUser(db, { id: 1n, email: ANN });
    expect(await answersFor('nobody@example.com', purpose)).toEqual(await answersFor(ANN, purpose));
    const { rows } = await db.owner.query(
      'SELECT kind, owner_id, count(DISTINCT length(payload::text))::int AS lengths, count(*)::int AS rows FROM outbox GROUP BY kind, owner_id',
    );
    expect(rows).toMatchObject([{ kind: 'code_mail', owner_id: 0n, rows: 4 }]);
  },
);

test('what is sent is decided by who has the name: a code, a hint, or nothing; a captcha alone makes nobody its owner', async () => {
  await insertNamedUser(db, { id: 1n, email: ANN, mobile: '+85291234567' });
  await insertNamedUser(db, { id: 2n, email: 'captcha@example.com' });
  await db.owner.query("UPDATE account_names SET verified_time = NULL WHERE name = 'captcha@example.com'");
  for (const name of [ANN, '+85291234567', 'captcha@example.com', 'nobody@example.com', '+85260000000']) {
    await accepted(send(name));
    clock.advance(60_000);
    await accepted(send(name, { purpose: 'reset' }));
  }
  const kinds = async (name: string) =>
    (await box.read(name))
      .map((text) => (/\b\d{6}\b/.test(text) ? 'code' : /already/.test(text) ? 'exists' : text))
      .sort();
  expect(await kinds(ANN)).toEqual(['code', 'exists']);
  expect(await kinds('+85291234567')).toEqual(['code', 'exists']);
  expect(await kinds('captcha@example.com')).toEqual(['code']);
  expect(await kinds('nobody@example.com')).toEqual(['code']);
  expect(await kinds('+85260000000')).toEqual(['code']);
  const { rows } = await db.owner.query('SELECT count(*)::int AS left FROM outbox WHERE sent_time IS NULL');
  expect(rows).toEqual([{ left: 0 }]);
});

test('a letter and a text say it in the language that was asked in', async () => {
  expect(await sentTo(ANN, { lang: 'hk' })).toMatch(/^\d{6}$/);
  expect((await box.read(ANN)).join()).toContain('您的驗證碼是');
  expect(await sentTo('+85260000000', { lang: 'ar' })).toMatch(/^\d{6}$/);
  expect((await box.read('+85260000000')).join()).toContain('رمزك هو');
});

test('a code that could not be sent in its ten minutes never is', async () => {
  await accepted(send(ANN));
  clock.advance(600_000);
  expect(await box.read(ANN)).toEqual([]);
  const { rows } = await db.owner.query('SELECT failure, dead_time IS NOT NULL AS dead FROM outbox');
  expect(rows).toEqual([{ failure: 'nothing was sent: the code was not good any more', dead: true }]);
});

test('neither the code nor where it goes can be read in the database', async () => {
  const code = await sentTo(ANN);
  const { rows } = await db.owner.query('SELECT o::text AS message, c::text AS code FROM outbox o, codes c');
  expect(rows).toHaveLength(1);
  for (const secret of [code, ANN, Buffer.from(ANN).toString('hex'), Buffer.from(code).toString('hex')])
    expect(JSON.stringify(rows)).not.toContain(secret);
});
