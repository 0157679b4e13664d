// What people tell the house and what the staff do with it, over HTTP on the whole server: limits, captcha, images, claims, answers, and what goes.
// Long because each rule is one test over one server.

import { systemClock } from '@fairtick/kernel/clock';
import { eraseOld } from '@fairtick/server/domains/support/feedback/erasing';
import { complaintDue, KEEP_MS } from '@fairtick/server/domains/support/feedback/rules';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { insertStaff, type TestMember } from '../../harness/staff.ts';
import { computed } from '../registering/work.ts';
import { type House, openHouse, type Person, type Told } from '../verification/house.ts';

let house: House;
let sue: TestMember;
let sam: TestMember;
let ann: Person;

beforeAll(async () => {
  house = await openHouse();
  sue = await insertStaff(house.db, { roles: ['support'], name: 'Sue' });
  sam = await insertStaff(house.db, { roles: ['support'], name: 'Sam' });
});
afterAll(() => house.close());
beforeEach(async () => {
  ann = await house.person();
});

type Fields = Readonly<Record<string, string>>;
const TEXT = 'The chart is late, and nobody answers me.';
const send = (fields: Fields = {}, who: Person | undefined = ann, key?: string) =>
  house.user(
    'feedback_send',
    { kind: 'bug', text: TEXT, ...fields },
    { token: who?.token, ...(key !== undefined && { key }) },
  );
const sent = z.object({ id: z.string(), number: z.string(), due: z.number().nullable() });
const own = z.object({ data: z.array(z.record(z.string(), z.unknown())), total: z.number() });
const list = async (who = ann) => own.parse((await house.user('feedback', {}, { token: who.token })).data);
const idOf = (told: Told): string => sent.parse(told.data).id;
const act = (who: TestMember, doing: 'claim' | 'answer' | 'close', id: string, text = 'We have mended it today.') =>
  house.staff(`feedback_${doing}`, { id, ...(doing === 'answer' && { text }) }, { token: who.token });
const item = async (who: TestMember, id: string) =>
  z.record(z.string(), z.unknown()).parse((await house.staff('feedback_item', { id }, { token: who.token })).data);
const typeOf = async (audience: 'users' | 'staff', link: string) =>
  (await house.fetch(audience, link)).headers.get('content-type');
const shift = (ms: number, id: string) =>
  house.db.owner.query('UPDATE feedback SET received_time = received_time - $1 WHERE id = $2', [ms, id]);

async function visitor(fields: Fields = {}, key?: string): Promise<Told> {
  // So that only what is sent is counted here: captchas from one address have a limit of their own.
  await house.db.owner.query('DELETE FROM captchas');
  const shown = z.object({ key: z.string(), work: z.string() }).parse((await house.user('captcha', {}, {})).data);
  const asked = { email: 'vi@example.com', key: shown.key, captcha: computed(shown.work), ...fields };
  return house.user('feedback_send', { kind: 'bug', text: TEXT, ...asked }, key === undefined ? {} : { key });
}

test('a user sees what they have sent, and nobody else does', async () => {
  const bob = await house.person();
  const told = await send({ kind: 'complaint', device: 'Browser: 1\nScreen: 2' });
  const { id, number, due } = sent.parse(told.data);
  expect(number).toBe(`C-${id}`);
  const { data, total } = await list();
  expect(total).toBe(1);
  expect(data[0]).toMatchObject({
    id,
    number,
    kind: 'complaint',
    state: 'received',
    text: TEXT,
    answer: '',
    image: '',
  });
  expect(due).toBe(complaintDue(Number(data[0]?.received)));
  expect(await list(bob)).toEqual({ data: [], total: 0 });
  const other = sent.parse((await send()).data);
  expect(other).toMatchObject({ number: `F-${other.id}`, due: null });
});

test('nothing of the device is kept without a tick', async () => {
  const id = idOf(await send());
  expect(await house.rows('SELECT device, email, from_mac FROM feedback WHERE id = $1', [id])).toEqual([
    [null, null, null],
  ]);
});

test('under one key it is sent once; with other words the key is taken', async () => {
  const all = await Promise.all(Array.from({ length: 5 }, () => send({}, ann, 'one-key-of-mine')));
  expect(new Set(all.map(idOf)).size).toBe(1);
  expect((await send({ text: `${TEXT} Still.` }, ann, 'one-key-of-mine')).said).toBe('KEY_REUSED');
  expect((await list()).total).toBe(1);
});

test('five a day and user, also where many come at once', async () => {
  const all = await Promise.all(Array.from({ length: 8 }, () => send()));
  expect(all.map(({ said }) => said).toSorted()).toEqual([...Array(3).fill('RATE_LIMITED'), ...Array(5).fill('ok')]);
  const first = String((await list()).data.at(-1)?.id);
  await shift(86_400_000, first);
  expect((await send()).said).toBe('ok');
  expect((await send()).said).toBe('RATE_LIMITED');
});

