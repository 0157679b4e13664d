// A database knows by which master keys it was sealed: a wrong or missing one is refused, and an old one is needed until all is sealed again.

import { systemEntropy } from '@fairtick/kernel/random';
import { seedAsOwner } from '@fairtick/server/platform/database/start';
import { checkMasters } from '@fairtick/server/platform/keys/check';
import { Keys, type MasterKey } from '@fairtick/server/platform/keys/keys';
import { type Resealer, reseal } from '@fairtick/server/platform/keys/reseal';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../harness/database.ts';

const master = (id: number, fill = id): MasterKey => ({ id, secret: new Uint8Array(32).fill(fill) });
const keysOf = (first: MasterKey, ...others: MasterKey[]): Keys => new Keys([first, ...others], systemEntropy);
const old = keysOf(master(1));
const changed = keysOf(master(2), master(1));
const plain = new TextEncoder().encode('Ann');

let db: TestDatabase;
beforeEach(async () => {
  db = await createTestDatabase();
});
afterEach(() => db.drop());

const start = (keys: Keys): Promise<string | undefined> =>
  seedAsOwner(db.ownerUrl, (owner) => checkMasters(owner, keys));

/** Values by what they are about; `batch` seals two at a time. */
function sealedNames(keys: Keys, count: number): { values: Map<string, Uint8Array>; resealer: Resealer } {
  const about = Array.from({ length: count }, (_, n) => `name ${n}`);
  const values = new Map(about.map((one) => [one, keys.seal('persons', plain, one)]));
  const batch = async (now: Keys): Promise<number> => {
    const older = [...values].filter(([, sealed]) => now.sealedBy(sealed) !== now.current).slice(0, 2);
    for (const [one, sealed] of older)
      values.set(one, now.seal('persons', now.open('persons', sealed, one) ?? new Uint8Array(), one));
    return older.length;
  };
  return { values, resealer: { use: 'persons', batch } };
}

test('the first start is remembered; another key under its number is refused, and so is a start without it', async () => {
  expect(await start(old)).toBeUndefined();
  expect(await start(old)).toBeUndefined();
  expect(await start(keysOf(master(1, 9)))).toMatch(/^The master key 1 is not the one [^\n]+\.$/);
  expect(await start(keysOf(master(2)))).toMatch(/^The master key 1 is missing, [^\n]+\.$/);
  // A start that was refused leaves no trace: the key 2 is not known.
  expect(await start(keysOf(master(1), master(2, 8)))).toBeUndefined();
});

test('after a change everything is sealed again, the old key retires, and the acts say so', async () => {
  const { values, resealer } = sealedNames(old, 5);
  await start(old);
  const early = await reseal(db.owner, changed, [resealer]);
  expect(early.ok ? '' : early.error).toContain('restart it');
  await start(changed);
  expect(await reseal(db.owner, changed, [resealer])).toEqual({
    ok: true,
    value: { counts: new Map([['persons', 5]]), retired: [1] },
  });
  const alone = keysOf(master(2));
  for (const [about, sealed] of values) expect(alone.open('persons', sealed, about)).toEqual(Buffer.from(plain));
  expect(await start(alone)).toBeUndefined();
  // Its number never comes again for another key, and it does not come back to seal.
  expect(await start(keysOf(master(2), master(1, 9)))).toContain('is not the one');
  expect(await start(keysOf(master(1), master(2)))).toMatch(/^The master key 1 was retired [^\n]+\.$/);
  expect(await start(changed)).toBeUndefined();
  expect(await reseal(db.owner, alone, [resealer])).toEqual({ ok: true, value: { counts: new Map(), retired: [] } });
  const { rows } = await db.owner.query(
    'SELECT kind, actor_kind, subject_kind, subject_id, contents::jsonb AS contents FROM acts',
  );
  const contents = { retired: [1], resealed: { persons: 5 } };
  expect(rows).toMatchObject([
    { kind: 'keys_rotated', actor_kind: 'system', subject_kind: 'master_key', subject_id: '2', contents },
  ]);
});

test('what the database knows of a key does not change, and the app has no part in it', async () => {
  await start(old);
  for (const sql of [
    `UPDATE master_keys SET check_mac = decode(repeat('00', 32), 'hex')`,
    'UPDATE master_keys SET id = 2',
    'DELETE FROM master_keys',
    'TRUNCATE master_keys',
  ])
    await expect(db.owner.query(sql)).rejects.toThrow();
  await db.owner.query('UPDATE master_keys SET retired_time = 1');
  await expect(db.owner.query('UPDATE master_keys SET retired_time = NULL')).rejects.toThrow();
  await expect(db.app.query('SELECT * FROM master_keys')).rejects.toThrow('permission denied');
});
