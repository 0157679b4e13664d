// A real HTTP server on a real database, with handlers that answer every call as the contract says; each test may put its own in.

import type { Server } from 'node:http';
import type { Audience } from '@fairtick/contract/endpoint';
import type { ErrorName } from '@fairtick/contract/errors';
import { ERROR_CODES } from '@fairtick/contract/errors';
import { usersTable } from '@fairtick/contract/http/index';
import { staffTable } from '@fairtick/contract/staff/index';
import { STAFF_ROLES } from '@fairtick/contract/staff/matrix';
import type { EndpointTable } from '@fairtick/contract/table';
import { type Clock, systemClock } from '@fairtick/kernel/clock';
import type { Id } from '@fairtick/kernel/ids';
import { seededRandom, systemEntropy } from '@fairtick/kernel/random';
import {
  accountHandlers,
  type Captchas,
  Codes,
  Passwords,
  passwordHandlers,
  Sessions,
  signInHandlers,
} from '@fairtick/server/domains/accounts/index';
import { appStart } from '@fairtick/server/domains/parts';
import { buildHttp, buildServer, type HttpOptions } from '@fairtick/server/edge/http/server';
import type { Pool } from '@fairtick/server/platform/database/pools';
import type { Handlers } from '@fairtick/server/platform/endpoints';
import type { Logger } from '@fairtick/server/platform/logger';
import type { StaffPrincipal } from '@fairtick/server/platform/principals';
import { Records } from '@fairtick/server/platform/records/records';
import { FIRST_VALUES } from '@fairtick/server/platform/settings/setting';
import { Passkeys } from '@fairtick/server/platform/sign-in/passkeys';
import { z } from 'zod';
import { createTestDatabase, type TestDatabase } from '../../harness/database.ts';
import { TEST_ADDRESSES, testKeys } from '../../harness/outside.ts';
import { answeringHandlers } from '../../harness/samples.ts';
import { insertNamedUser } from '../../harness/users.ts';
import type { Tokens } from '../../harness/walk.ts';

export interface LogLine {
  readonly level: string;
  readonly fields: object;
  readonly message: string;
}

export interface Edge {
  readonly url: string;
  readonly server: Server;
  readonly database: TestDatabase;
  readonly sessions: Sessions;
  readonly logger: Logger;
  readonly lines: readonly LogLine[];
  /** Where each audience's table is served. */
  readonly urls: Readonly<Record<Audience, string>>;
  /** A user with a session. */
  user(realm: 'demo' | 'live'): Promise<{ id: Id; token: string }>;
  /** A new user of each realm, and a member of staff; the real one and the member have confirmed that it is them. */
  tokens(): Promise<Tokens>;
  close(): Promise<void>;
}

export interface EdgeOptions extends Partial<Omit<HttpOptions, 'handlers' | 'logger' | 'sessions'>> {
  readonly handlers?: Partial<Handlers>;
  readonly clock?: Clock;
  /** Serves the accounts domain's own handlers. */
  readonly accounts?: boolean;
  /** Default: nobody solves one. */
  readonly captchas?: Pick<Captchas, 'judge'>;
  /** The staff's endpoints; the contract's own. */
  readonly staff?: EndpointTable<'staff'>;
}

const EMPTY_LOG = {
  verifierKey: 'test+00000000+AA==',
  epochNote: async () => undefined,
  checkpointText: async () => 'test\n0\n\n',
  tile: async () => undefined,
  entries: async () => undefined,
};

