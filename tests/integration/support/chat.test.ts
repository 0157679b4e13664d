// A user and the staff in the chat, over HTTP and the socket on the whole server: once however often it is sent, in order, nobody else's, and erased.

import { systemClock } from '@fairtick/kernel/clock';
import { closeLeftChats } from '@fairtick/server/domains/support/chat/jobs';
import { forgetOld, untoldAnswers } from '@fairtick/server/domains/support/chat/table';
import { keyOf } from '@fairtick/server/platform/commands/key';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { z } from 'zod';
import { insertStaff, type TestMember } from '../../harness/staff.ts';
import { type House, openHouse, type Person, type Server, type Told } from '../verification/house.ts';

let house: House;
let ann: TestMember;
let ben: TestMember;

beforeAll(async () => {
  house = await openHouse();
  ann = await insertStaff(house.db, { roles: ['support'], name: '\u202eAnn Lee' });
  ben = await insertStaff(house.db, { roles: ['support'], name: 'Ben' });
});
afterAll(() => house.close());

const chat = z.object({
  data: z.array(
    z.object({
      ...{ seq: z.number(), author: z.string(), name: z.string(), text: z.string(), image: z.string() },
      masked: z.array(z.string()),
    }),
  ),
  more: z.boolean(),
  last: z.number(),
  unread: z.number(),
  thread: z.object({ id: z.string(), state: z.string(), score: z.number().nullable() }).nullable(),
});
type Fields = Readonly<Record<string, string>>;

const send = (who: Person, text: string, key?: string, server: Server = house): Promise<Told> =>
  server.user('chat_send', { text }, { token: who.token, ...(key !== undefined && { key }) });
const read = async (who: Person, fields: Fields = {}, server: Server = house) =>
  chat.parse((await server.user('chat', fields, { token: who.token })).data);
const staff = (who: TestMember, name: Parameters<Server['staff']>[0], fields: Fields): Promise<Told> =>
  house.staff(name, fields, { token: who.token });
const threadOf = async (who: Person): Promise<string> => (await read(who)).thread?.id ?? '';
const texts = async (who: Person, fields: Fields = {}): Promise<string[]> =>
  (await read(who, fields)).data.map(({ text }) => text);

test('one key is one message, however often it is sent and on whichever server; another text under it is refused', async () => {
  const ada = await house.person();
  const other = await house.another();
  const told = await Promise.all(
    Array.from({ length: 50 }, (_, at) =>
      send(ada, 'Where is my money?', 'chat-key-of-once-1', at % 2 ? other : house),
    ),
  );
  expect(new Set(told.map(({ said, data }) => JSON.stringify([said, data]))).size).toBe(1);
  expect(await texts(ada)).toEqual(['Where is my money?']);
  expect((await send(ada, 'Another', 'chat-key-of-once-1')).said).toBe('KEY_REUSED');
});

test('two tabs write in one order, and who was away asks for what is newer than what they have', async () => {
  const ada = await house.person();
  await send(ada, 'one');
  await Promise.all(['two', 'three', 'four', 'five'].map((text) => send(ada, text)));
  const whole = await read(ada);
  expect(whole.data.map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5]);
  expect(whole.last).toBe(5);
  const missed = await read(ada, { after: '3', limit: '1' });
  expect([missed.data.map(({ seq }) => seq), missed.more]).toEqual([[4], true]);
  const older = await read(ada, { before: '3', limit: '1' });
  expect([older.data.map(({ seq }) => seq), older.more]).toEqual([[2], true]);
  await expect(
    house.db.app.query('UPDATE support_messages SET text = $1 WHERE user_id = $2', ['x', ada.id]),
  ).rejects.toThrow();
  await expect(house.db.owner.query('DELETE FROM support_messages WHERE user_id = $1', [ada.id])).rejects.toThrow(
    /stays as it was written/,
  );
});

