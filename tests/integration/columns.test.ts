// What is written as bytes is what PostgreSQL reads: every type of column, held against the same values as text.

import { COIN_PLACES, formatUnits, RATE_PLACES } from '@fairtick/kernel/decimal';
import * as columns from '@fairtick/server/platform/database/columns';
import { copyInto, type Rows, send } from '@fairtick/server/platform/database/statement';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../harness/database.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await createTestDatabase();
});
afterAll(() => db.drop());

const newRows = (table: string, of: Readonly<Record<string, columns.Column>>): Rows =>
  copyInto(`COPY ${table} (${Object.keys(of).join(', ')}) FROM STDIN (FORMAT binary)`, Object.values(of));

/** As the database shows each value, given as a parameter; streamed in as rows, it must be the same. */
async function read(column: columns.Column, type: string): Promise<(string | null)[]> {
  const { rows } = await db.app.query<{ shown: string | null }>(
    `SELECT x::text AS shown FROM unnest($1::${type}[]) WITH ORDINALITY AS y (x, n) ORDER BY n`,
    [column],
  );
  const shown = rows.map((row) => row.shown);
  expect(await streamed(column, type)).toEqual(shown);
  return shown;
}

async function streamed(x: columns.Column, type: string): Promise<(string | null)[]> {
  const client = await db.app.connect();
  try {
    await client.query(`CREATE TEMP TABLE IF NOT EXISTS of_${type} (n int, x ${type})`);
    await client.query(`TRUNCATE of_${type}`);
    const n = columns.int4(Array.from({ length: x.length }, (_, at) => at));
    await send(client, newRows(`of_${type}`, { n, x }));
    const { rows } = await client.query<{ shown: string | null }>(`SELECT x::text AS shown FROM of_${type} ORDER BY n`);
    return rows.map((row) => row.shown);
  } finally {
    client.release();
  }
}

const nullable = <T>(value: fc.Arbitrary<T>): fc.Arbitrary<(T | null)[]> =>
  fc.array(fc.option(value), { maxLength: 40 });
const show = <T>(rows: readonly (T | null)[], as: (value: T) => string): (string | null)[] =>
  rows.map((row) => (row === null ? null : as(row)));
const RUNS = { numRuns: 60 };

const LIMIT = 10n ** 30n - 1n;
const EDGES = [
  0n,
  1n,
  -1n,
  9_999n,
  10_000n,
  99_999_999n,
  100_000_000n,
  10_000n * 100_000_000n,
  2n ** 53n,
  -(2n ** 53n),
  LIMIT,
];

for (const places of [0, 2, 6, 7, 8, RATE_PLACES, COIN_PLACES]) {
  test(`numerics of ${places} places, to the last digit`, async () => {
    const value = fc.oneof(fc.constantFrom(...EDGES), fc.bigInt(-LIMIT, LIMIT), fc.bigInt(-(10n ** 13n), 10n ** 13n));
    await fc.assert(
      fc.asyncProperty(nullable(value), async (rows) => {
        // What is shown keeps its places; the cast takes the zeros away that formatUnits does not write.
        const shown = await read(columns.numeric(rows, places), 'numeric');
        expect(
          shown.map((text) => text?.replace(/\.?0+$/, (zeros) => (text.includes('.') ? '' : zeros)) ?? null),
        ).toEqual(show(rows, (units) => formatUnits(units, 0, places)));
        expect(columns.numeric(rows, places).plain).toEqual(show(rows, (units) => formatUnits(units, 0, places)));
      }),
      RUNS,
    );
  });
}

test('whole numbers of eight, four and two bytes', async () => {
  const most = 2n ** 63n - 1n;
  await fc.assert(
    fc.asyncProperty(nullable(fc.oneof(fc.bigInt(-most - 1n, most), fc.maxSafeInteger())), async (rows) => {
      expect(await read(columns.int8(rows), 'bigint')).toEqual(show(rows, String));
    }),
    RUNS,
  );
  const four = [2 ** 31 - 1, -(2 ** 31), 0, null];
  expect(await read(columns.int4(four), 'int')).toEqual(show(four, String));
  const two = [2 ** 15 - 1, -(2 ** 15), null, 7];
  expect(await read(columns.int2(two), 'smallint')).toEqual(show(two, String));
});

test('texts of any script, bytes and truths', async () => {
  const any = fc
    .string({ unit: 'binary', maxLength: 60 })
    .filter((text) => !text.includes('\0') && text.isWellFormed());
  await fc.assert(
    fc.asyncProperty(nullable(any), async (rows) => {
      expect(await read(columns.text(rows), 'text')).toEqual(rows);
    }),
    RUNS,
  );
  const odd = ['', 'NULL', '{"a":"\\"}', "it's", '繁體 😀 العربية', null];
  expect(await read(columns.text(odd), 'text')).toEqual(odd);
  const bytes = [Uint8Array.of(), Uint8Array.of(0, 1, 255), null];
  expect(await read(columns.bytea(bytes), 'bytea')).toEqual(['\\x', '\\x0001ff', null]);
  expect(await read(columns.bool([true, null, false]), 'boolean')).toEqual(['true', null, 'false']);
  expect(await read(columns.labels(['demo', null, 'live']), 'realm')).toEqual(['demo', null, 'live']);
  expect(await read(columns.labels([]), 'realm')).toEqual([]);
});

test('what a type cannot hold is refused before anything is sent', () => {
  expect(() => columns.int4([2 ** 31]).toPostgres()).toThrow(RangeError);
  expect(() => columns.int4([1.5]).toPostgres()).toThrow(RangeError);
  expect(() => columns.int2([40_000]).toPostgres()).toThrow(RangeError);
  expect(() => columns.int8([2n ** 63n]).toPostgres()).toThrow(RangeError);
  expect(() => columns.int8([0.5]).toPostgres()).toThrow(RangeError);
  expect(() => columns.labels(['a,b'])).toThrow(RangeError);
});

test('rows that the database refuses undo the transaction, and the connection goes on', async () => {
  const client = await db.app.connect();
  try {
    await client.query('CREATE TEMP TABLE few (id int PRIMARY KEY, note text)');
    const rows = (ids: number[]) =>
      newRows('few', { id: columns.int4(ids), note: columns.text(ids.map(() => 'x'.repeat(5_000))) });
    const twice = [...Array.from({ length: 200 }, (_, id) => id), 7];
    const sent = [
      client.query('BEGIN'),
      send(client, rows([1_000])),
      send(client, rows(twice)),
      send(client, rows([2_000])),
    ];
    const commit = client.query('COMMIT');
    const told = await Promise.allSettled(sent);
    expect(told.map((one) => one.status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'rejected']);
    expect(told[2]).toMatchObject({ reason: { code: '23505' } });
    expect(told[3]).toMatchObject({ reason: { code: '25P02' } });
    expect((await commit).command).toBe('ROLLBACK');
    await send(client, rows([3_000, 4_000]));
    const { rows: left } = await client.query<{ id: number }>('SELECT id FROM few ORDER BY id');
    expect(left.map((row) => row.id)).toEqual([3_000, 4_000]);
    await expect(send(client, newRows('nothing', { id: columns.int4([1]) }))).rejects.toMatchObject({ code: '42P01' });
    expect((await client.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
  } finally {
    client.release();
  }
  expect(() => newRows('few', { id: columns.int4([1]), note: columns.text([]) })).toThrow(RangeError);
});
