// The whole server on a database and a folder of a test's own, with users and reviewers who call it over HTTP.

import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { inspect } from 'node:util';
import type { Audience } from '@fairtick/contract/endpoint';
import { ERROR_CODES } from '@fairtick/contract/errors';
import { type EndpointName, usersTable } from '@fairtick/contract/http/index';
import { type StaffTable, staffTable } from '@fairtick/contract/staff/index';
import { toHex } from '@fairtick/kernel/bytes';
import { systemClock } from '@fairtick/kernel/clock';
import type { Id } from '@fairtick/kernel/ids';
import { seededRandom, systemEntropy } from '@fairtick/kernel/random';
import { startApp } from '@fairtick/server/main/app';
import { hashToken } from '@fairtick/server/platform/sign-in/token';
import { z } from 'zod';
import { createTestDatabase, type TestDatabase } from '../../harness/database.ts';
import { filesFolder, imageKeeper } from '../../harness/kept-images.ts';
import { testConfig } from '../../harness/outside.ts';
import { insertRealUser } from '../../harness/real-user.ts';

const envelope = z.object({ code: z.number(), msg: z.string(), data: z.unknown() }).strict();
const images = z.object({ front: z.string(), reverse: z.string() });
const NAMES = new Map<number, string>(Object.entries(ERROR_CODES).map(([name, code]) => [code, name]));

export interface Told {
  /** 'ok', or the name of the refusal. */
  readonly said: string;
  readonly msg: string;
  readonly data: unknown;
}

type Environment = Readonly<Record<string, string>>;

/** A full machine answers late; one that never does is a fault. */
const MOST_TRIES = 5;

interface Sent {
  readonly token?: string | undefined;
  readonly key?: string;
  readonly lang?: string;
}

export interface Person {
  readonly id: Id;
  readonly token: string;
}

export interface Server {
  readonly urls: Readonly<Record<Audience, string>>;
  user(name: EndpointName, fields: Readonly<Record<string, string>>, sent: Sent): Promise<Told>;
  staff(name: EndpointName<StaffTable>, fields: Readonly<Record<string, string>>, sent: Sent): Promise<Told>;
  upload(bytes: Uint8Array, sent: Sent, name?: string): Promise<Told & { readonly status: number }>;
  /** By a link of the audience's own. */
  fetch(audience: Audience, link: string): Promise<Response>;
  /** As a member of the staff: takes the item and opens both of its images. */
  review(id: string, sent: Sent): Promise<void>;
  stop(): Promise<void>;
}

export interface House extends Server {
  readonly db: TestDatabase;
  readonly folder: string;
  /** All that any server said to its operators. */
  readonly lines: string[];
  /** Another server on the same database and folder. */
  another(): Promise<Server>;
  person(): Promise<Person>;
  /** Two links of images of theirs that nothing was used for yet. */
  images(person: Person): Promise<readonly [string, string]>;
  rows(query: string, values?: readonly unknown[]): Promise<unknown[][]>;
  close(): Promise<void>;
}

const tables = { users: usersTable, staff: staffTable } as const;

interface Start {
  readonly db: TestDatabase;
  readonly dataDir: string;
  readonly lines: string[];
  readonly env: Environment;
}