test('a card number is in no row and no line of the log, and its sender is told', async () => {
  const ada = await house.person();
  const { data } = await send(ada, 'my card 4111 1111 1111 1111, not 4111 1111 1111 1112');
  expect(data).toMatchObject({ message: { masked: ['card'], text: 'my card •••• 1111, not 4111 1111 1111 1112' } });
  expect(await texts(ada)).toEqual(['my card •••• 1111, not 4111 1111 1111 1112']);
  expect(house.lines.join('\n')).not.toContain('4111 1111 1111 1111');
});

test('thirty messages a minute', async () => {
  const ada = await house.person();
  for (let n = 0; n < 30; n += 1) expect((await send(ada, `message ${n}`)).said).toBe('ok');
  expect((await send(ada, 'one more')).said).toBe('CHAT_TOO_FAST');
  expect((await read(ada)).last).toBe(30);
});

test('of two members one has a thread; the other neither answers nor closes it until it is handed over', async () => {
  const ada = await house.person();
  await send(ada, 'hello');
  const id = await threadOf(ada);
  const [first, second] = await Promise.all([staff(ann, 'chat_claim', { id }), staff(ben, 'chat_claim', { id })]);
  expect([first.said, second.said].sort()).toEqual(['TAKEN_BY_OTHER', 'ok']);
  const [holder, other] = first.said === 'ok' ? [ann, ben] : [ben, ann];
  expect((await staff(other, 'chat_answer', { id, text: 'mine' })).said).toBe('TAKEN_BY_OTHER');
  expect((await staff(holder, 'chat_hand_over', { id, to: String(other.id) })).said).toBe('ok');
  expect((await staff(holder, 'chat_close', { id })).said).toBe('TAKEN_BY_OTHER');
  expect((await staff(other, 'chat_answer', { id, text: 'mine now' })).said).toBe('ok');
  expect((await staff(other, 'chat_answer', { id, text: 'see https://evil.example' })).said).toBe('REASON_LEADS_AWAY');
});

test('the queue goes by when each is due; a look is an act, once; nothing of the chat stands in the list', async () => {
  const [ada, bob] = [await house.person(), await house.person()];
  await send(ada, 'the words of ada');
  await send(bob, 'the words of bob');
  const id = await threadOf(ada);
  const listed = await staff(ann, 'chat_threads', {});
  const users = z
    .object({ data: z.array(z.object({ userId: z.string(), answerDue: z.number() })) })
    .parse(listed.data).data;
  expect(users.map(({ answerDue }) => answerDue)).toEqual(
    users.map(({ answerDue }) => answerDue).toSorted((a, b) => a - b),
  );
  const at = (who: Person): number => users.findIndex(({ userId }) => userId === String(who.id));
  expect(at(ada)).toBeLessThan(at(bob));
  expect(JSON.stringify(listed)).not.toContain('the words of');
  for (let n = 0; n < 2; n += 1)
    expect((await staff(ann, 'chat_thread', { id })).data).toMatchObject({ messages: [{ text: 'the words of ada' }] });
  expect(JSON.stringify((await staff(ann, 'chat_thread', { id })).data)).not.toMatch(/balance/i);
  const acts = await house.rows(`SELECT kind FROM acts WHERE kind = 'chat_read' AND subject_id = $1`, [String(ada.id)]);
  expect(acts).toHaveLength(1);
});

const made = z.object({ token: z.string(), user: z.object({ id: z.string() }) });

test('real clients stand before demo accounts, however many of those wait', async () => {
  const demos: Person[] = [];
  for (let n = 0; n < 3; n += 1) {
    const { token, user } = made.parse((await house.user('createAccountDemoForU', {}, {})).data);
    demos.push({ id: BigInt(user.id), token });
  }
  for (const demo of demos) await send(demo, 'a demo waits');
  const ada = await house.person();
  await send(ada, 'a client waits');
  const { data } = z
    .object({ data: z.array(z.object({ userId: z.string() })) })
    .parse((await staff(ann, 'chat_threads', {})).data);
  const at = (who: Person): number => data.findIndex(({ userId }) => userId === String(who.id));
  expect(at(ada)).toBeGreaterThanOrEqual(0);
  for (const demo of demos) expect(at(demo)).toBeGreaterThan(at(ada));
});

