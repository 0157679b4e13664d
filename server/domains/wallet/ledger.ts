// What money in and out does to the ledger. The database lets each effect be once, by indexes of their own: migration 0033.

import type { LedgerDeclaration } from '../ledger/index.ts';

const OF_DEPOSIT = { role: 'moves', cause: 'deposit', realm: 'live' } as const;
const OF_RECEIPT = { role: 'moves', cause: 'receipt', realm: 'live' } as const;
const OF_WITHDRAWAL = { role: 'moves', cause: 'withdrawal', realm: 'live' } as const;

export const walletLedger: LedgerDeclaration = {
  kinds: { user: [], house: [] },
  types: {
    deposit: { ...OF_DEPOSIT, lines: ['user change + 0', 'house external - 0'] },
    deposit_reversed: {
      ...OF_DEPOSIT,
      lines: ['user change - 0', 'house external + 0', 'house protection - 0'],
    },
    receipt_unmatched: { ...OF_RECEIPT, lines: ['house external - 0', 'house clearing:deposit + 0'] },
    receipt_matched: { ...OF_DEPOSIT, lines: ['user change + 0', 'house clearing:deposit - 0'] },
    receipt_returned: { ...OF_RECEIPT, lines: ['house clearing:deposit - 0', 'house external + 0'] },
    withdrawal: { ...OF_WITHDRAWAL, lines: ['user change - +'] },
    withdrawal_approved: { ...OF_WITHDRAWAL, lines: ['user change 0 -', 'house clearing:withdrawal + 0'] },
    withdrawal_paid: {
      ...OF_WITHDRAWAL,
      lines: ['house clearing:withdrawal - 0', 'house external + 0', 'house fees + 0'],
    },
    withdrawal_rejected: { ...OF_WITHDRAWAL, lines: ['user change + -'] },
    withdrawal_cancelled: { ...OF_WITHDRAWAL, lines: ['user change + -'] },
    withdrawal_returned: { ...OF_WITHDRAWAL, lines: ['user change + 0', 'house clearing:withdrawal - 0'] },
    payment_back: {
      ...OF_RECEIPT,
      lines: ['user change + 0', 'house external - 0', 'house clearing:deposit - 0'],
    },
  },
};
