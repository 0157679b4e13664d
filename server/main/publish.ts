// What a commit means to the users' live connections. After the commit only.

import { formatUnits } from '@fairtick/kernel/decimal';
import type { Id } from '@fairtick/kernel/ids';
import { balanceViews } from '../domains/accounts/index.ts';
import type { LiveSocket } from '../edge/socket/server.ts';
import type { Committed } from '../trading/batch.ts';

export function publish(
  socket: Pick<LiveSocket, 'publishToUser' | 'refreshUser' | 'hears'>,
  committed: Committed,
): void {
  for (const [userId, ids] of endedByUser(
    committed.forex,
    (order) => order.status === 'closed' || order.status === 'cancelled',
  ))
    socket.publishToUser(userId, 'FOREX_CLOSED', ids);
  for (const [userId, ids] of endedByUser(committed.micro, (order) => order.status === 'closed'))
    socket.publishToUser(userId, 'MICRO_CLOSED', ids);
  for (const [userId, accounts] of committed.balances) {
    if (!socket.hears(userId)) continue;
    const rows = accounts.map(({ kind, available, locked }) => ({
      kind,
      available: formatUnits(available),
      locked: formatUnits(locked),
    }));
    socket.publishToUser(userId, 'BALANCE', balanceViews(rows));
    socket.refreshUser(userId);
  }
  for (const { userId, kind, orderId, params } of committed.notices)
    socket.publishToUser(userId, 'NOTICE', { kind, id: orderId === undefined ? '' : String(orderId), params });
}

function endedByUser<T extends { readonly id: Id; readonly userId: Id }>(
  orders: readonly T[],
  ended: (order: T) => boolean,
): Map<Id, string[]> {
  const byUser = new Map<Id, string[]>();
  for (const order of orders) {
    if (!ended(order)) continue;
    const ids = byUser.get(order.userId) ?? [];
    ids.push(String(order.id));
    byUser.set(order.userId, ids);
  }
  return byUser;
}
