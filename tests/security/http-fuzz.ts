// Sends malformed calls to the whole server and holds it to its promises: always an envelope, never a 5xx, never a hang, and nothing
// in the database changes by what was refused.

import { ERROR_CODES } from '@fairtick/contract/errors';
import { ENDPOINT_TABLES } from '@fairtick/contract/tables';
import { type Random, seededRandom } from '@fairtick/kernel/random';
import { z } from 'zod';
import { brokenInvariants } from '../harness/invariants.ts';
import { type Attempt, attempt } from './attempts.ts';
import { tried } from './judge.ts';
import type { LiveApp, User } from './live-app.ts';
import { changedTables, type Rows, readRows, rowsOfUser } from './rows.ts';
import { type Target, targetsOf } from './targets.ts';

export interface FuzzOptions {
  readonly calls: number;
  readonly seed: number;
  readonly onProgress?: (done: number) => void;
}

export interface FuzzReport {
  readonly calls: number;
  readonly seed: number;
  /** By how it ended: an HTTP status, or that the connection was closed. */
  readonly outcomes: ReadonlyMap<string, number>;
  /** By the envelope's code. */
  readonly codes: ReadonlyMap<number, number>;
  /** Calls that change something and were accepted: they were good after all. */
  readonly accepted: number;
  /** Stretches in which every call was refused and every table was compared. */
  readonly stillStretches: number;
  readonly slowestMs: number;
  /** What broke a promise; at most 20. */
  readonly problems: readonly string[];
}

const STRETCH = 125;
const AT_ONCE = 8;
const MAX_PROBLEMS = 20;
const idOf = z.object({ Id: z.string() });

class Fuzz {
  readonly #app: LiveApp;
  readonly #random: Random;
  /** The endpoints of every table. */
  readonly #targets: readonly Target[];
  readonly outcomes = new Map<string, number>();
  readonly codes = new Map<number, number>();
  readonly problems: string[] = [];
  readonly acceptedKeys = new Set<string>();
  /** Demo accounts made by good calls, our own included; and other accepted changes without a key. */
  creations = 0;
  keyless = 0;
  accepted = 0;
  stillStretches = 0;
  slowestMs = 0;
  #rich: User[] = [];
  #poor: User[] = [];
  #ids: string[] = [];
  #keys = 0;
  #errors = 0;

  constructor(app: LiveApp, random: Random) {
    this.#app = app;
    this.#random = random;
    this.#targets = ENDPOINT_TABLES.flatMap((table) => targetsOf(table, app.ports[table.audience]));
  }

  problem(text: string): void {
    if (this.problems.length < MAX_PROBLEMS) this.problems.push(text);
  }

  /** Senders with and without money, and somebody else whose orders they name. Returns that somebody. */
  async prepare(): Promise<User> {
    const victim = await this.#demoUser();
    this.#rich = [await this.#demoUser(), await this.#demoUser()];
    this.#poor = [await this.#app.realUser(0), await this.#app.realUser(0)];
    const open = await this.#submit(victim, 'cont=0.1&status=1');
    const pending = await this.#submit(victim, 'cont=0.1&status=0&target_price=0.5');
    this.#ids = [open, pending, '1', '999999999999999999'];
    for (const user of this.#rich) this.#ids.push(await this.#submit(user, 'cont=0.1&status=1'));
    return victim;
  }

  #demoUser(): Promise<User> {
    this.creations += 1;
    return this.#app.demoUser();
  }

