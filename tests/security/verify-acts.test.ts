// `npm run verify-log` over the acts' log: whatever somebody with every right changes of an act is found, in the database and, as far as it is public,
// over the public files alone.

import { systemClock } from '@fairtick/kernel/clock';
import { encodeActEntry } from '@fairtick/kernel/log/act-entry';
import { leafHash } from '@fairtick/kernel/log/merkle';
import { saltedHash } from '@fairtick/kernel/log/salted-hash';
import { auditActs } from '@fairtick/server/audit/act-audit';
import { Findings } from '@fairtick/server/audit/findings';
import type { Remembered } from '@fairtick/server/audit/memory';
import { ACTS, auditPublic } from '@fairtick/server/audit/public-audit';
import { openTickLog } from '@fairtick/server/domains/market/index';
import type { Queries } from '@fairtick/server/platform/database/pools';
import { sha256 } from '@fairtick/server/platform/transparency/index';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../harness/database.ts';
import { testLogKeys } from '../harness/outside.ts';
import { type Placing, startPlacing, write } from '../integration/acts/acts.ts';
import { type Edge, startEdge } from '../integration/http/edge.ts';

/** One full tile and a part of a second. */
const SIZE = 300;

let db: TestDatabase;
let placing: Placing;

/** Places `count` more and signs them. */
async function act(count: number): Promise<void> {
  await write(db.app, ...Array.from({ length: count }, (_, i) => `reason ${i}`));
  await placing.integrator.look();
}

beforeAll(async () => {
  db = await createTestDatabase();
  placing = await startPlacing(db.app);
  for (const count of [1, 100, 100, SIZE - 201]) await act(count);
  // A server has run ever since: what waits for a place has waited too long.
  await db.owner.query('UPDATE log_state SET last_received_time = database_ms() + 3600000');
});
afterAll(async () => {
  await placing.stop();
  await db.drop();
});

async function audit(client: Queries, remembered?: Remembered) {
  const findings = new Findings();
  const report = await auditActs(client, findings, remembered);
  return { findings: findings.list, ...report };
}

test('what nobody touched agrees in everything', async () => {
  expect(await audit(db.owner)).toMatchObject({ findings: [], size: SIZE, tiles: 1, checkpoints: 5, erased: 0 });
});

type Edit = readonly [what: string, sql: string | readonly string[], found: RegExp];

const swapped = (a: number, b: number): readonly string[] => [
  `UPDATE acts SET idx = 1000000 WHERE idx = ${a}`,
  `UPDATE acts SET idx = ${a} WHERE idx = ${b}`,
  `UPDATE acts SET idx = ${b} WHERE idx = 1000000`,
];
const EDITS: readonly Edit[] = [
  [
    'another reason',
    `UPDATE acts SET contents = replace(contents, 'reason 7', 'reason 8') WHERE idx = 8`,
    /contents of act/,
  ],
  ['another salt', `UPDATE acts SET salt = sha256('x') WHERE idx = 5`, /contents of act/],
  ['another kind', `UPDATE acts SET kind = 'user_read' WHERE idx = 5`, /is not what entry 5 says/],
  ['another time', 'UPDATE acts SET time = time + 1 WHERE idx = 5', /is not what entry 5 says/],
  [
    'somebody else did it, and the contents say so too',
    `UPDATE acts SET actor_id = 8, contents = replace(contents, 'staff:7', 'staff:8') WHERE idx = 5`,
    /contents of act/,
  ],
  [
    'it was about somebody else, and the promise is gone that would have said so',
    ['ALTER TABLE acts DROP CONSTRAINT act_says_who', `UPDATE acts SET subject_id = '13' WHERE idx = 5`],
    /by or about somebody else/,
  ],
  ['an act removed', 'DELETE FROM acts WHERE idx = 5', /act at place 5 .* is missing/],
  [
    'an act put in the place of one that was removed',
    ['DELETE FROM acts WHERE idx = 5', 'UPDATE acts SET idx = 5 WHERE idx = 299'],
    /place 299 .* is missing|contents of act/,
  ],
  ['two acts swapped', swapped(5, 250), /contents of act/],
  [
    'two acts swapped with their entries',
    [
      ...swapped(5, 250),
      'UPDATE log_entries e SET entry = o.entry, leaf_hash = o.leaf_hash FROM log_entries o WHERE e.log = 2 AND o.log = 2 AND (e.idx, o.idx) IN ((5, 250), (250, 5))',
    ],
    /no act of that place/,
  ],
  ['an act without its place', 'UPDATE acts SET idx = NULL, time = time - 120000 WHERE idx = 299', /has no place/],
  ['an act behind the end', 'UPDATE acts SET idx = 300 WHERE idx = 299', /place 300 in a log of 300/],
  [
    'half of it erased',
    ['ALTER TABLE acts DROP CONSTRAINT act_erased_whole', 'UPDATE acts SET contents = NULL WHERE idx = 5'],
    /contents of act/,
  ],
  [
    'its entry changed',
    `UPDATE log_entries SET entry = entry || 'x' WHERE log = 2 AND idx = 5`,
    /not what its hash says/,
  ],
  ['its entry removed', 'DELETE FROM log_entries WHERE log = 2 AND idx = 5', /not all there/],
  [
    'the last act and its entry removed, the log shortened',
    [
      'DELETE FROM acts WHERE idx = 299',
      'DELETE FROM log_entries WHERE log = 2 AND idx = 299',
      'UPDATE log_heads SET size = 299 WHERE log = 2',
    ],
    /of more acts than there are/,
  ],
  [
    'a tile changed',
    'UPDATE log_tiles SET hashes = set_byte(hashes, 5, 255 - get_byte(hashes, 5)) WHERE log = 2',
    /not what its acts give/,
  ],
  [
    'a checkpoint changed',
    'UPDATE log_checkpoints SET root = set_byte(root, 5, 255 - get_byte(root, 5)) WHERE log = 2',
    /root that its acts/,
  ],
  ['the head removed', 'DELETE FROM log_heads WHERE log = 2', /no head/],
];

