// The SQL of a batch of fund products: what its users have running, what it names, and what it writes.

import type { Id } from '@fairtick/kernel/ids';
import type { Queries } from '../../platform/database/pools.ts';
import type { Write } from '../../platform/database/statement.ts';
import { select } from '../../platform/database/tables/select.ts';
import { all } from '../../platform/database/tables/where.ts';
import { FUND_INCOME, FUND_SUBSCRIPTIONS, type Income, type Subscription } from './columns.ts';

const { names } = FUND_SUBSCRIPTIONS;
const toSubscription = FUND_SUBSCRIPTIONS.flat(names);

const LOAD = select(
  FUND_SUBSCRIPTIONS,
  { name: 'funds_load_batch', columns: names },
  all(FUND_SUBSCRIPTIONS.isIn('user_id'), FUND_SUBSCRIPTIONS.isAmong('status', ['running', 'refunding'])),
  FUND_SUBSCRIPTIONS.isIn('id'),
);

/** What runs of these users and what is named, with the database's clock. Behind the lock of their owners. */
export async function loadForBatch(
  tx: Queries,
  { users, named }: { readonly users: readonly Id[]; readonly named: readonly Id[] },
): Promise<{ readonly subscriptions: readonly Subscription[]; readonly nowMs: number }> {
  if (users.length === 0 && named.length === 0) return { subscriptions: [], nowMs: 0 };
  const [found, clock] = await Promise.all([
    LOAD.rows(tx, { user_id: users, id: named }),
    tx.query<{ now: bigint }>({ name: 'funds_now', text: 'SELECT database_ms() AS now', values: [] }),
  ]);
  return { subscriptions: found.map(toSubscription), nowMs: Number(clock.rows[0]?.now ?? 0n) };
}

const update = FUND_SUBSCRIPTIONS.update('funds_update');

/** Subscriptions before what they have paid. */
export const writeFunds = (batch: {
  readonly subscriptions: { inserted(): readonly Subscription[]; updated(): readonly Subscription[] };
  readonly income: readonly Income[];
}): Write[] => [
  ...FUND_SUBSCRIPTIONS.rows(batch.subscriptions.inserted()),
  ...update(batch.subscriptions.updated()),
  ...FUND_INCOME.rows(batch.income),
];
