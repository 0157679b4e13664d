// Above the chart: six periods, candles or line, and the time zone.

import type { Period } from '@fairtick/contract/http/market';
import { cx } from '@fairtick/ui/cx';
import { IconButton } from '@fairtick/ui/icon-button';
import { late } from '@fairtick/ui/late';
import ChartCandlestick from 'lucide-react/icons/chart-candlestick';
import ChartLine from 'lucide-react/icons/chart-line';
import Globe from 'lucide-react/icons/globe';
import { Suspense, useId, useState } from 'react';
import { SayAway } from '../../../hooks/say-away.ts';
import { useSettings } from '../../../hooks/use-settings.ts';
import { useTexts } from '../../../i18n/use-texts.ts';
import { setSettings } from '../../../stores/settings.ts';

const PERIODS: readonly { readonly value: Period; readonly text: string }[] = [
  { value: '1min', text: '1M' },
  { value: '5min', text: '5M' },
  { value: '15min', text: '15M' },
  { value: '30min', text: '30M' },
  { value: '60min', text: '1H' },
  { value: '1day', text: '1D' },
];
const ZoneSheet = late(async () => (await import('./zone-sheet.tsx')).ZoneSheet, SayAway);

export function PeriodBar() {
  const t = useTexts('trade');
  const name = useId();
  const { period, chartStyle } = useSettings();
  const [zones, setZones] = useState<'never' | 'open' | 'closed'>('never');
  return (
    <div className="flex shrink-0 items-center justify-between gap-1 border-line border-b ps-2 lg:ps-4">
      <div role="radiogroup" aria-label={t('period.label')} className="scroll-x flex min-w-0">
        {PERIODS.map(({ value, text }) => (
          <label
            key={value}
            className={cx(
              'relative grid h-11 min-w-11 cursor-pointer place-items-center px-1.5 font-semibold text-sm',
              'has-focus-visible:outline-2 has-focus-visible:outline-accent-text has-focus-visible:-outline-offset-2',
              value === period ? 'text-accent-text' : 'text-quiet hover:text-ink',
            )}
          >
            <input
              type="radio"
              name={name}
              checked={value === period}
              onChange={() => setSettings({ period: value })}
              className="absolute inset-0 size-full cursor-[inherit] appearance-none opacity-0"
            />
            {text}
            {value === period && <span className="absolute inset-x-2.5 bottom-0 h-0.5 rounded-full bg-accent-text" />}
          </label>
        ))}
      </div>
      <div className="flex shrink-0">
        <IconButton
          label={t(chartStyle === 'candles' ? 'chart.as_line' : 'chart.as_candles')}
          onClick={() => setSettings({ chartStyle: chartStyle === 'candles' ? 'line' : 'candles' })}
        >
          {chartStyle === 'candles' ? (
            <ChartLine aria-hidden="true" size={19} />
          ) : (
            <ChartCandlestick aria-hidden="true" size={19} />
          )}
        </IconButton>
        <IconButton label={t('zone.label')} onClick={() => setZones('open')}>
          <Globe aria-hidden="true" size={19} />
        </IconButton>
      </div>
      {zones !== 'never' && (
        <Suspense>
          <ZoneSheet open={zones === 'open'} onOpen={(open) => setZones(open ? 'open' : 'closed')} />
        </Suspense>
      )}
    </div>
  );
}
