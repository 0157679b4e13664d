// What stands on the chip of a running option's line: its direction and the seconds left.

import { clockText } from '../../calculators/countdown.ts';
import { useSecondsLeft } from '../../hooks/use-countdown.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import type { OptionOrder } from '../../stores/orders.ts';

export function OptionLineLabel({ option }: { option: OptionOrder }) {
  const t = useTexts('trade');
  const left = useSecondsLeft(option.endsAtMs);
  return (
    <>
      <span>{t(option.Type === 1 ? 'side.up' : 'side.down')}</span>
      <span className="tabular">{left > 0 ? clockText(left) : t('micro.settling')}</span>
    </>
  );
}
