// Visitors who become users while processes die: each asks for a code, registers by it, looks whether the session opens, sets limits that become
// stricter and takes a break, and sends every request again under its key until it is answered. What was answered is held against the database.

import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { ERROR_CODES } from '@fairtick/contract/errors';
import type { Pool } from '@fairtick/server/platform/database/pools';
import { z } from 'zod';
import { type PostOffice, partOf } from '../harness/post-office.ts';
import { type Answer, insist } from './insisting.ts';

/** A server is back long before: whoever waits for longer has found a fault. */
const LIMIT_MS = 60_000;
const LOOK_MS = 20;
/** After so long a letter is taken to be in the hands of a dead server. */
const LETTER_LATE_MS = 2_000;
const LIMITS = [300, 200, 100];
const PASSWORD = 'a quite long password';

const registered = z.object({ token: z.string(), user: z.object({ id: z.string() }) });
type Fields = Readonly<Record<string, string>>;

/** Somebody who was told that they are a user, and what else they were told. */
interface Person {
  readonly id: string;
  readonly email: string;
  /** USD, of the newest limit. */
  limit: number;
  onBreak: boolean;
  /** Limits and breaks together. */
  changes: number;
}

interface CrewOptions {
  readonly url: () => string;
  readonly office: PostOffice;
  /** Makes messages that wait due now: a dead server's lease lasts for minutes. */
  readonly release: () => Promise<unknown>;
  readonly size: number;
}

export class PeopleCrew {
  readonly people: Person[] = [];
  /** `again`: requests that were sent again since no answer came. `strange`: what nobody expects to be told. */
  readonly told = { answers: 0, again: 0, strange: [] as string[] };
  readonly #options: CrewOptions;
  readonly #atWork: Promise<unknown>;
  #over = false;
  #limitMs = LIMIT_MS;
  #visitors = 0;

  constructor(options: CrewOptions) {
    this.#options = options;
    this.#atWork = Promise.all(Array.from({ length: options.size }, () => this.#work()));
    // Whoever waits for them learns of it; until somebody does it is no fault of the process.
    this.#atWork.catch(() => {});
  }

  /** Until so many more requests were answered. Rejects when a member gave up, and when it takes too long. */
  async answered(more: number): Promise<void> {
    const wanted = this.told.answers + more;
    for (const end = performance.now() + LIMIT_MS; this.told.answers < wanted; ) {
      if (performance.now() > end) throw new Error(`the crew waits in vain: ${JSON.stringify(this.told)}`);
      await Promise.race([delay(LOOK_MS), this.#atWork]);
    }
  }

  /** Resolves when everything that was sent is answered. Rejects when a member gave up. */
  async home(): Promise<void> {
    this.#over = true;
    await this.#atWork;
  }

  /** As `home` for whom nobody waits: what is in the air is not sent again. */
  leave(): void {
    this.#over = true;
    this.#limitMs = 0;
  }

  async #work(): Promise<void> {
    while (!this.#over) {
      this.#visitors += 1;
      await this.#visit(new Visitor(`visitor${this.#visitors}@example.com`, `192.0.2.${this.#visitors}`));
    }
  }

  async #visit(visitor: Visitor): Promise<void> {
    const { email } = visitor;
    const sent = await this.#ask(visitor, 'user/send_code', { to: email, type: '1' });
    // One whose answer was lost was sent all the same.
    if (sent.code !== 1 && sent.code !== ERROR_CODES.CODE_TOO_SOON) return this.#wonder('send_code', sent);
    const form = { type: 'email', area_id: 'HK', account: email, password: PASSWORD, re_password: PASSWORD };
    const answer = await this.#ask(visitor, 'user/register', { ...form, sms_code: await this.#codeOf(email) });
    if (answer.code !== 1) return this.#wonder('register', answer);
    const { token, user } = registered.parse(answer.data);
    const person: Person = { id: user.id, email, limit: 0, onBreak: false, changes: 0 };
    this.people.push(person);
    visitor.token = token;
    const known = await this.#ask(visitor, 'user/info');
    if (known.code !== 1) return this.#wonder('the session', known);
    await this.#protect(visitor, person);
  }

