// Rules §4 as far as tokens and signing in, on a real database and over HTTP.

import { ManualClock, systemClock } from '@fairtick/kernel/clock';
import { systemEntropy } from '@fairtick/kernel/random';
import { hashToken, Passwords, Sessions } from '@fairtick/server/domains/accounts/index';
import { insertUsers, revokeSession } from '@fairtick/server/domains/accounts/table';
import { runAll } from '@fairtick/server/platform/database/statement';
import type { Logger } from '@fairtick/server/platform/logger';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { untilBlocked } from '../../harness/blocked.ts';
import { codeOf, type Edge, send, startEdge } from './edge.ts';

const DAY_MS = 86_400_000;
const silent: Logger = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };

let edge: Edge;
beforeAll(async () => {
  edge = await startEdge({ accounts: true });
});
afterAll(() => edge.close());

const info = (token: string) => send(`${edge.url}/api/user/info`, { headers: { authorization: token } });
const login = (account: string, password: string, key?: string) =>
  send(`${edge.url}/api/user/loginForU`, {
    method: 'POST',
    headers: key === undefined ? {} : { 'idempotency-key': key },
    body: new URLSearchParams({ account, password }),
  });
const sessionsWith = (clock: ManualClock): Sessions =>
  new Sessions({ db: edge.database.app, clock, entropy: systemEntropy, logger: silent });

describe('tokens', () => {
  test('hold 256 bits and are stored as their SHA-256 only', async () => {
    const { id, token } = await edge.user('demo');
    expect(Buffer.from(token, 'base64url').length).toBe(32);
    const { rows } = await edge.database.owner.query('SELECT token_hash FROM sessions WHERE user_id = $1', [id]);
    expect(rows[0].token_hash).toEqual(hashToken(token));
  });

  test('logout makes a token worthless at once, on this server', async () => {
    const { token } = await edge.user('demo');
    expect((await info(token)).code).toBe(1);
    const out = await send(`${edge.url}/api/user/logout`, { method: 'POST', headers: { authorization: token } });
    expect(out.code).toBe(1);
    expect((await info(token)).code).toBe(999);
  });

  test('what another server revokes is worthless here within 5 s, and listeners are told', async () => {
    const clock = new ManualClock(systemClock.now());
    const [here, there] = [sessionsWith(clock), sessionsWith(clock)];
    await here.start();
    const { token } = await edge.user('demo');
    expect(await here.find(token)).toBeDefined();
    expect(here.known(token)).toBeDefined();
    // Others' revocations of the last seconds are told too.
    const told = new Promise<void>((resolve) =>
      here.onRevoked((tokenHash) => {
        if (hashToken(token).equals(tokenHash)) resolve();
      }),
    );
    await revokeSession(edge.database.app, hashToken(token));
    there.revoked(hashToken(token));
    clock.advance(1_500);
    await told;
    expect(here.known(token)).toBeUndefined();
    expect(await here.find(token)).toBeUndefined();
    await here.stop();
  });

  test('a server that cannot hear of revocations trusts nothing it remembers', async () => {
    const clock = new ManualClock(systemClock.now());
    const sessions = sessionsWith(clock);
    await sessions.start();
    const { token } = await edge.user('demo');
    await sessions.find(token);
    await sessions.stop();
    expect(sessions.known(token)).toBeUndefined();
    expect(await sessions.find(token)).toBeDefined();
  });

  test('30 days without use end a session; use keeps it, written once a minute at most', async () => {
    const clock = new ManualClock(1_700_000_000_000);
    const sessions = sessionsWith(clock);
    const { id } = await edge.user('demo');
    const token = await sessions.create(id);
    const lastUsed = async (): Promise<number> => {
      const { rows } = await edge.database.owner.query('SELECT last_used_time FROM sessions WHERE token_hash = $1', [
        hashToken(token),
      ]);
      return Number(rows[0].last_used_time);
    };
    await sessions.start();
    clock.jump(59_000);
    await sessions.find(token);
    await sessions.start();
    expect(await lastUsed()).toBe(1_700_000_000_000);
    clock.jump(29 * DAY_MS);
    await sessions.find(token);
    await sessions.start();
    expect(await lastUsed()).toBe(1_700_000_059_000 + 29 * DAY_MS);
    await sessions.stop();
    clock.jump(30 * DAY_MS);
    expect(await sessions.find(token)).toBeDefined();
    clock.jump(1);
    expect(await sessionsWith(clock).find(token)).toBeUndefined();
  });

  test('a text that is no token costs no look into the database', async () => {
    const db = { query: () => Promise.reject(new Error('asked')) } as unknown as typeof edge.database.app;
    const sessions = new Sessions({ db, clock: systemClock, entropy: systemEntropy, logger: silent });
    for (const text of ['', 'x', 'y'.repeat(42), `${'y'.repeat(42)}=`, 'y'.repeat(44), '\u0000'.repeat(43)]) {
      expect(await sessions.find(text)).toBeUndefined();
    }
    await expect(sessions.find('y'.repeat(43))).rejects.toThrow('asked');
  });
});

