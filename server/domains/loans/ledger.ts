// What loans do to the ledger: the principal goes out of the house's lending account and comes back to it; interest and penalties are its fees.

import type { LedgerDeclaration } from '../ledger/index.ts';

const OF_LOAN = { role: 'moves', cause: 'loan', realm: 'live' } as const;

export const loansLedger: LedgerDeclaration = {
  kinds: { user: [], house: [] },
  types: {
    loan_paid_out: { ...OF_LOAN, lines: ['user change + 0', 'house loan - 0'] },
    loan_repaid: { ...OF_LOAN, lines: ['user change - 0', 'house loan + 0', 'house fees + 0'] },
  },
};