export async function startEdge(options: EdgeOptions = {}): Promise<Edge> {
  const database = await createTestDatabase();
  const clock = options.clock ?? systemClock;
  const lines: LogLine[] = [];
  const write =
    (level: string) =>
    (fields: object, message: string): void => {
      lines.push({ level, fields, message });
    };
  const logger: Logger = { debug: write('debug'), info: write('info'), warn: write('warn'), error: write('error') };
  const sessions = new Sessions({ db: database.app, clock, entropy: systemEntropy, logger });
  await sessions.start();
  const accounts = options.accounts ? accountsOf({ db: database.app, clock, logger, sessions }, options) : {};
  const http = buildHttp({
    checkAnswers: true,
    rateFactor: 1_000,
    health: async () => ({ ok: true, details: {} }),
    logs: { ticks: EMPTY_LOG },
    ...options,
    ...{ clock, logger, sessions },
    handlers: { ...answeringHandlers(usersTable), ...accounts, ...options.handlers },
  });
  const url = await http.listen({ port: 0, host: '127.0.0.1' });
  const staff = staffServer(options.staff ?? staffTable, { clock, logger, rateFactor: options.rateFactor ?? 1_000 });
  const urls = { users: url, staff: await staff.listen({ port: 0, host: '127.0.0.1' }) };
  let next = 1n;
  const user: Edge['user'] = async (realm) => {
    const id = next++;
    const email = realm === 'live' ? `user${id}@example.com` : null;
    await insertNamedUser(database, { id, realm, email });
    return { id, token: await sessions.create(id) };
  };
  return {
    url,
    urls,
    server: http.server,
    database,
    sessions,
    logger,
    lines,
    user,
    async tokens() {
      const [demo, real] = [await user('demo'), await user('live')];
      // As the member of staff here: whatever asks for a step-up finds one.
      await database.owner.query('UPDATE sessions SET elevated_until = $2 WHERE user_id = $1', [
        real.id,
        Number.MAX_SAFE_INTEGER,
      ]);
      return { demo: demo.token, real: real.token, staff: STAFF_TOKEN };
    },
    async close() {
      await http.close();
      await staff.close();
      await sessions.stop();
      await database.drop();
    },
  };
}

function accountsOf(
  wired: {
    readonly db: Pool;
    readonly clock: Clock;
    readonly logger: Logger;
    readonly sessions: Sessions;
  },
  { captchas = { judge: async () => false } }: EdgeOptions,
): Partial<Handlers> {
  const { db, clock } = wired;
  const services = {
    ...wired,
    entropy: systemEntropy,
    keys: testKeys,
    passwords: new Passwords(systemEntropy),
    records: new Records({ pool: db, clock, random: seededRandom(1) }),
  };
  return {
    ...accountHandlers({
      ...services,
      reads: () => db,
      addresses: () => TEST_ADDRESSES,
      appStart: () => appStart(FIRST_VALUES),
    }),
    ...signInHandlers({ ...services, captchas, passkeys: new Passkeys(() => TEST_ADDRESSES.app) }),
    ...passwordHandlers({ ...services, captchas, codes: new Codes(services) }),
  };
}

/** The token of the one member there is here, who may do everything: who may do what is walked over the whole server. */
const STAFF_TOKEN = 's'.repeat(43);
const MEMBER: StaffPrincipal = {
  kind: 'staff',
  staffId: 1n,
  roles: STAFF_ROLES,
  tokenHash: new Uint8Array(32),
  elevatedUntilMs: Number.MAX_SAFE_INTEGER,
  factors: [],
};
const staffOf = (token: string): StaffPrincipal | undefined => (token === STAFF_TOKEN ? MEMBER : undefined);

const staffServer = (
  table: EndpointTable<'staff'>,
  options: { readonly clock: Clock; readonly logger: Logger; readonly rateFactor: number },
) =>
  buildServer(table, {
    ...options,
    checkAnswers: true,
    handlers: answeringHandlers(table),
    sessions: {
      known: () => undefined,
      find: async (token) => staffOf(token),
      elevation: ({ elevatedUntilMs, factors }) => ({ untilMs: elevatedUntilMs, methods: factors }),
    },
  });

export interface Answered {
  readonly status: number;
  readonly code: number;
  readonly msg: string;
  readonly data: unknown;
  readonly headers: Headers;
}

export async function send(url: string, init: RequestInit = {}): Promise<Answered> {
  const response = await fetch(url, init);
  const body = z
    .object({ code: z.number(), msg: z.string(), data: z.unknown() })
    .strict()
    .parse(await response.json());
  return { status: response.status, headers: response.headers, code: body.code, msg: body.msg, data: body.data };
}

export const codeOf = (error: ErrorName): number => ERROR_CODES[error];
