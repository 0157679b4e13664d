// Withdrawals in the words of the staff's contract.

import { WITHDRAWAL_FLAGS } from '@fairtick/contract/staff/withdrawal-reasons';
import type { payoutEndpoints, QueuedWithdrawal } from '@fairtick/contract/staff/withdrawals';
import { formatFixed, formatUnits } from '@fairtick/kernel/decimal';
import type { Id } from '@fairtick/kernel/ids';
import type { z } from 'zod';
import { uidOf } from '../../accounts/index.ts';
import { isOffered, placeOf } from '../deposits/rules.ts';
import type { Details } from '../destinations/details.ts';
import type { WalletSettings } from '../settings.ts';
import type { Destination, Withdrawal } from '../types.ts';
import type { QueuedRow } from './staff-table.ts';
import { STATUS } from './views.ts';

export interface QueuedParts extends QueuedRow {
  readonly staffId: Id;
  /** By whom it was taken. */
  readonly takenBy: string;
}

export function queuedView({ withdrawal, approvals, staffId, takenBy }: QueuedParts): QueuedWithdrawal {
  const raised = withdrawal.flags.split(',');
  return {
    ...{ id: String(withdrawal.id), uid: uidOf(withdrawal.userId), status: STATUS[withdrawal.status] },
    ...{ kind: withdrawal.kind, currency: withdrawal.currency, protocol: withdrawal.protocol },
    number: formatUnits(withdrawal.number, 2),
    received: formatFixed(withdrawal.received, withdrawal.places),
    ...{ requested: withdrawal.requestTime, deadline: withdrawal.deadline },
    overdue: withdrawal.overdueTime !== undefined,
    ...{ approvals, approvalsNeeded: withdrawal.approvalsNeeded },
    flags: WITHDRAWAL_FLAGS.filter((flag) => raised.includes(flag)),
    ...{ takenBy, mine: withdrawal.claimedBy === staffId },
  };
}

type Card = z.output<typeof payoutEndpoints.withdrawal.answer>;

/** null where nothing came back. */
export const backView = ({ backCredited, backTime }: Withdrawal, by: string, reference: string): Card['back'] =>
  backCredited === undefined || backTime === undefined
    ? null
    : { amount: formatUnits(backCredited, 2), time: backTime, by, reference };

/** Where a payment of its currency can come back to. */
export const waysView = (settings: WalletSettings, { currency }: Pick<Withdrawal, 'currency'>): Card['ways'] =>
  settings.options
    .filter((one) => one.currency === currency && isOffered(settings, one))
    .map((one) => ({
      ...{ id: String(one.id), kind: one.kind, currency, place: placeOf(one) },
      own: one.kind === 'coin' && one.xpub !== undefined,
    }));

type PlaceView = Card['destination'];

/** In groups of four, as people compare what they must not mistake. */
const groupsOf = (text: string): string[] => text.match(/.{1,4}/gu) ?? [];

export const placeView = (place: Destination, details: Details): PlaceView => ({
  groups: groupsOf(place.kind === 'coin' ? place.address : details.account),
  tag: place.tag,
  ...{ bankName: details.bankName, bankAddress: details.bankAddress, bic: details.bic },
  ...{ payeeName: details.payeeName, owner: place.owner, beneficiary: details.beneficiary },
  ...{ walletKind: place.walletKind, exchange: details.exchange, bound: place.boundTime },
});