test('a visitor answers a captcha, says where to be answered, and writes three times a day from one address', async () => {
  const plain = { kind: 'bug', text: TEXT };
  expect((await house.user('feedback_send', { ...plain }, {})).said).toBe('VALUE_MISSING');
  expect((await house.user('feedback_send', { ...plain, email: 'no address' }, {})).said).toBe('INPUT_INVALID');
  expect((await house.user('feedback_send', { ...plain, email: 'vi@example.com' }, {})).said).toBe('CAPTCHA_NEEDED');
  expect((await visitor({ captcha: 'AAAAA' })).said).toBe('CAPTCHA_WRONG');
  expect((await visitor({ image: '/v3/api/files/none' })).said).toBe('REAL_ONLY');
  const key = 'a-key-of-a-visitor';
  const first = await visitor({}, key);
  expect(first.said).toBe('ok');
  // Its captcha is spent: the answer that was lost is told again.
  const again = await visitor({ captcha: 'AAAAA' }, key);
  expect(again.data).toEqual(first.data);
  expect((await visitor({ captcha: 'AAAAA', text: `${TEXT} More.` }, key)).said).toBe('CAPTCHA_WRONG');
  expect((await visitor()).said).toBe('ok');
  expect((await visitor()).said).toBe('ok');
  expect((await visitor()).said).toBe('RATE_LIMITED');
  await shift(86_400_000, idOf(first));
  expect((await visitor()).said).toBe('ok');
});

test('an image is the own, once; of another it is as if it were not there', async () => {
  const bob = await house.person();
  const [mine = '', second = ''] = await house.images(ann);
  const [his = ''] = await house.images(bob);
  expect((await send({ image: his })).said).toBe('UPLOAD_UNKNOWN');
  expect((await send({ image: `/v3/api/files/${'0'.repeat(32)}` })).said).toBe('UPLOAD_UNKNOWN');
  expect((await send({ image: 'https://example.com/x.png' })).said).toBe('UPLOAD_UNKNOWN');
  const id = idOf(await send({ image: mine }));
  expect((await send({ image: mine })).said).toBe('UPLOAD_USED');
  const link = String((await list()).data[0]?.image);
  expect(await typeOf('users', link)).toBe('image/jpeg');
  // Shown to the staff within a claim alone, and not any more once somebody else has it.
  expect(await item(sue, id)).toMatchObject({ image: '', text: '' });
  await act(sue, 'claim', id);
  const shown = String((await item(sue, id)).image);
  expect(await typeOf('staff', shown)).toBe('image/jpeg');
  await house.db.owner.query('UPDATE feedback SET claimed_until = 1 WHERE id = $1', [id]);
  expect(await typeOf('staff', shown)).toContain('json');
  expect((await send({ image: second })).said).toBe('ok');
});

test('claimed, answered and closed: the user is told by a notice without words, and every step is an act without them', async () => {
  const id = idOf(await send({ kind: 'complaint' }));
  expect((await act(sue, 'answer', id)).said).toBe('CLAIM_FIRST');
  expect((await act(sue, 'claim', id)).said).toBe('ok');
  expect(await act(sam, 'claim', id)).toMatchObject({ said: 'TAKEN_BY_OTHER', msg: expect.stringContaining('Sue') });
  expect((await list()).data[0]?.state).toBe('in_work');
  expect(await item(sam, id)).toMatchObject({ takenBy: 'Sue', mine: false, text: '', uid: expect.stringMatching(/./) });
  expect((await act(sue, 'close', id)).said).toBe('COMPLAINT_UNANSWERED');
  expect((await act(sue, 'answer', id, 'See https://example.com')).said).toBe('REASON_LEADS_AWAY');
  expect((await act(sue, 'answer', id)).said).toBe('ok');
  expect((await act(sue, 'answer', id)).said).toBe('ALREADY_DECIDED');
  expect((await list()).data[0]).toMatchObject({ state: 'answered', answer: 'We have mended it today.' });
  expect((await act(sam, 'close', id)).said).toBe('ok');
  expect(await item(sue, id)).toMatchObject({ state: 'closed', text: TEXT, answeredBy: 'Sue', closedBy: 'Sam' });
  const notices = await house.rows('SELECT kind, params FROM notices WHERE user_id = $1', [ann.id]);
  expect(notices).toEqual([['feedback_answered', { number: `C-${id}` }]]);
  const acts = await house.rows(
    `SELECT kind, actor_id, contents FROM acts WHERE subject_kind = 'feedback' AND subject_id = $1 ORDER BY id`,
    [id],
  );
  expect(acts.map(([kind, by]) => [kind, by])).toEqual([
    ['feedback_claimed', sue.id],
    ['feedback_answered', sue.id],
    ['feedback_closed', sam.id],
  ]);
  for (const [, , contents] of acts)
    expect(Object.keys(JSON.parse(String(contents)) as object)).toEqual(['by', 'about', 'kind']);
});

test('of many who answer at once one does, and the user is told once', async () => {
  const id = idOf(await send());
  await act(sue, 'claim', id);
  const all = await Promise.all(Array.from({ length: 8 }, () => act(sue, 'answer', id)));
  expect(all.filter(({ said }) => said === 'ok')).toHaveLength(1);
  expect(await house.rows('SELECT count(*)::int FROM notices WHERE user_id = $1', [ann.id])).toEqual([[1]]);
});

