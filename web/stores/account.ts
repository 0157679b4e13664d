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
/** What a movement of the user's money makes old. */
const MONEY = [
  QUERY.balances,
  QUERY.profits,
  QUERY.forexDetail,
  QUERY.ledger,
  QUERY.transfers,
  QUERY.deposits,
  QUERY.withdrawals,
] as const;

let listening = false;
/** Begins to listen; harmless when already listening. */
export function startAccount(): void {
  if (listening) return;
  listening = true;
  startConnection();
  socket.subscribe('FOREX_TRADE', takeTrade);
  socket.subscribe('FOREX_CLOSED', (data) => takeClosed('forex', data));
  socket.subscribe('MICRO_OPENED', () => refresh(QUERY.microOrders));
  socket.subscribe('MICRO_CLOSED', (data) => takeClosed('micro', data));
  socket.subscribe('BALANCE', refreshMoneySoon);
  socket.subscribe('NOTICE', (data) => {
    takeNotice(data);
    // Some tell of a payment that was decided on.
    refresh(QUERY.deposits, QUERY.withdrawals);
  });
  onReconnect(() => refresh(...MONEY, QUERY.forexOrders, QUERY.microOrders, QUERY.notices));
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
  cancelGather = systemClock.after(GATHER_MS, () => refresh(...MONEY));
}

/** After a command of the user: everything of theirs that it may have moved. */
export function refreshAfter(family: Family): void {
  refresh(family === 'forex' ? QUERY.forexOrders : QUERY.microOrders, QUERY.balances, QUERY.profits);
}

/** What a page shows of money is asked for again so long after the user moved some. */
const MOVED_MS = 1_000;
export function refreshAfterMove(): void {
  systemClock.after(MOVED_MS, () => refresh(...MONEY));
}

/** Ids of orders that the server just closed, before the lists are fetched anew. */
export function onClosed(listener: ClosedListener): () => void {
  closedListeners.add(listener);
  return () => closedListeners.delete(listener);
}