test('who waits behind the first fifty stands on the next page, each once and in the same order; so do closed threads, the newest first', async () => {
  const many = await house.another();
  const { rows: before } = await house.db.owner.query<{ n: number }>(
    `SELECT count(*)::int AS n FROM support_threads WHERE state = 'open'`,
  );
  const people: Person[] = [];
  for (let n = 0; n < 105 - (before[0]?.n ?? 0); n += 1) people.push(await house.person());
  for (const [at, who] of people.entries()) expect((await send(who, `waiting ${at}`, undefined, many)).said).toBe('ok');
  const paged = async (state: string): Promise<string[]> => {
    const ids: string[] = [];
    for (let more = true; more; ) {
      const last = ids.at(-1);
      const told = await staff(ann, 'chat_threads', { state, ...(last !== undefined && { before: last }) });
      const page = z.object({ data: z.array(z.object({ id: z.string() })), more: z.boolean() }).parse(told.data);
      expect(page.data.length).toBe(page.more ? 50 : page.data.length);
      ids.push(...page.data.map(({ id }) => id));
      more = page.more;
    }
    return ids;
  };
  const ordered = async (where: string): Promise<string[]> =>
    (await house.rows(`SELECT t.id FROM support_threads t JOIN users u ON u.id = t.user_id WHERE ${where}`, [])).map(
      ([id]) => String(id),
    );
  const waiting = await paged('open');
  expect(waiting).toHaveLength(105);
  expect(waiting).toEqual(await ordered(`state = 'open' ORDER BY u.realm = 'demo', answer_due, t.id`));
  await house.db.owner.query(
    `UPDATE support_threads SET state = 'closed', closed_time = database_ms() WHERE state = 'open' AND user_id = ANY ($1)`,
    [people.map(({ id }) => id)],
  );
  const closed = await paged('closed');
  expect(closed.length).toBeGreaterThan(50);
  expect(closed).toEqual(await ordered(`state = 'closed' ORDER BY t.id DESC`));
});

test('nobody reads what their own account writes, nor is given it', async () => {
  const ada = await house.person();
  await send(ada, 'of a relative');
  const id = await threadOf(ada);
  const eve = await insertStaff(house.db, { roles: ['support'], name: 'Eve' });
  await house.db.owner.query('INSERT INTO staff_user_links (staff_id, user_id, declared_by) VALUES ($1, $2, $1)', [
    ...[eve.id, ada.id],
  ]);
  expect((await staff(eve, 'chat_thread', { id })).said).toBe('BENEFICIARY');
  expect((await staff(ann, 'chat_hand_over', { id, to: String(eve.id) })).said).toBe('BENEFICIARY');
  expect((await staff(ann, 'chat_answer', { id, text: 'still mine' })).said).toBe('ok');
});

test('of words that have gone no hash is left that tells them', async () => {
  const ada = await house.person();
  await send(ada, 'my pin 4821', 'chat-key-of-secrets');
  const rows = await house.rows(`SELECT encode(body_hash, 'hex') FROM command_keys WHERE key = 'chat-key-of-secrets'`);
  const bare = keyOf(ada.id, 'chat-key-of-secrets', 'chat_send', { stored: 'my pin 4821' }).bodyHash;
  expect(rows).toHaveLength(1);
  expect(rows.flat()).not.toContain(Buffer.from(bare).toString('hex'));
});

test('answered by a first name, closed, judged once; what is written then opens another thread on the same line', async () => {
  const [ada, bob] = [await house.person(), await house.person()];
  await send(ada, 'hello');
  const id = await threadOf(ada);
  await staff(ann, 'chat_answer', { id, text: 'good day' });
  expect((await read(ada)).data[1]).toMatchObject({ author: 'staff', name: 'Ann', text: 'good day' });
  expect((await house.user('chat_rate', { thread: id, score: '5' }, { token: ada.token })).said).toBe(
    'CHAT_NOT_CLOSED',
  );
  expect((await staff(ann, 'chat_close', { id })).said).toBe('ok');
  expect((await staff(ann, 'chat_answer', { id, text: 'too late' })).said).toBe('ALREADY_DECIDED');
  const rate = (who: Person) => house.user('chat_rate', { thread: id, score: '5' }, { token: who.token });
  expect((await rate(bob)).said).toBe('CHAT_UNKNOWN');
  expect([(await rate(ada)).said, (await rate(ada)).said]).toEqual(['ok', 'CHAT_RATED']);
  await send(ada, 'once more');
  const now = await read(ada);
  expect(now.data.map(({ seq, author }) => [seq, author])).toEqual([
    [1, 'user'],
    [2, 'staff'],
    [3, 'system'],
    [4, 'user'],
  ]);
  expect(now.thread?.id).not.toBe(id);
  expect(await texts(bob)).toEqual([]);
});

