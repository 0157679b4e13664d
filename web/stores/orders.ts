// My orders, page by page, and the commands on them. What moves with the market on top of them stands in positions.ts.

import type { EndpointOptions } from '@fairtick/contract/client/caller';
import type { ForexOrderView } from '@fairtick/contract/http/forex';
import type { AnswerOf, InputOf } from '@fairtick/contract/http/index';
import type { MicroOrderView } from '@fairtick/contract/http/micro';
import { systemClock } from '@fairtick/kernel/clock';
import { refreshAfter } from './account.ts';
import { call } from './api.ts';
import { keepReceipts } from './receipts.ts';

export interface OrderPage<T> {
  readonly data: readonly T[];
  readonly total: number;
  /** Sums over all pages: results, and results less fees and nights; absent where the server does not count them. */
  readonly all_fact_profits?: string;
  readonly all_net_profits?: string;
}

/** 0 pending orders, 1 open positions, 3 closed ones. */
export type ForexTab = 0 | 1 | 3;
/** 1 running options, 3 ended ones. */
export type OptionTab = 1 | 3;

/** An option with the moment on this device's clock at which it ends. */
export interface OptionOrder extends MicroOrderView {
  readonly endsAtMs: number;
}

/** Copies alone (1), orders of one's own alone (0), or both. */
export type Origin = 0 | 1 | '';

export const fetchForexOrders = (
  { status, copies }: { readonly status: ForexTab; readonly copies: Origin },
  page: number,
  signal: AbortSignal,
): Promise<OrderPage<ForexOrderView>> => call('my_deal', { status, page, copies }, { quiet: true, signal });

export async function fetchOptions(
  status: OptionTab,
  page: number,
  signal: AbortSignal,
): Promise<OrderPage<OptionOrder>> {
  const answer = await call('micro_orders', { status, page }, { quiet: true, signal });
  const nowMs = systemClock.now();
  return { ...answer, data: answer.data.map((order) => ({ ...order, endsAtMs: nowMs + order.RemainMilliSeconds })) };
}

type ForexCommand = 'forex_submit' | 'forex_close' | 'cancel_trade' | 'set_stop_price' | 'forex_close_all';

/** Sends a forex command and brings lists and balances up to date, also when the outcome is not known. */
export async function forexCommand<N extends ForexCommand>(
  name: N,
  input: InputOf<N>,
  options?: EndpointOptions,
): Promise<AnswerOf<N>> {
  try {
    const answer = await call(name, input, options);
    keepReceipts(answer);
    return answer;
  } finally {
    refreshAfter('forex');
  }
}

/** Opens an option; lists and balances as above. */
export async function submitOption(
  input: InputOf<'micro_submit'>,
  options?: EndpointOptions,
): Promise<AnswerOf<'micro_submit'>> {
  try {
    const answer = await call('micro_submit', input, options);
    keepReceipts(answer);
    return answer;
  } finally {
    refreshAfter('micro');
  }
}
