// The user's money and open results: balances, today's profit, and what FOREX_TRADE says live.

import type { Balance } from '@fairtick/contract/http/accounts';
import type { AnswerOf } from '@fairtick/contract/http/index';
import type { ForexTrade, Notice } from '@fairtick/contract/socket/messages';
import { systemClock } from '@fairtick/kernel/clock';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { call } from './api.ts';
import { liveSocket, onReconnect, startLive } from './connection.ts';
import { KeyedStore, useKeyed } from './keyed-store.ts';
import { forgetPersonal, QUERY, queryClient, refresh } from './query.ts';
import { onSession, useSession } from './session.ts';
import { isRecord } from './storage.ts';
import { sayToast } from './toast.ts';

export type LiveTotals = Omit<ForexTrade, 'TransOrder'>;
export type LiveOrder = ForexTrade['TransOrder'][number];

const totals = createStore<{ value: LiveTotals | undefined }>(() => ({ value: undefined }));
const liveOrders = new KeyedStore<string, LiveOrder>();
let liveIds: readonly string[] = [];
const closedListeners = new Set<(family: 'forex' | 'micro', ids: readonly string[]) => void>();

/** BALANCE and closings come in bursts; one fetch answers them all. */
const GATHER_MS = 150;

let listening = false;
export function startAccount(): void {
  if (listening) return;
  listening = true;
  startLive();
  liveSocket.subscribe('FOREX_TRADE', takeTrade);
  liveSocket.subscribe('FOREX_CLOSED', (data) => takeClosed('forex', data));
  liveSocket.subscribe('MICRO_CLOSED', (data) => takeClosed('micro', data));
  liveSocket.subscribe('BALANCE', refreshMoneySoon);
  liveSocket.subscribe('NOTICE', takeNotice);
  onReconnect(() => refresh(QUERY.balances, QUERY.profits, QUERY.forexOrders, QUERY.microOrders));
  onSession(() => {
    forgetPersonal();
    totals.setState({ value: undefined });
    for (const id of liveIds) liveOrders.delete(id);
    liveIds = [];
  });
}

function takeTrade(data: unknown): void {
  if (!isForexTrade(data)) return;
  const { TransOrder, ...value } = data;
  totals.setState({ value });
  const ids = TransOrder.map((order) => order.Id);
  for (const order of TransOrder) {
    const before = liveOrders.get(order.Id);
    if (before?.UpdatePrice !== order.UpdatePrice || before.FactProfits !== order.FactProfits) {
      liveOrders.set(order.Id, order);
    }
  }
  const now = new Set(ids);
  for (const id of liveIds) if (!now.has(id)) liveOrders.delete(id);
  liveIds = ids;
}

function isForexTrade(data: unknown): data is ForexTrade {
  return isRecord(data) && Array.isArray(data.TransOrder) && typeof data.NetValue === 'string';
}

function takeClosed(family: 'forex' | 'micro', data: unknown): void {
  if (!Array.isArray(data)) return;
  const ids = data.filter((id) => typeof id === 'string');
  for (const listener of closedListeners) listener(family, ids);
  refresh(family === 'forex' ? QUERY.forexOrders : QUERY.microOrders);
  refreshMoneySoon();
}

const NOTICE_TONE: Readonly<Record<Notice['kind'], 'info' | 'success' | 'error'>> = {
  stop_loss: 'info',
  take_profit: 'success',
  stop_out: 'error',
  filled: 'success',
  micro_win: 'success',
  micro_loss: 'info',
  micro_tie: 'info',
  micro_void: 'info',
  margin_call: 'error',
  signed_out: 'error',
};

function takeNotice(data: unknown): void {
  if (!isRecord(data) || typeof data.text !== 'string') return;
  const { kind, text } = data;
  const known = Object.entries(NOTICE_TONE).find(([name]) => name === kind);
  sayToast({ tone: known?.[1] ?? 'info', text });
  if (kind === 'filled') refresh(QUERY.forexOrders);
}

let cancelGather: (() => void) | undefined;
function refreshMoneySoon(): void {
  cancelGather?.();
  cancelGather = systemClock.after(GATHER_MS, () => refresh(QUERY.balances, QUERY.profits));
}

/** After a command of the user: everything of theirs that it may have moved. */
export function refreshAfter(family: 'forex' | 'micro'): void {
  refresh(family === 'forex' ? QUERY.forexOrders : QUERY.microOrders, QUERY.balances, QUERY.profits);
}

/** Ids of orders that the server just closed, before the lists are fetched anew. */
export function onClosed(listener: (family: 'forex' | 'micro', ids: readonly string[]) => void): () => void {
  closedListeners.add(listener);
  return () => closedListeners.delete(listener);
}

/** The three balances by accountTypeId; undefined while signed out or not yet known. */
export function useBalances(): readonly Balance[] | undefined {
  const session = useSession();
  useEffect(startAccount, []);
  return useQuery(
    {
      queryKey: [QUERY.balances],
      queryFn: ({ signal }) => call('getBalance', {}, { quiet: true, signal }),
      enabled: session !== undefined,
    },
    queryClient,
  ).data;
}

/** Today's closed results and their percent of total assets. */
export function useProfits(): AnswerOf<'get_profits'> | undefined {
  const session = useSession();
  useEffect(startAccount, []);
  return useQuery(
    {
      queryKey: [QUERY.profits],
      queryFn: ({ signal }) => call('get_profits', {}, { quiet: true, signal }),
      enabled: session !== undefined,
    },
    queryClient,
  ).data;
}

/** Net value, used and free margin, levels; undefined until FOREX_TRADE first speaks. */
export function useForexLive(): LiveTotals | undefined {
  useEffect(startAccount, []);
  return useStore(totals, (state) => state.value);
}

/** Newest price and result of one open order. */
export const useLiveOrder = (id: string): LiveOrder | undefined => useKeyed(liveOrders, id);
