// /trade on a phone: pair, chart, and a ticket that comes as a sheet.

import type { TradePair } from '@fairtick/contract/http/market';
import type { Side } from '@fairtick/engine/types';
import { Button } from '@fairtick/ui/button';
import { Sheet } from '@fairtick/ui/sheet';
import ArrowDown from 'lucide-react/icons/arrow-down';
import ArrowUp from 'lucide-react/icons/arrow-up';
import { useState } from 'react';
import { AccountStrip } from '../../features/forex/account-strip.tsx';
import { ForexTicket } from '../../features/forex/forex-ticket.tsx';
import { PriceSides } from '../../features/forex/price-sides.tsx';
import { PairButton, PairPrice } from '../../features/market/pair-head.tsx';
import { PairList } from '../../features/market/pair-list.tsx';
import { OptionTicket } from '../../features/micro/option-ticket.tsx';
import { useOpeningBlock } from '../../hooks/use-market-block.ts';
import { useSession } from '../../hooks/use-session.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { FAMILY_LABEL, type Family } from '../../stores/family.ts';
import { FamilySwitch } from './family-switch.tsx';
import { TradeChart } from './trade-chart.tsx';

export function TradePhone({ pair, family }: { pair: TradePair; family: Family }) {
  const t = useTexts('trade');
  const [drawer, setDrawer] = useState(false);
  const [ticket, setTicket] = useState(false);
  const [side, setSide] = useState<Side>('buy');
  const block = useOpeningBlock(pair);
  const session = useSession();
  const title = t(`ticket.${FAMILY_LABEL[family]}`, { pair: pair.ShowCode });
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <div className="flex items-center justify-between gap-3 px-4 pt-2">
        <PairButton pair={pair} onPress={() => setDrawer(true)} />
        <FamilySwitch family={family} className="shrink-0 [&_label]:min-h-9 [&_label]:px-2.5" />
      </div>
      <PairPrice pair={pair} className="px-4 py-1.5" />
      <TradeChart pair={pair} family={family} />
      {session && family === 'forex' && <AccountStrip />}
      <div className="border-line border-t bg-surface px-4 py-2.5">
        {block?.opens ? (
          <Button size="lg" wide disabled>
            {block.opens}
          </Button>
        ) : family === 'forex' ? (
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
        {block && <p className="pt-2 text-center text-sm text-warn">{block.reason}</p>}
      </div>
      <Sheet open={drawer} onOpen={setDrawer} side="start" title={t('pairs.choose')}>
        <div className="flex h-full flex-col">
          <PairList currentId={pair.Id} onPicked={() => setDrawer(false)} />
        </div>
      </Sheet>
      <Sheet open={ticket} onOpen={setTicket} title={<bdi>{title}</bdi>}>
        {family === 'forex' ? (
          <ForexTicket
            key={`${pair.Id}${side}`}
            ground="raised"
            pair={pair}
            side={side}
            onPlaced={() => setTicket(false)}
          />
        ) : (
          <OptionTicket ground="raised" pair={pair} onPlaced={() => setTicket(false)} />
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
