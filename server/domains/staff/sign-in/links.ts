// One-time links: who is let in to choose a factor. The link itself is told once and stored nowhere.

import type { StaffRole } from '@fairtick/contract/staff/matrix';
import type { Id } from '@fairtick/kernel/ids';
import { ok } from '@fairtick/kernel/result';
import type { PoolClient } from '../../../platform/database/pools.ts';
import { SYSTEM } from '../../../platform/principals.ts';
import { newToken } from '../../../platform/sign-in/token.ts';
import { type StaffOptions, writeActs, writeOnce } from '../context.ts';
import { FIRST_OWNER, JOIN_LINK_MS } from '../rules.ts';
import { findFirst, insertMember, lockMember, lockStart } from '../table.ts';
import { insertLink, type LinkPurpose } from './link-table.ts';

export type LinkOptions = Pick<StaffOptions, 'clock' | 'entropy' | 'keys'>;

export interface NewOneTimeLink {
  /** Goes behind `#/join/` of the console's address. */
  readonly link: string;
  /** UTC ms. */
  readonly expires: number;
}

/**
 * Within a transaction, for a member who may be let in; open links of theirs end. The act of it is the caller's. One that came of a proposal needs
 * the word beside it that the proposal's maker is shown.
 */
export async function makeLink(
  { clock, entropy, keys }: LinkOptions,
  tx: PoolClient,
  {
    staffId,
    purpose,
    proposal,
  }: { readonly staffId: Id; readonly purpose: LinkPurpose; readonly proposal?: Id | undefined },
): Promise<NewOneTimeLink> {
  await lockMember(tx, staffId);
  const link = newToken(entropy);
  const createdTime = clock.now();
  const expires = createdTime + JOIN_LINK_MS;
  await insertLink(tx, { mac: keys.mac('one_time_links', link), staffId, purpose, createdTime, expires, proposal });
  return { link, expires };
}

/** Where somebody opens their link. */
export const linkAddress = (consoleUrl: string, link: string): string => `${new URL(consoleUrl).origin}/#/join/${link}`;

export type ByMachine = LinkOptions & Pick<StaffOptions, 'db' | 'records'>;

/**
 * The way in of the first owner, who is made where there is nobody of the staff. A new one at every start until somebody has joined, and undefined
 * from then on.
 */
export async function firstLink(options: ByMachine & { readonly newId: () => Id }): Promise<string | undefined> {
  let made: string | undefined;
  const outcome = await writeOnce(options, 0n, 'first_link', async (tx) => {
    await lockStart(tx);
    const first = await findFirst(tx);
    if (first?.anybodyJoined) return ok({});
    const staffId = first?.id ?? options.newId();
    if (!first) await insertMember(tx, { id: staffId, ...FIRST_OWNER, roles: ['owner'], addedBy: SYSTEM.id });
    made = (await makeLink(options, tx, { staffId, purpose: 'join' })).link;
    const roles: readonly StaffRole[] = ['owner'];
    await writeActs(tx, SYSTEM, staffId, [
      first
        ? { kind: 'staff_link_made', contents: { purpose: 'join' } }
        : { kind: 'staff_bootstrapped', contents: { roles } },
    ]);
    return ok({});
  });
  return outcome.ok ? made : undefined;
}
