// Private files by their links, which stand outside the endpoints: what comes back, to whom, and that nothing but the link opens them.

import { ERROR_CODES } from '@fairtick/contract/errors';
import { ManualClock, systemClock } from '@fairtick/kernel/clock';
import { FILE_LINK_MS, FileLinks } from '@fairtick/server/platform/files/links';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { testKeys } from '../harness/outside.ts';
import { insertStaff } from '../harness/staff.ts';
import { type LiveApp, startLiveApp, type User } from './live-app.ts';

let app: LiveApp;
let owner: User;
let link: string;
beforeAll(async () => {
  app = await startLiveApp();
  owner = await app.realUser(0);
  link = await app.image(owner);
});
afterAll(async () => {
  expect(app.errors).toEqual([]);
  await app.stop();
});

const links = new FileLinks(testKeys, systemClock);
const idIn = (one: string): string => /files\/([0-9a-f]{32})/.exec(one)?.[1] ?? expect.fail('a link to a file');
const ask = (path: string, init: RequestInit = {}, audience: 'users' | 'staff' = 'users'): Promise<Response> =>
  fetch(`http://127.0.0.1:${app.ports[audience]}${path}`, init);
const envelope = z.object({ code: z.number(), msg: z.string().min(1), data: z.object({}).strict() }).strict();

async function views(): Promise<string> {
  const { rows } = await app.db.owner.query<{ seen: string }>(
    `SELECT (SELECT count(*) FROM upload_views) || ' views, ' || (SELECT count(*) FROM acts WHERE kind = 'image_viewed') || ' acts' AS seen`,
  );
  return rows[0]?.seen ?? '';
}

/** No picture, no trace, and the same answer whatever is wrong. */
async function refused(path: string, audience: 'users' | 'staff' = 'users'): Promise<void> {
  const before = await views();
  const response = await ask(path, {}, audience);
  const { code } = envelope.parse(await response.json());
  expect([path, response.headers.get('content-type'), code]).toEqual([
    path,
    'application/json; charset=utf-8',
    ERROR_CODES.UPLOAD_UNKNOWN,
  ]);
  expect(await views()).toBe(before);
}

test('its owner gets a picture that a browser can make nothing else of, whole whatever part is asked for', async () => {
  const asked: readonly Readonly<Record<string, string>>[] = [
    {},
    { range: 'bytes=0-0' },
    { range: 'bytes=5-' },
    { authorization: 'x' },
    { 'if-none-match': '*' },
  ];
  for (const headers of asked) {
    const response = await ask(link, { headers });
    expect(response.status).toBe(200);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'image/jpeg',
      'content-length': '7',
      'content-disposition': 'inline; filename="image.jpg"',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "sandbox; default-src 'none'",
      'cross-origin-resource-policy': 'same-origin',
      'cache-control': 'private, no-store',
      'referrer-policy': 'no-referrer',
    });
    for (const name of ['etag', 'last-modified', 'set-cookie', 'accept-ranges', 'content-range'])
      expect([name, response.headers.get(name)]).toEqual([name, null]);
    expect(Buffer.from(await response.arrayBuffer()).toString('hex')).toBe('ffd8ff0123ffd9');
  }
});

test('nothing but looking: no other method, and nothing at the path without a link', async () => {
  for (const method of ['POST', 'PUT', 'DELETE', 'PATCH'])
    expect([method, (await ask(link, { method })).status]).toEqual([method, 404]);
  for (const path of [link.split('?')[0] ?? '', `${link.split('?')[0]}?e=&s=`, '/v3/api/files/x?e=1&s=1'])
    await refused(path);
});

test('a link that was changed opens nothing', async () => {
  const other = idIn(await app.image(owner));
  const { pathname, searchParams } = new URL(link, 'http://localhost');
  const [e = '', s = ''] = [searchParams.get('e') ?? '', searchParams.get('s') ?? ''];
  const to = (id: string, end: string, said: string): string =>
    `/v3/api/files/${id}?${new URLSearchParams({ e: end, s: said })}`;
  const id = idIn(link);
  const mac = s.split('.')[1] ?? '';
  for (const path of [
    to(other, e, s),
    to(id.toUpperCase(), e, s),
    to(`${id}0`, e, s),
    to('..%2f', e, s),
    to(id, String(Number(e) + 1), s),
    to(id, `${e}.0`, s),
    to(id, e, `1.${mac}`),
    to(id, e, mac),
    to(id, e, `${owner.id}.${'A'.repeat(43)}`),
    to(id, e, `${owner.id}.`),
    `${pathname}?e=1&e=${e}&s=${s}`,
  ])
    await refused(path);
});

test('a link has its time, by the clock of the server that made it', async () => {
  const before = new FileLinks(testKeys, new ManualClock(systemClock.now() - FILE_LINK_MS));
  await refused(before.link(idIn(link), { kind: 'user', id: BigInt(owner.id) }));
});

test('another user’s link to it opens nothing, nor does one of the staff for what nobody reviews', async () => {
  const stranger = await app.realUser(0);
  await refused(links.link(idIn(link), { kind: 'user', id: BigInt(stranger.id) }));
  const { id } = await insertStaff(app.db, { roles: ['compliance'] });
  await refused(links.link(idIn(link), { kind: 'staff', id }), 'staff');
  // Each port has its own.
  await refused(link.replace('/v3/api', '/staff/api'), 'staff');
});

test('the staff’s opens for whoever holds the item, while they do, by the database’s clock', async () => {
  const user = await app.realUser(0);
  const item = await app.verification(user);
  const { rows } = await app.db.owner.query<{ front: string }>('SELECT front FROM verifications WHERE id = $1', [item]);
  const front = rows[0]?.front ?? '';
  const [reviewer, colleague] = [
    await insertStaff(app.db, { roles: ['compliance'] }),
    await insertStaff(app.db, { roles: ['compliance'] }),
  ];
  const to = ({ id }: { id: bigint }): string => links.link(front, { kind: 'staff', id });
  await refused(to(reviewer), 'staff');
  await app.review(item, reviewer.token);
  const before = await views();
  expect((await ask(to(reviewer), {}, 'staff')).headers.get('content-type')).toBe('image/jpeg');
  expect(await views()).not.toBe(before);
  await refused(to(colleague), 'staff');
  // The page of the other port knows nobody of the staff.
  await refused(to(reviewer).replace('/staff/api', '/v3/api'));
  await app.db.owner.query('UPDATE verifications SET claimed_until = database_ms() WHERE id = $1', [item]);
  await refused(to(reviewer), 'staff');
  await app.review(item, colleague.token);
  await app.db.owner.query('INSERT INTO staff_user_links (staff_id, user_id, declared_by) VALUES ($1, $2, $1)', [
    colleague.id,
    user.id,
  ]);
  await refused(to(colleague), 'staff');
});
