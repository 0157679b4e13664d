// How a session opens, by whichever way somebody comes in: with its act, in the transaction that spends what they came in by.

import type { Refusal } from '@fairtick/contract/errors';
import type { Member, StaffFactor } from '@fairtick/contract/staff/sign-in';
import type { Id } from '@fairtick/kernel/ids';
import { assert, ok, type Result } from '@fairtick/kernel/result';
import type { PoolClient } from '../../../platform/database/pools.ts';
import type { StaffContext } from '../../../platform/endpoints.ts';
import { networkOf } from '../../../platform/sign-in/network.ts';
import { hashToken, newToken } from '../../../platform/sign-in/token.ts';
import { memberView, type StaffOptions, writeActs, writeOnce } from '../context.ts';
import type { MemberRow } from '../table.ts';
import { insertStaffSession } from './session-table.ts';

/** What a sign-in answers with. */
export interface AnsweredSession {
  readonly token: string;
  readonly member: Member;
}

export interface Entering {
  readonly staffId: Id;
  readonly factor: StaffFactor;
  readonly context: StaffContext;
  /** What the write is called in the list of keys. */
  readonly call: 'join' | 'sign_in';
  /** Spends what they came in by; answers with the member under lock. Where it refuses, nothing is written. */
  readonly admit: (tx: PoolClient) => Promise<Result<MemberRow, Refusal>>;
}

export async function enter(
  options: StaffOptions,
  { staffId, factor, context, call, admit }: Entering,
): Promise<Result<AnsweredSession, Refusal>> {
  let opened: AnsweredSession | undefined;
  const outcome = await writeOnce(options, staffId, call, async (tx) => {
    const member = await admit(tx);
    if (!member.ok) return member;
    opened = { token: await openSession(options, tx, { staffId, factor, context }), member: memberView(member.value) };
    return ok({});
  });
  if (!outcome.ok) return outcome;
  assert(opened !== undefined, 'a write under a key of its own was made here');
  return ok(opened);
}

/** The token is told only here. */
async function openSession(
  { clock, entropy }: StaffOptions,
  tx: PoolClient,
  { staffId, factor, context }: Pick<Entering, 'staffId' | 'factor' | 'context'>,
): Promise<string> {
  const token = newToken(entropy);
  await insertStaffSession(tx, {
    tokenHash: hashToken(token),
    staffId,
    createdTime: clock.now(),
    factor,
    addressShown: networkOf(context.address),
    agent: context.agent,
  });
  const actor = { kind: 'staff', id: staffId } as const;
  await writeActs(tx, actor, staffId, [{ kind: 'staff_signed_in', contents: { factor } }]);
  return token;
}
