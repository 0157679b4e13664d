// A changed master key: what the old one sealed still opens, is sealed again by command, and then needs the old one no more.

import { systemEntropy } from '@fairtick/kernel/random';
import { cardMacs, openPerson, personsResealer, sealPerson } from '@fairtick/server/domains/verification/persons';
import { findVerification, insertVerification, othersWithCard } from '@fairtick/server/domains/verification/table';
import { filesResealer } from '@fairtick/server/platform/files/resealing';
import { sealFile } from '@fairtick/server/platform/files/sealing';
import { insertUpload } from '@fairtick/server/platform/files/table';
import { Keys, type MasterKey } from '@fairtick/server/platform/keys/keys';
import { expect, test } from 'vitest';
import { createTestDatabase } from '../../harness/database.ts';
import { insertRealUser } from '../../harness/real-user.ts';

// Its first bit is set: ids go up to 2^32 - 1.
const OLD: MasterKey = { id: 0xffff_fffe, secret: new Uint8Array(32).fill(1) };
const NEW: MasterKey = { id: 2, secret: new Uint8Array(32).fill(2) };
const [old, both, alone] = [[OLD], [NEW, OLD], [NEW]].map(
  ([first = NEW, ...others]) => new Keys([first, ...others], systemEntropy),
) as [Keys, Keys, Keys];
const person = { name: 'Ann', card: 'AB-1234' };

test('names, numbers and the keys of files', async () => {
  const db = await createTestDatabase();
  const ids: bigint[] = [];
  for (const [at, keys] of [old, both].entries()) {
    const userId = BigInt(10 * (at + 1));
    await insertRealUser(db, userId, 0);
    const [front = '', back = ''] = ['a', 'b'].map((letter) => `${at}${letter}`.repeat(16));
    for (const id of [front, back]) {
      const { key } = sealFile(keys, systemEntropy, Buffer.from('x'), `${id}|${userId}|image`);
      const shape = { bytes: 1, width: 1, height: 1 };
      await insertUpload(db.app, { id, ownerId: userId, kind: 'image', place: 'disk', key, ...shape });
    }
    const one = { userId, country: '', front, back, ...sealPerson(keys, person, userId, front) };
    ids.push((await insertVerification(db.app, one)) ?? 0n);
  }
  const macs = (keys: Keys) => [{ userId: 10n, macs: cardMacs(keys, person) }];
  // The same number under two keys is found while both are there.
  expect(await othersWithCard(db.app, macs(both))).toEqual([[20n]]);
  // Also of one that is decided: its row is final but for what it is sealed by.
  await db.owner.query('UPDATE verifications SET status = 2, decided_by = 1, decided_time = 1 WHERE id = $1', [ids[0]]);
  expect([await personsResealer.batch(both, db.owner), await personsResealer.batch(both, db.owner)]).toEqual([1, 0]);
  expect([await filesResealer.batch(both, db.owner), await filesResealer.batch(both, db.owner)]).toEqual([2, 0]);
  for (const id of ids) {
    const row = await findVerification(db.app, id);
    expect(row && openPerson(alone, row)).toEqual(person);
  }
  expect(await othersWithCard(db.app, macs(alone))).toEqual([[20n]]);
  const { rows } = await db.owner.query<{ id: string; owner_id: bigint; key_sealed: Uint8Array }>(
    'SELECT * FROM uploads',
  );
  for (const { id, owner_id, key_sealed } of rows)
    expect(alone.open('files', key_sealed, `${id}|${owner_id}|image`)).toHaveLength(32);
  await db.drop();
});
