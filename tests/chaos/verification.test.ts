// The server dies while a verification is decided: before its commit nothing happened, after it everything did, and the same key has one effect in all.

import { systemEntropy } from '@fairtick/kernel/random';
import { sealPerson } from '@fairtick/server/domains/verification/persons';
import { CLAIM_MS } from '@fairtick/server/domains/verification/rules';
import { claim, insertVerification } from '@fairtick/server/domains/verification/table';
import { sealFile } from '@fairtick/server/platform/files/sealing';
import { insertUpload, insertView } from '@fairtick/server/platform/files/table';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { createTestDatabase } from '../harness/database.ts';
import { testKeys } from '../harness/outside.ts';
import { insertRealUser } from '../harness/real-user.ts';
import { insertStaff } from '../harness/staff.ts';
import { Server } from './server.ts';

const answer = z.object({ code: z.number() });

test.each(['before_commit', 'after_commit'] as const)('death %s', async (moment) => {
  const db = await createTestDatabase();
  const userId = 7_000_000n;
  await insertRealUser(db, userId, 0);
  const [front = '', back = ''] = ['a', 'b'].map((sign) => sign.repeat(32));
  for (const id of [front, back]) {
    const { key } = sealFile(testKeys, systemEntropy, Buffer.from('x'), `${id}|${userId}|image`);
    await insertUpload(db.app, {
      id,
      ownerId: userId,
      kind: 'image',
      place: 'disk',
      key,
      bytes: 1,
      width: 1,
      height: 1,
    });
  }
  const sealed = sealPerson(testKeys, { name: 'Ann', card: 'A1234' }, userId, front);
  const id = String(await insertVerification(db.app, { userId, ...sealed, country: 'HK', front, back }));
  const reviewer = await insertStaff(db, { roles: ['compliance'] });
  const { token } = reviewer;
  await claim(db.app, BigInt(id), reviewer.id, CLAIM_MS);
  for (const image of [front, back])
    await insertView(db.app, image, { kind: 'staff', id: reviewer.id }, `verification:${id}`);
  const effects = async (): Promise<unknown[]> => {
    const { rows } = await db.owner.query({
      text: `SELECT v.status::int, s.verified_time IS NOT NULL, (SELECT count(*)::int FROM notices), (SELECT count(*)::int FROM outbox),
               (SELECT count(*)::int FROM acts WHERE kind = 'verification_accepted')
             FROM verifications v JOIN user_standing s USING (user_id)`,
      rowMode: 'array',
    });
    return rows.flat();
  };
  const decide = async (server: Server): Promise<number> => {
    const response = await fetch(`${server.consoleUrl}/staff/api/verifications/decide`, {
      method: 'POST',
      headers: { authorization: token, 'idempotency-key': 'the-same-key' },
      body: new URLSearchParams({ id, decision: 'accept' }),
    });
    return answer.parse(await response.json()).code;
  };
  const dying = await Server.start({ databaseUrl: db.ownerUrl, env: { FAILPOINT: `${moment}:verification_decide` } });
  await expect(decide(dying)).rejects.toThrow();
  await dying.kill();
  expect(await effects()).toEqual(moment === 'after_commit' ? [2, true, 1, 1, 1] : [1, false, 0, 0, 0]);
  const next = await Server.start({ databaseUrl: db.ownerUrl });
  expect([await decide(next), await decide(next)]).toEqual([1, 1]);
  expect(await effects()).toEqual([2, true, 1, 1, 1]);
  await next.kill();
  await db.drop();
});
