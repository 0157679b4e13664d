// Signing in by a password alone (accounts.md §5): who is let in, once for each key, and what nobody learns.

import { holdCredentials } from '@fairtick/server/domains/accounts/passwords/table';
import { describe, expect, test } from 'vitest';
import { untilBlocked } from '../../harness/blocked.ts';
import { DAY_MS, entryForAll, nameOf, newDevice, PASSWORD, tokenOf } from './entry.ts';

const entry = await entryForAll();
const { call, clock, login } = entry;
const owner = () => entry.edge.database.owner;

const info = (token: string) => call('user_info', {}, { token });
const sessionsOf = async (id: bigint): Promise<number> =>
  (await owner().query('SELECT count(*)::int AS n FROM sessions WHERE user_id = $1', [id])).rows[0].n;
const freeze = (id: bigint, locks: number, freezes: object) =>
  owner().query('UPDATE user_standing SET locks = $1, freezes = $2 WHERE user_id = $3', [
    locks,
    JSON.stringify(freezes),
    id,
  ]);
const STOLEN = { sign_in: { reason: 'a stolen phone', time: 1, by: '1', until: null } };

describe('the right password', () => {
  test('opens a session of a real user, and notes the browser and the network of it', async () => {
    const { id, email } = await entry.person();
    const device = newDevice();
    const answer = await login(` ${email.toUpperCase()} `, PASSWORD, { device, address: '203.0.113.9', agent: 'A' });
    expect(answer).toMatchObject({ code: 1, data: { user: { id: String(id), email, is_demo: 0 } } });
    expect((await info(tokenOf(answer))).data).toMatchObject({ user: { id: String(id) } });
    const { rows } = await owner().query('SELECT agent, address_shown, factor FROM sessions WHERE user_id = $1', [id]);
    expect(rows).toEqual([{ agent: 'A', address_shown: '203.0.113.0/24', factor: 'password' }]);
    expect((await owner().query('SELECT 1 FROM user_devices WHERE user_id = $1', [id])).rows.length).toBe(1);
  });

  test.each(['+85291234567', '85291234567', '852 9123-4567', '+852 9123 4567'])('by a mobile as %s', async (typed) => {
    if ((await owner().query(`SELECT 1 FROM account_names WHERE name = '+85291234567'`)).rows.length === 0)
      await entry.person('+85291234567');
    tokenOf(await login(typed));
  });

  test('made at an older cost is hashed anew, and is the same password', async () => {
    const { id, email } = await entry.person();
    const old = '$argon2id$v=19$m=8192,t=1,p=1$V31wbssI3G7BTG4KJ6P35Q$kpO1ZApgTp74bUxz9QjRTw03vogAhGgNygNjjxsX73Y';
    const stored = async () =>
      (await owner().query('SELECT password_hash, changed_time FROM credentials WHERE user_id = $1', [id])).rows[0];
    const { changed_time: chosen } = await stored();
    await owner().query('UPDATE credentials SET password_hash = $2 WHERE user_id = $1', [id, old]);
    expect(nameOf(await login(email, 'wrong horse'))).toBe('LOGIN_FAILED');
    expect((await stored()).password_hash).toBe(old);
    const answers = await Promise.all([login(email), login(email), login(email)]);
    expect(answers.map(nameOf)).toEqual(['ok', 'ok', 'ok']);
    const after = await stored();
    expect(after.password_hash).toContain('m=19456,t=2,p=1');
    expect(after.changed_time).toBe(chosen);
    tokenOf(await login(email));
  });
});

