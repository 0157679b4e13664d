// Fifty traders and a watcher around one server, or several: let loose, held back, counted.

import { setTimeout as delay } from 'node:timers/promises';
import type { EndpointName } from '@fairtick/contract/http/index';
import { seededRandom } from '@fairtick/kernel/random';
import type { Pool } from '@fairtick/server/platform/database/pools';
import type { Heard } from './api.ts';
import { Quotes } from './quotes.ts';
import { Trader } from './trader.ts';
import { findings, type VerifyOptions } from './verify.ts';
import { Watcher } from './watcher.ts';

const LOOK_MS = 150;
const RESEND_LIMIT_MS = 40_000;

export interface CrowdOptions {
  readonly seed: number;
  readonly traders?: number;
  readonly pauseMs?: number;
  /** Where trader number i finds a server now. */
  readonly url: (i: number) => string;
}

type Mode = 'open' | 'finishing' | 'held';

export class Crowd {
  readonly traders: readonly Trader[];
  readonly watcher = new Watcher();
  readonly quotes = new Quotes();
  readonly found: string[] = [];
  readonly counts = { sent: 0, answered: 0, unavailable: 0, silent: 0 };
  /** Times of all answers since they were last taken, in ms. */
  #times: number[] = [];
  readonly #options: CrowdOptions;
  #mode: Mode = 'held';
  #over = false;
  #waiting: (() => void)[] = [];
  readonly #running: Promise<unknown>[] = [];

  constructor(options: CrowdOptions) {
    this.#options = options;
    const { seed, traders = 50, pauseMs = 40 } = options;
    this.traders = Array.from(
      { length: traders },
      (_, i) =>
        new Trader({
          place: {
            url: () => options.url(i),
            gate: (what) => this.#gate(what),
            over: () => this.#over,
            finding: (text) => void this.found.push(text),
            heard: (name, heard) => this.#heard(name, heard),
          },
          quotes: this.quotes,
          random: seededRandom(seed * 1_000 + i),
          pauseMs,
        }),
    );
  }

  /** Everybody signs up and trades until `end`. Held until `release`. */
  begin(): void {
    for (const trader of this.traders) this.#running.push(trader.trade());
    this.#running.push(this.#watch());
  }

  /** Everybody trades. */
  release(): void {
    this.#turn('open');
  }

  /** Nothing is sent, not even again. */
  hold(): void {
    this.#turn('held');
  }

  /** Nothing new is sent, and what has no definite answer is sent again until it has one. False when some have none within the limit. */
  async rest(): Promise<boolean> {
    this.#turn('finishing');
    const until = performance.now() + RESEND_LIMIT_MS;
    const waits = (): boolean => this.traders.some((trader) => trader.busy || trader.unanswered().length > 0);
    while (waits() && performance.now() < until) await delay(5);
    const done = !waits();
    this.hold();
    while (this.traders.some((trader) => trader.busy)) await delay(5);
    return done;
  }

  async end(): Promise<void> {
    this.#over = true;
    this.release();
    this.watcher.stop();
    await Promise.all(this.#running);
  }

  /** Everything that contradicts an answer or a promise so far; nobody may be trading. */
  async verify(owner: Pool, options: VerifyOptions = {}): Promise<string[]> {
    const url = this.#options.url(0);
    return [
      ...this.found.splice(0),
      ...(await this.watcher.findings(url, owner)),
      ...(await findings(url, owner, this.traders, options)),
    ];
  }

  takeTimes(): number[] {
    return this.#times.splice(0);
  }

  #turn(mode: Mode): void {
    this.#mode = mode;
    for (const go of this.#waiting.splice(0)) go();
  }

  async #gate(what: 'new' | 'again'): Promise<void> {
    while (!this.#over && this.#mode !== 'open' && !(this.#mode === 'finishing' && what === 'again'))
      await new Promise<void>((go) => this.#waiting.push(go));
  }

  #heard(_name: EndpointName, heard: Heard): void {
    this.counts.sent += 1;
    if (!heard) this.counts.silent += 1;
    else {
      this.#times.push(heard.tookMs);
      if (heard.status === 503) this.counts.unavailable += 1;
      else this.counts.answered += 1;
    }
  }

  async #watch(): Promise<void> {
    while (!this.#over) {
      await Promise.all([this.quotes.refresh(this.#options.url(0)), this.watcher.look(this.#options.url(0))]);
      await delay(LOOK_MS);
    }
  }
}

/** The value below which `share` of the values lie; 0 for none. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
}
