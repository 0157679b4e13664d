// The staff's endpoints about themselves: how they get in, who they are, and how they get out.

import { refuse } from '@fairtick/contract/errors';
import {
  GRANTS,
  type Grant,
  grantsOf,
  STAFF_ACTS,
  type StaffAct,
  type StaffRole,
} from '@fairtick/contract/staff/matrix';
import { SESSION_MS } from '@fairtick/contract/staff/session';
import type { signInEndpoints } from '@fairtick/contract/staff/sign-in';
import { err, ok } from '@fairtick/kernel/result';
import { memberOf, type StaffHandlers } from '../../../platform/endpoints.ts';
import { memberView, type StaffOptions } from '../context.ts';
import { findMember } from '../table.ts';
import { Joining } from './joining.ts';
import { sessionOpened } from './session-table.ts';
import { SigningIn } from './sign-in.ts';
import { SteppingUp } from './step-up.ts';

export function staffRoutes(options: StaffOptions): StaffHandlers<keyof typeof signInEndpoints> {
  const joining = new Joining(options);
  const signingIn = new SigningIn(options);
  const steppingUp = new SteppingUp(options);
  return {
    link_open: ({ link }) => joining.open(link),
    link_passkey_begin: (input) => joining.beginPasskey(input),
    link_passkey_finish: (input, context) => joining.finishPasskey(input, context),
    link_password: (input) => joining.choosePassword(input),
    link_code: (input, context) => joining.finishCode(input, context),
    sign_in_passkey_begin: () => signingIn.beginPasskey(),
    sign_in_passkey_finish: (input, context) => signingIn.finishPasskey(input, context),
    sign_in_password: (input, context) => signingIn.password(input, context),
    sign_in_code: (input, context) => signingIn.code(input, context),
    staff_step_up_begin: (_, context) => steppingUp.begin(context),
    staff_step_up_finish: (input, context) => steppingUp.finish(input, context),
    sign_out: (_, context) => steppingUp.signOut(context),
    me: async (_, context) => {
      const { staffId, tokenHash, elevatedUntilMs, factors } = memberOf(context);
      const member = await findMember(options.db, staffId);
      if (!member) return err(refuse('SESSION_EXPIRED'));
      return ok({
        member: memberView(member),
        rights: rightsOf(member.roles),
        factors: [...factors],
        elevatedUntil: elevatedUntilMs,
        endsAt: (await sessionOpened(options.db, tokenHash)) + SESSION_MS,
      });
    },
  };
}

function rightsOf(roles: readonly StaffRole[]): Partial<Record<StaffAct, Grant[]>> {
  const rights: Partial<Record<StaffAct, Grant[]>> = {};
  for (const act of STAFF_ACTS) {
    const grants = GRANTS.filter((grant) => roles.some((role) => grantsOf(role, act).includes(grant)));
    if (grants.length > 0) rights[act] = grants;
  }
  return rights;
}
