// Archives of ours, read by somebody else's reader.

import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { expect, test } from 'vitest';
import { zipped } from './zip.ts';

const READ = `
import json, sys, zipfile
with zipfile.ZipFile(sys.argv[1]) as z:
    print(json.dumps({"bad": z.testzip(), "files": {i.filename: z.read(i).hex() for i in z.infolist()}}))
`;
const READERS = [
  { name: 'python', run: (file: string) => spawnSync('python3', ['-c', READ, file], { encoding: 'utf8' }) },
  { name: 'unzip', run: (file: string) => spawnSync('unzip', ['-t', file], { encoding: 'utf8' }) },
].filter(({ run }) => run('').error === undefined);

test('an archive opens elsewhere, byte for byte', async () => {
  const entries = [
    { name: 'plain.txt', bytes: Buffer.from('a'.repeat(100_000)) },
    { name: 'empty.json', bytes: Buffer.alloc(0) },
    { name: 'folder/名前.csv', bytes: Buffer.from(Array.from({ length: 5_000 }, (_, at) => (at * 7_919) % 256)) },
  ];
  const cut = (bytes: Buffer) => [bytes.subarray(0, 1_000), bytes.subarray(1_000)];
  const files = entries.map(({ name, bytes: whole }) => ({ name, parts: cut(whole) }));
  const bytes = await zipped(files, 10_000);
  if (!bytes) throw new Error('it is small enough');
  expect(bytes.length).toBeLessThan(10_000);
  const file = path.join(fs.mkdtempSync(path.join(os.tmpdir(), 'zip-')), 'a.zip');
  fs.writeFileSync(file, bytes);
  // At least one of the two is on every machine that tests run on.
  expect(READERS.length).toBeGreaterThan(0);
  for (const { name, run } of READERS) {
    const { status, stdout } = run(file);
    expect([name, status]).toEqual([name, 0]);
    if (name === 'python')
      expect(JSON.parse(stdout)).toEqual({
        bad: null,
        files: Object.fromEntries(entries.map((one) => [one.name, one.bytes.toString('hex')])),
      });
  }
});

test('what is too much is not read to its end', async () => {
  let read = 0;
  async function* endless(): AsyncGenerator<Uint8Array> {
    for (;;) {
      read += 1;
      yield randomBytes(10_000);
    }
  }
  expect(await zipped([{ name: 'endless', parts: endless() }], 100_000)).toBeUndefined();
  expect(read).toBeLessThan(200);
});
