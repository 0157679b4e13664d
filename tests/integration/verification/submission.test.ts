// What users do to be verified, over HTTP on the whole server: images, names, states, and that nobody else sees any of it.

import * as fs from 'node:fs';
import * as path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { untilBlocked } from '../../harness/blocked.ts';
import { pngOf } from '../../harness/picture.ts';
import { insertStaff, type TestMember } from '../../harness/staff.ts';
import { type House, openHouse, type Person } from './house.ts';

let house: House;
let reviewer: TestMember;
let person: Person;

beforeAll(async () => {
  house = await openHouse();
  reviewer = await insertStaff(house.db, { roles: ['compliance'] });
});
afterAll(() => house.close());
beforeEach(async () => {
  person = await house.person();
});
afterEach(() => {
  expect(house.lines.filter((line) => line.startsWith('a call failed'))).toEqual([]);
});

const typed = async (change: Readonly<Record<string, string>> = {}, who = person) => {
  const [front_pic, reverse_pic] = await house.images(who);
  return { name: 'Ann Lee', card_id: 'A123456(7)', front_pic, reverse_pic, country: 'hk', ...change };
};
const submit = async (change: Readonly<Record<string, string>> = {}, who = person) =>
  house.user('real_name_submit', await typed(change, who), { token: who.token });
const read = async (who = person, lang = 'en') => (await house.user('real_name', {}, { token: who.token, lang })).data;
const newest = async (who = person): Promise<string> =>
  String((await house.rows('SELECT max(id) FROM verifications WHERE user_id = $1', [who.id]))[0]?.[0]);
const decide = async (id: string, more: Readonly<Record<string, string>>) => {
  if (more.decision === 'accept') await house.review(id, { token: reviewer.token });
  return house.staff('verification_decide', { id, ...more }, { token: reviewer.token });
};

describe('states', () => {
  test('0, sent 1, rejected 3, sent again 1, accepted 2; sending at 1 and 2 is refused', async () => {
    expect(await read()).toEqual({
      review_status: 0,
      name: '',
      card_id: '',
      front_pic: '',
      reverse_pic: '',
      reason: '',
      reason_words: '',
      country: '',
    });
    const sent = await submit();
    expect(sent).toMatchObject({
      said: 'ok',
      data: { review_status: 1, name: 'Ann Lee', card_id: '••••4567', reason: '', country: 'HK' },
    });
    expect((await submit()).said).toBe('VERIFICATION_WAITING');
    const words = { decision: 'reject', reason_code: 'cropped', reason: 'The lower edge is missing.' };
    expect((await decide(await newest(), words)).said).toBe('ok');
    expect(await read()).toMatchObject({
      review_status: 3,
      reason: 'A part of the document is missing in the picture.',
      reason_words: 'The lower edge is missing.',
    });
    expect(await read(person, 'hk')).toMatchObject({
      ...{ reason: '照片中的證件不完整。', reason_words: 'The lower edge is missing.' },
    });
    expect((await submit()).data).toMatchObject({ review_status: 1, reason: '', reason_words: '' });
    expect((await decide(await newest(), { decision: 'accept' })).said).toBe('ok');
    expect(await read()).toMatchObject({ review_status: 2, name: 'Ann Lee' });
    expect((await submit()).said).toBe('VERIFICATION_DONE');
    expect((await decide(await newest(), { decision: 'accept' })).said).toBe('ALREADY_DECIDED');
  });

  test('fifty sent at once under fifty keys: one waits', async () => {
    const images = await Promise.all(Array.from({ length: 4 }, () => typed()));
    const said = await Promise.all(
      Array.from({ length: 50 }, (_, n) =>
        house.user('real_name_submit', images[n % 4] ?? {}, { token: person.token, key: `key-${n}` }),
      ),
    );
    const counts = Object.groupBy(said, (one) => one.said);
    expect([counts.ok?.length, counts.VERIFICATION_WAITING?.length]).toEqual([1, 49]);
    expect(await house.rows('SELECT count(*) FROM verifications WHERE user_id = $1', [person.id])).toEqual([[1n]]);
    expect(
      await house.rows(`SELECT count(*) FROM uploads WHERE owner_id = $1 AND state = 'used'`, [person.id]),
    ).toEqual([[2n]]);
  });

  test('whoever has left sends nothing any more, though a server still knows their session', async () => {
    const documents = await typed();
    expect((await house.user('real_name', {}, { token: person.token })).said).toBe('ok');
    const leaving = await house.db.owner.connect();
    try {
      // As the batch does that ends an account: its row is held, and then they are gone.
      await leaving.query('BEGIN');
      await leaving.query('SELECT FROM user_standing WHERE user_id = $1 FOR UPDATE', [person.id]);
      const sent = house.user('real_name_submit', documents, { token: person.token });
      await untilBlocked(house.db.owner, leaving, sent);
      await leaving.query('UPDATE users SET removed_time = database_ms() WHERE id = $1', [person.id]);
      await leaving.query('COMMIT');
      expect((await sent).said).toBe('SESSION_EXPIRED');
    } finally {
      leaving.release();
    }
    expect(await house.rows('SELECT 1 FROM verifications WHERE user_id = $1', [person.id])).toEqual([]);
  });

  test('a key that is repeated is one verification and the same answer', async () => {
    const fields = await typed();
    const send = () => house.user('real_name_submit', fields, { token: person.token, key: 'the-same' });
    const [one, two] = [await send(), await send()];
    expect([one.said, two.said]).toEqual(['ok', 'ok']);
    expect(await house.rows('SELECT count(*) FROM verifications WHERE user_id = $1', [person.id])).toEqual([[1n]]);
  });
});

