// How the chart looks: the theme's colours read from the page, and times written in the user's language and zone.

import { type ChartOptions, type DeepPartial, type ISeriesApi, TickMarkType, type Time } from 'lightweight-charts';
import type { ChartStyle } from '../../../stores/settings.ts';

export interface ChartLook {
  readonly style: ChartStyle;
  /** An IANA zone. */
  readonly zone: string;
  readonly locale: string;
  readonly precision: number;
}

export type Series = ISeriesApi<'Candlestick'> | ISeriesApi<'Area'>;

/** A colour of the theme that is on now. */
export const themeColour = (name: '--quiet' | '--line' | '--up-mark' | '--down-mark' | '--accent-text'): string =>
  getComputedStyle(document.documentElement).getPropertyValue(name).trim();

export function chartOptions({ zone, locale }: ChartLook): DeepPartial<ChartOptions> {
  const texts = timeTexts(locale, zone);
  const quiet = themeColour('--quiet');
  const line = themeColour('--line');
  return {
    layout: {
      textColor: quiet,
      fontFamily: getComputedStyle(document.documentElement).getPropertyValue('--font-sans') || 'sans-serif',
      fontSize: 11,
    },
    grid: { vertLines: { color: line }, horzLines: { color: line } },
    crosshair: {
      vertLine: { color: quiet, labelBackgroundColor: quiet },
      horzLine: { color: quiet, labelBackgroundColor: quiet },
    },
    localization: { locale, timeFormatter: (time: Time) => texts.full(seconds(time)) },
    timeScale: { tickMarkFormatter: (time: Time, type: TickMarkType) => texts.tick(seconds(time), type) },
  };
}

export function colourSeries(series: Series): void {
  const up = themeColour('--up-mark');
  const down = themeColour('--down-mark');
  if (series.seriesType() === 'Candlestick') {
    series.applyOptions({ upColor: up, downColor: down, wickUpColor: up, wickDownColor: down, borderVisible: false });
    return;
  }
  const line = themeColour('--accent-text');
  series.applyOptions({
    lineColor: line,
    topColor: `color-mix(in srgb, ${line} 24%, transparent)`,
    bottomColor: 'transparent',
  });
}

/** UTC seconds of a bar; the app gives the chart no other kind of time. */
export const seconds = (time: Time): number => (typeof time === 'number' ? time : 0);

function timeTexts(locale: string, zone: string) {
  const tag = locale.includes('-u-') ? `${locale}-nu-latn` : `${locale}-u-nu-latn`;
  const make = (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(tag, { ...options, timeZone: zone });
  const full = make({ month: 'short', day: 'numeric', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
  const clock = make({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
  const day = make({ month: 'numeric', day: 'numeric' });
  const month = make({ month: 'short' });
  const year = make({ year: 'numeric' });
  return {
    full: (at: number) => full.format(at * 1000),
    tick: (at: number, type: TickMarkType): string => {
      if (type === TickMarkType.Year) return year.format(at * 1000);
      if (type === TickMarkType.Month) return month.format(at * 1000);
      // A canvas that runs left to right shows the marks of a text that runs the other way as a digit out of place.
      if (type === TickMarkType.DayOfMonth) return day.format(at * 1000).replace(/[\u200e\u200f\u061c]/g, '');
      return clock.format(at * 1000);
    },
  };
}
