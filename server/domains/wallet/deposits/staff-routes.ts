// The staff's endpoints of deposits.

import type { depositStaffEndpoints } from '@fairtick/contract/staff/deposits';
import { ok } from '@fairtick/kernel/result';
import type { StaffHandlers } from '../../../platform/endpoints.ts';
import { xpubView } from '../own-addresses/views.ts';
import { DepositDesk, type DepositDeskOptions } from './staff-commands.ts';

export function depositStaffRoutes(options: DepositDeskOptions): StaffHandlers<keyof typeof depositStaffEndpoints> {
  const desk = new DepositDesk(options);
  return {
    xpub_addresses: async ({ network, xpub }) => ok(xpubView(network, xpub)),
    deposits: (input, context) => desk.list(input, context),
    deposit: (input, context) => desk.read(input, context),
    deposit_claim: (input, context) => desk.claim(input, context),
    deposit_credit: (input, context) => desk.credit(input, context),
    deposit_reject: (input, context) => desk.reject(input, context),
    deposit_reverse: (input, context) => desk.proposeReversal(input, context),
  };
}
