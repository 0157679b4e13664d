// Pictures in the chat, over HTTP on the whole server: the own ones, once, made anew, looked at by who may, and gone with their message.

import { systemClock } from '@fairtick/kernel/clock';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { insertStaff, type TestMember } from '../../harness/staff.ts';
import { type House, openHouse, type Person } from '../verification/house.ts';

let house: House;
let ann: TestMember;
beforeAll(async () => {
  house = await openHouse();
  ann = await insertStaff(house.db, { roles: ['support'], name: 'Ann Lee' });
});
afterAll(() => house.close());

const chat = z.object({
  data: z.array(z.object({ text: z.string(), image: z.string() })),
  thread: z.object({ id: z.string() }).nullable(),
});
const read = async (who: Person) => chat.parse((await house.user('chat', {}, { token: who.token })).data);

test('a picture is the own, once, with words or alone; the staff look at it by an act, and nobody else does', async () => {
  const [ada, bob] = [await house.person(), await house.person()];
  const [mine, second] = await house.images(ada);
  const [his] = await house.images(bob);
  const picture = (image: string, text = '', key = 'key-of-a-picture-1') =>
    house.user('chat_send', { text, image }, { token: ada.token, key });
  const typeOf = async (audience: 'users' | 'staff', link: string) =>
    (await house.fetch(audience, link)).headers.get('content-type');
  expect((await picture(his, '', 'key-of-his-picture-1')).said).toBe('UPLOAD_UNKNOWN');
  expect((await picture('https://example.com/x.png', '', 'key-of-elsewhere-1')).said).toBe('UPLOAD_UNKNOWN');
  for (let n = 0; n < 3; n += 1) expect((await picture(mine)).said).toBe('ok');
  expect((await picture(mine, 'again', 'key-of-a-picture-2')).said).toBe('UPLOAD_USED');
  expect((await picture(second, 'with words', 'key-of-a-picture-3')).said).toBe('ok');
  const { data } = await read(ada);
  expect(data.map(({ text, image }) => [text, image !== ''])).toEqual([
    ['', true],
    ['with words', true],
  ]);
  const link = data[0]?.image ?? '';
  expect(await typeOf('users', link)).toBe('image/jpeg');
  expect(await typeOf('staff', link.replace('/v3/api', '/staff/api'))).toContain('json');

  const id = (await read(ada)).thread?.id ?? '';
  const shownTo = async (who: TestMember): Promise<string> =>
    z
      .object({ messages: z.array(z.object({ image: z.string() })) })
      .parse((await house.staff('chat_thread', { id }, { token: who.token })).data).messages[0]?.image ?? '';
  const shown = await shownTo(ann);
  expect(await typeOf('staff', shown)).toBe('image/jpeg');
  const looks = await house.rows(`SELECT actor_id FROM acts WHERE kind = 'image_viewed' AND subject_id = $1`, [
    String(ada.id),
  ]);
  expect(looks).toEqual([[ann.id]]);
  // A link outlives what allowed it.
  await house.db.owner.query('INSERT INTO staff_user_links (staff_id, user_id, declared_by) VALUES ($1, $2, $1)', [
    ...[ann.id, ada.id],
  ]);
  expect(await typeOf('staff', shown)).toContain('json');

  // It goes with its message.
  const kept = () => house.rows('SELECT keep_until IS NULL FROM uploads WHERE attached_to = $1', [`chat:${id}`]);
  expect(await kept()).toEqual([[true], [true]]);
  await house.db.app.query('UPDATE users SET removed_time = $2 WHERE id = $1', [ada.id, systemClock.now()]);
  expect(await kept()).toEqual([[false], [false]]);
});

test('a demo account sends no picture, and neither a picture nor words are no message', async () => {
  const { token } = z.object({ token: z.string() }).parse((await house.user('createAccountDemoForU', {}, {})).data);
  const ada = await house.person();
  const [mine] = await house.images(ada);
  expect((await house.user('chat_send', { text: '', image: mine }, { token })).said).toBe('REAL_ONLY');
  expect((await house.user('chat_send', { text: ' ' }, { token: ada.token })).said).toBe('VALUE_MISSING');
});
