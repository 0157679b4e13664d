// What the staff do with verifications, over HTTP on the whole server: claims, decisions that are one effect whoever races, and all that follows from
// a decision within its batch. Long because each rule of a review is one test over one server.

import { lockMember } from '@fairtick/server/domains/staff/table';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { untilBlocked } from '../../harness/blocked.ts';
import { insertStaff, type TestMember } from '../../harness/staff.ts';
import { type House, openHouse, type Person } from './house.ts';

let house: House;
let ann: TestMember;
let ben: TestMember;
let person: Person;

beforeAll(async () => {
  house = await openHouse();
  ann = await insertStaff(house.db, { roles: ['compliance'], name: 'Ann' });
  ben = await insertStaff(house.db, { roles: ['compliance'], name: 'Ben' });
});
afterAll(() => house.close());
beforeEach(async () => {
  person = await house.person();
});

async function submitted(who = person, change: Readonly<Record<string, string>> = {}): Promise<string> {
  const [front_pic, reverse_pic] = await house.images(who);
  const fields = { name: 'Kim Doe', card_id: `K${who.id}`, front_pic, reverse_pic, country: 'PL', ...change };
  const { said } = await house.user('real_name_submit', fields, { token: who.token });
  if (said !== 'ok') throw new Error(said);
  const [row] = await house.rows('SELECT max(id) FROM verifications WHERE user_id = $1', [who.id]);
  return String(row?.[0]);
}

const decide = (
  who: TestMember,
  id: string,
  more: Readonly<Record<string, string>> = { decision: 'accept' },
  key?: string,
) => house.staff('verification_decide', { id, ...more }, { token: who.token, ...(key === undefined ? {} : { key }) });
const claim = (who: TestMember, id: string) => house.staff('verification_claim', { id }, { token: who.token });
/** By who has taken the item and opened both of its images. */
const accept = async (who: TestMember, id: string, key?: string) => {
  await house.review(id, { token: who.token });
  return decide(who, id, undefined, key);
};
const look = async (who: TestMember, id: string) =>
  item.parse((await house.staff('verification', { id }, { token: who.token })).data);
const item = z.object({
  front: z.string(),
  reverse: z.string(),
  takenBy: z.string(),
  mine: z.boolean(),
  flagged: z.boolean(),
  sameCard: z.array(z.string()),
  name: z.string(),
  cardId: z.string(),
  country: z.string(),
  residence: z.string(),
  userId: z.string(),
  status: z.number(),
  decidedBy: z.string(),
});
const queue = z.object({
  data: z.array(
    z.object({ id: z.string(), takenBy: z.string(), mine: z.boolean(), flagged: z.boolean(), submitted: z.number() }),
  ),
  waiting: z.number(),
  more: z.boolean(),
});
const list = async (who: TestMember, fields: Readonly<Record<string, string>> = {}) =>
  queue.parse((await house.staff('verifications', fields, { token: who.token })).data);
const acts = async (who = person) =>
  (
    await house.rows(`SELECT kind FROM acts WHERE subject_kind = 'user' AND subject_id = $1 ORDER BY id`, [
      String(who.id),
    ])
  ).flat();
const REVIEWED = ['verification_claimed', 'image_viewed', 'image_viewed'];
const rejected = { decision: 'reject', reason_code: 'name_differs', reason: '' };
/** Ends whatever other tests left waiting. */
const clear = async (): Promise<void> => {
  for (const who of [ann, ben]) for (const { id } of (await list(who)).data) await decide(who, id, rejected);
};

