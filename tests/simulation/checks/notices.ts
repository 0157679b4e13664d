// What ended or opened without a tap of the user is told once, and nothing else is kept: asked of the orders' rows, not of the decisions.

import { LEDGER_TYPES } from '@fairtick/contract/ledger-types';
import type { Watch } from './watch.ts';

const ENDED_BY_THE_MARKET = new Set(['stop_loss', 'take_profit', 'stop_out']);

export function checkNotices({ database, fail }: Watch): void {
  const wanted = new Set<string>();
  const either = new Map<string, string>();
  for (const order of database.table('forex_orders').values()) {
    const stopped = order.close_reason === 'stop_loss' || order.close_reason === 'take_profit';
    // By its own stop, or by its trader's, which is the same price.
    if (order.origin_id !== null && stopped)
      either.set(
        `copy_closed ${order.id} of ${order.user_id}`,
        `${order.close_reason} ${order.id} of ${order.user_id}`,
      );
    if (ENDED_BY_THE_MARKET.has(String(order.close_reason)))
      wanted.add(`${order.close_reason} ${order.id} of ${order.user_id}`);
    if (order.origin_id !== null) {
      wanted.add(`copy_opened ${order.id} of ${order.user_id}`);
      // One or the other: what the rules of sizes say of it is the check of copies'.
      either.set(`copy_cut ${order.id} of ${order.user_id}`, `copy_opened ${order.id} of ${order.user_id}`);
    }
    if (order.close_reason === 'trader') wanted.add(`copy_closed ${order.id} of ${order.user_id}`);
    if (order.target_kind !== null && order.open_price !== null) wanted.add(`filled ${order.id} of ${order.user_id}`);
  }
  for (const { reason, reference, owner_id, idempotency_key } of database.table('journals').values()) {
    if (Number(reason) !== LEDGER_TYPES.forex_cancel) continue;
    const call = database.table('command_keys').get(`${owner_id}/${idempotency_key}`)?.call;
    // What a user cancels is answered by their own tap; what their closing takes with it is not.
    if (call !== 'cancel_trade') wanted.add(`cancelled ${reference} of ${owner_id}`);
  }
  // A reset ends options without a result too, but that is the user's own tap.
  for (const journal of database.table('journals').values())
    if (Number(journal.reason) === LEDGER_TYPES.micro_void) {
      const { outcome } = database.table('micro_orders').get(journal.reference ?? null) ?? {};
      wanted.add(`micro_${outcome} ${journal.reference} of ${journal.owner_id}`);
    }
  for (const { kind, orderId, userId, realm } of database.notices) {
    if (database.table('users').get(userId)?.realm !== realm) fail('a notice in its realm', String(userId));
    const what = `${kind} ${orderId} of ${userId}`;
    if (orderId !== null && !wanted.delete(either.get(what) ?? what))
      fail('each end is told once', `${what}: twice, or it did not happen`);
  }
  for (const what of wanted) fail('each end is told once', `${what}: not at all`);
}
