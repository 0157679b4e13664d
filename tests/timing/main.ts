// `npm run timing`: whether the time of an answer tells who has an account, or a second factor. 200 tries on names of the one kind and 200 of the other,
// interleaved, on the real server; a call falls short where its times differ with p < 0.001 twice, or its answers differ at all.

import { createHash } from 'node:crypto';
import { systemEntropy } from '@fairtick/kernel/random';
import { insertSecret } from '@fairtick/server/domains/accounts/factors/factor-table';
import { createOwnerPool, type Pool } from '@fairtick/server/platform/database/pools';
import { newSecret, sealSecret } from '@fairtick/server/platform/sign-in/totp';
import { DataFolder, Server } from '../chaos/server.ts';
import { TEST_MASTER_KEY, testKeys } from '../harness/outside.ts';
import { insertPeople } from '../harness/people.ts';
import { openPostOffice } from '../harness/post-office.ts';
import { mannWhitney } from './ranks.ts';

const TRIES = 200;
const ROUNDS = 2;
const DIFFERS = 0.001;
const WRONG = 'another long password';

/** What a name may be to the server. */
type Kind = 'somebody' | 'nobody' | 'factor';
type Kinds = readonly [Kind, Kind];

interface Call {
  readonly name: string;
  readonly path: string;
  readonly fields: (email: string) => Readonly<Record<string, string>>;
  readonly kinds: Kinds;
  /** Names of an earlier call: the code that it asked for is open then. */
  readonly after?: string;
}

const ANYBODY: Kinds = ['somebody', 'nobody'];
const signIn = { path: 'loginForU', fields: (account: string) => ({ account, password: WRONG }) };
const register = {
  path: 'register',
  fields: (account: string) => ({
    ...{ type: 'email', area_id: 'HK', account, sms_code: '123456' },
    ...{ password: WRONG, re_password: WRONG },
  }),
};
const reset = {
  path: 'forget_password',
  fields: (account: string) => ({
    ...{ type: 'email', account, auth_code: '123456' },
    ...{ new_password: WRONG, secondary_password: WRONG },
  }),
};

/** In this order. Codes and passwords are wrong everywhere: who knows the right ones may know more. */
const CALLS: readonly Call[] = [
  { name: 'sign-in', kinds: ANYBODY, ...signIn },
  { name: 'sign-in-factor', kinds: ['somebody', 'factor'], ...signIn },
  { name: 'code-to-register', kinds: ANYBODY, path: 'send_code', fields: (to) => ({ to, type: '1' }) },
  { name: 'register', kinds: ANYBODY, ...register },
  { name: 'register-after-code', kinds: ANYBODY, ...register, after: 'code-to-register' },
  { name: 'code-to-reset', kinds: ANYBODY, path: 'send_code', fields: (to) => ({ to, type: '2' }) },
  { name: 'reset', kinds: ANYBODY, ...reset },
  { name: 'reset-after-code', kinds: ANYBODY, ...reset, after: 'code-to-reset' },
];

/** By chance in the database's order, so that neither kind's names lie beside each other. Every name is tried once a call: what was tried waits. */
function nameOf({ name, after = name }: Call, round: number, at: number, kind: Kind): string {
  const text = `${after} ${round} ${at} ${kind}`;
  return `${createHash('sha256').update(text).digest('hex').slice(0, 16)}@example.com`;
}

function namesOf(kind: Kind): string[] {
  const calls = CALLS.filter(({ kinds, after }) => kinds.includes(kind) && after === undefined);
  const rounds = Array.from({ length: ROUNDS * TRIES }, (_, at) => [Math.floor(at / TRIES), at % TRIES] as const);
  return calls.flatMap((call) => rounds.map(([round, at]) => nameOf(call, round, at, kind)));
}

