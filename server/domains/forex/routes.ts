// The forex endpoints: the contract's fields into the domain's words, and back.

import { forexEndpoints } from '@fairtick/contract/http/forex';
import { amount, formatUnits } from '@fairtick/kernel/decimal';
import { ok } from '@fairtick/kernel/result';
import type { Handlers } from '../../platform/endpoints.ts';
import { ForexCommands, type ForexCommandsOptions } from './commands.ts';
import { statusesOf } from './views.ts';

export function forexRoutes(options: ForexCommandsOptions): Handlers<keyof typeof forexEndpoints> {
  const commands = new ForexCommands(options);
  return {
    forex_submit: (input, context) =>
      commands.place(
        { endpoint: 'forex_submit', input, context },
        {
          pairId: input.forex_id,
          side: input.type === 1 ? 'buy' : 'sell',
          pending: input.status === 0,
          quantity: input.cont,
          target: input.target_price,
          stopLoss: input.stop_loss_price,
          takeProfit: input.target_profit_price,
          multiple: input.multiple,
          expectedPrice: input.expected_price ?? '',
          maxDeviation: input.max_deviation ?? '',
        },
      ),
    forex_close: (input, context) => commands.close({ endpoint: 'forex_close', input, context }, BigInt(input.id)),
    cancel_trade: (input, context) => commands.cancel({ endpoint: 'cancel_trade', input, context }, BigInt(input.id)),
    set_stop_price: (input, context) =>
      commands.setStops({ endpoint: 'set_stop_price', input, context }, BigInt(input.id), {
        stopLoss: input.stop_loss_price,
        takeProfit: input.target_profit_price,
      }),
    forex_close_all: async (input, context) => {
      const outcome = await commands.closeAll({ endpoint: 'forex_close_all', input, context });
      return outcome.ok ? ok(forexEndpoints.forex_close_all.answer.parse(outcome.value)) : outcome;
    },
    my_deal: async (input, context) => {
      const copies = input.copies === '' ? undefined : input.copies === 1;
      const listed = await commands.list(context, statusesOf(input.status), input.page, copies);
      const { orders, total, results, costs } = listed;
      return ok({
        data: orders,
        total,
        all_fact_profits: formatUnits(results, 2),
        all_net_profits: formatUnits(amount(results - costs), 2),
      });
    },
  };
}
