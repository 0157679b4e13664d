// The endpoints of a user's own limits.

import type { protectionEndpoints } from '@fairtick/contract/http/protection';
import { ok } from '@fairtick/kernel/result';
import type { Handlers } from '../../../platform/endpoints.ts';
import { type ProtectionOptions, ProtectionService } from './commands.ts';

export function protectionRoutes(options: ProtectionOptions): Handlers<keyof typeof protectionEndpoints> {
  const service = new ProtectionService(options);
  return {
    limits: async (_, context) => ok(await service.read(context)),
    limits_set: (input, context) => service.setLimit({ endpoint: 'limits_set', input, context }, input.daily_loss),
    cool_off: (input, context) => service.takeBreak({ endpoint: 'cool_off', input, context }, input.hours),
  };
}