  async #submit(user: User, query: string): Promise<string> {
    const path = `/v2/api/forex/submit?type=1&forex_id=${this.#app.pairIds.get('EURUSD')}&multiple=100&${query}`;
    this.keyless += 1;
    const answer = await this.#app.call(path, { headers: { authorization: user.token } });
    if (answer.code !== 1) throw new Error(`an order to begin with was refused: ${answer.code} ${answer.msg}`);
    return idOf.parse(answer.data).Id;
  }

  /** One stretch of calls; `quiet` ones are all to be refused, and then nothing may have changed. */
  async stretch(count: number, quiet: boolean, before: Rows): Promise<Rows> {
    const senders = quiet ? this.#poor : [...this.#rich, ...this.#poor];
    const material = {
      random: this.#random,
      targets: this.#targets,
      tokens: senders.map((user) => user.token),
      poorTokens: this.#poor.map((user) => user.token),
      ids: this.#ids,
      quiet,
      nextKey: () => `fuzz-${++this.#keys}`,
    };
    const attempts = Array.from({ length: count }, () => attempt(material));
    const acceptedBefore = this.accepted;
    let at = 0;
    const worker = async (): Promise<void> => {
      for (let one = attempts[at++]; one; one = attempts[at++]) await this.#send(one);
    };
    await Promise.all(Array.from({ length: AT_ONCE }, worker));
    await this.#refresh();
    const after = await readRows(this.#app.db.owner);
    this.#compare(before, after, this.accepted > acceptedBefore);
    return after;
  }

  #compare(before: Rows, after: Rows, anyAccepted: boolean): void {
    for (const key of after.keys) {
      if (before.keys.has(key) || this.acceptedKeys.has(key) || isOwn(key)) continue;
      this.problem(`a journal of the key ${JSON.stringify(key)}, which no accepted call had`);
    }
    const count = (start: string): number => [...after.keys].filter((key) => key.startsWith(start)).length;
    if (count(VISITOR) > this.creations) this.problem('more demo accounts than accepted calls for one');
    if (count('fresh:') > this.keyless) this.problem('more journals without a key than accepted calls without one');
    if (anyAccepted || before.systemJournals !== after.systemJournals) return;
    this.stillStretches += 1;
    for (const table of changedTables(before, after)) this.problem(`${table} changed although every call was refused`);
  }

  /** A sender that signed itself out by a good call comes back as another. */
  async #refresh(): Promise<void> {
    for (const [list, make] of [
      [this.#rich, () => this.#demoUser()],
      [this.#poor, () => this.#app.realUser(0)],
    ] as const) {
      for (const [i, user] of list.entries()) {
        const answer = await this.#app.call('/api/user/info', { headers: { authorization: user.token } });
        if (answer.code === ERROR_CODES.SESSION_EXPIRED) list[i] = await make();
      }
    }
  }

  async #send(one: Attempt): Promise<void> {
    const { outcome, code, fault, tookMs } = await tried(one);
    this.slowestMs = Math.max(this.slowestMs, tookMs);
    this.outcomes.set(outcome, (this.outcomes.get(outcome) ?? 0) + 1);
    if (code !== undefined) this.codes.set(code, (this.codes.get(code) ?? 0) + 1);
    if (fault !== undefined) this.problem(fault);
    else if (code === 1) this.#note(one);
    while (this.#errors < this.#app.errors.length)
      this.problem(`the server logged: ${this.#app.errors[this.#errors++]} ${one.what}`);
  }

  #note(one: Attempt): void {
    if (!one.call?.endpoint.changesState) return;
    this.accepted += 1;
    if (one.call.name === 'createAccountDemoForU') this.creations += 1;
    else if (one.key === undefined) this.keyless += 1;
    else this.acceptedKeys.add(one.key.trim());
  }
}

/** A visitor's key goes with the address; a call without a key gets a fresh one. Both are counted instead of named. */
const VISITOR = 'visitor:';
const isOwn = (key: string): boolean => key.startsWith(VISITOR) || key.startsWith('fresh:');

export async function fuzzHttp(app: LiveApp, { calls, seed, onProgress }: FuzzOptions): Promise<FuzzReport> {
  const fuzz = new Fuzz(app, seededRandom(seed));
  const victim = await fuzz.prepare();
  const victimBefore = await rowsOfUser(app.db.owner, victim.id);
  let rows = await readRows(app.db.owner);
  let done = 0;
  for (let n = 0; done < calls; n += 1) {
    const count = Math.min(STRETCH, calls - done);
    // Three of four stretches come from nobody and from users who can pay for nothing.
    rows = await fuzz.stretch(count, n % 4 !== 3, rows);
    done += count;
    onProgress?.(done);
    if (fuzz.problems.length >= MAX_PROBLEMS) break;
  }
  if ((await rowsOfUser(app.db.owner, victim.id)) !== victimBefore)
    fuzz.problem('rows of a user who sent nothing changed');
  for (const broken of await brokenInvariants(app.db.owner)) fuzz.problem(`invariant: ${broken}`);
  const { outcomes, codes, accepted, stillStretches, slowestMs, problems } = fuzz;
  return { calls: done, seed, outcomes, codes, accepted, stillStretches, slowestMs, problems };
}

export function shownReport(report: FuzzReport): string {
  const list = (map: ReadonlyMap<string | number, number>): string =>
    [...map]
      .sort(([, a], [, b]) => b - a)
      .map(([name, count]) => `${name}: ${count}`)
      .join(', ');
  return [
    `${report.calls} calls of seed ${report.seed}; slowest ${Math.round(report.slowestMs)} ms`,
    `ended ${list(report.outcomes)}`,
    `codes ${list(report.codes)}`,
    `${report.accepted} accepted changes; ${report.stillStretches} stretches without one, all tables equal before and after`,
    ...report.problems.map((problem) => `PROBLEM ${problem}`),
  ].join('\n');
}
