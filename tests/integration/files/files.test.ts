// Private files on a real database and a real folder: who sees them, that views are on record, and that nothing lies there for ever.

import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { systemClock } from '@fairtick/kernel/clock';
import type { Id } from '@fairtick/kernel/ids';
import { systemEntropy } from '@fairtick/kernel/random';
import { runAll } from '@fairtick/server/platform/database/statement';
import { DiskStore } from '@fairtick/server/platform/files/disk-store';
import { Files } from '@fairtick/server/platform/files/files';
import type { Viewer } from '@fairtick/server/platform/files/links';
import type { FileStore } from '@fairtick/server/platform/files/store';
import { attachUploads, releaseUploads } from '@fairtick/server/platform/files/table';
import { Keys } from '@fairtick/server/platform/keys/keys';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../harness/database.ts';
import { insertNamedUser } from '../../harness/users.ts';

const OWNER: Id = 7n;
const STRANGER: Id = 8n;
const user = (id: Id): Viewer => ({ kind: 'user', id });
const staff: Viewer = { kind: 'staff', id: 70n };
const picture = Buffer.from('CANARY-PICTURE '.repeat(20));
const forever = new AbortController().signal;

let db: TestDatabase;
let folder: string;

beforeEach(async () => {
  db = await createTestDatabase();
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'fairtick-files-'));
  for (const id of [OWNER, STRANGER]) await insertOwner(id);
});
afterEach(async () => {
  await db.drop();
  fs.rmSync(folder, { recursive: true });
});

const keys = new Keys([{ id: 1, secret: new Uint8Array(32).fill(3) }], systemEntropy);
const filesOn = (disk: FileStore = new DiskStore(folder)): Files =>
  new Files({
    ...{ db: db.app, clock: systemClock, entropy: systemEntropy, keys, stores: { write: 'disk', of: { disk } } },
    mayReview: async (staffId, attachedTo) => staffId === staff.id && attachedTo === 'verification:1',
  });
const tryToKeep = (files: Files, ownerId = OWNER, bytes: Uint8Array = picture) =>
  files.keep({ ownerId, kind: 'image', bytes, width: 3, height: 2 });
async function keep(files: Files, ownerId = OWNER): Promise<string> {
  const kept = await tryToKeep(files, ownerId);
  if (!kept.ok) throw new Error(kept.error.error);
  return kept.value;
}
const insertOwner = (id: Id) => insertNamedUser(db, { id, email: `u${id}@example.com` });
const stored = (): string[] => fs.readdirSync(folder);
const rows = async (query: string): Promise<unknown[]> =>
  (await db.owner.query({ text: query, rowMode: 'array' })).rows;
const states = (): Promise<unknown[]> =>
  rows('SELECT state, key_sealed IS NULL FROM uploads ORDER BY created_time, id');
/** As if a day had gone by. */
const outlive = () =>
  db.owner.query("UPDATE uploads SET keep_until = 1 WHERE keep_until IS NOT NULL AND state <> 'gone'");
const attach = (id: string, ownerId = OWNER) =>
  attachUploads(db.app, { ids: [id], ownerId, attachedTo: 'verification:1' });

