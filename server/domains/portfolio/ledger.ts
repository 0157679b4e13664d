// What demo accounts add to the ledger: no kind of account, but how theirs are filled, reset and emptied.

import type { LedgerDeclaration } from '../ledger/index.ts';

export const portfolioLedger: LedgerDeclaration = {
  kinds: { user: [], house: [] },
  types: { demo_grant: 'moves', demo_reset: 'moves', demo_removed: 'moves' },
};
