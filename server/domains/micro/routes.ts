// The option endpoints: the contract's fields into the domain's words, and back.

import type { microEndpoints } from '@fairtick/contract/http/micro';
import { formatUnits } from '@fairtick/kernel/decimal';
import type { Id } from '@fairtick/kernel/ids';
import { ok } from '@fairtick/kernel/result';
import type { Handlers } from '../../platform/endpoints.ts';
import { type Jurisdictions, offerTo, readStanding } from '../accounts/index.ts';
import { MicroCommands, type MicroCommandsOptions } from './commands.ts';
import type { MicroSettings } from './rules.ts';

export interface MicroRouteOptions extends MicroCommandsOptions {
  readonly jurisdictions: () => Jurisdictions;
  readonly settings: () => MicroSettings;
}

export function microRoutes(options: MicroRouteOptions): Handlers<keyof typeof microEndpoints> {
  const commands = new MicroCommands(options);
  const offered = async (userId: Id): Promise<boolean> => {
    const standing = await readStanding(options.reads(), userId);
    return !offerTo(options.jurisdictions(), standing?.country).off.has('micro');
  };
  return {
    get_seconds: async (_input, { principal }) => {
      // Nothing to choose where options are not offered.
      if (principal?.realm === 'live' && !(await offered(principal.userId)))
        return ok({ seconds: [], numbers: [], OpenDelay: 0 });
      const { durations, presets, openDelayMs } = options.settings();
      return ok({
        seconds: durations.map((one) => ({
          Id: one.id,
          Seconds: one.seconds,
          ProfitRatio: formatUnits(one.profitRatio),
          LimitAmount: formatUnits(one.minStake),
          MaxAmount: formatUnits(one.maxStake),
        })),
        numbers: presets.map((preset) => ({ Number: formatUnits(preset) })),
        OpenDelay: openDelayMs,
      });
    },
    micro_submit: (input, context) =>
      commands.place(
        { endpoint: 'micro_submit', input, context },
        {
          pairId: input.forex_id,
          direction: input.type === 1 ? 'up' : 'down',
          stake: input.number,
          seconds: input.seconds,
        },
      ),
    micro_orders: async (input, context) =>
      ok(await commands.list(context, input.status === 1 ? 'active' : 'closed', input.page)),
  };
}
