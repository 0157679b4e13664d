// What leveraged trading adds to the ledger.

import type { LedgerDeclaration } from '../ledger/index.ts';

declare module '../ledger/rules/declaration.ts' {
  interface UserKinds {
    readonly forex: true;
  }
  interface HouseKinds {
    readonly trading: true;
    readonly fees: true;
    readonly protection: true;
  }
}

export const forexLedger: LedgerDeclaration = {
  kinds: { user: ['forex'], house: ['trading', 'fees', 'protection'] },
  demoCapital: { trading: 50_000_000_000n, protection: 10_000_000_000n },
  types: {
    forex_open: 'accepts',
    forex_place: 'accepts',
    forex_fill: 'fills',
    forex_cancel: 'settles',
    forex_close: 'settles',
    forex_financing: 'moves',
    forex_reset: 'settles',
  },
};
