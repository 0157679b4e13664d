// Confirming that it is still the same person: by what, for how long, for which session, and how often somebody may guess.

import { usersTable } from '@fairtick/contract/http/index';
import { endpointsOf } from '@fairtick/contract/table';
import { lockOwners } from '@fairtick/server/domains/ledger/index';
import { inTransaction } from '@fairtick/server/platform/commands/transaction';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Authenticator, Wrong } from '../../harness/authenticator.ts';
import { untilBlocked } from '../../harness/blocked.ts';
import { sampleFields } from '../../harness/samples.ts';
import {
  byMail,
  codeAt,
  guardOf,
  houseForAll,
  nameOf,
  noticesOf,
  ORIGIN,
  type Person,
  questionOf,
  withApp,
  withPasskey,
} from './guard-house.ts';

const house = await houseForAll();
// A code is good once, and twenty a day are sent to one address: each test has a day and steps of its own.
beforeEach(() => house.clock.advance(25 * 3_600_000));

const MINUTE_MS = 60_000;
const now = (): number => house.clock.now();

/** With an authenticator app, set up a minute ago and confirmed long ago. */
async function appOwner() {
  const person = await house.person();
  await byMail(house, person);
  const app = await withApp(house, person);
  house.clock.advance(10 * MINUTE_MS);
  return { person, ...app };
}
async function passkeyOwner() {
  const person = await house.person();
  await byMail(house, person);
  const { passkey } = await withPasskey(house, person);
  house.clock.advance(10 * MINUTE_MS);
  return { person, passkey };
}
const byApp = async ({ token }: Person, code: string): Promise<string> =>
  nameOf(await house.call('step_up_finish', token, { method: 'totp', code }));
async function byPasskey({ token }: Person, passkey: Authenticator, wrong: Wrong = {}): Promise<string> {
  const { ticket, options } = questionOf(await house.call('step_up_begin', token, { method: 'passkey' }));
  const response = passkey.use(options, wrong);
  return nameOf(await house.call('step_up_finish', token, { method: 'passkey', ticket, response }));
}
/** A call that needs a step-up and does nothing by itself. */
const isElevated = async ({ token }: Person): Promise<string> => nameOf(await house.call('totp_begin', token));

const guarded = endpointsOf(usersTable).filter(([, { elevated }]) => elevated);

describe('without it', () => {
  test.each(guarded.map(([name]) => name))('%s is refused, and told by what it can be made', async (name) => {
    const person = await house.person();
    const endpoint = guarded.find(([one]) => one === name)?.[1];
    const answer = await house.call(name, person.token, endpoint ? sampleFields(endpoint.input) : {});
    expect([nameOf(answer), answer.data]).toEqual(['STEP_UP_NEEDED', { methods: ['code'] }]);
  });
});

