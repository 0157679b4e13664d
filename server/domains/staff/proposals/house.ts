// The house's money moved, and a user's balance corrected, by two people. What that does to the books is the wallet's.

import { refuse } from '@fairtick/contract/errors';
import { ASSIGNED, HOUSE_MOVES } from '@fairtick/contract/staff/house-moves';
import { amount, formatUnits, readUnits } from '@fairtick/kernel/decimal';
import { parseId } from '@fairtick/kernel/ids';
import { err, ok } from '@fairtick/kernel/result';
import { z } from 'zod';
import type { NewAct } from '../../../platform/acts/table.ts';
import { uidOfRealUser } from '../../accounts/index.ts';
import { owedOnPositions } from '../../forex/index.ts';
import { decideCorrection, decideHouseMove, isWhole } from '../../wallet/index.ts';
import { type Agreement, commandKind } from './kind.ts';
import type { Difference, Plan } from './rules.ts';

const ACT = ['books'] as const;

/** USD, as it is kept in a proposal: what both people read. */
const usd = z.string().regex(/^-?\d{1,15}(\.\d{1,8})?$/);
const shownUsd = (units: bigint): string => formatUnits(units, 2);

const move = z.object({ move: z.enum(HOUSE_MOVES), amount: usd, account: z.union([z.enum(ASSIGNED), z.literal('')]) });
type Move = z.infer<typeof move>;
const correction = z.object({ amount: usd });
type Correction = z.infer<typeof correction>;

const said = (fields: Readonly<Record<string, string>>): Difference[] =>
  Object.entries(fields).flatMap(([field, value]) => (value === '' ? [] : [{ field, old: '', new: value }]));

const movePlan = ({ move: what, amount: sum, account }: Move): Plan => ({
  body: { move: what, amount: sum, account },
  difference: said({ move: what, account, amount: sum }),
});
const correctionPlan = ({ amount: sum }: Correction): Plan => ({
  body: { amount: sum },
  difference: said({ amount: sum }),
});

/** By whom and why: the act of what two people have done. */
const actOf = (
  kind: NewAct['kind'],
  subject: NewAct['subject'],
  { actor, maker, proposal, reason }: Agreement,
  contents: NewAct['contents'],
): NewAct => ({
  ...{ kind, actor, subject },
  contents: { ...contents, reason, proposal: String(proposal), maker: String(maker) },
});

/** What two people agreed on has a proposal. */
function proposalOf({ proposal }: Agreement): bigint {
  if (proposal === undefined) throw new Error('nobody moves money of the house alone');
  return proposal;
}

export const houseMoveKind = commandKind<Move>({
  by: 'command',
  body: move,
  mayNeed: ACT,
  acts: () => ACT,
  async plan(_db, _subject, asked) {
    if (!isWhole(asked.move, asked.account)) return err(refuse('INPUT_INVALID', { field: 'account' }));
    return ok({ ...movePlan(asked), label: 'house' });
  },
  planIn: (_state, _owner, asked) => ok(movePlan(asked)),
  change(state, _owner, { move: what, amount: sum, account }, agreed) {
    const units = amount(readUnits(sum));
    const by = { proposal: proposalOf(agreed), timeMs: state.staff.nowMs, owed: owedOnPositions(state, 'live') };
    const ledger = decideHouseMove(state, { move: what, units, product: account }, by);
    if (!ledger.ok) return ledger;
    const contents = { move: what, amount: sum, account };
    return ok({
      ledger: ledger.value,
      acts: [actOf('house_moved', { kind: 'house', id: '0' }, agreed, contents)],
    });
  },
});

export const correctionKind = commandKind<Correction>({
  by: 'command',
  body: correction,
  mayNeed: ACT,
  acts: () => ACT,
  async plan(db, subjectId, asked) {
    const userId = parseId(subjectId);
    const uid = userId === undefined ? undefined : await uidOfRealUser(db, userId);
    return uid === undefined ? err(refuse('ITEM_UNKNOWN')) : ok({ ...correctionPlan(asked), label: uid });
  },
  planIn: (_state, _userId, asked) => ok(correctionPlan(asked)),
  change(state, userId, { amount: sum }, agreed) {
    const units = readUnits(sum);
    const proposal = proposalOf(agreed);
    const by = { proposal, timeMs: state.staff.nowMs, owed: owedOnPositions(state, 'live') };
    const ledger = decideCorrection(state, { userId, units }, by);
    if (!ledger.ok) return ledger;
    const params = { amount: shownUsd(units), reason: agreed.reason };
    return ok({
      ledger: ledger.value,
      notices: [{ userId, kind: 'balance_corrected', orderId: undefined, params, cause: `proposal:${proposal}` }],
      acts: [actOf('balance_corrected', { kind: 'user', id: String(userId) }, agreed, { amount: sum })],
    });
  },
});