  async #protect(visitor: Visitor, person: Person): Promise<void> {
    for (const limit of LIMITS) {
      const set = await this.#ask(visitor, 'limits', { daily_loss: String(limit) });
      if (set.code !== 1) return this.#wonder('limits_set', set);
      person.limit = limit;
      person.changes += 1;
    }
    const rest = await this.#ask(visitor, 'limits/cool_off', { hours: '24' });
    if (rest.code !== 1) return this.#wonder('cool_off', rest);
    person.onBreak = true;
    person.changes += 1;
  }

  #wonder(what: string, { code }: Answer): void {
    this.told.strange.push(`${what}: ${code}`);
  }

  /** Under one key; GET where nothing is said. */
  async #ask(visitor: Visitor, path: string, fields?: Fields): Promise<Answer> {
    const prefix = path.startsWith('limits') ? 'v3/api' : 'api';
    const heard = await insist({
      url: () => `${this.#options.url()}/${prefix}/${path}`,
      init: {
        headers: { ...visitor.headers(), 'idempotency-key': randomUUID() },
        ...(fields ? { method: 'POST', body: new URLSearchParams(fields) } : {}),
      },
      limitMs: () => this.#limitMs,
      again: () => {
        if (fields) this.told.again += 1;
      },
    });
    this.told.answers += 1;
    return heard;
  }

  async #codeOf(email: string): Promise<string> {
    const { office, release } = this.#options;
    const begun = performance.now();
    for (let looks = 1; performance.now() < begun + this.#limitMs; looks += 1) {
      const letter = office.taken.findLast(({ to }) => to.includes(email));
      const code = letter && /\b\d{6}\b/.exec(partOf(letter, 'text/plain'))?.[0];
      if (code !== undefined) return code;
      if ((looks * LOOK_MS) % LETTER_LATE_MS === 0) await release();
      await delay(LOOK_MS);
    }
    throw new Error(`no code came to ${email}`);
  }
}

/** A browser, at an address of its own: codes are counted by it. */
class Visitor {
  readonly email: string;
  readonly #address: string;
  token: string | undefined;

  constructor(email: string, address: string) {
    this.email = email;
    this.#address = address;
  }

  headers(): Fields {
    return {
      'x-forwarded-for': this.#address,
      ...(this.token === undefined ? {} : { authorization: this.token }),
    };
  }
}

/** What a user has, each by how many. */
const HELD = `SELECT u.id::text, n.name, s.country, coalesce(s.loss_limit, 0)::float8 AS "limit", s.cool_off_until IS NOT NULL AS "onBreak",
    (SELECT count(*)::int FROM account_names WHERE user_id = u.id AND verified_time IS NOT NULL) AS names,
    (SELECT count(*)::int FROM credentials WHERE user_id = u.id) AS credentials,
    (SELECT count(*)::int FROM ledger_accounts WHERE owner_id = u.id) AS accounts,
    (SELECT count(*)::int FROM invites WHERE user_id = u.id) AS invites,
    (SELECT count(*)::int FROM sessions WHERE user_id = u.id) AS sessions,
    (SELECT count(*)::int FROM standing_history WHERE user_id = u.id AND actor_kind = 'user' AND standing ->> 'loss_limit' IS NOT NULL) AS changes
  FROM users u LEFT JOIN account_names n ON n.user_id = u.id LEFT JOIN user_standing s ON s.user_id = u.id WHERE u.realm = 'live' ORDER BY u.id`;
const CODES = `SELECT count(*)::int AS n FROM codes WHERE purpose = 'register' AND used_time IS NOT NULL`;

const wholeUser = ({ id, email, limit, onBreak, changes }: Person) => ({
  ...{ id, name: email, country: 'HK', limit, onBreak, changes },
  ...{ names: 1, credentials: 1, accounts: 3, invites: 1, sessions: 1 },
});

/** What the database holds, and what it must hold by the answers alone: users who are whole, and a used code for each. */
export async function peopleHeld(owner: Pool, people: readonly Person[]) {
  const { rows: users } = await owner.query(HELD);
  const { rows: codes } = await owner.query<{ n: number }>(CODES);
  const byId = (a: Person, b: Person): number => (BigInt(a.id) < BigInt(b.id) ? -1 : 1);
  return {
    held: { users, codes: codes[0]?.n },
    wanted: { users: [...people].sort(byId).map(wholeUser), codes: people.length },
  };
}
