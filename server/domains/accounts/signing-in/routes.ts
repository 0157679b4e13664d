// The endpoints of coming back, and of where one is signed in.

import type { signInEndpoints } from '@fairtick/contract/http/sign-in';
import { ok } from '@fairtick/kernel/result';
import type { Handlers } from '../../../platform/endpoints.ts';
import { ByPasskey } from './by-passkey.ts';
import { OpenSessions } from './open-sessions.ts';
import type { SignInOptions } from './options.ts';
import { SecondStep } from './second-step.ts';
import { SignIn } from './sign-in.ts';

export function signInHandlers(options: SignInOptions): Handlers<keyof typeof signInEndpoints> {
  const secondStep = new SecondStep(options);
  const signIn = new SignIn(options, secondStep);
  const byPasskey = new ByPasskey(options);
  const open = new OpenSessions(options);
  return {
    loginForU: (input, context) => signIn.signIn(input, context),
    login_second: (input, context) => secondStep.finish(input, context),
    login_second_begin: ({ ticket }) => secondStep.ask(ticket),
    passkey_login_begin: () => byPasskey.begin(),
    passkey_login_finish: (input, context) => byPasskey.finish(input, context),
    sessions: async (_, context) => ok(await open.list(context)),
    session_revoke: (input, context) => open.end(input, context),
    sessions_revoke_others: (_, context) => open.endOthers(context),
  };
}
