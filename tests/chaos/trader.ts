// One of the fifty: trades at random, writes every request down with its key before it is sent and every answer after, and sends again
// under the same key until it has a definite answer. Whatever an answer contradicts is a finding.

import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { ERROR_CODES } from '@fairtick/contract/errors';
import type { EndpointName } from '@fairtick/contract/http/index';
import type { Random } from '@fairtick/kernel/random';
import { type Act, type Known, randomAct } from './acts.ts';
import { type Answer, type Heard, send } from './api.ts';
import type { Quotes } from './quotes.ts';

/** A request as it was written down before it was sent. */
export interface Entry extends Act {
  readonly key: string;
  /** When it was sent first, ms, monotonic. */
  readonly begunAt: number;
  sends: number;
  /** The first definite answer, and when it came. */
  settled: Answer | undefined;
  settledAt: number;
}

export interface Place {
  /** Where the server is now. */
  url(): string;
  /** Resolves when something new, or something without an answer once again, may be sent. */
  gate(what: 'new' | 'again'): Promise<void>;
  /** The crowd goes home: a request that has no answer stays unanswered. */
  over(): boolean;
  finding(text: string): void;
  /** Told of every answer, and of every silence. */
  heard(name: EndpointName, heard: Heard): void;
}

export interface TraderOptions {
  readonly place: Place;
  readonly quotes: Quotes;
  readonly random: Random;
  readonly pauseMs: number;
}

const RETRY_MS = 60;
/** A used key is sent again this often, and with another body this often. */
const REPEAT_EVERY = 12;
const REUSE_EVERY = 25;
/** So long after a demo account was made its key answers with it. */
const DEMO_KEY_MS = 120_000;

export class Trader {
  readonly journal: Entry[] = [];
  readonly known: Known = { pending: new Set(), open: new Set(), all: [] };
  readonly #options: TraderOptions;
  token = '';
  userId = '';
  /** Whether a request is on its way. */
  busy = false;

  constructor(options: TraderOptions) {
    this.#options = options;
  }

  async signUp(): Promise<void> {
    await this.#perform({ name: 'createAccountDemoForU', input: {} });
  }

  /** Until the crowd is over. */
  async trade(): Promise<void> {
    const { place, quotes, random, pauseMs } = this.#options;
    while (!place.over()) {
      await place.gate('new');
      if (place.over()) return;
      if (this.token === '') await this.signUp();
      else if (random.below(REPEAT_EVERY) === 0) await this.#repeat();
      else if (random.below(REUSE_EVERY) === 0) await this.#reuse();
      else await this.#perform(randomAct(random, quotes, this.known));
      await delay(random.below(2 * pauseMs + 1));
    }
  }

  unanswered(): Entry[] {
    return this.journal.filter((entry) => entry.settled === undefined);
  }

  async #perform(act: Act): Promise<void> {
    const entry: Entry = {
      ...act,
      key: randomUUID(),
      begunAt: performance.now(),
      sends: 0,
      settled: undefined,
      settledAt: 0,
    };
    this.journal.push(entry);
    await this.#untilAnswered(entry);
  }

  async #untilAnswered(entry: Entry): Promise<void> {
    const { place } = this.#options;
    while (!place.over()) {
      await place.gate('again');
      if (place.over()) return;
      const heard = await this.#send(entry, entry.key);
      if (heard && this.#take(entry, heard)) return;
      await delay(RETRY_MS);
    }
  }

  async #send(act: Act, key: string): Promise<Heard> {
    const { place } = this.#options;
    this.busy = true;
    if ('sends' in act && typeof act.sends === 'number') (act as Entry).sends += 1;
    const heard = await send(place.url(), act.name, act.input, { token: this.token, key });
    this.busy = false;
    place.heard(act.name, heard);
    return heard;
  }

  /** Whether it is an answer that stands. 503 is none: the same key will tell. */
  #take(entry: Entry, answer: Answer): boolean {
    const { place } = this.#options;
    if (answer.status === 503) return false;
    if (answer.status !== 200) {
      place.finding(`${entry.name} was answered with status ${answer.status}, code ${answer.code}`);
      // Nothing better comes by asking again: the finding fails the test, and nobody waits for it.
      this.#settle(entry, answer);
      return true;
    }
    if (answer.code === ERROR_CODES.SESSION_EXPIRED) place.finding(`the session of user ${this.userId} is lost`);
    this.#settle(entry, answer);
    if (answer.code === 1) this.#learn(entry, answer.data);
    return true;
  }

  #settle(entry: Entry, answer: Answer): void {
    entry.settled = answer;
    entry.settledAt = performance.now();
  }

  #learn({ name, input }: Act, data: unknown): void {
    if (name === 'createAccountDemoForU') {
      this.token = textOf(data, 'token');
      this.userId = textOf(fieldOf(data, 'user'), 'id');
    }
    const { open, pending, all } = this.known;
    const id = textOf(data, 'Id');
    if (name === 'forex_submit') {
      (fieldOf(data, 'Status') === 0 ? pending : open).add(id);
      all.push(id);
    }
    if (name === 'forex_close') open.delete(String(input.id));
    if (name === 'cancel_trade') pending.delete(String(input.id));
    if (name === 'forex_close_all') open.clear();
    if (name === 'resetForexDemoAccount') {
      open.clear();
      pending.clear();
    }
  }

  /** A key that was answered answers the same for ever; that of a new demo account for two minutes, and then never again. */
  async #repeat(): Promise<void> {
    const entry = this.#anAnswered();
    if (!entry?.settled) return;
    const sentAt = performance.now();
    const again = await this.#send(entry, entry.key);
    if (!again || again.status === 503) return;
    if (entry.name === 'createAccountDemoForU' && performance.now() > entry.begunAt + DEMO_KEY_MS) {
      // Between its first sending and its answer nobody knows when the account was made.
      if (sentAt > entry.settledAt + DEMO_KEY_MS && again.code !== ERROR_CODES.SESSION_EXPIRED)
        this.#options.place.finding(
          `the key of demo user ${this.userId} answers for longer than two minutes: ${again.code}`,
        );
      return;
    }
    const [first, second] = [entry.settled, again].map(
      (answer) => `${answer.code} ${essence(entry.name, answer.data)}`,
    );
    if (first !== second) this.#options.place.finding(`${entry.name} ${entry.key} answered ${first}, then ${second}`);
  }

  /** A key that took effect is refused with another body, and nothing happens. */
  async #reuse(): Promise<void> {
    const entry = this.#anAnswered();
    if (entry?.settled?.code !== 1 || entry.name === 'createAccountDemoForU') return;
    const other: Act = { name: 'micro_submit', input: { forex_id: '1', type: '1', number: '77', seconds: '30' } };
    const heard = await this.#send(other, entry.key);
    if (heard?.status === 200 && heard.code !== ERROR_CODES.KEY_REUSED)
      this.#options.place.finding(`the key of ${entry.name} was taken for micro_submit: ${heard.code}`);
  }

  #anAnswered(): Entry | undefined {
    const recent = this.journal.slice(-40).filter((entry) => entry.settled !== undefined);
    return recent[this.#options.random.below(Math.max(1, recent.length))];
  }
}

export function fieldOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}

export function textOf(value: unknown, name: string): string {
  const field = fieldOf(value, name);
  return typeof field === 'string' ? field : '';
}

/** What must be the same in every answer of one key: a new session's token is not. */
const essence = (name: EndpointName, data: unknown): string =>
  JSON.stringify(name === 'createAccountDemoForU' ? fieldOf(data, 'user') : data);