describe('what is typed', () => {
  test.each([
    [{ name: '' }, 'VALUE_MISSING'],
    [{ name: '   ' }, 'VALUE_MISSING'],
    [{ card_id: '' }, 'VALUE_MISSING'],
    [{ front_pic: '' }, 'VALUE_MISSING'],
    [{ reverse_pic: '' }, 'VALUE_MISSING'],
    [{ country: '' }, 'VALUE_MISSING'],
    [{ country: ' ' }, 'VALUE_MISSING'],
    [{ name: '\u202e\u200b12' }, 'INPUT_INVALID'],
    [{ card_id: 'abc' }, 'INPUT_INVALID'],
    [{ card_id: '<script>1234</script>' }, 'INPUT_INVALID'],
    [{ country: 'XQ' }, 'INPUT_INVALID'],
    [{ country: 'ZZ' }, 'INPUT_INVALID'],
    // The five that nothing is offered to (rules.md §4).
    [{ country: 'CN' }, 'COUNTRY_REFUSED'],
    [{ country: 'il' }, 'COUNTRY_REFUSED'],
    [{ front_pic: 'https://evil.example/a.jpg' }, 'UPLOAD_UNKNOWN'],
    [{ front_pic: '../../etc/passwd' }, 'UPLOAD_UNKNOWN'],
    [{ front_pic: '0'.repeat(32) }, 'UPLOAD_UNKNOWN'],
  ])('%j is refused with %s, and nothing is used', async (change, said) => {
    expect((await submit(change)).said).toBe(said);
    expect(await house.rows('SELECT count(*) FROM verifications WHERE user_id = $1', [person.id])).toEqual([[0n]]);
    expect(await house.rows(`SELECT DISTINCT state FROM uploads WHERE owner_id = $1`, [person.id])).toEqual([
      ['ready'],
    ]);
  });

  test('a residence that stands already needs not be said again', async () => {
    await house.db.owner.query(`UPDATE user_standing SET country = 'PL' WHERE user_id = $1`, [person.id]);
    expect(await submit({ country: '' })).toMatchObject({ said: 'ok', data: { country: 'PL' } });
  });
});

