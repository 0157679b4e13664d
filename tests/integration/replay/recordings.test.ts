// The recordings that do not come with the product, each traded at random and recomputed: a weekend gap, conversion rates, a dirty feed, gold.
// Short pieces; `node tests/independent/full-replay.ts` plays them whole. Skipped where the recordings are not on the machine.

import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../harness/database.ts';
import { recordingsDir } from '../../harness/recordings.ts';
import { runSession, type SessionOptions, type SessionResult } from '../../independent/session.ts';

const LIMIT_MS = 300_000;
/** The replay runs at its own pace and the traders at the machine's: enough to find a fault in, and no more is asked. */
const ENOUGH = 15;
const from = recordingsDir();

let database: TestDatabase;
let session: SessionResult | undefined;

beforeEach(async () => {
  database = await createTestDatabase();
});

afterEach(async () => {
  session?.remove();
  session = undefined;
  await database.drop();
});

async function play(options: Pick<SessionOptions, 'cuts' | 'codes' | 'speed' | 'reach'> & Partial<SessionOptions>) {
  session = await runSession({
    from: from ?? '',
    seed: 2,
    users: 4,
    withMicro: false,
    databaseUrl: database.ownerUrl,
    ...options,
  });
  const { counts, disagreements } = session.verdict;
  expect(disagreements).toEqual([]);
  expect(session.verdict.exitCode).toBe(0);
  return { session, count: (what: string): number => counts.get(what) ?? 0 };
}

describe.skipIf(from === undefined)('the shared recordings, recomputed', () => {
  test(
    'over a weekend: nothing acts while it lasts, and the first tick of Sunday fills what the gap has passed',
    async () => {
      const spans = [
        ['2014-05-02T18:00:00Z', '2014-05-02T21:00:00Z'],
        ['2014-05-04T21:00:00Z', '2014-05-05T03:00:00Z'],
      ] as const;
      const cuts = ['EURUSD', 'NZDUSD'].map((code) => ({ file: `${code}.ticks.2014-05-02_05.csv.gz`, spans }));
      const { session, count } = await play({ cuts, codes: ['EURUSD', 'NZDUSD'], speed: 6_000, reach: 0.0015 });
      expect(count('ticks equal to the recording')).toBe(session.rows);
      expect(count('forex orders')).toBeGreaterThan(ENOUGH);
    },
    LIMIT_MS,
  );

  test(
    'in yen and francs, the server killed in between: margin, fee and result by the rate of its tick',
    async () => {
      const spans = [['2016-01-05T15:10:00Z', '2016-01-05T15:22:00Z']] as const;
      const codes = ['USDJPY', 'USDCHF', 'EURUSD'];
      const cuts = codes.map((code) => ({ file: `${code}.ticks.2016-01-04_05.csv.gz`, spans }));
      const restart = { signal: 'SIGKILL', atLogSize: 3_000 } as const;
      const { session, count } = await play({ cuts, codes, speed: 40, reach: 0.0007, restart });
      expect(count('ticks equal to the recording')).toBe(session.rows);
      expect(count('results by a conversion rate')).toBeGreaterThan(ENOUGH);
    },
    LIMIT_MS,
  );

  test(
    'from a dirty feed: crossed quotes are dropped and counted for all to see, and trading goes on',
    async () => {
      const spans = [['2014-05-02T12:26:00Z', '2014-05-02T12:36:00Z']] as const;
      const cuts = [{ file: 'EURUSD-FXCM.ticks.2014-05-02.csv.gz', spans }];
      const { session, count } = await play({ cuts, codes: ['EURUSD'], speed: 40, reach: 0.001 });
      const crossed = count('rows dropped: crossed');
      expect(crossed).toBeGreaterThan(100);
      expect(session.health).toMatchObject({ data: { market: { drops: { EURUSD: { crossed } } } } });
      expect(count('ticks equal to the recording')).toBe(session.rows - crossed - count('rows dropped: duplicate'));
      expect(count('forex orders')).toBeGreaterThan(ENOUGH);
    },
    LIMIT_MS,
  );
});