describe('by a code to the account', () => {
  test('holds for five minutes exactly, of this session alone', async () => {
    const person = await house.person();
    const elsewhere = { ...person, token: await house.sessions.create(person.id) };
    expect(await byMail(house, person)).toBe(now() + 5 * MINUTE_MS);
    expect([await isElevated(person), await isElevated(elsewhere)]).toEqual(['ok', 'STEP_UP_NEEDED']);
    house.clock.advance(5 * MINUTE_MS - 1);
    expect(await isElevated(person)).toBe('ok');
    house.clock.advance(1);
    expect(await isElevated(person)).toBe('STEP_UP_NEEDED');
  });

  test('is gone with the session', async () => {
    const person = await house.person();
    await byMail(house, person);
    await house.database.app.query('UPDATE sessions SET revoked_time = 1 WHERE user_id = $1', [person.id]);
    expect(await isElevated(person)).toBe('SESSION_EXPIRED');
    expect(await isElevated({ ...person, token: await house.sessions.create(person.id) })).toBe('STEP_UP_NEEDED');
  });

  test('is good once, with a ticket of the same session, for its user alone', async () => {
    const [person, other] = [await house.person(), await house.person()];
    const elsewhere = await house.sessions.create(person.id);
    const begin = async (token: string) =>
      questionOf(await house.call('step_up_begin', token, { method: 'code' })).ticket;
    const finish = async (token: string, ticket: string, code: string) =>
      nameOf(await house.call('step_up_finish', token, { method: 'code', ticket, code }));
    const ticket = await begin(person.token);
    const code = await house.box.code(person.email);
    const others = await begin(other.token);
    expect(await finish(elsewhere, ticket, code)).toBe('CODE_WRONG');
    expect(await finish(other.token, others, code)).toBe('CODE_WRONG');
    expect(await finish(other.token, ticket, code)).toBe('CODE_WRONG');
    expect(await finish(person.token, 'A'.repeat(43), code)).toBe('CODE_WRONG');
    expect(await isElevated(person)).toBe('STEP_UP_NEEDED');
    expect(await finish(person.token, ticket, code)).toBe('ok');
    expect(await finish(person.token, ticket, code)).toBe('CODE_WRONG');
    expect([await isElevated(person), await isElevated(other)]).toEqual(['ok', 'STEP_UP_NEEDED']);
  });

  test('shows that the e-mail is its owner’s, and when first', async () => {
    const person = await house.person();
    const { owner } = house.database;
    await owner.query('UPDATE account_names SET verified_time = NULL WHERE user_id = $1', [person.id]);
    await byMail(house, person);
    const first = now();
    await byMail(house, person);
    const { rows } = await owner.query('SELECT verified_time FROM account_names WHERE user_id = $1', [person.id]);
    expect(rows).toEqual([{ verified_time: BigInt(first) }]);
  });

  test('goes to the mobile where there is no e-mail', async () => {
    const person = await house.person();
    await house.database.owner.query('UPDATE account_names SET removed_time = 1 WHERE user_id = $1', [person.id]);
    await house.database.owner.query(
      `INSERT INTO account_names (user_id, kind, name, verified_time) VALUES ($1, 'mobile', '+85291234567', 1)`,
      [person.id],
    );
    await byMail(house, { ...person, email: '+85291234567' });
    expect(await isElevated(person)).toBe('ok');
  });

  test('is not enough where a factor is set, also one that was set after it was sent', async () => {
    const person = await house.person();
    const elsewhere = { ...person, token: await house.sessions.create(person.id) };
    await byMail(house, person);
    house.clock.advance(MINUTE_MS);
    const { ticket } = questionOf(await house.call('step_up_begin', elsewhere.token, { method: 'code' }));
    const code = await house.box.code(person.email);
    await withApp(house, person);
    const answer = await house.call('step_up_finish', elsewhere.token, { method: 'code', ticket, code });
    expect([nameOf(answer), answer.data]).toEqual(['STEP_UP_NEEDED', { methods: ['totp', 'recovery'] }]);
    expect(nameOf(await house.call('step_up_begin', elsewhere.token, { method: 'code' }))).toBe('STEP_UP_NEEDED');
    expect(await isElevated(elsewhere)).toBe('STEP_UP_NEEDED');
  });
});

describe('by an authenticator app', () => {
  test('a step is good once, none before it is, and none that is too far off', async () => {
    const { person, secret } = await appOwner();
    const at = now();
    expect(await byApp(person, codeAt(secret, at))).toBe('ok');
    expect(await byApp(person, codeAt(secret, at))).toBe('FACTOR_USED');
    expect(await byApp(person, codeAt(secret, at - 30_000))).toBe('FACTOR_USED');
    expect(await byApp(person, codeAt(secret, at + 60_000))).toBe('FACTOR_WRONG');
    expect(await byApp(person, codeAt(secret, at + 30_000))).toBe('ok');
  });

  test('the code that took it into use is used', async () => {
    const person = await house.person();
    await byMail(house, person);
    const { secret } = await withApp(house, person);
    expect(await byApp(person, codeAt(secret, now()))).toBe('FACTOR_USED');
  });

  test('one code sent twenty times at once is good once', async () => {
    const { person, secret } = await appOwner();
    const code = codeAt(secret, now());
    const answers = await Promise.all(Array.from({ length: 20 }, () => byApp(person, code)));
    expect(answers.filter((one) => one === 'ok')).toHaveLength(1);
  });

  test("another user's app is none", async () => {
    const [one, two] = [await appOwner(), await appOwner()];
    expect(await byApp(two.person, codeAt(one.secret, now()))).toBe('FACTOR_WRONG');
    expect(await byApp(one.person, codeAt(one.secret, now()))).toBe('ok');
  });

  test('after five wrong codes each waits, from whichever session', async () => {
    const { person, secret } = await appOwner();
    const elsewhere = { ...person, token: await house.sessions.create(person.id) };
    for (let i = 0; i < 5; i += 1) expect(await byApp(person, '000000')).toBe('FACTOR_WRONG');
    expect(await byApp(elsewhere, codeAt(secret, now()))).toBe('RATE_LIMITED');
    house.clock.advance(2_000);
    expect(await byApp(elsewhere, codeAt(secret, now()))).toBe('ok');
  });

  test('a code that was used already frees nobody from the wrong ones that were counted', async () => {
    const { person, secret } = await appOwner();
    const used = codeAt(secret, now());
    expect(await byApp(person, used)).toBe('ok');
    for (let i = 0; i < 4; i += 1) expect(await byApp(person, '000000')).toBe('FACTOR_WRONG');
    expect(await byApp(person, used)).toBe('FACTOR_USED');
    expect(await byApp(person, '000000')).toBe('RATE_LIMITED');
  });
});

