// /trade on a wide screen: pairs, chart, ticket, positions.

import type { TradePair } from '@fairtick/contract/http/market';
import { ForexTicket } from '../../features/forex/forex-ticket.tsx';
import { PairPrice } from '../../features/market/pair-head.tsx';
import { PairList } from '../../features/market/pair-list.tsx';
import { OptionTicket } from '../../features/micro/option-ticket.tsx';
import { useTexts } from '../../i18n/use-texts.ts';
import type { Family } from '../../stores/family.ts';
import { FamilySwitch } from './family-switch.tsx';
import { PositionsPanel } from './positions-panel.tsx';
import { TradeChart } from './trade-chart.tsx';

/** Each column scrolls by itself; the page does not. */
export function TradeWorkspace({ pair, family }: { pair: TradePair; family: Family }) {
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
          <TradeChart pair={pair} family={family} />
        </div>
        <aside
          aria-label={t('ticket.label')}
          className="row-span-2 min-h-0 overflow-y-auto border-line border-s bg-surface p-4"
        >
          <FamilySwitch family={family} className="mb-4" />
          {family === 'forex' ? (
            <ForexTicket key={pair.Id} ground="surface" pair={pair} side="buy" />
          ) : (
            <OptionTicket ground="surface" pair={pair} />
          )}
        </aside>
        <PositionsPanel className="col-span-2 min-h-0 border-line border-t bg-surface" />
      </div>
    </div>
  );
}
