// The users' endpoints of deposits.

import type { depositEndpoints } from '@fairtick/contract/http/deposits';
import { ok } from '@fairtick/kernel/result';
import type { Handlers } from '../../../platform/endpoints.ts';
import { type DepositOptions, Deposits } from './commands.ts';

export function depositRoutes(options: DepositOptions): Handlers<keyof typeof depositEndpoints> {
  const deposits = new Deposits(options);
  return {
    charge_info: (_, context) => deposits.coins(context),
    charge_submit: (input, context) => deposits.submitCoin(input, context),
    charge_symbols: async () => ok(deposits.bankCurrencies()),
    wire_info: ({ bank_coin }, context) => deposits.banks(bank_coin, context),
    wire_submit: (input, context) => deposits.submitWire(input, context),
    quick_ist: async (input, context) => ok(await deposits.list(input, context)),
  };
}
