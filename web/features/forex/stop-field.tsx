// A stop-loss or take-profit: ticked or not, its price, and what it would bring in money and percent.

import { pipSize } from '@fairtick/engine/deviation';
import { formatUnits } from '@fairtick/kernel/decimal';
import { Amount } from '@fairtick/ui/amount';
import { Checkbox } from '@fairtick/ui/checkbox';
import { useFormats } from '@fairtick/ui/locale';
import { Stepper } from '@fairtick/ui/stepper';
import type { StopFault } from '../../calculators/faults.ts';
import type { StopEstimate } from '../../calculators/stops.ts';
import { moneyText, stepped, typedUnits } from '../../calculators/typed.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { stopFaultText } from './fault-text.ts';

export interface StopFieldProps {
  readonly precision: number;
  readonly kind: 'stop_loss' | 'take_profit';
  /** undefined = not ticked. */
  readonly value: string | undefined;
  readonly onValue: (value: string | undefined) => void;
  readonly propose: () => string;
  readonly estimate: StopEstimate | undefined;
  readonly fault: StopFault | undefined;
  readonly disabled?: boolean;
}

export function StopField({ precision, kind, value, onValue, propose, estimate, fault, disabled }: StopFieldProps) {
  const t = useTexts('trade');
  const formats = useFormats();
  return (
    <div>
      <div className="flex items-center justify-between gap-3">
        <Checkbox
          label={t(kind)}
          checked={value !== undefined}
          disabled={disabled}
          onChecked={(checked) => onValue(checked ? propose() : undefined)}
        />
        {estimate && !fault && <StopMoney estimate={estimate} />}
      </div>
      {value !== undefined && (
        <Stepper
          label={t(kind)}
          quietLabel
          value={value}
          disabled={disabled}
          onValue={onValue}
          onStep={(direction) => onValue(steppedPrice(value, pipSize(precision), direction, precision))}
          canDecrease
          canIncrease
          decreaseLabel={t('price.lower')}
          increaseLabel={t('price.higher')}
          error={fault && stopFaultText(t, formats, precision, fault)}
        />
      )}
    </div>
  );
}

function StopMoney({ estimate }: { estimate: StopEstimate }) {
  const formats = useFormats();
  return (
    <span className="flex items-baseline gap-2 text-sm">
      <Amount shown value={moneyText(estimate.result)} tone="result" places={2} className="font-semibold" />
      {estimate.percent !== undefined && (
        <bdi dir="ltr" className="tabular text-quiet">
          {formats.percent(formatUnits(estimate.percent), { signed: true })}
        </bdi>
      )}
    </span>
  );
}

/** A step keeps the tenths of a pip that stand there: 1.08437 goes to 1.08447. */
export function steppedPrice(text: string, step: bigint, direction: 1 | -1, precision: number): string {
  const units = typedUnits(text);
  if (units === undefined) return stepped(text, step, direction, step);
  const next = units + (direction === 1 ? step : -step);
  return formatUnits(next > 0n ? next : 0n, precision);
}
