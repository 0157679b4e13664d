// The pool of connections that the server is given: speaks as much of pg's as the server asks for, and sends every statement through the
// weather to the database in memory.

import { isSqlState } from '@fairtick/server/platform/commands/faults';
import type { Pool } from '@fairtick/server/platform/database/pools';
import { CopyIn } from '@fairtick/server/platform/database/statement';
import type { Answer, MemoryDatabase, Statement, Transaction } from './database.ts';
import type { Weather } from './weather.ts';

type Asked = string | (Omit<Statement, 'values'> & { readonly values?: readonly unknown[] });

const toStatement = (asked: Asked, values: readonly unknown[] = []): Statement =>
  typeof asked === 'string' ? { text: asked, values } : { ...asked, values: asked.values ?? [] };

const said = (command: string): Answer & { readonly command: string } => ({ rows: [], rowCount: 0, command });

/** A commit that was sent and whose fate the world decides. */
export interface Undecided {
  readonly tx: Transaction;
}

export interface Outside {
  readonly database: MemoryDatabase;
  readonly weather: Weather;
  /** Commits whose connection broke while they were under way. */
  readonly undecided: Undecided[];
  /** What becomes true when this connection's transaction is committed. */
  readonly atCommit: (connection: object) => (() => void) | undefined;
}

class Connection {
  readonly #outside: Outside;
  #tx: Transaction | undefined;
  /** Statements are carried out one after the other, however many are sent at once. */
  #last: Promise<unknown> = Promise.resolve();
  /** What broke the connection: nothing after it arrives. */
  #broken: Error | undefined;
  /** A COMMIT is on its way. */
  #committing = false;

  constructor(outside: Outside) {
    this.#outside = outside;
  }

  query(asked: Asked | CopyIn, values?: readonly unknown[]): Promise<Answer> {
    if (asked instanceof CopyIn) return this.#take(asked);
    const statement = toStatement(asked, values);
    const answer = this.#last.then(() => this.#answer(statement));
    this.#last = answer.catch(() => {});
    return answer;
  }

  /** Who streams rows in is told by a call instead of a promise. */
  async #take({ streamed, told }: CopyIn): Promise<Answer> {
    try {
      const answer = await this.query({ text: streamed.text, values: streamed.columns, meaning: streamed.meaning });
      told(undefined, answer);
      return answer;
    } catch (error) {
      told(error instanceof Error ? error : new Error(String(error)));
      return said('');
    }
  }

  async #answer(statement: Statement): Promise<Answer> {
    const { weather } = this.#outside;
    if (this.#broken) throw this.#broken;
    this.#committing = statement.text === 'COMMIT';
    try {
      const fault = await weather.before();
      // It may have died of another operation in the same moment.
      if (weather.dead) return new Promise<never>(() => {});
      const answer = await this.#execute(statement, fault === 'zombie');
      this.#committing = false;
      await weather.after(fault);
      return answer;
    } catch (error) {
      this.#fail(error);
      throw error;
    }
  }

  /** What the database refuses spoils the transaction; anything else has broken the connection, and the database rolls back. */
  #fail(error: unknown): void {
    if (isSqlState(error)) {
      if (this.#tx?.state === 'open') this.#tx.state = 'failed';
      return;
    }
    this.#broken = error instanceof Error ? error : new Error(String(error));
    this.#rollback();
  }

  async #execute(statement: Statement, zombie: boolean): Promise<Answer> {
    const { database, undecided, atCommit } = this.#outside;
    if (statement.name !== undefined) return database.run(statement, this.#tx);
    switch (statement.text.split(';', 1)[0]) {
      case 'BEGIN':
        this.#tx = database.begin();
        return said('BEGIN');
      case 'SAVEPOINT act':
        this.#tx?.save();
        return said('SAVEPOINT');
      case 'ROLLBACK TO SAVEPOINT act':
        this.#tx?.undo();
        return said('ROLLBACK');
      case 'ROLLBACK':
        this.#rollback();
        return said('ROLLBACK');
      case 'COMMIT':
        // A spoilt transaction is rolled back, and the answer says so.
        if (this.#tx?.state !== 'open') {
          this.#rollback();
          return said('ROLLBACK');
        }
        this.#tx.onCommit = atCommit(this);
        if (zombie) undecided.push({ tx: this.#tx });
        else database.commit(this.#tx);
        this.#tx = undefined;
        return said('COMMIT');
      default:
        return database.run(statement, this.#tx);
    }
  }

  #rollback(): void {
    if (this.#tx) this.#outside.database.rollback(this.#tx);
    this.#tx = undefined;
  }

  /** The process is gone, or the connection: the server rolls back, unless a commit was already on its way. */
  abandon(): void {
    if (this.#committing && this.#tx) {
      this.#tx.onCommit = this.#outside.atCommit(this);
      this.#outside.undecided.push({ tx: this.#tx });
      this.#tx = undefined;
      return;
    }
    this.#rollback();
  }

  release(): void {
    this.#rollback();
  }

  /** Breaks are told by the answers alone. */
  on(): this {
    return this;
  }

  removeListener(): this {
    return this;
  }
}

export class MemoryPool {
  readonly #outside: Outside;
  readonly #connections = new Set<Connection>();

  constructor(outside: Outside) {
    this.#outside = outside;
  }

  async connect(): Promise<Connection> {
    const { weather } = this.#outside;
    await weather.after(await weather.before());
    const connection = new Connection(this.#outside);
    this.#connections.add(connection);
    const release = connection.release.bind(connection);
    connection.release = () => {
      this.#connections.delete(connection);
      release();
    };
    return connection;
  }

  async query(asked: Asked, values?: readonly unknown[]): Promise<Answer> {
    const { weather, database } = this.#outside;
    const fault = await weather.before();
    const answer = await database.run(toStatement(asked, values));
    await weather.after(fault);
    return answer;
  }

  /** What the database does with a dead client's connections. */
  abandonAll(): void {
    for (const connection of this.#connections) connection.abandon();
    this.#connections.clear();
  }
}

/** Whether it can be asked what the server asks its pool. */
function isPool(pool: unknown): pool is Pool {
  return pool instanceof MemoryPool && pool.connect.length === 0;
}

/** As the type that the server names. */
export function asPool(pool: MemoryPool): Pool {
  const offered: unknown = pool;
  if (!isPool(offered)) throw new Error('the simulated pool cannot serve');
  return offered;
}
