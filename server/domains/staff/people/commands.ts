// Who joins the staff, who leaves at once, whose user accounts are whose. What takes two people becomes a proposal.

import { type Refusal, refuse } from '@fairtick/contract/errors';
import { STAFF_ROLES, type StaffRole } from '@fairtick/contract/staff/matrix';
import { type Id, parseId } from '@fairtick/kernel/ids';
import { err, ok, type Result } from '@fairtick/kernel/result';
import type { NewAct } from '../../../platform/acts/table.ts';
import type { StaffRequest } from '../../../platform/commands/request.ts';
import type { Pool, PoolClient } from '../../../platform/database/pools.ts';
import { memberOf } from '../../../platform/endpoints.ts';
import type { NewProposal } from '../../../platform/proposing.ts';
import type { Records } from '../../../platform/records/records.ts';
import { emailAddress, realUserByUid } from '../../accounts/index.ts';
import { heldRefusal } from '../decided-as-now.ts';
import { proposalOf, type StaffProposals, sendActs, staffKey } from '../proposals/commands.ts';
import { lastOwnerRefusal, type StaffKindName } from '../proposals/staff.ts';
import { personName, readReason } from '../rules.ts';
import { endFactors } from '../sign-in/factor-table.ts';
import { endLinks } from '../sign-in/link-table.ts';
import type { LinkOptions } from '../sign-in/links.ts';
import { revokeStaffSessionsOf } from '../sign-in/session-table.ts';
import { lockMember } from '../table.ts';
import {
  type ColleagueRow,
  findColleague,
  hadSecondOwner,
  insertUserLink,
  listColleagues,
  lockStaff,
  setDisabled,
} from './table.ts';

export interface PeopleOptions extends LinkOptions {
  readonly db: Pool;
  readonly records: Records;
  readonly newId: () => Id;
  readonly proposals: StaffProposals;
}

/** Done at once by the first owner alone, or waiting for a second person. */
export interface DoneOrProposed {
  readonly proposal: string | null;
  readonly link: string | null;
}

type Done = Result<Record<string, never>, Refusal>;

export class People {
  readonly #options: PeopleOptions;

  constructor(options: PeopleOptions) {
    this.#options = options;
  }

  list(): Promise<readonly ColleagueRow[]> {
    return listColleagues(this.#options.db);
  }

  async add(
    request: StaffRequest,
    person: { readonly name: string; readonly email: string; readonly roles: string; readonly reason: string },
  ): Promise<Result<DoneOrProposed, Refusal>> {
    const name = personName(person.name);
    const email = emailAddress(person.email);
    const roles = rolesOf(person.roles);
    if (name === undefined) return err(refuse('INPUT_INVALID', { field: 'name' }));
    if (email === undefined) return err(refuse('INPUT_INVALID', { field: 'email' }));
    if (!roles) return err(refuse('INPUT_INVALID', { field: 'roles' }));
    const subjectId = String(this.#options.newId());
    return this.#aloneOrProposed(request, 'staff_add', subjectId, { name, email, roles }, person.reason);
  }

  async setRoles(
    request: StaffRequest,
    { id, roles: text, reason }: { readonly id: string; readonly roles: string; readonly reason: string },
  ): Promise<Result<DoneOrProposed, Refusal>> {
    const roles = rolesOf(text);
    if (!roles) return err(refuse('INPUT_INVALID', { field: 'roles' }));
    return this.#aloneOrProposed(request, 'staff_roles', id, { roles }, reason);
  }

  enable(request: StaffRequest, id: string, reason: string): Promise<Result<DoneOrProposed, Refusal>> {
    return this.#aloneOrProposed(request, 'staff_enable', id, {}, reason);
  }

  /** At once and by one owner, because leaving must be fast: all rights, sessions, factors and open links of the member end with the commit. */
  async disable(request: StaffRequest, targetId: string, typedReason: string): Promise<Done> {
    const reason = readReason(typedReason);
    if (!reason.ok) return reason;
    const outcome = await this.#options.records.write({
      key: staffKey(request),
      act: async (tx) => {
        const target = await this.#owned(tx, request, targetId);
        if (!target.ok) return target;
        const { id, disabled } = target.value;
        if (disabled) return err(refuse('ALREADY_DECIDED'));
        const refused = await lastOwnerRefusal(tx, id);
        if (refused) return err(refused);
        await lockMember(tx, id);
        await setDisabled(tx, id, true);
        const nowMs = this.#options.clock.now();
        await revokeStaffSessionsOf(tx, id, nowMs);
        await endLinks(tx, id, nowMs);
        // It may be known by somebody else: it opens nothing any more, also when the member comes back.
        await endFactors(tx, id);
        await sendActs(tx, [actOf('staff_disabled', request, id, { reason: reason.value })]);
        return ok({});
      },
    });
    return outcome.ok ? ok({}) : outcome;
  }

