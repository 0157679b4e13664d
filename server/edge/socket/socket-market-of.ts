// The market domain as the socket sees it: its ticks and statuses as changes, its newest state in the contract's words.

import { type Market, PERIOD_MINUTES, periodName, toCandle, toQuotations } from '../../domains/market/index.ts';
import type { SocketMarket } from './socket-market.ts';

export function socketMarketOf(
  market: Pick<Market, 'pairs' | 'onTick' | 'statuses' | 'quotations' | 'candles'>,
): SocketMarket {
  return {
    pairIds: market.pairs.all().map((pair) => pair.id),
    pairIdOf: (code) => market.pairs.byCode(code)?.id,
    codeOf: (pairId) => market.pairs.get(pairId)?.code,
    onChange(listener) {
      const ends = [
        market.onTick((tick) => listener(tick.pairId)),
        market.statuses.onChange((pairId) => listener(pairId)),
      ];
      return () => {
        for (const end of ends) end();
      };
    },
    dayMarket(pairId) {
      const pair = market.pairs.get(pairId);
      const quotation = market.quotations.of(pairId);
      if (!pair || !quotation) return undefined;
      const { Open, Close, Bid, Ask, Time, Change } = toQuotations(pair, quotation);
      return {
        symbol: pair.code,
        quotation: { open: Open, close: Close, bid: Bid, ask: Ask, time: Time, index: quotation.tick.logIndex },
        change: Change,
        status: market.statuses.of(pairId).reason,
      };
    },
    klines: (pairId) =>
      PERIOD_MINUTES.flatMap((period) => {
        const candle = market.candles.newest(pairId, period);
        if (!candle) return [];
        const { Source: _, ...kline } = toCandle(candle, market.pairs.precision(pairId));
        return [{ kline: { Period: periodName(period), ...kline } }];
      }),
  };
}
