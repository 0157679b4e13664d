// Two servers on one database, both with a feed, both trading, one killed and started again: one log without hole or fork, nothing lost,
// nothing doubled. What they do not do yet is act on each other's prices and orders (docs/runbooks/failures.md), so triggers are not held here.

import { setTimeout as delay } from 'node:timers/promises';
import { type Checkpoint, parseVerifierKey, verifyCheckpoint } from '@fairtick/kernel/log/note';
import { seededRandom } from '@fairtick/kernel/random';
import { nodeNoteCrypto, sha256 } from '@fairtick/server/platform/transparency/index';
import { expect, test } from 'vitest';
import { createTestDatabase } from '../harness/database.ts';
import { call, text } from './api.ts';
import { Crowd } from './crowd.ts';
import { Server } from './server.ts';
import { looseTerms } from './terms.ts';
import { textOf } from './trader.ts';
import { extended } from './watcher.ts';

const ROUNDS = 3;

async function checkpointOf(url: string): Promise<Checkpoint> {
  const status = await call(url, 'market_status', {});
  const key = parseVerifierKey(textOf(status?.data, 'verifierKey'), sha256);
  if (!key.ok) throw new Error(key.error);
  const checkpoint = verifyCheckpoint((await text(url, '/tlog/checkpoint')) ?? '', key.value, nodeNoteCrypto);
  if (!checkpoint.ok) throw new Error(checkpoint.error);
  return checkpoint.value;
}

test('both trade at once, one is killed now and then: one log, one effect a key', async () => {
  const db = await createTestDatabase();
  const random = seededRandom(2);
  const first = await Server.start({ databaseUrl: db.ownerUrl });
  await looseTerms(db.owner);
  await first.kill();
  const start = (n: number): Promise<Server> => Server.start({ databaseUrl: db.ownerUrl, env: { SEED: String(n) } });
  const servers = await Promise.all([start(1), start(2)]);
  const urlOf = (n: number): string => servers[n % 2]?.url ?? '';
  const crowd = new Crowd({ seed: 2, traders: 30, url: urlOf });
  await crowd.quotes.untilLive(urlOf(0), ['EURUSD']);
  crowd.begin();
  const seen: Checkpoint[] = [];
  try {
    for (let round = 0; round < ROUNDS; round += 1) {
      crowd.release();
      await delay(1_500 + random.below(700));
      seen.push(await checkpointOf(urlOf(0)), await checkpointOf(urlOf(1)));
      const victim = random.below(2);
      await servers[victim]?.kill();
      crowd.hold();
      servers[victim] = await start(10 + round);
      expect(await crowd.rest()).toBe(true);
      await crowd.quotes.untilLive(urlOf(0), ['EURUSD']);
      await crowd.quotes.untilLive(urlOf(1), ['EURUSD']);
      expect(await crowd.verify(db.owner, { triggers: false })).toEqual([]);
    }
    // Whatever one of them signed, both of them extend.
    for (const url of [urlOf(0), urlOf(1)]) {
      const newest = await checkpointOf(url);
      for (const old of seen) expect(await extended(url, old, newest)).toBe(true);
    }
    const { rows } = await db.owner.query(
      `SELECT (SELECT count(*) FROM ticks)::int AS ticks, (SELECT max(log_index) + 1 FROM ticks)::int AS next,
         (SELECT count(*)::int FROM (SELECT seq - row_number() OVER (PARTITION BY pair_id ORDER BY log_index) AS gap FROM ticks) x WHERE gap <> -1) AS holes`,
    );
    expect(rows[0].next).toBe(rows[0].ticks);
    expect(rows[0].holes).toBe(0);
    expect(crowd.counts.answered).toBeGreaterThan(200);
  } finally {
    await crowd.end();
    for (const server of servers) await server.kill();
    await db.drop();
  }
});
