// Idempotency keys: what a key did once, it answers for ever; what it refused, for thirty days.

import type { Id } from '@fairtick/kernel/ids';
import type { Queries } from '../database/pools.ts';
import type { Write } from '../database/statement.ts';
import { columnsOf } from '../database/tables/column.ts';
import { find } from '../database/tables/select.ts';
import { Table } from '../database/tables/table.ts';
import { BYTES, ID, JSON_TEXT, textOf, WHOLE } from '../database/tables/types.ts';

export interface KeyRow {
  readonly ownerId: Id;
  readonly key: string;
  readonly call: string;
  readonly bodyHash: Uint8Array;
  /** The outcome as JSON text. */
  readonly answer: string;
  readonly time: number;
}

const { fixed } = columnsOf<KeyRow>();

/** One effect a key, for ever. */
export const COMMAND_KEYS = new Table('command_keys', ['owner_id', 'key'], {
  owner_id: fixed(ID, 'ownerId'),
  key: fixed(textOf(), 'key'),
  call: fixed(textOf(), 'call'),
  body_hash: fixed(BYTES, 'bodyHash'),
  answer: fixed(JSON_TEXT, 'answer'),
  time: fixed(WHOLE, 'time'),
});

export interface KnownKey {
  readonly bodyHash: Uint8Array;
  readonly answer: string;
}

export const keyPlace = (ownerId: Id, key: string): string => `${ownerId}/${key}`;

const byKeys = find(COMMAND_KEYS, 'keys_find', ['owner_id', 'key', 'body_hash', 'answer']);

export async function findKeys(
  tx: Queries,
  wanted: readonly { ownerId: Id; key: string }[],
): Promise<Map<string, KnownKey>> {
  if (wanted.length === 0) return new Map();
  const rows = await byKeys(
    tx,
    wanted.map(({ ownerId, key }) => ({ owner_id: ownerId, key })),
  );
  return new Map(rows.map((row) => [keyPlace(row.owner_id, row.key), { bodyHash: row.body_hash, answer: row.answer }]));
}

export const insertKeys = (keys: readonly KeyRow[]): Write[] => COMMAND_KEYS.rows(keys);

/** Whether the database refused a key because it is there already. */
export const isKeyTaken = (error: unknown): boolean =>
  error instanceof Error && 'constraint' in error && error.constraint === 'command_keys_pkey';

/** Forgets at most so many refusals that are older than thirty days by the database's clock; how many there were. What did something stays for ever. */
export async function forgetRefusals(db: Queries, most: number): Promise<number> {
  const { rows } = await db.query<{ gone: number }>({
    name: 'keys_forget_refusals',
    text: 'SELECT forget_refusals($1) AS gone',
    values: [most],
  });
  return rows[0]?.gone ?? 0;
}