/** A socket of the user's that listens to their chat: what it was told. */
async function listening(server: Server, who: Person): Promise<{ heard: unknown[]; close: () => void }> {
  const ws = new WebSocket(`${server.urls.users.replace('http', 'ws')}/v2/ws?lang=en`);
  const heard: unknown[] = [];
  const loggedIn = new Promise<void>((resolve) => {
    ws.on('message', (bytes) => {
      const message = z.object({ type: z.string(), data: z.unknown().optional() }).parse(JSON.parse(String(bytes)));
      if (message.type === 'login_result') resolve();
      if (message.type === 'CHAT') heard.push(message.data);
    });
  });
  await new Promise((resolve) => ws.once('open', resolve));
  ws.send(JSON.stringify({ type: 'login', token: who.token }));
  await loggedIn;
  ws.send(JSON.stringify({ type: 'sub', topic: 'CHAT' }));
  return { heard, close: () => ws.close() };
}

test('an answer is told to the user on whichever server they are, and to nobody else; what is read is told too', async () => {
  const [ada, bob] = [await house.person(), await house.person()];
  const other = await house.another();
  await send(ada, 'hello');
  const id = await threadOf(ada);
  const [tab, stranger] = [await listening(other, ada), await listening(other, bob)];
  await staff(ann, 'chat_answer', { id, text: 'good day' });
  await expect.poll(() => tab.heard.at(-1), { timeout: 20_000 }).toEqual({ thread: id, seq: 2, unread: 1 });
  await house.user('chat_read', { seq: '2' }, { token: ada.token });
  await expect.poll(() => tab.heard.at(-1), { timeout: 20_000 }).toEqual({ thread: id, seq: 2, unread: 0 });
  expect(stranger.heard).toEqual([]);
  tab.close();
  stranger.close();
});

test('who is away is told once that there is an answer, until they read', async () => {
  const ada = await house.person();
  await send(ada, 'hello');
  const id = await threadOf(ada);
  for (const text of ['first', 'second']) await staff(ann, 'chat_answer', { id, text });
  const untold = async () => (await untoldAnswers(house.db.app, 0, 1_000)).filter(({ user_id }) => user_id === ada.id);
  expect(await untold()).toEqual([{ user_id: ada.id, realm: 'live', seq: 2 }]);
  expect((await untoldAnswers(house.db.app, 60_000, 1_000)).some(({ user_id }) => user_id === ada.id)).toBe(false);
  await house.db.owner.query(
    `INSERT INTO notices (id, user_id, realm, kind, params, cause) VALUES (77, $1, 'live', 'chat_answer', '{}', 'chat:2')`,
    [ada.id],
  );
  expect(await untold()).toEqual([]);
  await house.user('chat_read', { seq: '3' }, { token: ada.token });
  await staff(ann, 'chat_answer', { id, text: 'third' });
  expect(await untold()).toEqual([{ user_id: ada.id, realm: 'live', seq: 4 }]);
});

