// An order as the server shows it, for tests: a buy of EUR/USD that its stop-loss closed.

import type { ForexOrderView } from '@fairtick/contract/http/forex';

const ORDER: ForexOrderView = {
  Id: '1',
  OriginId: '',
  OrderType: 1,
  Quantity: '1',
  OriginPrice: '1.1002',
  Price: '1.1002',
  UpdatePrice: '1.0985',
  FactProfits: '-170',
  CautionMoney: '1100.2',
  TradeFee: '1.1002',
  TargetLossPrice: '1.0990',
  TargetProfitPrice: '0',
  Status: 3,
  Multiple: 100,
  CloseReason: 'stop_loss',
  CreateTimeHandler: '',
  CompleteTimeHandler: '',
  CreateTime: 0,
  OpenTime: 0,
  CompleteTime: 1,
  ForexContNum: '100000',
  Markup: '0.00010',
  ForexTradeLists: { Id: 1, Code: 'EURUSD', ShowCode: 'EUR/USD', PricePrecision: 5 },
};

export const orderOf = (change: Partial<ForexOrderView>): ForexOrderView => ({ ...ORDER, ...change });
