// A whole replay: the server as a process, users who trade at random while it runs, everything collected, and the independent script's verdict.

import { spawn } from 'node:child_process';
import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { seededRandom } from '@fairtick/kernel/random';
import { Client } from './client.ts';
import { collect } from './collect.ts';
import { type Cut, cutRecordings } from './recordings.ts';
import { pinnedNode, root, type ServerProcess, startServer } from './server-process.ts';
import { Trader } from './trader.ts';

export interface SessionOptions {
  /** Where the recordings lie. */
  readonly from: string;
  readonly cuts: readonly Cut[];
  readonly codes: readonly string[];
  readonly speed: number;
  readonly seed: number;
  readonly users: number;
  readonly reach: number;
  /** undefined: an embedded database of the session's own. */
  readonly databaseUrl?: string | undefined;
  /** No options are bought in the last part of a replay that is known to end within this time. */
  readonly withMicro: boolean;
  /** Stop and start the server once, by this signal, when so many ticks are in the log. */
  readonly restart?: { readonly signal: NodeJS.Signals; readonly atLogSize: number };
  readonly onNote?: (text: string) => void;
  /** The private keys of its logs, as LOG_KEYS has them: for whoever forges as their owner could. */
  readonly logKeys?: string;
  /** Of how many orders of each ending of a user the path is collected. */
  readonly paths?: number;
}

export interface Verdict {
  readonly exitCode: number;
  readonly output: string;
  /** Counts of the script, by their names. */
  readonly counts: ReadonlyMap<string, number>;
  readonly disagreements: readonly string[];
}

export interface SessionResult {
  readonly verdict: Verdict;
  readonly rows: number;
  readonly health: unknown;
  readonly recordings: string;
  readonly evidenceFile: string;
  /** What the server warned of, the end of it. */
  readonly said: string;
  /** Removes the session's folder. */
  remove(): void;
}

/** A database of its own in every run: the key guards nothing. */
const MASTER_KEY = '07'.repeat(32);
const PAUSE_MS = 20;
const OPTION_MS = 30_000;
const SETTLED_MS = 6_000;

export async function runSession(options: SessionOptions): Promise<SessionResult> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'fairtick-replay-'));
  // The embedded database runs as another user, who must reach its folder.
  fs.chmodSync(folder, 0o755);
  const recordings = path.join(folder, 'recordings');
  const dataDir = path.join(folder, 'data');
  fs.mkdirSync(recordings);
  fs.mkdirSync(dataDir);
  const rows = cutRecordings(options.from, recordings, options.cuts);
  const settings = {
    FEED: 'replay',
    REPLAY_DIR: recordings,
    REPLAY_SPEED: String(options.speed),
    DATA_DIR: dataDir,
    ...(options.logKeys === undefined ? {} : { LOG_KEYS: options.logKeys }),
    ...(options.databaseUrl === undefined ? {} : { DATABASE_URL: options.databaseUrl, MASTER_KEY }),
  };
  let server = await startServer(settings);
  const note = options.onNote ?? (() => {});
  try {
    const traders = tradersOf(options, () => server.url);
    await Promise.all(traders.map((trader) => trader.signUp()));
    if (options.restart) {
      await trade(options, traders, server, options.restart.atLogSize);
      note(`restart by ${options.restart.signal}`);
      await server.stop(options.restart.signal);
      server = await startServer(settings);
    }
    await trade(options, traders, server, Number.POSITIVE_INFINITY);
    note('the replay is over; waiting for the last options');
    await settled(traders);
    const evidence = await collect(() => server.url, traders, options.paths);
    // Answered with 503 once the recording is over, and with the counts all the same.
    const health: unknown = await (await fetch(`${server.url}/healthz`)).json();
    const evidenceFile = path.join(folder, 'evidence.json');
    fs.writeFileSync(evidenceFile, JSON.stringify(evidence));
    note('rechecking');
    const verdict = await recheck(recordings, evidenceFile);
    return {
      verdict,
      rows,
      health,
      recordings,
      evidenceFile,
      said: server.said(),
      remove: () => fs.rmSync(folder, { recursive: true, force: true }),
    };
  } catch (error) {
    throw new Error(`the session failed; the server said:\n${server.said()}`, { cause: error });
  } finally {
    await server.stop();
  }
}

/** The last user is reckless (stop-outs), the one before resets in between. */
function tradersOf({ users, seed, codes, reach }: SessionOptions, url: () => string): Trader[] {
  return Array.from({ length: users }, (_, i) => {
    const reckless = i === users - 1;
    return new Trader({
      name: `user ${i}`,
      url,
      random: seededRandom(seed * 1_000 + i),
      codes,
      reach,
      greed: reckless ? 0.12 : 0.004,
      reckless,
    });
  });
}

/** Every user trades until the recording is over, or the log has so many ticks. */
async function trade(
  { withMicro, restart }: SessionOptions,
  traders: readonly Trader[],
  server: ServerProcess,
  untilSize: number,
): Promise<void> {
  const watcher = new Client(() => server.url);
  let going = true;
  const watch = async (): Promise<void> => {
    while (going) {
      const { state, logSize } = await watcher.ask('market_status', {});
      if (state === 'ended' || logSize >= untilSize) going = false;
      else await pause(250);
    }
  };
  const run = async (trader: Trader, place: number): Promise<void> => {
    if (!withMicro) trader.forgetMicro();
    const begun = performance.now();
    let hasReset = restart !== undefined || place !== traders.length - 2;
    while (going) {
      if (!hasReset && performance.now() - begun > 5_000) {
        await trader.reset();
        hasReset = true;
      }
      await trader.act();
      await pause(PAUSE_MS);
    }
  };
  await Promise.all([watch(), ...traders.map(run)]);
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Until every option has ended and every trigger has been decided. */
async function settled(traders: readonly Trader[]): Promise<void> {
  const limit = performance.now() + OPTION_MS + SETTLED_MS;
  for (const trader of traders)
    while (performance.now() < limit && (await trader.client.ask('micro_orders', { status: '1' })).total > 0)
      await pause(500);
  await pause(1_000);
}

/** The script as anybody would run it: a process of its own. */
export function recheck(recordings: string, evidenceFile: string): Promise<Verdict> {
  const script = path.join(root, 'tests', 'independent', 'recheck.mjs');
  const child = spawn(pinnedNode(), ['--max-old-space-size=4096', script, recordings, evidenceFile], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const keep = (chunk: Buffer): void => {
    output += chunk.toString();
  };
  child.stdout.on('data', keep);
  child.stderr.on('data', keep);
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => {
      const lines = output.split('\n');
      const counts = lines.flatMap((line) => {
        const [, what, number] = /^([^:].*): (\d+)$/.exec(line) ?? [];
        return what === undefined || line.startsWith('DISAGREES') ? [] : [[what, Number(number)] as const];
      });
      const disagreements = lines.filter((line) => line.startsWith('DISAGREES')).map((line) => line.slice(10));
      resolve({ exitCode: code ?? -1, output, counts: new Map(counts), disagreements });
    });
  });
}
