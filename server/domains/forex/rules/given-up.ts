// What waits is given up with whatever takes from its user the right to open anything (rules §4, §12): a lock, a break, a product that is no longer
// offered, their own limit reached. In the same batch, whichever command brought it about.

import type { Refusal } from '@fairtick/contract/errors';
import type { CancelCause, ForexOrder } from '@fairtick/engine/types';
import type { Id } from '@fairtick/kernel/ids';
import { assert } from '@fairtick/kernel/result';
import { type AccountsChange, lossRefusal, openingRefusal, withdrawnRefusal } from '../../accounts/index.ts';
import { HOUSE, type Journal } from '../../ledger/index.ts';
import { ForexDraft } from './draft.ts';
import { cancelPending, systemKey } from './holds.ts';
import type { ForexChange, ForexState } from './state.ts';

type Bar = Refusal<'FROZEN' | 'COOLING' | 'PRODUCT_NOT_OFFERED' | 'SELF_LIMIT'>;

const WHY: Readonly<Record<Bar['error'], CancelCause>> = {
  FROZEN: 'frozen',
  COOLING: 'break',
  PRODUCT_NOT_OFFERED: 'not_offered',
  SELF_LIMIT: 'limit',
};

const wordOf = (refused: Bar | undefined): CancelCause | undefined => refused && WHY[refused.error];

/** Why an order that waits may wait no longer; undefined where it may. */
const barredBy = (state: ForexState, { userId, fee }: ForexOrder): CancelCause | undefined =>
  wordOf(openingRefusal(state, userId, 'forex') ?? lossRefusal(state, userId, fee));

/**
 * Why an order that a tick has set off is not filled; undefined where it is. Its user's own limit and break don't count: an order that waited when they
 * were reached was given up then, so one that is still there was set off before, and would be a free choice of the user's if they could end it yet.
 */
export const fillBarredBy = (state: ForexState, { userId }: ForexOrder): CancelCause | undefined =>
  wordOf(withdrawnRefusal(state, userId, 'forex'));

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
 * What follows from a change that the batch has taken in; undefined where nothing does. An order that a tick has set off is left to its tick. What is
 * left of a limit is held against each order's own fee, since nothing asks for the limit any more when it is filled. Throws where a standing changed
 * and nobody looked at what waits. Of users whose money alone moved, nothing is given up where the command did not look: whatever brings its user
 * nearer to their limit looks.
 */
export function givenUp(state: ForexState, change: Touching): ForexChange | undefined {
  let draft: ForexDraft | undefined;
  for (const userId of usersOf(state, change)) {
    for (const order of state.forex.active(userId)) {
      if (order.status !== 'pending') continue;
      const why = barredBy(state, order);
      if (!why || state.forex.isDue(order)) continue;
      draft ??= new ForexDraft(state, { realm: 'live', time: state.market.nowMs, key: systemKey('given_up', userId) });
      cancelPending(draft, order, why);
    }
  }
  return draft?.change();
}
