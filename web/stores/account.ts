// Keeps what is the user's own up to date: listens to their topics, and drops or fetches anew what an event has made old.

import { systemClock } from '@fairtick/kernel/clock';
import { forgetPersonal, QUERY, refresh } from '../transport/query.ts';
import { onReconnect, socket, startConnection } from './connection.ts';
import type { Family } from './family.ts';
import { takeNotice } from './notices.ts';
import { forgetPositions, takeTrade } from './positions.ts';
import { onSession } from './session.ts';

type ClosedListener = (family: Family, ids: readonly string[]) => void;

const closedListeners = new Set<ClosedListener>();
/** BALANCE and closings come in bursts; one fetch answers them all. */
const GATHER_MS = 150;

let listening = false;
/** Begins to listen; harmless when already listening. */
export function startAccount(): void {
  if (listening) return;
  listening = true;
  startConnection();
  socket.subscribe('FOREX_TRADE', takeTrade);
  socket.subscribe('FOREX_CLOSED', (data) => takeClosed('forex', data));
  socket.subscribe('MICRO_CLOSED', (data) => takeClosed('micro', data));
  socket.subscribe('BALANCE', refreshMoneySoon);
  socket.subscribe('NOTICE', takeNotice);
  onReconnect(() => refresh(QUERY.balances, QUERY.profits, QUERY.forexOrders, QUERY.microOrders, QUERY.notices));
  onSession(() => {
    forgetPersonal();
    forgetPositions();
  });
}

function takeClosed(family: Family, data: unknown): void {
  if (!Array.isArray(data)) return;
  const ids = data.filter((id) => typeof id === 'string');
  for (const listener of closedListeners) listener(family, ids);
  refresh(family === 'forex' ? QUERY.forexOrders : QUERY.microOrders);
  refreshMoneySoon();
}

let cancelGather: (() => void) | undefined;
function refreshMoneySoon(): void {
  cancelGather?.();
  cancelGather = systemClock.after(GATHER_MS, () => refresh(QUERY.balances, QUERY.profits));
}

/** After a command of the user: everything of theirs that it may have moved. */
export function refreshAfter(family: Family): void {
  refresh(family === 'forex' ? QUERY.forexOrders : QUERY.microOrders, QUERY.balances, QUERY.profits);
}

/** Ids of orders that the server just closed, before the lists are fetched anew. */
export function onClosed(listener: ClosedListener): () => void {
  closedListeners.add(listener);
  return () => closedListeners.delete(listener);
}
