// Who joins the staff, with which roles, and who comes back: by two people, or by the first owner alone until there was a second one.

import { type Refusal, refuse } from '@fairtick/contract/errors';
import { STAFF_ROLES, type StaffAct, type StaffRole } from '@fairtick/contract/staff/matrix';
import { type Id, parseId } from '@fairtick/kernel/ids';
import { err, ok, type Result } from '@fairtick/kernel/result';
import { z } from 'zod';
import type { NewAct } from '../../../platform/acts/table.ts';
import type { PoolClient, Queries } from '../../../platform/database/pools.ts';
import { type ColleagueRow, comeBack, emailTaken, findColleague, lockStaff, workingOwners } from '../people/table.ts';
import { grantRoles, insertMember, lockMember, revokeRoles } from '../table.ts';
import { type Agreement, type AnyRecordKind, type OneTimeLink, recordKind } from './kind.ts';

export interface StaffKindServices {
  /** Makes the link of somebody who has no factor yet, in this transaction; earlier ones end. Of two people's agreement it needs a word. */
  readonly makeLink: (tx: PoolClient, staffId: Id, agreed: Agreement) => Promise<OneTimeLink>;
  /** UTC ms, by the clock of sessions. */
  readonly now: () => number;
}

const roles = z.array(z.enum(STAFF_ROLES)).min(1);

/** In the matrix's order, each once. */
export const rolesInOrder = (some: readonly StaffRole[]): StaffRole[] =>
  STAFF_ROLES.filter((role) => some.includes(role));

/** Names are not unique: the checker must see which of two they let in. */
const labelOf = ({ name, email }: Pick<ColleagueRow, 'name' | 'email'>): string => `${name} <${email}>`;

const shownRoles = (some: readonly StaffRole[]): string => rolesInOrder(some).join(', ');

const actOf = (kind: NewAct['kind'], id: string, agreed: Agreement, more: NewAct['contents']): NewAct => ({
  kind,
  actor: agreed.actor,
  subject: { kind: 'staff', id },
  contents: {
    ...more,
    reason: agreed.reason,
    ...(agreed.proposal === undefined ? {} : { proposal: String(agreed.proposal), maker: String(agreed.maker) }),
  },
});

/** A member who is or was of the staff. */
async function colleague(db: Queries, subjectId: string): Promise<Result<ColleagueRow, Refusal>> {
  const id = parseId(subjectId);
  const found = id === undefined ? undefined : await findColleague(db, id);
  return found ? ok(found) : err(refuse('ITEM_UNKNOWN'));
}

/** Why the staff would be left without an owner who can sign in, if this member were none; undefined where it would not. */
export async function lastOwnerRefusal(tx: Queries, id: Id): Promise<Refusal | undefined> {
  const owners = await workingOwners(tx);
  return owners.includes(id) && owners.length === 1 ? refuse('LAST_OWNER') : undefined;
}

/** The kinds about the staff. Their rights are `staff`'s. */
export function staffKinds({ makeLink, now }: StaffKindServices): Record<StaffKindName, AnyRecordKind> {
  return {
    staff_add: addKind(makeLink),
    staff_roles: rolesKind(),
    staff_enable: enableKind({ makeLink, now }),
    staff_link: linkKind(makeLink),
  };
}
export type StaffKindName = 'staff_add' | 'staff_roles' | 'staff_enable' | 'staff_link';

const ACTS: readonly StaffAct[] = ['staff'];
const aboutStaff = { by: 'record', mayNeed: ACTS, acts: () => ACTS, lock: lockStaff } as const;

