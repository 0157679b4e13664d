// People who sign in again and again, in a process of their own: each from an address and a browser of their own, over one connection, by name and
// password. When told to, so many of them at once for so long.

import { createHash } from 'node:crypto';
import { ERROR_CODES } from '@fairtick/contract/errors';
import { emailOf, PASSWORD } from '../harness/people.ts';
import { isAccepted, openWire, type Wire } from './wire.ts';

export interface SignInOrder {
  /** How many people sign in at once. */
  readonly people: number;
  readonly ms: number;
}

export interface SignInReport {
  /** That were answered with a session within the time. */
  readonly signedIn: number;
  /** That were not, because the server had no time for them. */
  readonly sentAway: number;
  readonly seconds: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
}

const [, , base = ''] = process.argv;
/** Too many wait, or it took longer than an answer may. */
const LATER = [ERROR_CODES.UNAVAILABLE, ERROR_CODES.OUTCOME_UNKNOWN].map((code) => `{"code":${code},`);

/** By chance to anybody else, and the same in every run. */
const browserOf = (person: number): string => createHash('sha256').update(`browser ${person}`).digest('base64url');

interface Person {
  readonly wire: Wire;
  readonly body: string;
  readonly headers: string;
}

async function newPerson(person: number): Promise<Person> {
  return {
    wire: await openWire(base),
    body: JSON.stringify({ account: emailOf(person), password: PASSWORD }),
    headers: `device: ${browserOf(person)}\r\nx-forwarded-for: 10.3.${person >> 8}.${person & 255}\r\n`,
  };
}

async function signIns(people: readonly Person[], ms: number): Promise<SignInReport> {
  const latenciesMs: number[] = [];
  let sentAway = 0;
  const begun = performance.now();
  const until = begun + ms;
  const again = async ({ wire, body, headers }: Person): Promise<void> => {
    while (performance.now() < until) {
      const sent = performance.now();
      const answer = await wire.call('/api/user/loginForU', body, headers);
      if (performance.now() > until) return;
      if (isAccepted(answer)) latenciesMs.push(performance.now() - sent);
      else if (LATER.some((one) => answer.startsWith(one))) sentAway += 1;
      else throw new Error(`no session: ${answer}`);
    }
  };
  await Promise.all(people.map(again));
  latenciesMs.sort((a, b) => a - b);
  const at = (share: number): number => latenciesMs[Math.floor(latenciesMs.length * share)] ?? 0;
  return { signedIn: latenciesMs.length, sentAway, seconds: ms / 1_000, p50Ms: at(0.5), p99Ms: at(0.99) };
}

process.on('message', async ({ people, ms }: SignInOrder) => {
  // Each time anew: a connection that does nothing for a while is closed.
  const all = await Promise.all(Array.from({ length: people }, (_, person) => newPerson(person)));
  const report = await signIns(all, ms);
  for (const { wire } of all) wire.close();
  process.send?.(report);
});
process.on('disconnect', () => process.exit(0));
process.send?.('ready');
