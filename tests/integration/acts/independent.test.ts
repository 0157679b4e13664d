// The check that shares no code with the server takes a good log and finds what is wrong with a bad one.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { fileURLToPath } from 'node:url';
import { toHex } from '@fairtick/kernel/bytes';
import { readPlacedActs } from '@fairtick/server/platform/acts/table';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../harness/database.ts';
import { type Edge, startEdge } from '../http/edge.ts';
import { type Placing, startPlacing, write } from './acts.ts';

/** One whole bundle and a part of a second. */
const SIZE = 300;
const script = fileURLToPath(new URL('../../independent/acts.mjs', import.meta.url));
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'fairtick-acts-'));

let db: TestDatabase;
let placing: Placing;
let edge: Edge;
beforeAll(async () => {
  db = await createTestDatabase();
  placing = await startPlacing(db.app);
  await write(db.app, ...Array.from({ length: SIZE }, (_, i) => `理由 ${i}`));
  await placing.integrator.look();
  edge = await startEdge({ logs: { ticks: placing.log, acts: placing.log } });
});
afterAll(async () => {
  fs.rmSync(folder, { recursive: true });
  await edge.close();
  await placing.stop();
  await db.drop();
});

/** Not spawnSync: the server that it asks is in this process. */
async function check(...words: readonly string[]): Promise<{ readonly code: unknown; readonly said: string }> {
  const child = spawn(process.execPath, [script, edge.url, ...words], { stdio: ['ignore', 'pipe', 'inherit'] });
  let said = '';
  child.stdout.on('data', (bytes: Buffer) => {
    said += bytes.toString();
  });
  const [code] = await once(child, 'close');
  return { code, said };
}

function file(name: string, text: string): string {
  const place = path.join(folder, name);
  fs.writeFileSync(place, text);
  return place;
}

test('a good log agrees, with what was seen before and with the records that somebody was given', async () => {
  const seen = file('seen', await placing.log.checkpointText());
  await write(db.app, 'one more');
  await placing.integrator.look();
  const records = (await readPlacedActs(db.owner, 5, 8)).map(({ index, salt, contents }) => ({
    ...{ index, contents },
    salt: toHex(salt ?? new Uint8Array(0)),
  }));
  const shown = file('shown.json', JSON.stringify(records));
  const good = await check('--key', placing.log.verifierKey, '--seen', seen, '--shown', shown);
  expect(good).toEqual({
    code: 0,
    said: `acts: ${SIZE + 1}\nacts: user_frozen: ${SIZE + 1}\nrecords held against the log: 3\n`,
  });
  const lie = file('lie.json', JSON.stringify(records.map((one) => ({ ...one, contents: `${one.contents} ` }))));
  expect(await check('--shown', lie)).toMatchObject({
    code: 1,
    said: expect.stringMatching(/act 5: the record that was shown/),
  });
});

test("another log's key, a longer past and an entry that was changed are found", async () => {
  const stranger = 'fairtick.log/acts+00000000+AQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA';
  expect((await check('--key', stranger)).code).toBe(1);
  const client = await db.owner.connect();
  try {
    await client.query('BEGIN');
    await client.query('SET LOCAL session_replication_role = replica');
    await client.query(`UPDATE log_entries SET entry = convert_to(replace(convert_from(entry, 'utf8'), 'frozen', 'frozem'), 'utf8'),
      leaf_hash = sha256('\\x00' || convert_to(replace(convert_from(entry, 'utf8'), 'frozen', 'frozem'), 'utf8')) WHERE log = 2 AND idx = 17`);
    await client.query('COMMIT');
  } finally {
    client.release();
  }
  expect(await check()).toMatchObject({ code: 1, said: expect.stringMatching(/not those that were signed/) });
});
