// Seals what older master keys sealed again by the first one, until the older ones are needed no more.

import { err, ok, type Result } from '@fairtick/kernel/result';
import { insertActs } from '../acts/table.ts';
import type { Pool } from '../database/pools.ts';
import { runAll } from '../database/statement.ts';
import { SYSTEM } from '../principals.ts';
import { faultOfMasters } from './check.ts';
import type { Keys, KeyUse } from './keys.ts';
import { readMasters, retireMasters } from './table.ts';

/** What a domain declares that keeps sealed values, or recognises values by their MAC. */
export interface Resealer {
  readonly use: KeyUse;
  /**
   * Seals up to some hundred values of older masters again by the current one (`keys.sealedBy`), MACs included, as the owner and without getting in
   * the way of a running server. Answers how many; 0 where none is left.
   */
  batch(keys: Keys, owner: Pool): Promise<number>;
}

export interface Resealed {
  /** Values by their use. */
  readonly counts: ReadonlyMap<KeyUse, number>;
  /** Masters that may be taken away now. */
  readonly retired: readonly number[];
}

/** As the owner. The error is a sentence for the operator. A walk that was cut off goes on where it was. */
export async function reseal(
  owner: Pool,
  keys: Keys,
  resealers: readonly Resealer[],
): Promise<Result<Resealed, string>> {
  const known = await readMasters(owner);
  const fault = faultOfMasters(known, keys);
  if (fault !== undefined) return err(fault);
  // A server that does not know the first one yet could not open what is sealed by it.
  if (!known.some(({ id, retired }) => id === keys.current && !retired))
    return err(
      `No server was started with the master key ${keys.current} first yet: restart it (every one of them) before this.`,
    );
  const counts = new Map<KeyUse, number>();
  for (const resealer of resealers) {
    for (let done = await resealer.batch(keys, owner); done > 0; done = await resealer.batch(keys, owner))
      counts.set(resealer.use, (counts.get(resealer.use) ?? 0) + done);
  }
  const retired = known.filter((one) => !one.retired && one.id !== keys.current).map(({ id }) => id);
  if (retired.length > 0 || counts.size > 0) await finish(owner, keys.current, { counts, retired });
  return ok({ counts, retired });
}

async function finish(owner: Pool, current: number, { counts, retired }: Resealed): Promise<void> {
  const client = await owner.connect();
  try {
    await client.query('BEGIN');
    await retireMasters(client, retired);
    const contents = { retired, resealed: Object.fromEntries(counts) };
    const subject = { kind: 'master_key', id: String(current) } as const;
    await runAll(client, insertActs([{ kind: 'keys_rotated', actor: SYSTEM, subject, contents }]));
    await client.query('COMMIT');
  } finally {
    client.release();
  }
}
