// What spans domains declares: demo accounts in the ledger, and the daily removal of those who are idle.

import type { Clock } from '@fairtick/kernel/clock';
import { EACH_DAY } from '../../platform/schedule/periods.ts';
import type { DomainDeclaration } from '../domain-part.ts';
import { portfolioLedger } from './ledger.ts';
import { type RemovalOptions, removeIdleDemoUsers } from './removal.ts';

interface RemovalServices extends Pick<RemovalOptions, 'submit' | 'db'> {
  readonly clock: Clock;
}

export const portfolioDomain: DomainDeclaration = {
  ledger: portfolioLedger,
  jobs: ({ submit, db, clock }: RemovalServices) => [
    {
      name: 'idle demo users removed',
      ...EACH_DAY,
      run: () => removeIdleDemoUsers({ submit, db, nowMs: clock.now() }),
    },
  ],
};
