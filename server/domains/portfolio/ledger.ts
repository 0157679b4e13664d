// What spans accounts adds to the ledger: no kind of account, but how those of demo users are filled, reset and emptied, and what moves between a user's.

import type { LedgerDeclaration } from '../ledger/index.ts';

export const portfolioLedger: LedgerDeclaration = {
  kinds: { user: [], house: [] },
  types: { demo_grant: 'moves', demo_reset: 'moves', demo_removed: 'moves', transfer: 'moves' },
};
