// The lines of the price itself on a series: the newest price, and both sides of it.

import { LineStyle } from 'lightweight-charts';
import { type Series, themeColour } from './chart-look.ts';

type Mark = ReturnType<Series['createPriceLine']>;

/** Belongs to one series, and goes with it. */
export class PriceMarks {
  readonly #series: Series;
  #last: Mark | undefined;
  #bidAsk: { readonly bid: Mark; readonly ask: Mark } | undefined;

  constructor(series: Series) {
    this.#series = series;
  }

  showLast(price: number): void {
    if (this.#last) {
      this.#last.applyOptions({ price });
      return;
    }
    this.#last = this.#series.createPriceLine({
      price,
      color: themeColour('--accent-text'),
      lineWidth: 1,
      lineStyle: LineStyle.Dashed,
      axisLabelVisible: true,
    });
  }

  dropLast(): void {
    if (this.#last) this.#series.removePriceLine(this.#last);
    this.#last = undefined;
  }

  showBidAsk(bid: number, ask: number): void {
    if (this.#bidAsk) {
      this.#bidAsk.bid.applyOptions({ price: bid });
      this.#bidAsk.ask.applyOptions({ price: ask });
      return;
    }
    const base = { lineWidth: 1, lineStyle: LineStyle.SparseDotted, axisLabelVisible: false } as const;
    this.#bidAsk = {
      bid: this.#series.createPriceLine({ ...base, price: bid, color: themeColour('--down-mark') }),
      ask: this.#series.createPriceLine({ ...base, price: ask, color: themeColour('--up-mark') }),
    };
  }

  dropBidAsk(): void {
    if (!this.#bidAsk) return;
    this.#series.removePriceLine(this.#bidAsk.bid);
    this.#series.removePriceLine(this.#bidAsk.ask);
    this.#bidAsk = undefined;
  }

  recolour(): void {
    this.#last?.applyOptions({ color: themeColour('--accent-text') });
    this.#bidAsk?.bid.applyOptions({ color: themeColour('--down-mark') });
    this.#bidAsk?.ask.applyOptions({ color: themeColour('--up-mark') });
  }
}
