// The endpoints of a new password, and of the link that says "this was not me".

import type { passwordEndpoints } from '@fairtick/contract/http/sign-in';
import type { Handlers } from '../../../platform/endpoints.ts';
import { notMe } from '../devices/not-me.ts';
import { Changing, type ChangingOptions } from './changing.ts';

export function passwordHandlers(options: ChangingOptions): Handlers<keyof typeof passwordEndpoints> {
  const changing = new Changing(options);
  return {
    forget_password: (input, context) => changing.reset(input, context),
    amend_code: (input, context) => changing.ask(input, context),
    amend_password: (input, context) => changing.amend(input, context),
    not_me: ({ token }) => notMe(options, token),
  };
}