describe('a decision is one batch', () => {
  test('accepted: verified from the same commit on, with its residence; notice, letter, act', async () => {
    const id = await submitted();
    expect(await accept(ann, id)).toMatchObject({ said: 'ok' });
    const [[verified, decided, country, by] = []] = await house.rows(
      `SELECT s.verified_time, v.decided_time, s.country, v.decided_by FROM user_standing s JOIN verifications v USING (user_id) WHERE v.id = $1`,
      [id],
    );
    expect([country, by]).toEqual(['PL', ann.id]);
    expect(Math.abs(Number(verified) - Number(decided))).toBeLessThan(5_000);
    expect(await house.rows('SELECT kind FROM notices WHERE user_id = $1', [person.id])).toEqual([['verified']]);
    expect(await house.rows(`SELECT kind, payload->>'template' FROM outbox WHERE owner_id = $1`, [person.id])).toEqual([
      ['mail', 'verified'],
    ]);
    expect(await acts()).toEqual([...REVIEWED, 'verification_accepted']);
    expect(await house.rows(`SELECT state, keep_until FROM uploads WHERE owner_id = $1`, [person.id])).toEqual([
      ['used', null],
      ['used', null],
    ]);
  });

  test('accepted with the document of a country that is offered more: the staff sees both, and what was declared stays', async () => {
    await house.db.owner.query(`UPDATE user_standing SET country = 'DE' WHERE user_id = $1`, [person.id]);
    const id = await submitted(person, { country: 'SG' });
    expect(await look(ann, id)).toMatchObject({ country: 'SG', residence: 'DE' });
    expect(await accept(ann, id)).toMatchObject({ said: 'ok' });
    expect(await house.rows('SELECT country FROM user_standing WHERE user_id = $1', [person.id])).toEqual([['DE']]);
    expect((await look(ann, await submitted(await house.person()))).residence).toBe('');
  });

  test('rejected: the user reads why, may send again, and the images go after 90 days', async () => {
    const id = await submitted();
    expect(await decide(ann, id, rejected)).toMatchObject({ said: 'ok' });
    expect(
      await house.rows('SELECT verified_time, country FROM user_standing WHERE user_id = $1', [person.id]),
    ).toEqual([[null, null]]);
    expect(await house.rows('SELECT kind, params FROM notices WHERE user_id = $1', [person.id])).toEqual([
      ['verification_rejected', { rejection: 'name_differs' }],
    ]);
    expect(await house.rows(`SELECT payload->>'template' FROM outbox WHERE owner_id = $1`, [person.id])).toEqual([
      ['verification_rejected'],
    ]);
    expect(await acts()).toEqual(['verification_rejected']);
    const [[days] = []] = await house.rows(
      `SELECT DISTINCT round((u.keep_until - v.decided_time) / 86400000.0, 3)::text FROM uploads u JOIN verifications v ON u.id IN (v.front, v.back) WHERE v.id = $1`,
      [id],
    );
    expect(Number(days)).toBeCloseTo(90, 2);
  });

  test('a reason is needed, and words where the kind has none', async () => {
    const id = await submitted();
    const faults: readonly Readonly<Record<string, string>>[] = [{}, { reason_code: 'other', reason: ' \u200b ' }];
    for (const fields of faults)
      expect((await decide(ann, id, { decision: 'reject', ...fields })).said).toBe('REASON_REQUIRED');
    expect((await decide(ann, id, { decision: 'reject', reason_code: 'whim' })).said).toBe('INPUT_INVALID');
    expect((await decide(ann, '999999')).said).toBe('ITEM_UNKNOWN');
    expect(await acts()).toEqual([]);
    expect((await decide(ann, id, { decision: 'reject', reason_code: 'other', reason: 'A copy.' })).said).toBe('ok');
    expect((await house.user('real_name', {}, { token: person.token })).data).toMatchObject({
      ...{ reason: '', reason_words: 'A copy.' },
    });
  });

  test('what is written stands or falls together', async () => {
    const id = await submitted();
    await house.review(id, { token: ann.token });
    await house.db.owner.query(
      `CREATE FUNCTION no_letters() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'no letters'; END $$`,
    );
    await house.db.owner.query(
      'CREATE TRIGGER no_letters BEFORE INSERT ON outbox FOR EACH STATEMENT EXECUTE FUNCTION no_letters()',
    );
    expect((await decide(ann, id)).said).toBe('INTERNAL');
    await house.db.owner.query('DROP TRIGGER no_letters ON outbox');
    expect(await house.rows('SELECT status FROM verifications WHERE id = $1', [id])).toEqual([[1]]);
    expect(await house.rows('SELECT verified_time FROM user_standing WHERE user_id = $1', [person.id])).toEqual([
      [null],
    ]);
    expect(await acts()).toEqual(REVIEWED);
    expect((await decide(ann, id)).said).toBe('ok');
  });

  test('is no acceptance by who has not opened both images of the item they hold', async () => {
    const id = await submitted();
    const refused = { said: 'IMAGES_UNSEEN', msg: 'Take this item and open both of its images before you accept it.' };
    const ended = () =>
      house.db.owner.query('UPDATE verifications SET claimed_until = database_ms() WHERE id = $1', [id]);
    expect(await decide(ann, id)).toMatchObject(refused);
    await claim(ann, id);
    const { front, reverse } = await look(ann, id);
    expect(await decide(ann, id)).toMatchObject(refused);
    for (const link of [front, front]) await house.fetch('staff', link);
    expect(await decide(ann, id)).toMatchObject(refused);
    await house.fetch('staff', reverse);
    // What one has seen the other has not; and a claim that ended is none.
    await ended();
    for (const who of [ann, ben]) expect(await decide(who, id)).toMatchObject(refused);
    await claim(ben, id);
    expect(await decide(ben, id)).toMatchObject(refused);
    await ended();
    await claim(ann, id);
    expect((await decide(ann, id)).said).toBe('ok');
  });
});

