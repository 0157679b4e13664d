// /order: forex (source 1) or options (source 0), a tab by type, and the detail sheet of what is tapped.

import { Segmented } from '@fairtick/ui/segmented';
import { Tabs } from '@fairtick/ui/tabs';
import { useNavigate, useRouterState } from '@tanstack/react-router';
import { useState } from 'react';
import { useForexOrders, useOptions } from '../../hooks/use-orders.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import type { ForexTab, OptionTab } from '../../stores/orders.ts';
import { ForexOrders } from './forex-orders.tsx';
import { Options } from './options.tsx';
import type { Picked } from './picked.ts';
import { PickedOrder } from './picked-order.tsx';
import { useLogWatch } from './use-log-watch.ts';

type Source = 0 | 1;
type Type = 0 | 1 | 3;
const PANEL_ID = 'orders-panel';
const FOREX_TABS: readonly ForexTab[] = [1, 0, 3];
const OPTION_TABS: readonly OptionTab[] = [1, 3];
const FOREX_TEXTS = { 0: 'tab.pending', 1: 'tab.holding', 3: 'tab.history' } as const;
const OPTION_TEXTS = { 1: 'tab.running', 3: 'tab.closed' } as const;

export function OrdersScreen() {
  useLogWatch();
  const t = useTexts('orders');
  const { source, type } = useAddress();
  const navigate = useNavigate();
  const go = (next: { source: Source; type: Type }): void =>
    void navigate({ to: '/order', search: next, replace: true });
  const [picked, setPicked] = useState<Picked>();
  const counts = useCounts(source);
  const types: readonly Type[] = source === 1 ? FOREX_TABS : OPTION_TABS;
  const text = (one: Type) => (source === 1 ? t(FOREX_TEXTS[one]) : t(OPTION_TEXTS[one === 3 ? 3 : 1]));
  return (
    <div className="mx-auto w-full max-w-[76rem] px-4 pt-4 pb-8 lg:px-8 lg:pt-6">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <h1 className="font-semibold text-xl tracking-[-0.01em]">{t('title')}</h1>
        <Segmented
          label={t('source.label')}
          value={String(source)}
          onValue={(next) => go({ source: next === '1' ? 1 : 0, type: 1 })}
          options={[
            { value: '1', text: t('source.futures') },
            { value: '0', text: t('source.contracts') },
          ]}
          className="max-sm:w-full sm:min-w-72"
        />
      </div>
      <Tabs
        label={t('tabs.label')}
        panelId={PANEL_ID}
        value={String(type)}
        onValue={(next) => go({ source, type: next === '0' ? 0 : next === '3' ? 3 : 1 })}
        tabs={types.map((one) => ({ value: String(one), text: text(one), ...countOf(counts(one)) }))}
        className="mt-3"
      />
      <div id={PANEL_ID} role="tabpanel" aria-label={text(type)} className="pt-4">
        {source === 1 ? (
          <ForexOrders key={type} type={type} onPick={setPicked} />
        ) : (
          <Options key={type} type={type === 3 ? 3 : 1} onPick={setPicked} />
        )}
      </div>
      <PickedOrder picked={picked} onDone={() => setPicked(undefined)} />
    </div>
  );
}

const countOf = (count: number | undefined): { count?: string } =>
  count === undefined ? {} : { count: String(count) };

/** How many wait, are open or run; what is over is not counted. */
function useCounts(source: Source): (type: Type) => number | undefined {
  const holding = useForexOrders(1).total;
  const pending = useForexOrders(0).total;
  const running = useOptions(1).total;
  const open = source === 1 ? holding : running;
  return (type) => (type === 1 ? open : type === 0 ? pending : undefined);
}

/** While the screen is kept alive behind another one, it keeps the address it had. */
function useAddress(): { source: Source; type: Type } {
  const [last, setLast] = useState<{ source: Source; type: Type }>({ source: 1, type: 1 });
  const search = useRouterState({
    select: ({ location }) => (location.pathname === '/order' ? JSON.stringify(location.search) : undefined),
  });
  if (search === undefined) return last;
  const { source = 1, type = 1 }: { source?: Source; type?: Type } = JSON.parse(search);
  const fitting = source === 0 && type === 0 ? 1 : type;
  if (source !== last.source || fitting !== last.type) setLast({ source, type: fitting });
  return { source, type: fitting };
}
