// Signing in and what a session is worth: by passkey, by password and code, for how long, and until what is taken away.

import type { StaffRole } from '@fairtick/contract/staff/matrix';
import { Tries } from '@fairtick/server/domains/staff/sign-in/tries';
import { beforeEach, describe, expect, test } from 'vitest';
import { Authenticator, type Wrong } from '../../harness/authenticator.ts';
import { testKeys } from '../../harness/outside.ts';
import { insertStaff } from '../../harness/staff.ts';
import { insertNamedUser } from '../../harness/users.ts';
import {
  codeAt,
  consoleForAll,
  type Joined,
  joinByPasskey,
  joinByPassword,
  nameOf,
  ORIGIN,
  PASSWORD,
  questionOf,
  sessionOf,
  signIn,
  ticketOf,
} from './console.ts';

const server = await consoleForAll();
// A code is good once: each test has steps of its own, and no failures of the one before.
beforeEach(() => server.clock.advance(3_600_000));

const MINUTE_MS = 60_000;
const owner = () => server.database.owner;
const now = (): number => server.clock.now();

async function member(roles: readonly StaffRole[] = ['owner']): Promise<{ id: string; email: string; link: string }> {
  const { id, email } = await insertStaff(server.database, { roles, clock: server.clock });
  return { id: String(id), email, link: await server.link(email) };
}
/** Joined a minute ago, so that codes of now are not used yet. */
async function withPassword(): Promise<Joined & { readonly secret: string }> {
  const joined = await joinByPassword(server, (await member()).link);
  server.clock.advance(MINUTE_MS);
  return joined;
}
const withPasskey = async () => joinByPasskey(server, (await member()).link);

async function byPasskey(passkey: Authenticator, wrong: Wrong = {}): Promise<string> {
  const { ticket, options } = questionOf(await server.call('sign_in_passkey_begin'));
  return nameOf(await server.call('sign_in_passkey_finish', { ticket, response: passkey.use(options, wrong) }));
}

describe('by passkey', () => {
  test('opens a session and writes an act of it', async () => {
    const { passkey, id } = await withPasskey();
    const { ticket, options } = questionOf(await server.call('sign_in_passkey_begin'));
    const { token, member: who } = sessionOf(
      await server.call('sign_in_passkey_finish', { ticket, response: passkey.use(options) }),
    );
    expect(who.id).toBe(id);
    expect(nameOf(await server.call('me', {}, token))).toBe('ok');
    const { rows } = await owner().query<{ factor: string }>(
      `SELECT contents::jsonb ->> 'factor' AS factor FROM acts WHERE subject_id = $1 AND kind = 'staff_signed_in' ORDER BY id DESC LIMIT 1`,
      [id],
    );
    expect(rows).toEqual([{ factor: 'passkey' }]);
  });

  test('an answer is good once, for its own challenge, within five minutes', async () => {
    const { passkey } = await withPasskey();
    const { ticket, options } = questionOf(await server.call('sign_in_passkey_begin'));
    const response = passkey.use(options);
    sessionOf(await server.call('sign_in_passkey_finish', { ticket, response }));
    expect(nameOf(await server.call('sign_in_passkey_finish', { ticket, response }))).toBe('PASSKEY_FAILED');
    const other = questionOf(await server.call('sign_in_passkey_begin'));
    expect(nameOf(await server.call('sign_in_passkey_finish', { ticket: other.ticket, response }))).toBe(
      'LOGIN_FAILED',
    );
    const late = questionOf(await server.call('sign_in_passkey_begin'));
    server.clock.advance(5 * MINUTE_MS);
    const answer = { ticket: late.ticket, response: passkey.use(late.options) };
    expect(nameOf(await server.call('sign_in_passkey_finish', answer))).toBe('PASSKEY_FAILED');
  });

  test('one answer sent twenty times at once opens one session', async () => {
    const { passkey } = await withPasskey();
    const { ticket, options } = questionOf(await server.call('sign_in_passkey_begin'));
    const response = passkey.use(options);
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => server.call('sign_in_passkey_finish', { ticket, response })),
    );
    expect(answers.filter(({ code }) => code === 1).length).toBe(1);
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
    const { passkey } = await withPasskey();
    expect(await byPasskey(passkey, wrong)).toBe('LOGIN_FAILED');
    expect(await byPasskey(passkey)).toBe('ok');
  });

  test('an unknown passkey and a disabled member get one answer', async () => {
    const { passkey, id } = await withPasskey();
    await owner().query('UPDATE staff SET disabled_time = 1 WHERE id = $1', [id]);
    expect(await byPasskey(passkey)).toBe('LOGIN_FAILED');
    expect(await byPasskey(new Authenticator(ORIGIN))).toBe('LOGIN_FAILED');
  });

  test('a counter that went back is told and lets in', async () => {
    const { passkey, id } = await withPasskey();
    expect(await byPasskey(passkey, { counter: 7 })).toBe('ok');
    expect(await byPasskey(passkey, { counter: 3 })).toBe('ok');
    expect(server.lines.filter(({ message }) => message.includes('went back'))).toContainEqual({
      level: 'warn',
      fields: { owner: `staff ${id}`, before: 7, counter: 3 },
      message: "a passkey's counter went back",
    });
  });
});

