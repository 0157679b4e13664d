// Settings on a real database: announced ahead, read by every server, switched by the database's clock, never traded on when stale.

import { ManualClock, systemClock } from '@fairtick/kernel/clock';
import { amount } from '@fairtick/kernel/decimal';
import {
  CATALOGUE,
  pairSetting,
  pairsOverTime,
  readPairIdentities,
  seedPairs,
} from '@fairtick/server/domains/market/index';
import { settingsOf } from '@fairtick/server/domains/market/pairs';
import { DECLARED_SETTINGS, tradingSettings } from '@fairtick/server/domains/parts';
import { allSettings } from '@fairtick/server/main/settings-list';
import { createAppPool } from '@fairtick/server/platform/database/pools';
import type { Logger } from '@fairtick/server/platform/logger';
import { SYSTEM } from '@fairtick/server/platform/principals';
import { announce } from '@fairtick/server/platform/settings/announce';
import { SettingsRegistry } from '@fairtick/server/platform/settings/registry';
import type { AnySetting, Setting } from '@fairtick/server/platform/settings/setting';
import { seedSettings } from '@fairtick/server/platform/settings/table';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../harness/database.ts';
import { presetSettings } from '../../harness/preset.ts';

const SECOND = 1_000;

let db: TestDatabase;
let settings: readonly AnySetting[];
let said: string[];

beforeEach(async () => {
  db = await createTestDatabase();
  await seedSettings(db.owner, DECLARED_SETTINGS);
  await seedPairs(db.owner, CATALOGUE);
  settings = await allSettings(db.owner);
  said = [];
});
afterEach(() => db.drop());

const logger: Logger = {
  debug: () => {},
  info: () => {},
  warn: (_fields, text) => void said.push(text),
  error: (_fields, text) => void said.push(text),
};

async function open(clock = new ManualClock(0)): Promise<{ registry: SettingsRegistry; clock: ManualClock }> {
  const registry = await SettingsRegistry.open({ db: db.app, clock, logger, settings });
  if (!registry.ok) throw new Error(registry.error);
  return { registry: registry.value, clock };
}

const declared = (key: string): AnySetting => {
  const found = settings.find((one) => one.key === key);
  if (!found) throw new Error(`no setting ${key}`);
  return found;
};

/** `aheadMs` from now by the database's clock. */
async function change(key: string, value: unknown, aheadMs?: number): Promise<string> {
  const { rows } = await db.owner.query<{ now: bigint }>('SELECT database_ms() AS now');
  const at = aheadMs === undefined ? {} : { atMs: Number(rows[0]?.now) + aheadMs };
  const done = await announce(db.ownerUrl, { setting: declared(key), value, actor: SYSTEM, ...at });
  return done.ok ? `version ${done.value.version}` : done.error;
}

const feeTypeOf = (registry: SettingsRegistry): number => tradingSettings(registry).forex.feeType;

