// The chart itself: lightweight-charts behind the few things this app asks of it. Knows bars, colours and a zone; no orders, no React.

import {
  AreaSeries,
  type AutoscaleInfo,
  CandlestickSeries,
  ColorType,
  CrosshairMode,
  createChart,
  type IChartApi,
  type ISeriesApi,
  LineStyle,
  type MouseEventParams,
  TickMarkType,
  type Time,
  type UTCTimestamp,
} from 'lightweight-charts';
import type { ChartStyle } from '../../../stores/settings.ts';
import type { Bar } from './bars.ts';

export interface ChartLook {
  readonly style: ChartStyle;
  /** An IANA zone. */
  readonly zone: string;
  readonly locale: string;
  readonly precision: number;
}

type Series = ISeriesApi<'Candlestick'> | ISeriesApi<'Area'>;
const FIRST_BARS = 90;
/** Room left of a row that is shorter than that. */
const FEW_BARS = 12;
const NEAR_START_BARS = 30;
/** Lines further off than this many heights of what is shown are left outside. */
const REACH = 1.2;

export class ChartView {
  readonly #chart: IChartApi;
  readonly #hovered = new Set<(bar: Bar | undefined) => void>();
  readonly #drawn = new Set<() => void>();
  #look: ChartLook;
  #series: Series;
  #gone = false;
  #bars: readonly Bar[] = [];
  #byTime = new Map<number, Bar>();
  #levels: readonly number[] = [];
  #last: ReturnType<Series['createPriceLine']> | undefined;
  #bidAsk: { bid: ReturnType<Series['createPriceLine']>; ask: ReturnType<Series['createPriceLine']> } | undefined;

