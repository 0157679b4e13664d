// Money of nobody, by two people: booked, from the limit on, to be sent back, and not sent after all. What that does is the wallet's.

import { refuse } from '@fairtick/contract/errors';
import { fromBase64 } from '@fairtick/kernel/bytes';
import { COIN_PLACES, readUnits } from '@fairtick/kernel/decimal';
import { parseId } from '@fairtick/kernel/ids';
import { err, ok, type Result } from '@fairtick/kernel/result';
import { z } from 'zod';
import type { Keys } from '../../../platform/keys/keys.ts';
import {
  decideBooking,
  decideKeeping,
  decideReturn,
  findReceipt,
  methodOfOption,
  openSealed,
  optionOfBooking,
  readDepositFacts,
  type StoredReceipt,
  senderOf,
  sumOfReceipt,
} from '../../wallet/index.ts';
import { type AnyCommandKind, commandKind } from './kind.ts';
import type { Difference, Plan } from './rules.ts';

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
  const shown = sumOfReceipt(receipt);
  return ok({
    body: { receipt: asked.receipt },
    difference: Object.entries(shown).flatMap(([field, value]) =>
      value === '' ? [] : [{ field, old: '', new: value }],
    ),
  });
}

const senderLine = (sender: string | undefined): Difference[] =>
  sender === undefined || sender === '' ? [] : [{ field: 'sender', old: '', new: sender }];

/** What two people say of a receipt that is `from`. */
const kindOf = (keys: Keys, from: StoredReceipt['state'], decide: typeof decideReturn): AnyCommandKind =>
  commandKind<Body>({
    by: 'command',
    body,
    mayNeed: ACT,
    acts: () => ACT,
    names: ({ receipt }) => ({ wallet: [BigInt(receipt)] }),
    async opened(db, { receipt }) {
      const found = await findReceipt(db, BigInt(receipt));
      return senderLine(found && senderOf(keys, found));
    },
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

export const receiptReturnKind = (keys: Keys): AnyCommandKind => kindOf(keys, 'free', decideReturn);
export const receiptKeepKind = (keys: Keys): AnyCommandKind => kindOf(keys, 'returning', decideKeeping);

const BOOK = ['deposits'] as const;
const booking = z.object({
  charge_id: z.string(),
  method: z.string(),
  currency: z.string(),
  reference: z.string(),
  amount: z.string().regex(/^\d{1,20}(\.\d{1,18})?$/),
  /** A user's own address that it came to; left out where it came to the one for all. */
  address: z.string().optional(),
  /** Whom it came from, sealed, base64; left out where nobody is named. */
  from: z.string().optional(),
});
type Booking = z.infer<typeof booking>;

const sealedIn = ({ from }: Booking): Uint8Array | undefined => (from === undefined ? undefined : fromBase64(from));

/** undefined where nobody is named, or where it does not open. */
function senderIn(keys: Keys, asked: Booking): string | undefined {
  const sealed = sealedIn(asked);
  return sealed && openSealed(keys, asked, sealed);
}

function planOfBooking(asked: Booking): Plan {
  const { reference, currency, amount, address } = asked;
  return {
    body: { ...asked },
    difference: Object.entries({ reference, currency, amount, ...(address && { address }) }).map(([field, value]) => ({
      field,
      old: '',
      new: value,
    })),
  };
}

export const receiptBookKind = (keys: Keys) =>
  commandKind<Booking>({
    by: 'command',
    body: booking,
    mayNeed: BOOK,
    acts: () => BOOK,
    plan: async (_db, _subject, asked) => ok({ ...planOfBooking(asked), label: 'house' }),
    opened: async (_db, asked) => senderLine(senderIn(keys, asked)),
    // A sender whose master key was taken away meanwhile would be nobody's to read: it is proposed anew.
    beforehand: async (_db, asked) =>
      asked.from !== undefined && senderIn(keys, asked) === undefined ? refuse('PROPOSAL_CHANGED') : undefined,
    planIn: (_state, _owner, asked) => ok(planOfBooking(asked)),
    facts: (db, userId, { method, reference }) => readDepositFacts(db, { userId, method, reference }),
    change(state, _owner, asked, { proposal, maker, reason, actor }, { isUsed }) {
      if (proposal === undefined) throw new Error('nobody books alone what takes two');
      const named = state.wallet.settings.options.find(({ id }) => String(id) === asked.charge_id);
      const option = named && optionOfBooking(named, asked.address);
      // The account or the token may be another by now.
      if (!option || methodOfOption(option) !== asked.method || option.currency !== asked.currency)
        return err(refuse('PROPOSAL_CHANGED'));
      const came = { reference: asked.reference, amount: readUnits(asked.amount, COIN_PLACES) };
      const by = { key: `proposal:${proposal}`, staffId: actor.id, isUsed, agreed: { proposal, maker, reason } };
      return decideBooking(state, { option, came, from: sealedIn(asked), ...by });
    },
  });
