// How many lots, by the pair's own steps and bounds.

import type { TradePair } from '@fairtick/contract/http/market';
import { formatUnits, readUnits } from '@fairtick/kernel/decimal';
import { useFormats } from '@fairtick/ui/locale';
import { Stepper } from '@fairtick/ui/stepper';
import { decimalsOf, stepped, typedUnits } from '../../calculators/typed.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { faultText } from './fault-text.ts';
import type { ForexForm } from './forex-draft.ts';
import { useEstimate } from './use-estimate.ts';

export function LotsField({ pair, form }: { pair: TradePair; form: ForexForm }) {
  const t = useTexts('trade');
  const formats = useFormats();
  const step = readUnits(pair.Pip);
  const least = readUnits(pair.ForexMinCont);
  const units = typedUnits(form.draft.quantity) ?? 0n;
  const { faults } = useEstimate(pair, form.draft);
  return (
    <Stepper
      label={t('lots')}
      value={form.draft.quantity}
      onValue={(quantity) => form.change({ quantity })}
      onStep={(direction) => form.change({ quantity: stepped(form.draft.quantity, step, direction, least) })}
      canDecrease={units - step > 0n && units > least}
      canIncrease={units + step <= readUnits(pair.ForexMaxCont)}
      decreaseLabel={t('lots.less')}
      increaseLabel={t('lots.more')}
      hint={t('lots.bounds', {
        min: formats.number(formatUnits(least, decimalsOf(step))),
        max: formats.number(pair.ForexMaxCont),
      })}
      error={faults.quantity && faultText(t, formats, pair, faults.quantity)}
    />
  );
}