describe('seeing', () => {
  test('owner and staff see it, each view is on record, and the staff’s is an act', async () => {
    const files = filesOn();
    const id = await keep(files);
    await attach(id);
    for (const viewer of [user(OWNER), user(OWNER), staff])
      expect(Buffer.from((await files.show(id, viewer)) ?? [])).toEqual(picture);
    expect(await rows('SELECT upload_id, viewer_kind, viewer_id, why FROM upload_views ORDER BY id')).toEqual([
      [id, 'user', OWNER, 'verification:1'],
      [id, 'user', OWNER, 'verification:1'],
      [id, 'staff', 70n, 'verification:1'],
    ]);
    const acts = await rows('SELECT kind, actor_kind, actor_id, subject_kind, subject_id, contents FROM acts');
    expect(acts).toEqual([['image_viewed', 'staff', 70n, 'user', '7', expect.any(String)]]);
    const [contents] = await rows('SELECT contents FROM acts');
    expect(JSON.stringify(contents)).toContain(id);
    expect(JSON.stringify(contents)).toContain('verification:1');
  });

  test('no view is shown that can’t be recorded', async () => {
    const files = filesOn();
    const id = await keep(files);
    await attach(id);
    await db.owner.query('REVOKE INSERT ON acts FROM fairtick_app');
    await db.owner.query(
      'REVOKE INSERT (kind, actor_kind, actor_id, subject_kind, subject_id, contents) ON acts FROM fairtick_app',
    );
    await expect(files.show(id, staff)).rejects.toThrow();
    expect(await rows('SELECT * FROM upload_views')).toEqual([]);
    await db.owner.query('REVOKE INSERT (upload_id, viewer_kind, viewer_id, why) ON upload_views FROM fairtick_app');
    await expect(files.show(id, user(OWNER))).rejects.toThrow();
  });

  test('another user does not, and nobody sees what is not there', async () => {
    const files = filesOn();
    const id = await keep(files);
    expect(await files.show(id, user(STRANGER))).toBeUndefined();
    expect(await files.show('0'.repeat(32), user(OWNER))).toBeUndefined();
    expect(await rows('SELECT * FROM upload_views')).toEqual([]);
  });

  test('what lies in the folder shows nothing, and a changed or exchanged file does not open', async () => {
    const files = filesOn();
    const [one, two] = [await keep(files), await keep(files)];
    for (const name of stored()) expect(fs.readFileSync(path.join(folder, name)).includes('CANARY')).toBe(false);
    fs.copyFileSync(path.join(folder, one), path.join(folder, two));
    await expect(files.show(two, user(OWNER))).rejects.toThrow('does not open');
    // Nor with the key of the other in its row: both are sealed as the file they are.
    await db.owner.query(
      'UPDATE uploads SET key_sealed = (SELECT key_sealed FROM uploads WHERE id = $1) WHERE id = $2',
      [one, two],
    );
    await expect(files.show(two, user(OWNER))).rejects.toThrow('does not open');
  });

  test('a file that is not where it was put is said to be away, not to be nobody’s', async () => {
    const files = filesOn();
    const id = await keep(files);
    fs.rmSync(path.join(folder, id));
    await expect(files.show(id, user(OWNER))).rejects.toMatchObject({ name: 'Unavailable' });
  });

  test('a server with a folder of its own is noticed', async () => {
    const empty = fs.mkdtempSync(path.join(os.tmpdir(), 'fairtick-files-'));
    const [files, other] = [filesOn(), filesOn(new DiskStore(empty))];
    expect([await files.sharesFolder(), await other.sharesFolder()]).toEqual([true, true]);
    await keep(files);
    expect([await files.sharesFolder(), await other.sharesFolder()]).toEqual([true, false]);
    fs.rmSync(empty, { recursive: true });
  });

  test('owners name a file by its id or by the link they were given, and by nothing else', async () => {
    const files = filesOn();
    const id = 'a1'.repeat(16);
    for (const named of [id, files.links.link(id, user(OWNER)), `/v3/api/files/${id}`])
      expect(files.idIn(named)).toBe(id);
    for (const named of [
      '',
      `${id}0`,
      id.toUpperCase(),
      `/staff/api/files/${id}`,
      `https://evil.example/v3/api/files/${id}`,
      `../${id}`,
    ])
      expect(files.idIn(named)).toBeUndefined();
  });
});

describe('using', () => {
  test('once, by its owner, and not after its day', async () => {
    const files = filesOn();
    const [one, two] = [await keep(files), await keep(files)];
    expect(await attachUploads(db.app, { ids: [one], ownerId: STRANGER, attachedTo: 'x' })).toBe(false);
    const tried = await Promise.all(Array.from({ length: 8 }, () => attach(one)));
    expect(tried.filter(Boolean)).toHaveLength(1);
    await outlive();
    expect(await attach(two)).toBe(false);
    await expect(db.app.query(`UPDATE uploads SET attached_to = 'another' WHERE id = '${one}'`)).rejects.toMatchObject({
      constraint: 'upload_used_once',
    });
    await expect(
      db.app.query(`UPDATE uploads SET state = 'ready', attached_to = NULL, keep_until = 9 WHERE id = '${one}'`),
    ).rejects.toMatchObject({ constraint: 'upload_goes_on' });
  });

  test('a demo user has none', async () => {
    await insertNamedUser(db, { id: 9n, realm: 'demo' });
    const kept = filesOn().keep({ ownerId: 9n, kind: 'image', bytes: picture, width: 1, height: 1 });
    await expect(kept).rejects.toMatchObject({ code: '23503' });
    expect(stored()).toEqual([]);
  });
});

describe('what is unused', () => {
  const said = (kept: Awaited<ReturnType<typeof tryToKeep>>): string => (kept.ok ? 'ok' : kept.error.error);

  test('is at most 20 of a user, also of 50 that come at once to two servers; a used one makes room', async () => {
    const [one, two] = [filesOn(), filesOn()];
    const kept = await Promise.all(Array.from({ length: 50 }, (_, n) => tryToKeep(n % 2 === 0 ? one : two)));
    expect(kept.map(said).sort()).toEqual([...Array(30).fill('UPLOADS_UNUSED'), ...Array(20).fill('ok')]);
    expect(stored()).toHaveLength(20);
    expect(said(await tryToKeep(one, STRANGER))).toBe('ok');
    const [first = ''] = kept.flatMap((each) => (each.ok ? [each.value] : []));
    expect(await attach(first)).toBe(true);
    expect([said(await tryToKeep(one)), said(await tryToKeep(one))]).toEqual(['ok', 'UPLOADS_UNUSED']);
    // One that was not swept yet still lies there.
    await outlive();
    expect(said(await tryToKeep(one))).toBe('UPLOADS_UNUSED');
    await one.sweep(forever);
    expect(said(await tryToKeep(one))).toBe('ok');
  });

  test('has at most 48 MiB together', async () => {
    const files = filesOn();
    const large = Buffer.alloc(12 * 1024 * 1024);
    for (let n = 0; n < 4; n += 1) expect(said(await tryToKeep(files, OWNER, large))).toBe('ok');
    expect(said(await tryToKeep(files, OWNER, Buffer.alloc(1)))).toBe('UPLOADS_UNUSED');
  });
});

