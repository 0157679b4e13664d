// What following does to the ledger: a trader's share of what copies gained waits in an account of its own until it is paid, or returned. It is its users' money.

import type { LedgerDeclaration } from '../../ledger/index.ts';

declare module '../../ledger/rules/declaration.ts' {
  interface HouseKinds {
    readonly 'clearing:share': true;
  }
}

const OF_STEP = { role: 'moves', cause: 'share', realm: 'live' } as const;

export const copyingLedger: LedgerDeclaration = {
  kinds: { user: [], house: ['clearing:share'] },
  types: {
    copy_share_set_aside: { ...OF_STEP, lines: ['user forex - 0', 'house clearing:share + 0'] },
    copy_share_returned: { ...OF_STEP, lines: ['user forex + 0', 'house clearing:share - 0'] },
    copy_share_paid: { ...OF_STEP, lines: ['user change + 0', 'house clearing:share - 0'] },
  },
};
