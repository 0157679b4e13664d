// /order, forex: positions with the account's figures, pending orders, or closed ones with their sum.

import type { ForexOrderView } from '@fairtick/contract/http/forex';
import { Amount } from '@fairtick/ui/amount';
import { Button } from '@fairtick/ui/button';
import { Segmented } from '@fairtick/ui/segmented';
import { useWide } from '@fairtick/ui/use-media';
import { useCallback, useState } from 'react';
import { ForexAccountCard } from '../../features/forex/forex-account.tsx';
import { ForexCards } from '../../features/forex/forex-cards.tsx';
import { ForexTable } from '../../features/forex/forex-table.tsx';
import { useOrderActions } from '../../features/forex/order-actions.tsx';
import { useRelations } from '../../hooks/use-following.ts';
import { useForexOrders } from '../../hooks/use-orders.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import type { ForexTab } from '../../stores/orders.ts';
import { OrderList } from './order-list.tsx';
import type { Picked } from './picked.ts';
import { TradeLink } from './trade-link.tsx';

const ORIGINS = { all: '', own: 0, copies: 1 } as const;
type OriginName = keyof typeof ORIGINS;
const ORIGIN_NAMES = ['all', 'own', 'copies'] as const satisfies readonly OriginName[];
/** Keys of texts by tab. */
const EMPTY = { 0: 'empty.pending', 1: 'empty.holding', 3: 'empty.history' } as const;

export function ForexOrders({ type, onPick }: { type: ForexTab; onPick: (picked: Picked) => void }) {
  const t = useTexts('orders');
  const wide = useWide();
  const [origin, setOrigin] = useState<OriginName>('all');
  // Whoever never followed anybody has no copies to tell apart.
  const follows = (useRelations()?.length ?? 0) > 0;
  const list = useForexOrders(type, follows ? ORIGINS[origin] : '');
  const { ask, question } = useOrderActions();
  const pick = useCallback((order: ForexOrderView) => onPick({ family: 'forex', order }), [onPick]);
  const closeAll = type === 1 && list.orders.length > 1 && (
    <Button size="sm" tone="outline" onClick={() => ask({ kind: 'close_all' })}>
      {t('close_all.action')}
    </Button>
  );
  return (
    <div className="grid gap-4">
      {type === 1 && <ForexAccountCard action={closeAll} />}
      {type === 3 && list.totalNet !== '' && list.orders.length > 0 && (
        <p className="flex items-baseline justify-between gap-4 text-muted text-sm">
          {t('history.total', { count: list.total ?? 0 })}
          <Amount value={list.totalNet} tone="result" places={2} className="font-semibold text-md" />
        </p>
      )}
      {follows && <OriginChoice value={origin} onValue={setOrigin} />}
      <OrderList
        list={list}
        empty={{ title: t(EMPTY[type]), text: t(`${EMPTY[type]}_text`), action: <TradeLink family="forex" /> }}
      >
        {wide ? (
          <div className="overflow-x-auto rounded-lg border border-line bg-surface">
            <ForexTable label={t('tabs.label')} orders={list.orders} status={type} onPick={pick} ask={ask} />
          </div>
        ) : (
          <ForexCards orders={list.orders} onPick={pick} />
        )}
      </OrderList>
      {question}
    </div>
  );
}

function OriginChoice({ value, onValue }: { value: OriginName; onValue: (value: OriginName) => void }) {
  const t = useTexts('orders');
  return (
    <Segmented
      label={t('origin.label')}
      options={ORIGIN_NAMES.map((one) => ({ value: one, text: t(`origin.${one}`) }))}
      value={value}
      onValue={onValue}
    />
  );
}
