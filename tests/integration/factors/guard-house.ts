// The users' port over HTTP with what guards their accounts, on a database and a clock of the test's own; letters arrive at a real SMTP server.

import type { Endpoint } from '@fairtick/contract/endpoint';
import { ERROR_CODES } from '@fairtick/contract/errors';
import { usersTable } from '@fairtick/contract/http/index';
import { endpointsOf } from '@fairtick/contract/table';
import { ManualClock } from '@fairtick/kernel/clock';
import type { Id } from '@fairtick/kernel/ids';
import { seededRandom, systemEntropy } from '@fairtick/kernel/random';
import { Codes, Sessions, securityHandlers } from '@fairtick/server/domains/accounts/index';
import { buildHttp } from '@fairtick/server/edge/http/server';
import type { Logger } from '@fairtick/server/platform/logger';
import { Records } from '@fairtick/server/platform/records/records';
import { Passkeys } from '@fairtick/server/platform/sign-in/passkeys';
import { Secret, TOTP } from 'otpauth';
import { afterAll, expect } from 'vitest';
import { z } from 'zod';
import { Authenticator } from '../../harness/authenticator.ts';
import { createTestDatabase, type TestDatabase } from '../../harness/database.ts';
import { testKeys } from '../../harness/outside.ts';
import { insertRealUser } from '../../harness/real-user.ts';
import { answeringHandlers } from '../../harness/samples.ts';
import { type Answered, type LogLine, send } from '../http/edge.ts';
import { type Letterbox, openLetterbox } from '../registering/letterbox.ts';

/** Where people open the app; passkeys hold by it. */
export const ORIGIN = 'https://trade.example.com';
const START_MS = 1_800_000_000_000;

export interface Person {
  readonly id: Id;
  readonly email: string;
  readonly token: string;
}

export interface House {
  readonly clock: ManualClock;
  readonly database: TestDatabase;
  readonly sessions: Sessions;
  readonly box: Letterbox;
  readonly lines: readonly LogLine[];
  /** As the operator sets them. */
  readonly settings: { mobiles: boolean };
  /** A real user with an e-mail and a session, who reads English. */
  person(): Promise<Person>;
  /** POST where it may be, with a key where one is given. */
  call(name: string, token: string, fields?: Readonly<Record<string, string>>, key?: string): Promise<Answered>;
  close(): Promise<void>;
}

const LOG = {
  verifierKey: '',
  epochNote: async () => undefined,
  checkpointText: async () => 'test\n0\n\n',
  tile: async () => undefined,
  entries: async () => undefined,
};
const ENDPOINTS = new Map<string, Endpoint>(endpointsOf(usersTable));

/** For all tests of a file; closed behind them, and the log had no error in it. `app` is the app's address. */
export async function houseForAll(app = ORIGIN): Promise<House> {
  const house = await openHouse(app);
  afterAll(async () => {
    expect(house.lines.filter((line) => line.level === 'error')).toEqual([]);
    await house.close();
  });
  return house;
}

async function openHouse(app: string): Promise<House> {
  const database = await createTestDatabase();
  const clock = new ManualClock(START_MS);
  const lines: LogLine[] = [];
  const write =
    (level: string) =>
    (fields: object, message: string): void => {
      lines.push({ level, fields, message });
    };
  const logger: Logger = { debug: write('debug'), info: write('info'), warn: write('warn'), error: write('error') };
  const options = { db: database.app, clock, entropy: systemEntropy, logger, keys: testKeys };
  const sessions = new Sessions(options);
  let nextId = 1n;
  const settings: House['settings'] = { mobiles: true };
  const handlers = securityHandlers({
    ...options,
    records: new Records({ pool: database.app, clock, random: seededRandom(1) }),
    passkeys: new Passkeys(() => app, 'preferred'),
    codes: new Codes(options),
    newId: () => nextId++,
    mobiles: () => settings.mobiles,
  });
  const http = buildHttp({
    ...{ clock, logger, sessions, checkAnswers: true, rateFactor: 1_000, logs: { ticks: LOG } },
    health: async () => ({ ok: true, details: {} }),
    handlers: { ...answeringHandlers(usersTable), ...handlers },
  });
  const url = await http.listen({ port: 0, host: '127.0.0.1' });
  const box = await openLetterbox(database, clock);
  let nextUser = 100n;
  return {
    ...{ clock, database, sessions, box, lines, settings },
    async person() {
      nextUser += 10n;
      const id = nextUser;
      await insertRealUser(database, id, 0);
      await database.owner.query(`UPDATE user_standing SET lang = 'en' WHERE user_id = $1`, [id]);
      return { id, email: `user${id}@example.com`, token: await sessions.create(id) };
    },
    call(name, token, fields = {}, key) {
      const headers = { lang: 'en', authorization: token, ...(key === undefined ? {} : { 'idempotency-key': key }) };
      const endpoint = ENDPOINTS.get(name);
      const init = endpoint?.changesState ? { method: 'POST', body: new URLSearchParams(fields) } : {};
      return send(url + (endpoint?.path ?? name), { ...init, headers });
    },
    async close() {
      await http.close();
      await box.close();
      await database.drop();
    },
  };
}