describe('by password and code', () => {
  test('opens a session; blanks in the code do not matter, nor the case of the e-mail', async () => {
    const { email, secret } = await withPassword();
    const code = codeAt(secret, now());
    const answer = await signIn(server, {
      email: ` ${email.toUpperCase()}`,
      code: `${code.slice(0, 3)} ${code.slice(3)}`,
    });
    expect(nameOf(await server.call('me', {}, sessionOf(answer).token))).toBe('ok');
  });

  test('the first step answers alike for everybody, the second alike for all that is wrong', async () => {
    const { email, secret, id } = await withPassword();
    const code = codeAt(secret, now());
    const wrong = [
      { email: 'nobody@example.com', code },
      { email: 'no e-mail at all', code },
      { email, password: 'another password', code },
      { email, code: codeAt(secret, now() + 90_000) },
      { email, code: 'abcdef' },
    ];
    const answers = [];
    for (const one of wrong) answers.push(await signIn(server, one));
    await owner().query('UPDATE staff SET disabled_time = 1 WHERE id = $1', [id]);
    // The wrong ones were counted against the e-mail.
    server.clock.advance(15 * MINUTE_MS);
    answers.push(await signIn(server, { email, code: codeAt(secret, now()) }));
    expect(answers.map(({ status, code: number, msg }) => [status, number, msg])).toEqual(
      answers.map(() => [200, 4001, 'The account or the password is not right.']),
    );
  });

  test('codes of the step before and after are taken, and none once it or a later one was used', async () => {
    const { email, secret } = await withPassword();
    const at = now();
    expect(nameOf(await signIn(server, { email, code: codeAt(secret, at - 60_000) }))).toBe('LOGIN_FAILED');
    expect(nameOf(await signIn(server, { email, code: codeAt(secret, at + 60_000) }))).toBe('LOGIN_FAILED');
    expect(nameOf(await signIn(server, { email, code: codeAt(secret, at - 30_000) }))).toBe('ok');
    expect(nameOf(await signIn(server, { email, code: codeAt(secret, at - 30_000) }))).toBe('FACTOR_USED');
    expect(nameOf(await signIn(server, { email, code: codeAt(secret, at + 30_000) }))).toBe('ok');
    expect(nameOf(await signIn(server, { email, code: codeAt(secret, at) }))).toBe('FACTOR_USED');
  });

  test('one code sent twenty times at once opens one session', async () => {
    const { email, secret, id } = await withPassword();
    const tickets = await Promise.all(
      Array.from({ length: 20 }, async () =>
        ticketOf(await server.call('sign_in_password', { email, password: PASSWORD })),
      ),
    );
    const code = codeAt(secret, now());
    const answers = await Promise.all(tickets.map((ticket) => server.call('sign_in_code', { ticket, code })));
    expect(answers.filter((one) => one.code === 1).length).toBe(1);
    const { rowCount } = await owner().query(
      `SELECT 1 FROM staff_sessions WHERE staff_id = $1 AND factor = 'totp' AND created_time = $2`,
      [id, now()],
    );
    expect(rowCount).toBe(1);
  });

  test('a ticket is good once, for five minutes and five tries', async () => {
    const { email, secret } = await withPassword();
    const ticket = ticketOf(await server.call('sign_in_password', { email, password: PASSWORD }));
    sessionOf(await server.call('sign_in_code', { ticket, code: codeAt(secret, now()) }));
    server.clock.advance(MINUTE_MS);
    expect(nameOf(await server.call('sign_in_code', { ticket, code: codeAt(secret, now()) }))).toBe('LOGIN_FAILED');
    const late = ticketOf(await server.call('sign_in_password', { email, password: PASSWORD }));
    server.clock.advance(5 * MINUTE_MS);
    expect(nameOf(await server.call('sign_in_code', { ticket: late, code: codeAt(secret, now()) }))).toBe(
      'LOGIN_FAILED',
    );
    const tried = ticketOf(await server.call('sign_in_password', { email, password: PASSWORD }));
    for (let i = 0; i < 5; i += 1) {
      expect(nameOf(await server.call('sign_in_code', { ticket: tried, code: '000000' }))).toBe('LOGIN_FAILED');
      server.clock.advance(2_000);
    }
    server.clock.advance(2_000);
    expect(nameOf(await server.call('sign_in_code', { ticket: tried, code: codeAt(secret, now()) }))).toBe(
      'LOGIN_FAILED',
    );
  });

  test('failures make the next try wait, twice as long each time, whoever exists, and a passkey never', async () => {
    const { email, secret } = await withPassword();
    for (const name of ['somebody.else@example.com', email]) {
      // The address has failures of its own, and forgets them.
      server.clock.advance(15 * MINUTE_MS);
      for (let i = 0; i < 5; i += 1)
        expect(nameOf(await signIn(server, { email: name, code: '000000' }))).toBe('LOGIN_FAILED');
      for (const waitMs of [2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000]) {
        const password = { email: name, password: PASSWORD };
        server.clock.advance(waitMs - 1);
        const early = await server.call('sign_in_password', password);
        expect([waitMs, nameOf(early)]).toEqual([waitMs, 'RATE_LIMITED']);
        server.clock.advance(1);
        expect(nameOf(await signIn(server, { email: name, code: '000000' }))).toBe('LOGIN_FAILED');
      }
    }
    expect(await byPasskey((await withPasskey()).passkey)).toBe('ok');
    server.clock.advance(MINUTE_MS);
    expect(nameOf(await signIn(server, { email, code: codeAt(secret, now()) }))).toBe('ok');
    // A right one ends the count.
    for (let i = 0; i < 5; i += 1) expect(nameOf(await signIn(server, { email, code: '000000' }))).toBe('LOGIN_FAILED');
  });

  test('tickets gathered before do not help: tries at once count as many', async () => {
    const { email, secret } = await withPassword();
    const tickets = await Promise.all(
      Array.from({ length: 12 }, async () =>
        ticketOf(await server.call('sign_in_password', { email, password: PASSWORD })),
      ),
    );
    const answers = await Promise.all(tickets.map((ticket) => server.call('sign_in_code', { ticket, code: '000000' })));
    const names = answers.map(nameOf);
    expect(names.filter((name) => name === 'LOGIN_FAILED').length).toBe(5);
    expect(names.filter((name) => name === 'RATE_LIMITED').length).toBe(7);
    const ticket = tickets[0] ?? '';
    expect(nameOf(await server.call('sign_in_code', { ticket, code: codeAt(secret, now()) }))).toBe('RATE_LIMITED');
  });

  test('twenty failures from one address make it wait a minute', async () => {
    for (let i = 0; i < 20; i += 1)
      expect(nameOf(await signIn(server, { email: `x${i}@example.com`, code: '000000' }))).toBe('LOGIN_FAILED');
    const password = { email: 'y@example.com', password: PASSWORD };
    server.clock.advance(MINUTE_MS - 1);
    expect(nameOf(await server.call('sign_in_password', password))).toBe('RATE_LIMITED');
    server.clock.advance(1);
    expect(nameOf(await server.call('sign_in_password', password))).toBe('ok');
  });
});

