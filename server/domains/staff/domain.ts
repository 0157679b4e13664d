// What the staff's domain declares.

import { every } from '../../platform/schedule/periods.ts';
import type { DomainDeclaration, JobServices } from '../domain-part.ts';
import { type FreezeOptions, liftEndedFreezes } from './freezes/commands.ts';
import { resealSecrets } from './sign-in/factor-table.ts';

/** Between looks for freezes that have ended: they hold no longer from their own moment on, this only tells their users. */
const LOOK_EVERY_MS = 5 * 60_000;

export const staffDomain: DomainDeclaration = {
  resealers: [{ use: 'staff_factors', batch: resealSecrets }],
  jobs: (services: Pick<FreezeOptions, 'submit' | 'db'> & Pick<JobServices, 'clock'>) => [
    {
      name: 'ended freezes lifted',
      periods: every(LOOK_EVERY_MS),
      missed: 'newest',
      run: () => liftEndedFreezes(services),
    },
  ],
};
