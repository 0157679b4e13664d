// The staff's endpoints that lock a user and propose to lift it.

import type { StaffHandlers } from '../../../platform/endpoints.ts';
import { type FreezeOptions, Freezes } from './commands.ts';

export function freezeRoutes(options: FreezeOptions): StaffHandlers<'user_freeze' | 'user_unfreeze'> {
  const freezes = new Freezes(options);
  return {
    user_freeze: (input, context) => freezes.freeze({ endpoint: 'user_freeze', input, context }, input),
    user_unfreeze: (input, context) => freezes.unfreeze({ endpoint: 'user_unfreeze', input, context }, input),
  };
}
