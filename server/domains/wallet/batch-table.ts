// The SQL of a batch of money in and out: what it names, what its users have under way, and what it writes.

import type { Id } from '@fairtick/kernel/ids';
import type { Queries } from '../../platform/database/pools.ts';
import type { Write } from '../../platform/database/statement.ts';
import { find, select } from '../../platform/database/tables/select.ts';
import { all } from '../../platform/database/tables/where.ts';
import { HOUSE } from '../ledger/index.ts';
import { isPaused } from './client-money/table.ts';
import { DEPOSITS, DESTINATIONS, RECEIPTS, WITHDRAWAL_APPROVALS, WITHDRAWALS } from './columns.ts';
import type { Approval, Deposit, Destination, Receipt, Withdrawal } from './types.ts';

export interface WalletRows {
  readonly destinations: readonly Destination[];
  readonly receipts: readonly Receipt[];
  readonly deposits: readonly Deposit[];
  readonly withdrawals: readonly Withdrawal[];
  readonly approvals: readonly Approval[];
  /** By the newest proof of client money. */
  readonly paused: boolean;
}

const NONE: WalletRows = {
  ...{ destinations: [], receipts: [], deposits: [], withdrawals: [], approvals: [] },
  paused: false,
};

const toDestination = DESTINATIONS.flat(DESTINATIONS.names);
const toReceipt = RECEIPTS.flat(RECEIPTS.names);
const toDeposit = DEPOSITS.flat(DEPOSITS.names);
const toWithdrawal = WITHDRAWALS.flat(WITHDRAWALS.names);
const toApproval = WITHDRAWAL_APPROVALS.flat(WITHDRAWAL_APPROVALS.names);

const NAMED_DESTINATIONS = find(DESTINATIONS, 'destinations_load_batch', DESTINATIONS.names);
const NAMED_RECEIPTS = find(RECEIPTS, 'receipts_load_batch', RECEIPTS.names);
const APPROVALS = select(
  WITHDRAWAL_APPROVALS,
  { name: 'approvals_load_batch', columns: WITHDRAWAL_APPROVALS.names },
  WITHDRAWAL_APPROVALS.isIn('withdrawal_id'),
);
const LIVE_DEPOSITS = select(
  DEPOSITS,
  { name: 'deposits_load_batch', columns: DEPOSITS.names },
  all(DEPOSITS.isIn('user_id'), DEPOSITS.isAmong('status', ['unchecked'])),
  DEPOSITS.isIn('id'),
);
// What counts towards a day's limits, whatever became of it, beside what is still under way.
const LIVE_WITHDRAWALS = select(
  WITHDRAWALS,
  { name: 'withdrawals_load_batch', columns: WITHDRAWALS.names },
  all(WITHDRAWALS.isIn('user_id'), WITHDRAWALS.isAmong('status', ['waiting', 'approved'])),
  all(WITHDRAWALS.isIn('user_id'), WITHDRAWALS.isAbove('request_time')),
  WITHDRAWALS.isIn('id'),
);

/**
 * What a batch names, by id in whichever table, and what `users` have under way or have asked for since. Behind the lock of their owners. Nothing is
 * asked where there is nothing to ask for.
 */
export async function loadForBatch(
  tx: Queries,
  { users, named, sinceMs }: { readonly users: readonly Id[]; readonly named: readonly Id[]; readonly sinceMs: number },
): Promise<WalletRows> {
  if (users.length === 0 && named.length === 0) return NONE;
  const keys = named.map((id) => ({ id }));
  const [destinations, receipts, deposits, withdrawals, approvals, paused] = await Promise.all([
    NAMED_DESTINATIONS(tx, keys),
    NAMED_RECEIPTS(tx, keys),
    LIVE_DEPOSITS.rows(tx, { user_id: users, id: named }),
    LIVE_WITHDRAWALS.rows(tx, { user_id: users, request_time: sinceMs, id: named }),
    APPROVALS.rows(tx, { withdrawal_id: named }),
    isPaused(tx),
  ]);
  return {
    destinations: destinations.map(toDestination),
    receipts: receipts.map((row) => ({ ...toReceipt(row), userId: HOUSE })),
    deposits: deposits.map(toDeposit),
    withdrawals: withdrawals.map(toWithdrawal),
    approvals: approvals.map(toApproval),
    paused,
  };
}

const updateReceipts = RECEIPTS.update('receipts_update');
const updateDeposits = DEPOSITS.update('deposits_update');
const updateWithdrawals = WITHDRAWALS.update('withdrawals_update');
const updateDestinations = DESTINATIONS.update('destinations_update');

interface Changed<T> {
  inserted(): readonly T[];
  updated(): readonly T[];
}

/** Receipts before the deposits that consume them; approvals before the withdrawals that they let go. */
export const writeWallet = (batch: {
  readonly destinations: Changed<Destination>;
  readonly receipts: Changed<Receipt>;
  readonly deposits: Changed<Deposit>;
  readonly withdrawals: Changed<Withdrawal>;
  readonly approved: readonly Approval[];
}): Write[] => [
  ...DESTINATIONS.rows(batch.destinations.inserted()),
  ...updateDestinations(batch.destinations.updated()),
  ...RECEIPTS.rows(batch.receipts.inserted()),
  ...updateReceipts(batch.receipts.updated()),
  ...DEPOSITS.rows(batch.deposits.inserted()),
  ...updateDeposits(batch.deposits.updated()),
  ...WITHDRAWALS.rows(batch.withdrawals.inserted()),
  ...WITHDRAWAL_APPROVALS.rows(batch.approved),
  ...updateWithdrawals(batch.withdrawals.updated()),
];

/** As `isUnderWay`, beside a batch. */
export async function hasMoneyUnderWay(db: Queries, userId: Id): Promise<boolean> {
  const { rows } = await db.query<{ found: boolean }>({
    name: 'wallet_under_way',
    text: `SELECT EXISTS (SELECT FROM withdrawals WHERE user_id = $1 AND status IN ('waiting', 'approved'))
             OR EXISTS (SELECT FROM deposits WHERE user_id = $1 AND status = 'unchecked') AS found`,
    values: [userId],
  });
  return rows[0]?.found ?? false;
}
