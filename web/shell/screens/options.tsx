// /order, options: the running ones, fetched anew as each ends, or the ended ones.

import { useWide } from '@fairtick/ui/use-media';
import { useCallback } from 'react';
import { OptionCards } from '../../features/micro/option-cards.tsx';
import { OptionTable } from '../../features/micro/option-table.tsx';
import { useRefreshAtEnd } from '../../hooks/use-countdown.ts';
import { useOptions } from '../../hooks/use-orders.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import type { OptionOrder, OptionTab } from '../../stores/orders.ts';
import { OrderList } from './order-list.tsx';
import type { Picked } from './picked.ts';
import { TradeLink } from './trade-link.tsx';

const NONE: readonly never[] = [];
/** Keys of texts by tab. */
const EMPTY = { 1: 'empty.running', 3: 'empty.closed' } as const;

export function Options({ type, onPick }: { type: OptionTab; onPick: (picked: Picked) => void }) {
  const t = useTexts('orders');
  const wide = useWide();
  const list = useOptions(type);
  useRefreshAtEnd(type === 1 ? list.orders : NONE);
  const pick = useCallback((option: OptionOrder) => onPick({ family: 'micro', option }), [onPick]);
  return (
    <OrderList
      list={list}
      empty={{ title: t(EMPTY[type]), text: t(`${EMPTY[type]}_text`), action: <TradeLink family="micro" /> }}
    >
      {wide ? (
        <div className="overflow-x-auto rounded-lg border border-line bg-surface">
          <OptionTable label={t('tabs.label')} options={list.orders} status={type} onPick={pick} />
        </div>
      ) : (
        <OptionCards options={list.orders} onPick={pick} />
      )}
    </OrderList>
  );
}
