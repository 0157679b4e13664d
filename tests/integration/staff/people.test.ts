// The staff themselves: who joins by whose hand, who leaves at once, and that there is always an owner who can sign in.

import { refuse } from '@fairtick/contract/errors';
import { seededRandom } from '@fairtick/kernel/random';
import { err } from '@fairtick/kernel/result';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Person, type TwoPeople, twoPeople } from './two-people.ts';

let staff: TwoPeople;
beforeEach(async () => {
  staff = await twoPeople();
});
afterEach(() => staff.close());

let emails = 0;
const add = (by: Person, roles: string, key?: string) => {
  emails += 1;
  const input = { name: 'New person', email: `new${emails}@example.com`, roles, reason: 'hired' };
  return staff.handlers.staff_add(input, staff.context(by, key));
};
const disable = (by: Person, id: bigint) =>
  staff.handlers.staff_disable({ id: String(id), reason: 'left' }, staff.context(by));
const done = async <T>(
  answer: Promise<{ readonly ok: true; readonly value: T } | { readonly ok: false }>,
): Promise<T> => {
  const answered = await answer;
  if (!answered.ok) throw new Error(`refused: ${JSON.stringify(answered)}`);
  return answered.value;
};
const one = async <T>(sql: string, values: unknown[] = []): Promise<T | undefined> =>
  (await staff.world.db.owner.query<{ v: T }>(sql, values)).rows[0]?.v;

