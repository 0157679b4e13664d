// A pair as trade_list gives it, for tests.

import type { TradePair } from '@fairtick/contract/http/market';

export const eurusd: TradePair = {
  Id: 1,
  Code: 'EURUSD',
  ShowCode: 'EUR/USD',
  Logo: '',
  CategoryId: 1,
  MarketStatus: 1,
  StatusReason: 'open',
  PricePrecision: 5,
  ForexQuotations: { Open: '', Close: '', Change: '', Bid: '', Ask: '', Time: 0 },
  HasForexMultiple: [{ Value: 100 }],
  MarginMode: 2,
  ForexContNum: '100000',
  ForexMinCont: '0.01',
  ForexMaxCont: '50',
  Pip: '0.01',
  ForexFeeRate: '0.001',
  Markup: '0',
  Base: 'EUR',
  Quote: 'USD',
  RatePairId: null,
  RateInverse: false,
};
