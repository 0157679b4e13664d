// Sign-ins a second on the real server (name, password, known browser, a session written) against raw Argon2id at the same cost and as many at once,
// in turns; and how late the server's event loop is while 200 of them wait.

import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { systemEntropy } from '@fairtick/kernel/random';
import { Passwords } from '@fairtick/server/domains/accounts/index';
import { createOwnerPool } from '@fairtick/server/platform/database/pools';
import { DataFolder } from '../chaos/server.ts';
import { emailOf, insertPeople, PASSWORD } from '../harness/people.ts';
import { asked, told } from './child.ts';
import { cpuOf, cpuOfChildren } from './cpu.ts';
import { untilOpen } from './open-pairs.ts';
import type { Late } from './product.ts';
import { cpuUs, limited, median } from './ratios.ts';
import type { SignInOrder, SignInReport } from './sign-in-clients.ts';

const ROUNDS = 11;
const ROUND_MS = 3_000;
/** More than are hashed at once, so that some always wait. */
const AT_ONCE = 8;
const WAITING = 200;
const WAITING_ROUNDS = 5;
const WAITING_MS = 4_000;
const RATIO = 0.8;
const LATE_MS = 50;
const here = (file: string): string => fileURLToPath(new URL(file, import.meta.url));

export async function benchSignIn(): Promise<void> {
  const folder = new DataFolder();
  const product = fork(here('./product.ts'), {
    execArgv: profiled(),
    env: {
      ...process.env,
      ...{
        DATA_DIR: folder.dir,
        FEED: 'simulated',
        HOST: '127.0.0.1',
        PORT: '0',
        CONSOLE_PORT: '0',
        LOG_LEVEL: 'error',
      },
      // Everybody comes from an address of their own.
      TRUST_PROXY: '1',
    },
  });
  try {
    await measure(product, folder);
  } finally {
    product.send('stop');
    await new Promise((resolve) => product.once('exit', resolve));
    await folder.remove();
  }
}

async function measure(product: ChildProcess, folder: DataFolder): Promise<void> {
  const url = await told<string>(product);
  const owner = createOwnerPool(folder.ownerUrl());
  await insertPeople(
    owner,
    Array.from({ length: WAITING }, (_, person) => emailOf(person)),
  );
  await owner.end();
  await untilOpen(url, [1]);
  const clients = fork(here('./sign-in-clients.ts'), [url], { execArgv: [] });
  await told<'ready'>(clients);
  const order = (what: SignInOrder): Promise<SignInReport> => asked<SignInReport>(clients, what);
  // Each has a browser that is known then.
  await order({ people: WAITING, ms: WAITING_MS });
  const used = (): number => cpuOf(product.pid ?? 0) + cpuOfChildren(folder.postmaster() ?? 0);
  await speed(order, used);
  await lateness(order, () => asked<Late>(product, 'late'));
  clients.disconnect();
}

/** FAIRTICK_PROFILE=folder writes the server's CPU profile there. */
const profiled = (): string[] =>
  process.env.FAIRTICK_PROFILE ? ['--cpu-prof', `--cpu-prof-dir=${process.env.FAIRTICK_PROFILE}`] : [];

/** Processor time of server and database so far, microseconds. */
type Used = () => number;

async function speed(order: (what: SignInOrder) => Promise<SignInReport>, used: Used): Promise<void> {
  const passwords = new Passwords(systemEntropy);
  const stored = await passwords.hash(PASSWORD);
  const rawHashes = async (): Promise<Raw & Share> => during(used, () => hashes(passwords, stored, ROUND_MS));
  const signIns = async (): Promise<SignInReport & Share> =>
    during(used, () => order({ people: AT_ONCE, ms: ROUND_MS }));
  await rawHashes();
  await signIns();
  const ratios: number[] = [];
  const cpu: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    // Now the one first, now the other.
    const first = round % 2 === 0 ? await rawHashes() : undefined;
    const { signedIn, sentAway, seconds, p50Ms, share } = await signIns();
    const raw = first ?? (await rawHashes());
    const perSecond = signedIn / seconds;
    // What the market takes goes on whether anybody signs in or not.
    const each = ((share - raw.share) * 1_000) / perSecond;
    ratios.push(perSecond / raw.perSecond);
    cpu.push(raw.cpuMs / each);
    console.log(
      `sign-in  ${perSecond.toFixed(1)} sign-ins/s, p50 ${p50Ms.toFixed(0)} ms, ${sentAway} sent away; raw Argon2id ${raw.perSecond.toFixed(1)}/s; ratio ${(perSecond / raw.perSecond).toFixed(2)}; ` +
        `CPU: a sign-in ${each.toFixed(1)} ms of server and database, a raw hash ${raw.cpuMs.toFixed(1)} ms, the market ${raw.share.toFixed(2)} of a core`,
    );
  }
  console.log(limited('sign-in', 'sign-ins for one raw Argon2id, median', median(ratios), '>=', RATIO));
  console.log(limited('sign-in', 'the same by processor time of server and database', median(cpu), '>=', RATIO));
}

/** How much of a core server and database took meanwhile. */
interface Share {
  readonly share: number;
}

async function during<T extends object>(used: Used, work: () => Promise<T>): Promise<T & Share> {
  const [before, begun] = [used(), performance.now()];
  const done = await work();
  return { ...done, share: (used() - before) / 1_000 / (performance.now() - begun) };
}

interface Raw {
  readonly perSecond: number;
  /** Processor time of one. */
  readonly cpuMs: number;
}

/** Verified by the server's own code, which lets as many run at once: with the hash's cost and nothing else. */
async function hashes(passwords: Passwords, stored: string, ms: number): Promise<Raw> {
  let [done, all] = [0, 0];
  const used = cpuUs();
  const until = performance.now() + ms;
  const again = async (): Promise<void> => {
    while (performance.now() < until) {
      if (!(await passwords.verify(stored, PASSWORD))) throw new Error('the right password was wrong');
      all += 1;
      if (performance.now() <= until) done += 1;
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, again));
  return { perSecond: (done * 1_000) / ms, cpuMs: (cpuUs() - used) / all / 1_000 };
}

async function lateness(order: (what: SignInOrder) => Promise<SignInReport>, late: () => Promise<Late>): Promise<void> {
  const p99s: number[] = [];
  for (let round = 0; round < WAITING_ROUNDS; round += 1) {
    await late();
    const { signedIn, sentAway, p50Ms } = await order({ people: WAITING, ms: WAITING_MS });
    const { p50Ms: usual, p99Ms, mostMs } = await late();
    p99s.push(p99Ms);
    console.log(
      `sign-in  ${WAITING} wait: event loop late p50 ${usual.toFixed(1)} ms, p99 ${p99Ms.toFixed(1)} ms, at most ${mostMs.toFixed(0)} ms; ${signedIn} signed in, p50 ${p50Ms.toFixed(0)} ms, ${sentAway} sent away`,
    );
  }
  console.log(
    limited('sign-in', `p99 delay of the event loop while ${WAITING} wait, ms, median`, median(p99s), '<=', LATE_MS),
  );
}
