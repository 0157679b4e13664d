// Signing in by two steps, or by a passkey alone: what each factor is worth, once, for its own user, in its own time.

import { describe, expect, test } from 'vitest';
import type { Wrong } from '../../harness/authenticator.ts';
import { untilBlocked } from '../../harness/blocked.ts';
import { DAY_MS, entryForAll, MINUTE_MS, nameOf, newDevice, PASSWORD, ticketOf, tokenOf } from './entry.ts';

const entry = await entryForAll();
const { call, clock, login } = entry;
const owner = () => entry.edge.database.owner;

const second = (ticket: string, fields: Readonly<Record<string, string>>, device?: string) =>
  call('login_second', { ticket, ...fields }, device === undefined ? {} : { device });
const STEP_MS = 30_000;
/** A code that none of about now is: digits of the codes are turned until none fits. */
const wrongCode = (code: (atMs?: number) => string): string => {
  const good = [-1, 0, 1].map((step) => code(clock.now() + step * STEP_MS));
  return ['000000', '111111', '222222', '333333'].find((one) => !good.includes(one)) ?? '';
};

describe('a password with a factor beside it', () => {
  test('opens nothing, and names the ticket and the methods', async () => {
    const person = await entry.person();
    await entry.app(person);
    await entry.passkey(person);
    await entry.recoveryCodes(person);
    const { methods } = ticketOf(await login(person.email));
    expect([...methods].sort()).toEqual(['passkey', 'recovery', 'totp']);
    const { rows } = await owner().query('SELECT 1 FROM sessions WHERE user_id = $1', [person.id]);
    expect(rows).toEqual([]);
  });

  test('is no failure, however often', async () => {
    const person = await entry.person();
    await entry.app(person);
    for (let i = 0; i < 7; i += 1) ticketOf(await login(person.email));
  });

  test('opens nothing under a key that opened a session before there was a factor', async () => {
    const person = await entry.person();
    const key = newDevice();
    tokenOf(await login(person.email, PASSWORD, { key }));
    await entry.app(person);
    ticketOf(await login(person.email, PASSWORD, { key }));
  });

  test('a wrong one is told as without a factor', async () => {
    const person = await entry.person();
    await entry.app(person);
    expect(nameOf(await login(person.email, 'wrong horse'))).toBe('LOGIN_FAILED');
  });
});

describe('a code of the app', () => {
  test('lets in once; its step and those before are spent', async () => {
    const person = await entry.person();
    const code = await entry.app(person);
    const used = code();
    const token = tokenOf(await second(ticketOf(await login(person.email)).ticket, { method: 'totp', code: used }));
    expect(nameOf(await call('user_info', {}, { token }))).toBe('ok');
    const { ticket } = ticketOf(await login(person.email));
    expect(nameOf(await second(ticket, { method: 'totp', code: used }))).toBe('FACTOR_USED');
    const before = code(clock.now() - STEP_MS);
    expect(nameOf(await second(ticket, { method: 'totp', code: before }))).toBe('FACTOR_USED');
    const far = code(clock.now() + 2 * STEP_MS);
    expect(nameOf(await second(ticket, { method: 'totp', code: far }))).toBe('FACTOR_WRONG');
    tokenOf(await second(ticket, { method: 'totp', code: code(clock.now() + STEP_MS) }));
  });

  test('two at once with one code are one session', async () => {
    const person = await entry.person();
    const code = await entry.app(person);
    const tickets = [ticketOf(await login(person.email)).ticket, ticketOf(await login(person.email)).ticket];
    const used = code();
    const answers = await Promise.all(tickets.map((ticket) => second(ticket, { method: 'totp', code: used })));
    expect(answers.map(nameOf).sort()).toEqual(['FACTOR_USED', 'ok']);
  });

  test("of another user's app is wrong", async () => {
    const [one, two] = [await entry.person(), await entry.person()];
    await entry.app(one);
    const code = await entry.app(two);
    const { ticket } = ticketOf(await login(one.email));
    expect(nameOf(await second(ticket, { method: 'totp', code: code() }))).toBe('FACTOR_WRONG');
  });
});

describe('a recovery code', () => {
  test('lets in once, however it is typed', async () => {
    const person = await entry.person();
    await entry.app(person);
    const [code = ''] = await entry.recoveryCodes(person);
    const typed = `${code.slice(0, 5)}-${code.slice(5)}`.toLowerCase();
    tokenOf(await second(ticketOf(await login(person.email)).ticket, { method: 'recovery', code: typed }));
    const { ticket } = ticketOf(await login(person.email));
    expect(nameOf(await second(ticket, { method: 'recovery', code }))).toBe('FACTOR_WRONG');
  });
});

