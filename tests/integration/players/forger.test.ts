// A sample of what `npm run forger` does: orders of a short replay, each answer about them forged, and none of the forgeries called right that must not be.

import * as fs from 'node:fs';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../harness/database.ts';
import type { Evidence } from '../../independent/collect.ts';
import type { SessionResult } from '../../independent/session.ts';
import { forge } from '../../players/forger/forge.ts';
import { playForForger } from '../../players/forger/play.ts';
import { verdictOf } from '../../players/forger/table.ts';

const LIMIT_MS = 300_000;

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

test(
  'no forged proof, path or receipt is called right that must be caught',
  async () => {
    const { ownerUrl: databaseUrl } = database;
    session = await playForForger({ until: '2014-05-02T12:36:00Z', speed: 40, withMicro: false, databaseUrl });
    const { evidenceFile } = session;
    const evidence: Evidence = JSON.parse(fs.readFileSync(evidenceFile, 'utf8'));
    const result = await forge({ evidence, evidenceFile, orders: 1, every: 40 });
    const { good, missed, sentence } = verdictOf(result);
    expect([missed, good], sentence).toEqual([[], true]);
    // Which orders a replay ends with is the machine's pace: several of them, and whatever they are.
    expect(result.good.length).toBeGreaterThan(3);
    expect(result.classes.length).toBeGreaterThan(100);
  },
  LIMIT_MS,
);
