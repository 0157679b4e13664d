// The staff's endpoints of withdrawals.

import type { payoutEndpoints } from '@fairtick/contract/staff/withdrawals';
import type { StaffHandlers } from '../../platform/endpoints.ts';
import { type BackOptions, PaymentsBack } from './withdrawals/back-commands.ts';
import { type PayoutOptions, Payouts } from './withdrawals/staff-commands.ts';

export function payoutRoutes(options: PayoutOptions & BackOptions): StaffHandlers<keyof typeof payoutEndpoints> {
  const payouts = new Payouts(options);
  const back = new PaymentsBack(options);
  return {
    withdrawals: (input, context) => payouts.list(input, context),
    withdrawal: (input, context) => payouts.read(input, context),
    withdrawal_approve: (input, context) => payouts.approve(input, context),
    withdrawal_reject: (input, context) => payouts.reject(input, context),
    withdrawal_claim: (input, context) => payouts.claim(input, context),
    withdrawal_release: (input, context) => payouts.release(input, context),
    withdrawal_paid: (input, context) => payouts.paid(input, context),
    withdrawal_nothing_sent: (input, context) => payouts.nothingSent(input, context),
    withdrawal_back: (input, context) => back.say(input, context),
  };
}
