// What domains declare is joined once, and nothing is declared twice or by nobody.

import { expect, test } from 'vitest';
import { walletLedger } from '../../wallet/ledger.ts';
import { joinDeclarations, type LedgerDeclaration, ledgerDeclaration } from './declaration.ts';

const rest: LedgerDeclaration = {
  kinds: { user: ['forex', 'micro'], house: ['trading', 'fees', 'protection', 'micro'] },
  demoCapital: { trading: 5n },
  types: {
    demo_grant: 'moves',
    demo_reset: 'moves',
    demo_removed: 'moves',
    transfer: 'moves',
    forex_open: 'accepts',
    forex_place: 'accepts',
    forex_fill: 'fills',
    forex_cancel: 'settles',
    forex_close: 'settles',
    forex_financing: 'moves',
    forex_reset: 'settles',
    micro_open: 'accepts',
    micro_settle: 'settles',
    micro_void: 'settles',
    micro_reset: 'settles',
    ...walletLedger.types,
  },
};

test('kinds, types and capital of all domains stand together', () => {
  const joined = joinDeclarations([ledgerDeclaration, rest]);
  expect(joined.userKinds).toEqual(['change', 'forex', 'micro']);
  expect(joined.houseKinds).toContain('protection');
  expect(joined.codes('accepts')).toEqual([10, 11, 20]);
  expect(joined.codes('settles')).toEqual([13, 14, 18, 21, 22, 23]);
  expect(joined.demoCapital.get('trading')).toBe(5n);
  expect(joined.demoCapital.get('fees')).toBeUndefined();
});

test('one domain a kind and a type, and every type of the contract has one', () => {
  const none = { user: [], house: [] };
  const join = (more: LedgerDeclaration) => () => joinDeclarations([ledgerDeclaration, rest, more]);
  expect(join({ kinds: { user: ['forex'], house: [] }, types: {} })).toThrow('forex is declared by one domain');
  expect(join({ kinds: { user: [], house: ['external'] }, types: {} })).toThrow('external is declared by one domain');
  expect(join({ kinds: none, types: { forex_fill: 'moves' } })).toThrow('forex_fill is declared by one domain');
  expect(() => joinDeclarations([ledgerDeclaration])).toThrow('demo_grant is declared by a domain');
});
