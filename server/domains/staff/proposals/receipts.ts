// Money of nobody booked as sent back, by two people. What that does to the books is the wallet's.

import { refuse } from '@fairtick/contract/errors';
import { parseId } from '@fairtick/kernel/ids';
import { err, ok, type Result } from '@fairtick/kernel/result';
import { z } from 'zod';
import { decideReturn, findReceipt, type StoredReceipt, sumOfReceipt } from '../../wallet/index.ts';
import { commandKind } from './kind.ts';
import type { Plan } from './rules.ts';

const ACT = ['books'] as const;
const body = z.object({ receipt: z.string().regex(/^\d{1,19}$/) });
type Body = z.infer<typeof body>;

function planOf(receipt: StoredReceipt | undefined, asked: Body): Result<Plan, ReturnType<typeof refuse>> {
  if (!receipt) return err(refuse('ITEM_UNKNOWN'));
  if (receipt.state !== 'free') return err(refuse('ALREADY_DECIDED'));
  const shown = { ...sumOfReceipt(receipt), sender: receipt.fromShown };
  return ok({
    body: { receipt: asked.receipt },
    difference: Object.entries(shown).flatMap(([field, value]) =>
      value === '' ? [] : [{ field, old: '', new: value }],
    ),
  });
}

export const receiptReturnKind = commandKind<Body>({
  by: 'command',
  body,
  mayNeed: ACT,
  acts: () => ACT,
  names: ({ receipt }) => ({ wallet: [BigInt(receipt)] }),
  async plan(db, _subject, asked) {
    const id = parseId(asked.receipt);
    const plan = planOf(id === undefined ? undefined : await findReceipt(db, id), asked);
    return plan.ok ? ok({ ...plan.value, label: 'house' }) : plan;
  },
  planIn: (state, _owner, asked) => planOf(state.wallet.receipts.byId(BigInt(asked.receipt)), asked),
  change(state, _owner, { receipt }, { proposal, maker, reason, actor }) {
    if (proposal === undefined) throw new Error('nobody books alone that money was sent back');
    return decideReturn(state, { id: BigInt(receipt), proposal, staffId: actor.id, maker, reason });
  },
});
