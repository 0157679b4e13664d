// Money of nobody, by two people: booked, from the limit on, to be sent back, and not sent after all. What that does is the wallet's.

import { refuse } from '@fairtick/contract/errors';
import { COIN_PLACES, readUnits } from '@fairtick/kernel/decimal';
import { parseId } from '@fairtick/kernel/ids';
import { err, ok, type Result } from '@fairtick/kernel/result';
import { z } from 'zod';
import {
  decideBooking,
  decideKeeping,
  decideReturn,
  findReceipt,
  methodOfOption,
  readDepositFacts,
  type StoredReceipt,
  sumOfReceipt,
} from '../../wallet/index.ts';
import { type AnyCommandKind, commandKind } from './kind.ts';
import type { Plan } from './rules.ts';

const ACT = ['books'] as const;
const body = z.object({ receipt: z.string().regex(/^\d{1,19}$/) });
type Body = z.infer<typeof body>;

function planOf(
  receipt: StoredReceipt | undefined,
  asked: Body,
  from: StoredReceipt['state'],
): Result<Plan, ReturnType<typeof refuse>> {
  if (!receipt) return err(refuse('ITEM_UNKNOWN'));
  if (receipt.state !== from) return err(refuse('ALREADY_DECIDED'));
  const shown = { ...sumOfReceipt(receipt), sender: receipt.fromShown };
  return ok({
    body: { receipt: asked.receipt },
    difference: Object.entries(shown).flatMap(([field, value]) =>
      value === '' ? [] : [{ field, old: '', new: value }],
    ),
  });
}

/** What two people say of a receipt that is `from`. */
const kindOf = (from: StoredReceipt['state'], decide: typeof decideReturn): AnyCommandKind =>
  commandKind<Body>({
    by: 'command',
    body,
    mayNeed: ACT,
    acts: () => ACT,
    names: ({ receipt }) => ({ wallet: [BigInt(receipt)] }),
    async plan(db, _subject, asked) {
      const id = parseId(asked.receipt);
      const plan = planOf(id === undefined ? undefined : await findReceipt(db, id), asked, from);
      return plan.ok ? ok({ ...plan.value, label: 'house' }) : plan;
    },
    planIn: (state, _owner, asked) => planOf(state.wallet.receipts.byId(BigInt(asked.receipt)), asked, from),
    change(state, _owner, { receipt }, { proposal, maker, reason, actor }) {
      if (proposal === undefined) throw new Error('nobody says alone what becomes of money of nobody');
      return decide(state, { id: BigInt(receipt), proposal, staffId: actor.id, maker, reason });
    },
  });

export const receiptReturnKind = kindOf('free', decideReturn);
export const receiptKeepKind = kindOf('returning', decideKeeping);

const BOOK = ['deposits'] as const;
const booking = z.object({
  charge_id: z.string(),
  method: z.string(),
  currency: z.string(),
  reference: z.string(),
  amount: z.string().regex(/^\d{1,20}(\.\d{1,18})?$/),
  from: z.string(),
});
type Booking = z.infer<typeof booking>;

function planOfBooking(asked: Booking): Plan {
  const { reference, currency, amount, from: sender } = asked;
  return {
    body: { ...asked },
    difference: Object.entries({ reference, currency, amount, sender }).flatMap(([field, value]) =>
      value === '' ? [] : [{ field, old: '', new: value }],
    ),
  };
}

export const receiptBookKind = commandKind<Booking>({
  by: 'command',
  body: booking,
  mayNeed: BOOK,
  acts: () => BOOK,
  plan: async (_db, _subject, asked) => ok({ ...planOfBooking(asked), label: 'house' }),
  planIn: (_state, _owner, asked) => ok(planOfBooking(asked)),
  facts: (db, userId, { method, reference }) => readDepositFacts(db, { userId, method, reference }),
  change(state, _owner, asked, { proposal, maker, reason, actor }, { isUsed }) {
    if (proposal === undefined) throw new Error('nobody books alone what takes two');
    const option = state.wallet.settings.options.find(({ id }) => String(id) === asked.charge_id);
    // The account or the token may be another by now.
    if (!option || methodOfOption(option) !== asked.method || option.currency !== asked.currency)
      return err(refuse('PROPOSAL_CHANGED'));
    const came = { reference: asked.reference, amount: readUnits(asked.amount, COIN_PLACES) };
    const by = { key: `proposal:${proposal}`, staffId: actor.id, isUsed, agreed: { proposal, maker, reason } };
    return decideBooking(state, { option, came, from: asked.from, ...by });
  },
});
