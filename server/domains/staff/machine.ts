// What whoever has the machine does about the staff: a new way in for somebody, and owners where there are too few left to be two. Every error is a
// sentence, and every act is the server's own.

import type { ActKind } from '@fairtick/contract/staff/acts';
import type { Id } from '@fairtick/kernel/ids';
import { err, ok, type Result } from '@fairtick/kernel/result';
import type { PoolClient, Queries } from '../../platform/database/pools.ts';
import { SYSTEM } from '../../platform/principals.ts';
import { emailAddress } from '../accounts/index.ts';
import { writeActs, writeOnce } from './context.ts';
import { comeBack, findColleague, lockStaff } from './people/table.ts';
import { personName } from './rules.ts';
import type { LinkPurpose } from './sign-in/link-table.ts';
import { type ByMachine, makeLink, type NewOneTimeLink } from './sign-in/links.ts';
import { findByEmail, findFirst, insertMember, lockMember } from './table.ts';

/** Whom it is about, and what was done beside the link. */
interface Named {
  readonly staffId: Id;
  readonly purpose: LinkPurpose;
  readonly act: ActKind;
  readonly contents: Readonly<Record<string, unknown>>;
}

/** For whoever lost what they sign in with: what they had ends when the link is used. */
export const linkOnMachine = (options: ByMachine, who: string): Promise<Result<NewOneTimeLink, string>> =>
  withLink(options, async (tx) => {
    const found = await memberNamed(tx, who);
    if (!found.ok) return found;
    const { id: staffId, disabled, joined } = found.value;
    if (disabled) return err('This member is disabled: `npm run staff -- enable EMAIL` lets them in again.');
    const purpose = joined ? 'lost' : 'join';
    return ok({ staffId, purpose, act: 'staff_link_made', contents: { purpose } });
  });

/** Lets somebody in again, with a new factor: where two people would, and there are no two. */
export const enableOnMachine = (options: ByMachine, who: string): Promise<Result<NewOneTimeLink, string>> =>
  withLink(options, async (tx) => {
    const found = await memberNamed(tx, who);
    if (!found.ok) return found;
    const { id: staffId, disabled, roles } = found.value;
    if (!disabled) return err('This member is not disabled: `npm run staff -- link EMAIL` makes them a new link.');
    await comeBack(tx, staffId, options.clock.now());
    return ok({ staffId, purpose: 'join', act: 'staff_enabled', contents: { roles } });
  });

/** Adds an owner who never was of the staff. */
export const ownerOnMachine = (
  options: ByMachine & { readonly newId: () => Id },
  { email: typed, name: typedName }: { readonly email: string; readonly name: string },
): Promise<Result<NewOneTimeLink, string>> =>
  withLink(options, async (tx) => {
    const email = emailAddress(typed);
    if (email === undefined) return err(noEmail(typed));
    const name = personName(typedName);
    if (name === undefined) return err('A name has 1 to 80 signs.');
    const staffId = options.newId();
    const added = await insertMember(tx, { id: staffId, name, email, roles: ['owner'], addedBy: SYSTEM.id });
    if (!added) return err('Somebody of the staff has that e-mail already. `npm run staff -- list` shows everybody.');
    return ok({ staffId, purpose: 'join', act: 'staff_added', contents: { roles: ['owner'] } });
  });

/** One change of the staff after the other, as in the console. Nothing is written where it is an error. */
async function withLink(
  options: ByMachine,
  change: (tx: PoolClient) => Promise<Result<Named, string>>,
): Promise<Result<NewOneTimeLink, string>> {
  let made: NewOneTimeLink | undefined;
  let problem = 'The link could not be made.';
  await writeOnce(options, 0n, 'staff_on_machine', async (tx) => {
    await lockStaff(tx);
    const changed = await change(tx);
    if (!changed.ok) {
      problem = changed.error;
      return ok({});
    }
    const { staffId, purpose, act, contents } = changed.value;
    made = await makeLink(options, tx, { staffId, purpose });
    await writeActs(tx, SYSTEM, staffId, [{ kind: act, contents }]);
    return ok({});
  });
  return made ? ok(made) : err(problem);
}

/** Under lock, and read only then: who is being disabled meanwhile is waited for. */
async function memberNamed(tx: Queries, who: string) {
  const email = who === 'first' ? undefined : emailAddress(who);
  if (who !== 'first' && email === undefined) return err(noEmail(who));
  const found = email === undefined ? await findFirst(tx) : await findByEmail(tx, email);
  if (found) await lockMember(tx, found.id);
  const member = found && (await findColleague(tx, found.id));
  return member
    ? ok(member)
    : err('There is nobody of the staff with that e-mail. `npm run staff -- list` shows everybody.');
}

const noEmail = (typed: string): string => `"${typed.slice(0, 60)}" is no e-mail address.`;
