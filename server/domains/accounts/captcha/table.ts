// The SQL of captchas. Times are handed in.

import { holdName } from '../../../platform/database/named-lock.ts';
import type { Queries } from '../../../platform/database/pools.ts';

export interface NewCaptcha {
  readonly id: Uint8Array;
  readonly answer: Uint8Array;
  /** UTC ms. */
  readonly expires: number;
}

export async function insertCaptcha(db: Queries, { id, answer, expires }: NewCaptcha): Promise<void> {
  await db.query({
    name: 'captchas_insert',
    text: 'INSERT INTO captchas (id_mac, answer_mac, expires) VALUES ($1, $2, $3)',
    values: [id, answer, expires],
  });
}

/**
 * The answer's MAC of one that is good, which it is not any more then; undefined where there is none. `ids`: under each master key. `from`: kept, so
 * that it is counted.
 */
export async function spendCaptcha(
  db: Queries,
  ids: readonly Uint8Array[],
  nowMs: number,
  from: Uint8Array | null = null,
): Promise<Uint8Array | undefined> {
  const { rows } = await db.query<{ answer_mac: Uint8Array }>({
    name: 'captchas_spend',
    text: `UPDATE captchas SET used_time = $2, spent_from_mac = $3
           WHERE id_mac = ANY ($1::bytea[]) AND used_time IS NULL AND expires > $2 RETURNING answer_mac`,
    values: [ids, nowMs, from],
  });
  return rows[0]?.answer_mac;
}

/**
 * When the captchas were spent from there since that moment, the oldest first. Until the transaction's end nobody else spends one from there: two at
 * once would each find room for one more. `from`: under each master key, the current one's first.
 */
export async function holdSpent(tx: Queries, from: readonly Uint8Array[], sinceMs: number): Promise<number[]> {
  const [current] = from;
  if (current) await holdName(tx, `captcha/${Buffer.from(current).toString('hex')}`);
  const { rows } = await tx.query<{ used_time: bigint }>({
    name: 'captchas_spent',
    text: `SELECT used_time FROM captchas WHERE spent_from_mac = ANY ($1::bytea[]) AND used_time > $2 ORDER BY used_time`,
    values: [from, sinceMs],
  });
  return rows.map((row) => Number(row.used_time));
}

/** Those that were good until before that moment. */
export async function sweepCaptchas(db: Queries, beforeMs: number, limit: number): Promise<number> {
  const { rowCount } = await db.query({
    name: 'captchas_sweep',
    text: 'DELETE FROM captchas WHERE id_mac IN (SELECT id_mac FROM captchas WHERE expires < $1 LIMIT $2)',
    values: [beforeMs, limit],
  });
  return rowCount ?? 0;
}