  /** For somebody who has not joined yet. */
  link(request: StaffRequest, id: string, reason: string): Promise<Result<DoneOrProposed, Refusal>> {
    return this.#aloneOrProposed(request, 'staff_link', id, {}, reason);
  }

  /** At once and by one owner: it only takes a right away. Nobody can take it back. */
  async linkUser(
    request: StaffRequest,
    { id: targetId, uid, reason: typedReason }: { readonly id: string; readonly uid: string; readonly reason: string },
  ): Promise<Done> {
    const reason = readReason(typedReason);
    if (!reason.ok) return reason;
    const outcome = await this.#options.records.write({
      key: staffKey(request),
      act: async (tx) => {
        const target = await this.#owned(tx, request, targetId);
        if (!target.ok) return target;
        const { id } = target.value;
        const userId = await realUserByUid(tx, uid.trim().toUpperCase());
        if (userId === undefined) return err(refuse('INPUT_INVALID', { field: 'uid' }));
        // Whoever decides something about this user holds the member, and is waited for.
        await lockMember(tx, id);
        if (!(await insertUserLink(tx, id, userId, memberOf(request.context).staffId)))
          return err(refuse('ALREADY_DECIDED'));
        const contents = { user: String(userId), reason: reason.value };
        await sendActs(tx, [actOf('staff_linked_user', request, id, contents)]);
        return ok({});
      },
    });
    return outcome.ok ? ok({}) : outcome;
  }

  /** Until a second owner exists the first acts alone, but not on themselves; from then on never again, also when the second has left. */
  async #aloneOrProposed(
    request: StaffRequest,
    kind: StaffKindName,
    subjectId: string,
    body: NewProposal['body'],
    reason: string,
  ): Promise<Result<DoneOrProposed, Refusal>> {
    const { records, proposals } = this.#options;
    const { staffId } = memberOf(request.context);
    const asked: NewProposal = { kind, subject: { kind: 'staff', id: subjectId }, body, reason };
    let link: string | null = null;
    const outcome = await records.write({
      key: staffKey(request),
      act: async (tx) => {
        link = null;
        await lockStaff(tx);
        if ((await hadSecondOwner(tx)) || subjectId === String(staffId)) {
          const made = await proposals.proposeWithin(tx, staffId, asked);
          return made.ok ? ok({ proposal: String(made.value) }) : made;
        }
        const done = await proposals.doAlone(tx, staffId, asked);
        if (!done.ok) return done;
        link = done.value?.link ?? null;
        return ok({ proposal: null });
      },
    });
    if (!outcome.ok) return outcome;
    return ok({ proposal: proposalOf(outcome.value), link });
  }

  /** The member whom an owner acts on at once, while nobody else changes the staff. */
  async #owned(tx: PoolClient, request: StaffRequest, targetId: string): Promise<Result<ColleagueRow, Refusal>> {
    await lockStaff(tx);
    const { endpoint, context } = request;
    const refused = await heldRefusal(tx, { staffId: memberOf(context).staffId, endpoint, users: [] });
    if (refused) return err(refused);
    const id = parseId(targetId);
    const target = id === undefined ? undefined : await findColleague(tx, id);
    return target ? ok(target) : err(refuse('ITEM_UNKNOWN'));
  }
}

const actOf = (kind: NewAct['kind'], { context }: StaffRequest, about: Id, contents: NewAct['contents']): NewAct => ({
  kind,
  actor: { kind: 'staff', id: memberOf(context).staffId },
  subject: { kind: 'staff', id: String(about) },
  contents,
});

/** Names with commas between; undefined where one is none, or where there is none. */
function rolesOf(text: string): StaffRole[] | undefined {
  const names = text.split(',').map((name) => name.trim());
  const roles = STAFF_ROLES.filter((role) => names.includes(role));
  return roles.length > 0 && roles.length === new Set(names).size ? roles : undefined;
}
