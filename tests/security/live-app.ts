// The whole server, wired as the product wires it, on a database of its own with a simulated market: what hostile clients talk to.

import { createHash } from 'node:crypto';
import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import type { Audience } from '@fairtick/contract/endpoint';
import { systemClock } from '@fairtick/kernel/clock';
import { type Random, seededRandom, systemEntropy } from '@fairtick/kernel/random';
import { startApp } from '@fairtick/server/main/app';
import type { Logger } from '@fairtick/server/platform/logger';
import { z } from 'zod';
import { createTestDatabase, type TestDatabase } from '../harness/database.ts';
import { imageKeeper } from '../harness/kept-images.ts';
import { testConfig } from '../harness/outside.ts';
import { presetSettings } from '../harness/preset.ts';
import { insertRealUser } from '../harness/real-user.ts';

/** Far above anything a run sends: limits have tests of their own, here they would hide what lies behind them. */
const RATE_FACTOR = 1_000_000;
const MARKET_LIMIT_MS = 30_000;

const envelope = z.object({ code: z.number(), msg: z.string(), data: z.unknown() }).strict();
export type Envelope = z.infer<typeof envelope>;
const pairList = z.array(z.object({ Id: z.number(), Code: z.string(), MarketStatus: z.number() }));
const links = z.object({ front: z.string(), reverse: z.string() });
const signedIn = z.object({ token: z.string(), user: z.object({ id: z.string() }) });

export interface User {
  readonly id: string;
  readonly token: string;
}

export interface LiveApp {
  readonly url: string;
  readonly port: number;
  /** Where each audience's endpoints are served. */
  readonly ports: Readonly<Record<Audience, number>>;
  readonly db: TestDatabase;
  /** Errors and fatal ends that the server told its operator of. */
  readonly errors: string[];
  /** By code. */
  readonly pairIds: ReadonlyMap<string, number>;
  call(path: string, init?: RequestInit, audience?: Audience): Promise<Envelope>;
  demoUser(): Promise<User>;
  /** A user of the live realm with the three accounts, and `dollars` in each as from the world outside. */
  realUser(dollars: number): Promise<User>;
  /** An image of a real user's that nothing was used for yet, as their link to it. */
  image(user: User): Promise<string>;
  /** The id of a verification of a real user's that waits. */
  verification(user: User): Promise<string>;
  /** As a member of the staff who may decide it: takes a verification and opens both of its images. */
  review(id: string, token: string): Promise<void>;
  stop(): Promise<void>;
}

function recorder(errors: string[]): Logger {
  const quiet = (): void => {};
  const error = (fields: object, message: string): void => {
    const cause = 'err' in fields && fields.err instanceof Error ? `: ${fields.err.stack ?? fields.err.message}` : '';
    errors.push(`${message}${cause}`);
  };
  return { debug: quiet, info: quiet, warn: quiet, error };
}

export async function startLiveApp(
  options: {
    rateFactor?: number;
    env?: Readonly<Record<string, string>>;
    logger?: Logger;
    /** Settings that it starts with, by key. */
    settings?: Readonly<Record<string, unknown>>;
  } = {},
): Promise<LiveApp> {
  const db = await createTestDatabase();
  if (options.settings) await presetSettings(db.owner, options.settings);
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'fairtick-live-'));
  const errors: string[] = [];
  const started = await startApp({
    config: testConfig({ DATABASE_URL: db.ownerUrl, DATA_DIR: dataDir, ...options.env }),
    clock: systemClock,
    random: seededRandom(7),
    logger: options.logger ?? recorder(errors),
    onFatal: (reason) => errors.push(`fatal: ${reason}`),
    checkAnswers: true,
    rateFactor: options.rateFactor ?? RATE_FACTOR,
  });
  if (!started.ok) throw new Error(started.error);
  const { appUrl, consoleUrl, stop } = started.value;
  const urls: Readonly<Record<Audience, string>> = { users: appUrl, staff: consoleUrl };
  const call = async (path: string, init: RequestInit = {}, audience: Audience = 'users'): Promise<Envelope> => {
    const response = await fetch(urls[audience] + path, init);
    return envelope.parse(await response.json());
  };
  const pairIds = await openPairs(call);
  const keep = imageKeeper(db, dataDir);
  const image = ({ id }: User): Promise<string> => keep(BigInt(id));
  return {
    url: appUrl,
    port: portOf(appUrl),
    ports: { users: portOf(appUrl), staff: portOf(consoleUrl) },
    db,
    errors,
    pairIds,
    call,
    async demoUser() {
      const made = signedIn.parse((await call('/api/user/createAccountDemoForU', { method: 'POST' })).data);
      return { id: made.user.id, token: made.token };
    },
    realUser: (dollars) => realUser(db, dollars),
    image,
    verification: async (user) => waiting(db, call, user, [await image(user), await image(user)]),
    review: (id, token) => review(urls.staff, call, id, token),
    async stop() {
      await stop();
      await db.drop();
      fs.rmSync(dataDir, { recursive: true });
    },
  };
}

