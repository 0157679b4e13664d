// The users' port over HTTP with the handlers of registering and signing in, on a database and a clock of the test's own, and where codes arrive.

import type { Endpoint } from '@fairtick/contract/endpoint';
import { ERROR_CODES } from '@fairtick/contract/errors';
import { usersTable } from '@fairtick/contract/http/index';
import { endpointsOf } from '@fairtick/contract/table';
import { ManualClock } from '@fairtick/kernel/clock';
import { idGenerator } from '@fairtick/kernel/ids';
import { seededRandom } from '@fairtick/kernel/random';
import {
  accountHandlers,
  Captchas,
  Codes,
  Passwords,
  registrationHandlers,
  Sessions,
  signInHandlers,
} from '@fairtick/server/domains/accounts/index';
import { appStart } from '@fairtick/server/domains/parts';
import { buildHttp } from '@fairtick/server/edge/http/server';
import { Records } from '@fairtick/server/platform/records/records';
import { FIRST_VALUES } from '@fairtick/server/platform/settings/setting';
import { Passkeys } from '@fairtick/server/platform/sign-in/passkeys';
import { createTestDatabase, type TestDatabase } from '../../harness/database.ts';
import { TEST_ADDRESSES, testKeys } from '../../harness/outside.ts';
import { answeringHandlers } from '../../harness/samples.ts';
import { type Answered, type LogLine, send } from '../http/edge.ts';
import { knownLetters } from './known-letters.ts';
import { type Letterbox, openLetterbox } from './letterbox.ts';

export type Fields = Readonly<Record<string, string>>;

export interface Asking {
  readonly key?: string;
  readonly token?: string;
  readonly device?: string;
  readonly lang?: string;
  /** As a form instead of JSON. */
  readonly form?: boolean;
}

export interface House {
  readonly clock: ManualClock;
  readonly database: TestDatabase;
  readonly box: Letterbox;
  readonly lines: readonly LogLine[];
  /** As the operator sets them. */
  readonly settings: { verify_reg_type: 1 | 2; is_show_mobile: 0 | 1; invite_required: boolean };
  call(name: string, fields?: Fields, asking?: Asking): Promise<Answered>;
  close(): Promise<void>;
}

const LOG = {
  verifierKey: '',
  epochNote: async () => undefined,
  checkpointText: async () => 'test\n0\n\n',
  tile: async () => undefined,
  entries: async () => undefined,
};
const ENDPOINTS: ReadonlyMap<string, Endpoint> = new Map(endpointsOf(usersTable));

export async function openHouse(): Promise<House> {
  const database = await createTestDatabase();
  const clock = new ManualClock(1_800_000_000_000);
  const lines: LogLine[] = [];
  const write =
    (level: string) =>
    (fields: object, message: string): void => {
      lines.push({ level, fields, message });
    };
  const logger = { debug: write('debug'), info: write('info'), warn: write('warn'), error: write('error') };
  const settings: House['settings'] = { ...appStart(FIRST_VALUES).registration };
  const sessions = new Sessions({ db: database.app, clock, entropy: knownLetters, logger });
  const shared = {
    ...{ db: database.app, reads: () => database.app, clock, logger, entropy: knownLetters, keys: testKeys, sessions },
    records: new Records({ pool: database.app, clock, random: seededRandom(1) }),
    passwords: new Passwords(knownLetters),
  };
  const captchas = new Captchas(shared);
  const http = buildHttp({
    ...{ clock, logger, sessions, checkAnswers: true, rateFactor: 1_000, logs: { ticks: LOG } },
    health: async () => ({ ok: true, details: {} }),
    handlers: {
      ...answeringHandlers(usersTable),
      ...accountHandlers({ ...shared, addresses: () => TEST_ADDRESSES, appStart: () => appStart(FIRST_VALUES) }),
      ...signInHandlers({ ...shared, captchas, passkeys: new Passkeys(() => TEST_ADDRESSES.app) }),
      ...registrationHandlers({
        ...shared,
        ...{ newId: idGenerator(clock, 1), codes: new Codes(shared), captchas },
        settings: () => settings,
      }),
    },
  });
  const url = await http.listen({ port: 0, host: '127.0.0.1' });
  const box = await openLetterbox(database, clock);
  return {
    ...{ clock, database, box, lines, settings },
    call: (name, fields = {}, asking = {}) => ask(url, name, fields, asking),
    async close() {
      await box.close();
      await http.close();
      await sessions.stop();
      await database.drop();
    },
  };
}

function ask(
  url: string,
  name: string,
  fields: Fields,
  { key, token, device, lang = 'en', form }: Asking,
): Promise<Answered> {
  const endpoint = ENDPOINTS.get(name);
  if (!endpoint) throw new Error(`no endpoint ${name}`);
  const headers: Record<string, string> = {
    lang,
    ...(key === undefined ? {} : { 'idempotency-key': key }),
    ...(token === undefined ? {} : { authorization: token }),
    ...(device === undefined ? {} : { device }),
  };
  if (endpoint.method === 'GET') return send(`${url}${endpoint.path}?${new URLSearchParams(fields)}`, { headers });
  headers['content-type'] = form ? 'application/x-www-form-urlencoded' : 'application/json';
  const body = form ? String(new URLSearchParams(fields)) : JSON.stringify(fields);
  return send(`${url}${endpoint.path}`, { method: 'POST', headers, body });
}

/** The refusal's name; 'accepted' where there is none. */
export const refusedAs = ({ code }: Answered): string =>
  code === 1 ? 'accepted' : (Object.entries(ERROR_CODES).find(([, number]) => number === code)?.[0] ?? String(code));
