// Long reads of one moment: a connection of its own that sees what was committed when it began, for sums over whole tables. The app's usual limits of
// a statement would end them, and a transaction that stays open keeps the database from tidying up, so that there are few of them and none lasts.

import type { Client } from 'pg';
import type { Queries } from './pools.ts';

/** At once, on each server: whoever comes later waits. */
const MOST = 2;
/** Rows of a cursor that are held at once. */
const PAGE = 1_000;

/** The database as it was at one moment. */
export interface Snapshot extends Queries {
  /** Every row of a read in pages, so that nobody holds them all. One such read at a time. */
  pages<Row extends Readonly<Record<string, unknown>>>(
    text: string,
    values?: readonly (bigint | number | string)[],
  ): AsyncGenerator<readonly Row[]>;
}

export class Snapshots {
  readonly #open: () => Client;
  readonly #waiting: (() => void)[] = [];
  #free = MOST;

  /** `open` makes a client that is not connected yet. */
  constructor(open: () => Client) {
    this.#open = open;
  }

  /** Resolves with what `look` has found. It ends with `look`, whatever becomes of that. Rejects when the database is away. */
  async read<T>(look: (snapshot: Snapshot) => Promise<T>): Promise<T> {
    await this.#turn();
    const client = this.#open();
    // What breaks while nothing is asked is found out at the next statement.
    client.on('error', () => {});
    try {
      await client.connect();
      await client.query('BEGIN TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY');
      return await look(snapshotOn(client));
    } finally {
      await client.end().catch(() => {});
      this.#next();
    }
  }

  async #turn(): Promise<void> {
    if (this.#free > 0) this.#free -= 1;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }

  /** Whoever has waited longest takes the place that is given up. */
  #next(): void {
    const first = this.#waiting.shift();
    if (first) first();
    else this.#free += 1;
  }
}

const snapshotOn = (client: Client): Snapshot => ({
  query: client.query.bind(client),
  async *pages<Row extends Readonly<Record<string, unknown>>>(
    text: string,
    values: readonly (bigint | number | string)[] = [],
  ) {
    await client.query({ text: `DECLARE pages NO SCROLL CURSOR FOR ${text}`, values: [...values] });
    for (;;) {
      const { rows } = await client.query<Row>(`FETCH ${PAGE} FROM pages`);
      if (rows.length === 0) break;
      yield rows;
    }
    await client.query('CLOSE pages');
  },
});
