// What people type never reaches the log: canaries in every field of every call of every table, as everybody, in order and while the database
// refuses every row. And what is kept of a call for ever holds no secret either.

import { STAFF_ROLES } from '@fairtick/contract/staff/matrix';
import { endpointsOf } from '@fairtick/contract/table';
import { ENDPOINT_TABLES } from '@fairtick/contract/tables';
import { createLogger } from '@fairtick/server/platform/logger';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { insertStaff } from '../harness/staff.ts';
import { requestOf, waysOf } from '../harness/walk.ts';
import { type LiveApp, startLiveApp } from './live-app.ts';

/** One of each kind; they are looked for whatever case and place they are in. */
const CANARIES = {
  email: 'canary.bird@example.com',
  password: 'canary-Pa55word!',
  name: 'Canary Birdington',
  token: `canary${'T'.repeat(37)}`,
  mobile: '+852 9123 4567',
  card: 'CANARYX1234567',
} as const;
const values = Object.values(CANARIES);

let app: LiveApp;
let log = '';
/** Good ones of a demo user, a real user and a member of staff, and one that is nobody's. */
let tokens: readonly string[];

beforeAll(async () => {
  const write = (line: string): void => {
    log += line;
  };
  app = await startLiveApp({ logger: createLogger('debug', { write }) });
  const staff = await insertStaff(app.db, { roles: STAFF_ROLES });
  tokens = [(await app.demoUser()).token, (await app.realUser(1_000)).token, staff.token, CANARIES.token];
});
afterAll(() => app.stop());

/** What fits a field's name, so that some calls go far; every value comes to every text field all the same. */
const fitting = (field: string): string =>
  field === 'email' || field === 'account' || field === 'q'
    ? CANARIES.email
    : /password|code|reason/.test(field)
      ? CANARIES.password
      : field === 'card_id'
        ? CANARIES.card
        : field === 'name'
          ? CANARIES.name
          : '';

const AT_ONCE = 8;

/** Every call as everybody; fields as they fit, and each with each canary. Answers how many calls were sent. */
async function walk(round: string): Promise<number> {
  const calls = ENDPOINT_TABLES.flatMap((table) =>
    waysOf(table).flatMap((way) => {
      const fields = Object.keys(way.endpoint.input.shape);
      const fill = (change: (sample: Record<string, string>) => void) => requestOf(way, change);
      const fitted = fill((sample) => {
        for (const field of fields) if (fitting(field) !== '') sample[field] = fitting(field);
      });
      const spoiled = fields.flatMap((field) =>
        values.map((value) =>
          fill((sample) => {
            sample[field] = value;
          }),
        ),
      );
      // The fitting one as everybody, the others in turn.
      return [
        ...tokens.map((token) => ({ ...fitted, token })),
        ...spoiled.map((one, at) => ({ ...one, token: tokens[at % tokens.length] ?? '' })),
      ].map((one) => ({ ...one, audience: table.audience }));
    }),
  );
  let next = 0;
  const worker = async (): Promise<void> => {
    for (let at = next++; at < calls.length; at = next++) {
      const one = calls[at];
      if (!one) return;
      const headers = {
        authorization: one.token,
        'idempotency-key': `${round}-${at}`,
        'user-agent': CANARIES.name,
        lang: 'en',
      };
      await app.call(one.path, { ...one.init, headers }, one.audience);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return calls.length;
}

const told = (text: string): string[] => values.filter((value) => text.toLowerCase().includes(value.toLowerCase()));

/** As the owner: refuses every row that the app would write for a caller, with the row in the error's detail. */
async function refuseEveryRow(): Promise<readonly string[]> {
  const { rows } = await app.db.owner.query<{ name: string }>(
    `SELECT DISTINCT table_name AS name FROM information_schema.column_privileges
     WHERE grantee = 'fairtick_app' AND privilege_type = 'INSERT'
       AND table_name !~ '^(ticks|candles|log_|market_|schedule_)' ORDER BY 1`,
  );
  const names = rows.map(({ name }) => name);
  for (const name of names)
    await app.db.owner.query(`ALTER TABLE ${name} ADD CONSTRAINT canary CHECK (false) NOT VALID`);
  return names;
}

test('nothing of them is in the log while everything works, nor while the database refuses every row', async () => {
  const sent = await walk('well');
  expect(sent).toBeGreaterThan(ENDPOINT_TABLES.flatMap((table) => endpointsOf(table)).length);
  expect(told(log)).toEqual([]);
  const { rows } = await app.db.owner.query<{ text: string }>('SELECT k::text AS text FROM command_keys k');
  expect(rows.length).toBeGreaterThan(10);
  expect(told(rows.map(({ text }) => text).join('\n'))).toEqual([]);
  for (const token of tokens) expect(rows.some(({ text }) => text.includes(token))).toBe(false);

  const before = log.length;
  expect(await refuseEveryRow()).toContain('command_keys');
  await walk('sick');
  const failures = log.slice(before);
  expect(failures).toContain('"code":"23514"');
  expect(failures).toContain('"constraint":"canary"');
  expect(failures.match(/Failing row|canary[.-]/gi) ?? []).toEqual([]);
  expect(told(failures)).toEqual([]);
});