test('a claim is over after a day; then another takes it', async () => {
  const id = idOf(await send());
  await act(sue, 'claim', id);
  await house.db.owner.query('UPDATE feedback SET claimed_until = $2 WHERE id = $1', [id, systemClock.now()]);
  expect((await act(sue, 'close', id)).said).toBe('CLAIM_FIRST');
  expect((await act(sam, 'claim', id)).said).toBe('ok');
  expect((await act(sam, 'close', id)).said).toBe('ok');
});

test('a visitor is answered in a letter, with the words', async () => {
  await house.db.owner.query('UPDATE feedback SET from_mac = NULL');
  const id = idOf(await visitor({ kind: 'complaint' }));
  await act(sue, 'claim', id);
  expect(await item(sue, id)).toMatchObject({ email: 'vi@example.com', uid: '' });
  await act(sue, 'answer', id);
  const [[payload] = []] = await house.rows(
    `SELECT payload FROM outbox WHERE payload ->> 'template' = 'feedback_reply'`,
  );
  expect(payload).toMatchObject({
    address: 'vi@example.com',
    params: { number: `C-${id}`, answer: 'We have mended it today.' },
  });
});

test('the queue goes by deadline, what has none after it; nobody reads words in it, and a member not what is of their own account', async () => {
  for (const id of (await house.rows('SELECT id FROM feedback WHERE status < 3')).flat()) {
    await house.db.owner.query('UPDATE feedback SET claimed_until = claimed_until - 86400000 WHERE id = $1', [id]);
    for (const doing of ['claim', 'answer', 'close'] as const) await act(sam, doing, String(id));
  }
  const bob = await house.person();
  const idea = idOf(await send({ kind: 'idea' }));
  const [late, soon] = [idOf(await send({ kind: 'complaint' })), idOf(await send({ kind: 'complaint' }, bob))];
  await house.db.owner.query('UPDATE feedback SET due_time = due_time - 1000 WHERE id = $1', [soon]);
  const queue = await house.staff('feedback_queue', {}, { token: sue.token });
  expect(own.extend({ waiting: z.number() }).parse(queue.data)).toMatchObject({
    data: [{ id: soon }, { id: late }, { id: idea }],
    waiting: 3,
  });
  expect(JSON.stringify(queue.data)).not.toContain('chart');
  await house.db.owner.query('INSERT INTO staff_user_links (staff_id, user_id, declared_by) VALUES ($1, $2, $1)', [
    ...[sue.id, bob.id],
  ]);
  expect((await house.staff('feedback_item', { id: soon }, { token: sue.token })).said).toBe('BENEFICIARY');
  expect((await act(sue, 'claim', soon)).said).toBe('BENEFICIARY');
});

test('when its writer leaves, or two years after it was closed, the words go, and its image; that it came stays', async () => {
  const bob = await house.person();
  const [image = ''] = await house.images(bob);
  const open = idOf(await send({ kind: 'complaint', image, device: 'Browser: 1' }, bob));
  const old = idOf(await send());
  const fresh = idOf(await send());
  for (const id of [old, fresh]) {
    await act(sam, 'claim', id);
    await act(sam, 'close', id);
  }
  await house.db.owner.query('UPDATE feedback SET closed_time = closed_time - $1 WHERE id = $2', [KEEP_MS + 1, old]);
  await house.db.owner.query(`DELETE FROM account_names WHERE user_id = $1`, [bob.id]).catch(() => undefined);
  await house.db.owner.query('UPDATE users SET removed_time = database_ms() WHERE id = $1', [bob.id]);
  await eraseOld({ db: house.db.app, clock: systemClock });
  const rows = await house.rows(
    `SELECT f.id::text, f.words, f.device, f.status, f.due_time IS NOT NULL, f.erased_time IS NOT NULL, u.keep_until <= database_ms()
     FROM feedback f LEFT JOIN uploads u ON u.id = f.image WHERE f.id = ANY ($1::bigint[]) ORDER BY f.id`,
    [[open, old, fresh]],
  );
  expect(rows).toEqual([
    [open, '', null, 4, true, true, true],
    [old, '', null, 4, false, true, null],
    [fresh, TEXT, null, 4, false, false, null],
  ]);
  expect(
    await house.rows('SELECT FROM feedback WHERE from_mac IS NOT NULL AND received_time < $1', [
      systemClock.now() - 86_400_000,
    ]),
  ).toEqual([]);
});

test.each([
  ['its words', `UPDATE feedback SET words = 'another thing entirely' WHERE id = $1`],
  ['its way back', 'UPDATE feedback SET status = 1 WHERE id = $1'],
  ['an answer to another', `UPDATE feedback SET answer = 'nothing was promised' WHERE id = $1`],
  ['nothing at all', 'DELETE FROM feedback WHERE id = $1'],
])('the database itself lets nobody give it %s', async (_, change) => {
  const id = idOf(await send());
  await act(sam, 'claim', id);
  await act(sam, 'answer', id);
  await expect(house.db.owner.query(change, [id])).rejects.toThrow();
});
