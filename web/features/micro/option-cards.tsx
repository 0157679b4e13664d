// Options on a phone: one card each.

import { Amount } from '@fairtick/ui/amount';
import { CardList, SummaryCard } from '@fairtick/ui/card-list';
import { useFormats } from '@fairtick/ui/locale';
import { Price } from '@fairtick/ui/price';
import { Tag } from '@fairtick/ui/tag';
import { useCallback } from 'react';
import { useTexts } from '../../i18n/use-texts.ts';
import type { OptionOrder } from '../../stores/orders.ts';
import { Countdown, OptionPriceNow, OptionResult } from './option-parts.tsx';
import { directionWord, outcomeWord } from './option-words.ts';

export interface OptionListProps {
  readonly options: readonly OptionOrder[];
  readonly onPick: (option: OptionOrder) => void;
}

export function OptionCards({ options, onPick }: OptionListProps) {
  const card = useCallback((option: OptionOrder) => <OptionCard option={option} onPick={onPick} />, [onPick]);
  return <CardList items={options} keyOf={(option) => option.Id} card={card} />;
}

function OptionCard({ option, onPick }: { option: OptionOrder; onPick: (option: OptionOrder) => void }) {
  const t = useTexts('orders');
  const formats = useFormats();
  return (
    <SummaryCard
      onPress={() => onPick(option)}
      title={option.ForexTradeList.ShowCode}
      tags={
        <>
          <Tag tone={option.Type === 1 ? 'up' : 'down'}>{t(directionWord(option))}</Tag>
          <Amount value={option.Number} className="text-muted text-sm" />
        </>
      }
      figure={<OptionResult option={option} className="font-semibold text-md" />}
      from={<Price value={option.OpenPrice} precision={option.ForexTradeList.PricePrecision} flash={false} />}
      to={<OptionPriceNow option={option} />}
      note={
        <span className="text-sm">
          {option.Status === 1 ? (
            <Countdown option={option} />
          ) : (
            <span className="text-quiet">{t(outcomeWord(option))}</span>
          )}
        </span>
      }
    >
      {option.Status === 3 && (
        <span className="tabular text-quiet text-xs">{formats.dateMinute(option.ExpiresAt)}</span>
      )}
    </SummaryCard>
  );
}
