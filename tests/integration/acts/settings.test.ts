// A change of a setting and the act that says so are one transaction: neither is ever there without the other.

import { createHash } from 'node:crypto';
import { DECLARED_SETTINGS } from '@fairtick/server/domains/parts';
import { SYSTEM } from '@fairtick/server/platform/principals';
import { announce } from '@fairtick/server/platform/settings/announce';
import { publicSettings } from '@fairtick/server/platform/settings/public';
import { seedSettings } from '@fairtick/server/platform/settings/table';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../harness/database.ts';
import { startPlacing } from './acts.ts';

const visitor = {
  principal: undefined,
  lang: 'en',
  key: 'k',
  address: '127.0.0.1',
  agent: '',
  deviceHash: null,
  requestId: '1',
} as const;

let db: TestDatabase;
beforeEach(async () => {
  db = await createTestDatabase();
  await seedSettings(db.owner, DECLARED_SETTINGS);
});
afterEach(() => db.drop());

function setting(key: string) {
  const found = DECLARED_SETTINGS.find((one) => one.key === key);
  if (!found) throw new Error(`no setting ${key}`);
  return found;
}

const acts = async (): Promise<readonly unknown[]> =>
  (await db.owner.query(`SELECT kind, actor_kind, actor_id, subject_id, contents FROM acts ORDER BY id`)).rows;
const versions = async (): Promise<number> =>
  (await db.owner.query(`SELECT count(*)::int AS n FROM setting_versions WHERE version > 1`)).rows[0].n;

test('the act says who changed which setting from what to what, and from when on', async () => {
  const staff = { kind: 'staff', id: 31n } as const;
  const changes = [
    await announce(db.ownerUrl, { setting: setting('trade_fee_type'), value: 1, actor: SYSTEM }),
    await announce(db.ownerUrl, { setting: setting('trade_fee_type'), value: 2, actor: staff }),
  ];
  const expected = [
    { by: 'system:0', actor_kind: 'system', actor_id: 0n, version: 2, old: 2, new: 1 },
    { by: 'staff:31', actor_kind: 'staff', actor_id: 31n, version: 3, old: 1, new: 2 },
  ].map(({ by, actor_kind, actor_id, ...rest }, i) => {
    const done = changes[i];
    const from = done?.ok ? done.value.effectiveFrom : Number.NaN;
    const contents = JSON.stringify({ by, about: 'setting:trade_fee_type', key: 'trade_fee_type', ...rest, from });
    return { kind: 'setting_changed', actor_kind, actor_id, subject_id: 'trade_fee_type', contents };
  });
  expect(await acts()).toEqual(expected);
});

test('anybody reads every version there ever was, and of each the act as the public log has hashed it', async () => {
  for (const value of [1, 2]) await announce(db.ownerUrl, { setting: setting('trade_fee_type'), value, actor: SYSTEM });
  const placing = await startPlacing(db.app);
  await placing.integrator.look();
  const { setting_history: history } = publicSettings({ reads: () => db.app, settings: DECLARED_SETTINGS });
  const read = await history({ key: 'trade_fee_type' }, visitor);
  if (!read.ok) throw new Error(read.error.error);
  expect(read.value.data.map(({ version, value, act }) => [version, value, act?.index])).toEqual([
    [3, '2', 1],
    [2, '1', 0],
    // What held from the beginning nobody has changed.
    [1, '2', undefined],
  ]);
  for (const { act } of read.value.data.slice(0, 2)) {
    const hashed = createHash('sha256')
      .update(Buffer.from(act?.salt ?? '', 'hex'))
      .update(act?.contents ?? '');
    const { rows } = await db.owner.query<{ entry: Uint8Array }>(
      'SELECT entry FROM log_entries WHERE log = 2 AND idx = $1',
      [act?.index],
    );
    expect(Buffer.from(rows[0]?.entry ?? []).toString()).toContain(hashed.digest('base64'));
  }
  const older = await history({ key: 'trade_fee_type', before: 2 }, visitor);
  expect(older.ok && older.value).toMatchObject({ data: [{ version: 1 }], more: false });
  expect(await history({ key: 'no such' }, visitor)).toMatchObject({ ok: false });
  await placing.stop();
});

test('what is refused before or at the commit leaves neither a version nor an act', async () => {
  expect((await announce(db.ownerUrl, { setting: setting('trade_fee_type'), value: 7, actor: SYSTEM })).ok).toBe(false);
  const { rows } = await db.owner.query<{ now: bigint }>('SELECT database_ms() AS now');
  const near = { atMs: Number(rows[0]?.now) + 1_000 };
  expect(
    (await announce(db.ownerUrl, { setting: setting('trade_fee_type'), value: 1, actor: SYSTEM, ...near })).ok,
  ).toBe(false);
  expect([await acts(), await versions()]).toEqual([[], 0]);
});

test('where the act cannot be written the setting stays as it is', async () => {
  await db.owner.query(`ALTER TABLE acts ADD CONSTRAINT no_more CHECK (kind <> 'setting_changed')`);
  const announced = announce(db.ownerUrl, { setting: setting('trade_fee_type'), value: 1, actor: SYSTEM });
  await expect(announced).rejects.toThrow('no_more');
  expect(await versions()).toBe(0);
});
