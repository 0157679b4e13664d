// What domains declare is joined once, and nothing is declared twice or by nobody.

import { LEDGER_TYPES, typesOn } from '@fairtick/contract/ledger-types';
import { expect, test } from 'vitest';
import { copyingLedger } from '../../copying/following/ledger.ts';
import { forexLedger } from '../../forex/ledger.ts';
import { fundsLedger } from '../../funds/ledger.ts';
import { loansLedger } from '../../loans/ledger.ts';
import { microLedger } from '../../micro/ledger.ts';
import { portfolioLedger } from '../../portfolio/ledger.ts';
import { walletLedger } from '../../wallet/ledger.ts';
import { joinDeclarations, type LedgerDeclaration, ledgerDeclaration } from './declaration.ts';

const rest: LedgerDeclaration = {
  ...forexLedger,
  demoCapital: { trading: 5n },
  kinds: { user: ['forex', 'micro'], house: [...forexLedger.kinds.house, ...copyingLedger.kinds.house, 'micro'] },
  types: {
    ...portfolioLedger.types,
    ...forexLedger.types,
    ...microLedger.types,
    ...walletLedger.types,
    ...loansLedger.types,
    ...fundsLedger.types,
    ...copyingLedger.types,
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
  expect(joined.types.get(12)?.lines).toEqual(['user forex 0 -', 'house fees + 0']);
});

test('one domain a kind and a type, and every type of the contract has one', () => {
  const none = { user: [], house: [] };
  const join = (more: LedgerDeclaration) => () => joinDeclarations([ledgerDeclaration, rest, more]);
  expect(join({ kinds: { user: ['forex'], house: [] }, types: {} })).toThrow('forex is declared by one domain');
  expect(join({ kinds: { user: [], house: ['external'] }, types: {} })).toThrow('external is declared by one domain');
  expect(join({ kinds: none, types: { forex_fill: { role: 'moves', cause: 'forex_order', lines: [] } } })).toThrow(
    'forex_fill is declared by one domain',
  );
  expect(() => joinDeclarations([ledgerDeclaration])).toThrow('demo_grant is declared by a domain');
});

test('an account’s ledger can be asked for each type of line that a domain lets it have, and for no other', () => {
  const types = Object.entries({ ...ledgerDeclaration.types, ...rest.types });
  expect(types.length).toBe(Object.keys(LEDGER_TYPES).length);
  for (const realm of ['live', 'demo'] as const) {
    for (const [account, kind] of [
      [1, 'change'],
      [2, 'forex'],
      [3, 'micro'],
    ] as const) {
      const declared = types
        // What removes a demo user: nobody is left who could ask.
        .filter(([type]) => type !== 'demo_removed')
        .filter(
          ([, { realm: only = realm, lines }]) =>
            only === realm && lines.some((line) => line.startsWith(`user ${kind} `)),
        )
        .map(([type]) => type);
      expect([...typesOn(account, realm)].sort()).toEqual(declared.sort());
    }
  }
});