describe('under one key', () => {
  // Five at once and no more: a sixth would wait as if they were failures, which are counted before they are known.
  test('at once and later, is one session with one token that works', async () => {
    const { id, email } = await entry.person();
    const repeat = () => login(email, PASSWORD, { key: 'one-tap-of-somebody-1' });
    const tokens = (await Promise.all(Array.from({ length: 5 }, repeat))).map(tokenOf);
    tokens.push(tokenOf(await repeat()));
    expect(new Set(tokens).size).toBe(1);
    expect(await sessionsOf(id)).toBe(1);
    expect(nameOf(await info(tokens[0] ?? ''))).toBe('ok');
    expect(tokenOf(await login(email, PASSWORD, { key: 'another-tap-of-them-2' }))).not.toBe(tokens[0]);
  });

  test('that anybody could guess nothing is repeated', async () => {
    const { email } = await entry.person();
    const [one, two] = [await login(email, PASSWORD, { key: 'short' }), await login(email, PASSWORD, { key: 'short' })];
    expect(tokenOf(one)).not.toBe(tokenOf(two));
  });

  test('a wrong password is judged anew, and leaves nothing behind', async () => {
    const { email } = await entry.person();
    const key = 'a-tap-with-a-slip-of-the-finger';
    const rows = async () => (await owner().query('SELECT count(*)::int AS n FROM command_keys')).rows[0].n;
    const before = await rows();
    expect(nameOf(await login(email, 'wrong horse', { key }))).toBe('LOGIN_FAILED');
    expect(await rows()).toBe(before);
    tokenOf(await login(email, PASSWORD, { key }));
    expect(nameOf(await login(email, 'wrong horse', { key }))).toBe('LOGIN_FAILED');
  });

  test('nothing stored gives anybody the token, the key or a quick trial of the password', async () => {
    const { id, email } = await entry.person();
    const key = 'a-key-that-nobody-stores';
    const token = tokenOf(await login(email, PASSWORD, { key }));
    tokenOf(await login(email, PASSWORD, { key: 'another-key-of-the-same' }));
    const found = await owner().query(
      `SELECT key, encode(body_hash, 'hex') AS body, answer::text AS answer FROM command_keys WHERE owner_id = $1`,
      [id],
    );
    for (const secret of [token, key, PASSWORD]) expect(JSON.stringify(found.rows)).not.toContain(secret);
    expect(new Set(found.rows.map((row) => row.body)).size).toBe(1);
    expect(JSON.stringify(entry.edge.lines)).not.toContain(PASSWORD);
  });

  test('nobody comes back once its session has ended', async () => {
    const { email } = await entry.person();
    const key = 'a-tap-before-the-logout';
    const token = tokenOf(await login(email, PASSWORD, { key }));
    const out = { token, key: 'a-logout-of-somebody' };
    expect(nameOf(await call('logout', {}, out))).toBe('ok');
    expect(nameOf(await login(email, PASSWORD, { key }))).toBe('SESSION_EXPIRED');
    // The same key for another session would end that one: it is another request.
    const next = tokenOf(await login(email, PASSWORD, { key: 'a-tap-after-the-logout' }));
    expect(nameOf(await call('logout', {}, { ...out, token: next }))).toBe('KEY_REUSED');
    expect(nameOf(await info(next))).toBe('ok');
  });
});

describe('nobody is told whether an account exists', () => {
  test('a wrong password, unknown and impossible names, a removed and a frozen user get one answer', async () => {
    const [known, removed, frozen] = [await entry.person(), await entry.person(), await entry.person()];
    await owner().query('UPDATE users SET removed_time = 1 WHERE id = $1', [removed.id]);
    await freeze(frozen.id, 4, STOLEN);
    const answers = [
      await login(known.email, 'wrong horse'),
      await login(removed.email, PASSWORD),
      await login(frozen.email, 'wrong horse'),
      await login('nobody@example.com'),
      await login('+85298765432'),
      await login('not a name at all'),
    ];
    for (const { code, msg, data } of answers)
      expect([code, msg, data]).toEqual([answers[0]?.code, answers[0]?.msg, {}]);
    expect(answers.map(nameOf)[0]).toBe('LOGIN_FAILED');
  });

  test('and each costs one hash', async () => {
    const timed = async (account: (i: number) => string): Promise<number> => {
      const times: number[] = [];
      for (let i = 0; i < 15; i += 1) {
        const started = performance.now();
        await login(account(i), 'wrong horse');
        times.push(performance.now() - started);
      }
      return times.sort((a, b) => a - b)[7] ?? 0;
    };
    const people = await Promise.all(Array.from({ length: 15 }, () => entry.person()));
    const known = await timed((i) => people[i]?.email ?? '');
    const unknown = await timed((i) => `nobody-${i}@example.com`);
    // Without the hash an answer takes a tenth of that; a busy machine may halve one of the two.
    expect(Math.min(known, unknown) / Math.max(known, unknown)).toBeGreaterThan(0.25);
  });

  test('empty fields are named, not tried', async () => {
    expect(nameOf(await login('', 'x'))).toBe('VALUE_MISSING');
    expect(nameOf(await login('ann@example.com', ''))).toBe('VALUE_MISSING');
  });
});

