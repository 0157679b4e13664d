// Money for a real user of the simulated world who has registered: once, from the world outside, in a batch like any other.

import { amount } from '@fairtick/kernel/decimal';
import type { Id } from '@fairtick/kernel/ids';
import { ok } from '@fairtick/kernel/result';
import { HOUSE, LedgerDraft } from '@fairtick/server/domains/ledger/index';
import type { DomainCommand } from '@fairtick/server/domains/parts';
import { SYSTEM } from '@fairtick/server/platform/principals';

const FOREX = amount(8_000n * 100_000_000n);
const OPTIONS = amount(1_500n * 100_000_000n);

export function depositCommand(userId: Id): DomainCommand {
  const key = { ownerId: userId, key: 'deposit', call: 'deposit', bodyHash: new Uint8Array(32) };
  return {
    name: 'deposit',
    realm: 'live',
    owners: [userId],
    actor: SYSTEM,
    key,
    decide: (state) => {
      const draft = new LedgerDraft({
        ...{ accounts: state.ledger, newId: () => state.newId(), realm: 'live', key: `deposit:${userId}` },
        time: state.accounts.standing(userId).nowMs,
      });
      const lines = [
        { ownerId: HOUSE, kind: 'external', available: -FOREX - OPTIONS },
        { ownerId: userId, kind: 'forex', available: FOREX },
        { ownerId: userId, kind: 'micro', available: OPTIONS },
      ] as const;
      draft.post('house_capital', 0n, lines);
      return ok({ change: { ledger: { journals: draft.journals } }, answer: {} });
    },
  };
}
