// A stop-out, worked out anew by hand: whether it was due, what it cancels, which positions it closes and in which order.

import type { ForexOrder, Tick } from '@fairtick/engine/types';
import type { Moment } from './moment.ts';
import type { PlainLog } from './plain.ts';

/** Net value x 2 <= used margin; undefined while a rate is missing. `cash` = available + locked. */
export function isDue(
  log: PlainLog,
  positions: readonly ForexOrder[],
  cash: bigint,
  atIndex: number,
): boolean | undefined {
  let net = cash;
  let used = 0n;
  for (const order of positions) {
    const floating = log.floating(order, atIndex);
    if (floating === undefined) return undefined;
    net += floating;
    used += order.margin;
  }
  return used > 0n && net * 2n <= used;
}

export function checkStopOut({ watch, state, change, tag }: Moment, deciding: Tick) {
  if (tag.owner === undefined || (change.ledger?.journals ?? []).length === 0) return;
  const { log } = watch;
  const fail = (rule: string, what: string): void =>
    watch.fail(rule, `stop-out of ${tag.owner} at tick ${deciding.logIndex}: ${what}`);
  const there = state.forex.active(tag.owner).filter((order) => (order.open?.tickIndex ?? -1) <= deciding.logIndex);
  const realm = there[0]?.realm ?? 'demo';
  const account = state.ledger.find(realm, tag.owner, 'forex');
  let cash = (account?.available ?? 0n) + (account?.locked ?? 0n);
  let open = there.filter(({ status }) => status === 'open');
  const wanted: bigint[] = [];
  if (isDue(log, open, cash, deciding.logIndex) !== true) fail('a stop-out only when it is due', `cash ${cash}`);
  while (isDue(log, open, cash, deciding.logIndex)) {
    const closable = open.filter((order) => log.closable(order.pairId, deciding));
    const lossOf = (order: ForexOrder): bigint => log.floating(order, deciding.logIndex) ?? 0n;
    const [worst] = closable.sort((a, b) =>
      lossOf(a) < lossOf(b) || (lossOf(a) === lossOf(b) && a.id < b.id) ? -1 : 1,
    );
    if (!worst) break;
    const result = lossOf(worst);
    cash = cash + result < 0n ? 0n : cash + result;
    open = open.filter(({ id }) => id !== worst.id);
    wanted.push(worst.id);
  }
  const closings = (change.ledger?.journals ?? [])
    .filter(({ type }) => type === 'forex_close')
    .map(({ reference }) => reference);
  const closed = (change.forex?.orders ?? []).filter(({ status }) => status === 'closed').map(({ id }) => id);
  // A closing that moves nothing has no journal: then only the set is known.
  const given = closings.length === closed.length ? closings : wanted.filter((id) => closed.includes(id));
  if (given.join() !== wanted.join() || closed.length !== wanted.length)
    fail('the greatest loss first, until it is above 50', `closed ${given.join(' ')}, not ${wanted.join(' ')}`);
  const waiting = there.filter(({ status }) => status === 'pending').map(({ id }) => id);
  const cancelled = (change.forex?.orders ?? []).filter(({ status }) => status === 'cancelled').map(({ id }) => id);
  if (waiting.some((id) => !cancelled.includes(id))) fail('pending orders are cancelled first', waiting.join(' '));
}
