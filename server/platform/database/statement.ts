// A write as data, sent by the code that holds the transaction: a statement with parameters, or rows streamed into a table.

import pg from 'pg';
import { type Column, copyBytes } from './columns.ts';
import type { PoolClient, Queries } from './pools.ts';
import type { Meaning } from './tables/meaning.ts';

declare module 'pg' {
  interface Connection {
    sendCopyFromChunk(bytes: Buffer): void;
    endCopyFrom(): void;
  }
}

export interface Statement {
  /** Prepared under this name once a connection. */
  readonly name: string;
  readonly text: string;
  readonly values: (Column | string | number | bigint)[];
  /** What the text means, for the simulation's database. None where the text was written by hand. */
  readonly meaning?: Meaning;
}

/** New rows of a table. They cost half of what an INSERT from as many parameters costs, on either side. */
export interface Rows {
  readonly text: string;
  readonly columns: readonly Column[];
  readonly bytes: Buffer;
  readonly meaning: Meaning | undefined;
}

export type Write = Statement | Rows;

/** Rows for a COPY that names these columns in this order. Throws RangeError for a value that its type can't hold. */
export const copyInto = (text: string, columns: readonly Column[], meaning?: Meaning): Rows => ({
  text,
  columns,
  bytes: copyBytes(columns),
  meaning,
});

type Told = (error: Error | undefined, result?: unknown) => void;

/** Sends the rows behind its command without waiting to be asked for them: the database takes both in order, and drops rows it refused to take. */
export class CopyIn extends pg.Query {
  readonly streamed: Rows;
  readonly told: Told;
  override submit: (connection: pg.Connection) => void;

  constructor(streamed: Rows, told: Told) {
    super(streamed.text, told);
    this.streamed = streamed;
    this.told = told;
    this.submit = (connection) => {
      connection.query(streamed.text);
      connection.sendCopyFromChunk(streamed.bytes);
      connection.endCopyFrom();
    };
  }

  /** Asked for rows that are under way already. */
  handleCopyInResponse(): void {}
}

/** One connection: a pool would carry out each write on another. */
type Sender = Pick<PoolClient, 'query' | 'escapeLiteral'>;

/** On one connection, in order, without waiting for what was sent before. Rejects with what the database says. */
export function send(client: Sender, write: Write): Promise<unknown> {
  if (!('columns' in write)) return client.query(write);
  return new Promise<void>((resolve, reject) => {
    client.query(new CopyIn(write, (error) => (error ? reject(error) : resolve())));
  });
}

/** Throws where a value can't be written: to be asked before the first of several statements is sent, since the others would go through. */
export function assertSendable(writes: readonly Write[]): void {
  for (const write of writes)
    if ('values' in write) for (const value of write.values) if (typeof value === 'object') value.toPostgres();
}

/** Runs the statements one after the other, each with its own trip. */
export async function runAll(db: Queries, statements: readonly Statement[]): Promise<void> {
  for (const statement of statements) await db.query(statement);
}
