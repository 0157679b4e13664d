// Time with its zone, open, high, low, close of the bar under the crosshair, or of the newest; and whether made-up history is in sight.

import type { Period } from '@fairtick/contract/http/market';
import { cx } from '@fairtick/ui/cx';
import { useFormats } from '@fairtick/ui/locale';
import { useEffect, useState } from 'react';
import { useTexts } from '../../../i18n/use-texts.ts';
import type { Bar } from './bars.ts';
import type { ChartView } from './chart-view.ts';

interface LegendProps {
  readonly view: ChartView;
  readonly precision: number;
  readonly zone: string;
  readonly period: Period;
}

export function Legend({ view, precision, zone, period }: LegendProps) {
  const t = useTexts('trade');
  const formats = useFormats();
  const [bar, setBar] = useState<Bar | undefined>(() => view.lastBar());
  const [madeUp, setMadeUp] = useState(false);
  const [axis, setAxis] = useState(() => view.axisWidth());
  useEffect(() => {
    let hovered: Bar | undefined;
    const show = (): void => {
      setBar(hovered ?? view.lastBar());
      setMadeUp(view.showsMadeUp());
      setAxis(view.axisWidth());
    };
    const leave = [
      view.onHover((next) => {
        hovered = next;
        show();
      }),
      view.onDrawn(show),
    ];
    show();
    return () => {
      for (const one of leave) one();
    };
  }, [view]);
  if (!bar) return null;
  const figures = [
    [t('chart.open'), bar.open],
    [t('chart.high'), bar.high],
    [t('chart.low'), bar.low],
    [t('chart.close'), bar.close],
  ] as const;
  const color = bar.close > bar.open ? 'text-up' : bar.close < bar.open ? 'text-down' : 'text-muted';
  return (
    <div
      data-legend
      // It ends before the prices of the axis.
      style={{ insetInlineEnd: axis }}
      className="pointer-events-none absolute start-3 top-2 z-10 grid gap-1 text-2xs"
    >
      <p className="tabular flex flex-wrap gap-x-2.5">
        <bdi className="whitespace-nowrap text-quiet">
          {barTime(formats.locale, zone, period).format(bar.time * 1000)}
        </bdi>
        {figures.map(([name, value]) => (
          <span key={name} className="whitespace-nowrap">
            <span className="text-quiet">{name}</span>{' '}
            <span className={cx('font-medium', color)}>{formats.price(value.toFixed(precision), precision)}</span>
          </span>
        ))}
      </p>
      {madeUp && <p className="text-quiet">{t('chart.made_up')}</p>}
    </div>
  );
}

/** With the zone, for the axis has no room to name it. */
const barTime = (locale: string, timeZone: string, period: Period): Intl.DateTimeFormat =>
  new Intl.DateTimeFormat(locale, {
    ...{ timeZone, numberingSystem: 'latn', month: 'short', day: 'numeric', timeZoneName: 'shortOffset' },
    ...(period === '1day' ? { year: 'numeric' } : { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }),
  });
