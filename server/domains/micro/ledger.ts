// What options add to the ledger.

import type { LedgerDeclaration } from '../ledger/index.ts';

declare module '../ledger/rules/declaration.ts' {
  interface UserKinds {
    readonly micro: true;
  }
  interface HouseKinds {
    readonly micro: true;
  }
}

export const microLedger: LedgerDeclaration = {
  kinds: { user: ['micro'], house: ['micro'] },
  demoCapital: { micro: 20_000_000_000n },
  types: { micro_open: 'accepts', micro_settle: 'settles', micro_void: 'settles', micro_reset: 'settles' },
};
