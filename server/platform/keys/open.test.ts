// Where master keys come from: given ones are taken as they are, a file is made once and read ever after, and nothing is guessed.

import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { systemEntropy } from '@fairtick/kernel/random';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { mastersOf, masterText } from './masters.ts';
import { addMaster, KEYS_FILE, type KeysPlace, newMaster, openKeys } from './open.ts';

let folder: string;
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'fairtick-keys-'));
});
afterEach(() => fs.rmSync(folder, { recursive: true }));

const embedded = (): KeysPlace => ({ dataDir: folder, databaseUrl: undefined, masterKeys: undefined });
const shared = { databaseUrl: 'postgresql://o:p@db/x' };
const open = async (place: Partial<KeysPlace> = {}) => await openKeys({ ...embedded(), ...place }, systemEntropy);
const opened = async (place: Partial<KeysPlace> = {}) => {
  const keys = await open(place);
  if (!keys.ok) throw new Error(keys.error);
  return keys.value;
};
const file = (): string => path.join(folder, KEYS_FILE);
const plain = new TextEncoder().encode('secret');

describe('with an embedded database', () => {
  test('the first start makes the file, for its owner alone, and later starts read it', async () => {
    const first = await opened();
    expect(fs.statSync(file()).mode & 0o777).toBe(0o600);
    expect(fs.readdirSync(folder)).toEqual([KEYS_FILE]);
    const sealed = first.seal('persons', plain, 'a');
    expect((await opened()).open('persons', sealed, 'a')).toEqual(Buffer.from(plain));
  });

  test('starts that meet agree on one file', async () => {
    const all = await Promise.all(Array.from({ length: 8 }, () => opened()));
    const macs = all.map((keys) => Buffer.from(keys.mac('persons', 'a')).toString('hex'));
    expect(new Set(macs).size).toBe(1);
  });

  test('a new master seals from the next start on, and the old one still opens', async () => {
    const sealed = (await opened()).seal('persons', plain, 'a');
    expect(addMaster(folder, systemEntropy)).toMatchObject({ ok: true, value: { id: 2 } });
    const next = await opened();
    expect(next.current).toBe(2);
    expect(next.open('persons', sealed, 'a')).toEqual(Buffer.from(plain));
    expect(fs.statSync(file()).mode & 0o777).toBe(0o600);
    expect(addMaster(path.join(folder, 'none'), systemEntropy).ok).toBe(false);
  });

  test.each([
    ['{', 'no JSON'],
    ['{"masters":[]}', 'not as a start wrote it'],
    ['{"note":"","masters":[]}', 'no key'],
    ['{"note":"","masters":[{"id":1,"key":"c2hvcnQ="}]}', 'damaged'],
  ])('a file that holds %s is refused and left as it is', async (text, reason) => {
    fs.writeFileSync(file(), text, { mode: 0o600 });
    const keys = await open();
    expect(keys.ok ? '' : keys.error).toContain(reason);
    expect(keys.ok ? '' : keys.error).not.toContain('c2hvcnQ');
    expect(fs.readFileSync(file(), 'utf8')).toBe(text);
  });

  test('a file that others may read is refused', async () => {
    await opened();
    fs.chmodSync(file(), 0o644);
    const keys = await open();
    expect(keys.ok ? '' : keys.error).toContain('chmod 600');
  });
});

test('beside a given database the key must be given, and no file is made', async () => {
  const keys = await open(shared);
  expect(keys.ok ? '' : keys.error).toMatch(/^MASTER_KEY must be set beside DATABASE_URL: [^\n]+\.$/);
  expect(fs.readdirSync(folder)).toEqual([]);
  const masterKeys = mastersOf('ab'.repeat(32));
  expect((await opened({ ...shared, masterKeys })).current).toBe(1);
  expect(fs.readdirSync(folder)).toEqual([]);
});

describe('MASTER_KEY', () => {
  const hex = '0f'.repeat(32);
  const base64 = Buffer.from(hex, 'hex').toString('base64');

  test('is one key as hex or base64, or several with their ids', () => {
    const secret = Buffer.from(hex, 'hex');
    for (const text of [hex, hex.toUpperCase(), base64, base64.replace('=', ''), `1:${hex}`])
      expect(mastersOf(text)).toEqual([{ id: 1, secret }]);
    expect(mastersOf(`7:${hex}, 3:${base64}`)?.map(({ id }) => id)).toEqual([7, 3]);
    const made = newMaster(5, systemEntropy);
    expect(mastersOf(masterText(made))).toEqual([{ ...made, secret: Buffer.from(made.secret) }]);
  });

  test.each([
    '',
    'secret',
    hex.slice(1),
    `0:${hex}`,
    `4294967296:${hex}`,
    `1:${hex},1:${base64}`,
    `${hex},${hex}`,
    `1:${hex},`,
    `-1:${hex}`,
  ])('is not %s', (text) => {
    expect(mastersOf(text)).toBeUndefined();
  });
});
