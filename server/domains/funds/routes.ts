// The endpoints of fund products.

import type { fundEndpoints } from '@fairtick/contract/http/funds';
import { ok } from '@fairtick/kernel/result';
import type { Handlers } from '../../platform/endpoints.ts';
import { FundCommands, type FundCommandsOptions } from './commands.ts';

export function fundRoutes(options: FundCommandsOptions): Handlers<keyof typeof fundEndpoints> {
  const commands = new FundCommands(options);
  return {
    fund_list: async (input, context) => ok(await commands.list(input, context)),
    fund_info: (input, context) => commands.info(input, context),
    fund_buy: (input, context) => commands.buy(input, context),
    fund_subscriptions: async (input, context) => ok(await commands.bought(input, context)),
    fund_income: (input, context) => commands.income(input, context),
    fund_refund: (input, context) => commands.redeem(input, context),
  };
}
