// Standing connections for single reads. Statements of different requests travel on one connection without waiting for each other's answers, so
// that neither side wakes up for each alone: a read costs half of what it costs on a connection borrowed for it. No transactions here.

import type { Client } from 'pg';
import type { Queries } from './pools.ts';

/** Two: one slow statement delays only those behind it on its own connection, for as long as a statement may take. */
const CONNECTIONS = 2;

export class ReadConnections {
  readonly #open: () => Client;
  readonly #connections: (Client | undefined)[] = Array.from({ length: CONNECTIONS });
  #next = 0;

  /** `open` makes a client that is not connected yet. */
  constructor(open: () => Client) {
    this.#open = open;
  }

  /** For one statement, at once: a connection that has ended since is another one next time. */
  pick(): Queries {
    this.#next = (this.#next + 1) % CONNECTIONS;
    return this.#connections[this.#next] ?? this.#connect(this.#next);
  }

  async close(): Promise<void> {
    await Promise.all(this.#connections.splice(0).map((client) => client?.end()));
  }

  #connect(at: number): Client {
    const client = this.#open();
    const lost = (): void => {
      if (this.#connections[at] === client) this.#connections[at] = undefined;
    };
    // Statements given meanwhile wait for the connection and fail with it: each caller gets the error of its own statement.
    client.on('error', lost);
    client.on('end', lost);
    client.connect().catch(lost);
    this.#connections[at] = client;
    return client;
  }
}
