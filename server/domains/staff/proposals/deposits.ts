// A deposit credited by two people: at or above the limit, and where two users claim one transaction, which compliance decides. What came, and what a
// credit does, is the wallet's.

import { type Refusal, refuse } from '@fairtick/contract/errors';
import type { StaffAct } from '@fairtick/contract/staff/matrix';
import { COIN_PLACES, formatUnits, readUnits } from '@fairtick/kernel/decimal';
import { parseId } from '@fairtick/kernel/ids';
import { err, ok, type Result } from '@fairtick/kernel/result';
import { z } from 'zod';
import type { Queries } from '../../../platform/database/pools.ts';
import { uidOf } from '../../accounts/index.ts';
import {
  type Came,
  type Deposit,
  decideCredit,
  findDeposit,
  isHeld,
  methodOf,
  NO_FACTS,
  readDepositFacts,
} from '../../wallet/index.ts';
import { type AnyCommandKind, commandKind } from './kind.ts';
import type { Plan } from './rules.ts';

const credit = z.object({
  deposit: z.string().regex(/^\d{1,19}$/),
  reference: z.string(),
  amount: z.string().regex(/^\d{1,20}(\.\d{1,18})?$/),
  /** What was booked of it before; left out where the credit books it. */
  receipt: z
    .string()
    .regex(/^\d{1,19}$/)
    .optional(),
});
type Credit = z.infer<typeof credit>;

/** As both people read it. */
function planOf(deposit: Deposit | undefined, ownerId: bigint, asked: Credit): Result<Plan, ReturnType<typeof refuse>> {
  if (!deposit || deposit.userId !== ownerId) return err(refuse('ITEM_UNKNOWN'));
  if (deposit.status !== 'unchecked') return err(refuse('ALREADY_DECIDED'));
  const shown = { reference: asked.reference, currency: deposit.currency, amount: asked.amount };
  return ok({
    body: { ...asked },
    difference: [
      ...Object.entries(shown).map(([field, value]) => ({ field, old: '', new: value })),
      { field: 'said', old: '', new: formatUnits(deposit.number, 0, COIN_PLACES) },
    ],
  });
}

const factsOf = (db: Queries, deposit: Deposit, { reference }: Credit) =>
  readDepositFacts(db, { userId: deposit.userId, method: methodOf(deposit), reference });

export interface CreditChecks {
  /** Whether the chain says what is credited, where it is asked. */
  readonly creditHindered: (db: Queries, deposit: Deposit, came: Came) => Promise<Refusal | undefined>;
}

export const depositCreditKind = ({ creditHindered }: CreditChecks, act: StaffAct, held: boolean): AnyCommandKind =>
  commandKind<Credit>({
    by: 'command',
    body: credit,
    mayNeed: [act],
    acts: () => [act],
    async beforehand(db, { deposit, reference, amount }) {
      const found = await findDeposit(db, BigInt(deposit));
      // What is decided already is answered as it was.
      if (found?.status !== 'unchecked') return undefined;
      return creditHindered(db, found, { reference, amount: readUnits(amount, COIN_PLACES) });
    },
    // It may be sent for a loan of its user's.
    names: ({ deposit, receipt = deposit }, userId) => ({
      ...{ wallet: [...new Set([deposit, receipt])].map(BigInt), loans: [userId] },
    }),
    async plan(db, subjectId, asked) {
      const [userId, id] = [parseId(subjectId), parseId(asked.deposit)];
      if (userId === undefined || id === undefined) return err(refuse('ITEM_UNKNOWN'));
      const deposit = await findDeposit(db, id);
      if (!deposit) return err(refuse('ITEM_UNKNOWN'));
      const plan = planOf(deposit, userId, asked);
      if (!plan.ok) return plan;
      // A deposit that two claim is another proposal, also where the second claim came this moment.
      if (isHeld(deposit, await factsOf(db, deposit, asked)) !== held) return err(refuse('PROPOSAL_CHANGED'));
      return ok({ ...plan.value, label: uidOf(userId) });
    },
    planIn: (state, userId, asked) => planOf(state.wallet.deposits.byId(BigInt(asked.deposit)), userId, asked),
    async facts(db, _userId, asked) {
      const deposit = await findDeposit(db, BigInt(asked.deposit));
      return deposit ? factsOf(db, deposit, asked) : NO_FACTS;
    },
    change(state, _userId, { deposit, reference, amount, receipt }, agreed, facts) {
      const { proposal, maker, reason, actor } = agreed;
      if (proposal === undefined) throw new Error('nobody credits alone what takes two');
      return decideCredit(state, {
        ...{ id: BigInt(deposit), key: `proposal:${proposal}`, staffId: actor.id, facts },
        came: { reference, amount: readUnits(amount, COIN_PLACES) },
        receipt: receipt === undefined ? undefined : BigInt(receipt),
        agreed: { proposal, maker, reason, held },
      });
    },
  });
