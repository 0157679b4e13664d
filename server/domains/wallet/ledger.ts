// What money in and out does to the ledger. The database lets each effect be once, by indexes of their own: migration 0033.

import type { LedgerDeclaration } from '../ledger/index.ts';

export const walletLedger: LedgerDeclaration = {
  kinds: { user: [], house: [] },
  types: {
    deposit: 'moves',
    deposit_reversed: 'moves',
    receipt_unmatched: 'moves',
    receipt_matched: 'moves',
    receipt_returned: 'moves',
    withdrawal: 'moves',
    withdrawal_approved: 'moves',
    withdrawal_paid: 'moves',
    withdrawal_rejected: 'moves',
    withdrawal_cancelled: 'moves',
    withdrawal_returned: 'moves',
    payment_back: 'moves',
  },
};
