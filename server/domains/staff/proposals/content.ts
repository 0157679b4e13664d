// What is about the terms, moved or withdrawn by two people. What that is and does is content's.

import type { StaffAct } from '@fairtick/contract/staff/matrix';
import { ok } from '@fairtick/kernel/result';
import {
  carryOutDates,
  carryOutWithdrawal,
  type DatesAsked,
  datesAsked,
  planDates,
  planWithdrawal,
  type WithdrawalAsked,
  withdrawalAsked,
} from '../../content/index.ts';
import { type Agreement, type AnyRecordKind, recordKind } from './kind.ts';

const ACTS: readonly StaffAct[] = ['content'];
const aboutContent = { by: 'record', mayNeed: ACTS, acts: () => ACTS } as const;

const byTwo = ({ actor, reason, proposal, maker }: Agreement) => ({
  actor,
  contents: { reason, proposal: String(proposal), maker: String(maker) },
});

export const contentDatesKind: AnyRecordKind = recordKind<DatesAsked>({
  ...aboutContent,
  body: datesAsked,
  plan: planDates,
  async execute(tx, subjectId, asked, agreed) {
    const acts = await carryOutDates(tx, subjectId, asked, byTwo(agreed));
    return acts.ok ? ok({ acts: acts.value }) : acts;
  },
});

export const contentWithdrawKind: AnyRecordKind = recordKind<WithdrawalAsked>({
  ...aboutContent,
  body: withdrawalAsked,
  plan: planWithdrawal,
  async execute(tx, subjectId, asked, agreed) {
    const acts = await carryOutWithdrawal(tx, subjectId, asked, byTwo(agreed));
    return acts.ok ? ok({ acts: acts.value }) : acts;
  },
});