const addKind = (makeLink: StaffKindServices['makeLink']): AnyRecordKind =>
  recordKind({
    ...aboutStaff,
    body: z.object({ name: z.string(), email: z.string(), roles }),
    async plan(db, _subjectId, { name, email, roles: asked }) {
      if (await emailTaken(db, email)) return err(refuse('INPUT_INVALID', { field: 'email' }));
      return ok({
        label: labelOf({ name, email }),
        body: { name, email, roles: rolesInOrder(asked) },
        difference: [
          { field: 'name', old: '', new: name },
          { field: 'email', old: '', new: email },
          { field: 'roles', old: '', new: shownRoles(asked) },
        ],
      });
    },
    async execute(tx, subjectId, { name, email, roles: asked }, agreed) {
      const id = BigInt(subjectId);
      const added = await insertMember(tx, { id, name, email, roles: asked, addedBy: agreed.actor.id });
      if (!added) return err(refuse('PROPOSAL_CHANGED'));
      const link = await makeLink(tx, id, agreed);
      return ok({ acts: [actOf('staff_added', subjectId, agreed, { roles: asked })], link });
    },
  });

const rolesKind = (): AnyRecordKind =>
  recordKind({
    ...aboutStaff,
    body: z.object({ roles }),
    async plan(db, subjectId, { roles: asked }) {
      const found = await colleague(db, subjectId);
      if (!found.ok) return found;
      const { roles: held } = found.value;
      if (shownRoles(held) === shownRoles(asked)) return err(refuse('INPUT_INVALID', { field: 'roles' }));
      return ok({
        label: labelOf(found.value),
        body: { roles: rolesInOrder(asked) },
        difference: [{ field: 'roles', old: shownRoles(held), new: shownRoles(asked) }],
      });
    },
    async execute(tx, subjectId, { roles: asked }, agreed) {
      const found = await colleague(tx, subjectId);
      if (!found.ok) return found;
      const { id, roles: held } = found.value;
      const refused = asked.includes('owner') ? undefined : await lastOwnerRefusal(tx, id);
      if (refused) return err(refused);
      await lockMember(tx, id);
      const [given, taken] = [without(asked, held), without(held, asked)];
      await grantRoles(tx, id, given, agreed.actor.id);
      await revokeRoles(tx, id, taken, agreed.actor.id);
      return ok({ acts: [actOf('staff_roles_changed', subjectId, agreed, { given, taken })] });
    },
  });

const enableKind = ({ makeLink, now }: StaffKindServices): AnyRecordKind =>
  recordKind({
    ...aboutStaff,
    body: z.object({}),
    async plan(db, subjectId) {
      const found = await colleague(db, subjectId);
      if (!found.ok) return found;
      const { disabled, roles: held } = found.value;
      if (!disabled) return err(refuse('ALREADY_DECIDED'));
      return ok({
        label: labelOf(found.value),
        body: {},
        difference: [{ field: 'roles', old: '', new: shownRoles(held) }],
      });
    },
    async execute(tx, subjectId, _body, agreed) {
      const found = await colleague(tx, subjectId);
      if (!found.ok) return found;
      const { id, roles: held } = found.value;
      await comeBack(tx, id, now());
      const acts = [actOf('staff_enabled', subjectId, agreed, { roles: rolesInOrder(held) })];
      return ok({ acts, link: await makeLink(tx, id, agreed) });
    },
  });

/** For somebody who has not joined: the link of their adding got lost, or ran out. */
const linkKind = (makeLink: StaffKindServices['makeLink']): AnyRecordKind =>
  recordKind({
    ...aboutStaff,
    body: z.object({}),
    async plan(db, subjectId) {
      const found = await colleague(db, subjectId);
      if (!found.ok) return found;
      const { disabled, joined, roles: held } = found.value;
      if (joined || disabled) return err(refuse('ALREADY_DECIDED'));
      return ok({
        label: labelOf(found.value),
        body: {},
        difference: [{ field: 'roles', old: '', new: shownRoles(held) }],
      });
    },
    async execute(tx, subjectId, _body, agreed) {
      const found = await colleague(tx, subjectId);
      if (!found.ok) return found;
      const link = await makeLink(tx, found.value.id, agreed);
      return ok({ acts: [actOf('staff_link_made', subjectId, agreed, { purpose: 'join' })], link });
    },
  });

const without = (some: readonly StaffRole[], others: readonly StaffRole[]): StaffRole[] =>
  some.filter((role) => !others.includes(role));
