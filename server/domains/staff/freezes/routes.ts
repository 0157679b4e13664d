// The staff's endpoints that lock a user and propose to lift it.

import type { StaffHandlers } from '../../../platform/endpoints.ts';
import { FreezeCommands, type FreezeOptions } from './commands.ts';

export function freezeRoutes(options: FreezeOptions): StaffHandlers<'user_freeze' | 'user_unfreeze'> {
  const freezes = new FreezeCommands(options);
  return {
    user_freeze: (input, context) => freezes.freeze({ endpoint: 'user_freeze', input, context }, input),
    user_unfreeze: (input, context) => freezes.unfreeze({ endpoint: 'user_unfreeze', input, context }, input),
  };
}
