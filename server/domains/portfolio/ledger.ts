// What spans accounts adds to the ledger: no kind of account, but how those of demo users are filled, reset and emptied, and what moves between a user's.

import type { LedgerDeclaration } from '../ledger/index.ts';

const OF_DEMO_USER = { role: 'moves', cause: 'user', realm: 'demo' } as const;

export const portfolioLedger: LedgerDeclaration = {
  kinds: { user: [], house: [] },
  types: {
    demo_grant: {
      ...OF_DEMO_USER,
      lines: ['user change + 0', 'user forex + 0', 'user micro + 0', 'house external - 0'],
    },
    demo_reset: {
      ...OF_DEMO_USER,
      lines: ['user change * 0', 'user forex * 0', 'user micro * 0', 'house external * 0'],
    },
    demo_removed: {
      ...OF_DEMO_USER,
      lines: ['user change - 0', 'user forex - 0', 'user micro - 0', 'house external + 0'],
    },
    transfer: {
      ...{ role: 'moves', cause: 'user', realm: 'live' },
      lines: ['user change * 0', 'user forex * 0', 'user micro * 0'],
    },
  },
};
