// The endpoints by which users choose how they are told of things.

import type { tellingEndpoints } from '@fairtick/contract/http/telling';
import { ok } from '@fairtick/kernel/result';
import type { Handlers } from '../../../platform/endpoints.ts';
import { type PreferencesOptions, PreferencesService } from './preferences.ts';
import { PushService, type PushServiceOptions } from './push.ts';

export function tellingRoutes(
  options: PreferencesOptions & PushServiceOptions,
): Handlers<keyof typeof tellingEndpoints> {
  const service = new PreferencesService(options);
  const push = new PushService(options);
  return {
    preferences: async (_, context) => ok(await service.read(context)),
    preferences_set: (input, context) => service.write(input, context),
    push_key: async () => ok(await push.key()),
    push_add: (input, context) => push.add(input, context),
    push_remove: (input, context) => push.remove(input, context),
  };
}