describe('a change', () => {
  test('is one only at its moment, with a new version for ever beside the old one', async () => {
    const { registry, clock } = await open();
    const switched: string[][] = [];
    registry.onSwitch((keys) => switched.push([...keys]));
    expect(await change('trade_fee_type', 1, 60 * SECOND)).toBe('version 2');
    await registry.refresh();
    clock.advance(59 * SECOND);
    expect([feeTypeOf(registry), switched]).toEqual([2, []]);
    clock.advance(1.1 * SECOND);
    expect([feeTypeOf(registry), switched]).toEqual([1, [['trade_fee_type']]]);
    const { rows } = await db.app.query('SELECT version, value FROM setting_versions WHERE key = $1 ORDER BY version', [
      'trade_fee_type',
    ]);
    expect(rows).toEqual([
      { version: 1, value: 2 },
      { version: 2, value: 1 },
    ]);
  });

  test('that was announced later overtakes the one that was to come', async () => {
    const { registry, clock } = await open();
    await change('kyc_retention_years', 40, 120 * SECOND);
    await change('kyc_retention_years', 20, 60 * SECOND);
    await registry.refresh();
    clock.advance(61 * SECOND);
    expect(tradingSettings(registry).keepsImagesYears).toBe(20);
    clock.advance(600 * SECOND);
    expect(tradingSettings(registry).keepsImagesYears).toBe(20);
  });

  test('is refused with a sentence when its value is not the setting’s or its moment is near', async () => {
    expect(await change('trade_fee_type', 3, 60 * SECOND)).toMatch(/^The setting trade_fee_type can't be that/);
    expect(await change('micro_max_per_expiry', 20_000, 60 * SECOND)).toMatch(/^The setting micro_max_per_expiry/);
    const late = 'The setting trade_fee_type stays as it is: a change is announced at least 5 s before its moment.';
    for (const aheadMs of [-SECOND, 0, 4 * SECOND]) expect(await change('trade_fee_type', 1, aheadMs)).toBe(late);
    const { rows } = await db.owner.query('SELECT count(*)::int AS n FROM setting_versions WHERE version > 1');
    expect(rows).toEqual([{ n: 0 }]);
  });

  test('of a pair can never be one of what its logged prices stand on', async () => {
    const [euro] = CATALOGUE;
    if (!euro) throw new Error('the catalogue is empty');
    expect(await change('pair:1', settingsOf({ ...euro, pricePrecision: 4 }), 60 * SECOND)).toMatch(/never changes/);
    expect(await change('pair:1', settingsOf({ ...euro, quote: 'JPY' }), 60 * SECOND)).toMatch(/never changes/);
    expect(await change('pair:1', settingsOf({ ...euro, feeRate: amount(5n) }), 60 * SECOND)).toBe('version 2');
  });

  test('announced by many at once is one version after the other', async () => {
    const all = await Promise.all(
      Array.from({ length: 8 }, (_, n) => change('kyc_retention_years', n + 1, 60 * SECOND)),
    );
    expect(all.toSorted()).toEqual(Array.from({ length: 8 }, (_, n) => `version ${n + 2}`));
  });
});

describe('two servers', () => {
  test('switch at the same moment of the database’s clock, whatever their own clocks say', async () => {
    const other = createAppPool(db.ownerUrl);
    // One whose clocks stand elsewhere.
    const astray = {
      ...systemClock,
      now: () => systemClock.now() + 3_600_000,
      monotonic: () => systemClock.monotonic() + 77_777,
    };
    const opened = await Promise.all([
      SettingsRegistry.open({ db: db.app, clock: systemClock, logger, settings }),
      SettingsRegistry.open({ db: other, clock: astray, logger, settings }),
    ]);
    const registries = opened.flatMap((one) => (one.ok ? [one.value] : []));
    expect(registries.length).toBe(2);
    for (const registry of registries) registry.start();
    expect(await change('trade_fee_type', 1, 8 * SECOND)).toBe('version 2');
    const { rows } = await db.app.query<{ at: bigint }>('SELECT max(effective_from) AS at FROM setting_versions');
    const switched = registries.map(
      (registry) =>
        new Promise<{ database: number; own: number }>((resolve) =>
          registry.onSwitch(async () => {
            const own = systemClock.monotonic();
            const now = await db.owner.query<{ now: bigint }>('SELECT database_ms() AS now');
            resolve({ database: Number(now.rows[0]?.now), own });
          }),
        ),
    );
    expect(registries.map(feeTypeOf)).toEqual([2, 2]);
    const [one, two] = await Promise.all(switched);
    if (!one || !two) throw new Error('two servers switch');
    expect(registries.map(feeTypeOf)).toEqual([1, 1]);
    const at = Number(rows[0]?.at);
    // Not before; and no further apart than a busy machine's timers.
    for (const { database } of [one, two]) expect(database).toBeGreaterThanOrEqual(at - 5);
    expect(Math.abs(one.own - two.own)).toBeLessThan(2_000);
    for (const registry of registries) await registry.stop();
    await other.end();
  });
});

describe('a server', () => {
  test('that could not read for longer than an announcement lasts is out of step until it has read again', async () => {
    const { registry, clock } = await open();
    expect(registry.inStep).toBe(true);
    clock.advance(4 * SECOND);
    expect(registry.inStep).toBe(true);
    clock.advance(1);
    expect(registry.inStep).toBe(false);
    await registry.refresh();
    expect(registry.inStep).toBe(true);
  });

  test('says once that it can’t read, and goes on when it can', async () => {
    const { registry, clock } = await open();
    await db.owner.query('ALTER TABLE setting_versions RENAME TO away');
    for (let n = 0; n < 5; n += 1) {
      clock.advance(SECOND);
      await registry.refresh();
    }
    expect([registry.inStep, said]).toEqual([false, ['settings cannot be read']]);
    await db.owner.query('ALTER TABLE away RENAME TO setting_versions');
    await registry.refresh();
    expect(registry.inStep).toBe(true);
  });

  test('keeps the old value of a version that it can’t read, and opens nothing until a good one is in force', async () => {
    const { registry, clock } = await open();
    const ahead = (ms: number) => `database_ms() + ${ms}`;
    const byHand = (version: number, value: string, ms: number) =>
      db.owner.query(
        `INSERT INTO setting_versions VALUES ('kyc_retention_years', ${version}, '${value}', ${ahead(ms)}, 0, 'system', 0)`,
      );
    await byHand(2, '"much"', 60 * SECOND);
    await registry.refresh();
    expect(said).toEqual([expect.stringMatching(/^The setting kyc_retention_years can't be that/)]);
    expect(registry.inStep).toBe(true);
    clock.advance(61 * SECOND);
    expect(tradingSettings(registry).keepsImagesYears).toBe(5);
    expect(registry.health()).toMatchObject({ inStep: false, faulty: ['kyc_retention_years'] });
    await byHand(3, '15', 6 * SECOND);
    await registry.refresh();
    // Its own estimate never goes back, so that the moment of the new version has come for it.
    expect(tradingSettings(registry).keepsImagesYears).toBe(15);
    expect(registry.inStep).toBe(true);
  });

  test('does not start on a setting that is missing or malformed, and says which', async () => {
    await presetSettings(db.owner, { micro_presets: ['ten'] });
    const malformed = await SettingsRegistry.open({ db: db.app, clock: new ManualClock(0), logger, settings });
    expect(malformed).toEqual({ ok: false, error: expect.stringContaining('The setting micro_presets') });
    const missing: Setting<unknown> = { ...declared('micro_presets'), key: 'not_there' };
    const opened = await SettingsRegistry.open({ db: db.app, clock: new ManualClock(0), logger, settings: [missing] });
    expect(opened).toEqual({ ok: false, error: expect.stringContaining('The setting not_there has no value') });
  });
});

describe('versions', () => {
  test('are written by the owner alone, and changed by nobody', async () => {
    const insert = `INSERT INTO setting_versions VALUES ('kyc_retention_years', 2, '1', database_ms() + 60000, 0, 'system', 0)`;
    await expect(db.app.query(insert)).rejects.toThrow('permission denied');
    for (const act of ['UPDATE setting_versions SET value = value', 'DELETE FROM setting_versions'])
      for (const pool of [db.app, db.owner]) await expect(pool.query(act)).rejects.toMatchObject({ code: '42501' });
    await expect(db.owner.query(insert.replace(', 2,', ', 3,'))).rejects.toThrow('follow each other');
  });

  test('must be ahead of the log’s time too, which may run before the database’s clock', async () => {
    await db.owner.query('UPDATE log_state SET last_received_time = database_ms() + 3600000');
    expect(await change('kyc_retention_years', 1, 60 * SECOND)).toMatch(/announced at least 5 s before/);
    expect(await change('kyc_retention_years', 1)).toBe('version 2');
  });
});

test('pairs are on the terms of any moment of the log, the same objects for what stayed', async () => {
  const identities = await readPairIdentities(db.app);
  const ofPairs = identities.map((identity) => pairSetting(identity));
  const clock = new ManualClock(0);
  const opened = await SettingsRegistry.open({ db: db.app, clock, logger, settings: ofPairs });
  if (!opened.ok) throw new Error(opened.error);
  const terms = pairsOverTime(opened.value, ofPairs);
  const before = terms.at();
  expect(before).toEqual(CATALOGUE);
  const [euro] = CATALOGUE;
  if (!euro) throw new Error('the catalogue is empty');
  await change('pair:1', settingsOf({ ...euro, enabled: false }), 60 * SECOND);
  await opened.value.refresh();
  const { rows } = await db.app.query<{ at: bigint }>('SELECT max(effective_from) AS at FROM setting_versions');
  const moment = Number(rows[0]?.at);
  // A log whose clock is ahead of ours, and one that is read again later.
  const later = terms.at(moment);
  expect([terms.at(moment - 1)[0]?.enabled, later[0]?.enabled, terms.at()[0]?.enabled]).toEqual([true, false, true]);
  clock.advance(61 * SECOND);
  expect([terms.at()[0]?.enabled, terms.at(moment - 1)[0]?.enabled]).toEqual([false, true]);
  expect(terms.at(moment - 1)[0]).toBe(before[0]);
  expect(terms.at(moment)).toBe(later);
  expect(later[1]).toBe(before[1]);
});
