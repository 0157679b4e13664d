// A credited deposit taken back by two people. What that does to the books is the wallet's, and is decided with what is there when it is accepted.

import { type Refusal, refuse } from '@fairtick/contract/errors';
import { REVERSAL_REASONS } from '@fairtick/contract/staff/deposit-reasons';
import { COIN_PLACES, formatUnits } from '@fairtick/kernel/decimal';
import { parseId } from '@fairtick/kernel/ids';
import { err, ok, type Result } from '@fairtick/kernel/result';
import { z } from 'zod';
import { uidOf } from '../../accounts/index.ts';
import { type Deposit, decideReversal, findDeposit, toldReason } from '../../wallet/index.ts';
import { commandKind } from './kind.ts';
import type { Plan } from './rules.ts';

/** It takes from the house where the user has spent it: as the house's own money. */
const ACT = ['books'] as const;
const body = z.object({ deposit: z.string().regex(/^\d{1,19}$/), code: z.enum(REVERSAL_REASONS) });
type Body = z.infer<typeof body>;

function planOf(deposit: Deposit | undefined, ownerId: bigint, asked: Body): Result<Plan, Refusal> {
  if (!deposit || deposit.userId !== ownerId) return err(refuse('ITEM_UNKNOWN'));
  const { status, credited, creditedNumber, currency } = deposit;
  if (status !== 'credited' || credited === undefined || creditedNumber === undefined)
    return err(refuse('ALREADY_DECIDED'));
  const came = formatUnits(creditedNumber, 0, COIN_PLACES);
  const shown = { currency, came, amount: formatUnits(credited, 2), why: asked.code };
  return ok({
    body: { ...asked },
    difference: Object.entries(shown).map(([field, value]) => ({ field, old: '', new: value })),
  });
}

export const depositReverseKind = commandKind<Body>({
  by: 'command',
  body,
  mayNeed: ACT,
  acts: () => ACT,
  names: ({ deposit }) => ({ wallet: [BigInt(deposit)] }),
  async plan(db, subjectId, asked) {
    const [userId, id] = [parseId(subjectId), parseId(asked.deposit)];
    if (userId === undefined || id === undefined) return err(refuse('ITEM_UNKNOWN'));
    const plan = planOf(await findDeposit(db, id), userId, asked);
    return plan.ok ? ok({ ...plan.value, label: uidOf(userId) }) : plan;
  },
  planIn: (state, userId, asked) => planOf(state.wallet.deposits.byId(BigInt(asked.deposit)), userId, asked),
  change(state, _userId, { deposit, code }, { proposal, maker, reason, actor }) {
    if (proposal === undefined) throw new Error('nobody takes back alone what was credited');
    const by = { proposal, maker, staffId: actor.id, reason };
    return decideReversal(state, { id: BigInt(deposit), code, ...by, told: (lang) => toldReason(lang, code, '') });
  },
});