test('a stranger elsewhere who fails once a minute holds a member up for seconds, and themselves for a minute', async () => {
  const tries = new Tries({ db: server.database.app, clock: server.clock, keys: testKeys });
  const name = tries.nameOf('somebody@example.com');
  const [stranger, member] = [tries.ofSignIn(name, '203.0.113.9'), tries.ofSignIn(name, '198.51.100.7')];
  for (const waitMs of [0, 0, 0, 0, 0, 2_000, 4_000, 8_000, 16_000, 32_000, MINUTE_MS, MINUTE_MS, MINUTE_MS]) {
    server.clock.advance(waitMs);
    expect(await tries.count(stranger)).toBeUndefined();
  }
  // Another address of their network does not help them, nor do tries that have to wait hinder the member.
  server.clock.advance(4_999);
  expect(await tries.waits(tries.ofSignIn(name, '203.0.113.77'))).toMatchObject({ params: { seconds: '56' } });
  expect(await tries.waits(member)).toMatchObject({ params: { seconds: '1' } });
  expect(await tries.count(stranger)).toMatchObject({ error: 'RATE_LIMITED' });
  server.clock.advance(1);
  expect(await tries.count(member)).toBeUndefined();
  await tries.right(member);
  expect(await tries.waits(stranger)).toMatchObject({ params: { seconds: '55' } });
});

