// Target, stop-loss and take-profit of a draft. Beside each stop stands what it would bring, in money and percent.

import type { TradePair } from '@fairtick/contract/http/market';
import { pipSize } from '@fairtick/engine/deviation';
import { formatUnits, price } from '@fairtick/kernel/decimal';
import { useFormats } from '@fairtick/ui/locale';
import { Stepper } from '@fairtick/ui/stepper';
import { sidePrices } from '../../calculators/prices.ts';
import { proposedStop } from '../../calculators/stops.ts';
import { typedUnits } from '../../calculators/typed.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { quoteOf } from '../../stores/quotes.ts';
import { faultText } from './fault-text.ts';
import type { ForexForm } from './forex-draft.ts';
import { StopField, steppedPrice } from './stop-field.tsx';
import { useEstimate } from './use-estimate.ts';

interface Props {
  readonly pair: TradePair;
  readonly form: ForexForm;
}

export function TargetField({ pair, form }: Props) {
  const t = useTexts('trade');
  const formats = useFormats();
  const { target, side } = form.draft;
  const { faults } = useEstimate(pair, form.draft);
  // An empty field says what it is for; that it must be filled is said beside the button.
  const fault = target === '' ? undefined : faults.target;
  const start = target === '' ? openingNow(pair, side) : target;
  const step = pipSize(pair.PricePrecision);
  return (
    <Stepper
      label={t('target')}
      value={target}
      onValue={(value) => form.change({ target: value })}
      onStep={(direction) => form.change({ target: steppedPrice(start, step, direction, pair.PricePrecision) })}
      canDecrease
      canIncrease
      decreaseLabel={t('price.lower')}
      increaseLabel={t('price.higher')}
      hint={t('target.hint')}
      error={fault && faultText(t, formats, pair, fault)}
    />
  );
}

export function StopFields({ pair, form }: Props) {
  const { draft, change } = form;
  const { estimate, faults } = useEstimate(pair, draft);
  const propose = (kind: 'stop_loss' | 'take_profit'): string => {
    const basis = draft.pending ? typedUnits(draft.target) : undefined;
    const now = basis ?? typedUnits(openingNow(pair, draft.side === 'buy' ? 'sell' : 'buy'));
    return now === undefined ? '' : proposedStop(draft.side, kind, price(now), pair.PricePrecision);
  };
  return (
    <div className="grid gap-1">
      <StopField
        precision={pair.PricePrecision}
        kind="stop_loss"
        value={draft.stopLoss}
        onValue={(stopLoss) => change({ stopLoss })}
        propose={() => propose('stop_loss')}
        estimate={estimate?.stopLoss}
        fault={faults.stopLoss}
      />
      <StopField
        precision={pair.PricePrecision}
        kind="take_profit"
        value={draft.takeProfit}
        onValue={(takeProfit) => change({ takeProfit })}
        propose={() => propose('take_profit')}
        estimate={estimate?.takeProfit}
        fault={faults.takeProfit}
      />
    </div>
  );
}

const openingNow = (pair: TradePair, side: 'buy' | 'sell'): string => {
  const prices = sidePrices(pair, quoteOf(pair.Id));
  return prices ? formatUnits(prices[side], pair.PricePrecision) : '';
};
