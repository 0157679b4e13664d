// A transfer, worked out anew by hand: one journal between two accounts of one real user, and out of forex never more than was free.

import type { Id } from '@fairtick/kernel/ids';
import type { Moment } from './moment.ts';

export function checkTransfer(moment: Moment): void {
  const { watch, state, change, tag } = moment;
  const journals = (change.ledger?.journals ?? []).filter(({ type }) => type === 'transfer');
  if (tag.name !== 'transfer') {
    if (journals.length > 0) watch.fail('only a transfer transfers', tag.name);
    return;
  }
  const [journal] = journals;
  const [one, other] = journal?.entries ?? [];
  const whole = journals.length === 1 && journal?.entries.length === 2 && change.ledger?.journals.length === 1;
  if (!whole || !one || !other) {
    watch.fail('a transfer is one journal of two lines', `${journals.length}`);
    return;
  }
  const moved = one.available > 0n ? one.available : -one.available;
  const even =
    one.available + other.available === 0n && one.locked === 0n && other.locked === 0n && moved % 100n === 0n;
  const accounts = [one, other].map(({ accountId }) => state.ledger.byId(accountId));
  const own = accounts.every((account) => account?.realm === 'live' && account.ownerId === journal?.ownerId);
  if (!even || !own) watch.fail('a transfer moves what is available between accounts of one user', `${moved}`);
  const from = accounts[one.available < 0n ? 0 : 1];
  if (from?.kind !== 'forex') return;
  const free = freeOf(moment, from.ownerId, from.available);
  if (free !== undefined && moved > free)
    watch.fail('never more out of forex than is free', `${moved} of ${free} for ${from.ownerId}`);
}

/** Undefined while a rate is missing. */
function freeOf({ watch, state, atIndex }: Moment, owner: Id, available: bigint): bigint | undefined {
  let [floating, short] = [0n, 0n];
  for (const order of state.forex.active(owner)) {
    if (order.status !== 'open') continue;
    const result = watch.log.floating(order, atIndex);
    if (result === undefined) return undefined;
    floating += result;
    short += order.margin - order.held;
  }
  return available + (floating < 0n ? floating : 0n) - short;
}
