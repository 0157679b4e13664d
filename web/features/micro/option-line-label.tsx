// What stands on the chip of a running option's line: its direction and the seconds left.

import ArrowDown from 'lucide-react/icons/arrow-down';
import ArrowUp from 'lucide-react/icons/arrow-up';
import { clockText } from '../../calculators/countdown.ts';
import { useSecondsLeft } from '../../hooks/use-countdown.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import type { OptionOrder } from '../../stores/orders.ts';

export function OptionLineLabel({ option }: { option: OptionOrder }) {
  const t = useTexts('trade');
  const left = useSecondsLeft(option.endsAtMs);
  const Arrow = option.Type === 1 ? ArrowUp : ArrowDown;
  return (
    <>
      <Arrow aria-hidden="true" size={12} className="text-quiet" />
      <span>{t(option.Type === 1 ? 'side.up' : 'side.down')}</span>
      <span className="tabular">{left > 0 ? clockText(left) : t('micro.settling')}</span>
    </>
  );
}
