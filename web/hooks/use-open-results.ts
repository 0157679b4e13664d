// What open positions bring now, less their fees and nights: of a few of them, and of all.

import type { ForexOrderView } from '@fairtick/contract/http/forex';
import { formatUnits, readUnits } from '@fairtick/kernel/decimal';
import { useCallback, useSyncExternalStore } from 'react';
import { netResult } from '../calculators/positions.ts';
import { positionsNow } from '../stores/positions.ts';
import { useForexTotals } from './use-account.ts';
import { useForexOrders } from './use-orders.ts';

/** What several open positions bring together now, less fees and nights, as one text; each counts as its list had it until FOREX_TRADE speaks of it. */
export function useResultsNow(orders: readonly ForexOrderView[]): string {
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
    formatUnits(orders.reduce((sum, order) => sum + netResult(order, positionsNow.get(order.Id)?.FactProfits), 0n)),
  );
}

/** What all open positions bring now, less their fees and nights, as their rows add up to; undefined until it is known. */
export function useOpenNet(): string | undefined {
  const running = useForexTotals()?.ProfitsTotal;
  const { totalResult, totalNet } = useForexOrders(1);
  if (running === undefined || totalNet === '') return undefined;
  // What they cost stays while their results move.
  const costs = readUnits(totalResult) - readUnits(totalNet);
  return formatUnits(readUnits(running) - costs);
}
