// Both places of files do the same: what was put is there, whole, until it is deleted, and nobody else's.

import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { BucketStore } from '@fairtick/server/platform/files/bucket-store';
import { DiskStore } from '@fairtick/server/platform/files/disk-store';
import type { FileStore } from '@fairtick/server/platform/files/store';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type BucketServer, startBucket } from './bucket-server.ts';

const ONE = '1'.repeat(32);
const TWO = '2'.repeat(32);
const account = { key: 'the-id', secret: 'the secret/+' };

let bucket: BucketServer;
let folder: string;
beforeAll(async () => {
  bucket = await startBucket(account.key, account.secret);
  folder = path.join(fs.mkdtempSync(path.join(os.tmpdir(), 'fairtick-store-')), 'files');
});
afterAll(async () => {
  await bucket.close();
  fs.rmSync(path.dirname(folder), { recursive: true });
});

const inBucket = (change: Partial<typeof account> = {}): BucketStore =>
  new BucketStore({ url: bucket.url, region: 'eu-central-1', bucket: 'private', ...account, ...change });
const STORES: Readonly<Record<string, () => FileStore>> = {
  disk: () => new DiskStore(folder),
  bucket: () => inBucket(),
};

describe.each(Object.entries(STORES))('the %s', (_, storeOf) => {
  test('gives back what was put, and nothing for what was not', async () => {
    const store = storeOf();
    const bytes = Buffer.from(Array.from({ length: 70_000 }, (_one, at) => at % 251));
    await store.put(ONE, bytes);
    expect(Buffer.from((await store.get(ONE)) ?? [])).toEqual(bytes);
    expect(await store.get(TWO)).toBeUndefined();
  });

  test('forgets what is deleted, and takes a second deletion', async () => {
    const store = storeOf();
    await store.put(TWO, Buffer.from('x'));
    await store.delete(TWO);
    await store.delete(TWO);
    expect(await store.get(TWO)).toBeUndefined();
  });

  test('a put that is repeated is one file', async () => {
    const store = storeOf();
    await store.put(TWO, Buffer.from('same'));
    await store.put(TWO, Buffer.from('same'));
    expect(Buffer.from((await store.get(TWO)) ?? []).toString()).toBe('same');
  });

  test('takes no name that leads elsewhere', async () => {
    const store = storeOf();
    for (const name of ['../../x', '..', '', `${ONE}/../${TWO}`, `${ONE}\0`, ONE.slice(1), `${ONE}?acl`, `/${ONE}`]) {
      await expect(store.put(name, Buffer.from('x'))).rejects.toThrow();
      await expect(store.get(name)).rejects.toThrow();
      await expect(store.delete(name)).rejects.toThrow();
    }
  });
});

test('on the disk files and folder are their owner’s alone, and no half file has a name', async () => {
  const store = new DiskStore(folder);
  await store.put(ONE, Buffer.from('x'));
  expect(fs.statSync(folder).mode & 0o777).toBe(0o700);
  for (const name of fs.readdirSync(folder)) {
    expect(name).toMatch(/^[0-9a-f]{32}$/);
    expect(fs.statSync(path.join(folder, name)).mode & 0o777).toBe(0o600);
  }
  // As a crash in the middle of a put leaves it.
  fs.writeFileSync(path.join(folder, `${TWO}.unfinished`), 'half');
  fs.rmSync(path.join(folder, TWO), { force: true });
  expect(await store.get(TWO)).toBeUndefined();
  await store.delete(TWO);
  expect(fs.readdirSync(folder)).toEqual([ONE]);
});

test('the bucket is asked with a good signature, or it refuses', async () => {
  for (const wrong of [{ secret: 'another' }, { key: 'another' }])
    for (const work of [
      (store: FileStore) => store.put(ONE, Buffer.from('x')),
      (store: FileStore) => store.get(ONE),
      (store: FileStore) => store.delete(ONE),
    ])
      await expect(work(inBucket(wrong))).rejects.toThrow('403');
  expect((await fetch(`${bucket.url}/private/${ONE}`)).status).toBe(403);
});

test('a bucket that falters is asked again, and one that stays away is said to', async () => {
  const store = inBucket();
  bucket.fail(503, 2);
  await store.put(TWO, Buffer.from('once more'));
  expect(Buffer.from((await store.get(TWO)) ?? []).toString()).toBe('once more');
  bucket.fail(500, 3);
  await expect(store.get(TWO)).rejects.toThrow('500');
  bucket.fail(307, 1);
  await expect(store.get(TWO)).rejects.toThrow();
});
