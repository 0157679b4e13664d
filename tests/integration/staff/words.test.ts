// Nobody alone lets somebody in once there was a second owner: the checker has the link, the maker has the word beside it, and it takes both.

import { refuse } from '@fairtick/contract/errors';
import { systemClock } from '@fairtick/kernel/clock';
import { seededRandom, systemEntropy } from '@fairtick/kernel/random';
import { err } from '@fairtick/kernel/result';
import { Passwords } from '@fairtick/server/domains/accounts/index';
import { linkOnMachine, staffRoutes } from '@fairtick/server/domains/staff/index';
import { Records } from '@fairtick/server/platform/records/records';
import { Passkeys } from '@fairtick/server/platform/sign-in/passkeys';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { testKeys } from '../../harness/outside.ts';
import { codeAt, PASSWORD } from './console.ts';
import { type Person, type TwoPeople, twoPeople } from './two-people.ts';

let staff: TwoPeople;
let doors: ReturnType<typeof staffRoutes>;
let machine: Parameters<typeof staffRoutes>[0];
beforeEach(async () => {
  staff = await twoPeople();
  const { app } = staff.world.db;
  const silent = () => undefined;
  machine = {
    db: app,
    clock: systemClock,
    entropy: systemEntropy,
    logger: { debug: silent, info: silent, warn: silent, error: silent },
    records: new Records({ pool: app, clock: systemClock, random: seededRandom(3) }),
    keys: testKeys,
    passwords: new Passwords(systemEntropy),
    passkeys: new Passkeys(() => 'http://localhost:8081'),
  };
  doors = staffRoutes(machine);
});
afterEach(() => staff.close());

async function value<T>(answer: Promise<{ ok: true; value: T } | { ok: false; error: unknown }>): Promise<T> {
  const answered = await answer;
  if (!answered.ok) throw new Error(`refused: ${JSON.stringify(answered.error)}`);
  return answered.value;
}

const visitor = (person: Person) => ({ ...staff.context(person), principal: undefined });
const linkIn = (address: string | null): string => address?.split('/').at(-1) ?? '';

const add = (by: Person) =>
  value(
    staff.handlers.staff_add(
      { name: 'Carol', email: 'carol@example.com', roles: 'owner,compliance', reason: 'hired' },
      staff.context(by),
    ),
  );

const listed = async (by: Person, id: string | null) => {
  const { data } = await value(staff.handlers.proposals({ page: 1 }, staff.context(by)));
  return data.find((one) => one.id === id);
};
const wordFor = async (by: Person, id: string | null): Promise<string> => (await listed(by, id))?.word ?? '';

/** The first steps by password and by passkey, as somebody with this link and this word is answered. */
async function tried(by: Person, link: string, word: string): Promise<string[]> {
  const answers = [
    await doors.link_password({ link, word, password: PASSWORD }, visitor(by)),
    await doors.link_passkey_begin({ link, word }, visitor(by)),
  ];
  return answers.map((answer) => (answer.ok ? 'ok' : answer.error.error));
}

async function join(by: Person, link: string, word: string): Promise<string> {
  const { ticket, secret } = await value(doors.link_password({ link, word, password: PASSWORD }, visitor(by)));
  const code = codeAt(secret, Date.now());
  return (await value(doors.link_code({ link, ticket, code }, visitor(by)))).member.name;
}

test('the checker has the link and not the word, the maker the word and no link; the two together let her in', async () => {
  const [ann, bob, eve] = [await staff.person('owner'), await staff.person('owner'), await staff.person('owner')];
  const { proposal, link: none } = await add(ann);
  expect(none).toBeNull();
  expect(await wordFor(ann, proposal)).toBe('');
  const link = linkIn((await value(staff.decide(bob, proposal ?? ''))).link);
  expect(await wordFor(bob, proposal)).toBe('');
  expect(await wordFor(eve, proposal)).toBe('');
  const word = await wordFor(ann, proposal);
  expect(word).toMatch(/^[2-9A-HJKMNP-Z]{4}-[2-9A-HJKMNP-Z]{4}$/);
  expect(await value(doors.link_open({ link }, visitor(bob)))).toMatchObject({ wordNeeded: true });
  expect(await tried(bob, link, '')).toEqual(['WORD_WRONG', 'WORD_WRONG']);
  // The word opens no other link than its own.
  expect(await tried(ann, word, word)).toEqual(['LINK_SPENT', 'LINK_SPENT']);
  expect(await join(bob, link, ` ${word.replace('-', ' ').toLowerCase()}`)).toBe('Carol');
  expect(await wordFor(ann, proposal)).toBe('');
});

