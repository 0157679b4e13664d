// Borrowers and loans against their acts: what was signed, byte for byte, who was accepted or rejected and by whom, who said yes first and who paid out.
// What a user does with a loan moves money, which its journals tell of, or takes back what nobody has decided.

import type { Compared } from './staff-table.ts';

const OF_LOAN = `'the loan ' || (said ->> 'loan') || ' of ' || (said ->> 'amount')`;
const LOAN = `'the loan ' || id || ' of ' || round(amount, 2)`;

export const LOANS_COMPARED: readonly Compared[] = [
  {
    noun: 'user',
    // Hashes are made here again: whoever writes another text writes its hash beside it.
    told: `SELECT who, 'the loan ' || (said ->> 'loan') || ' signed as ' || (said ->> 'agreement') || ' with ' || (said ->> 'evidence') AS what FROM told
           WHERE kind = 'loan_signed'`,
    kept: `SELECT l.user_id AS who, 'the loan ' || l.id || ' signed as ' || coalesce(encode(sha256(convert_to(g.html, 'UTF8')), 'hex'), 'nothing') || ' with '
             || coalesce(encode(sha256(convert_to(g.evidence, 'UTF8')), 'hex'), 'nothing') AS what
           FROM loans l LEFT JOIN loan_agreements g ON g.loan_id = l.id`,
    erasable: ['loan_signed'],
  },
  {
    noun: 'user',
    told: `SELECT who, ${OF_LOAN} || CASE kind WHEN 'loan_approved' THEN ' paid out by ' ELSE ' rejected by ' END || actor_id AS what FROM told
           WHERE kind IN ('loan_approved', 'loan_rejected')`,
    kept: `SELECT user_id AS who, ${LOAN} || CASE status WHEN 3 THEN ' rejected by ' ELSE ' paid out by ' END || decided_by AS what FROM loans
           WHERE status NOT IN (1, 7)`,
    erasable: ['loan_approved', 'loan_rejected'],
  },
  {
    noun: 'user',
    // A first yes that does not count any more is replaced by another's.
    told: `SELECT DISTINCT ON (who, said ->> 'loan') who, ${OF_LOAN} || ' approved first by ' || actor_id AS what FROM told
           WHERE kind = 'loan_approved_first' ORDER BY who, said ->> 'loan', id DESC`,
    kept: `SELECT user_id AS who, ${LOAN} || ' approved first by ' || first_yes_by AS what FROM loans WHERE first_yes_by IS NOT NULL`,
    erasable: ['loan_approved_first'],
  },
  {
    noun: 'user',
    told: `SELECT who, 'the borrower ' || (said ->> 'borrower') || replace(kind, 'loan_person_', ' ') || ' by ' || actor_id AS what FROM told
           WHERE kind IN ('loan_person_accepted', 'loan_person_rejected')`,
    kept: `SELECT user_id AS who, 'the borrower ' || id || CASE status WHEN 2 THEN ' accepted by ' ELSE ' rejected by ' END || decided_by AS what
           FROM loan_persons WHERE status <> 1`,
    erasable: ['loan_person_accepted', 'loan_person_rejected'],
  },
];
