// What is written as bytes is what PostgreSQL reads: every type of column, held against the same values as text.

import { formatUnits, RATE_PLACES } from '@fairtick/kernel/decimal';
import * as columns from '@fairtick/server/platform/database/columns';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../harness/database.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await createTestDatabase();
});
afterAll(() => db.drop());

/** As the database shows each value. */
async function read(column: columns.Column, type: string): Promise<(string | null)[]> {
  const { rows } = await db.app.query<{ shown: string | null }>(
    `SELECT x::text AS shown FROM unnest($1::${type}[]) WITH ORDINALITY AS y (x, n) ORDER BY n`,
    [column],
  );
  return rows.map((row) => row.shown);
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

for (const places of [8, RATE_PLACES]) {
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
