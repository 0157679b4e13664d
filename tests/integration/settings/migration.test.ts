// A database from before versions: what its operator had set goes on to hold, as version 1.

import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { CATALOGUE, readPairs, seedPairs } from '@fairtick/server/domains/market/index';
import { settingsOf } from '@fairtick/server/domains/market/pairs';
import { DECLARED_SETTINGS } from '@fairtick/server/domains/parts';
import { migrate, migrationsFolder } from '@fairtick/server/platform/database/migrate';
import { connectOwner, createOwnerPool } from '@fairtick/server/platform/database/pools';
import { readCurrent, seedSettings } from '@fairtick/server/platform/settings/table';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { clusterUrlVariable, onDatabase } from '../../harness/database.ts';

const NAME = 'before_versions';
const clusterUrl = process.env[clusterUrlVariable] ?? '';
let earlier: string;

const asOwner = async (sql: string): Promise<void> => {
  const client = await connectOwner(clusterUrl);
  await client.query(sql).finally(() => client.end());
};

beforeEach(async () => {
  await asOwner(`CREATE DATABASE ${NAME}`);
  earlier = fs.mkdtempSync(path.join(os.tmpdir(), 'fairtick-migrations-'));
});
/** All migrations before this one, as a release had them. */
function releaseBefore(number: number): void {
  for (const file of fs.readdirSync(migrationsFolder))
    if (Number.parseInt(file, 10) < number)
      fs.copyFileSync(path.join(migrationsFolder, file), path.join(earlier, file));
}
afterEach(async () => {
  fs.rmSync(earlier, { recursive: true });
  await asOwner(`DROP DATABASE ${NAME} WITH (FORCE)`);
});

test('settings and pairs are carried over, seeds change none of them', async () => {
  releaseBefore(13);
  const url = onDatabase(clusterUrl, NAME);
  await migrate(url, earlier);
  const owner = createOwnerPool(url);
  await owner.query(`INSERT INTO settings VALUES ('trade_fee_type', '1'), ('an_older_one', '"x"')`);
  for (const pair of CATALOGUE) {
    const { enabled, ...terms } = settingsOf({ ...pair, enabled: pair.id !== 3 });
    await owner.query('INSERT INTO pairs (id, code, settings, enabled) VALUES ($1, $2, $3, $4)', [
      pair.id,
      pair.code,
      JSON.stringify(terms),
      enabled,
    ]);
  }
  await migrate(url);
  await seedSettings(owner, DECLARED_SETTINGS);
  await seedPairs(owner, CATALOGUE);
  expect(await readPairs(owner)).toEqual(CATALOGUE.map((pair) => ({ ...pair, enabled: pair.id !== 3 })));
  const current = await readCurrent(owner);
  expect(current.get('trade_fee_type')).toMatchObject({ version: 1, value: 1 });
  expect(current.get('an_older_one')).toMatchObject({ version: 1, value: 'x' });
  expect(current.get('leverage_risk')).toMatchObject({ version: 1, value: { fx: { shock: 10 } } });
  await owner.end();
});

test('from what sum on two people approve goes on to hold, as it was and as it was announced', async () => {
  releaseBefore(41);
  const url = onDatabase(clusterUrl, NAME);
  await migrate(url, earlier);
  const owner = createOwnerPool(url);
  const rest = { day: '90000', unverified: '0', travel: '1000' };
  await owner.query(
    `INSERT INTO setting_versions (key, version, value, effective_from, created_time, actor_kind, actor_id)
     VALUES ('money_limits', 1, $1, 0, 0, 'system', 0)`,
    [JSON.stringify({ ...rest, two_people: '5000' })],
  );
  await owner.query(
    `INSERT INTO setting_versions (key, version, value, effective_from, created_time, actor_kind, actor_id)
     VALUES ('money_limits', 2, $1, database_ms() + 86400000, 0, 'staff', 7)`,
    [JSON.stringify({ ...rest, two_people: '6000' })],
  );
  await migrate(url);
  await seedSettings(owner, DECLARED_SETTINGS);
  const { rows } = await owner.query(
    `SELECT key, version, value, effective_from > created_time + 80000000 AS ahead, actor_kind FROM setting_versions
     WHERE key IN ('money_limits', 'two_people_limit') ORDER BY key, version`,
  );
  const [first, second] = [
    { version: 1, ahead: false, actor_kind: 'system' },
    { version: 2, ahead: true, actor_kind: 'staff' },
  ];
  expect(rows).toEqual([
    { key: 'money_limits', ...first, value: rest },
    { key: 'money_limits', ...second, value: rest },
    { key: 'two_people_limit', ...first, value: '5000' },
    { key: 'two_people_limit', ...second, value: '6000' },
  ]);
  const forged = owner.query(`UPDATE setting_versions SET value = '"1"' WHERE key = 'two_people_limit'`);
  await expect(forged).rejects.toThrow();
  await owner.end();
});
