// Tickets between the steps of a sign-in: made by the first step, good for a few tries of the next, and once. Users and the staff have a table each.

import type { Id } from '@fairtick/kernel/ids';
import type { Queries } from '../database/pools.ts';

export interface NewTicket<Kind extends string> {
  /** Of the ticket, which is a token. */
  readonly hash: Uint8Array;
  readonly kind: Kind;
  /** Left out where nobody is known, or the ticket must never be good. */
  readonly ownerId?: Id | undefined;
  /** What it must come with: a link's mac, a session's token hash, the mac of a name. */
  readonly bound?: Uint8Array;
  readonly challenge?: string;
  readonly sealed?: Uint8Array;
  /** So long is it good, ms; the table's own time where it is left out. */
  readonly goodMs?: number;
}

export interface TicketRow {
  readonly ticket_hash: Uint8Array;
  readonly owner_id: Id | null;
  readonly bound: Uint8Array | null;
  readonly challenge: string | null;
  readonly sealed: Uint8Array | null;
}

export interface TicketTable {
  readonly table: 'staff_tickets' | 'user_tickets';
  /** The column of whose it is. */
  readonly owner: 'staff_id' | 'user_id';
  readonly goodMs: number;
  readonly tries: number;
}

export class Tickets<Kind extends string> {
  readonly #table: TicketTable;
  readonly #columns: string;
  readonly #good: string;

  constructor(table: TicketTable) {
    this.#table = table;
    this.#columns = `ticket_hash, ${table.owner} AS owner_id, bound, challenge, sealed`;
    this.#good = `ticket_hash = $1 AND kind = $2 AND used_time IS NULL AND expires > $3 AND tries < ${table.tries}`;
  }

  /** Old ones are swept on the way. */
  async insert(db: Queries, one: NewTicket<Kind>, nowMs: number): Promise<void> {
    const { table, owner, goodMs } = this.#table;
    await db.query({
      name: `${table}_insert`,
      text: `WITH swept AS (DELETE FROM ${table} WHERE expires < $7::bigint - 86400000)
             INSERT INTO ${table} (ticket_hash, kind, ${owner}, bound, challenge, sealed, expires)
             VALUES ($1, $2, $3, $4, $5, $6, $7::bigint + $8::bigint)`,
      values: [
        one.hash,
        one.kind,
        one.ownerId ?? null,
        one.bound ?? null,
        one.challenge ?? null,
        one.sealed ?? null,
        nowMs,
        one.goodMs ?? goodMs,
      ],
    });
  }

  /** Without counting a try. */
  async find(db: Queries, hash: Uint8Array, kind: Kind, nowMs: number): Promise<TicketRow | undefined> {
    const { table } = this.#table;
    const { rows } = await db.query<TicketRow>({
      name: `${table}_find`,
      text: `SELECT ${this.#columns} FROM ${table} WHERE ${this.#good}`,
      values: [hash, kind, nowMs],
    });
    return rows[0];
  }

  /** Counts the try before it is judged; undefined where the ticket is none, over, used or tried too often. */
  async try(db: Queries, hash: Uint8Array, kind: Kind, nowMs: number): Promise<TicketRow | undefined> {
    const { table } = this.#table;
    const { rows } = await db.query<TicketRow>({
      name: `${table}_try`,
      text: `UPDATE ${table} SET tries = tries + 1 WHERE ${this.#good} RETURNING ${this.#columns}`,
      values: [hash, kind, nowMs],
    });
    return rows[0];
  }

  /** Spends the ticket; false where somebody was faster. */
  async use(tx: Queries, hash: Uint8Array, nowMs: number): Promise<boolean> {
    const { table } = this.#table;
    const { rowCount } = await tx.query({
      name: `${table}_use`,
      text: `UPDATE ${table} SET used_time = $2 WHERE ticket_hash = $1 AND used_time IS NULL AND expires > $2`,
      values: [hash, nowMs],
    });
    return rowCount === 1;
  }

  /** Spends every ticket of that kind that somebody has. */
  async useAll(tx: Queries, ownerId: Id, kind: Kind, nowMs: number): Promise<void> {
    const { table, owner } = this.#table;
    await tx.query({
      name: `${table}_use_all`,
      text: `UPDATE ${table} SET used_time = $3 WHERE ${owner} = $1 AND kind = $2 AND used_time IS NULL`,
      values: [ownerId, kind, nowMs],
    });
  }
}
