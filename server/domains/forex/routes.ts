// The forex calls: the contract's fields into the domain's words, and back.

import { forexEndpoints } from '@fairtick/contract/http/forex';
import { formatUnits } from '@fairtick/kernel/decimal';
import { ok } from '@fairtick/kernel/result';
import type { Handlers } from '../../platform/endpoints.ts';
import { ForexService, type ForexServiceOptions } from './commands.ts';
import { decideCancel, decideClose, decideStops } from './rules/ending.ts';
import { decidePlacement } from './rules/placement.ts';
import { statusesOf } from './views.ts';

export function forexRoutes(options: ForexServiceOptions): Handlers<keyof typeof forexEndpoints> {
  const service = new ForexService(options);
  return {
    forex_submit: (input, context) =>
      service.order({ call: 'forex_submit', input, context }, [], (state, own) =>
        decidePlacement(state, {
          ...own,
          pairId: input.forex_id,
          side: input.type === 1 ? 'buy' : 'sell',
          pending: input.status === 0,
          quantity: input.cont,
          target: input.target_price,
          stopLoss: input.stop_loss_price,
          takeProfit: input.target_profit_price,
          multiple: input.multiple,
        }),
      ),
    forex_close: (input, context) => {
      const orderId = BigInt(input.id);
      return service.order({ call: 'forex_close', input, context }, [orderId], (state, own) =>
        decideClose(state, { ...own, orderId }),
      );
    },
    cancel_trade: (input, context) => {
      const orderId = BigInt(input.id);
      return service.order({ call: 'cancel_trade', input, context }, [orderId], (state, own) =>
        decideCancel(state, { ...own, orderId }),
      );
    },
    set_stop_price: (input, context) => {
      const orderId = BigInt(input.id);
      const stops = { stopLoss: input.stop_loss_price, takeProfit: input.target_profit_price };
      return service.order({ call: 'set_stop_price', input, context }, [orderId], (state, own) =>
        decideStops(state, { ...own, ...stops, orderId }),
      );
    },
    forex_close_all: async (input, context) => {
      const outcome = await service.closeAll({ call: 'forex_close_all', input, context });
      return outcome.ok ? ok(forexEndpoints.forex_close_all.answer.parse(outcome.value)) : outcome;
    },
    my_deal: async (input, context) => {
      const { orders, total, results } = await service.list(context, statusesOf(input.status), input.page);
      return ok({ data: orders, total, all_fact_profits: formatUnits(results, 2) });
    },
  };
}