test('a conversation that its user has left for a week is closed by the system; one that waits for the staff, or was read since, is not', async () => {
  const WEEK_MS = 7 * 86_400_000;
  const [gone, back, waiting] = [await house.person(), await house.person(), await house.person()];
  for (const who of [gone, back, waiting]) await send(who, 'hello');
  for (const who of [gone, back]) await staff(ann, 'chat_answer', { id: await threadOf(who), text: 'good day' });
  const movedAgo = (who: Person, ms: number) =>
    house.db.owner.query('UPDATE support_lines SET moved_time = database_ms() - $2 WHERE user_id = $1', [who.id, ms]);
  await movedAgo(gone, WEEK_MS + 60_000);
  await movedAgo(back, WEEK_MS - 60_000);
  await movedAgo(waiting, WEEK_MS + 60_000);
  await closeLeftChats(house.db.app);
  const states = async () => Promise.all([gone, back, waiting].map(async (who) => (await read(who)).thread?.state));
  expect(await states()).toEqual(['closed', 'waiting_user', 'open']);
  expect((await read(gone)).data.at(-1)).toMatchObject({ author: 'system', text: 'closed', name: '' });
  expect((await read(gone)).data).toHaveLength(3);
  await closeLeftChats(house.db.app);
  expect((await read(gone)).data).toHaveLength(3);
  // Whoever comes back begins another one.
  expect((await send(gone, 'one thing more')).said).toBe('ok');
  expect((await read(gone)).thread?.state).toBe('open');
});

test('what was closed two years ago is forgotten, in pieces; that it was, its score and whatever is younger stay', async () => {
  const TWO_YEARS_MS = 730 * 86_400_000;
  const ada = await house.person();
  for (const text of ['one', 'two', 'three']) await send(ada, text);
  const old = await threadOf(ada);
  await staff(ann, 'chat_answer', { id: old, text: 'good day' });
  expect((await staff(ann, 'chat_close', { id: old })).said).toBe('ok');
  await house.user('chat_rate', { thread: old, score: '5' }, { token: ada.token });
  await send(ada, 'years later');
  const before = (await read(ada)).last;
  // What holds a closed thread as it is stands aside: nobody waits two years.
  const closedEarlier = async (ms: number) => {
    await house.rows('ALTER TABLE support_threads DISABLE TRIGGER USER');
    await house.rows('UPDATE support_threads SET closed_time = closed_time - $2 WHERE id = $1', [old, ms]);
    await house.rows('ALTER TABLE support_threads ENABLE TRIGGER USER');
  };
  const forget = () => forgetOld(house.db.app, TWO_YEARS_MS, 3);
  await closedEarlier(TWO_YEARS_MS - 60_000);
  expect(await forget()).toBe(0);
  await closedEarlier(120_000);
  const pieces = [await forget(), await forget(), await forget()];
  expect(pieces.at(-1)).toBe(0);
  expect(pieces.slice(0, 2)).toEqual([3, before - 1 - 3]);
  expect(await texts(ada)).toEqual(['years later']);
  expect(await house.rows('SELECT state, score FROM support_threads WHERE id = $1', [old])).toEqual([['closed', 5]]);
  // The line goes on where it was.
  await send(ada, 'and on');
  expect((await read(ada)).last).toBe(before + 1);
});

test('whoever leaves takes along what was written, and that there was a thread stays', async () => {
  const ada = await house.person();
  await send(ada, 'hello');
  await house.db.app.query('UPDATE users SET removed_time = $2 WHERE id = $1', [ada.id, systemClock.now()]);
  expect(await house.rows('SELECT text FROM support_messages WHERE user_id = $1', [ada.id])).toEqual([]);
  expect(await house.rows('SELECT state FROM support_threads WHERE user_id = $1', [ada.id])).toEqual([['closed']]);
  await expect(
    house.db.app
      .query('INSERT INTO support_lines (user_id) VALUES ($1)', [ada.id])
      .then(() =>
        house.db.app.query(
          `INSERT INTO support_messages (user_id, seq, thread_id, author, text) SELECT user_id, 1, id, 'user', 'late' FROM support_threads WHERE user_id = $1`,
          [ada.id],
        ),
      ),
  ).rejects.toThrow(/who has left/);
});

test('markup is text: it comes back as it was typed, and what turns lines round does not', async () => {
  const ada = await house.person();
  const typed = '<img src=x onerror=alert(1)><svg/onload=alert(1)> javascript:alert(1) \u202egnp.exe';
  await send(ada, typed);
  expect(await texts(ada)).toEqual([typed.replace('\u202e', '')]);
});