describe('races', () => {
  test('two of the staff at once, fifty times, on two servers: one effect, and the other is told', async () => {
    const other = await house.another();
    for (let n = 0; n < 50; n += 1) {
      const who = n === 0 ? person : await house.person();
      const id = await submitted(who);
      // Who accepts holds the item, so the other one is the same person in another window; who rejects need not.
      const accepts = n % 2 === 0;
      if (accepts) await house.review(id, { token: ann.token });
      const second = accepts ? ann : ben;
      const said = await Promise.all([
        decide(ann, id, accepts ? { decision: 'accept' } : rejected),
        other.staff('verification_decide', { id, ...rejected }, { token: second.token }),
      ]);
      expect(said.map((one) => one.said).sort()).toEqual(['ALREADY_DECIDED', 'ok']);
      const first = said[0]?.said === 'ok';
      const accepted = accepts && first;
      const [row] = await house.rows(
        `SELECT v.status, v.decided_by, s.verified_time IS NOT NULL,
           (SELECT count(*) FROM notices n WHERE n.user_id = v.user_id), (SELECT count(*) FROM outbox o WHERE o.owner_id = v.user_id),
           (SELECT count(*) FROM acts a WHERE a.subject_id = v.user_id::text AND kind IN ('verification_accepted', 'verification_rejected'))
         FROM verifications v JOIN user_standing s USING (user_id) WHERE v.id = $1`,
        [id],
      );
      expect(row).toEqual([accepted ? 2 : 3, first ? ann.id : second.id, accepted, 1n, 1n, 1n]);
    }
  });

  test('a key that is repeated, also after the decision, is one decision and the same answer', async () => {
    const id = await submitted();
    await house.review(id, { token: ann.token });
    const said = await Promise.all(
      Array.from({ length: 8 }, () => decide(ann, id, { decision: 'accept' }, 'the-same-key')),
    );
    said.push(await decide(ann, id, { decision: 'accept' }, 'the-same-key'));
    expect(new Set(said.map((one) => one.said))).toEqual(new Set(['ok']));
    expect((await decide(ann, id, rejected, 'the-same-key')).said).toBe('KEY_REUSED');
    expect(await acts()).toEqual([...REVIEWED, 'verification_accepted']);
  });

  test('a decided row is final, whoever writes', async () => {
    const id = await submitted();
    await accept(ann, id);
    for (const pool of [house.db.app, house.db.owner])
      await expect(pool.query('UPDATE verifications SET decided_by = 1 WHERE id = $1', [id])).rejects.toMatchObject({
        constraint: 'verification_final',
      });
    await expect(house.db.app.query('DELETE FROM verifications')).rejects.toThrow();
    for (const to of ['card_sealed', "''"])
      await expect(house.db.app.query(`UPDATE verifications SET name_sealed = ${to}`)).rejects.toMatchObject({
        constraint: 'person_is_only_emptied',
      });
    await expect(house.db.app.query(`INSERT INTO verifications (user_id, status) VALUES (1, 2)`)).rejects.toMatchObject(
      { code: '42501' },
    );
  });
});

