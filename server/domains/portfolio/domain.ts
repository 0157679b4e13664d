// What spans domains declares: demo accounts in the ledger, and the daily removal of those who are idle.

import { EACH_DAY } from '../../platform/schedule/periods.ts';
import type { DomainDeclaration, JobServices } from '../domain-part.ts';
import { portfolioLedger } from './ledger.ts';
import { type RemovalOptions, removeIdleDemoUsers } from './removal.ts';

export const portfolioDomain: DomainDeclaration = {
  ledger: portfolioLedger,
  jobs: ({ submit, db, clock }: Pick<RemovalOptions, 'submit'> & Omit<JobServices, 'submit'>) => [
    {
      name: 'idle demo users removed',
      ...EACH_DAY,
      run: () => removeIdleDemoUsers({ submit, db, nowMs: clock.now() }),
    },
  ],
};