test('until a second owner exists the first adds people alone, and the link is shown once', async () => {
  const first = await staff.person('owner');
  const input = { name: ' Ann\u202e ', email: 'Ann@Example.com', roles: 'compliance, support', reason: 'hired' };
  const made = await done(staff.handlers.staff_add(input, staff.context(first, 'the-key-of-ann')));
  expect(made.proposal).toBeNull();
  expect(made.link).toMatch(/^http:\/\/localhost:8081\/#\/join\/[\w-]{43}$/);
  const again = await done(staff.handlers.staff_add(input, staff.context(first, 'the-key-of-ann')));
  expect(again).toEqual({ proposal: null, link: null });
  const list = await done(staff.handlers.staff_list({}, staff.context(first)));
  expect(list.at(-1)).toMatchObject({
    name: 'Ann',
    email: 'ann@example.com',
    roles: ['compliance', 'support'],
    joined: false,
    disabled: false,
  });
  expect(await staff.acts()).toEqual(['staff_added staff']);
  // Nothing that the key keeps opens the door.
  const token = made.link?.split('/').at(-1) ?? '';
  expect(
    await one(`SELECT count(*)::int AS v FROM command_keys WHERE answer::text LIKE '%' || $1 || '%'`, [token]),
  ).toBe(0);
});

test('from a second owner on it takes two, also when the second has left', async () => {
  const first = await staff.person('owner');
  expect(await done(add(first, 'owner'))).toMatchObject({ proposal: null });
  const proposed = await done(add(first, 'support'));
  expect(proposed).toEqual({ proposal: expect.any(String), link: null });
  const second = await one<bigint>(
    `SELECT staff_id AS v FROM staff_roles WHERE role = 'owner' ORDER BY id DESC LIMIT 1`,
  );
  expect(await disable(first, second ?? 0n)).toMatchObject({ ok: true });
  expect(await done(add(first, 'support'))).toMatchObject({ proposal: expect.any(String) });
});

test('the first owner gives nobody rights alone whom it is about: not even themselves', async () => {
  const first = await staff.person('owner');
  const input = { id: String(first.id), roles: 'owner,compliance', reason: 'I do it all' };
  expect(await done(staff.handlers.staff_roles(input, staff.context(first)))).toMatchObject({
    proposal: expect.any(String),
  });
});

test('whoever completes it gets the link: the checker', async () => {
  const [maker, checker] = [await staff.person('owner'), await staff.person('owner')];
  const { proposal } = await done(add(maker, 'support'));
  const decided = await done(staff.decide(checker, proposal ?? '', { key: 'the-key-of-the-checker' }));
  expect(decided).toEqual({ state: 'accepted', link: expect.stringContaining('#/join/') });
  expect(await done(staff.decide(checker, proposal ?? '', { key: 'the-key-of-the-checker' }))).toEqual({
    state: 'accepted',
    link: null,
  });
  expect(await staff.acts()).toEqual(['proposal_made proposal', 'proposal_accepted proposal', 'staff_added staff']);
});

test('malformed people are refused with the field that is wrong', async () => {
  const first = await staff.person('owner');
  const good = { name: 'Ann', email: 'ann@example.com', roles: 'support', reason: 'hired' };
  const before = await staff.rows();
  for (const [field, value] of [
    ['name', ' \u200b '],
    ['email', 'ann'],
    ['email', first.email],
    ['roles', ''],
    ['roles', 'god'],
    ['roles', 'support,god'],
  ] as const)
    expect(await staff.handlers.staff_add({ ...good, [field]: value }, staff.context(first))).toEqual(
      err(refuse('INPUT_INVALID', { field })),
    );
  expect(await staff.handlers.staff_add({ ...good, reason: ' ' }, staff.context(first))).toEqual(
    err(refuse('REASON_REQUIRED')),
  );
  expect(await staff.rows()).toBe(before);
});

test('an owner whose role is taken away between the request and the act does nothing any more', async () => {
  const [ann, bob, cid] = [await staff.person('owner'), await staff.person('owner'), await staff.person('support')];
  const { uid } = await staff.user();
  await staff.world.db.owner.query('UPDATE staff_roles SET revoked_time = 1, revoked_by = $2 WHERE staff_id = $1', [
    ann.id,
    bob.id,
  ]);
  const before = await staff.rows();
  const linked = { id: String(cid.id), uid, reason: 'their own' };
  // Their session says of them what it said when they were let in.
  for (const answer of [await disable(ann, cid.id), await staff.handlers.staff_link_user(linked, staff.context(ann))])
    expect(answer).toEqual(err(refuse('NOT_ALLOWED')));
  expect(await staff.rows()).toBe(before);
});

/** What the member could sign in with now. */
const factors = (id: bigint) =>
  one(
    `SELECT ((SELECT count(*) FROM staff_totp WHERE staff_id = $1 AND removed_time IS NULL)
       + (SELECT count(*) FROM staff_passkeys WHERE staff_id = $1 AND removed_time IS NULL)
       + (SELECT count(*) FROM staff_passwords WHERE staff_id = $1 AND removed_time IS NULL))::int AS v`,
    [id],
  );

test('who is disabled loses sessions, factors, links and rights with the commit, and comes back by two and a new link', async () => {
  const [ann, bob, cid] = [await staff.person('owner'), await staff.person('owner'), await staff.person('support')];
  expect(await disable(ann, cid.id)).toMatchObject({ ok: true });
  expect(
    await one('SELECT count(*)::int AS v FROM staff_sessions WHERE staff_id = $1 AND revoked_time IS NULL', [cid.id]),
  ).toBe(0);
  expect(await factors(cid.id)).toBe(0);
  expect(await disable(ann, cid.id)).toEqual(err(refuse('ALREADY_DECIDED')));
  expect(await staff.handlers.staff_link({ id: String(cid.id), reason: 'lost' }, staff.context(ann))).toEqual(
    err(refuse('ALREADY_DECIDED')),
  );
  const { proposal } = await done(
    staff.handlers.staff_enable({ id: String(cid.id), reason: 'is back' }, staff.context(ann)),
  );
  // As one who left before factors ended with it: coming back ends them too.
  await staff.world.db.owner.query(
    `INSERT INTO staff_totp (staff_id, secret_sealed, last_step) VALUES ($1, '\\x00', 0)`,
    [cid.id],
  );
  expect(await done(staff.decide(bob, proposal ?? ''))).toEqual({
    state: 'accepted',
    link: expect.stringContaining('#/join/'),
  });
  expect(await factors(cid.id)).toBe(0);
  const list = await done(staff.handlers.staff_list({}, staff.context(ann)));
  expect(list.find(({ id }) => id === String(cid.id))).toMatchObject({
    disabled: false,
    joined: false,
    roles: ['support'],
  });
  expect(await staff.acts()).toEqual([
    'staff_disabled staff',
    'proposal_made proposal',
    'proposal_accepted proposal',
    'staff_enabled staff',
  ]);
});

test('a link is for who has not joined; the one before ends', async () => {
  const [ann, bob] = [await staff.person('owner'), await staff.person('support')];
  await done(add(ann, 'support'));
  const newcomer = await one<bigint>('SELECT max(id) AS v FROM staff');
  const links = [];
  for (const _ of [1, 2])
    links.push(
      (await done(staff.handlers.staff_link({ id: String(newcomer), reason: 'lost' }, staff.context(ann)))).link,
    );
  expect(new Set(links).size).toBe(2);
  expect(await one('SELECT count(*)::int AS v FROM staff_links WHERE ended_time IS NULL')).toBe(1);
  expect(await staff.handlers.staff_link({ id: String(bob.id), reason: 'lost' }, staff.context(ann))).toEqual(
    err(refuse('ALREADY_DECIDED')),
  );
  expect(await staff.acts()).toEqual(['staff_added staff', 'staff_link_made staff', 'staff_link_made staff']);
});

test("a user account is declared to be a member's once, and never undeclared", async () => {
  const [ann, bob, user] = [await staff.person('owner'), await staff.person('support'), await staff.user()];
  const declare = (uid: string) =>
    staff.handlers.staff_link_user({ id: String(bob.id), uid, reason: 'declared' }, staff.context(ann));
  expect(await declare(user.uid.toLowerCase())).toMatchObject({ ok: true });
  expect(await declare(user.uid)).toEqual(err(refuse('ALREADY_DECIDED')));
  expect(await declare('NOBODY')).toEqual(err(refuse('INPUT_INVALID', { field: 'uid' })));
  const list = await done(staff.handlers.staff_list({}, staff.context(ann)));
  expect(list.find(({ id }) => id === String(bob.id))?.linkedUsers).toEqual([user.uid]);
  expect(await staff.acts()).toEqual(['staff_linked_user staff']);
});

test('two owners disabling each other at once: one remains, fifty times', async () => {
  for (let round = 0; round < 50; round += 1) {
    const [ann, bob] = [await staff.person('owner'), await staff.person('owner')];
    const answers = await Promise.all([disable(ann, bob.id), disable(bob, ann.id)]);
    // Who was faster has taken the other's rights.
    expect(answers.map((answer) => (answer.ok ? 'ok' : answer.error.error)).toSorted()).toEqual(['NOT_ALLOWED', 'ok']);
    const left = [ann, bob].find((_, at) => answers[at]?.ok);
    // Nobody else is an owner at the next round.
    if (left) await staff.world.db.owner.query('UPDATE staff SET disabled_time = 1 WHERE id = $1', [left.id]);
  }
});

test('the last owner who can sign in stays, by whatever call', async () => {
  const [ann, bob] = [await staff.person('owner'), await staff.person('owner')];
  const { proposal } = await done(
    staff.handlers.staff_roles({ id: String(ann.id), roles: 'auditor', reason: 'moves' }, staff.context(ann)),
  );
  // An owner who never joined is none who could let anybody in.
  await staff.world.db.owner.query('UPDATE staff_totp SET removed_time = 1 WHERE staff_id = $1', [bob.id]);
  expect(await disable(ann, ann.id)).toEqual(err(refuse('LAST_OWNER')));
  expect(await disable(bob, ann.id)).toEqual(err(refuse('LAST_OWNER')));
  expect(await staff.decide(bob, proposal ?? '')).toEqual(err(refuse('LAST_OWNER')));
});

test('no sequence of calls leaves the staff without an owner who can sign in', async () => {
  const random = seededRandom(20_261_122);
  const pick = <T>(some: readonly [T, ...T[]]): T => some[random.below(some.length)] ?? some[0];
  let people: [Person, ...Person[]] = [await staff.person('owner')];
  let open: [string, ...string[]] = ['1'];
  const id = (about: Person): string => String(about.id);
  const newRoles = () => pick(['support', 'owner', 'owner,support', 'auditor']);
  const steps: [Step, ...Step[]] = [
    (by, about) => step(disable(by, about.id)),
    (by, about) => step(staff.handlers.staff_enable({ id: id(about), reason: 'x' }, staff.context(by))),
    (by, about) =>
      step(staff.handlers.staff_roles({ id: id(about), roles: newRoles(), reason: 'x' }, staff.context(by))),
    (by, about) =>
      step(staff.handlers.staff_roles({ id: id(about), roles: newRoles(), reason: 'x' }, staff.context(by))),
    (by) => step(staff.decide(by, pick(open))),
    (by) => step(staff.decide(by, pick(open))),
  ];
  const seen = new Set<string>();
  for (let round = 0; round < 160; round += 1) {
    if (round % 20 === 0) {
      // A new crew, and nobody of the old one.
      await staff.world.db.owner.query('UPDATE staff SET disabled_time = 1 WHERE disabled_time IS NULL');
      people = [await staff.person('owner'), await staff.person('owner'), await staff.person('owner', 'support')];
    }
    const calls = Array.from({ length: 1 + random.below(4) }, () => pick(steps)(pick(people), pick(people)));
    for (const { said, proposal } of await Promise.all(calls)) {
      seen.add(said);
      if (proposal !== undefined) open = [proposal, ...open.slice(0, 4)];
    }
    const owners = await one<number>(
      `SELECT count(*)::int AS v FROM staff s JOIN staff_roles r ON r.staff_id = s.id AND r.role = 'owner' AND r.revoked_time IS NULL
       WHERE s.disabled_time IS NULL`,
    );
    expect(owners).toBeGreaterThan(0);
  }
  expect(seen).not.toContain('INTERNAL');
  // It was a sequence in which things happened.
  for (const said of ['ok', 'OWN_WORK', 'NOT_ALLOWED', 'LAST_OWNER', 'PROPOSAL_CHANGED', 'ALREADY_DECIDED'])
    expect(seen).toContain(said);
});

type Step = (by: Person, about: Person) => ReturnType<typeof step>;

/** What a call said, and the proposal that it made. */
async function step(
  answer: Promise<
    { readonly ok: true; readonly value: object } | { readonly ok: false; readonly error: { readonly error: string } }
  >,
): Promise<{ said: string; proposal: string | undefined }> {
  const answered = await answer;
  if (!answered.ok) return { said: answered.error.error, proposal: undefined };
  const { value } = answered;
  const proposal = 'proposal' in value && typeof value.proposal === 'string' ? value.proposal : undefined;
  return { said: 'ok', proposal };
}
