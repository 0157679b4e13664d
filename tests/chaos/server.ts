// The real server as a process that may be killed at any moment, with its embedded database or a given one. Nothing of it is imported but
// the names of its files.

import { type ChildProcess, spawn } from 'node:child_process';
import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { clusterPaths, ownerRole } from '@fairtick/server/platform/database/cluster';
import { readPidFile, servesCluster, stopPostmaster } from '@fairtick/server/platform/database/postmaster';
import { dataDirOf } from '../harness/database.ts';
import { COMPILED, TEST_KEYS } from '../harness/outside.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
/** Bounds a hang, and ends before the hooks do (120 s). How soon a server must be back is said where it is measured. */
const START_LIMIT_MS = 100_000;
const KEPT_TEXT = 400_000;
const KEPT_LINE = 1_000;
const QUICK_MS = 25;

export interface ServerOptions {
  /** Holds the embedded database; made and removed by the caller. */
  readonly dataDir?: string;
  /** A PostgreSQL to use instead. */
  readonly databaseUrl?: string;
  /** Further variables: FAILPOINT, SEED … */
  readonly env?: Readonly<Record<string, string>>;
  /** Keeps its address over restarts, so that clients find it again; 0 for the first start. */
  readonly port?: number;
}

/** One life of the server. */
export class Server {
  readonly #child: ChildProcess;
  readonly #ended: Promise<void>;
  #text = '';
  url = '';
  consoleUrl = '';
  /** When it was spawned, on this process's monotonic clock. */
  readonly startedMs = performance.now();

  private constructor(options: ServerOptions) {
    const { dataDir, databaseUrl, env, port = 0 } = options;
    this.#child = spawn(process.execPath, [path.join(root, 'server', 'main', 'main.ts')], {
      cwd: root,
      env: {
        PATH: process.env.PATH,
        NODE_COMPILE_CACHE: COMPILED,
        NODE_ENV: 'test',
        RATE_FACTOR: '10000',
        HOST: '127.0.0.1',
        PORT: String(port),
        CONSOLE_PORT: '0',
        FEED: 'simulated',
        SEED: '1',
        LOG_LEVEL: 'warn',
        ...(databaseUrl === undefined
          ? {}
          : { DATABASE_URL: databaseUrl, DATA_DIR: dataDirOf(databaseUrl), ...TEST_KEYS }),
        ...(dataDir === undefined ? {} : { DATA_DIR: dataDir }),
        ...env,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const keep = (chunk: Buffer): void => {
      this.#text = (this.#text + chunk.toString()).slice(-KEPT_TEXT);
    };
    this.#child.stdout?.on('data', keep);
    this.#child.stderr?.on('data', keep);
    this.#ended = new Promise((resolve) => this.#child.once('exit', () => resolve()));
  }

  /** Resolves when it says where it is. Throws with its last words when it ends or takes too long. */
  static async start(options: ServerOptions): Promise<Server> {
    const server = new Server(options);
    const until = performance.now() + START_LIMIT_MS;
    while (server.url === '') {
      const [, url, consoleUrl] = /Fairtick +(http:\S+)[\s\S]*Console +(http:\S+)\n/.exec(server.#text) ?? [];
      if (url !== undefined && consoleUrl !== undefined) {
        server.url = url;
        server.consoleUrl = consoleUrl;
      } else if (!server.alive) throw new Error(`the server ended at its start:\n${server.said()}`);
      else if (performance.now() > until) {
        await server.kill();
        throw new Error(`the server does not start:\n${server.said()}`);
      } else await delay(QUICK_MS);
    }
    return server;
  }

  get alive(): boolean {
    return this.#child.exitCode === null && this.#child.signalCode === null;
  }

  get pid(): number {
    return this.#child.pid ?? 0;
  }

  get port(): number {
    return Number(new URL(this.url).port);
  }

  /** The first owner's one-time link: printed after the addresses, where nobody of the staff has joined yet. Throws where none is printed. */
  async ownerLink(): Promise<string> {
    for (const until = performance.now() + START_LIMIT_MS; performance.now() < until; await delay(QUICK_MS)) {
      const link = /First owner +(http:\S+)/.exec(this.#text)?.[1];
      if (link !== undefined) return link;
    }
    throw new Error(`no link was printed:\n${this.said()}`);
  }

  /** The end of what it wrote, without a line for every call that had to be refused. */
  said(): string {
    const lines = this.#text.split('\n').filter((line) => !/could not be served|did not serve a call/.test(line));
    return lines.map((line) => line.slice(0, KEPT_LINE)).join('\n');
  }

  /** kill -9: nothing in the process learns of it. */
  async kill(): Promise<void> {
    this.#child.kill('SIGKILL');
    await this.#ended;
  }

  async stop(): Promise<void> {
    this.#child.kill('SIGTERM');
    await this.#ended;
  }

  /** Until it has ended by itself; false when it lives on after the limit. */
  async gone(limitMs: number): Promise<boolean> {
    await Promise.race([this.#ended, delay(limitMs)]);
    return !this.alive;
  }
}

/** A data folder of a run's own, with the embedded PostgreSQL that outlives killed servers. */
export class DataFolder {
  readonly dir: string;

  constructor() {
    this.dir = fs.mkdtempSync(path.join(os.tmpdir(), 'fairtick-chaos-'));
    // The embedded database runs as another user, who must reach its folder.
    fs.chmodSync(this.dir, 0o755);
  }

  /** As the owner, for looking behind the app role's walls. Only after a first start. */
  ownerUrl(): string {
    const paths = clusterPaths(path.join(this.dir, 'postgres'));
    const password = encodeURIComponent(fs.readFileSync(paths.password, 'utf8').trim());
    const address = readPidFile(paths)?.address ?? { host: paths.socketDir, port: 5432 };
    return path.isAbsolute(address.host)
      ? `postgresql://${ownerRole}:${password}@localhost:${address.port}/fairtick?host=${encodeURIComponent(address.host)}`
      : `postgresql://${ownerRole}:${password}@${address.host}:${address.port}/fairtick`;
  }

  /** The postmaster's number, where it runs on this very folder. */
  postmaster(): number | undefined {
    const paths = clusterPaths(path.join(this.dir, 'postgres'));
    const found = readPidFile(paths);
    return found && servesCluster(found.pid, paths) ? found.pid : undefined;
  }

  /** Ends the database that a killed server left, and removes everything. */
  async remove(): Promise<void> {
    const pid = this.postmaster();
    if (pid !== undefined) await stopPostmaster(pid, clusterPaths(path.join(this.dir, 'postgres')));
    fs.rmSync(this.dir, { recursive: true, force: true });
  }
}
