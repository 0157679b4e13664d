// The user's money and open results, for components.

import type { Balance } from '@fairtick/contract/http/accounts';
import type { ForexOrderView } from '@fairtick/contract/http/forex';
import type { AnswerOf } from '@fairtick/contract/http/index';
import { formatUnits, readUnits } from '@fairtick/kernel/decimal';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useSyncExternalStore } from 'react';
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

/** What several open positions bring together now, as one text; each counts as its list had it until FOREX_TRADE speaks of it. */
export function useResultsNow(orders: readonly Pick<ForexOrderView, 'Id' | 'FactProfits'>[]): string {
  const ids = orders.map(({ Id }) => Id).join(' ');
  const subscribe = useCallback(
    (changed: () => void) => {
      const leave = ids.split(' ').map((id) => positionsNow.subscribe(id, changed));
      return () => {
        for (const one of leave) one();
      };
    },
    [ids],
  );
  return useSyncExternalStore(subscribe, () =>
    formatUnits(
      orders.reduce(
        (sum, { Id, FactProfits }) => sum + readUnits(positionsNow.get(Id)?.FactProfits ?? FactProfits),
        0n,
      ),
    ),
  );
}
