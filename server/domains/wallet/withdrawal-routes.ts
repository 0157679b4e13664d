// The users' endpoints of destinations and withdrawals.

import type { destinationEndpoints, withdrawalEndpoints } from '@fairtick/contract/http/withdrawals';
import { ok } from '@fairtick/kernel/result';
import type { Handlers } from '../../platform/endpoints.ts';
import { DestinationCommands } from './destinations/commands.ts';
import type { WalletOptions } from './options.ts';
import { WithdrawalCommands } from './withdrawals/commands.ts';

export function withdrawalRoutes(
  options: WalletOptions,
): Handlers<keyof typeof destinationEndpoints | keyof typeof withdrawalEndpoints> {
  const destinations = new DestinationCommands(options);
  const withdrawals = new WithdrawalCommands(options);
  return {
    get_draw_method: async (input, context) => ok(await destinations.list(input, context)),
    bind_draw_method: (input, context) => destinations.bind(input, context),
    del_draw_method: (input, context) => destinations.remove(input, context),
    draw_symbol_list: async (input) => ok(withdrawals.currencies(input)),
    draw: (input, context) => withdrawals.draw(input, context),
    draw_cancel: (input, context) => withdrawals.cancel(input, context),
    draw_list: async (input, context) => ok(await withdrawals.list(input, context)),
  };
}
