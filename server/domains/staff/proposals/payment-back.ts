// A payment of ours that came back, by two people: from the limit on, where who says so has paid it, and where others claim what came, which compliance
// decides. What it does to the books is the wallet's.

import { type Refusal, refuse } from '@fairtick/contract/errors';
import type { StaffAct } from '@fairtick/contract/staff/matrix';
import { COIN_PLACES, formatFixed, readUnits } from '@fairtick/kernel/decimal';
import { parseId } from '@fairtick/kernel/ids';
import { err, ok, type Result } from '@fairtick/kernel/result';
import { z } from 'zod';
import type { Queries } from '../../../platform/database/pools.ts';
import { uidOf } from '../../accounts/index.ts';
import {
  decideComingBack,
  findWithdrawal,
  optionOfBack,
  type ProposedBack,
  readDepositFacts,
  type Withdrawal,
} from '../../wallet/index.ts';
import { type AnyCommandKind, commandKind } from './kind.ts';
import type { Plan } from './rules.ts';

const idText = z.string().regex(/^\d{1,19}$/);
const body = z.object({
  withdrawal: idText,
  charge_id: z.string(),
  /** Where the option's money was seen when it was proposed. */
  method: z.string(),
  address: z.string().optional(),
  reference: z.string(),
  amount: z.string().regex(/^\d{1,20}(\.\d{1,18})?$/),
  /** What was booked of it before. */
  receipt: idText.optional(),
});
type Body = z.infer<typeof body>;

export interface BackChecks {
  /** Whether its chain says what came, where it is asked, and whose address it came to. */
  readonly backHindered: (db: Queries, proposed: ProposedBack) => Promise<Refusal | undefined>;
}

function planOf(withdrawal: Withdrawal | undefined, ownerId: bigint, asked: Body): Result<Plan, Refusal> {
  if (!withdrawal || withdrawal.userId !== ownerId) return err(refuse('ITEM_UNKNOWN'));
  const { status, backReceiptId, currency, received, places } = withdrawal;
  if (status !== 'paid' || backReceiptId !== undefined) return err(refuse('ALREADY_DECIDED'));
  const shown = {
    ...{ reference: asked.reference, currency, amount: asked.amount, ...(asked.address && { address: asked.address }) },
    sent: formatFixed(received, places),
  };
  return ok({
    body: { ...asked },
    difference: Object.entries(shown).map(([field, value]) => ({ field, old: '', new: value })),
  });
}

const cameOf = ({ reference, amount }: Body) => ({ reference, amount: readUnits(amount, COIN_PLACES) });

export const paymentBackKind = ({ backHindered }: BackChecks, act: StaffAct, held: boolean): AnyCommandKind => {
  const factsOf = (db: Queries, userId: bigint, { method, reference }: Body) =>
    readDepositFacts(db, { userId, method, reference });
  return commandKind<Body>({
    by: 'command',
    body,
    mayNeed: [act],
    acts: () => [act],
    beforehand: (db, asked) => backHindered(db, { ...asked, came: cameOf(asked) }),
    names: ({ withdrawal, receipt = withdrawal }) => ({ wallet: [...new Set([withdrawal, receipt])].map(BigInt) }),
    async plan(db, subjectId, asked) {
      const [userId, id] = [parseId(subjectId), parseId(asked.withdrawal)];
      if (userId === undefined || id === undefined) return err(refuse('ITEM_UNKNOWN'));
      const plan = planOf(await findWithdrawal(db, id), userId, asked);
      if (!plan.ok) return plan;
      // What others claim is another proposal, also where they claim it this moment.
      if ((await factsOf(db, userId, asked)).isContested !== held) return err(refuse('PROPOSAL_CHANGED'));
      return ok({ ...plan.value, label: uidOf(userId) });
    },
    planIn: (state, userId, asked) => planOf(state.wallet.withdrawals.byId(BigInt(asked.withdrawal)), userId, asked),
    facts: factsOf,
    change(state, _userId, asked, { proposal, maker, reason, actor }, facts) {
      if (proposal === undefined) throw new Error('nobody says alone what takes two');
      const option = optionOfBack(state.wallet.settings, asked);
      if (!option) return err(refuse('PROPOSAL_CHANGED'));
      return decideComingBack(state, {
        ...{ id: BigInt(asked.withdrawal), option, key: `proposal:${proposal}`, staffId: actor.id, facts },
        came: cameOf(asked),
        receipt: asked.receipt === undefined ? undefined : BigInt(asked.receipt),
        agreed: { proposal, maker, reason, held },
      });
    },
  });
};
