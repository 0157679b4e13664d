// A tick that decided an order: its prices, its times, its place in the public log.

import { useFormats } from '@fairtick/ui/locale';
import { useTexts } from '../../i18n/use-texts.ts';
import type { TickReport } from './check-order.ts';
import { Mark } from './mark.tsx';

export function TickCard({ report: { tick, inLog } }: { report: TickReport }) {
  const t = useTexts('verify');
  const formats = useFormats();
  const title = tick.role === 'rate' ? (`tick.rate_${tick.at}` as const) : (`tick.${tick.role}` as const);
  return (
    <div className="grid gap-1.5 rounded-md bg-sunken px-4 py-3">
      <p className="flex items-center justify-between gap-3">
        <span className="font-medium text-sm">{t(title)}</span>
        <Mark ok={inLog} text={t(inLog ? 'tick.in_log' : 'tick.not_in_log')} />
      </p>
      <p className="tabular flex flex-wrap items-baseline gap-x-4 font-semibold text-md">
        <bdi dir="ltr">{tick.pair}</bdi>
        <span>
          <span className="font-normal text-quiet text-xs">{t('tick.bid')}</span> <bdi dir="ltr">{tick.bid}</bdi>
        </span>
        <span>
          <span className="font-normal text-quiet text-xs">{t('tick.ask')}</span> <bdi dir="ltr">{tick.ask}</bdi>
        </span>
      </p>
      <p className="tabular flex flex-wrap gap-x-4 text-quiet text-xs">
        <span>
          {t('tick.time', { time: `${formats.dateTime(tick.sourceTime)} (${milliseconds(tick.sourceTime)})` })}
        </span>
        <span>{t('tick.seq', { seq: formats.count(tick.seq) })}</span>
        <span>{t('tick.index', { index: formats.count(tick.index) })}</span>
        <span>{t('tick.source', { source: tick.source })}</span>
      </p>
    </div>
  );
}

/** Seconds and milliseconds: two ticks may lie within one second. */
const milliseconds = (ms: number): string => new Date(ms).toISOString().slice(17, 23);
