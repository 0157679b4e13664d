// What loans declare.

import { EACH_DAY } from '../../platform/schedule/periods.ts';
import type { DomainDeclaration, JobServices } from '../domain-part.ts';
import { loansLedger } from './ledger.ts';
import { markOverdue, type OverdueOptions } from './overdue.ts';
import { emptyBorrowers } from './person-table.ts';
import { borrowersResealer } from './persons.ts';
import { loanSettings } from './settings.ts';

export const loansDomain: DomainDeclaration = {
  ledger: loansLedger,
  settings: loanSettings,
  resealers: [borrowersResealer],
  jobs: (services: OverdueOptions & Omit<JobServices, 'submit'>) => [
    { name: 'overdue loans marked', ...EACH_DAY, run: () => markOverdue(services) },
    { name: 'borrowers who left emptied', ...EACH_DAY, run: () => emptyBorrowers(services.db) },
  ],
};
