// Which lines my forex orders draw on the chart of their pair. Pure.

import type { ForexOrderView } from '@fairtick/contract/http/forex';
import { readUnits } from '@fairtick/kernel/decimal';

export type StopKind = 'stop_loss' | 'take_profit';

export interface ForexLine {
  readonly key: string;
  readonly kind: 'open' | 'pending' | StopKind;
  readonly price: string;
  readonly order: ForexOrderView;
}
export type StopLine = ForexLine & { readonly kind: StopKind };

/** Of each order its own line, then one for each stop it has. */
export function forexLinesOf(order: ForexOrderView): readonly ForexLine[] {
  const lines: ForexLine[] = [
    { key: `${order.Id}/own`, kind: order.Status === 0 ? 'pending' : 'open', price: order.Price, order },
    { key: `${order.Id}/sl`, kind: 'stop_loss', price: order.TargetLossPrice, order },
    { key: `${order.Id}/tp`, kind: 'take_profit', price: order.TargetProfitPrice, order },
  ];
  return lines.filter((line) => !isStop(line) || readUnits(line.price) > 0n);
}

export const isStop = (line: ForexLine): line is StopLine => line.kind === 'stop_loss' || line.kind === 'take_profit';