describe('a session', () => {
  test('ends after 15 minutes without a call, to the millisecond', async () => {
    const { token } = await withPasskey();
    for (let i = 0; i < 3; i += 1) {
      server.clock.advance(15 * MINUTE_MS - 1);
      expect(nameOf(await server.call('me', {}, token))).toBe('ok');
    }
    server.clock.advance(15 * MINUTE_MS);
    expect(nameOf(await server.call('me', {}, token))).toBe('SESSION_EXPIRED');
  });

  test('ends after 8 hours whatever is done', async () => {
    const { token } = await withPasskey();
    const end = now() + 8 * 60 * MINUTE_MS;
    while (now() + 10 * MINUTE_MS < end) {
      server.clock.advance(10 * MINUTE_MS);
      expect(nameOf(await server.call('me', {}, token))).toBe('ok');
    }
    server.clock.advance(end - now() - 1);
    expect(nameOf(await server.call('me', {}, token))).toBe('ok');
    server.clock.advance(1);
    expect(nameOf(await server.call('me', {}, token))).toBe('SESSION_EXPIRED');
  });

  test('ends when its member signs out, and that one alone', async () => {
    const { token, passkey } = await withPasskey();
    const { ticket, options } = questionOf(await server.call('sign_in_passkey_begin'));
    const other = sessionOf(await server.call('sign_in_passkey_finish', { ticket, response: passkey.use(options) }));
    expect(nameOf(await server.call('sign_out', {}, token))).toBe('ok');
    expect(nameOf(await server.call('me', {}, token))).toBe('SESSION_EXPIRED');
    expect(nameOf(await server.call('me', {}, other.token))).toBe('ok');
  });

  test('has the roles of now: what a commit takes is gone with it, and a disabled member has none', async () => {
    const { id, link } = await member(['owner', 'support']);
    const { token } = await joinByPasskey(server, link);
    const rights = async (): Promise<unknown> => (await server.call('me', {}, token)).data;
    expect(await rights()).toMatchObject({ member: { roles: ['owner', 'support'] }, rights: { resend: ['do'] } });
    await owner().query(`UPDATE staff_roles SET revoked_time = 1, revoked_by = 0 WHERE staff_id = $1`, [id]);
    expect(await rights()).toMatchObject({ member: { roles: [] }, rights: {} });
    await owner().query('UPDATE staff SET disabled_time = 1 WHERE id = $1', [id]);
    expect(nameOf(await server.call('me', {}, token))).toBe('SESSION_EXPIRED');
  });

  test("of the staff is nobody's on the users' port, and a user's nobody's on the console's", async () => {
    const { token } = await withPasskey();
    await insertNamedUser(server.database, { id: 7n });
    const user = await server.userSessions.create(7n);
    expect(nameOf(await server.users('user_info', user))).toBe('ok');
    expect(nameOf(await server.users('user_info', token))).toBe('SESSION_EXPIRED');
    expect(nameOf(await server.call('me', {}, user))).toBe('SESSION_EXPIRED');
  });
});