async function undone<T>(change: (client: Queries) => Promise<T>): Promise<T> {
  const client = await db.owner.connect();
  try {
    await client.query('BEGIN');
    return await change(client);
  } finally {
    await client.query('ROLLBACK');
    client.release();
  }
}

test.each(EDITS)('found: %s', async (_, sql, found) => {
  const { findings } = await undone(async (client) => {
    // Only a superuser may, and then no trigger speaks.
    await client.query('SET LOCAL session_replication_role = replica');
    for (const one of typeof sql === 'string' ? [sql] : sql) await client.query(one);
    return audit(client);
  });
  expect(findings.join('\n')).toMatch(found);
});

test('found: an act changed together with its entry and its hash', async () => {
  const { rows } = await db.owner.query<{ time: bigint; salt: Uint8Array; contents: string }>(
    'SELECT time, salt, contents FROM acts WHERE idx = 5',
  );
  const [row] = rows;
  if (!row) throw new Error('no act');
  const contents = row.contents.replace('orders', 'sign_in');
  const contentsHash = saltedHash(sha256, row.salt, contents);
  const entry = encodeActEntry({ index: 5, time: Number(row.time), kind: 'user_frozen', contentsHash });
  const { findings } = await undone(async (client) => {
    await client.query('SET LOCAL session_replication_role = replica');
    await client.query('UPDATE acts SET contents = $1 WHERE idx = 5', [contents]);
    await client.query('UPDATE log_entries SET entry = $1, leaf_hash = $2 WHERE log = 2 AND idx = 5', [
      Buffer.from(entry),
      Buffer.from(leafHash(sha256, entry)),
    ]);
    return audit(client);
  });
  expect(findings.join('\n')).toMatch(/root that its acts do not give/);
});

test('contents that the owner erased are counted and break nothing', async () => {
  const report = await undone(async (client) => {
    await client.query('UPDATE acts SET contents = NULL, salt = NULL WHERE idx IN (5, 6)');
    return audit(client);
  });
  expect(report).toMatchObject({ findings: [], erased: 2 });
});

test('an act of this very moment may still wait; one that the servers passed over may not', async () => {
  const waiting = (agoMs: number): Promise<{ findings: readonly string[] }> =>
    undone(async (client) => {
      await write(client, 'waits');
      await client.query('SET LOCAL session_replication_role = replica');
      await client.query('UPDATE acts SET time = time - $1 WHERE idx IS NULL', [agoMs]);
      return audit(client);
    });
  expect((await waiting(0)).findings).toEqual([]);
  expect((await waiting(61_000)).findings.join()).toMatch(/has no place in the log/);
});

describe('over the public files alone', () => {
  let edge: Edge;
  const follow = (remembered?: Remembered) =>
    auditPublic({ url: edge.url, key: placing.log.verifierKey, remembered }, ACTS);

  beforeAll(async () => {
    const ticks = await openTickLog({
      ...{ pool: db.app, clock: systemClock, keys: testLogKeys },
      ...{ onError: () => {}, evaluatedThrough: () => -1, pairOf: () => undefined },
    });
    edge = await startEdge({ logs: { ticks, acts: placing.log } });
    await ticks.stop();
  });
  afterAll(() => edge.close());

  test('the key is shown, a good log agrees, and what is signed later extends what was seen', async () => {
    expect(await (await fetch(`${edge.url}/tlog/acts/key`)).text()).toBe(`${placing.log.verifierKey}\n`);
    const first = await follow();
    expect(first).toMatchObject({ findings: [], from: 0, size: SIZE });
    await act(3);
    expect(await follow(first.newest)).toMatchObject({ findings: [], from: SIZE, size: SIZE + 3 });
    const other = { key: placing.log.verifierKey, size: 200, root: new Uint8Array(32) };
    expect((await follow(other)).findings.join()).toMatch(/rewritten/);
  });

  test('nothing of what an act says is shown, only its place, time, kind and hash', async () => {
    const bundle = Buffer.from(await (await fetch(`${edge.url}/tlog/acts/tile/entries/000`)).arrayBuffer());
    expect(bundle.includes('user_frozen')).toBe(true);
    for (const hidden of ['reason', 'orders', 'staff:7', 'user:12']) expect(bundle.includes(hidden)).toBe(false);
  });
});
