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

const OF_ORDER = { cause: 'forex_order' } as const;

export const forexLedger: LedgerDeclaration = {
  kinds: { user: ['forex'], house: ['trading', 'fees', 'protection'] },
  demoCapital: { trading: 50_000_000_000n, protection: 10_000_000_000n },
  types: {
    forex_open: { ...OF_ORDER, role: 'accepts', lines: ['user forex - +', 'house fees + 0'] },
    forex_place: { ...OF_ORDER, role: 'accepts', lines: ['user forex - +'] },
    forex_fill: { ...OF_ORDER, role: 'fills', lines: ['user forex 0 -', 'house fees + 0'] },
    forex_cancel: { ...OF_ORDER, role: 'settles', lines: ['user forex + -'] },
    forex_close: {
      ...OF_ORDER,
      role: 'settles',
      lines: ['user forex * -', 'house trading * 0', 'house protection - 0'],
    },
    forex_financing: { ...OF_ORDER, role: 'moves', lines: ['user forex * -', 'house trading * 0'] },
    forex_reset: { ...OF_ORDER, role: 'settles', realm: 'demo', lines: ['user forex + -'] },
  },
};