/** Sends a verification of theirs with these images; answers with its id. */
async function waiting(
  db: TestDatabase,
  call: LiveApp['call'],
  { id, token }: User,
  [front_pic, reverse_pic]: readonly [string, string],
): Promise<string> {
  const body = new URLSearchParams({ name: 'Ann Lee', card_id: 'A1234567', front_pic, reverse_pic, country: 'PL' });
  const { code } = await call('/api/user/real_name', { method: 'POST', headers: { authorization: token }, body });
  if (code !== 1) throw new Error(`a verification was refused: ${code}`);
  const { rows } = await db.owner.query<{ id: bigint }>(
    'SELECT id FROM verifications WHERE user_id = $1 AND status = 1',
    [id],
  );
  return String(rows[0]?.id);
}

async function review(staffUrl: string, call: LiveApp['call'], id: string, token: string): Promise<void> {
  const headers = { authorization: token };
  const body = new URLSearchParams({ id });
  await call('/staff/api/verifications/claim', { method: 'POST', headers, body }, 'staff');
  const { front, reverse } = links.parse((await call(`/staff/api/verifications/${id}`, { headers }, 'staff')).data);
  for (const link of [front, reverse]) if (link !== '') await fetch(staffUrl + link);
}

const portOf = (url: string): number => Number(new URL(url).port);

/** Resolves when every pair of the simulated market is open. */
async function openPairs(call: LiveApp['call']): Promise<ReadonlyMap<string, number>> {
  const startedMs = systemClock.monotonic();
  for (;;) {
    const pairs = pairList.parse((await call('/v2/api/forex/trade_list')).data);
    if (pairs.length > 0 && pairs.every((pair) => pair.MarketStatus === 1))
      return new Map(pairs.map((pair) => [pair.Code, pair.Id]));
    if (systemClock.monotonic() - startedMs > MARKET_LIMIT_MS) throw new Error('the market does not open');
  }
}

let nextUser = 5_000_000n;

async function realUser(db: TestDatabase, dollars: number): Promise<User> {
  nextUser += 10n;
  const id = nextUser;
  await insertRealUser(db, id, dollars);
  return { id: String(id), token: await openSession(db, id) };
}

/** One more session of a user's, by its token. */
export async function openSession(db: Pick<TestDatabase, 'owner'>, userId: bigint): Promise<string> {
  const token = Buffer.from(systemEntropy.bytes(32)).toString('base64url');
  const hash = createHash('sha256').update(token).digest();
  await db.owner.query(
    `INSERT INTO sessions (token_hash, user_id, created_time, last_used_time) VALUES ($1, $2, $3, $3)`,
    [hash, userId, systemClock.now()],
  );
  return token;
}

export const pick = <T>(random: Random, list: readonly T[]): T => {
  const chosen = list[random.below(list.length)];
  if (chosen === undefined) throw new Error('nothing to pick from');
  return chosen;
};
