// What waits is given up with whatever takes from its user the right to open anything (rules §4, §12): a lock, a break, a product that is no longer
// offered, their own limit reached. In the same batch, whichever command brought it about.

import type { Refusal } from '@fairtick/contract/errors';
import type { CancelReason } from '@fairtick/contract/socket/messages';
import { type Amount, amount } from '@fairtick/kernel/decimal';
import type { Id } from '@fairtick/kernel/ids';
import { assert } from '@fairtick/kernel/result';
import { type AccountsChange, lossRefusal, openingRefusal } from '../../accounts/index.ts';
import { HOUSE, type Journal } from '../../ledger/index.ts';
import { ForexDraft } from './draft.ts';
import { cancelPending, systemKey } from './holds.ts';
import type { ForexChange, ForexState } from './state.ts';

type Bar = Refusal<'FROZEN' | 'COOLING' | 'PRODUCT_NOT_OFFERED' | 'SELF_LIMIT'>;

const WHY: Readonly<Record<Bar['error'], CancelReason>> = {
  FROZEN: 'frozen',
  COOLING: 'break',
  PRODUCT_NOT_OFFERED: 'not_offered',
  SELF_LIMIT: 'limit',
};

const NOTHING = amount(0n);

/** Why nothing of the user's that costs so much (a fee, in USD) may open now; undefined where it may. */
export function barredBy(state: ForexState, userId: Id, cost: Amount): CancelReason | undefined {
  const refused: Bar | undefined = openingRefusal(state, userId, 'forex') ?? lossRefusal(state, userId, cost);
  return refused && WHY[refused.error];
}

/** As much of a change as says whose rights or money it touches. */
export interface Touching {
  readonly accounts?: AccountsChange;
  readonly ledger?: { readonly journals: readonly Journal[] };
}

function usersOf(state: ForexState, { accounts, ledger }: Touching): Set<Id> {
  const users = new Set<Id>();
  for (const { userId } of accounts?.standing ?? []) {
    assert(state.forex.holdsAllOf(userId), "a change of a standing looks at its user's active orders");
    users.add(userId);
  }
  // Who plays has no limits.
  for (const { realm, ownerId } of ledger?.journals ?? [])
    if (realm === 'live' && ownerId !== HOUSE && state.forex.holdsAllOf(ownerId)) users.add(ownerId);
  return users;
}

/**
 * What follows from a change that the batch has taken in; undefined where nothing does. An order that a tick has set off is left to its tick, where
 * it is refused. Throws where a standing changed and nobody looked at what waits. Of users whose money alone moved, nothing is given up where the
 * command did not look: whatever brings its user nearer to their limit looks.
 */
export function givenUp(state: ForexState, change: Touching): ForexChange | undefined {
  let draft: ForexDraft | undefined;
  for (const userId of usersOf(state, change)) {
    const waiting = state.forex.active(userId).filter((one) => one.status === 'pending' && !state.forex.isDue(one));
    const why = waiting.length > 0 ? barredBy(state, userId, NOTHING) : undefined;
    if (!why) continue;
    draft ??= new ForexDraft(state, { realm: 'live', time: state.market.nowMs, key: systemKey('given_up', userId) });
    for (const order of waiting) cancelPending(draft, order, { why });
  }
  return draft?.change();
}
