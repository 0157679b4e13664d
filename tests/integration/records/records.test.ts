// Record writes on a real database: one effect and one answer a key, on one server and on two, whatever breaks.

import { refuse } from '@fairtick/contract/errors';
import { systemClock } from '@fairtick/kernel/clock';
import { seededRandom } from '@fairtick/kernel/random';
import { err, ok } from '@fairtick/kernel/result';
import { keyOf } from '@fairtick/server/platform/commands/key';
import { createAppPool, type Pool, type PoolClient } from '@fairtick/server/platform/database/pools';
import { Unavailable } from '@fairtick/server/platform/endpoints';
import { Records } from '@fairtick/server/platform/records/records';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../harness/database.ts';
import { openCuttingProxy } from '../log/cutting-proxy.ts';

let db: TestDatabase;
let acted: number;

beforeEach(async () => {
  acted = 0;
  db = await createTestDatabase();
  await db.owner.query('CREATE TABLE names (name text PRIMARY KEY)');
  await db.owner.query('GRANT SELECT, INSERT ON names TO fairtick_app');
});
afterEach(() => db.drop());

const recordsOn = (pool: Pool): Records => new Records({ pool, clock: systemClock, random: seededRandom(1) });
const names = async (): Promise<string[]> =>
  (await db.owner.query<{ name: string }>('SELECT name FROM names ORDER BY name')).rows.map((row) => row.name);
const keys = async (): Promise<number> =>
  (await db.owner.query<{ n: number }>('SELECT count(*)::int AS n FROM command_keys')).rows[0]?.n ?? -1;

/** Gives a name that nobody has, and answers which attempt it was. */
const naming = (name: string, key: string) => ({
  key: keyOf(7n, key, 'rename', { name }),
  act: async (tx: PoolClient) => {
    acted += 1;
    await tx.query('INSERT INTO names VALUES ($1)', [name]);
    return ok({ name, acted });
  },
});

test('twenty at once and one later, on two servers: one effect, one answer', async () => {
  const other = createAppPool(db.ownerUrl);
  const servers = [recordsOn(db.app), recordsOn(other)];
  const write = (n: number) => servers[n % 2]?.write(naming('Ann', 'key-1'));
  const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => write(n)));
  answers.push(await write(1));
  expect(new Set(answers.map((one) => JSON.stringify(one)))).toEqual(
    new Set([JSON.stringify(ok({ name: 'Ann', acted: 1 }))]),
  );
  expect([await names(), acted]).toEqual([['Ann'], 1]);
  await other.end();
});

test('another request under a key is refused, another owner’s key is another', async () => {
  const records = recordsOn(db.app);
  await records.write(naming('Ann', 'key-1'));
  expect(await records.write(naming('Bob', 'key-1'))).toEqual(err(refuse('KEY_REUSED')));
  const { act } = naming('Cid', 'key-1');
  expect(await records.write({ key: keyOf(8n, 'key-1', 'rename', { name: 'Cid' }), act })).toMatchObject({ ok: true });
  expect(await names()).toEqual(['Ann', 'Cid']);
});

test('a refusal undoes what was written and stays the answer', async () => {
  const records = recordsOn(db.app);
  let free = false;
  const write = () =>
    records.write({
      key: keyOf(7n, 'key-1', 'rename', {}),
      act: async (tx) => {
        await tx.query("INSERT INTO names VALUES ('half')");
        return free ? ok({}) : err(refuse('VALUE_MISSING', { field: 'name' }));
      },
    });
  const refused = await write();
  free = true;
  expect(refused).toEqual(err(refuse('VALUE_MISSING', { field: 'name' })));
  expect(await write()).toEqual(refused);
  expect(await names()).toEqual([]);
});

test('a failure of our own is not remembered: the key may try again', async () => {
  const records = recordsOn(db.app);
  const { key, act } = naming('Ann', 'key-1');
  const failing = records.write({
    key,
    act: async (tx) => {
      await act(tx);
      throw new Error('a defect');
    },
  });
  await expect(failing).rejects.toThrow('a defect');
  const internal = await records.write({
    key,
    act: async (tx) => {
      await act(tx);
      return err(refuse('INTERNAL'));
    },
  });
  expect(internal).toEqual(err(refuse('INTERNAL')));
  expect([await names(), await keys()]).toEqual([[], 0]);
  expect(await records.write({ key, act })).toMatchObject({ ok: true });
  expect(await names()).toEqual(['Ann']);
});

