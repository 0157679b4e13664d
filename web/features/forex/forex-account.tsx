// The forex account at a glance: net value, open result, margins and how near the stop-out is.

import { amount, formatUnits, readUnits } from '@fairtick/kernel/decimal';
import { Amount } from '@fairtick/ui/amount';
import { Banner } from '@fairtick/ui/banner';
import { cx } from '@fairtick/ui/cx';
import { useFormats } from '@fairtick/ui/locale';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import type { ReactNode } from 'react';
import { restOfNet } from '../../calculators/account-figures.ts';
import { useForexTotals } from '../../hooks/use-account.ts';
import { useForexAccount } from '../../hooks/use-figures.ts';
import { useOpenNet } from '../../hooks/use-open-results.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { MarginLevel, MarginLevelBar } from './margin-gauge.tsx';

const WARN_LEVEL_PERCENT = 150;

function useFigures() {
  const t = useTexts('orders');
  const formats = useFormats();
  const totals = useForexTotals();
  const account = useForexAccount();
  const result = useOpenNet();
  const rest = account && restOfNet(account, amount(readUnits(totals?.ProfitsTotal ?? '0')));
  const text = (units: bigint | undefined): string => (units === undefined ? '' : formatUnits(units));
  const figure = (key: 'used' | 'free' | 'held' | 'gain', units: bigint | undefined) =>
    [t(`account.${key}`), <Amount key={key} value={text(units)} />] as const;
  const line = [figure('used', account?.usedMargin), figure('free', account?.freeMargin)];
  const hazard = [t('account.hazard'), <bdi key="hazard">{formats.percent(totals?.HazardRate ?? '0')}</bdi>] as const;
  // With these two, where there are any, used and free margin add up to the net value.
  const card = [
    ...line,
    ...(rest && rest.held > 0n ? [figure('held', rest.held)] : []),
    ...(rest && rest.gain > 0n ? [figure('gain', rest.gain)] : []),
    hazard,
  ];
  return { line, card, netValue: text(account?.netValue), result: result ?? '', level: totals?.MarginLevel ?? '' };
}

export function ForexAccountCard({ action }: { action?: ReactNode }) {
  const t = useTexts('orders');
  const { card, netValue, result, level } = useFigures();
  return (
    <section aria-label={t('account.label')} className="rounded-xl border border-line bg-surface p-4 shadow-card">
      <div className="flex items-start justify-between gap-4">
        <div>
          <p className="text-muted text-sm">{t('account.net')}</p>
          <Amount value={netValue} places={2} className="font-semibold text-2xl tracking-[-0.02em]" />
          <p className="mt-0.5 text-muted text-sm">
            {t('account.open_result')}{' '}
            <Amount value={result === '' ? '0' : result} tone="result" places={2} className="font-semibold" />
          </p>
        </div>
        {action}
      </div>
      <dl className="mt-4 grid grid-cols-2 gap-x-6 gap-y-2.5 border-line border-t pt-3 sm:grid-cols-3">
        {card.map(([term, figure]) => (
          <div key={term}>
            <dt className="text-quiet text-xs">{term}</dt>
            <dd className="tabular font-medium text-base">{figure}</dd>
          </div>
        ))}
      </dl>
      <MarginLevelBar className="mt-4" />
      <LevelWarning level={level} className="mt-3" />
    </section>
  );
}

/** The same on one line, for the panel under the chart. */
export function ForexAccountLine() {
  const t = useTexts('orders');
  const { line, netValue, result } = useFigures();
  return (
    <dl className="scroll-x flex shrink-0 items-center justify-between gap-5 border-line border-t px-4 py-2 text-xs">
      {[
        [t('account.net'), <Amount key="net" value={netValue} places={2} />] as const,
        [
          t('account.open_result'),
          <Amount key="result" value={result === '' ? '0' : result} tone="result" places={2} />,
        ] as const,
        ...line,
        [t('account.level'), <MarginLevel key="level" />] as const,
      ].map(([term, figure]) => (
        <div key={term} className="flex items-baseline gap-1.5 whitespace-nowrap">
          <dt className="text-quiet">{term}</dt>
          <dd className="tabular font-semibold">{figure}</dd>
        </div>
      ))}
    </dl>
  );
}

function LevelWarning({ level, className }: { level: string; className?: string }) {
  const t = useTexts('orders');
  if (level === '' || Number(level) > WARN_LEVEL_PERCENT) return null;
  return (
    <Banner tone="danger" icon={<TriangleAlert size={20} />} className={cx(className)}>
      {t('account.warning')}
    </Banner>
  );
}
