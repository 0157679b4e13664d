// What the database platform promises: the app's role is walled in, numbers stay exact, and a cluster outlives a killed app.

import { type ChildProcess, spawn } from 'node:child_process';
import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { fileURLToPath } from 'node:url';
import { seededRandom } from '@fairtick/kernel/random';
import { openDatabase } from '@fairtick/server/platform/database/open';
import { appPassword, createAppPool, ensureAppRole } from '@fairtick/server/platform/database/pools';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../harness/database.ts';
import { SickProxy } from '../harness/sick-proxy.ts';

describe('the app connection', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.drop());

  test('int8 is read as bigint and numeric as its text, in arrays too', async () => {
    const answer = await database.app.query(
      `SELECT 9223372036854775807::int8 AS i, 0.10::numeric AS n, '{1,NULL}'::int8[] AS ia, '{0.10}'::numeric[] AS na`,
    );
    expect(answer.rows).toEqual([{ i: 9223372036854775807n, n: '0.10', ia: [1n, null], na: ['0.10'] }]);
  });

  test('runs as the restricted role, which may not make tables or roles', async () => {
    expect((await database.app.query('SELECT current_user AS name')).rows).toEqual([{ name: 'fairtick_app' }]);
    await expect(database.app.query('CREATE TABLE mine (a int)')).rejects.toThrow('permission denied');
    await expect(database.app.query('CREATE ROLE mine')).rejects.toThrow('permission denied');
  });

  test('a statement that does not end is ended after 2.5 s', async () => {
    const usual = createAppPool(database.ownerUrl, { max: 1 });
    await expect(usual.query('SELECT pg_sleep(30)')).rejects.toThrow('statement timeout');
    await usual.end();
  });

  test('a start waits for a database that answers late, and says so', async () => {
    const proxy = await SickProxy.open(database.ownerUrl, seededRandom(1));
    proxy.fall({ swallows: true });
    const said: string[] = [];
    const onNotice = (text: string) => {
      said.push(text);
      proxy.fall({});
    };
    const opened = await openDatabase({ dataDir: '', databaseUrl: proxy.through(database.ownerUrl), onNotice });
    expect(opened).toMatchObject({ ok: true, value: { kind: 'given' } });
    // A machine with more to do is late by itself, too.
    expect(said.length).toBeGreaterThan(0);
    for (const one of said) expect(one).toMatch(/timeout.*It is asked again\.$/);
    if (opened.ok) await opened.value.close();
    await proxy.close();
  });

  test('many servers may ensure the role at once', async () => {
    const all = await Promise.all(Array.from({ length: 8 }, () => ensureAppRole(database.ownerUrl)));
    expect(all.filter((one) => !one.ok)).toEqual([]);
  });

  test('the role password follows from the owner password alone, or from the whole address when there is none', () => {
    expect(appPassword('postgresql://a:secret@one/x')).toBe(appPassword('postgresql://b:secret@two/y'));
    expect(appPassword('postgresql://a@one/x')).not.toBe(appPassword('postgresql://a@two/x'));
  });
});

const holder = fileURLToPath(new URL('../harness/hold-database.ts', import.meta.url));

interface Holder {
  readonly child: ChildProcess;
  /** Resolves with the first line that starts with the word. Rejects when the process ends first. */
  line(word: string): Promise<string>;
}

function hold(dataDir: string): Holder {
  const child = spawn(process.execPath, [holder, dataDir], { stdio: ['ignore', 'pipe', 'inherit'] });
  let said = '';
  const waiting: { word: string; resolve: (line: string) => void }[] = [];
  child.stdout.on('data', (chunk: Buffer) => {
    said += chunk.toString('utf8');
    for (const line of said.split('\n').slice(0, -1)) {
      for (const one of waiting) if (line.startsWith(one.word)) one.resolve(line);
    }
  });
  const line = (word: string): Promise<string> =>
    new Promise((resolve, reject) => {
      const there = said.split('\n').find((text) => text.startsWith(word));
      if (there) resolve(there);
      else waiting.push({ word, resolve });
      child.once('close', () => reject(new Error(`ended before "${word}": ${said}`)));
    });
  return { child, line };
}

const ended = (child: ChildProcess): Promise<unknown> =>
  child.exitCode === null && child.signalCode === null
    ? new Promise((resolve) => child.once('exit', resolve))
    : Promise.resolve();

describe('the embedded cluster', () => {
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'fairtick-embedded-'));
  const started: ChildProcess[] = [];
  const start = (): Holder => {
    const one = hold(dataDir);
    started.push(one.child);
    return one;
  };
  afterAll(async () => {
    for (const child of started) child.kill('SIGTERM');
    await Promise.all(started.map(ended));
    fs.rmSync(dataDir, { recursive: true, force: true });
  });

  test('a killed app leaves a server that the next start takes over, nothing lost', async () => {
    const first = start();
    const before = await first.line('ready');
    expect(before).toBe('ready embedded rows=1');
    first.child.kill('SIGKILL');
    await ended(first.child);
    const second = start();
    expect(await second.line('ready')).toBe('ready adopted rows=2');
    second.child.kill('SIGTERM');
    await ended(second.child);
    expect(fs.existsSync(path.join(dataDir, 'postgres', 'data', 'postmaster.pid'))).toBe(false);
  });

  test('a second copy on the same folder is refused in one sentence, and the first goes on', async () => {
    const first = start();
    await first.line('ready');
    const second = start();
    expect(await second.line('refused')).toMatch(/^refused DATA_DIR .* is in use by another running copy .*\.$/);
    expect(first.child.exitCode).toBe(null);
    first.child.kill('SIGTERM');
    await ended(first.child);
  });

  test('a server that is killed under the app is brought back', async () => {
    const app = start();
    await app.line('ready');
    const pid = Number(
      fs.readFileSync(path.join(dataDir, 'postgres', 'data', 'postmaster.pid'), 'utf8').split('\n')[0],
    );
    process.kill(pid, 'SIGKILL');
    expect(await app.line('notice The embedded PostgreSQL is back')).toBeTruthy();
    app.child.kill('SIGTERM');
    await ended(app.child);
  });

  test("a stranger's process under the number in the pid file does not hinder a start", async () => {
    const pidFile = path.join(dataDir, 'postgres', 'data', 'postmaster.pid');
    fs.writeFileSync(pidFile, `${process.pid}\n${dataDir}\n1\n5432\n${dataDir}\n\n\nready\n`);
    const app = start();
    expect(await app.line('ready')).toMatch(/^ready embedded/);
    app.child.kill('SIGTERM');
    await ended(app.child);
  });
});