describe('images', () => {
  test('another user’s is as unknown as nobody’s; one’s own is used once, and not for both sides', async () => {
    const stranger = await house.person();
    const [theirs] = await house.images(stranger);
    expect((await submit({ front_pic: theirs })).said).toBe('UPLOAD_UNKNOWN');
    const [twice] = await house.images(person);
    expect((await submit({ front_pic: twice, reverse_pic: twice })).said).toBe('UPLOAD_USED');
    const fields = await typed();
    expect((await house.user('real_name_submit', fields, { token: person.token })).said).toBe('ok');
    await decide(await newest(), { decision: 'reject', reason_code: 'unreadable' });
    expect((await house.user('real_name_submit', fields, { token: person.token })).said).toBe('UPLOAD_USED');
    expect((await submit()).said).toBe('ok');
  });

  test('links show them to their owner as nothing but a picture, each view on record', async () => {
    const { front_pic, reverse_pic } = await typed();
    const shown = await house.fetch('users', front_pic);
    expect(shown.status).toBe(200);
    expect(
      Buffer.from(await shown.arrayBuffer())
        .subarray(0, 3)
        .toString('hex'),
    ).toBe('ffd8ff');
    expect(Object.fromEntries(shown.headers)).toMatchObject({
      'content-type': 'image/jpeg',
      'content-disposition': 'inline; filename="image.jpg"',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "sandbox; default-src 'none'",
      'cross-origin-resource-policy': 'same-origin',
      'cache-control': 'private, no-store',
      'referrer-policy': 'no-referrer',
    });
    const viewed = `SELECT v.viewer_kind, v.viewer_id FROM upload_views v JOIN uploads u ON u.id = v.upload_id WHERE u.owner_id = $1`;
    expect(await house.rows(viewed, [person.id])).toEqual([['user', person.id]]);
    // Of one file for another, for somebody else, at the other port, changed or bare: one answer, and nothing on record.
    const [id] = /[0-9a-f]{32}/.exec(front_pic) ?? [];
    const wrong = [
      front_pic.replace(/[0-9a-f]{32}/, /[0-9a-f]{32}/.exec(reverse_pic)?.[0] ?? ''),
      front_pic.replace(`s=${person.id}`, 's=7'),
      front_pic.slice(0, -2),
      `/v3/api/files/${id}`,
      `/v3/api/files/${id}?e=99999999999999&s=`,
      '/v3/api/files/..%2f..%2fkeys.json?e=1&s=1',
    ];
    for (const link of wrong)
      expect([link, ((await (await house.fetch('users', link)).json()) as { code: number }).code]).toEqual([
        link,
        4044,
      ]);
    const elsewhere = await house.fetch('staff', front_pic.replace('/v3/api', '/staff/api'));
    expect(((await elsewhere.json()) as { code: number }).code).toBe(4044);
    expect(await house.rows(viewed, [person.id])).toHaveLength(1);
  });

  test('what is no image leaves nothing behind, whatever it is called', async () => {
    const before = fs.readdirSync(house.folder).length;
    const rows = await house.rows('SELECT count(*) FROM uploads');
    const send = async (bytes: Uint8Array, name?: string) => {
      const { status, said } = await house.upload(bytes, { token: person.token }, name);
      return `${status} ${said}`;
    };
    const png = pngOf(60, 40);
    expect([
      await send(Buffer.alloc(0)),
      await send(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')),
      await send(Buffer.from('<!doctype html><script>alert(1)</script>'), 'front.jpg'),
      await send(Buffer.concat([png, Buffer.from('PK\u0003\u0004<script>')])),
      await send(png.subarray(0, -30)),
      await send(pngOf(8_000, 5_001), 'large.png'),
      await send(Buffer.alloc(10_485_761, 255)),
    ]).toEqual([
      '200 UPLOAD_TYPE',
      '200 UPLOAD_TYPE',
      '200 UPLOAD_TYPE',
      '200 UPLOAD_DAMAGED',
      '200 UPLOAD_DAMAGED',
      '200 UPLOAD_PIXELS',
      '413 UPLOAD_TOO_LARGE',
    ]);
    expect([fs.readdirSync(house.folder).length, await house.rows('SELECT count(*) FROM uploads')]).toEqual([
      before,
      rows,
    ]);
    const elsewhere = `../../${path.basename(house.folder)}-x`;
    expect(await send(png, elsewhere)).toBe('200 ok');
    expect(fs.existsSync(path.join(house.folder, elsewhere))).toBe(false);
    for (const name of fs.readdirSync(house.folder)) expect(name).toMatch(/^[0-9a-f]{32}$/);
  });

  test('are real users’ alone', async () => {
    const demo = await house.user('createAccountDemoForU', {}, {});
    const { token } = demo.data as { token: string };
    expect((await house.upload(pngOf(9, 9), { token })).said).toBe('REAL_ONLY');
    expect((await house.upload(pngOf(9, 9), {})).said).toBe('SESSION_EXPIRED');
    expect((await house.upload(pngOf(9, 9), { token: reviewer.token })).said).toBe('SESSION_EXPIRED');
    expect((await house.user('real_name', {}, { token })).said).toBe('REAL_ONLY');
  });
});

test('name and number stand nowhere in the open: no table, no file, no log, nobody else’s answer', async () => {
  const canaries = ['CANARYNAME', 'CANARY9911'];
  const stranger = await house.person();
  await submit({ name: 'CANARYNAME Zed', card_id: 'CANARY9911' });
  const id = await newest();
  await house.staff('verification', { id }, { token: reviewer.token });
  await submit({ name: 'CANARYNAME Zed', card_id: 'CANARY9911' });
  await decide(id, { decision: 'reject', reason_code: 'expired' });
  const { rows } = await house.db.owner.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'`,
  );
  const found: string[] = [];
  for (const { name } of rows) {
    const all = await house.db.owner.query<{ line: string; hex: string }>(
      `SELECT t::text AS line FROM ${name} t WHERE t::text ILIKE ANY ($1) OR t::text ILIKE ANY ($2)`,
      [canaries.map((one) => `%${one}%`), canaries.map((one) => `%${Buffer.from(one).toString('hex')}%`)],
    );
    if (all.rows.length > 0) found.push(name);
  }
  expect(found).toEqual([]);
  for (const line of house.lines) for (const canary of canaries) expect(line).not.toContain(canary);
  for (const name of fs.readdirSync(house.folder))
    for (const canary of canaries) expect(fs.readFileSync(path.join(house.folder, name)).includes(canary)).toBe(false);
  expect(JSON.stringify(await read(stranger))).not.toContain('CANARY');
  // Its owner sees the name, and of the number the end.
  expect(await read()).toMatchObject({ name: 'CANARYNAME Zed', card_id: '••••9911' });
});