describe('by a recovery code', () => {
  test('each is good once, however it is typed, and never for another', async () => {
    const { person, codes } = await appOwner();
    const other = await appOwner();
    const [first = '', second = ''] = codes;
    const by = async ({ token }: Person, code: string) =>
      nameOf(await house.call('step_up_finish', token, { method: 'recovery', code }));
    expect(await by(other.person, first)).toBe('FACTOR_WRONG');
    expect(await by(person, `${first.slice(0, 5)}-${first.slice(5)}`.toLowerCase())).toBe('ok');
    expect(await by(person, first)).toBe('FACTOR_WRONG');
    const answers = await Promise.all(Array.from({ length: 5 }, () => by(person, second)));
    expect(answers.filter((one) => one === 'ok')).toHaveLength(1);
    expect((await guardOf(house, person)).recoveryCodes).toBe(8);
  });
});

describe('by a passkey', () => {
  test('an answer is good once, for its own challenge, within five minutes, in its own session', async () => {
    const { person, passkey } = await passkeyOwner();
    const elsewhere = await house.sessions.create(person.id);
    const begin = async () => questionOf(await house.call('step_up_begin', person.token, { method: 'passkey' }));
    const finish = async (token: string, ticket: string, response: string) =>
      nameOf(await house.call('step_up_finish', token, { method: 'passkey', ticket, response }));
    const { ticket, options } = await begin();
    const response = passkey.use(options);
    expect(await finish(elsewhere, ticket, response)).toBe('PASSKEY_FAILED');
    expect(await finish(person.token, ticket, response)).toBe('ok');
    expect(await finish(person.token, ticket, response)).toBe('PASSKEY_FAILED');
    expect(await finish(person.token, (await begin()).ticket, response)).toBe('PASSKEY_FAILED');
    const late = await begin();
    house.clock.advance(5 * MINUTE_MS);
    expect(await finish(person.token, late.ticket, passkey.use(late.options))).toBe('PASSKEY_FAILED');
  });

  const wrongs: readonly (readonly [string, Wrong])[] = [
    ['another origin', { origin: 'https://example.com' }],
    ['another port of the same host', { origin: `${ORIGIN}:8443` }],
    ['another host that it is for', { rpId: 'example.com' }],
    ['nobody verified', { unverified: true }],
    ['a frame in a page of somebody else', { crossOrigin: true }],
    ['a key that nobody registered', { otherKey: true }],
    ['somebody else’s handle', { userHandle: 'OTk5' }],
  ];
  test.each(wrongs)('is refused with %s', async (_, wrong) => {
    const { person, passkey } = await passkeyOwner();
    expect(await byPasskey(person, passkey, wrong)).toBe('PASSKEY_FAILED');
    expect(await isElevated(person)).toBe('STEP_UP_NEEDED');
    expect(await byPasskey(person, passkey)).toBe('ok');
  });

  test("another user's passkey is none", async () => {
    const [one, two] = [await passkeyOwner(), await passkeyOwner()];
    expect(await byPasskey(two.person, one.passkey)).toBe('PASSKEY_FAILED');
    expect(await isElevated(two.person)).toBe('STEP_UP_NEEDED');
  });
});

test('what it was asked for is judged when it is done, not before: a step-up that is over meanwhile changes nothing', async () => {
  const { person, secret } = await appOwner();
  expect(await byApp(person, codeAt(secret, now()))).toBe('ok');
  const { app, owner } = house.database;
  const removing = await inTransaction(app, async (tx) => {
    await lockOwners(tx, [person.id], []);
    const called = house.call('totp_remove', person.token, {}, 'asked-once-more-after-the-dialog');
    await untilBlocked(owner, tx, called);
    await owner.query('UPDATE sessions SET elevated_until = 0 WHERE user_id = $1', [person.id]);
    return { called };
  });
  expect(nameOf(await removing.called)).toBe('STEP_UP_NEEDED');
  expect(await guardOf(house, person)).toMatchObject({ totp: true, recoveryCodes: 10, holdUntil: 0 });
  expect(await noticesOf(house, person)).toEqual(['totp_added']);
  // The same call under the same key, as the app sends it after the step-up.
  await owner.query('UPDATE sessions SET elevated_until = $2 WHERE user_id = $1', [person.id, now() + 60_000]);
  const again = await house.call('totp_remove', person.token, {}, 'asked-once-more-after-the-dialog');
  expect(nameOf(again)).toBe('ok');
});