describe('a step-up', () => {
  const elevatedUntil = async (token: string): Promise<unknown> => {
    const { data } = await server.call('me', {}, token);
    return data !== null && typeof data === 'object' && 'elevatedUntil' in data ? data.elevatedUntil : undefined;
  };

  test('by passkey lasts five minutes and is of this session alone', async () => {
    const { token, passkey } = await withPasskey();
    const first = questionOf(await server.call('sign_in_passkey_begin'));
    const { token: other } = sessionOf(
      await server.call('sign_in_passkey_finish', { ticket: first.ticket, response: passkey.use(first.options) }),
    );
    const { ticket, options } = questionOf(await server.call('staff_step_up_begin', {}, token));
    const response = passkey.use(options);
    expect(nameOf(await server.call('staff_step_up_finish', { ticket, response }, other))).toBe('PASSKEY_FAILED');
    const answer = await server.call('staff_step_up_finish', { ticket, response }, token);
    expect(answer.data).toEqual({ until: now() + 5 * MINUTE_MS });
    expect([await elevatedUntil(token), await elevatedUntil(other)]).toEqual([now() + 5 * MINUTE_MS, 0]);
    expect(nameOf(await server.call('staff_step_up_finish', { ticket, response }, token))).toBe('PASSKEY_FAILED');
  });

  test("not by somebody else's passkey", async () => {
    const { token } = await withPasskey();
    const { passkey } = await withPasskey();
    const { ticket, options } = questionOf(await server.call('staff_step_up_begin', {}, token));
    expect(nameOf(await server.call('staff_step_up_finish', { ticket, response: passkey.use(options) }, token))).toBe(
      'PASSKEY_FAILED',
    );
    expect(await elevatedUntil(token)).toBe(0);
  });

  test('no sign-in counts against it, whatever is typed as an e-mail', async () => {
    const { token, secret, id } = await withPassword();
    for (let i = 0; i < 5; i += 1)
      expect(nameOf(await signIn(server, { email: `step-up/${id}`, code: '000000' }))).toBe('LOGIN_FAILED');
    expect(nameOf(await server.call('staff_step_up_finish', { code: codeAt(secret, now()) }, token))).toBe('ok');
  });

  test('by code, each once; wrong ones wait as a sign-in does, without hindering one', async () => {
    const { token, secret, email } = await withPassword();
    expect(nameOf(await server.call('staff_step_up_begin', {}, token))).toBe('PASSKEY_FAILED');
    expect(nameOf(await server.call('staff_step_up_finish', {}, token))).toBe('VALUE_MISSING');
    const code = codeAt(secret, now());
    expect((await server.call('staff_step_up_finish', { code }, token)).data).toEqual({ until: now() + 5 * MINUTE_MS });
    expect(nameOf(await server.call('staff_step_up_finish', { code }, token))).toBe('FACTOR_USED');
    for (let i = 0; i < 4; i += 1)
      expect(nameOf(await server.call('staff_step_up_finish', { code: '000000' }, token))).toBe('FACTOR_WRONG');
    expect(nameOf(await server.call('staff_step_up_finish', { code: '000000' }, token))).toBe('RATE_LIMITED');
    expect(nameOf(await signIn(server, { email, code: codeAt(secret, now() + 30_000) }))).toBe('ok');
  });
});
