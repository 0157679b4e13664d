// The user's money and open results, for components.

import type { Balance } from '@fairtick/contract/http/accounts';
import type { AnswerOf } from '@fairtick/contract/http/index';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useStore } from 'zustand';
import { startAccount } from '../stores/account.ts';
import { call } from '../stores/api.ts';
import { type ForexTotals, forexTotals, type PositionNow, positionsNow } from '../stores/positions.ts';
import { QUERY, queryClient } from '../transport/query.ts';
import { useKeyed } from './use-keyed.ts';
import { useSession } from './use-session.ts';

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
export function useForexTotals(): ForexTotals | undefined {
  useEffect(startAccount, []);
  return useStore(forexTotals, (state) => state.value);
}

/** Newest price and result of one open position. */
export const usePositionNow = (id: string): PositionNow | undefined => useKeyed(positionsNow, id);