/** A disk that dies: before or after it did what it was asked. */
class DyingDisk extends DiskStore {
  dies: 'before put' | 'after put' | 'before delete' | 'after delete' | undefined;

  override async put(name: string, bytes: Uint8Array): Promise<void> {
    if (this.dies === 'before put') throw new Error('died');
    await super.put(name, bytes);
    if (this.dies === 'after put') throw new Error('died');
  }

  override async delete(name: string): Promise<void> {
    if (this.dies === 'before delete') throw new Error('died');
    await super.delete(name);
    if (this.dies === 'after delete') throw new Error('died');
  }
}

describe('sweeping', () => {
  test('what was not used in 24 hours goes, what is used stays until it is let go', async () => {
    const files = filesOn();
    const [used, unused] = [await keep(files), await keep(files)];
    const { rows: spans } = await db.owner.query('SELECT DISTINCT keep_until - created_time AS span FROM uploads');
    expect(Number(spans[0]?.span)).toBe(86_400_000);
    await attach(used);
    expect(await files.sweep(forever)).toEqual({ removed: 0 });
    await outlive();
    expect(await files.sweep(forever)).toEqual({ removed: 1 });
    expect(stored()).toEqual([used]);
    expect(await files.show(unused, user(OWNER))).toBeUndefined();
    await runAll(db.app, releaseUploads([used], 90 * 86_400_000));
    expect(await files.sweep(forever)).toEqual({ removed: 0 });
    expect(await files.show(used, user(OWNER))).toBeDefined();
    await outlive();
    expect(await files.sweep(forever)).toEqual({ removed: 1 });
    expect([stored(), await states()]).toEqual([
      [],
      [
        ['gone', true],
        ['gone', true],
      ],
    ]);
  });

  test.each(['before put', 'after put'] as const)('a death %s leaves nothing for ever', async (dies) => {
    const disk = new DyingDisk(folder);
    disk.dies = dies;
    const files = filesOn(disk);
    await expect(keep(files)).rejects.toMatchObject({ name: 'Unavailable' });
    expect(stored()).toHaveLength(dies === 'after put' ? 1 : 0);
    // Nobody can use or see what was never said to be there.
    const [[id]] = (await rows('SELECT id FROM uploads')) as [[string]];
    expect([await attach(id), await files.show(id, user(OWNER))]).toEqual([false, undefined]);
    await outlive();
    disk.dies = undefined;
    expect(await files.sweep(forever)).toEqual({ removed: 1 });
    expect([stored(), await states()]).toEqual([[], [['gone', true]]]);
  });

  test.each(['before delete', 'after delete'] as const)('a sweep that dies %s is made up for', async (dies) => {
    const disk = new DyingDisk(folder);
    const files = filesOn(disk);
    const id = await keep(files);
    await outlive();
    disk.dies = dies;
    await expect(files.sweep(forever)).rejects.toThrow('died');
    // Half gone is gone for everybody but the next sweep.
    expect(await states()).toEqual([['leaving', false]]);
    expect([await attach(id), await files.show(id, user(OWNER))]).toEqual([false, undefined]);
    disk.dies = undefined;
    expect(await filesOn().sweep(forever)).toEqual({ removed: 1 });
    expect([stored(), await states()]).toEqual([[], [['gone', true]]]);
  });

  test('a put that ends a day later finds its file swept and says so', async () => {
    const slow = new (class extends DiskStore {
      override async put(name: string, bytes: Uint8Array): Promise<void> {
        await outlive();
        await filesOn().sweep(forever);
        await super.put(name, bytes);
      }
    })(folder);
    await expect(keep(filesOn(slow))).rejects.toMatchObject({ name: 'Unavailable' });
    expect(stored()).toEqual([]);
  });

  test('two servers at once remove 250 files, and what is being used at that moment stays or goes whole', async () => {
    const files = filesOn();
    const owners = new Map<string, Id>();
    for (let n = 0; n < 250; n += 1) {
      const owner = 100n + BigInt(n % 25);
      if (n < 25) await insertOwner(owner);
      owners.set(await keep(files, owner), owner);
    }
    const ids = [...owners.keys()];
    await db.owner.query('UPDATE uploads SET keep_until = CASE WHEN id < $1 THEN 1 ELSE database_ms() + 60 END', ['8']);
    const using = ids.filter((id) => id >= '8');
    const [, , ...used] = await Promise.all([
      files.sweep(forever),
      filesOn().sweep(forever),
      ...using.map((id) => attach(id, owners.get(id))),
    ]);
    await files.sweep(forever);
    const kept = using.filter((_, at) => used[at]);
    expect(stored().sort()).toEqual((await rows(`SELECT id FROM uploads WHERE state <> 'gone' ORDER BY id`)).flat());
    for (const id of kept) expect(await files.show(id, user(owners.get(id) ?? OWNER))).toBeDefined();
    expect(await rows(`SELECT count(*) FROM uploads WHERE state IN ('leaving', 'writing')`)).toEqual([[0n]]);
  });
});
