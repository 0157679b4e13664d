// The console's port over HTTP with the staff's own handlers, on a database and a clock of the test's own.

import { ERROR_CODES } from '@fairtick/contract/errors';
import { usersTable } from '@fairtick/contract/http/index';
import { staffTable } from '@fairtick/contract/staff/index';
import { endpointsOf } from '@fairtick/contract/table';
import { ManualClock } from '@fairtick/kernel/clock';
import { seededRandom, systemEntropy } from '@fairtick/kernel/random';
import { Passwords, Sessions } from '@fairtick/server/domains/accounts/index';
import { firstLink, linkOnMachine, StaffSessions, staffRoutes } from '@fairtick/server/domains/staff/index';
import { buildConsole } from '@fairtick/server/edge/console/console';
import { buildHttp } from '@fairtick/server/edge/http/server';
import { Records } from '@fairtick/server/platform/records/records';
import { Passkeys } from '@fairtick/server/platform/sign-in/passkeys';
import { Secret, TOTP } from 'otpauth';
import { afterAll, expect } from 'vitest';
import { z } from 'zod';
import { Authenticator } from '../../harness/authenticator.ts';
import { createTestDatabase, type TestDatabase } from '../../harness/database.ts';
import { testKeys } from '../../harness/outside.ts';
import { answeringHandlers } from '../../harness/samples.ts';
import { type Answered, type LogLine, send } from '../http/edge.ts';

/** Where people open the console; passkeys hold by it. */
export const ORIGIN = 'https://console.example.com';
export const START_MS = 1_800_000_000_000;
export const PASSWORD = 'correct horse battery';

export interface Console {
  readonly clock: ManualClock;
  readonly database: TestDatabase;
  readonly lines: readonly LogLine[];
  /** POST, with a token where one is given. */
  call(name: string, fields?: Readonly<Record<string, string>>, token?: string): Promise<Answered>;
  /** As a user's call on the users' port. */
  users(name: string, token: string): Promise<Answered>;
  readonly userSessions: Sessions;
  firstLink(): Promise<string | undefined>;
  /** As the command on the machine makes it. */
  link(who: string): Promise<string>;
  close(): Promise<void>;
}

/** Handlers and what they work with, as the server wires them. */
function wired(database: TestDatabase, clock: ManualClock, lines: LogLine[]) {
  const write =
    (level: string) =>
    (fields: object, message: string): void => {
      lines.push({ level, fields, message });
    };
  const logger = { debug: write('debug'), info: write('info'), warn: write('warn'), error: write('error') };
  return {
    db: database.app,
    clock,
    entropy: systemEntropy,
    logger,
    records: new Records({ pool: database.app, clock, random: seededRandom(1) }),
    keys: testKeys,
    passwords: new Passwords(systemEntropy),
    passkeys: new Passkeys(() => ORIGIN),
  };
}

const LOG = {
  verifierKey: '',
  epochNote: async () => undefined,
  checkpointText: async () => 'test\n0\n\n',
  tile: async () => undefined,
  entries: async () => undefined,
};
const PATHS = new Map<string, string>(
  [...endpointsOf(staffTable), ...endpointsOf(usersTable)].map(([name, { path }]): [string, string] => [name, path]),
);
const reads = new Set<string>(
  endpointsOf(staffTable).flatMap(([name, { method }]) => (method === 'GET' ? [name] : [])),
);

/** For all tests of a file; closed behind them, and the log had no error in it. */
export async function consoleForAll(): Promise<Console> {
  const server = await openConsole();
  afterAll(async () => {
    expect(server.lines.filter((line) => line.level === 'error')).toEqual([]);
    await server.close();
  });
  return server;
}