describe('a passkey as the second step', () => {
  const ask = async (ticket: string): Promise<string> =>
    String(((await call('login_second_begin', { ticket })).data as { options?: string }).options);

  test('lets in by the challenge of its own ticket', async () => {
    const person = await entry.person();
    const passkey = await entry.passkey(person);
    const { ticket } = ticketOf(await login(person.email));
    const options = await ask(ticket);
    expect(await ask(ticket)).toBe(options);
    const response = passkey.use(options);
    const other = ticketOf(await login(person.email)).ticket;
    expect(nameOf(await second(other, { method: 'passkey', response }))).toBe('PASSKEY_FAILED');
    tokenOf(await second(ticket, { method: 'passkey', response }));
    expect(nameOf(await second(ticket, { method: 'passkey', response }))).toBe('SIGN_IN_AGAIN');
  });

  test('of another user is none of theirs', async () => {
    const [one, two] = [await entry.person(), await entry.person()];
    await entry.passkey(one);
    const passkey = await entry.passkey(two);
    const { ticket } = ticketOf(await login(one.email));
    const response = passkey.use(await ask(ticket));
    expect(nameOf(await second(ticket, { method: 'passkey', response }))).toBe('PASSKEY_FAILED');
  });

  test('asks nothing of whoever has none', async () => {
    const person = await entry.person();
    await entry.app(person);
    const { ticket } = ticketOf(await login(person.email));
    expect(nameOf(await call('login_second_begin', { ticket }))).toBe('PASSKEY_FAILED');
  });
});

describe('a ticket', () => {
  test('is good for five minutes', async () => {
    const person = await entry.person();
    const code = await entry.app(person);
    const { ticket } = ticketOf(await login(person.email));
    clock.advance(5 * MINUTE_MS);
    expect(nameOf(await second(ticket, { method: 'totp', code: code() }))).toBe('SIGN_IN_AGAIN');
    const next = ticketOf(await login(person.email)).ticket;
    clock.advance(5 * MINUTE_MS - 1);
    tokenOf(await second(next, { method: 'totp', code: code() }));
  });

  test('is good for five tries', async () => {
    const person = await entry.person();
    const code = await entry.app(person);
    const { ticket } = ticketOf(await login(person.email));
    for (let i = 0; i < 5; i += 1)
      expect(nameOf(await second(ticket, { method: 'totp', code: wrongCode(code) }))).toBe('FACTOR_WRONG');
    clock.advance(2_000);
    expect(nameOf(await second(ticket, { method: 'totp', code: code() }))).toBe('SIGN_IN_AGAIN');
  });

  test('of another kind is none, and none is one', async () => {
    const person = await entry.person();
    const passkey = await entry.passkey(person);
    const question = (await call('passkey_login_begin')).data as { ticket: string; options: string };
    const response = passkey.use(question.options);
    expect(nameOf(await second(question.ticket, { method: 'passkey', response }))).toBe('SIGN_IN_AGAIN');
    const { ticket } = ticketOf(await login(person.email));
    expect(nameOf(await call('passkey_login_finish', { ticket, response }))).toBe('PASSKEY_FAILED');
    expect(nameOf(await second('x', { method: 'totp', code: '123456' }))).toBe('SIGN_IN_AGAIN');
  });

  test('of a password that was changed meanwhile is worth nothing', async () => {
    const person = await entry.person();
    const code = await entry.app(person);
    const { ticket } = ticketOf(await login(person.email));
    await owner().query('UPDATE credentials SET changed_time = changed_time + 1 WHERE user_id = $1', [person.id]);
    expect(nameOf(await second(ticket, { method: 'totp', code: code() }))).toBe('SIGN_IN_AGAIN');
  });
});

