// The newest prices as traders know them: good enough to place orders near the market.

import { setTimeout as delay } from 'node:timers/promises';
import { formatUnits, readUnits } from '@fairtick/kernel/decimal';
import { call } from './api.ts';
import { fieldOf, textOf } from './trader.ts';

export interface Quote {
  readonly pairId: number;
  readonly code: string;
  readonly bid: bigint;
  readonly ask: bigint;
  readonly multiples: readonly number[];
  /** Whether it trades now. */
  readonly live: boolean;
  /** From bid to ask, in points. */
  readonly spreadPoints: number;
  /** The mid so many points away, as one types it. */
  shifted(points: number): string;
}

/** Pairs that tick often, with and without a rate pair. */
const TRADED: ReadonlySet<string> = new Set([
  'EURUSD',
  'USDJPY',
  'EURGBP',
  'GBPUSD',
  'XAUUSD',
  'XAGUSD',
  'BTCUSD',
  'ETHUSD',
]);

const READ_LIMIT_MS = 30_000;

export class Quotes {
  #quotes: Quote[] = [];

  all(): readonly Quote[] {
    return this.#quotes;
  }

  of(code: string): Quote {
    const quote = this.#quotes.find((one) => one.code === code);
    if (!quote) throw new Error(`there is no price of ${code}`);
    return quote;
  }

  /** Until these pairs trade: after a start each waits for its first tick. Or until `isOver`, where nothing trades any more. */
  async untilLive(url: string, codes: readonly string[], isOver: () => boolean = () => false): Promise<void> {
    const until = performance.now() + READ_LIMIT_MS;
    while (performance.now() < until) {
      await this.refresh(url);
      if (isOver()) return;
      if (codes.every((code) => this.#quotes.find((one) => one.code === code)?.live)) return;
      await delay(25);
    }
    throw new Error(`no live prices of ${codes.join(', ')}`);
  }

  /** Whether the server answered with prices. */
  async refresh(url: string): Promise<boolean> {
    const heard = await call(url, 'trade_list', {});
    if (heard?.code !== 1 || !Array.isArray(heard.data)) return false;
    const quotes = heard.data.flatMap((row: unknown) => {
      const quote = quoteOf(row);
      return quote && TRADED.has(quote.code) ? [quote] : [];
    });
    if (quotes.length > 0) this.#quotes = quotes;
    return quotes.length > 0;
  }
}

function quoteOf(row: unknown): Quote | undefined {
  const quotation = fieldOf(row, 'ForexQuotations');
  const precision = fieldOf(row, 'PricePrecision');
  const pairId = fieldOf(row, 'Id');
  const offered = fieldOf(row, 'HasForexMultiple');
  const [bid, ask] = [textOf(quotation, 'Bid'), textOf(quotation, 'Ask')];
  if (typeof pairId !== 'number' || typeof precision !== 'number' || bid === '' || ask === '') return undefined;
  const multiples = Array.isArray(offered) ? offered.map((one: unknown) => Number(fieldOf(one, 'Value'))) : [];
  const step = 10n ** BigInt(8 - precision);
  const mid = ((readUnits(bid) + readUnits(ask)) / 2n / step) * step;
  return {
    pairId,
    code: textOf(row, 'Code'),
    bid: readUnits(bid),
    ask: readUnits(ask),
    multiples,
    live: fieldOf(row, 'MarketStatus') === 1,
    spreadPoints: Number((readUnits(ask) - readUnits(bid)) / step),
    shifted: (points) => formatUnits(mid + BigInt(points) * step, precision),
  };
}
