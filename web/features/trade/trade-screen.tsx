// /trade. On a phone: pair, chart, and a ticket that comes as a sheet. On a wide screen a workspace: pairs, chart, ticket, positions.

import type { TradePair } from '@fairtick/contract/http/market';
import type { Side } from '@fairtick/engine/types';
import { Button } from '@fairtick/ui/button';
import { EmptyState } from '@fairtick/ui/empty-state';
import { Sheet } from '@fairtick/ui/sheet';
import { Skeleton } from '@fairtick/ui/skeleton';
import { useWide } from '@fairtick/ui/use-media';
import { useRouterState } from '@tanstack/react-router';
import ArrowDown from 'lucide-react/icons/arrow-down';
import ArrowUp from 'lucide-react/icons/arrow-up';
import { useEffect, useState } from 'react';
import { useCurrentPair, usePairs } from '../../hooks/use-market.ts';
import { useSettings } from '../../hooks/use-settings.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { refreshPairs } from '../../stores/market.ts';
import { setSettings, type TradeFamily } from '../../stores/settings.ts';
import { PositionsPanel } from '../orders/positions-panel.tsx';
import { ChartPane } from './chart-pane.tsx';
import { ForexTicket } from './futures-ticket.tsx';
import { OptionTicket } from './micro-ticket.tsx';
import { FamilySwitch, PairButton, PairPrice } from './pair-head.tsx';
import { PairList } from './pair-list.tsx';
import { PriceSides } from './price-sides.tsx';
import { useMarketBlock } from './use-trade.ts';

export function TradeScreen() {
  const t = useTexts('trade');
  const shell = useTexts('shell');
  const wide = useWide();
  const pair = useCurrentPair();
  const { state } = usePairs();
  const family = useSettings((settings) => settings.family);
  useFamilyOfAddress();
  if (pair) return wide ? <Workspace pair={pair} family={family} /> : <Phone pair={pair} family={family} />;
  if (state === 'failed') {
    return (
      <EmptyState
        title={t('pairs.failed')}
        action={<Button onClick={() => void refreshPairs()}>{shell('retry')}</Button>}
      />
    );
  }
  return <TradeSkeleton />;
}

/** /trade?form=contracts shows contracts, from whatever link it came. */
function useFamilyOfAddress(): void {
  const form = useRouterState({
    select: ({ location }) => (location.pathname === '/trade' ? location.search.form : undefined),
  });
  useEffect(() => {
    if (form) setSettings({ family: form });
  }, [form]);
}

interface LayoutProps {
  readonly pair: TradePair;
  readonly family: TradeFamily;
}

function Phone({ pair, family }: LayoutProps) {
  const t = useTexts('trade');
  const [drawer, setDrawer] = useState(false);
  const [ticket, setTicket] = useState(false);
  const [side, setSide] = useState<Side>('buy');
  const block = useMarketBlock(pair);
  const title = t(family === 'futures' ? 'ticket.futures' : 'ticket.contracts', { pair: pair.ShowCode });
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <div className="flex items-center justify-between gap-3 px-4 pt-2">
        <PairButton pair={pair} onPress={() => setDrawer(true)} />
        <FamilySwitch family={family} className="shrink-0 [&_label]:min-h-9 [&_label]:px-2.5" />
      </div>
      <PairPrice pair={pair} className="px-4 py-1.5" />
      <ChartPane pair={pair} />
      <div className="border-line border-t bg-surface px-4 py-2.5">
        {family === 'futures' ? (
          <PriceSides
            pair={pair}
            disabled={block !== undefined}
            onSide={(next) => {
              setSide(next);
              setTicket(true);
            }}
          />
        ) : (
          <UpDown disabled={block !== undefined} onPress={() => setTicket(true)} />
        )}
        {block && <p className="pt-2 text-center text-sm text-warn">{t(block)}</p>}
      </div>
      <Sheet open={drawer} onOpen={setDrawer} side="start" title={t('pairs.choose')}>
        <div className="flex h-full flex-col">
          <PairList currentId={pair.Id} onPicked={() => setDrawer(false)} />
        </div>
      </Sheet>
      <Sheet open={ticket} onOpen={setTicket} title={<bdi>{title}</bdi>}>
        {family === 'futures' ? (
          <ForexTicket
            key={`${pair.Id}${side}`}
            ground="bg-raised"
            pair={pair}
            side={side}
            onPlaced={() => setTicket(false)}
          />
        ) : (
          <OptionTicket ground="bg-raised" pair={pair} onPlaced={() => setTicket(false)} />
        )}
      </Sheet>
    </div>
  );
}

function UpDown({ disabled, onPress }: { disabled: boolean; onPress: () => void }) {
  const t = useTexts('trade');
  return (
    <div className="grid grid-cols-2 gap-2">
      <Button size="lg" tone="up" disabled={disabled} icon={<ArrowUp aria-hidden="true" size={18} />} onClick={onPress}>
        {t('side.up')}
      </Button>
      <Button
        size="lg"
        tone="down"
        disabled={disabled}
        icon={<ArrowDown aria-hidden="true" size={18} />}
        onClick={onPress}
      >
        {t('side.down')}
      </Button>
    </div>
  );
}

/** Each column scrolls by itself; the page does not. */
function Workspace({ pair, family }: LayoutProps) {
  const t = useTexts('trade');
  return (
    <div className="relative flex-1">
      <div className="absolute inset-0 grid grid-cols-[14.5rem_minmax(0,1fr)_19rem] xl:grid-cols-[17rem_minmax(0,1fr)_21.5rem] grid-rows-[minmax(0,1fr)_minmax(13rem,34%)]">
        <aside
          aria-label={t('pairs.label')}
          className="flex min-h-0 flex-col border-line border-e bg-surface px-4 pt-4"
        >
          <PairList currentId={pair.Id} />
        </aside>
        <div className="flex min-h-0 min-w-0 flex-col bg-surface">
          <div className="flex flex-wrap items-center gap-x-6 gap-y-1 px-5 pt-3 pb-1.5">
            <h1 className="font-semibold text-xl tracking-[-0.01em]">
              <bdi dir="ltr">{pair.ShowCode}</bdi>
            </h1>
            <PairPrice pair={pair} />
          </div>
          <ChartPane pair={pair} />
        </div>
        <aside
          aria-label={t('ticket.label')}
          className="row-span-2 min-h-0 overflow-y-auto border-line border-s bg-surface p-4"
        >
          <FamilySwitch family={family} className="mb-4" />
          {family === 'futures' ? (
            <ForexTicket key={pair.Id} ground="bg-surface" pair={pair} side="buy" />
          ) : (
            <OptionTicket ground="bg-surface" pair={pair} />
          )}
        </aside>
        <PositionsPanel className="col-span-2 min-h-0 border-line border-t bg-surface" />
      </div>
    </div>
  );
}

function TradeSkeleton() {
  return (
    <div className="grid flex-1 grid-rows-[auto_auto_1fr_auto] gap-4 p-4" aria-hidden="true">
      <Skeleton className="h-11 w-44" />
      <Skeleton className="h-9 w-56" />
      <Skeleton className="min-h-72 w-full rounded-lg" />
      <div className="grid grid-cols-2 gap-2">
        <Skeleton className="h-16 rounded-lg" />
        <Skeleton className="h-16 rounded-lg" />
      </div>
    </div>
  );
}
