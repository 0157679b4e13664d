// A second table of endpoints is served, limited, documented, fuzzed and walked by the code that serves the users' table: shown with a
// staff's table that only this test knows.

import { drafting, ROLES, type Role } from '@fairtick/contract/endpoint';
import { ERROR_CODES } from '@fairtick/contract/errors';
import { decimal, idText, page, typed, whole } from '@fairtick/contract/fields';
import { usersTable } from '@fairtick/contract/http/index';
import { type EndpointTable, endpointsOf } from '@fairtick/contract/table';
import { ManualClock } from '@fairtick/kernel/clock';
import { seededRandom } from '@fairtick/kernel/random';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { everybody, requestOf, type Tokens, type Way, waysOf, wrongAnswers } from '../harness/walk.ts';
import { type Edge, send, startEdge } from '../integration/http/edge.ts';
import { attempt } from './attempts.ts';
import { tried } from './judge.ts';
import { targetsOf } from './targets.ts';

const ANYBODY: readonly Role<'staff'>[] = ROLES.staff;
const STAFF: readonly Role<'staff'>[] = ['staff'];
const { reads, changes } = drafting(STAFF, STAFF);

const madeUp = {
  name: 'Made up',
  audience: 'staff',
  prefixes: ['/made-up/api/'],
  about: '/made-up',
  endpoints: {
    find_person: reads({
      path: '/made-up/api/people/{id}',
      summary: 'One person',
      input: z.object({ id: idText, page }),
      answer: z.object({ id: z.string(), balance: decimal }),
    }),
    grant: changes({
      path: '/made-up/api/grant',
      summary: 'Give somebody something',
      input: z.object({ id: idText, number: typed, times: whole(1, 9), word: z.string().max(40) }),
      answer: z.object({ id: z.string() }),
      rate: { max: 5, perSeconds: 60, by: 'user' },
    }),
    close_shift: changes({
      method: 'POST',
      path: '/made-up/api/close_shift',
      summary: 'End the shift',
      input: z.object({}),
      answer: z.object({}),
    }),
    knock: reads({
      path: '/made-up/api/knock',
      summary: 'Whether anybody is there',
      input: z.object({}),
      answer: z.object({}),
      roles: ANYBODY,
      rate: { max: 3, perSeconds: 60, by: 'address' },
    }),
  },
} as const satisfies EndpointTable<'staff'>;

/** Malformed calls, of both tables' endpoints. */
const CALLS = 3_000;
const SEED = 20_260_103;

let edge: Edge;
let tokens: Tokens;
beforeAll(async () => {
  edge = await startEdge({ staff: madeUp, rateFactor: 1_000_000 });
  tokens = await edge.tokens();
});
afterAll(() => edge.close());

const way = (name: keyof typeof madeUp.endpoints): Way => {
  const found = waysOf(madeUp).find((one) => one.name === name);
  if (!found) throw new Error(`no endpoint ${name}`);
  return found;
};

test.each(waysOf(madeUp))('walked: $method $name answers by role, users of every kind being strangers', async (one) => {
  expect(await wrongAnswers(edge.urls.staff, one, everybody('staff', tokens))).toEqual([]);
});

test('walked: a member of staff is a stranger to the users’ table', async () => {
  for (const one of waysOf(usersTable)) {
    const [member] = everybody('users', tokens).filter((caller) => caller.token === tokens.staff);
    expect(member && (await wrongAnswers(edge.urls.users, one, [member]))).toEqual([]);
  }
});

test('each table is on its own port alone', async () => {
  const { path } = requestOf(way('knock'));
  expect((await send(edge.urls.users + path)).code).toBe(ERROR_CODES.CALL_UNKNOWN);
  const { status } = await send(`${edge.urls.staff}${usersTable.endpoints.trade_list.path}`);
  expect(status).toBe(404);
});

