// Money of nobody goes back to where it came from (money-staff.md §5, H8), as pure decisions: two people agree, one takes it, sends it and says by which
// payment. From the agreement on nobody is credited by it, for it may have left; that it has not takes two people to say.

import { type Refusal, refuse } from '@fairtick/contract/errors';
import { formatUnits } from '@fairtick/kernel/decimal';
import type { Id } from '@fairtick/kernel/ids';
import { err, ok, type Result } from '@fairtick/kernel/result';
import type { NewAct } from '../../../platform/acts/table.ts';
import { HOUSE } from '../../ledger/index.ts';
import { type DepositChange, networkOf } from '../deposits/staff-rules.ts';
import type { Receipt } from '../types.ts';
import { actOf, posted, type ReceiptState } from './rules.ts';

type Decided = Result<DepositChange, Refusal>;

/** What two people have agreed on: by whom it was proposed and why. */
interface Agreed {
  readonly id: Id;
  readonly proposal: Id;
  readonly maker: Id;
  readonly staffId: Id;
  readonly reason: string;
}

interface ByOne {
  readonly id: Id;
  readonly staffId: Id;
}

interface Sent extends ByOne {
  readonly key: string;
  /** Of the payment outside, as `readPayment` writes it. */
  readonly reference: string;
  /** Whether something else was paid by it. */
  readonly isUsed: boolean;
}

function inState({ wallet }: ReceiptState, id: Id, state: Receipt['state']): Result<Receipt, Refusal> {
  const receipt = wallet.receipts.byId(id);
  if (!receipt) return err(refuse('ITEM_UNKNOWN'));
  return receipt.state === state ? ok(receipt) : err(refuse('ALREADY_DECIDED'));
}

const sayingWhy = ({ reason, proposal, maker }: Agreed): NewAct['contents'] => ({
  reason,
  proposal: String(proposal),
  maker: String(maker),
});

const changed = (receipt: Receipt, act: NewAct): Decided => ok({ wallet: { receipts: [receipt] }, acts: [act] });

/** It shall go back. Refuses ALREADY_DECIDED where it is not free. */
export function decideReturn(state: ReceiptState, agreed: Agreed): Decided {
  const found = inState(state, agreed.id, 'free');
  if (!found.ok) return found;
  const receipt = found.value;
  return changed(
    { ...receipt, state: 'returning' },
    actOf('receipt_return_agreed', agreed.staffId, receipt, sayingWhy(agreed)),
  );
}

/** Nothing was sent: it is free again. Who has taken it is one of the two who say so. Refuses ALREADY_DECIDED where it does not go back, or has gone. */
export function decideKeeping(state: ReceiptState, agreed: Agreed): Decided {
  const found = inState(state, agreed.id, 'returning');
  if (!found.ok) return found;
  const receipt = found.value;
  const { takenBy } = receipt;
  if (takenBy !== undefined && takenBy !== agreed.maker && takenBy !== agreed.staffId) return err(taken(takenBy));
  return changed(
    { ...receipt, state: 'free', takenBy: undefined },
    actOf('receipt_kept', agreed.staffId, receipt, sayingWhy(agreed)),
  );
}

/** By whom, as an id: who says it to somebody puts the name in its place. */
const taken = (by: Id): Refusal => refuse('TAKEN_BY_OTHER', { name: String(by) });

/** One person takes it before anything is sent. */
export function decideTaking(state: ReceiptState, { id, staffId }: ByOne): Decided {
  const found = inState(state, id, 'returning');
  if (!found.ok) return found;
  const receipt = found.value;
  if (receipt.takenBy === staffId) return err(refuse('ALREADY_DECIDED'));
  if (receipt.takenBy !== undefined) return err(taken(receipt.takenBy));
  return changed({ ...receipt, takenBy: staffId }, actOf('receipt_taken', staffId, receipt, {}));
}

/** Whether an earlier command of the batch has said the same payment of another one, or of a withdrawal. */
const isSaidHere = ({ wallet }: ReceiptState, { id, currency, method }: Receipt, reference: string): boolean =>
  wallet.receipts
    .changed()
    .some(
      (one) => one.id !== id && one.sentReference === reference && one.currency === currency && one.method === method,
    ) ||
  wallet.withdrawals
    .changed()
    .some(
      (one) => one.paidReference === reference && one.currency === currency && one.network === networkOf({ method }),
    );

/** Was sent, by who has taken it: it leaves the clients' pool, which must hold it. */
export function decideSent(state: ReceiptState, { id, staffId, key, reference, isUsed }: Sent): Decided {
  const found = inState(state, id, 'returning');
  if (!found.ok) return found;
  const receipt = found.value;
  if (receipt.takenBy === undefined) return err(refuse('CLAIM_FIRST'));
  if (receipt.takenBy !== staffId) return err(taken(receipt.takenBy));
  if (isUsed || isSaidHere(state, receipt, reference)) return err(refuse('PAYMENT_USED'));
  const { booked } = receipt;
  const pool = state.ledger.find('live', HOUSE, 'external');
  if (!pool || pool.available + booked > 0n)
    return err(refuse('POOL_SHORT', { held: formatUnits(pool ? -pool.available : 0n, 2) }));
  const journals = posted(state, { receipt, key, type: 'receipt_returned' }, [
    { ownerId: HOUSE, kind: 'clearing:deposit', available: -booked },
    { ownerId: HOUSE, kind: 'external', available: booked },
  ]);
  const after: Receipt = { ...receipt, state: 'returned', sentReference: reference };
  const act = actOf('receipt_returned', staffId, receipt, { payment: reference });
  return ok({ wallet: { receipts: [after] }, ledger: { journals }, acts: [act] });
}