describe('signing in', () => {
  const passwords = new Passwords(systemEntropy);
  beforeAll(async () => {
    const passwordHash = await passwords.hash('correct horse');
    await runAll(
      edge.database.app,
      insertUsers([{ id: 900n, realm: 'live', uid: 'U900', email: 'ann@example.com', passwordHash, createdTime: 1 }]),
    );
  });

  test('a frozen sign-in is told to who knows the password alone, and is not remembered under the key', async () => {
    const freeze = (locks: number, freezes: object) =>
      edge.database.owner.query('UPDATE user_standing SET locks = $1, freezes = $2 WHERE user_id = 900', [
        locks,
        JSON.stringify(freezes),
      ]);
    await freeze(4, { sign_in: { reason: 'a stolen phone', time: 1, by: '1', until: null } });
    const key = 'a-key-of-one-sign-in';
    const answer = await login('ann@example.com', 'correct horse', key);
    expect(codeOf('FROZEN')).toBe(answer.code);
    expect(answer.msg).toContain('a stolen phone');
    expect((await login('ann@example.com', 'wrong')).code).toBe(codeOf('LOGIN_FAILED'));
    const { rows } = await edge.database.owner.query('SELECT 1 FROM sessions WHERE user_id = 900');
    expect(rows).toEqual([]);
    await freeze(0, {});
    expect((await login('ann@example.com', 'correct horse', key)).code).toBe(1);
  });

  test('a freeze that comes while the password is checked leaves no session', async () => {
    const staff = await edge.database.owner.connect();
    await staff.query('BEGIN');
    const freezes = JSON.stringify({ sign_in: { reason: 'a stolen phone', time: 1, by: '1', until: null } });
    await staff.query('UPDATE user_standing SET locks = 4, freezes = $1 WHERE user_id = 900', [freezes]);
    const answer = login('ann@example.com', 'correct horse');
    await untilBlocked(edge.database.owner, staff);
    await staff.query('COMMIT');
    staff.release();
    expect((await answer).code).toBe(codeOf('FROZEN'));
    await edge.database.owner.query(`UPDATE user_standing SET locks = 0, freezes = '{}' WHERE user_id = 900`);
  });

  test('the right password opens a session of a real user', async () => {
    const answer = await login(' Ann@Example.com', 'correct horse');
    expect(answer).toMatchObject({ code: 1, data: { user: { id: '900', email: 'ann@example.com', is_demo: 0 } } });
    const { token } = answer.data as { token: string };
    expect((await info(token)).data).toMatchObject({
      user: { uid: 'U900' },
      balances: [
        { type: 'change', accountTypeId: 1, balance: '0.00' },
        { type: 'forex', accountTypeId: 2 },
        { type: 'micro', accountTypeId: 3 },
      ],
    });
  });

  const tokenOf = (answer: Awaited<ReturnType<typeof login>>): string =>
    (answer.data as { token?: string }).token ?? '';
  const sessionsOf = async (id: bigint): Promise<number> => {
    const found = await edge.database.owner.query('SELECT count(*)::int AS n FROM sessions WHERE user_id = $1', [id]);
    return found.rows[0].n;
  };

  test('repeated under its key, at once and later, is one session with one token that works', async () => {
    const before = await sessionsOf(900n);
    const repeat = () => login('ann@example.com', 'correct horse', 'one-tap-of-ann-0001');
    const tokens = (await Promise.all(Array.from({ length: 6 }, repeat))).map(tokenOf);
    tokens.push(tokenOf(await repeat()));
    expect(new Set(tokens).size).toBe(1);
    expect(await sessionsOf(900n)).toBe(before + 1);
    expect((await info(tokens[0] ?? '')).code).toBe(1);
    const other = tokenOf(await login('ann@example.com', 'correct horse', 'another-tap-of-ann-2'));
    expect(other).not.toBe(tokens[0]);
  });

  test('a key that anybody could guess repeats nothing', async () => {
    const [one, two] = [
      await login('ann@example.com', 'correct horse', 'short'),
      await login('ann@example.com', 'correct horse', 'short'),
    ];
    expect(tokenOf(one)).not.toBe(tokenOf(two));
  });

  test('a wrong password is judged anew under any key, and leaves nothing behind', async () => {
    const key = 'a-tap-with-a-slip-of-the-finger';
    const rows = async () => (await edge.database.owner.query('SELECT count(*)::int AS n FROM command_keys')).rows[0].n;
    const before = await rows();
    expect((await login('ann@example.com', 'wrong horse', key)).code).toBe(codeOf('LOGIN_FAILED'));
    expect(await rows()).toBe(before);
    expect((await login('ann@example.com', 'correct horse', key)).code).toBe(1);
    expect((await login('ann@example.com', 'wrong horse', key)).code).toBe(codeOf('LOGIN_FAILED'));
  });

  test('nothing stored gives anybody the token, the key or a quick trial of the password', async () => {
    const key = 'a-key-that-nobody-stores';
    const token = tokenOf(await login('ann@example.com', 'correct horse', key));
    const found = await edge.database.owner.query(
      `SELECT key, encode(body_hash, 'hex') AS body, answer::text AS answer FROM command_keys WHERE owner_id = 900 ORDER BY time`,
    );
    const stored = JSON.stringify(found.rows);
    for (const secret of [token, key, 'correct horse']) expect(stored).not.toContain(secret);
    // Another password under another key would leave the same hash: it says nothing of it.
    expect(new Set(found.rows.map((row) => row.body)).size).toBe(1);
  });

  test('once its session has ended a key brings nobody back', async () => {
    const key = 'a-tap-before-the-logout';
    const token = tokenOf(await login('ann@example.com', 'correct horse', key));
    const headers = { authorization: token, 'idempotency-key': 'a-logout-of-ann' };
    expect((await send(`${edge.url}/api/user/logout`, { method: 'POST', headers })).code).toBe(1);
    expect((await login('ann@example.com', 'correct horse', key)).code).toBe(codeOf('SESSION_EXPIRED'));
    // The same key for another session would end that one: it is another request.
    const second = tokenOf(await login('ann@example.com', 'correct horse', 'a-tap-after-the-logout'));
    const reused = await send(`${edge.url}/api/user/logout`, {
      method: 'POST',
      headers: { ...headers, authorization: second },
    });
    expect(reused.code).toBe(codeOf('KEY_REUSED'));
    expect((await info(second)).code).toBe(1);
  });

  test('a wrong password, an unknown account and a demo user get the same answer', async () => {
    await edge.user('demo');
    const answers = [
      await login('ann@example.com', 'wrong horse'),
      await login('nobody@example.com', 'correct horse'),
      await login('+85212345678', 'correct horse'),
    ];
    for (const { code, msg, data } of answers) {
      expect({ code, msg, data }).toEqual({ code: codeOf('LOGIN_FAILED'), msg: answers[0]?.msg, data: {} });
    }
  });

  test('and take the same time: each costs one hash', async () => {
    const timed = async (account: string): Promise<number> => {
      const times: number[] = [];
      for (let i = 0; i < 15; i += 1) {
        const started = performance.now();
        await login(account, 'wrong horse');
        times.push(performance.now() - started);
      }
      return times.sort((a, b) => a - b)[7] ?? 0;
    };
    const [known, unknown] = [await timed('ann@example.com'), await timed('nobody@example.com')];
    // Without the hash an answer takes a tenth of that; a busy machine may halve one of the two.
    expect(Math.min(known, unknown) / Math.max(known, unknown)).toBeGreaterThan(0.25);
  });

  test('empty fields are named, not tried', async () => {
    expect((await login('', 'x')).code).toBe(codeOf('VALUE_MISSING'));
    expect((await login('ann@example.com', '')).code).toBe(codeOf('VALUE_MISSING'));
  });

  test('logins in numbers wait their turn, and too many are told so', async () => {
    const all = await Promise.allSettled(Array.from({ length: 130 }, () => passwords.verify(undefined, 'x')));
    const refused = all.filter((one) => one.status === 'rejected').length;
    expect([all.length - refused, refused]).toEqual([102, 28]);
  });
});

test('what the app needs at its start is there without a token', async () => {
  const basic = await send(`${edge.url}/api/basicSet/getBasicInfo`);
  expect(basic.data).toMatchObject({ trade_fee_type: 2, micro_loss_level: 0 });
  expect((await send(`${edge.url}/api/default/main_status`)).data).toEqual({ status: 0, url: '' });
  const languages = (await send(`${edge.url}/v3/api/languages`)).data as { key: string; value: string }[];
  expect(languages.length).toBe(18);
  expect(languages.find((one) => one.key === 'th')?.value).toBe('th-TH');
});
