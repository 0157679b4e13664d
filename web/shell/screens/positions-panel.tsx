// Under the chart of a wide screen: my positions, pending orders and running options, with the account's figures on one line.

import type { ForexOrderView } from '@fairtick/contract/http/forex';
import { Button } from '@fairtick/ui/button';
import { cx } from '@fairtick/ui/cx';
import { Tabs } from '@fairtick/ui/tabs';
import { useCallback, useState } from 'react';
import { ForexAccountLine } from '../../features/forex/forex-account.tsx';
import { ForexTable } from '../../features/forex/forex-table.tsx';
import { type OrderActions, useOrderActions } from '../../features/forex/order-actions.tsx';
import { OptionTable } from '../../features/micro/option-table.tsx';
import { useForexOrders, useOptions } from '../../hooks/use-orders.ts';
import { useSession } from '../../hooks/use-session.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { goToLogin } from '../../stores/login-address.ts';
import type { OptionOrder } from '../../stores/orders.ts';
import { OrderList } from './order-list.tsx';
import type { Picked } from './picked.ts';
import { PickedOrder } from './picked-order.tsx';

type Tab = keyof typeof TEXTS;
const TEXTS = { holding: 'tab.holding', pending: 'tab.pending', options: 'tab.contracts' } as const;
/** The tabs of forex orders, with the status that each shows. */
const STATUS = { holding: 1, pending: 0 } as const;
const PANEL_ID = 'positions-panel';

export function PositionsPanel({ className }: { className?: string }) {
  const t = useTexts('orders');
  const session = useSession();
  if (!session) {
    return (
      <section
        aria-label={t('panel.label')}
        className={cx('grid place-content-center justify-items-center gap-3', className)}
      >
        <p className="text-muted">{t('panel.signed_out')}</p>
        <Button size="sm" tone="soft" onClick={goToLogin}>
          {t('panel.login')}
        </Button>
      </section>
    );
  }
  return <SignedIn className={className} />;
}

function SignedIn({ className }: { className: string | undefined }) {
  const t = useTexts('orders');
  const [tab, setTab] = useState<Tab>('holding');
  const [picked, setPicked] = useState<Picked>();
  const { ask, question } = useOrderActions();
  const holding = useForexOrders(1);
  const pending = useForexOrders(0);
  const options = useOptions(1);
  const count = (total: number | undefined): string | undefined => (total === undefined ? undefined : String(total));
  return (
    <section aria-label={t('panel.label')} className={cx('flex flex-col', className)}>
      <div className="flex items-center justify-between gap-6 border-line border-b px-4">
        <Tabs
          label={t('panel.label')}
          panelId={PANEL_ID}
          value={tab}
          onValue={setTab}
          className="shrink-0 border-b-0"
          tabs={[
            { value: 'holding', text: t(TEXTS.holding), count: count(holding.total) },
            { value: 'pending', text: t(TEXTS.pending), count: count(pending.total) },
            { value: 'options', text: t(TEXTS.options), count: count(options.total) },
          ]}
        />
        {tab === 'holding' && (holding.total ?? 0) > 1 && (
          <Button size="sm" tone="ghost" className="shrink-0" onClick={() => ask({ kind: 'close_all' })}>
            {t('close_all.action')}
          </Button>
        )}
      </div>
      <div id={PANEL_ID} role="tabpanel" aria-label={t(TEXTS[tab])} className="min-h-0 flex-1 overflow-auto">
        <Rows tab={tab} ask={ask} onPick={setPicked} />
      </div>
      <ForexAccountLine />
      {question}
      <PickedOrder picked={picked} onDone={() => setPicked(undefined)} />
    </section>
  );
}

interface RowsProps {
  readonly tab: Tab;
  readonly ask: OrderActions['ask'];
  readonly onPick: (picked: Picked) => void;
}

function Rows({ tab, ask, onPick }: RowsProps) {
  if (tab === 'options') return <OptionRows onPick={onPick} />;
  return <ForexRows key={tab} tab={tab} ask={ask} onPick={onPick} />;
}

function ForexRows({ tab, ask, onPick }: RowsProps & { tab: keyof typeof STATUS }) {
  const t = useTexts('orders');
  const list = useForexOrders(STATUS[tab]);
  const pick = useCallback((order: ForexOrderView) => onPick({ family: 'forex', order }), [onPick]);
  return (
    <OrderList list={list} compact empty={{ title: t(`empty.${tab}`), text: t('panel.empty') }}>
      <ForexTable compact label={t(TEXTS[tab])} orders={list.orders} status={STATUS[tab]} ask={ask} onPick={pick} />
    </OrderList>
  );
}

function OptionRows({ onPick }: Pick<RowsProps, 'onPick'>) {
  const t = useTexts('orders');
  const list = useOptions(1);
  const pick = useCallback((option: OptionOrder) => onPick({ family: 'micro', option }), [onPick]);
  return (
    <OrderList list={list} compact empty={{ title: t('empty.running'), text: t('panel.empty') }}>
      <OptionTable label={t(TEXTS.options)} options={list.orders} status={1} onPick={pick} />
    </OrderList>
  );
}
