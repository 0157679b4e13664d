// Withdrawals in the words of the staff's contract.

import { WITHDRAWAL_FLAGS } from '@fairtick/contract/staff/withdrawal-reasons';
import type { payoutEndpoints, QueuedWithdrawal } from '@fairtick/contract/staff/withdrawals';
import { formatFixed, formatUnits } from '@fairtick/kernel/decimal';
import type { Id } from '@fairtick/kernel/ids';
import type { z } from 'zod';
import { uidOf } from '../../accounts/index.ts';
import type { Details } from '../destinations/details.ts';
import type { Destination } from '../types.ts';
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

type PlaceView = z.output<typeof payoutEndpoints.withdrawal.answer>['destination'];

/** In groups of four, as people compare what they must not mistake. */
const groupsOf = (text: string): string[] => text.match(/.{1,4}/gu) ?? [];

export const placeView = (place: Destination, details: Details): PlaceView => ({
  groups: groupsOf(place.kind === 'coin' ? place.address : details.account),
  tag: place.tag,
  ...{ bankName: details.bankName, bankAddress: details.bankAddress, bic: details.bic },
  ...{ payeeName: details.payeeName, owner: place.owner, beneficiary: details.beneficiary },
  ...{ walletKind: place.walletKind, bound: place.boundTime },
});