test('a new link takes two as well, each with a word of its own, and ends the one before', async () => {
  const [ann, bob] = [await staff.person('owner'), await staff.person('owner')];
  const added = await add(ann);
  const first = linkIn((await value(staff.decide(bob, added.proposal ?? ''))).link);
  const firstWord = await wordFor(ann, added.proposal);
  const carol = (await value(staff.handlers.staff_list({}, staff.context(ann)))).find(({ name }) => name === 'Carol');
  const again = (by: Person) =>
    value(staff.handlers.staff_link({ id: carol?.id ?? '', reason: 'it got lost' }, staff.context(by)));
  const { proposal, link: none } = await again(ann);
  expect({ proposal, none }).toEqual({ proposal: expect.any(String), none: null });
  expect((await listed(bob, proposal))?.subject).toBe('Carol <carol@example.com>');
  expect(await staff.decide(ann, proposal ?? '')).toEqual(err(refuse('OWN_WORK')));
  const second = linkIn((await value(staff.decide(bob, proposal ?? ''))).link);
  expect(await wordFor(ann, added.proposal)).toBe('');
  expect(await tried(ann, first, firstWord)).toEqual(['LINK_SPENT', 'LINK_SPENT']);
  expect(await tried(bob, second, firstWord)).toEqual(['WORD_WRONG', 'WORD_WRONG']);
  expect(await join(bob, second, await wordFor(ann, proposal))).toBe('Carol');
  expect((await staff.acts()).filter((act) => act.startsWith('staff_link_made'))).toEqual(['staff_link_made staff']);
});

test('who is let in again needs the word too', async () => {
  const [ann, bob, cid] = [await staff.person('owner'), await staff.person('owner'), await staff.person('owner')];
  const about = { id: String(cid.id), reason: 'left' };
  await value(staff.handlers.staff_disable(about, staff.context(ann)));
  const { proposal } = await value(staff.handlers.staff_enable(about, staff.context(ann)));
  const link = linkIn((await value(staff.decide(bob, proposal ?? ''))).link);
  expect(await tried(bob, link, '')).toEqual(['WORD_WRONG', 'WORD_WRONG']);
  expect(await tried(bob, link, await wordFor(ann, proposal))).toEqual(['ok', 'ok']);
});

test.each(['one after the other', 'at once'])('five wrong words end the link: %s', async (how) => {
  const [ann, bob] = [await staff.person('owner'), await staff.person('owner')];
  const { proposal } = await add(ann);
  const link = linkIn((await value(staff.decide(bob, proposal ?? ''))).link);
  const word = await wordFor(ann, proposal);
  // A right word in between takes back nothing of what was tried.
  const guess = (some: string) => doors.link_passkey_begin({ link, word: some }, visitor(bob));
  const said: string[] = [];
  const note = (answer: Awaited<ReturnType<typeof guess>>) => said.push(answer.ok ? 'ok' : answer.error.error);
  if (how === 'at once')
    for (const answer of await Promise.all(Array.from({ length: 9 }, () => guess('2222-2222')))) note(answer);
  else for (const some of ['a', 'b', 'c', 'd', word, 'e', 'f', 'g', 'h']) note(await guess(some));
  expect(said.filter((one) => one === 'WORD_WRONG')).toHaveLength(5);
  expect(said.filter((one) => one === 'LINK_SPENT')).toHaveLength(how === 'at once' ? 4 : 3);
  expect(await tried(bob, link, word)).toEqual(['LINK_SPENT', 'LINK_SPENT']);
  expect(await wordFor(ann, proposal)).toBe('');
});

test('the first owner alone needs none, and neither does a link of the machine, also beside one that did', async () => {
  const ann = await staff.person('owner');
  const alone = linkIn((await add(ann)).link);
  expect(await value(doors.link_open({ link: alone }, visitor(ann)))).toMatchObject({ wordNeeded: false });
  expect(await tried(ann, alone, '')).toEqual(['ok', 'ok']);
  // Carol's role was given: from now on it takes two.
  const bob = await staff.person('owner');
  const carol = (await value(staff.handlers.staff_list({}, staff.context(ann)))).find(({ name }) => name === 'Carol');
  const asked = { id: carol?.id ?? '', reason: 'it got lost' };
  const { proposal } = await value(staff.handlers.staff_link(asked, staff.context(ann)));
  const byTwo = linkIn((await value(staff.decide(bob, proposal ?? ''))).link);
  const made = await linkOnMachine(machine, 'carol@example.com');
  const link = made.ok ? made.value.link : '';
  expect(await tried(bob, byTwo, '')).toEqual(['LINK_SPENT', 'LINK_SPENT']);
  expect(await value(doors.link_open({ link }, visitor(ann)))).toMatchObject({ wordNeeded: false });
  expect(await join(ann, link, '')).toBe('Carol');
});