describe('claims', () => {
  test('are seen by others, keep them off for ten minutes, and are their owner’s to renew', async () => {
    const id = await submitted();
    expect((await claim(ann, id)).said).toBe('ok');
    expect((await claim(ann, id)).said).toBe('ok');
    const [[left] = []] = await house.rows('SELECT claimed_until - database_ms() FROM verifications WHERE id = $1', [
      id,
    ]);
    expect(Number(left)).toBeGreaterThan(580_000);
    expect(Number(left)).toBeLessThanOrEqual(600_000);
    for (const act of [() => claim(ben, id), () => decide(ben, id)])
      expect(await act()).toMatchObject({ said: 'TAKEN_BY_OTHER', msg: 'Somebody else is working on this: Ann.' });
    expect(await look(ben, id)).toMatchObject({ takenBy: 'Ann', mine: false, front: '', reverse: '' });
    expect(await look(ann, id)).toMatchObject({ takenBy: 'Ann', mine: true });
    await house.db.owner.query('UPDATE verifications SET claimed_until = database_ms() WHERE id = $1', [id]);
    expect((await claim(ben, id)).said).toBe('ok');
    expect((await decide(ben, id, rejected)).said).toBe('ok');
    expect((await claim(ann, id)).said).toBe('ALREADY_DECIDED');
    expect(await acts()).toEqual([
      'verification_claimed',
      'verification_claimed',
      'verification_claimed',
      'verification_rejected',
    ]);
  });

  test('end, and whoever had one accepts no more: neither once it has run out, nor after somebody else has taken the item or decided it', async () => {
    const id = await submitted();
    await house.review(id, { token: ann.token });
    await house.db.owner.query('UPDATE verifications SET claimed_until = database_ms() WHERE id = $1', [id]);
    expect((await decide(ann, id)).said).toBe('IMAGES_UNSEEN');
    expect((await claim(ben, id)).said).toBe('ok');
    expect((await decide(ann, id)).said).toBe('TAKEN_BY_OTHER');
    expect(
      await house.rows(
        'SELECT v.status, s.verified_time FROM verifications v JOIN user_standing s USING (user_id) WHERE v.id = $1',
        [id],
      ),
    ).toEqual([[1, null]]);
    expect((await accept(ben, id)).said).toBe('ok');
    expect((await decide(ann, id)).said).toBe('ALREADY_DECIDED');
    expect((await acts()).filter((kind) => kind === 'verification_accepted')).toHaveLength(1);
  });

  test('ten at once: one has it', async () => {
    const id = await submitted();
    const said = await Promise.all(Array.from({ length: 10 }, (_, n) => claim(n % 2 === 0 ? ann : ben, id)));
    const [[holder] = []] = await house.rows('SELECT claimed_by FROM verifications WHERE id = $1', [id]);
    const good = said.filter((one) => one.said === 'ok').length;
    expect([good, [ann.id, ben.id].includes(holder as bigint)]).toEqual([5, true]);
    expect((await acts()).length).toBe(5);
  });
});