describe('a locked sign-in', () => {
  test('is told to who knows the password alone, and is not remembered under the key', async () => {
    const { id, email } = await entry.person();
    await freeze(id, 4, STOLEN);
    const key = 'a-key-of-one-sign-in';
    const answer = await login(email, PASSWORD, { key });
    expect(nameOf(answer)).toBe('FROZEN');
    expect(answer.msg).toContain('a stolen phone');
    expect(await sessionsOf(id)).toBe(0);
    await freeze(id, 0, {});
    tokenOf(await login(email, PASSWORD, { key }));
  });

  test('that comes while the password is checked leaves no session, knows no browser and writes no letter', async () => {
    const person = await entry.person();
    const { id, email } = person;
    const staff = await owner().connect();
    await staff.query('BEGIN');
    await staff.query('UPDATE user_standing SET locks = 4, freezes = $1 WHERE user_id = $2', [
      JSON.stringify(STOLEN),
      id,
    ]);
    const answer = login(email, PASSWORD, { device: newDevice() });
    await untilBlocked(owner(), staff);
    await staff.query('COMMIT');
    staff.release();
    expect(nameOf(await answer)).toBe('FROZEN');
    expect(await sessionsOf(id)).toBe(0);
    expect((await owner().query('SELECT FROM user_devices WHERE user_id = $1', [id])).rowCount).toBe(0);
    expect(await entry.told(person)).toEqual([]);
  });
});

test('a password that was changed while it was checked opens nothing', async () => {
  const { id, email } = await entry.person();
  const changing = await owner().connect();
  await changing.query('BEGIN');
  await changing.query('UPDATE credentials SET changed_time = changed_time + 1 WHERE user_id = $1', [id]);
  const answer = login(email);
  await untilBlocked(owner(), changing);
  await changing.query('COMMIT');
  changing.release();
  expect(nameOf(await answer)).toBe('LOGIN_FAILED');
  expect(await sessionsOf(id)).toBe(0);
});

test('a user who left while their password was checked is not let in', async () => {
  const { id, email } = await entry.person();
  const leaving = await owner().connect();
  await leaving.query('BEGIN');
  await leaving.query('UPDATE users SET removed_time = 1 WHERE id = $1', [id]);
  await leaving.query('UPDATE user_standing SET lang = $1 WHERE user_id = $2', ['en', id]);
  const answer = login(email);
  await untilBlocked(owner(), leaving);
  await leaving.query('COMMIT');
  leaving.release();
  expect(nameOf(await answer)).toBe('LOGIN_FAILED');
  expect(await sessionsOf(id)).toBe(0);
});

