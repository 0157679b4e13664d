// What fund products do to the ledger. The principal stays its user's own, locked; the whole interest is set aside from the house's own money. The database
// lets each effect be once, by indexes of their own: migration 0076.

import type { LedgerDeclaration } from '../ledger/index.ts';

const MOVES = { role: 'moves', cause: 'fund' } as const;

export const fundsLedger: LedgerDeclaration = {
  kinds: { user: [], house: [] },
  demoCapital: { fund: 20_000_000_000n },
  types: {
    fund_bought: { ...MOVES, lines: ['user change - +', 'house fund - +'] },
    fund_income: { ...MOVES, lines: ['user change + 0', 'house fund 0 -'] },
    fund_matured: { ...MOVES, lines: ['user change + -'] },
    fund_redeemed: { ...MOVES, lines: ['user change + -', 'house fund + -'] },
    fund_reset: { ...MOVES, realm: 'demo', lines: ['user change + -', 'house fund + -'] },
  },
};