  /** `nearStart`: the user came near the oldest bar. */
  constructor(container: HTMLElement, look: ChartLook, nearStart: () => void) {
    this.#look = look;
    this.#chart = createChart(container, {
      autoSize: true,
      layout: { attributionLogo: true, background: { type: ColorType.Solid, color: 'transparent' } },
      crosshair: { mode: CrosshairMode.Normal },
      rightPriceScale: { scaleMargins: { top: 0.14, bottom: 0.08 }, borderVisible: false },
      timeScale: { borderVisible: false, rightOffset: 6, minBarSpacing: 1.5, timeVisible: true, secondsVisible: false },
      handleScale: { axisPressedMouseMove: { time: true, price: true } },
    });
    this.#series = this.#addSeries();
    this.recolour();
    this.#chart.subscribeCrosshairMove((at) => this.#hover(at));
    this.#chart.timeScale().subscribeVisibleLogicalRangeChange((range) => {
      if (range && range.from < NEAR_START_BARS && this.#bars.length > 0) nearStart();
    });
  }

  /** The bar under the crosshair; undefined when it left. */
  onHover(listener: (bar: Bar | undefined) => void): () => void {
    this.#hovered.add(listener);
    return () => this.#hovered.delete(listener);
  }

  /** Everything was drawn anew: what lies over the chart must move along. */
  onDrawn(listener: () => void): () => void {
    this.#drawn.add(listener);
    return () => this.#drawn.delete(listener);
  }

  #tellDrawn(): void {
    for (const listener of this.#drawn) listener();
  }

  /** Idempotent. What comes later, from effects that end after it, is ignored: a removed chart throws in its next frame. */
  destroy(): void {
    if (this.#gone) return;
    this.#gone = true;
    this.#chart.remove();
  }

  setLook(look: ChartLook): void {
    const before = this.#look;
    this.#look = look;
    if (before.style !== look.style || before.precision !== look.precision) {
      this.#chart.removeSeries(this.#series);
      this.#bidAsk = undefined;
      this.#last = undefined;
      this.#series = this.#addSeries();
      this.#draw();
    }
    this.recolour();
  }

  /** Reads the theme's colours from the page anew. */
  recolour(): void {
    const css = getComputedStyle(document.documentElement);
    const token = (name: string): string => css.getPropertyValue(name).trim();
    const { zone, locale } = this.#look;
    const texts = timeTexts(locale, zone);
    this.#chart.applyOptions({
      layout: {
        textColor: token('--quiet'),
        fontFamily: css.getPropertyValue('--font-sans') || 'sans-serif',
        fontSize: 11,
      },
      grid: { vertLines: { color: token('--line') }, horzLines: { color: token('--line') } },
      crosshair: {
        vertLine: { color: token('--quiet'), labelBackgroundColor: token('--quiet') },
        horzLine: { color: token('--quiet'), labelBackgroundColor: token('--quiet') },
      },
      localization: { locale, timeFormatter: (time: Time) => texts.full(seconds(time)) },
      timeScale: { tickMarkFormatter: (time: Time, type: TickMarkType) => texts.tick(seconds(time), type) },
    });
    const up = token('--up-mark');
    const down = token('--down-mark');
    if (this.#series.seriesType() === 'Candlestick') {
      this.#series.applyOptions({
        upColor: up,
        downColor: down,
        wickUpColor: up,
        wickDownColor: down,
        borderVisible: false,
      });
    } else {
      const line = token('--accent-text');
      this.#series.applyOptions({
        lineColor: line,
        topColor: `color-mix(in srgb, ${line} 24%, transparent)`,
        bottomColor: 'transparent',
      });
    }
    this.#last?.applyOptions({ color: token('--accent-text') });
    this.#bidAsk?.bid.applyOptions({ color: down });
    this.#bidAsk?.ask.applyOptions({ color: up });
  }

  /** `keepView`: bars were added to the left of what the user looks at. */
  setBars(bars: readonly Bar[], keepView: boolean): void {
    const fresh = this.#bars.length === 0;
    this.#bars = bars;
    this.#byTime = new Map(bars.map((bar) => [bar.time, bar]));
    this.#draw();
    if (fresh && !keepView && bars.length > 0) {
      this.#chart
        .timeScale()
        .setVisibleLogicalRange({ from: Math.max(bars.length - FIRST_BARS, -FEW_BARS), to: bars.length + 5 });
    }
  }

  clear(): void {
    this.#bars = [];
    this.#byTime.clear();
    if (this.#last) this.#series.removePriceLine(this.#last);
    this.#last = undefined;
    this.#draw();
    this.#chart.priceScale('right').applyOptions({ autoScale: true });
  }

  update(bar: Bar): void {
    if (!this.#byTime.has(bar.time)) this.#bars = [...this.#bars, bar];
    this.#byTime.set(bar.time, bar);
    this.#series.update(this.#point(bar));
    this.#showLast();
  }

  lastBar(): Bar | undefined {
    const last = this.#bars.at(-1);
    return last && this.#byTime.get(last.time);
  }

  /** True while a bar that was made up is in sight. */
  showsMadeUp(): boolean {
    const range = this.#chart.timeScale().getVisibleLogicalRange();
    const first = range && this.#bars[Math.max(0, Math.ceil(range.from))];
    return first?.madeUp ?? false;
  }

  setBidAsk(bid: number, ask: number): void {
    if (this.#bidAsk) {
      this.#bidAsk.bid.applyOptions({ price: bid });
      this.#bidAsk.ask.applyOptions({ price: ask });
      return;
    }
    const base = { lineWidth: 1, lineStyle: LineStyle.SparseDotted, axisLabelVisible: false } as const;
    const css = getComputedStyle(document.documentElement);
    this.#bidAsk = {
      bid: this.#series.createPriceLine({ ...base, price: bid, color: css.getPropertyValue('--down-mark').trim() }),
      ask: this.#series.createPriceLine({ ...base, price: ask, color: css.getPropertyValue('--up-mark').trim() }),
    };
  }

  dropBidAsk(): void {
    if (!this.#bidAsk || this.#gone) return;
    this.#series.removePriceLine(this.#bidAsk.bid);
    this.#series.removePriceLine(this.#bidAsk.ask);
    this.#bidAsk = undefined;
  }

  /** Prices that should be in sight where they are near enough. */
  setLevels(levels: readonly number[]): void {
    if (levels.length === this.#levels.length && levels.every((level, i) => level === this.#levels[i])) return;
    this.#levels = levels;
    this.#series.applyOptions({});
  }

  /** Pixels from the top of the pane, or undefined when outside of it. */
  yOf(price: number): number | undefined {
    const y = this.#series.priceToCoordinate(price);
    return y === null || y < 0 || y > this.paneHeight() ? undefined : y;
  }

  priceAt(y: number): number | undefined {
    const price = this.#series.coordinateToPrice(Math.min(Math.max(y, 0), this.paneHeight()));
    return price === null ? undefined : Number(price);
  }

  paneHeight(): number {
    return this.#chart.paneSize().height;
  }

  axisWidth(): number {
    return this.#chart.priceScale('right').width();
  }

  toNewest(): void {
    this.#chart.timeScale().scrollToRealTime();
  }

  #addSeries(): Series {
    const { precision, style } = this.#look;
    const options = {
      // The library's own label shows the last bar in sight; a scrolled-back chart must still show the newest price.
      lastValueVisible: false,
      priceLineVisible: false,
      priceFormat: { type: 'price', precision, minMove: 1 / 10 ** precision },
      autoscaleInfoProvider: (original: () => AutoscaleInfo | null) => this.#withLevels(original()),
    } as const;
    const series =
      style === 'candles'
        ? this.#chart.addSeries(CandlestickSeries, options)
        : this.#chart.addSeries(AreaSeries, { ...options, lineWidth: 2 });
    series.attachPrimitive({ updateAllViews: () => this.#tellDrawn() });
    return series;
  }

  #withLevels(info: AutoscaleInfo | null): AutoscaleInfo | null {
    const range = info?.priceRange;
    if (!info || !range) return info;
    const reach = (range.maxValue - range.minValue) * REACH;
    const near = this.#levels.filter((level) => level > range.minValue - reach && level < range.maxValue + reach);
    return {
      ...info,
      priceRange: {
        minValue: Math.min(range.minValue, ...near),
        maxValue: Math.max(range.maxValue, ...near),
      },
    };
  }

  #draw(): void {
    this.#series.setData(this.#bars.map((bar) => this.#point(this.#byTime.get(bar.time) ?? bar)));
    this.#showLast();
  }

  #showLast(): void {
    const price = this.lastBar()?.close;
    if (price === undefined) return;
    if (this.#last) {
      this.#last.applyOptions({ price });
      return;
    }
    const color = getComputedStyle(document.documentElement).getPropertyValue('--accent-text').trim();
    this.#last = this.#series.createPriceLine({
      price,
      color,
      lineWidth: 1,
      lineStyle: LineStyle.Dashed,
      axisLabelVisible: true,
    });
  }

  #point(bar: Bar) {
    const time = bar.time as UTCTimestamp;
    return this.#look.style === 'candles' ? { ...bar, time } : { time, value: bar.close };
  }

  #hover(at: MouseEventParams): void {
    const bar = at.time === undefined ? undefined : this.#byTime.get(seconds(at.time));
    for (const listener of this.#hovered) listener(bar);
  }
}

const seconds = (time: Time): number => (typeof time === 'number' ? time : 0);

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
      if (type === TickMarkType.DayOfMonth) return day.format(at * 1000);
      return clock.format(at * 1000);
    },
  };
}
