// Those who go on ordering while something else happens: a few hundred orders a second, evenly, and how long each waited.

import { setTimeout as delay } from 'node:timers/promises';
import { between, isAccepted, isStale, openWire, type Wire } from './wire.ts';

const USERS = 30;
const EVERY_MS = 100;
const OPEN = JSON.stringify({ type: 1, cont: '0.01', forex_id: 1, status: 1, multiple: '200' });

interface Answered {
  readonly atMs: number;
  readonly tookMs: number;
}

export class Others {
  readonly #answered: Answered[] = [];
  #going = true;
  #trading: Promise<unknown> = Promise.resolve();
  #keys = 0;

  static async begin(appUrl: string): Promise<Others> {
    const others = new Others();
    const wires: { wire: Wire; token: string }[] = [];
    for (let n = 0; n < USERS; n += 1) {
      const wire = await openWire(appUrl);
      wires.push({ wire, token: between(await wire.call('/api/user/createAccountDemoForU', '{}', ''), '"token":"') });
    }
    others.#trading = Promise.all(wires.map(({ wire, token }, n) => others.#trade(wire, token, n)));
    return others;
  }

  /** Of the orders answered since that moment of the monotonic clock. */
  since(atMs: number): { orders: number; p99Ms: number } {
    const took = this.#answered.filter((one) => one.atMs >= atMs).map((one) => one.tookMs);
    took.sort((a, b) => a - b);
    return { orders: took.length, p99Ms: took[Math.floor(took.length * 0.99)] ?? Number.NaN };
  }

  async end(): Promise<void> {
    this.#going = false;
    await this.#trading;
  }

  async #trade(wire: Wire, token: string, place: number): Promise<void> {
    await delay((place * EVERY_MS) / USERS);
    while (this.#going) {
      const opened = await this.#order(wire, token, '/v2/api/forex/submit', OPEN);
      await this.#order(wire, token, '/v2/api/forex/close', `{"id":"${between(opened, '"Id":"')}"}`);
    }
    wire.close();
  }

  async #order(wire: Wire, token: string, path: string, body: string): Promise<string> {
    const sentMs = performance.now();
    let answer: string;
    do {
      this.#keys += 1;
      answer = await wire.call(path, body, `authorization: ${token}\r\nidempotency-key: o${this.#keys}\r\n`);
    } while (isStale(answer));
    const atMs = performance.now();
    if (!isAccepted(answer)) throw new Error(`${path}: ${answer}`);
    this.#answered.push({ atMs, tookMs: atMs - sentMs });
    await delay(Math.max(0, EVERY_MS - (atMs - sentMs)));
    return answer;
  }
}
