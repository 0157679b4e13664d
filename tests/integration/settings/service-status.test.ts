// The service's status as two people set it on a running server: what opens is refused from its moment on, what was open before is closed, and what waits
// may still open. And that it can't lead anybody away: neither a proposal, nor the database, nor what a config named once.

import { ERROR_CODES } from '@fairtick/contract/errors';
import { systemClock } from '@fairtick/kernel/clock';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { insertStaff, type TestMember } from '../../harness/staff.ts';
import { type Envelope, type LiveApp, startLiveApp, type User } from '../../security/live-app.ts';

const LIMIT_MS = 50_000;
const OPEN = { status: 0, reason: 'none', from: 0, until: 0, url: '', min_version: 0 };
const CLOSING = { ...OPEN, status: 2, reason: 'incident' };

let app: LiveApp;
let user: User;
let [maker, checker]: TestMember[] = [];
beforeAll(async () => {
  app = await startLiveApp({ env: { STATUS_HOSTS: 'status.example.com' } });
  user = await app.demoUser();
  [maker, checker] = [
    await insertStaff(app.db, { roles: ['compliance'] }),
    await insertStaff(app.db, { roles: ['compliance'] }),
  ];
});
afterAll(() => app.stop());

const asUser = (path: string, fields: Readonly<Record<string, string>>): Promise<Envelope> =>
  app.call(path, { method: 'POST', headers: { authorization: user.token }, body: new URLSearchParams(fields) });
const asStaff = (
  member: TestMember | undefined,
  path: string,
  fields: Readonly<Record<string, string>>,
): Promise<Envelope> =>
  app.call(
    `/staff/api/${path}`,
    { method: 'POST', headers: { authorization: member?.token ?? '' }, body: new URLSearchParams(fields) },
    'staff',
  );

const propose = (value: unknown): Promise<Envelope> =>
  asStaff(maker, 'settings/propose', {
    key: 'service_status',
    value: JSON.stringify(value),
    reason: 'prices are in doubt',
  });
const proposed = z.object({ proposal: z.string() });

/** By both people, as far as it being agreed on. */
async function agree(value: unknown): Promise<void> {
  const { proposal: id } = proposed.parse((await propose(value)).data);
  const { rows } = await app.db.owner.query<{ hash: string }>(
    `SELECT encode(payload_hash, 'hex') AS hash FROM proposals WHERE id = $1`,
    [id],
  );
  const decision = { id, hash: rows[0]?.hash ?? '', decision: 'accept', reason: '' };
  expect((await asStaff(maker, 'proposals/decide', decision)).code).toBe(ERROR_CODES.OWN_WORK);
  expect((await asStaff(checker, 'proposals/decide', decision)).code).toBe(1);
}

const status = async (): Promise<unknown> => (await app.call('/api/default/main_status')).data;
async function until(seen: () => Promise<boolean>): Promise<void> {
  const startedMs = systemClock.monotonic();
  while (!(await seen()))
    if (systemClock.monotonic() - startedMs > LIMIT_MS) throw new Error('the status did not switch');
}
const isStatus = async (value: number): Promise<boolean> =>
  z.object({ status: z.number() }).parse(await status()).status === value;

const order = z.object({ Id: z.string() });
const place = (more: Readonly<Record<string, string>> = {}): Promise<Envelope> =>
  asUser('/v2/api/forex/submit', {
    ...{ type: '1', cont: '0.01', forex_id: String(app.pairIds.get('BTCUSD')), status: '1', multiple: '10' },
    ...more,
  });

test('one proposes and another agrees; from its moment on nothing opens, and everything that is open can be ended', async () => {
  const opened = order.parse((await place()).data).Id;
  const waiting = order.parse((await place({ status: '0', target_price: '1' })).data).Id;
  expect(await status()).toEqual(OPEN);
  await agree(CLOSING);
  await until(() => isStatus(2));
  expect(await status()).toEqual(CLOSING);
  for (const refused of [
    await place(),
    await place({ status: '0', target_price: '1' }),
    await asUser('/v2/api/micro/submit', { forex_id: '1', type: '1', number: '100', seconds: '300' }),
  ])
    expect(refused.code).toBe(ERROR_CODES.CLOSING_ONLY);
  expect(
    (await asUser('/v2/api/forex/set_stop_price', { id: opened, stop_loss_price: '1', target_profit_price: '0' })).code,
  ).toBe(1);
  expect((await asUser('/v2/api/forex/cancel_trade', { id: waiting })).code).toBe(1);
  expect((await asUser('/v2/api/forex/close', { id: opened })).code).toBe(1);
  await agree(OPEN);
  await until(() => isStatus(0));
  expect((await place()).code).toBe(1);
  const history = await app.call('/v3/api/settings/service_status');
  const versions = z.object({ data: z.array(z.object({ value: z.string() })) }).parse(history.data).data;
  expect(versions.map(({ value }) => z.object({ status: z.number() }).parse(JSON.parse(value)).status)).toEqual([
    0, 2, 0,
  ]);
  expect(app.errors).toEqual([]);
});

test('nobody proposes an address at a stranger’s', async () => {
  for (const url of [
    'https://evil.example',
    'https://status.example.com@evil.example',
    '//evil.example',
    '/\\evil.example',
  ])
    expect((await propose({ ...OPEN, status: 3, url })).code).toBe(ERROR_CODES.INPUT_INVALID);
  expect((await propose({ ...OPEN, status: 3, url: 'https://status.example.com/where' })).code).toBe(1);
});

test('the database itself takes none, whoever writes it', async () => {
  const write = (value: unknown) =>
    app.db.owner.query(
      `INSERT INTO setting_versions (key, version, value, effective_from, created_time, actor_kind, actor_id)
       SELECT 'service_status', 1 + max(version), $1, database_ms() + 60000, 0, 'system', 0 FROM setting_versions WHERE key = 'service_status'`,
      [JSON.stringify(value)],
    );
  for (const url of [
    '//evil.example',
    '/\\evil.example',
    'http://evil.example',
    'javascript:alert(1)',
    'https://a@evil.example',
    'https://a.example\n.b',
    null,
    7,
  ])
    await expect(write({ ...OPEN, status: 4, url }), `${url}`).rejects.toMatchObject({
      constraint: 'status_leads_home',
    });
  for (const status of [5, null, '', 2.5])
    await expect(write({ ...OPEN, status }), `${status}`).rejects.toMatchObject({ constraint: 'status_leads_home' });
  await expect(write({})).rejects.toMatchObject({ constraint: 'status_leads_home' });
});

test('what the config does not name any more leads nowhere, and is told to nobody', async () => {
  const other = await startLiveApp({
    settings: { service_status: { ...OPEN, status: 3, url: 'https://status.example.com/' } },
  });
  try {
    expect((await other.call('/api/default/main_status')).data).toEqual({ ...OPEN, status: 3 });
  } finally {
    await other.stop();
  }
});
