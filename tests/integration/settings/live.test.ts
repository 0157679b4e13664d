// A running server takes announced terms over at their moment, for what is placed from then on; what was accepted before keeps its own.

import { systemClock } from '@fairtick/kernel/clock';
import { CATALOGUE, pairSetting } from '@fairtick/server/domains/market/index';
import { settingsOf } from '@fairtick/server/domains/market/pairs';
import { allSettings } from '@fairtick/server/main/settings-list';
import { SYSTEM } from '@fairtick/server/platform/principals';
import { announce } from '@fairtick/server/platform/settings/announce';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { type LiveApp, startLiveApp, type User } from '../../security/live-app.ts';

const LIMIT_MS = 50_000;
/** Enough for three announcements on a busy machine. */
const AHEAD_MS = 15_000;

let app: LiveApp;
let user: User;
beforeAll(async () => {
  app = await startLiveApp();
  user = await app.demoUser();
});
afterAll(() => app.stop());

async function change(values: Readonly<Record<string, unknown>>): Promise<void> {
  const known = await allSettings(app.db.owner);
  const { rows } = await app.db.owner.query<{ now: bigint }>('SELECT database_ms() AS now');
  const atMs = Number(rows[0]?.now) + AHEAD_MS;
  for (const [key, value] of Object.entries(values)) {
    const setting = known.find((one) => one.key === key);
    if (!setting) throw new Error(`no setting ${key}`);
    expect(await announce(app.db.ownerUrl, { setting, value, atMs, actor: SYSTEM })).toMatchObject({ ok: true });
  }
}

/** Asks until `seen` says yes. */
async function until(seen: () => Promise<boolean>): Promise<void> {
  const startedMs = systemClock.monotonic();
  while (!(await seen()))
    if (systemClock.monotonic() - startedMs > LIMIT_MS) throw new Error('the terms did not switch');
}

const order = z.object({ Id: z.string() });

async function place(): Promise<string> {
  const fields = { type: '1', cont: '0.01', forex_id: String(app.pairIds.get('BTCUSD')), status: '1', multiple: '10' };
  const placed = await app.call('/v2/api/forex/submit', {
    method: 'POST',
    headers: { authorization: user.token },
    body: new URLSearchParams(fields),
  });
  return placed.code === 1 ? order.parse(placed.data).Id : `refused: ${placed.msg}`;
}

const termsOf = async (id: string) =>
  (await app.db.owner.query('SELECT fee_type, fee_rate, multiple FROM forex_orders WHERE id = $1', [id])).rows[0];

test('fees and pairs switch live; an order keeps what it was accepted on', async () => {
  const bitcoin = CATALOGUE.find(({ code }) => code === 'BTCUSD');
  if (!bitcoin) throw new Error('there is no bitcoin');
  const before = await place();
  const terms = { fee_type: 2, fee_rate: '0.00500000', multiple: 10 };
  expect(await termsOf(before)).toEqual(terms);
  const { first } = pairSetting(bitcoin, { ...bitcoin, multiples: [10, 25] });
  await change({ trade_fee_type: 1, micro_presets: ['7'], [`pair:${bitcoin.id}`]: first });
  const basic = async (): Promise<unknown> => (await app.call('/api/basicSet/getBasicInfo')).data;
  expect(await basic()).toMatchObject({ trade_fee_type: 2 });
  await until(async () => z.object({ trade_fee_type: z.number() }).parse(await basic()).trade_fee_type === 1);
  const after = await place();
  expect(await termsOf(after)).toMatchObject({ fee_type: 1 });
  expect(await termsOf(before)).toEqual(terms);
  const list = z.array(z.object({ Code: z.string(), HasForexMultiple: z.unknown() }));
  const shown = list.parse((await app.call('/v2/api/forex/trade_list')).data);
  expect(shown.find(({ Code }) => Code === 'BTCUSD')?.HasForexMultiple).toEqual([{ Value: 10 }, { Value: 25 }]);
});

test('a pair that is switched off takes no more orders, and is told to be closed', async () => {
  const bitcoin = CATALOGUE.find(({ code }) => code === 'BTCUSD');
  if (!bitcoin) throw new Error('there is no bitcoin');
  await change({ [`pair:${bitcoin.id}`]: settingsOf({ ...bitcoin, enabled: false }) });
  const list = z.array(z.object({ Code: z.string(), StatusReason: z.string() }));
  const reason = async (): Promise<string | undefined> =>
    list.parse((await app.call('/v2/api/forex/trade_list')).data).find(({ Code }) => Code === 'BTCUSD')?.StatusReason;
  await until(async () => (await reason()) === 'disabled');
  expect(await place()).toMatch(/^refused/);
  expect(app.errors.filter((text) => text.includes('settings'))).toEqual([]);
});