describe('looking', () => {
  test('shows the whole name, number and images to whoever has claimed it alone, and to nobody once it is decided', async () => {
    const id = await submitted(person, { card_id: 'K1234567' });
    const masked = { name: 'K••• D•••', cardId: '••••4567', front: '', reverse: '' };
    expect(await look(ann, id)).toMatchObject(masked);
    await claim(ann, id);
    expect(await look(ann, id)).toMatchObject({ name: 'Kim Doe', cardId: 'K1234567', mine: true });
    expect(await look(ben, id)).toMatchObject(masked);
    await house.db.owner.query('UPDATE verifications SET claimed_until = database_ms() WHERE id = $1', [id]);
    expect(await look(ann, id)).toMatchObject(masked);
    await accept(ann, id);
    for (const who of [ann, ben]) expect(await look(who, id)).toMatchObject({ ...masked, decidedBy: 'Ann' });
  });

  test('each image seen is an act', async () => {
    const id = await submitted();
    await claim(ann, id);
    const seen = await look(ann, id);
    expect(seen).toMatchObject({ name: 'Kim Doe', cardId: `K${person.id}`, userId: String(person.id), status: 1 });
    for (const link of [seen.front, seen.reverse]) {
      const response = await house.fetch('staff', link);
      expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
      // The link is the console's, and nothing at the app's port.
      expect((await house.fetch('users', link.replace('/staff/api', '/v3/api'))).headers.get('content-type')).toContain(
        'json',
      );
    }
    expect(await acts()).toEqual(['verification_claimed', 'image_viewed', 'image_viewed']);
    expect(
      await house.rows(
        `SELECT viewer_kind, viewer_id, why FROM upload_views v JOIN uploads u ON u.id = v.upload_id WHERE u.owner_id = $1`,
        [person.id],
      ),
    ).toEqual([
      ['staff', ann.id, `verification:${id}`],
      ['staff', ann.id, `verification:${id}`],
    ]);
    await decide(ann, id);
    expect(await look(ben, id)).toMatchObject({ front: '', reverse: '', decidedBy: 'Ann' });
  });

  test('a link ends with what allowed it: the member, their claim, the wait', async () => {
    const id = await submitted();
    const leaver = await insertStaff(house.db, { roles: ['compliance'] });
    const other = await submitted(await house.person());
    await claim(ann, id);
    await claim(leaver, other);
    const [mine, theirs] = [(await look(ann, id)).front, (await look(leaver, other)).front];
    const opened = async (link: string) => (await house.fetch('staff', link)).headers.get('content-type');
    expect([await opened(mine), await opened(theirs)]).toEqual(['image/jpeg', 'image/jpeg']);
    await house.db.owner.query('UPDATE staff SET disabled_time = database_ms() WHERE id = $1', [leaver.id]);
    expect([await opened(mine), await opened(theirs)]).toEqual(['image/jpeg', expect.stringContaining('json')]);
    await house.db.owner.query('UPDATE verifications SET claimed_until = database_ms() WHERE id = ANY ($1)', [
      [id, other],
    ]);
    await claim(ben, id);
    expect(await opened(mine)).toContain('json');
    const held = (await look(ben, id)).front;
    expect(await opened(held)).toBe('image/jpeg');
    await decide(ben, id, rejected);
    expect(await opened(held)).toContain('json');
    expect((await acts()).filter((kind) => kind === 'image_viewed')).toHaveLength(3);
    await decide(ben, other, rejected);
  });

  test('the same number in another account is flagged on both and refused on neither', async () => {
    const other = await house.person();
    const [one, two] = [
      await submitted(person, { card_id: `ab-77 (${person.id})` }),
      await submitted(other, { card_id: `AB77${person.id}` }),
    ];
    const uids = (await house.rows('SELECT id, uid FROM users WHERE id = ANY ($1)', [[person.id, other.id]])).length;
    expect(uids).toBe(2);
    for (const id of [one, two]) expect((await look(ann, id)).sameCard).toHaveLength(1);
    const flags = (await list(ann, { before: String(BigInt(one) - 1n) })).data.filter(
      ({ id }) => id === one || id === two,
    );
    expect(flags.map(({ flagged }) => flagged)).toEqual([true, true]);
    for (const id of [one, two]) expect((await accept(ann, id)).said).toBe('ok');
    const alone = await submitted(await house.person());
    expect(await look(ann, alone)).toMatchObject({ flagged: false, sameCard: [] });
  });

  test('the queue is oldest first, in pages, and a decision answers with the next that nobody else holds', async () => {
    await clear();
    const ids: string[] = [];
    for (let n = 0; n < 23; n += 1) ids.push(await submitted(await house.person()));
    const [first] = [await list(ann)];
    expect([first.data.map(({ id }) => id), first.waiting, first.more]).toEqual([ids.slice(0, 20), 23, true]);
    const rest = await list(ann, { before: ids[19] ?? '' });
    expect([rest.data.map(({ id }) => id), rest.more]).toEqual([ids.slice(20), false]);
    await claim(ben, ids[1] ?? '');
    expect((await accept(ann, ids[0] ?? '')).data).toEqual({ next: ids[2] });
    expect((await list(ann)).data[0]).toMatchObject({ id: ids[1], takenBy: 'Ben', mine: false });
    expect((await list(ann, { status: '2' })).data[0]?.id).toBe(ids[0]);
    for (const id of ids.slice(2)) await decide(ann, id, rejected);
    expect((await accept(ben, ids[1] ?? '')).data).toEqual({ next: null });
  });
});

