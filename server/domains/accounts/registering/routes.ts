// The endpoints of whoever becomes a user, and of whom a user has invited.

import type { AnswerOf } from '@fairtick/contract/http/index';
import type { registrationEndpoints } from '@fairtick/contract/http/registration';
import { PAGE_SIZE } from '@fairtick/contract/page-size';
import { ok } from '@fairtick/kernel/result';
import type { Queries } from '../../../platform/database/pools.ts';
import { type Handlers, userOf } from '../../../platform/endpoints.ts';
import { AREAS } from '../names/areas.ts';
import { askCode } from './asking.ts';
import { invitedBy } from './invited.ts';
import { Registering, type RegisteringOptions } from './registering.ts';

export interface RegistrationOptions extends RegisteringOptions {
  readonly reads: () => Queries;
}

export function registrationHandlers(options: RegistrationOptions): Handlers<keyof typeof registrationEndpoints> {
  const { settings, captchas, reads } = options;
  const registering = new Registering(options);
  const areas: AnswerOf<'area_list'> = AREAS.map((area) => ({ ...area }));
  Object.freeze(areas);
  return {
    area_list: async () => ok(areas),
    setting: async () => ok({ is_show_mobile: settings().is_show_mobile }),
    verify_type: async () => ok({ verify_reg_type: settings().verify_reg_type }),
    captcha: async () => ok(await captchas.make()),
    send_code: (input, context) => askCode(options, input, context),
    register: (input, context) => registering.register(input, context),
    invited: async ({ page }, context) => ok(await invitedBy(reads(), userOf(context).userId, page, PAGE_SIZE)),
  };
}
