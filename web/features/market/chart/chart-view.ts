// The chart itself: lightweight-charts behind the few things this app asks of it. Knows bars, colours and a zone; no orders, no React.

import {
  AreaSeries,
  CandlestickSeries,
  ColorType,
  CrosshairMode,
  createChartEx,
  type IChartApiBase,
  type LogicalRange,
  type MouseEventParams,
  type Time,
  type UTCTimestamp,
} from 'lightweight-charts';
import type { Bar } from './bars.ts';
import { type ChartLook, chartOptions, colourSeries, type Series, seconds } from './chart-look.ts';
import { PriceMarks } from './price-marks.ts';
import { ZoneScale } from './zone-scale.ts';

const FIRST_BARS = 90;
/** Room left of a row that is shorter than that. */
const FEW_BARS = 12;
/** Room to the right of the newest bar. */
const ROOM_BARS = 6;
const NEAR_START_BARS = 30;
/** So much of the width may be empty to the right of the newest bar. */
const MOST_EMPTY = 0.5;

export class ChartView {
  readonly #chart: IChartApiBase<Time>;
  readonly #scale = new ZoneScale();
  readonly #hovered = new Set<(bar: Bar | undefined) => void>();
  readonly #drawn = new Set<() => void>();
  #look: ChartLook;
  #series: Series;
  #marks: PriceMarks;
  #gone = false;
  #bars: readonly Bar[] = [];
  #byTime = new Map<number, Bar>();

  /** `nearStart`: the user came near the oldest bar. */
  constructor(container: HTMLElement, look: ChartLook, nearStart: () => void) {
    this.#look = look;
    this.#scale.setZone(look.zone);
    this.#chart = createChartEx<Time, ZoneScale>(container, this.#scale, {
      autoSize: true,
      // The library writes its mark as markup, which the page's policy refuses: price-chart.tsx draws it.
      layout: { attributionLogo: false, background: { type: ColorType.Solid, color: 'transparent' } },
      crosshair: { mode: CrosshairMode.Normal },
      rightPriceScale: { scaleMargins: { top: 0.14, bottom: 0.08 }, borderVisible: false },
      timeScale: {
        ...{
          borderVisible: false,
          rightOffset: ROOM_BARS,
          minBarSpacing: 1.5,
          timeVisible: true,
          secondsVisible: false,
        },
        // Nothing lies before the oldest bar: older ones come before it is reached.
        fixLeftEdge: true,
      },
      handleScale: { axisPressedMouseMove: { time: true, price: true } },
    });
    this.#series = this.#addSeries();
    this.#marks = new PriceMarks(this.#series);
    this.recolour();
    this.#chart.subscribeCrosshairMove((at) => this.#hover(at));
    this.#chart.timeScale().subscribeVisibleLogicalRangeChange((range) => {
      if (!range || this.#bars.length === 0) return;
      this.#keepInSight(range);
      if (range.from < NEAR_START_BARS) nearStart();
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
    if (before.zone !== look.zone) {
      this.#scale.setZone(look.zone);
      // The same times again would keep their old marks.
      this.#series.setData([]);
      this.#draw();
    }
    if (before.style !== look.style || before.precision !== look.precision) {
      this.#chart.removeSeries(this.#series);
      this.#series = this.#addSeries();
      this.#marks = new PriceMarks(this.#series);
      this.#draw();
    }
    this.recolour();
  }

  /** Reads the theme's colours from the page anew. */
  recolour(): void {
    this.#chart.applyOptions(chartOptions(this.#look));
    colourSeries(this.#series);
    this.#marks.recolour();
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
    this.#marks.dropLast();
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
    this.#marks.showBidAsk(bid, ask);
  }

  dropBidAsk(): void {
    if (!this.#gone) this.#marks.dropBidAsk();
  }

  /** Pixels from the top of the pane; above or below where it is outside of it. */
  placeOf(price: number): number | 'above' | 'below' | undefined {
    const y = this.#gone ? null : this.#series.priceToCoordinate(price);
    if (y === null) return undefined;
    return y < 0 ? 'above' : y > this.paneHeight() ? 'below' : y;
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

  /** The newest bar is out of sight, or the scale of prices was taken by hand. */
  isAway(): boolean {
    if (this.#gone || this.#bars.length === 0) return false;
    const range = this.#chart.timeScale().getVisibleLogicalRange();
    const hidden = range !== null && range.to < this.#bars.length - 1.5;
    return hidden || this.#chart.priceScale('right').options().autoScale === false;
  }

  toNewest(): void {
    this.#chart.priceScale('right').applyOptions({ autoScale: true });
    // Not animated: a tick may end the way before it is through.
    this.#chart.timeScale().scrollToPosition(ROOM_BARS, false);
  }

  /** However far it is thrown, bars stay in sight. */
  #keepInSight({ from, to }: LogicalRange): void {
    const excess = to - (this.#bars.length - 1) - (to - from) * MOST_EMPTY;
    if (excess > 0.01) this.#chart.timeScale().setVisibleLogicalRange({ from: from - excess, to: to - excess });
  }

  #addSeries(): Series {
    const { precision, style } = this.#look;
    const options = {
      // The library's own label shows the last bar in sight; a scrolled-back chart must still show the newest price.
      lastValueVisible: false,
      priceLineVisible: false,
      priceFormat: { type: 'price', precision, minMove: 1 / 10 ** precision },
    } as const;
    const series =
      style === 'candles'
        ? this.#chart.addSeries(CandlestickSeries, options)
        : this.#chart.addSeries(AreaSeries, { ...options, lineWidth: 2 });
    series.attachPrimitive({ updateAllViews: () => this.#tellDrawn() });
    return series;
  }

  #draw(): void {
    this.#series.setData(this.#bars.map((bar) => this.#point(this.#byTime.get(bar.time) ?? bar)));
    this.#showLast();
  }

  #showLast(): void {
    const price = this.lastBar()?.close;
    if (price !== undefined) this.#marks.showLast(price);
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