test('nobody looks at, takes or decides an account of their own, nor is led to it as the next', async () => {
  await clear();
  const id = await submitted();
  const other = await submitted(await house.person());
  const last = await submitted(await house.person());
  await house.db.owner.query('INSERT INTO staff_user_links (staff_id, user_id, declared_by) VALUES ($1, $2, $1)', [
    ann.id,
    person.id,
  ]);
  expect([
    (await house.staff('verification', { id }, { token: ann.token })).said,
    (await claim(ann, id)).said,
    (await decide(ann, id)).said,
  ]).toEqual(['BENEFICIARY', 'BENEFICIARY', 'BENEFICIARY']);
  expect(await acts()).toEqual([]);
  expect((await accept(ann, other)).data).toEqual({ next: last });
  expect((await accept(ann, last)).data).toEqual({ next: null });
  expect((await accept(ben, id)).said).toBe('ok');
});

test('a right that is taken away while a decision waits for its user is gone, and so is a member who leaves', async () => {
  const takers = [
    'UPDATE staff_roles SET revoked_time = database_ms(), revoked_by = staff_id WHERE staff_id = $1',
    'UPDATE staff SET disabled_time = database_ms() WHERE id = $1',
  ];
  for (const taken of takers) {
    const id = await submitted();
    const leaver = await insertStaff(house.db, { roles: ['compliance'] });
    const other = await house.db.owner.connect();
    await other.query('BEGIN');
    await other.query('SELECT 1 FROM owners WHERE id = $1 FOR UPDATE', [person.id]);
    const decided = decide(leaver, id);
    await untilBlocked(house.db.owner, other);
    await house.db.owner.query(taken, [leaver.id]);
    await other.query('COMMIT');
    other.release();
    expect((await decided).said).toBe('NOT_ALLOWED');
    expect(await acts()).toEqual([]);
    expect((await decide(ben, id, rejected)).said).toBe('ok');
    person = await house.person();
  }
});

test('a claim is held to who its member is when it is written: roles taken away meanwhile, a member who left, an account declared theirs', async () => {
  const takers = [
    ['UPDATE staff_roles SET revoked_time = database_ms(), revoked_by = staff_id WHERE staff_id = $1', 'NOT_ALLOWED'],
    ['UPDATE staff SET disabled_time = database_ms() WHERE id = $1', 'NOT_ALLOWED'],
    [`INSERT INTO staff_user_links (staff_id, user_id, declared_by) VALUES ($1, $2, $1)`, 'BENEFICIARY'],
  ] as const;
  for (const [taken, said] of takers) {
    const id = await submitted();
    const leaver = await insertStaff(house.db, { roles: ['compliance'] });
    const other = await house.db.owner.connect();
    await other.query('BEGIN');
    await lockMember(other, leaver.id);
    const claimed = claim(leaver, id);
    await untilBlocked(house.db.owner, other, claimed);
    await other.query(taken, taken.includes('$2') ? [leaver.id, person.id] : [leaver.id]);
    await other.query('COMMIT');
    other.release();
    expect((await claimed).said).toBe(said);
    expect(await house.rows('SELECT claimed_by FROM verifications WHERE id = $1', [id])).toEqual([[null]]);
    expect(await acts()).toEqual([]);
    person = await house.person();
  }
});

test('who may only read may not look at images, take or decide', async () => {
  const id = await submitted();
  const auditor = await insertStaff(house.db, { roles: ['auditor'] });
  expect((await list(auditor)).waiting).toBeGreaterThan(0);
  for (const said of [
    await house.staff('verification', { id }, { token: auditor.token }),
    await claim(auditor, id),
    await decide(auditor, id),
    await house.staff('verification_decide', { id, decision: 'accept' }, { token: person.token }),
  ])
    expect(['NOT_ALLOWED', 'SESSION_EXPIRED']).toContain(said.said);
});
