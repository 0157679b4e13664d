// The staff's view of letters and text messages: by state, masked, put back once and with an act.

import { systemClock } from '@fairtick/kernel/clock';
import { seededRandom, systemEntropy } from '@fairtick/kernel/random';
import { Codes } from '@fairtick/server/domains/accounts/codes/codes';
import { outboxRoutes } from '@fairtick/server/domains/staff/index';
import { lockMember } from '@fairtick/server/domains/staff/table';
import { runAll } from '@fairtick/server/platform/database/statement';
import { LETTER_PARAMS, letterTo, SMS_PARAMS } from '@fairtick/server/platform/mail/letter';
import { insertOutbox } from '@fairtick/server/platform/outbox/table';
import { Records } from '@fairtick/server/platform/records/records';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { en } from '../../../console/i18n/en.ts';
import { untilBlocked } from '../../harness/blocked.ts';
import { createTestDatabase, type TestDatabase } from '../../harness/database.ts';
import { accepted, refusalOf } from '../../harness/outcomes.ts';
import { testKeys } from '../../harness/outside.ts';
import { insertStaff } from '../../harness/staff.ts';
import { insertNamedUser } from '../../harness/users.ts';

let db: TestDatabase;
let staffId: bigint;
beforeEach(async () => {
  db = await createTestDatabase();
  staffId = (await insertStaff(db, { roles: ['support'] })).id;
});
afterEach(() => db.drop());

const routes = () =>
  outboxRoutes({ db: db.app, records: new Records({ pool: db.app, clock: systemClock, random: seededRandom(1) }) });
const as = (key: string) => ({
  principal: {
    kind: 'staff',
    staffId,
    roles: ['support'],
    tokenHash: new Uint8Array(32),
    elevatedUntilMs: 0,
    factors: [],
  } as const,
  lang: 'en' as const,
  key,
  address: '127.0.0.1',
  agent: '',
  deviceHash: null,
  requestId: '1',
});

async function letters(count: number): Promise<void> {
  await insertNamedUser(db, { id: 7n, email: 'ann@example.com' });
  const letter = letterTo({ userId: 7n, template: 'verified', params: {} });
  await runAll(db.app, insertOutbox(Array.from({ length: count }, () => letter)));
}

test('messages are listed by state, newest first, page by page, with masked addresses', async () => {
  await letters(25);
  await db.owner.query('UPDATE outbox SET held_time = 1 WHERE id <= 3');
  await db.owner.query("UPDATE outbox SET dead_time = 1, failure = 'no such address' WHERE id = 4");
  const first = await accepted(routes().messages({ state: 'waiting' }, as('a')));
  expect([first.data.length, first.more, first.counts]).toEqual([20, true, { waiting: 21, held: 3, dead: 1 }]);
  expect(JSON.stringify(first)).not.toContain('ann@');
  expect(first.data[0]).toMatchObject({ kind: 'mail', template: 'verified', state: 'waiting', to: 'a•••@example.com' });
  const rest = await accepted(routes().messages({ state: 'waiting', before: first.data.at(-1)?.id }, as('b')));
  expect(rest.data.map(({ id }) => id)).toEqual(['5']);
  expect((await accepted(routes().messages({ state: 'held' }, as('c')))).data.map(({ id }) => id)).toEqual([
    '3',
    '2',
    '1',
  ]);
  expect((await accepted(routes().messages({ state: 'dead' }, as('d')))).data).toMatchObject([
    { id: '4', failure: 'no such address' },
  ]);
});

test('a message that this server cannot read is listed by its kind, and hides none of the others', async () => {
  await letters(1);
  await db.owner.query(
    "INSERT INTO outbox (kind, owner_id, payload, due_time) VALUES ('newer', 0, '{}', 1), ('mail', 0, '[]', 1)",
  );
  const { data } = await accepted(routes().messages({ state: 'waiting' }, as('a')));
  expect(data.map(({ kind, template, to }) => [kind, template, to])).toEqual([
    ['mail', '', ''],
    ['newer', '', ''],
    ['mail', 'verified', 'a•••@example.com'],
  ]);
});

test('what was given up is put back once, and an act says who did it; anything else is refused without one', async () => {
  await letters(2);
  await db.owner.query("UPDATE outbox SET dead_time = 1, attempts = 10, failure = 'no' WHERE id = 1");
  await accepted(routes().message_resend({ id: '1' }, as('once')));
  await accepted(routes().message_resend({ id: '1' }, as('once')));
  const { rows } = await db.owner.query('SELECT attempts, dead_time FROM outbox WHERE id = 1');
  expect(rows).toEqual([{ attempts: 0, dead_time: null }]);
  expect(await refusalOf(routes().message_resend({ id: '1' }, as('again')))).toBe('ALREADY_DECIDED');
  expect(await refusalOf(routes().message_resend({ id: '77' }, as('none')))).toBe('ITEM_UNKNOWN');
  const acts = await db.owner.query('SELECT kind, actor_id, subject_kind, subject_id FROM acts');
  expect(acts.rows).toEqual([{ kind: 'message_resent', actor_id: staffId, subject_kind: 'message', subject_id: '1' }]);
});

test('a right that is taken away while the call waits for its member is gone, and so is a member who leaves', async () => {
  await letters(1);
  await db.owner.query('UPDATE outbox SET dead_time = 1, attempts = 10 WHERE id = 1');
  const takers = [
    'UPDATE staff_roles SET revoked_time = database_ms(), revoked_by = staff_id WHERE staff_id = $1',
    'UPDATE staff SET disabled_time = database_ms() WHERE id = $1',
  ];
  for (const [at, taken] of takers.entries()) {
    staffId = (await insertStaff(db, { roles: ['support'] })).id;
    const other = await db.owner.connect();
    await other.query('BEGIN');
    await lockMember(other, staffId);
    const resent = refusalOf(routes().message_resend({ id: '1' }, as(`late-${at}`)));
    await untilBlocked(db.owner, other, resent);
    await other.query(taken, [staffId]);
    await other.query('COMMIT');
    other.release();
    expect(await resent).toBe('NOT_ALLOWED');
  }
  expect((await db.owner.query('SELECT attempts FROM outbox')).rows).toEqual([{ attempts: 10 }]);
  expect((await db.owner.query('SELECT 1 FROM acts')).rows).toEqual([]);
});

test('the console has a name for every letter and text message', () => {
  for (const template of [...Object.keys(LETTER_PARAMS), ...Object.keys(SMS_PARAMS)])
    expect(Object.keys(en)).toContain(`letter.${template}`);
});

test('a code is listed by its kind, without where it goes and without the code', async () => {
  await insertNamedUser(db, { id: 7n, email: 'ann@example.com', mobile: '+85291234567' });
  const codes = new Codes({ db: db.app, clock: systemClock, entropy: systemEntropy, keys: testKeys });
  const by = { address: '127.0.0.1', deviceHash: null };
  const request = { purpose: 'name', userId: 7n, knownDevice: true, lang: 'en', by } as const;
  await accepted(codes.send({ ...request, to: { kind: 'email', name: 'new@example.com' } }));
  await accepted(codes.send({ ...request, to: { kind: 'mobile', name: '+85260000000' } }));
  const { data } = await accepted(routes().messages({ state: 'waiting' }, as('a')));
  expect(data.map(({ kind, to, template }) => [kind, to, template])).toEqual([
    ['code_sms', '', ''],
    ['code_mail', '', ''],
  ]);
  for (const { kind } of data) expect(Object.keys(en)).toContain(`way.${kind}`);
  expect(Object.keys(data[0] ?? {})).not.toContain('payload');
});