const question = z.object({ ticket: z.string(), options: z.string() });
const chosen = z.object({ ticket: z.string(), secret: z.string() });
const codes = z.object({ recoveryCodes: z.array(z.string()) });
const until = z.object({ until: z.number() });
const guard = z.object({
  names: z.array(z.object({ kind: z.string(), name: z.string() })),
  totp: z.boolean(),
  passkeys: z.array(z.object({ id: z.string(), label: z.string() })),
  recoveryCodes: z.number(),
  methods: z.array(z.string()),
  holdUntil: z.number(),
  mailWordSet: z.boolean(),
  mailWord: z.string(),
});

const NAMES = new Map<number, string>(Object.entries(ERROR_CODES).map(([name, code]) => [code, name]));
/** `ok`, or the name of the refusal. */
export const nameOf = ({ code }: Answered): string => (code === 1 ? 'ok' : (NAMES.get(code) ?? String(code)));

export function good(answer: Answered): unknown {
  if (answer.code !== 1) throw new Error(`refused with ${answer.code}: ${answer.msg}`);
  return answer.data;
}
export const questionOf = (answer: Answered): z.infer<typeof question> => question.parse(good(answer));
export const codesOf = (answer: Answered): readonly string[] => codes.parse(good(answer)).recoveryCodes;
const untilOf = (answer: Answered): number => until.parse(good(answer)).until;
export const guardOf = async (house: House, { token }: Person): Promise<z.infer<typeof guard>> =>
  guard.parse(good(await house.call('security', token)));

/** The code that an authenticator app shows at a moment. */
export const codeAt = (secret: string, atMs: number): string =>
  new TOTP({ secret: Secret.fromBase32(secret), algorithm: 'SHA1', digits: 6, period: 30 }).generate({
    timestamp: atMs,
  });

/** Steps up by a code that comes by mail. Answers until when it holds. */
export async function byMail(house: House, { token, email }: Person): Promise<number> {
  house.clock.advance(60_000);
  const { ticket } = questionOf(await house.call('step_up_begin', token, { method: 'code' }));
  const code = await house.box.code(email);
  return untilOf(await house.call('step_up_finish', token, { method: 'code', ticket, code }));
}

/** Sets up an authenticator app, whose code of now is used by that; with the recovery codes that it brought. */
export async function withApp(house: House, { token }: Person) {
  const { ticket, secret } = chosen.parse(good(await house.call('totp_begin', token)));
  const code = codeAt(secret, house.clock.now());
  return { secret, codes: codesOf(await house.call('totp_confirm', token, { ticket, code })) };
}

export async function withPasskey(house: House, { token }: Person, passkey = new Authenticator(ORIGIN)) {
  const { ticket, options } = questionOf(await house.call('passkey_begin', token));
  const fields = { ticket, response: passkey.make(options), label: ' my\u202e phone ' };
  return { passkey, codes: codesOf(await house.call('passkey_finish', token, fields)) };
}

/** The kinds of the notices that the user has, the oldest first. */
export async function noticesOf(house: House, { id }: Person): Promise<string[]> {
  const { rows } = await house.database.owner.query<{ kind: string }>(
    'SELECT kind FROM notices WHERE user_id = $1 ORDER BY id',
    [id],
  );
  return rows.map(({ kind }) => kind);
}
