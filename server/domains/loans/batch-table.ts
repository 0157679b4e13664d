// The SQL of a batch that decides about loans.

import type { Id } from '@fairtick/kernel/ids';
import { int2, int8, numeric, text } from '../../platform/database/columns.ts';
import type { Queries } from '../../platform/database/pools.ts';
import type { Statement } from '../../platform/database/statement.ts';
import { LOAN_COLUMNS, type LoanRow, toLoan } from './columns-table.ts';
import type { Loan } from './types.ts';

/** What waits or runs of these users. Behind their locks. */
export async function loadRunning(tx: Queries, users: readonly Id[]): Promise<Loan[]> {
  const { rows } = await tx.query<LoanRow>({
    name: 'loans_load_batch',
    text: `SELECT ${LOAN_COLUMNS} FROM loans l WHERE l.user_id = ANY ($1::bigint[]) AND l.status IN (1, 2, 4)`,
    values: [int8(users)],
  });
  return rows.map(toLoan);
}

/** Each step by itself would be another statement; a batch decides about few. */
export function writeDecided(loans: readonly Loan[]): Statement[] {
  if (loans.length === 0) return [];
  return [
    {
      name: 'loans_decide',
      text: `UPDATE loans l SET status = d.status, decided_time = d.decided, decided_by = d.staff, reason_code = d.code, reason = d.words,
               paid_out_time = d.paid, due_time = d.due, overdue_time = d.late, repaid_time = d.repaid, interest = d.interest, penalty = d.penalty,
               first_yes_by = d.yes_by, first_yes_time = d.yes_at, soon_time = d.soon,
               proof_time = d.proof
             FROM unnest($1::bigint[], $2::smallint[], $3::bigint[], $4::bigint[], $5::text[], $6::text[], $7::bigint[], $8::bigint[], $9::bigint[],
               $10::numeric[], $11::numeric[], $12::bigint[], $13::bigint[], $14::bigint[], $15::bigint[], $16::bigint[])
               AS d (id, status, decided, staff, code, words, paid, due, repaid, interest, penalty, late, yes_by, yes_at, soon, proof)
             WHERE l.id = d.id`,
      values: [
        int8(loans.map(({ id }) => id)),
        int2(loans.map(({ status }) => status)),
        int8(loans.map((one) => one.decidedTime)),
        int8(loans.map((one) => one.decidedBy)),
        text(loans.map((one) => one.reasonCode)),
        text(loans.map((one) => one.reason)),
        int8(loans.map((one) => one.paidOutTime)),
        int8(loans.map((one) => one.dueTime)),
        int8(loans.map((one) => one.repaidTime)),
        numeric(loans.map((one) => one.interest)),
        numeric(loans.map((one) => one.penalty)),
        int8(loans.map((one) => one.overdueTime)),
        int8(loans.map((one) => one.firstYesBy)),
        int8(loans.map((one) => one.firstYesTime)),
        int8(loans.map((one) => one.soonTime)),
        int8(loans.map((one) => one.proofTime)),
      ],
    },
  ];
}