describe('wrong codes', () => {
  test('count by user and not by ticket: ten, then one each quarter of an hour for a day', async () => {
    const person = await entry.person();
    const code = await entry.app(person);
    const wrong = async (): Promise<string> => {
      const { ticket } = ticketOf(await login(person.email));
      return nameOf(await second(ticket, { method: 'totp', code: wrongCode(code) }));
    };
    for (const waitMs of [0, 0, 0, 0, 0, 2_000, 4_000, 8_000, 16_000, 32_000, 15 * MINUTE_MS, 15 * MINUTE_MS]) {
      if (waitMs > 0) {
        clock.advance(waitMs - 1);
        expect(await wrong()).toBe('RATE_LIMITED');
        clock.advance(1);
      }
      expect(await wrong()).toBe('FACTOR_WRONG');
    }
    clock.advance(DAY_MS);
    for (let i = 0; i < 5; i += 1) expect(await wrong()).toBe('FACTOR_WRONG');
  });

  test('a browser that the owner has signed in from is kept from nothing by them', async () => {
    const person = await entry.person();
    const code = await entry.app(person);
    const device = newDevice();
    const enter = async () => {
      const { ticket } = ticketOf(await login(person.email, PASSWORD, { device }));
      return second(ticket, { method: 'totp', code: code() }, device);
    };
    tokenOf(await enter());
    clock.advance(MINUTE_MS);
    for (let i = 0; i < 5; i += 1) {
      const { ticket } = ticketOf(await login(person.email));
      expect(nameOf(await second(ticket, { method: 'totp', code: wrongCode(code) }))).toBe('FACTOR_WRONG');
    }
    const { ticket } = ticketOf(await login(person.email));
    expect(nameOf(await second(ticket, { method: 'totp', code: code() }))).toBe('RATE_LIMITED');
    tokenOf(await enter());
  });
});

describe('a passkey alone', () => {
  const begin = async (): Promise<{ ticket: string; options: string }> => {
    const { data } = await call('passkey_login_begin');
    return data as { ticket: string; options: string };
  };

  test('knows whose it is, and is good once', async () => {
    const person = await entry.person();
    const passkey = await entry.passkey(person);
    const { ticket, options } = await begin();
    const response = passkey.use(options);
    const token = tokenOf(await call('passkey_login_finish', { ticket, response }));
    expect((await call('user_info', {}, { token })).data).toMatchObject({ user: { id: String(person.id) } });
    expect(nameOf(await call('passkey_login_finish', { ticket, response }))).toBe('PASSKEY_FAILED');
    const other = await begin();
    expect(nameOf(await call('passkey_login_finish', { ticket: other.ticket, response }))).toBe('PASSKEY_FAILED');
  });

  test.each<[string, Wrong]>([
    ['another page', { origin: 'https://fairtick.example.org' }],
    ['another port', { origin: 'http://localhost:8081' }],
    ["somebody else's frame", { crossOrigin: true }],
    ['another host', { rpId: 'example.org' }],
    ['nobody verified', { unverified: true }],
    ['another key', { otherKey: true }],
    ['another user', { userHandle: Buffer.from('1').toString('base64url') }],
    ['another challenge', { challenge: 'AAAA' }],
  ])('from %s is refused', async (_, wrong) => {
    const passkey = await entry.passkey(await entry.person());
    const { ticket, options } = await begin();
    const refused = await call('passkey_login_finish', { ticket, response: passkey.use(options, wrong) });
    expect(nameOf(refused)).toBe('PASSKEY_FAILED');
  });

  test('that was removed, or whose user has left, is answered as one that nobody has', async () => {
    for (const end of [
      'UPDATE user_passkeys SET removed_time = 1 WHERE user_id = $1',
      'UPDATE users SET removed_time = 1 WHERE id = $1',
    ]) {
      const person = await entry.person();
      const passkey = await entry.passkey(person);
      await owner().query(end, [person.id]);
      const { ticket, options } = await begin();
      expect(nameOf(await call('passkey_login_finish', { ticket, response: passkey.use(options) }))).toBe(
        'PASSKEY_FAILED',
      );
    }
  });

  test('whose user is frozen meanwhile opens no session', async () => {
    const person = await entry.person();
    const passkey = await entry.passkey(person);
    const { ticket, options } = await begin();
    const staff = await owner().connect();
    await staff.query('BEGIN');
    const freezes = JSON.stringify({ sign_in: { reason: 'a stolen phone', time: 1, by: '1', until: null } });
    await staff.query('UPDATE user_standing SET locks = 4, freezes = $1 WHERE user_id = $2', [freezes, person.id]);
    const answer = call('passkey_login_finish', { ticket, response: passkey.use(options) });
    await untilBlocked(owner(), staff);
    await staff.query('COMMIT');
    staff.release();
    expect(nameOf(await answer)).toBe('FROZEN');
    expect((await owner().query('SELECT 1 FROM sessions WHERE user_id = $1', [person.id])).rows).toEqual([]);
  });
});
