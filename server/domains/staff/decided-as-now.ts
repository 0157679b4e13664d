// What the staff do is decided by who its member is at the commit, not at the request: rights that were taken away in between are gone.

import { type Refusal, refuse } from '@fairtick/contract/errors';
import type { EndpointName } from '@fairtick/contract/http/index';
import { type StaffTable, staffTable } from '@fairtick/contract/staff/index';
import { mayDo } from '@fairtick/contract/staff/matrix';
import { endpointsOf } from '@fairtick/contract/table';
import type { Id } from '@fairtick/kernel/ids';
import { err } from '@fairtick/kernel/result';
import type { Command, Outcome } from '../../platform/commands/command.ts';
import type { Queries } from '../../platform/database/pools.ts';
import { holdMembers } from './people/table.ts';
import type { StaffBatch } from './proposals/part.ts';
import type { HeldMember } from './proposals/rules.ts';

const RIGHTS = new Map(endpointsOf(staffTable).map(([name, { right }]) => [name as string, right]));

/**
 * NOT_ALLOWED for a member who is not there any more, is disabled, or none of whose roles carries the right of the endpoint; BENEFICIARY where one of
 * the users is linked to them.
 */
function refusedNow(person: HeldMember | undefined, endpoint: string, users: readonly Id[]): Refusal | undefined {
  const right = RIGHTS.get(endpoint);
  if (!person || person.roles.length === 0 || (right && !mayDo(person.roles, right))) return refuse('NOT_ALLOWED');
  return users.some((user) => person.linkedUsers.includes(user)) ? refuse('BENEFICIARY') : undefined;
}

/** Who wants to write, and whom it is about. */
export interface Writer {
  readonly staffId: Id;
  readonly endpoint: EndpointName<StaffTable>;
  /** No account of the member's own may be among them. */
  readonly users: readonly Id[];
}

/**
 * For a write outside of the pipeline, first in its transaction: why the member may not make it now; undefined where they may. Whoever changes the
 * member waits until the transaction ends, or was waited for.
 */
export async function heldRefusal(tx: Queries, { staffId, endpoint, users }: Writer): Promise<Refusal | undefined> {
  const [person] = await holdMembers(tx, { members: [staffId], proposals: [] });
  return refusedNow(person, endpoint, users);
}

/** Before the command decides, its actor is looked at under lock in the same way, its owners being the users. */
export const decidedAsNow =
  <State extends { readonly staff: Pick<StaffBatch, 'member'> }, Change, C extends Command<State, Change>>(
    submit: (command: C) => Promise<Outcome>,
  ) =>
  (command: C): Promise<Outcome> => {
    const { actor, name, names = {}, owners } = command;
    if (actor?.kind !== 'staff') throw new Error(`${name} is no command of the staff`);
    return submit({
      ...command,
      names: { ...names, staff: withActor(names.staff, actor.id) },
      decide: (state) => {
        const refused = refusedNow(state.staff.member(actor.id), name, owners);
        return refused ? err(refused) : command.decide(state);
      },
    });
  };

const withActor = (named: readonly Id[] = [], actorId: Id): readonly Id[] =>
  named.includes(actorId) ? named : [...named, actorId];
