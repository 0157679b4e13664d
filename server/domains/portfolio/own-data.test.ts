// Rows as files that neither lose a digit nor run in a spreadsheet.

import { expect, test } from 'vitest';
import { filesOf } from './own-data.ts';

type Row = Readonly<Record<string, unknown>>;

async function textsOf(pages: readonly (readonly Row[])[], without: readonly string[] = []): Promise<string[]> {
  const texts: string[] = [];
  for (const { parts } of filesOf({ table: 'rows', own: '', without }, () => pages)) {
    const chunks: Uint8Array[] = [];
    for await (const part of parts) chunks.push(part);
    texts.push(Buffer.concat(chunks).toString());
  }
  return texts;
}
const written = (row: Row, without: readonly string[] = []) => textsOf([[row]], without);

test('numbers keep every digit, bytes and structures are text, and what is kept back is in neither file', async () => {
  const row = { id: 9_007_199_254_740_993n, hash: Buffer.from('ab'), terms: { a: 1n }, none: null, secret: 'SECRET' };
  const [json = '', csv] = await written(row, ['secret']);
  expect(JSON.parse(json)).toEqual([{ id: '9007199254740993', hash: '6162', terms: '{"a":"1"}', none: null }]);
  expect(csv).toBe('\ufeffid,hash,terms,none\r\n9007199254740993,6162,"{""a"":""1""}",\r\n');
});

test.each([
  ['=1+1', `'=1+1`],
  ['+cmd', `'+cmd`],
  ['-2+3', `'-2+3`],
  ['@SUM(A1)', `'@SUM(A1)`],
  ['\tx', `"'\tx"`],
  ['-5.00', '-5.00'],
  ['a,"b"\n', `"a,""b""\n"`],
  ['Ann', 'Ann'],
])('the cell %j is %j', async (text, cell) => {
  expect((await written({ text }))[1]).toBe(`\ufefftext\r\n${cell}\r\n`);
});

test('a table without rows is there all the same', async () => {
  expect(filesOf({ table: 'rows', own: '' }, () => []).map(({ name }) => name)).toEqual([
    'json/rows.json',
    'csv/rows.csv',
  ]);
  expect(await textsOf([])).toEqual(['[]\n', '\ufeff\r\n']);
});

test('rows of several pages are one list under one head', async () => {
  const [json = '', csv] = await textsOf([[{ a: 1 }, { a: 2 }], [{ a: 3 }]]);
  expect(JSON.parse(json)).toEqual([{ a: 1 }, { a: 2 }, { a: 3 }]);
  expect(csv).toBe('\ufeffa\r\n1\r\n2\r\n3\r\n');
});

test('a page is written before the next one is asked for: a million rows are never in memory, nor hold up anybody', async () => {
  let asked = 0;
  async function* pages(): AsyncGenerator<readonly Row[]> {
    for (;;) {
      asked += 1;
      yield [{ a: asked }];
    }
  }
  for (const { parts } of filesOf({ table: 'rows', own: '' }, pages)) {
    asked = 0;
    for await (const _ of parts) break;
    expect(asked).toBe(1);
  }
});
