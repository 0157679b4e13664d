// /order: futures (source 1) or contracts (source 0), a tab by type, live results, and the detail sheet of what is tapped.

import { Amount } from '@fairtick/ui/amount';
import { Button, buttonClass } from '@fairtick/ui/button';
import { Segmented } from '@fairtick/ui/segmented';
import { Tabs } from '@fairtick/ui/tabs';
import { useWide } from '@fairtick/ui/use-media';
import { useNavigate, useRouterState } from '@tanstack/react-router';
import { useState } from 'react';
import { useRefreshAtEnd } from '../../hooks/use-countdown.ts';
import { useForexOrders, useOptions } from '../../hooks/use-orders.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import type { ForexTab, OptionTab } from '../../stores/orders.ts';
import { AccountFigures } from './account-figures.tsx';
import { ForexList } from './forex-list.tsx';
import { ForexTable } from './forex-table.tsx';
import { ListFrame } from './list-frame.tsx';
import { OptionCards, OptionTable } from './micro-list.tsx';
import { useOrderActions } from './order-actions.tsx';
import { type Picked, PickedOrder } from './picked-order.tsx';

type Source = 0 | 1;
type Type = 0 | 1 | 3;
const PANEL_ID = 'orders-panel';
const FUTURES: readonly ForexTab[] = [1, 0, 3];
const CONTRACTS: readonly OptionTab[] = [1, 3];
const TAB_TEXTS = { 0: 'tab.pending', 1: 'tab.holding', 3: 'tab.history' } as const;
const CONTRACT_TEXTS = { 1: 'tab.running', 3: 'tab.closed' } as const;

export function OrdersScreen() {
  const t = useTexts('orders');
  const { source, type } = useAddress();
  const navigate = useNavigate();
  const go = (next: { source: Source; type: Type }): void =>
    void navigate({ to: '/order', search: next, replace: true });
  const [picked, setPicked] = useState<Picked>();
  const types: readonly Type[] = source === 1 ? FUTURES : CONTRACTS;
  const text = (one: Type) => (source === 1 ? t(TAB_TEXTS[one]) : t(CONTRACT_TEXTS[one === 3 ? 3 : 1]));
  return (
    <div className="mx-auto w-full max-w-[76rem] px-4 pt-4 pb-8 lg:px-8 lg:pt-6">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <h1 className="font-semibold text-xl tracking-[-0.01em]">{t('title')}</h1>
        <Segmented
          label={t('source.label')}
          value={source === 1 ? 'futures' : 'contracts'}
          onValue={(next) => go({ source: next === 'futures' ? 1 : 0, type: 1 })}
          options={[
            { value: 'futures', text: t('source.futures') },
            { value: 'contracts', text: t('source.contracts') },
          ]}
          className="max-sm:w-full sm:min-w-72"
        />
      </div>
      <Tabs
        label={t('tabs.label')}
        panelId={PANEL_ID}
        value={String(type)}
        onValue={(next) => go({ source, type: next === '0' ? 0 : next === '3' ? 3 : 1 })}
        tabs={types.map((one) => ({ value: String(one), text: text(one) }))}
        className="mt-3"
      />
      <div id={PANEL_ID} role="tabpanel" aria-label={text(type)} className="pt-4">
        {source === 1 ? (
          <Futures key={type} type={type} onPick={setPicked} />
        ) : (
          <Contracts key={type} type={type === 3 ? 3 : 1} onPick={setPicked} />
        )}
      </div>
      <PickedOrder picked={picked} onDone={() => setPicked(undefined)} />
    </div>
  );
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

interface ListProps {
  readonly onPick: (picked: Picked) => void;
}

function Futures({ type, onPick }: ListProps & { type: ForexTab }) {
  const t = useTexts('orders');
  const wide = useWide();
  const list = useForexOrders(type);
  const { ask, question } = useOrderActions();
  const pick = (order: (typeof list.orders)[number]): void => onPick({ family: 'forex', order });
  const empty = {
    title: t(type === 1 ? 'empty.holding' : type === 0 ? 'empty.pending' : 'empty.history'),
    text: t(type === 1 ? 'empty.holding_text' : type === 0 ? 'empty.pending_text' : 'empty.history_text'),
    action: <TradeLink form="futures" />,
  };
  const closeAll = type === 1 && list.orders.length > 1 && (
    <Button size="sm" tone="outline" onClick={() => ask({ kind: 'close_all' })}>
      {t('close_all.action')}
    </Button>
  );
  return (
    <div className="grid gap-4">
      {type === 1 && <AccountFigures action={closeAll} />}
      {type === 3 && list.totalResult !== '' && list.orders.length > 0 && (
        <p className="flex items-baseline justify-between gap-4 text-muted text-sm">
          {t('history.total', { count: list.total ?? 0 })}
          <Amount value={list.totalResult} tone="result" places={2} className="font-semibold text-md" />
        </p>
      )}
      <ListFrame list={list} empty={empty}>
        {wide ? (
          <div className="overflow-x-auto rounded-lg border border-line bg-surface">
            <ForexTable label={t('tabs.label')} orders={list.orders} status={type} onPick={pick} ask={ask} />
          </div>
        ) : (
          <ForexList orders={list.orders} onPick={pick} />
        )}
      </ListFrame>
      {question}
    </div>
  );
}

function Contracts({ type, onPick }: ListProps & { type: OptionTab }) {
  const t = useTexts('orders');
  const wide = useWide();
  const list = useOptions(type);
  useRefreshAtEnd(type === 1 ? list.orders : NONE);
  const pick = (order: (typeof list.orders)[number]): void => onPick({ family: 'micro', order });
  const empty = {
    title: t(type === 1 ? 'empty.running' : 'empty.closed'),
    text: t(type === 1 ? 'empty.running_text' : 'empty.closed_text'),
    action: <TradeLink form="contracts" />,
  };
  return (
    <ListFrame list={list} empty={empty}>
      {wide ? (
        <div className="overflow-x-auto rounded-lg border border-line bg-surface">
          <OptionTable label={t('tabs.label')} orders={list.orders} status={type} onPick={pick} />
        </div>
      ) : (
        <OptionCards orders={list.orders} onPick={pick} />
      )}
    </ListFrame>
  );
}

const NONE: readonly never[] = [];

function TradeLink({ form }: { form: 'futures' | 'contracts' }) {
  const t = useTexts('orders');
  return (
    <a href={`#/trade?form=${form}`} className={buttonClass({})}>
      {t('empty.go')}
    </a>
  );
}
