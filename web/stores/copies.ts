// What FOREX_FOLLOW_TRADE says: price and result of the user's open copies and of the open orders of those whom they follow, and that a list has moved.

import { isRecord } from '@fairtick/contract/client/is-record';
import type { FollowTrade } from '@fairtick/contract/socket/messages';
import { QUERY, refresh } from '../transport/query.ts';
import { socket, startConnection } from './connection.ts';
import { KeyedStore } from './keyed-store.ts';
import type { PositionNow } from './positions.ts';
import { onSession } from './session.ts';

export const copiesNow = new KeyedStore<string, PositionNow>();
let openIds: readonly string[] = [];
let version: number | undefined;
let watching = false;

/** Listens while somebody looks; returns the way out. */
export function listenToCopies(): () => void {
  startConnection();
  if (!watching) onSession(forget);
  watching = true;
  return socket.subscribe('FOREX_FOLLOW_TRADE', takeCopies);
}

export function takeCopies(data: unknown): void {
  if (!isFollowTrade(data)) return;
  for (const order of data.TransOrder) {
    const before = copiesNow.get(order.Id);
    if (before?.UpdatePrice !== order.UpdatePrice || before.FactProfits !== order.FactProfits)
      copiesNow.set(order.Id, order);
  }
  const ids = data.TransOrder.map(({ Id }) => Id);
  const now = new Set(ids);
  for (const id of openIds) if (!now.has(id)) copiesNow.delete(id);
  openIds = ids;
  const moved = version !== undefined && version !== data.Version;
  version = data.Version;
  if (moved) refresh(QUERY.traders);
}

function isFollowTrade(data: unknown): data is FollowTrade {
  return isRecord(data) && Array.isArray(data.TransOrder) && typeof data.Version === 'number';
}

/** Another user has signed in, or nobody. */
function forget(): void {
  for (const id of openIds) copiesNow.delete(id);
  [openIds, version] = [[], undefined];
}
