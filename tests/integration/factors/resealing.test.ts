// A changed master key: authenticator apps and recovery codes that the old one sealed work on, and then need it no more.

import { systemEntropy } from '@fairtick/kernel/random';
import { findSecret, insertSecret } from '@fairtick/server/domains/accounts/factors/factor-table';
import { newCodes, recoveryMac } from '@fairtick/server/domains/accounts/factors/recovery';
import { endCodes, insertCodes, useRecoveryCode } from '@fairtick/server/domains/accounts/factors/recovery-table';
import { factorsResealer } from '@fairtick/server/domains/accounts/factors/resealing-table';
import { Keys, type MasterKey } from '@fairtick/server/platform/keys/keys';
import { newSecret, openSecret, sealSecret } from '@fairtick/server/platform/sign-in/totp';
import { expect, test } from 'vitest';
import { createTestDatabase } from '../../harness/database.ts';
import { insertNamedUser } from '../../harness/users.ts';

const OLD: MasterKey = { id: 0xffff_fffe, secret: new Uint8Array(32).fill(1) };
const NEW: MasterKey = { id: 2, secret: new Uint8Array(32).fill(2) };
const old = new Keys([OLD], systemEntropy);
const both = new Keys([NEW, OLD], systemEntropy);
const alone = new Keys([NEW], systemEntropy);
const [ANN, BEN] = [11n, 12n];

test('a secret and recovery codes are sealed again; what is over stays as it was', async () => {
  const db = await createTestDatabase();
  for (const id of [ANN, BEN]) await insertNamedUser(db, { id });
  const secret = newSecret(systemEntropy);
  await insertSecret(db.app, { userId: ANN, sealed: sealSecret(old, 'user_factors', secret, ANN), step: 7 });
  const { codes, ...kept } = newCodes(old, systemEntropy, ANN);
  await insertCodes(db.app, ANN, kept);
  const over = newCodes(old, systemEntropy, BEN);
  await insertCodes(db.app, BEN, over);
  await endCodes(db.app, BEN);
  const [used = '', open = ''] = codes;
  const mac = (await recoveryMac({ db: db.app, keys: old }, ANN, used)) ?? new Uint8Array();
  expect(await useRecoveryCode(db.app, ANN, mac)).toBe(true);

  // The one secret, and the one key of the nine codes that are open.
  expect([await factorsResealer.batch(both, db.owner), await factorsResealer.batch(both, db.owner)]).toEqual([2, 0]);

  const sealed = (await findSecret(db.app, ANN)) ?? new Uint8Array();
  expect(openSecret(alone, 'user_factors', sealed, ANN)).toEqual(Buffer.from(secret));
  expect(openSecret(alone, 'user_factors', sealed, BEN)).toBeUndefined();
  expect(await recoveryMac({ db: db.app, keys: alone }, ANN, open)).toBeDefined();
  // Used once, and never another's.
  expect(await recoveryMac({ db: db.app, keys: alone }, ANN, used)).toBeUndefined();
  expect(await recoveryMac({ db: db.app, keys: alone }, BEN, open)).toBeUndefined();
  expect(await useRecoveryCode(db.app, ANN, mac)).toBe(false);
  await db.drop();
});