test('a conflict is tried again', async () => {
  const { key, act } = naming('Ann', 'key-1');
  const outcome = await recordsOn(db.app).write({
    key,
    act: async (tx) => {
      const done = await act(tx);
      if (acted < 3) await tx.query(`DO $$ BEGIN RAISE 'a conflict' USING ERRCODE = '40001'; END $$`);
      return done;
    },
  });
  expect(outcome).toEqual(ok({ name: 'Ann', acted: 3 }));
  expect(await names()).toEqual(['Ann']);
});

test('a connection that breaks before the commit has done nothing, and says that it is not available', async () => {
  const { key, act } = naming('Ann', 'key-1');
  const records = recordsOn(db.app);
  const broken = records.write({
    key,
    act: async (tx) => {
      const { rows } = await tx.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
      await db.owner.query('SELECT pg_terminate_backend($1)', [rows[0]?.pid]);
      return act(tx);
    },
  });
  await expect(broken).rejects.toThrow(Unavailable);
  expect([await names(), await keys()]).toEqual([[], 0]);
  expect(await records.write({ key, act })).toMatchObject({ ok: true });
});

for (const cut of ['before_commit', 'after_commit'] as const) {
  test(`cut ${cut.replace('_', ' its ')}: the outcome is unknown, the key tells, and it is done once`, async () => {
    const proxy = await openCuttingProxy(db.ownerUrl);
    const pool = createAppPool(proxy.through(db.ownerUrl), { max: 2 });
    const records = recordsOn(pool);
    proxy.cutNext(cut);
    await expect(records.write(naming('Ann', 'key-1'))).rejects.toMatchObject({ name: 'Unavailable', unknown: true });
    expect(await names()).toEqual(cut === 'after_commit' ? ['Ann'] : []);
    expect(await records.write(naming('Ann', 'key-1'))).toMatchObject({ ok: true, value: { name: 'Ann' } });
    expect(await names()).toEqual(['Ann']);
    await pool.end();
    await proxy.close();
  });
}

test('what begins before its key is known: one effect and one answer, and what was refused is judged anew', async () => {
  const records = recordsOn(db.app);
  const hasty = (name: string) => ({ ...naming(name, 'key-1'), hasty: true }) as const;
  const refused = { ...hasty('Ann'), act: async () => err(refuse('LOGIN_FAILED')) };
  expect(await records.write(refused)).toEqual(err(refuse('LOGIN_FAILED')));
  expect(await keys()).toBe(0);
  expect(await records.write(hasty('Ann'))).toEqual(ok({ name: 'Ann', acted: 1 }));
  // What it did under another key's name is undone: the name stays free.
  const other = { ...hasty('Bob'), key: naming('Ann', 'key-1').key };
  expect(await records.write(other)).toEqual(ok({ name: 'Ann', acted: 1 }));
  expect(await records.write(hasty('Cid'))).toEqual(err(refuse('KEY_REUSED')));
  expect([await names(), await keys()]).toEqual([['Ann'], 1]);
});

test('twenty that begin at once before their key is known, on two servers: one effect, one answer', async () => {
  const other = createAppPool(db.ownerUrl);
  const servers = [recordsOn(db.app), recordsOn(other)];
  // Each would leave something of its own: as each sign-in has a token of its own.
  const act = async (tx: PoolClient) => {
    acted += 1;
    const name = `Ann ${acted}`;
    await tx.query('INSERT INTO names VALUES ($1)', [name]);
    return ok({ name });
  };
  const key = keyOf(7n, 'key-1', 'rename', {});
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, n) => servers[n % 2]?.write({ key, act, hasty: true })),
  );
  const [name] = await names();
  expect(new Set(answers.map((one) => JSON.stringify(one)))).toEqual(new Set([JSON.stringify(ok({ name }))]));
  expect([(await names()).length, await keys()]).toEqual([1, 1]);
  await other.end();
});
