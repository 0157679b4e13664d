// What the staff's domain declares.

import { every } from '../../platform/schedule/periods.ts';
import { failureSweep } from '../../platform/sign-in/failure-table.ts';
import type { DomainDeclaration, JobServices } from '../domain-part.ts';
import { type LateOptions, markLate, proveWhenDue } from '../wallet/index.ts';
import { type FreezeOptions, liftEndedFreezes } from './freezes/commands.ts';
import { listColleagues } from './people/table.ts';
import { FIRST_OWNER } from './rules.ts';
import { resealSecrets } from './sign-in/factor-table.ts';

/** Between looks for freezes that have ended: they hold no longer from their own moment on, this only tells their users. */
const LOOK_EVERY_MS = 5 * 60_000;
/** Between looks for withdrawals that are late. */
const LATE_EVERY_MS = 60_000;
/** Between looks whether a proof of client money is due. */
const PROOF_EVERY_MS = 5 * 60_000;

export const staffDomain: DomainDeclaration = {
  resealers: [{ use: 'staff_factors', batch: resealSecrets }],
  jobs: (services: Pick<FreezeOptions, 'submit'> & Pick<LateOptions, 'submit'> & Omit<JobServices, 'submit'>) => [
    {
      name: 'ended freezes lifted',
      periods: every(LOOK_EVERY_MS),
      missed: 'newest',
      run: () => liftEndedFreezes(services),
    },
    {
      name: 'late withdrawals found',
      periods: every(LATE_EVERY_MS),
      missed: 'newest',
      run: () => markLate({ ...services, staff: () => mailboxes(services.db) }),
    },
    {
      name: 'client money proved',
      periods: every(PROOF_EVERY_MS),
      missed: 'newest',
      run: () => proveWhenDue({ ...services, staff: () => mailboxes(services.db) }),
    },
    failureSweep('staff_failures', services),
  ],
};

/** Of everybody who is of the staff now; the first owner's is a name and no mailbox. */
async function mailboxes(db: JobServices['db']): Promise<string[]> {
  const colleagues = await listColleagues(db);
  return colleagues.flatMap(({ disabled, roles, email }) =>
    disabled || roles.length === 0 || email === FIRST_OWNER.email ? [] : [email],
  );
}