describe('where one is signed in', () => {
  type Listed = { id: string; agent: string; address: string; factor: string; current: boolean; lastUsed: number };
  const list = async (token: string): Promise<Listed[]> =>
    (await call('sessions', {}, { token })).data as unknown as Listed[];

  test('is listed with browser and network, the newest use first, and nobody else is', async () => {
    const { email } = await entry.person();
    const one = tokenOf(await login(email, PASSWORD, { agent: 'Phone', address: '198.51.100.7' }));
    clock.advance(1_000);
    const two = tokenOf(await login(email, PASSWORD, { agent: 'Desk', address: '2001:db8:1:2::1' }));
    await login((await entry.person()).email);
    const listed = await list(two);
    expect(listed.map(({ agent, address, factor, current }) => [agent, address, factor, current])).toEqual([
      ['Desk', '2001:db8:1::/48', 'password', true],
      ['Phone', '198.51.100.0/24', 'password', false],
    ]);
    expect((await list(one)).map(({ current }) => current)).toEqual([false, true]);
    clock.advance(30 * DAY_MS + 1);
    expect(nameOf(await call('sessions', {}, { token: two }))).toBe('SESSION_EXPIRED');
    expect((await list(tokenOf(await login(email)))).length).toBe(1);
  });

  test('one is ended by its number, once, and nobody else’s is', async () => {
    const { email } = await entry.person();
    const [here, there] = [tokenOf(await login(email)), tokenOf(await login(email))];
    const stranger = tokenOf(await login((await entry.person()).email));
    const other = (await list(here)).find(({ current }) => !current)?.id ?? '';
    expect(nameOf(await call('session_revoke', { id: other }, { token: stranger }))).toBe('SESSION_UNKNOWN');
    expect(nameOf(await info(there))).toBe('ok');
    expect(nameOf(await call('session_revoke', { id: other }, { token: here }))).toBe('ok');
    expect(nameOf(await info(there))).toBe('SESSION_EXPIRED');
    expect(nameOf(await call('session_revoke', { id: other }, { token: here }))).toBe('SESSION_UNKNOWN');
    expect((await list(here)).length).toBe(1);
  });

  test.each(['session_revoke', 'sessions_revoke_others'] as const)(
    '%s: the browser is a stranger’s again, the own one is not',
    async (name) => {
      const person = await entry.person();
      const [own, lost] = [newDevice(), newDevice()];
      const here = tokenOf(await login(person.email, PASSWORD, { device: own }));
      tokenOf(await login(person.email, PASSWORD, { device: lost }));
      if (name === 'sessions_revoke_others') tokenOf(await login(person.email, PASSWORD, { device: own }));
      const id = (await list(here)).find(({ current }) => !current)?.id ?? '';
      expect(nameOf(await call(name, name === 'session_revoke' ? { id } : {}, { token: here }))).toBe('ok');
      const before = (await entry.told(person)).length;
      tokenOf(await login(person.email, PASSWORD, { device: own }));
      expect((await entry.told(person)).length).toBe(before);
      tokenOf(await login(person.email, PASSWORD, { device: lost }));
      expect((await entry.told(person)).length).toBe(before + 1);
    },
  );

  test('a first factor that is being set is waited for, and asked for', async () => {
    const person = await entry.person();
    const setting = await owner().connect();
    await setting.query('BEGIN');
    await holdCredentials(setting, person.id);
    const answer = login(person.email);
    await untilBlocked(owner(), setting);
    const secret = `INSERT INTO user_totp (user_id, secret_sealed, last_step) VALUES ($1, '\\x00', 0)`;
    await setting.query(secret, [person.id]);
    await setting.query('COMMIT');
    setting.release();
    expect(nameOf(await answer)).toBe('SECOND_FACTOR_NEEDED');
    expect(await sessionsOf(person.id)).toBe(0);
  });

  test('all others are ended, and this one stays', async () => {
    const { email } = await entry.person();
    const tokens = [tokenOf(await login(email)), tokenOf(await login(email)), tokenOf(await login(email))];
    const [here = ''] = tokens;
    expect((await call('sessions_revoke_others', {}, { token: here })).data).toEqual({ ended: 2 });
    const answers = await Promise.all(tokens.map(info));
    expect(answers.map(nameOf)).toEqual(['ok', 'SESSION_EXPIRED', 'SESSION_EXPIRED']);
  });
});
