// A statement as data: what a store wants done, sent by whoever holds the transaction.

import type { Column } from './columns.ts';
import type { PoolClient } from './pools.ts';

export interface Statement {
  /** Prepared under this name once a connection. */
  readonly name: string;
  readonly text: string;
  readonly values: (Column | string | number | bigint)[];
}

/** Throws where a value can't be written: to be asked before the first of several statements is sent, since the others would go through. */
export function assertSendable(statements: readonly Statement[]): void {
  for (const { values } of statements) for (const value of values) if (typeof value === 'object') value.toPostgres();
}

/** One after the other, for whoever is in no hurry. */
export async function runAll(db: Pick<PoolClient, 'query'>, statements: readonly Statement[]): Promise<void> {
  for (const statement of statements) await db.query(statement);
}
