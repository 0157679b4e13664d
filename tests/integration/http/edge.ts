// A real HTTP server on a real database, with handlers that answer every call as the contract says; each test may put its own in.

import type { Server } from 'node:http';
import type { ErrorName } from '@fairtick/contract/errors';
import { ERROR_CODES } from '@fairtick/contract/errors';
import { endpointEntries } from '@fairtick/contract/http/index';
import { type Clock, systemClock } from '@fairtick/kernel/clock';
import type { Id } from '@fairtick/kernel/ids';
import { systemEntropy } from '@fairtick/kernel/random';
import { ok } from '@fairtick/kernel/result';
import { accountHandlers, Passwords, Sessions, uidOf } from '@fairtick/server/domains/accounts/index';
import { insertUsers } from '@fairtick/server/domains/accounts/table';
import { buildHttp, type HttpOptions } from '@fairtick/server/edge/http/server';
import { runAll } from '@fairtick/server/platform/database/statement';
import type { Handlers } from '@fairtick/server/platform/endpoints';
import type { Logger } from '@fairtick/server/platform/logger';
import { z } from 'zod';
import { createTestDatabase, type TestDatabase } from '../../harness/database.ts';

interface JsonSchema {
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly JsonSchema[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly pattern?: string;
  readonly minimum?: number;
}

/** The smallest value that a schema takes. */
export function sampleOf(schema: z.ZodType, io: 'input' | 'output'): unknown {
  return sample(z.toJSONSchema(schema, { io }) as JsonSchema);
}

function sample(schema: JsonSchema): unknown {
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  if (schema.anyOf) return sample(schema.anyOf[0] ?? {});
  const type = typeof schema.type === 'string' ? schema.type : schema.type?.[0];
  if (type === 'object') {
    const wanted = Object.entries(schema.properties ?? {}).filter(([name]) => schema.required?.includes(name));
    return Object.fromEntries(wanted.map(([name, one]) => [name, sample(one)]));
  }
  if (type === 'array') return [];
  if (type === 'integer' || type === 'number') return Math.max(1, schema.minimum ?? 1);
  if (type === 'boolean') return true;
  if (type === 'null') return null;
  return '1';
}

export const answeringHandlers = (): Handlers =>
  Object.fromEntries(
    endpointEntries.map(([name, call]) => {
      const answer = sampleOf(call.answer, 'output');
      return [name, async () => ok(answer)];
    }),
  ) as unknown as Handlers;

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
  /** A user with a session. */
  user(realm: 'demo' | 'live'): Promise<{ id: Id; token: string }>;
  close(): Promise<void>;
}

export interface EdgeOptions extends Partial<Omit<HttpOptions, 'handlers' | 'logger' | 'sessions'>> {
  readonly handlers?: Partial<Handlers>;
  readonly clock?: Clock;
  /** Serves the accounts domain's own handlers. */
  readonly accounts?: boolean;
}

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
  const passwords = new Passwords(systemEntropy);
  const accounts = options.accounts
    ? accountHandlers({ db: database.app, reads: () => database.app, clock, sessions, passwords })
    : {};
  const http = buildHttp({
    checkAnswers: true,
    rateFactor: 1_000,
    health: async () => ({ ok: true, details: {} }),
    logs: {
      ticks: {
        checkpointText: async () => 'test\n0\n\n',
        tile: async () => undefined,
        entries: async () => undefined,
      },
    },
    ...options,
    clock,
    logger,
    sessions,
    handlers: { ...answeringHandlers(), ...accounts, ...options.handlers },
  });
  const url = await http.listen({ port: 0, host: '127.0.0.1' });
  let next = 1n;
  return {
    url,
    server: http.server,
    database,
    sessions,
    logger,
    lines,
    async user(realm) {
      const id = next++;
      const email = realm === 'live' ? `user${id}@example.com` : null;
      await runAll(
        database.app,
        insertUsers([{ id, realm, uid: uidOf(id), email, passwordHash: null, createdTime: 1 }]),
      );
      return { id, token: await sessions.create(id) };
    },
    async close() {
      await http.close();
      await sessions.stop();
      await database.drop();
    },
  };
}

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
