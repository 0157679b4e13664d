// What the option may bring and cost, and how often one must win to lose nothing.

import { formatUnits } from '@fairtick/kernel/decimal';
import { Amount } from '@fairtick/ui/amount';
import { FigureRow } from '@fairtick/ui/figure-row';
import { useFormats } from '@fairtick/ui/locale';
import { type OptionEstimate, optionRates } from '../../calculators/option-estimate.ts';
import { moneyText } from '../../calculators/typed.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import type { OptionDuration } from './option-draft.ts';

export function Outlook(props: { duration: OptionDuration; lossLevel: 0 | 1; estimate: OptionEstimate | undefined }) {
  const t = useTexts('trade');
  const formats = useFormats();
  const rates = optionRates(props.duration.ProfitRatio, props.lossLevel);
  const percent = (units: bigint): string => formats.percent(formatUnits(units), { signed: true, places: 0 });
  const { estimate } = props;
  return (
    <div className="rounded-lg bg-sunken px-4 py-2.5">
      <dl>
        <FigureRow term={t('micro.if_win', { percent: percent(rates.win) })}>
          <Amount shown value={estimate ? moneyText(estimate.gain) : ''} tone="result" />
        </FigureRow>
        <FigureRow term={t('micro.if_loss', { percent: percent(-rates.loss) })}>
          <Amount shown value={estimate ? moneyText(-estimate.loss) : ''} tone="result" />
        </FigureRow>
        <FigureRow term={t('micro.if_tie')}>
          <Amount shown value={estimate ? '0' : ''} />
        </FigureRow>
        <FigureRow term={t('micro.break_even')}>
          {formats.percent(formatUnits(rates.breakEven), { places: 1 })}
        </FigureRow>
      </dl>
    </div>
  );
}
