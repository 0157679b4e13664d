// What loans declare.

import { EACH_DAY } from '../../platform/schedule/periods.ts';
import type { DomainDeclaration, JobServices } from '../domain-part.ts';
import { loansLedger } from './ledger.ts';
import { markOverdue, type OverdueOptions, tellSoon } from './overdue.ts';
import { emptyBorrowers } from './person-table.ts';
import { borrowersResealer } from './persons.ts';
import { loanSettings } from './settings.ts';

export const loansDomain: DomainDeclaration = {
  ledger: loansLedger,
  settings: loanSettings,
  resealers: [borrowersResealer],
  jobs: (services: OverdueOptions & Omit<JobServices, 'submit'>) => [
    { name: 'overdue loans marked', ...EACH_DAY, run: () => markOverdue(services) },
    { name: 'loans that are due soon told', ...EACH_DAY, run: () => tellSoon(services) },
    { name: 'borrowers who left emptied', ...EACH_DAY, run: () => emptyBorrowers(services.db) },
  ],
};
