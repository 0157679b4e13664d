// What the socket asks of the rest of the server. It sends states, not events: what it asks for is always the newest.

import type { DayMarket, KlineUpdate } from '@fairtick/contract/socket/messages';

export interface SocketMarket {
  readonly pairIds: readonly number[];
  pairIdOf(code: string): number | undefined;
  codeOf(pairId: number): string | undefined;
  /** Calls `listener` after each change of a pair's price, candle or status; it must be cheap. Returns a function that ends it. */
  onChange(listener: (pairId: number) => void): () => void;
  /** undefined before the pair's first price. */
  dayMarket(pairId: number): DayMarket | undefined;
  /** The current candle of each period. */
  klines(pairId: number): readonly KlineUpdate[];
}
