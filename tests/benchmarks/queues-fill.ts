// Rows that wait in every queue of money, written by few statements: what is measured is the reading.

import type { Queries } from '@fairtick/server/platform/database/pools';

export const METHOD = 'evm:1';
export const transactionAt = (number: number): string => number.toString(16).padStart(64, '0');

/** As many deposits that wait, receipts of nobody, withdrawals to approve and to pay, and a tenth as many that are overdue. One user's each. */
export async function fillQueues(owner: Queries, rows: number): Promise<void> {
  await owner.query('BEGIN');
  // Without triggers and references: nobody reads who they are of.
  await owner.query('SET LOCAL session_replication_role = replica');
  await owner.query(
    `INSERT INTO deposits (id, user_id, realm, kind, option_id, currency, network, place, number, txid, least, status, submitted_time, held_for)
     SELECT n, n, 'live', 'coin', 1, 'USDT', $2, '0x1', 100, lpad(to_hex(n), 64, '0'), 0, 'unchecked', n, '' FROM generate_series(1, $1::int) n`,
    [rows, METHOD],
  );
  await owner.query(
    `INSERT INTO receipts (id, method, reference, currency, amount, from_shown, seen_time, seen_by, booked, rate, state)
     SELECT n, $2, lpad(to_hex(n), 64, '0') || ':0', 'USDT', 100, '', n, 1, 100, 1, 'free' FROM generate_series(1, $1::int) n`,
    [rows, METHOD],
  );
  await owner.query(
    `INSERT INTO withdrawals (id, realm, user_id, kind, currency, network, protocol, places, fee_type, draw_rate, usd_price, destination_id, number, fee, real_number,
       memo, status, approvals_needed, request_time, deadline, overdue_time, approved_time, flags)
     SELECT n, 'live', n, 'coin', 'USDT', $2, 'ERC20', 6, 1, 5, 1, n, 100, 5, 95, '', CASE WHEN n % 2 = 0 THEN 'waiting' ELSE 'approved' END, 1, n, n,
       CASE WHEN n % 20 < 2 THEN n END, CASE WHEN n % 2 = 0 THEN NULL ELSE n END, '' FROM generate_series(1, 2 * $1::int) n`,
    [rows, METHOD],
  );
  await owner.query('COMMIT');
  await owner.query('VACUUM ANALYZE deposits, receipts, withdrawals, withdrawal_approvals');
}
