// Under the chart of a wide screen: my positions, pending orders and running contracts, with the account's figures on one line.

import { Button } from '@fairtick/ui/button';
import { cx } from '@fairtick/ui/cx';
import { Tabs } from '@fairtick/ui/tabs';
import { useState } from 'react';
import { useForexOrders, useOptions } from '../../hooks/use-orders.ts';
import { useSession } from '../../hooks/use-session.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { goToLogin } from '../../stores/login-address.ts';
import { AccountLine } from './account-figures.tsx';
import { ForexTable } from './forex-table.tsx';
import { ListFrame } from './list-frame.tsx';
import { OptionTable } from './micro-list.tsx';
import { type OrderActions, useOrderActions } from './order-actions.tsx';
import { type Picked, PickedOrder } from './picked-order.tsx';

type Tab = 'holding' | 'pending' | 'contracts';
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
  const contracts = useOptions(1);
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
            { value: 'holding', text: t('tab.holding'), count: count(holding.total) },
            { value: 'pending', text: t('tab.pending'), count: count(pending.total) },
            { value: 'contracts', text: t('tab.contracts'), count: count(contracts.total) },
          ]}
        />
        {tab === 'holding' && (holding.total ?? 0) > 1 && (
          <Button size="sm" tone="ghost" className="shrink-0" onClick={() => ask({ kind: 'close_all' })}>
            {t('close_all.action')}
          </Button>
        )}
      </div>
      <div id={PANEL_ID} role="tabpanel" aria-label={t(`tab.${tab}`)} className="min-h-0 flex-1 overflow-auto">
        <Rows tab={tab} ask={ask} onPick={setPicked} />
      </div>
      <AccountLine />
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
  const t = useTexts('orders');
  const holding = useForexOrders(1);
  const pending = useForexOrders(0);
  const contracts = useOptions(1);
  const empty = (title: string) => ({ title, text: t('panel.empty') });
  return (
    <>
      {tab === 'holding' && (
        <ListFrame list={holding} compact empty={empty(t('empty.holding'))}>
          <ForexTable
            compact
            label={t('tab.holding')}
            orders={holding.orders}
            status={1}
            ask={ask}
            onPick={(order) => onPick({ family: 'forex', order })}
          />
        </ListFrame>
      )}
      {tab === 'pending' && (
        <ListFrame list={pending} compact empty={empty(t('empty.pending'))}>
          <ForexTable
            compact
            label={t('tab.pending')}
            orders={pending.orders}
            status={0}
            ask={ask}
            onPick={(order) => onPick({ family: 'forex', order })}
          />
        </ListFrame>
      )}
      {tab === 'contracts' && (
        <ListFrame list={contracts} compact empty={empty(t('empty.running'))}>
          <OptionTable
            label={t('tab.contracts')}
            orders={contracts.orders}
            status={1}
            onPick={(order) => onPick({ family: 'micro', order })}
          />
        </ListFrame>
      )}
    </>
  );
}