async function startServer({ db, dataDir, lines, env }: Start, besideAnother = false): Promise<Server> {
  const say = (fields: object, message: string): void => void lines.push(`${message} ${inspect(fields, { depth: 8 })}`);
  const started = await startApp({
    config: testConfig({ DATABASE_URL: db.ownerUrl, DATA_DIR: dataDir, ...env }),
    clock: systemClock,
    random: seededRandom(7),
    logger: { debug: say, info: say, warn: say, error: say },
    onFatal: (reason) => lines.push(`fatal: ${reason}`),
    checkAnswers: true,
    besideAnother,
    rateFactor: 1_000_000,
  });
  if (!started.ok) throw new Error(started.error);
  const { appUrl, consoleUrl, stop } = started.value;
  const urls = { users: appUrl, staff: consoleUrl };
  const headersOf = ({ token, key, lang = 'en' }: Sent): Record<string, string> => ({
    lang,
    ...(token === undefined ? {} : { authorization: token }),
    ...(key === undefined ? {} : { 'idempotency-key': key }),
  });
  const told = async (response: Response): Promise<Told & { status: number }> => {
    const { code, msg, data } = envelope.parse(await response.json());
    return { status: response.status, said: code === 1 ? 'ok' : (NAMES.get(code) ?? String(code)), msg, data };
  };
  const call = async (audience: Audience, name: string, fields: Readonly<Record<string, string>>, sent: Sent) => {
    const endpoint = Object.entries(tables[audience].endpoints).find(([one]) => one === name)?.[1];
    if (!endpoint) throw new Error(`no endpoint ${name}`);
    const left = new URLSearchParams(fields);
    const at = endpoint.path.replaceAll(/\{(\w+)\}/g, (_: string, field: string) => {
      const value = left.get(field) ?? '';
      left.delete(field);
      return value;
    });
    // As the apps do: whoever is told that it is not certain asks again under the same key, until it is.
    const headers = headersOf({ key: toHex(systemEntropy.bytes(16)), ...sent });
    for (let tries = 1; ; tries += 1) {
      const answer = await told(
        endpoint.method === 'GET'
          ? await fetch(`${urls[audience]}${at}?${left}`, { headers })
          : await fetch(urls[audience] + at, { method: 'POST', headers, body: left }),
      );
      if (tries === MOST_TRIES || (answer.said !== 'OUTCOME_UNKNOWN' && answer.said !== 'UNAVAILABLE')) return answer;
    }
  };
  const staff: Server['staff'] = (name, fields, sent) => call('staff', name, fields, sent);
  return {
    urls,
    user: (name, fields, sent) => call('users', name, fields, sent),
    staff,
    async upload(bytes, sent, name = 'front.png') {
      const body = new FormData();
      body.append('file', new Blob([new Uint8Array(bytes)], { type: 'image/png' }), name);
      const init = { method: 'POST', headers: headersOf(sent), body };
      return told(await fetch(`${urls.users}/api/common/image_upload`, init));
    },
    fetch: (audience, link) => fetch(urls[audience] + link),
    async review(id, sent) {
      await staff('verification_claim', { id }, sent);
      const { front, reverse } = images.parse((await staff('verification', { id }, sent)).data);
      for (const link of [front, reverse]) await fetch(urls.staff + link);
    },
    stop,
  };
}

let nextPerson = 6_000_000n;

/** `prepare`: before the first server reads what the operator has set. */
export async function openHouse(
  prepare: (db: TestDatabase) => Promise<void> = async () => {},
  env: Environment = {},
): Promise<House> {
  const db = await createTestDatabase();
  await prepare(db);
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'fairtick-verification-'));
  const lines: string[] = [];
  const start = { db, dataDir, lines, env };
  const server = await startServer(start);
  const others: Server[] = [];
  const keep = imageKeeper(db, dataDir);
  return {
    ...server,
    db,
    folder: filesFolder(dataDir),
    lines,
    async another() {
      const other = await startServer(start, true);
      others.push(other);
      return other;
    },
    async person() {
      nextPerson += 10n;
      const id = nextPerson;
      await insertRealUser(db, id, 0);
      const token = Buffer.from(systemEntropy.bytes(32)).toString('base64url');
      await db.owner.query(
        'INSERT INTO sessions (token_hash, user_id, created_time, last_used_time) VALUES ($1, $2, $3, $3)',
        [hashToken(token), id, systemClock.now()],
      );
      return { id, token };
    },
    images: async ({ id }) => [await keep(id), await keep(id)],
    rows: async (text, values = []) =>
      (await db.owner.query({ text, values: [...values], rowMode: 'array' })).rows as unknown[][],
    async close() {
      for (const other of others) await other.stop();
      await server.stop();
      await db.drop();
      fs.rmSync(dataDir, { recursive: true });
    },
  };
}
