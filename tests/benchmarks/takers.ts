// Those who go on ordering at a server while another dies: what is refused is asked again, and how long nothing was accepted is what counts.

import { setTimeout as delay } from 'node:timers/promises';
import { SOCKET_PATH } from '@fairtick/contract/socket/messages';
import { WebSocket } from 'ws';
import { between, isAccepted, openWire, type Wire } from './wire.ts';

const USERS = 16;
const PAUSE_MS = 10;
const OPEN = JSON.stringify({ type: 1, cont: '0.01', forex_id: 1, status: 1, multiple: '200' });

export class Takers {
  readonly #acceptedMs: number[] = [];
  readonly #pricesMs: number[] = [];
  readonly #socket: WebSocket;
  #going = true;
  #trading: Promise<unknown> = Promise.resolve();
  #keys = 0;

  private constructor(appUrl: string) {
    this.#socket = new WebSocket(`${appUrl.replace('http', 'ws')}${SOCKET_PATH}`);
    this.#socket.on('open', () => this.#socket.send(JSON.stringify({ type: 'sub', topic: 'DAY_MARKET' })));
    this.#socket.on('message', () => this.#pricesMs.push(performance.now()));
  }

  static async begin(appUrl: string): Promise<Takers> {
    const takers = new Takers(appUrl);
    const wires: { wire: Wire; token: string }[] = [];
    for (let n = 0; n < USERS; n += 1) {
      const wire = await openWire(appUrl);
      wires.push({ wire, token: between(await wire.call('/api/user/createAccountDemoForU', '{}', ''), '"token":"') });
    }
    takers.#trading = Promise.all(wires.map(({ wire, token }) => takers.#trade(wire, token)));
    return takers;
  }

  /** ms, on the monotonic clock. */
  longestPauseSince(atMs: number): { orders: number; prices: number } {
    return { orders: longestSince(this.#acceptedMs, atMs), prices: longestSince(this.#pricesMs, atMs) };
  }

  async end(): Promise<void> {
    this.#going = false;
    await this.#trading;
    this.#socket.terminate();
  }

  async #trade(wire: Wire, token: string): Promise<void> {
    while (this.#going) {
      const opened = await this.#order(wire, token, '/v2/api/forex/submit', OPEN);
      if (isAccepted(opened)) await this.#close(wire, token, between(opened, '"Id":"'));
    }
    wire.close();
  }

  async #close(wire: Wire, token: string, id: string): Promise<void> {
    while (this.#going) if (isAccepted(await this.#order(wire, token, '/v2/api/forex/close', `{"id":"${id}"}`))) return;
  }

  async #order(wire: Wire, token: string, path: string, body: string): Promise<string> {
    this.#keys += 1;
    const answer = await wire.call(path, body, `authorization: ${token}\r\nidempotency-key: t${this.#keys}\r\n`);
    if (isAccepted(answer)) this.#acceptedMs.push(performance.now());
    await delay(PAUSE_MS);
    return answer;
  }
}

function longestSince(times: readonly number[], atMs: number): number {
  const later = [...times.filter((ms) => ms >= atMs), performance.now()];
  return later.reduce((longest, ms, i) => Math.max(longest, ms - (later[i - 1] ?? atMs)), 0);
}
