// Several servers on one database with NATS between them, as a test drives them: which leads, which lives, where a client finds one.

import { setTimeout as delay } from 'node:timers/promises';
import { createTestDatabase, type TestDatabase } from '../harness/database.ts';
import { call, text } from './api.ts';
import { Nats } from './nats.ts';
import { Server } from './server.ts';
import { looseTerms } from './terms.ts';
import { fieldOf } from './trader.ts';

const LIMIT_MS = 30_000;
const LOOK_MS = 20;

export class Servers {
  readonly db: TestDatabase;
  readonly nats: Nats;
  readonly all: Server[] = [];
  #seeds = 1;

  private constructor(db: TestDatabase, nats: Nats) {
    this.db = db;
    this.nats = nats;
  }

  /** The first is the one that leads. */
  static async start(count: number): Promise<Servers> {
    const servers = new Servers(await createTestDatabase(), await Nats.start());
    const first = await Server.start({ databaseUrl: servers.db.ownerUrl });
    await looseTerms(servers.db.owner);
    await first.stop();
    for (let n = 0; n < count; n += 1) await servers.add();
    return servers;
  }

  /** One more, that trades. */
  async add(): Promise<Server> {
    this.#seeds += 1;
    const env = { NATS_URL: this.nats.url, SEED: String(this.#seeds) };
    const server = await Server.start({ databaseUrl: this.db.ownerUrl, env });
    this.all.push(server);
    await this.until(() => trades(server.url));
    return server;
  }

  get living(): Server[] {
    return this.all.filter((server) => server.alive);
  }

  /** The n-th client's server. */
  url(n: number): string {
    const { living } = this;
    return living[n % living.length]?.url ?? '';
  }

  async leader(): Promise<Server> {
    let found: Server | undefined;
    await this.until(async () => {
      for (const server of this.living) if ((await clusterOf(server.url, 'leads')) === true) found = server;
      return found !== undefined;
    });
    if (!found) throw new Error('nobody leads');
    return found;
  }

  async follower(): Promise<Server> {
    const leader = await this.leader();
    const found = this.living.find((server) => server !== leader);
    if (!found) throw new Error('nobody follows');
    return found;
  }

  /** Resolves with how long it took, ms. */
  async until(holds: () => Promise<boolean>, limitMs = LIMIT_MS): Promise<number> {
    const begun = performance.now();
    while (!(await holds())) {
      if (performance.now() - begun > limitMs)
        throw new Error(`this does not come about:\n${this.all.map((server) => server.said()).join('\n---\n')}`);
      await delay(LOOK_MS);
    }
    return performance.now() - begun;
  }

  async stop(): Promise<void> {
    for (const server of this.living) await server.kill();
    this.nats.thaw();
    await this.nats.kill();
    await this.db.drop();
  }
}

export async function clusterOf(url: string, field: string): Promise<unknown> {
  const health = await text(url, '/healthz');
  return health === undefined ? undefined : fieldOf(fieldOf(fieldOf(JSON.parse(health), 'data'), 'cluster'), field);
}

/** Whether EURUSD and BTCUSD are open there, and the others hear of what is decided there. */
export async function trades(url: string): Promise<boolean> {
  const rows = (await call(url, 'trade_list', {}))?.data;
  const open = (code: string): boolean =>
    Array.isArray(rows) && rows.some((row) => fieldOf(row, 'Code') === code && fieldOf(row, 'MarketStatus') === 1);
  return open('EURUSD') && open('BTCUSD') && (await clusterOf(url, 'inStep')) === true;
}
