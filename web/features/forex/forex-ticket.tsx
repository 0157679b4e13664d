// The forex ticket: side, lots, leverage, kind of order, stops, what it costs, and the button that sends it.

import type { TradePair } from '@fairtick/contract/http/market';
import type { Side } from '@fairtick/engine/types';
import { Banner } from '@fairtick/ui/banner';
import { useFormats } from '@fairtick/ui/locale';
import { Segmented } from '@fairtick/ui/segmented';
import { SelectField } from '@fairtick/ui/select-field';
import { type Ground, StickyFoot } from '@fairtick/ui/sticky-foot';
import { useTexts } from '../../i18n/use-texts.ts';
import { useForexForm } from './forex-draft.ts';
import { LotsField } from './lots-field.tsx';
import { PriceSides } from './price-sides.tsx';
import { SendForex } from './send-forex.tsx';
import { StopFields, TargetField } from './stop-fields.tsx';
import { TicketCosts } from './ticket-costs.tsx';

export interface ForexTicketProps {
  readonly pair: TradePair;
  readonly side: Side;
  readonly onPlaced?: () => void;
  readonly ground: Ground;
}

/** Give it `key={pair.Id}`: a draft belongs to one pair. */
export function ForexTicket({ pair, side, onPlaced, ground }: ForexTicketProps) {
  const t = useTexts('trade');
  const formats = useFormats();
  const form = useForexForm(pair, side);
  const { draft, change } = form;
  const noLeverage = pair.MarginMode === 2 && pair.HasForexMultiple.length === 0;
  return (
    <div className="flex flex-col gap-4">
      <PriceSides
        pair={pair}
        chosen={draft.side}
        onSide={(next) => change({ side: next, stopLoss: undefined, takeProfit: undefined })}
      />
      <Segmented
        label={t('kind.label')}
        value={draft.pending ? 'pending' : 'market'}
        onValue={(kind) => change({ pending: kind === 'pending' })}
        options={[
          { value: 'market', text: t('kind.market') },
          { value: 'pending', text: t('kind.pending') },
        ]}
      />
      {noLeverage && <Banner tone="warn">{t('no_leverage')}</Banner>}
      <div className="grid grid-cols-[minmax(0,1fr)_6.5rem] gap-3">
        <LotsField pair={pair} form={form} />
        {pair.MarginMode === 2 && !noLeverage && (
          <SelectField
            label={t('leverage')}
            value={String(draft.multiple)}
            onValue={(value) => change({ multiple: Number(value) })}
            options={pair.HasForexMultiple.map(({ Value }) => ({
              value: String(Value),
              text: formats.multiple(Value),
            }))}
          />
        )}
      </div>
      {draft.pending && <TargetField pair={pair} form={form} />}
      <StopFields pair={pair} form={form} />
      <TicketCosts pair={pair} draft={draft} />
      <StickyFoot ground={ground} className="pt-2">
        <SendForex pair={pair} form={form} onPlaced={onPlaced} />
      </StickyFoot>
    </div>
  );
}
