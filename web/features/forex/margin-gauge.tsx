// The account's margin level as a gauge: as it stands, and from where to where an order would take it.

import { readUnits, UNIT } from '@fairtick/kernel/decimal';
import { cx } from '@fairtick/ui/cx';
import { LevelGauge } from '@fairtick/ui/gauge';
import { type Formats, useFormats } from '@fairtick/ui/locale';
import type { AccountFigures } from '../../calculators/account-figures.ts';
import { gaugeLevel, marginLevel } from '../../calculators/margin-use.ts';
import { moneyText } from '../../calculators/typed.ts';
import { useForexTotals } from '../../hooks/use-account.ts';
import { useTexts } from '../../i18n/use-texts.ts';

/** Nobody counts hundredths of a level that is far from harm. */
const WHOLE_FROM = 1_000n * UNIT;

export const levelText = (formats: Formats, level: bigint | undefined): string =>
  level === undefined ? '—' : formats.percent(moneyText(level), { places: level >= WHOLE_FROM ? 0 : 2 });

/** undefined while nothing is open. */
export function useMarginLevel(): bigint | undefined {
  const text = useForexTotals()?.MarginLevel ?? '';
  return text === '' ? undefined : readUnits(text);
}

/** With its figure beside it, on one line. */
export function MarginLevel({ className }: { className?: string }) {
  const t = useTexts('orders');
  const formats = useFormats();
  const level = useMarginLevel();
  const text = levelText(formats, level);
  return (
    <span className={cx('flex items-center gap-2', className)}>
      <LevelGauge label={t('account.level')} level={gaugeLevel(level)} text={text} className="w-16 shrink-0" />
      <bdi aria-hidden="true">{text}</bdi>
    </span>
  );
}

/** Over the whole width, with its marks. */
export function MarginLevelBar({ className }: { className?: string }) {
  const t = useTexts('orders');
  const formats = useFormats();
  const level = useMarginLevel();
  return <Bar term={t('account.level')} level={level} text={levelText(formats, level)} className={className} />;
}

interface MarginChangeProps {
  readonly account: AccountFigures;
  readonly after: Pick<AccountFigures, 'netValue' | 'usedMargin'>;
}

/** What an order would make of it. */
export function MarginChange({ account, after }: MarginChangeProps) {
  const t = useTexts('orders');
  const formats = useFormats();
  const before = marginLevel(account);
  const level = marginLevel(after);
  const text = `${levelText(formats, before)} → ${levelText(formats, level)}`;
  return <Bar term={t('account.level')} level={level} before={gaugeLevel(before)} text={text} className="py-1" />;
}

interface BarProps {
  readonly term: string;
  readonly level: bigint | undefined;
  readonly before?: number | undefined;
  readonly text: string;
  readonly className?: string | undefined;
}

function Bar({ term, level, before, text, className }: BarProps) {
  return (
    <div className={className}>
      <p aria-hidden="true" className="flex flex-wrap items-baseline justify-between gap-x-4 pb-2 text-sm">
        <span className="text-muted">{term}</span>
        <bdi dir="ltr" className="tabular font-medium">
          {text}
        </bdi>
      </p>
      <LevelGauge marked label={term} level={gaugeLevel(level)} before={before} text={text} />
    </div>
  );
}