test('fuzzed: malformed calls of both tables get an envelope, no 5xx, no hang', async () => {
  const portOf = (url: string): number => Number(new URL(url).port);
  const users = targetsOf(usersTable, portOf(edge.urls.users));
  const staff = targetsOf(madeUp, portOf(edge.urls.staff));
  // As many calls of the one table as of the other, however many endpoints each has.
  const targets = [...users, ...users.flatMap((_, at) => staff[at % staff.length] ?? [])];
  const staffNames = new Set<string>(endpointsOf(madeUp).map(([name]) => name));
  let keys = 0;
  const material = {
    random: seededRandom(SEED),
    targets,
    tokens: Object.values(tokens),
    poorTokens: [],
    ids: ['1', '7', '999999999999999999'],
    quiet: false,
    nextKey: () => `fuzz-${++keys}`,
  };
  const faults: string[] = [];
  const codes = new Map<string, Set<number>>();
  const aimed = new Set<string>();
  const attempts = Array.from({ length: CALLS }, () => attempt({ ...material, poorTokens: [...material.tokens] }));
  const worker = async (): Promise<void> => {
    for (let one = attempts.pop(); one; one = attempts.pop()) {
      const { code, fault } = await tried(one);
      if (fault !== undefined) faults.push(fault);
      const name = one.call?.name;
      if (name === undefined || code === undefined) continue;
      aimed.add(name);
      const at = staffNames.has(name) ? 'staff' : 'users';
      codes.set(at, (codes.get(at) ?? new Set()).add(code));
    }
  };
  await Promise.all(Array.from({ length: 8 }, worker));
  expect(faults).toEqual([]);
  expect(edge.lines.filter((line) => line.level === 'error')).toEqual([]);
  // The fuzzer itself: it reached every endpoint of the second table, and its calls were refused for many reasons.
  expect([...staffNames].filter((name) => !aimed.has(name))).toEqual([]);
  expect([...(codes.get('staff') ?? [])]).toEqual(
    expect.arrayContaining([
      1,
      ...(['SESSION_EXPIRED', 'BODY_MALFORMED', 'KEY_MALFORMED', 'INPUT_INVALID', 'VALUE_MISSING'] as const).map(
        (error) => ERROR_CODES[error],
      ),
    ]),
  );
}, 120_000);

describe('limited', () => {
  const clock = new ManualClock(1_700_000_000_000);
  let limited: Edge;
  beforeAll(async () => {
    limited = await startEdge({ staff: madeUp, rateFactor: 1, clock });
  });
  afterAll(() => limited.close());
  const call = (name: keyof typeof madeUp.endpoints, token?: string) => {
    const { path, init } = requestOf(way(name));
    return send(limited.urls.staff + path, { ...init, headers: token === undefined ? {} : { authorization: token } });
  };

  test('by address, and again when the time is over', async () => {
    for (let i = 0; i < 3; i += 1) expect((await call('knock')).code).toBe(1);
    const refused = await call('knock', (await limited.tokens()).staff);
    expect([refused.status, refused.code, refused.headers.get('retry-after')]).toEqual([
      429,
      ERROR_CODES.RATE_LIMITED,
      '20',
    ]);
    clock.advance(20_000);
    expect((await call('knock')).code).toBe(1);
  });

  test('by member of staff, whatever strangers from the same address did', async () => {
    const { staff, demo } = await limited.tokens();
    for (let i = 0; i < 5; i += 1) expect((await call('grant', demo)).code).toBe(ERROR_CODES.SESSION_EXPIRED);
    expect((await call('grant', demo)).status).toBe(429);
    for (let i = 0; i < 5; i += 1) expect((await call('grant', staff)).code).toBe(1);
    expect((await call('grant', staff)).status).toBe(429);
  });

  test('in tokens that nobody has', async () => {
    const guess = (i: number) => call('close_shift', String(i).padStart(43, 'x'));
    let limitedAt = 0;
    while (limitedAt < 400 && (await guess(limitedAt)).status !== 429) limitedAt += 1;
    expect(limitedAt).toBeLessThanOrEqual(300);
  });
});

test('documented: every endpoint, with its limit and its roles, and a page to try it', async () => {
  const document = z
    .object({ info: z.object({ title: z.string() }), paths: z.record(z.string(), z.record(z.string(), z.unknown())) })
    .parse(await (await fetch(`${edge.urls.staff}/made-up/api/openapi.json`)).json());
  expect(document.info.title).toBe('Made up');
  expect(Object.keys(document.paths)).toEqual(endpointsOf(madeUp).map(([, { path }]) => path));
  expect(document.paths['/made-up/api/grant']?.post).toMatchObject({
    description: '5 calls in 60 s by user. Roles: staff.',
    security: [{ token: [] }],
  });
  const documentPage = await fetch(`${edge.urls.staff}/made-up/docs`);
  expect(documentPage.url).toBe(`${edge.urls.staff}/made-up/docs/`);
  expect(await documentPage.text()).toContain('../api/openapi.json');
});
