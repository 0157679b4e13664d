// The proof of client money as it is made: one snapshot is added up and judged, and what that turns is told to the staff in the transaction that keeps it.

import { formatUnits } from '@fairtick/kernel/decimal';
import { inTransaction } from '../../../platform/commands/transaction.ts';
import type { Pool } from '../../../platform/database/pools.ts';
import type { Snapshots } from '../../../platform/database/snapshots.ts';
import { send } from '../../../platform/database/statement.ts';
import { letterTo } from '../../../platform/mail/letter.ts';
import { insertOutbox } from '../../../platform/outbox/table.ts';
import { isDue, proofOf, shortOf, turnOf } from './rules.ts';
import { insertProof, newestProof, nowOf, readClientMoney } from './table.ts';

export interface ProvingOptions {
  readonly snapshots: Snapshots;
  readonly db: Pool;
  /** Addresses of the members who are told. */
  readonly staff: () => Promise<readonly string[]>;
}

/** Rejects when the database is away. */
export async function proveClientMoney({
  snapshots,
  db,
  staff,
}: ProvingOptions): Promise<{ readonly paused: boolean }> {
  const money = await snapshots.read(readClientMoney);
  const addresses = await staff();
  return inTransaction(db, async (tx) => {
    const before = await newestProof(tx);
    const proof = proofOf(money, before);
    const turn = turnOf(proof, before);
    await insertProof(tx, proof);
    // Books that disagree may do so without any shortfall.
    const short = shortOf(proof);
    const params: Readonly<Record<string, string>> = short > 0n ? { short: formatUnits(short, 2) } : {};
    const letters = turn ? addresses.map((address) => letterTo({ address, template: turn, params, lang: 'en' })) : [];
    for (const write of insertOutbox(letters)) await send(tx, write);
    return { paused: proof.paused };
  });
}

/** As `proveClientMoney`, where it is time. */
export async function proveWhenDue(options: ProvingOptions): Promise<{ readonly paused?: boolean }> {
  const { db } = options;
  const [newest, nowMs] = await Promise.all([newestProof(db), nowOf(db)]);
  return isDue(newest, nowMs) ? proveClientMoney(options) : {};
}
