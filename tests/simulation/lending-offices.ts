// Where people of the simulated world borrow and repay, buy fund products and redeem them, where the staff serve them, and the jobs of that: the real
// endpoints over the database in memory.

import type { Clock } from '@fairtick/kernel/clock';
import type { Id } from '@fairtick/kernel/ids';
import { fundRoutes, fundStaffRoutes } from '@fairtick/server/domains/funds/index';
import { payFunds } from '@fairtick/server/domains/funds/paying';
import { loanRoutes, loanStaffRoutes } from '@fairtick/server/domains/loans/index';
import { markOverdue, tellSoon } from '@fairtick/server/domains/loans/overdue';
import type { DomainCommand, Settings } from '@fairtick/server/domains/parts';
import { decidedAsNow, heldRefusal } from '@fairtick/server/domains/staff/index';
import type { DepositOptions } from '@fairtick/server/domains/wallet/index';
import type { Outcome } from '@fairtick/server/platform/commands/command';
import type { Keys } from '@fairtick/server/platform/keys/keys';

/** As whom everybody is verified. */
export const VERIFIED_NAME = 'Chan Tai Man';

export interface LendingOptions {
  readonly settings: Pick<Settings, 'loans' | 'funds' | 'jurisdictions'>;
  readonly submit: (command: DomainCommand) => Promise<Outcome>;
  readonly clock: Clock;
  readonly deposits: DepositOptions;
  readonly keys: Keys;
}

export function lendingOffices({ settings, submit, clock, deposits, keys }: LendingOptions) {
  const { db, records, files, newId } = deposits;
  const jurisdictions = () => settings.jurisdictions;
  const services = {
    ...{ db, records, files, newId, submit, clock, keys, jurisdictions, deposits },
    ...{ settings: () => settings.loans, verifiedName: async () => VERIFIED_NAME },
  };
  const staff = {
    name: async (staffId: Id) => `member ${staffId}`,
    linkedUsers: async () => [],
    refusedNow: heldRefusal,
  };
  const byStaff = decidedAsNow(submit);
  const { loan_agreement, loan_submit, loan_repay, loan_cancel, loan_exclude, loan_repayment_proof } =
    loanRoutes(services);
  const { fund_buy, fund_refund } = fundRoutes({
    ...{ submit, jurisdictions },
    ...{ reads: () => db, settings: () => settings.funds },
  });
  const { loan_decide } = loanStaffRoutes({ ...services, submit: byStaff, staff });
  const { fund_confirm } = fundStaffRoutes({ submit: byStaff, db, settings: () => settings.funds });
  return {
    ...{ loan_agreement, loan_submit, loan_repay, loan_cancel, loan_exclude, loan_repayment_proof, loan_decide },
    ...{ fund_buy, fund_refund, fund_confirm },
    payFunds: () => payFunds({ submit, db }),
    markOverdue: () => markOverdue({ submit, db }),
    tellSoon: () => tellSoon({ submit, db }),
  };
}
