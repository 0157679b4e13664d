// A command of the staff is decided by who its member is at the commit, not at the request: rights that were taken away in between are gone.

import { refuse } from '@fairtick/contract/errors';
import { staffTable } from '@fairtick/contract/staff/index';
import { mayDo } from '@fairtick/contract/staff/matrix';
import { endpointsOf } from '@fairtick/contract/table';
import type { Id } from '@fairtick/kernel/ids';
import { err } from '@fairtick/kernel/result';
import type { Command, Outcome } from '../../platform/commands/command.ts';
import type { StaffBatch } from './proposals-part.ts';

const RIGHTS = new Map(endpointsOf(staffTable).map(([name, { right }]) => [name as string, right]));

/**
 * Before the command decides, its actor is looked at under lock: refused NOT_ALLOWED where they are disabled or no role of theirs carries the right
 * of the endpoint any more, and BENEFICIARY where one of the owners is linked to them. Whoever changes the member waits, or was waited for.
 */
export const decidedAsNow =
  <State extends { readonly staff: Pick<StaffBatch, 'person'> }, Change, C extends Command<State, Change>>(
    submit: (command: C) => Promise<Outcome>,
  ) =>
  (command: C): Promise<Outcome> => {
    const { actor, name, names = {}, owners } = command;
    if (actor?.kind !== 'staff') throw new Error(`${name} is no command of the staff`);
    return submit({
      ...command,
      names: { ...names, staff: withActor(names.staff, actor.id) },
      decide: (state) => {
        const person = state.staff.person(actor.id);
        const right = RIGHTS.get(name);
        if (!person || person.roles.length === 0 || (right && !mayDo(person.roles, right)))
          return err(refuse('NOT_ALLOWED'));
        if (owners.some((owner) => person.linkedUsers.includes(owner))) return err(refuse('BENEFICIARY'));
        return command.decide(state);
      },
    });
  };

const withActor = (named: readonly Id[] = [], actorId: Id): readonly Id[] =>
  named.includes(actorId) ? named : [...named, actorId];
