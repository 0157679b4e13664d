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

const ENDED = { cause: 'option', role: 'settles', lines: ['user micro + -', 'house micro + -'] } as const;

export const microLedger: LedgerDeclaration = {
  kinds: { user: ['micro'], house: ['micro'] },
  demoCapital: { micro: 20_000_000_000n },
  types: {
    micro_open: { cause: 'option', role: 'accepts', lines: ['user micro - +', 'house micro - +'] },
    micro_settle: ENDED,
    micro_void: ENDED,
    micro_reset: { ...ENDED, realm: 'demo' },
  },
};
