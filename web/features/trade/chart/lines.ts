// Which lines my orders draw on the chart of a pair. Pure.

import type { ForexOrderView } from '@fairtick/contract/http/forex';
import { readUnits } from '@fairtick/kernel/decimal';
import { sideOf } from '../../../calculators/positions.ts';
import type { OptionOrder } from '../../../stores/orders.ts';

export type StopKind = 'stop_loss' | 'take_profit';

export type ChartLine =
  | {
      readonly key: string;
      readonly kind: 'open' | 'pending' | StopKind;
      readonly price: string;
      readonly order: ForexOrderView;
    }
  | { readonly key: string; readonly kind: 'micro'; readonly price: string; readonly contract: OptionOrder };

export function linesOf(orders: readonly ForexOrderView[], contracts: readonly OptionOrder[]): readonly ChartLine[] {
  return [...orders.flatMap(orderLines), ...contracts.map(optionLine)];
}

function orderLines(order: ForexOrderView): readonly ChartLine[] {
  const own: ChartLine = {
    key: `${order.Id}/own`,
    kind: order.Status === 0 ? 'pending' : 'open',
    price: order.Price,
    order,
  };
  const stops: ChartLine[] = [];
  if (readUnits(order.TargetLossPrice) > 0n) {
    stops.push({ key: `${order.Id}/sl`, kind: 'stop_loss', price: order.TargetLossPrice, order });
  }
  if (readUnits(order.TargetProfitPrice) > 0n) {
    stops.push({ key: `${order.Id}/tp`, kind: 'take_profit', price: order.TargetProfitPrice, order });
  }
  return [own, ...stops];
}

const optionLine = (contract: OptionOrder): ChartLine => ({
  key: `${contract.Id}/micro`,
  kind: 'micro',
  price: contract.OpenPrice,
  contract,
});

/** Colours: own lines by side, stops by what they bring. */
export function toneOf(line: ChartLine): 'up' | 'down' {
  if (line.kind === 'stop_loss') return 'down';
  if (line.kind === 'take_profit') return 'up';
  if (line.kind === 'micro') return line.contract.Type === 1 ? 'up' : 'down';
  return sideOf(line.order) === 'buy' ? 'up' : 'down';
}

/** Pixels become a price on a step of the pair, as text. */
export const priceText = (price: number, precision: number): string => Math.max(price, 0).toFixed(precision);
