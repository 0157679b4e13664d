// Rules §4 as far as tokens, on a real database and over HTTP.

import { ManualClock, systemClock } from '@fairtick/kernel/clock';
import { systemEntropy } from '@fairtick/kernel/random';
import { Sessions } from '@fairtick/server/domains/accounts/index';
import { revokeSession } from '@fairtick/server/domains/accounts/table';
import type { Logger } from '@fairtick/server/platform/logger';
import { hashToken } from '@fairtick/server/platform/sign-in/token';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Edge, send, startEdge } from './edge.ts';

const DAY_MS = 86_400_000;
const silent: Logger = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };

let edge: Edge;
beforeAll(async () => {
  edge = await startEdge({ accounts: true });
});
afterAll(() => edge.close());

const info = (token: string) => send(`${edge.url}/api/user/info`, { headers: { authorization: token } });
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
    clock.jump(30 * DAY_MS - 1);
    expect(await sessionsWith(clock).find(token)).toBeDefined();
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

test('what the app needs at its start is there without a token', async () => {
  const basic = await send(`${edge.url}/api/basicSet/getBasicInfo`);
  expect(basic.data).toMatchObject({ trade_fee_type: 2, micro_loss_level: 0 });
  expect((await send(`${edge.url}/api/default/main_status`)).data).toEqual({
    ...{ status: 0, reason: 'none', from: 0, until: 0, url: '', min_version: 0 },
  });
  const languages = (await send(`${edge.url}/v3/api/languages`)).data as { key: string; value: string }[];
  expect(languages.length).toBe(18);
  expect(languages.find((one) => one.key === 'th')?.value).toBe('th-TH');
});