export async function openConsole(): Promise<Console> {
  const database = await createTestDatabase();
  const clock = new ManualClock(START_MS);
  const lines: LogLine[] = [];
  const options = wired(database, clock, lines);
  const { logger } = options;
  const health = async () => ({ ok: true, details: {} });
  const serving = { clock, logger, checkAnswers: true, rateFactor: 1_000, health };
  const handlers = { ...answeringHandlers(staffTable), ...staffRoutes(options) };
  const staff = buildConsole({ ...serving, handlers, sessions: new StaffSessions(options) });
  const userSessions = new Sessions(options);
  const answering = answeringHandlers(usersTable);
  const http = buildHttp({ ...serving, logs: { ticks: LOG, acts: LOG }, handlers: answering, sessions: userSessions });
  const staffUrl = await staff.listen({ port: 0, host: '127.0.0.1' });
  const usersUrl = await http.listen({ port: 0, host: '127.0.0.1' });
  let nextId = 70n;
  return {
    clock,
    database,
    lines,
    userSessions,
    call: (name, fields = {}, token) => {
      const headers: Record<string, string> = { lang: 'en', ...(token === undefined ? {} : { authorization: token }) };
      const init = reads.has(name) ? {} : { method: 'POST', body: new URLSearchParams(fields) };
      return send(staffUrl + (PATHS.get(name) ?? name), { ...init, headers });
    },
    users: (name, token) => send(usersUrl + (PATHS.get(name) ?? name), { headers: { authorization: token } }),
    firstLink: () => firstLink({ ...options, newId: () => nextId++ }),
    async link(who) {
      const made = await linkOnMachine(options, who);
      if (!made.ok) throw new Error(made.error);
      return made.value.link;
    },
    async close() {
      await staff.close();
      await http.close();
      await database.drop();
    },
  };
}

const session = z.object({ token: z.string(), member: z.object({ id: z.string(), email: z.string() }) });
const question = z.object({ ticket: z.string(), options: z.string() });
const chosen = z.object({ ticket: z.string(), secret: z.string(), uri: z.string() });
const ticketOnly = z.object({ ticket: z.string() });

export const sessionOf = (answer: Answered): z.infer<typeof session> => session.parse(good(answer));
export const questionOf = (answer: Answered): z.infer<typeof question> => question.parse(good(answer));
export const chosenOf = (answer: Answered): z.infer<typeof chosen> => chosen.parse(good(answer));
export const ticketOf = (answer: Answered): string => ticketOnly.parse(good(answer)).ticket;

function good(answer: Answered): unknown {
  if (answer.code !== 1) throw new Error(`refused with ${nameOf(answer)}: ${answer.msg}`);
  return answer.data;
}

const NAMES = new Map<number, string>(Object.entries(ERROR_CODES).map(([name, code]) => [code, name]));
/** `ok`, or the name of the refusal. */
export const nameOf = ({ code }: Answered): string => (code === 1 ? 'ok' : (NAMES.get(code) ?? String(code)));

/** The code that an authenticator app shows at a moment. */
export const codeAt = (secret: string, atMs: number): string =>
  new TOTP({ secret: Secret.fromBase32(secret), algorithm: 'SHA1', digits: 6, period: 30 }).generate({
    timestamp: atMs,
  });

export interface Joined {
  readonly token: string;
  readonly id: string;
  readonly email: string;
}

/** Joins by a link with a passkey in software. */
export async function joinByPasskey(
  server: Console,
  link: string,
  passkey = new Authenticator(ORIGIN),
): Promise<Joined & { readonly passkey: Authenticator }> {
  const { ticket, options } = questionOf(await server.call('link_passkey_begin', { link }));
  const fields = { link, ticket, response: passkey.make(options), label: 'laptop' };
  const { token, member } = sessionOf(await server.call('link_passkey_finish', fields));
  return { token, id: member.id, email: member.email, passkey };
}

/** Joins by a link with a password and an authenticator app. */
export async function joinByPassword(server: Console, link: string): Promise<Joined & { readonly secret: string }> {
  const { ticket, secret } = chosenOf(await server.call('link_password', { link, password: PASSWORD }));
  const code = codeAt(secret, server.clock.now());
  const { token, member } = sessionOf(await server.call('link_code', { link, ticket, code }));
  return { token, id: member.id, email: member.email, secret };
}

/** The answer of the second step of a sign-in by password. */
export async function signIn(
  server: Console,
  { email, password = PASSWORD, code }: { email: string; password?: string; code: string },
): Promise<Answered> {
  const ticket = ticketOf(await server.call('sign_in_password', { email, password }));
  return server.call('sign_in_code', { ticket, code });
}
