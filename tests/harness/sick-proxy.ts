// A network between the server and PostgreSQL that can be slow, lose connections or swallow everything. Bytes keep their order.

import * as net from 'node:net';
import type { Random } from '@fairtick/kernel/random';

export interface Sickness {
  /** Each piece of data, either way, arrives this much later. */
  readonly delayMs?: number;
  /** Of a thousand pieces of data so many end their connection instead. */
  readonly resetsPerMille?: number;
  /** Nothing arrives, nothing ends. */
  readonly swallows?: boolean;
}

export class SickProxy {
  readonly #server: net.Server;
  readonly #random: Random;
  readonly #sockets = new Set<net.Socket>();
  #sickness: Sickness = {};
  resets = 0;

  private constructor(databaseUrl: string, random: Random) {
    this.#random = random;
    const target = new URL(databaseUrl);
    const folder = target.searchParams.get('host');
    this.#server = net.createServer((client) => {
      const upstream = folder
        ? net.connect(`${folder}/.s.PGSQL.${target.port}`)
        : net.connect(Number(target.port), target.hostname);
      this.#join(client, upstream);
    });
  }

  static async open(databaseUrl: string, random: Random): Promise<SickProxy> {
    const proxy = new SickProxy(databaseUrl, random);
    await new Promise<void>((resolve) => proxy.#server.listen(0, '127.0.0.1', resolve));
    return proxy;
  }

  /** `url` with this proxy's address in place of the server's. */
  through(url: string): string {
    const address = this.#server.address();
    if (address === null || typeof address === 'string') throw new Error('the proxy has no port');
    const changed = new URL(url);
    changed.searchParams.delete('host');
    changed.hostname = '127.0.0.1';
    changed.port = String(address.port);
    return changed.href;
  }

  /** From now on; what is on its way already is not touched. */
  fall(sickness: Sickness): void {
    this.#sickness = sickness;
  }

  get connections(): number {
    return this.#sockets.size / 2;
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    await new Promise<void>((resolve) => this.#server.close(() => resolve()));
  }

  #join(client: net.Socket, upstream: net.Socket): void {
    for (const socket of [client, upstream]) {
      this.#sockets.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => {
        this.#sockets.delete(socket);
        client.destroy();
        upstream.destroy();
      });
    }
    const cut = (): void => {
      this.resets += 1;
      client.resetAndDestroy();
      upstream.destroy();
    };
    this.#carry(client, upstream, cut);
    this.#carry(upstream, client, cut);
  }

  #carry(from: net.Socket, to: net.Socket, cut: () => void): void {
    let lastMs = 0;
    from.on('data', (data) => {
      const { delayMs = 0, resetsPerMille = 0, swallows = false } = this.#sickness;
      if (swallows) return;
      if (this.#random.below(1_000) < resetsPerMille) {
        cut();
        return;
      }
      const now = performance.now();
      lastMs = Math.max(lastMs, now + delayMs);
      if (lastMs <= now) to.write(data);
      else setTimeout(() => !to.destroyed && to.write(data), lastMs - now);
    });
  }
}