async function insertEverybody(owner: Pool): Promise<void> {
  const guarded = namesOf('factor');
  const ids = await insertPeople(owner, [...guarded, ...namesOf('somebody')]);
  for (const userId of ids.slice(0, guarded.length)) {
    const sealed = sealSecret(testKeys, 'user_factors', newSecret(systemEntropy), userId);
    await insertSecret(owner, { userId, sealed, step: 0 });
  }
  await owner.query('ANALYZE');
}

let visitors = 0;
/** From an address of its own each time: tries are counted by it. */
async function timed(url: string, { path, fields }: Call, email: string): Promise<{ ms: number; said: string }> {
  visitors += 1;
  const headers = { 'x-forwarded-for': `10.${visitors >> 16}.${(visitors >> 8) & 255}.${visitors & 255}`, lang: 'en' };
  const body = new URLSearchParams(fields(email));
  const begun = performance.now();
  const response = await fetch(`${url}/api/user/${path}`, { method: 'POST', headers, body });
  const said = await response.text();
  return { ms: performance.now() - begun, said };
}

interface Compared {
  readonly p: number;
  readonly medians: readonly [number, number];
  readonly answers: ReadonlySet<string>;
}

async function compare(url: string, call: Call, round: number): Promise<Compared> {
  const times: readonly [number[], number[]] = [[], []];
  const answers = new Set<string>();
  const [one, other] = call.kinds;
  for (let at = 0; at < TRIES; at += 1) {
    const two = [
      { kind: one, into: times[0] },
      { kind: other, into: times[1] },
    ];
    // Now the one first, now the other: each comes as often behind itself as behind the other.
    for (const { kind, into } of at % 2 === 0 ? two : two.reverse()) {
      const { ms, said } = await timed(url, call, nameOf(call, round, at, kind));
      into.push(ms);
      answers.add(said);
    }
  }
  const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[TRIES / 2] ?? Number.NaN;
  return { p: mannWhitney(...times), answers, medians: [median(times[0]), median(times[1])] };
}

async function holds(url: string, call: Call): Promise<boolean> {
  for (let round = 0; round < ROUNDS; round += 1) {
    const { p, medians, answers } = await compare(url, call, round);
    const [one, other] = call.kinds.map((kind, at) => `${kind} ${(medians[at] ?? 0).toFixed(2)} ms`);
    const [answer = ''] = answers;
    console.log(`timing   ${call.name}: median ${one}, ${other}; p = ${p.toFixed(4)}; ${answer}`);
    if (answers.size > 1) console.log(`timing   ${call.name} answers differ: ${[...answers].join(' and ')}`);
    if (answers.size > 1) return false;
    if (p >= DIFFERS) return true;
  }
  return false;
}

/** What is loaded and compiled for the first few is not counted as somebody's. */
async function warmUp(url: string): Promise<void> {
  for (const call of CALLS)
    for (let at = 0; at < 20; at += 1) await timed(url, call, `warm-up-${call.name}-${at}@example.com`);
}

const folder = new DataFolder();
const post = await openPostOffice();
// Visitors say their addresses, and codes go out as they do in earnest.
const smtp = { SMTP_URL: `smtp://127.0.0.1:${post.port}`, SMTP_FROM: 'no-reply@example.com' };
const server = await Server.start({
  dataDir: folder.dir,
  env: { TRUST_PROXY: '1', MASTER_KEY: TEST_MASTER_KEY, ...smtp },
});
const owner = createOwnerPool(folder.ownerUrl());
try {
  await insertEverybody(owner);
  await warmUp(server.url);
  const short: string[] = [];
  for (const call of CALLS) if (!(await holds(server.url, call))) short.push(call.name);
  console.log(
    short.length === 0 ? 'timing   no time tells who has an account' : `timing   FALLS SHORT: ${short.join(', ')}`,
  );
  process.exitCode = short.length === 0 ? 0 : 1;
} finally {
  await owner.end();
  await server.stop();
  await post.close();
  await folder.remove();
}
