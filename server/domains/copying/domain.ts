// What copying declares.

import { EACH_HOUR } from '../../platform/schedule/periods.ts';
import type { DomainDeclaration, JobServices } from '../domain-part.ts';
import { keepEquity } from './equity.ts';

export const copyingDomain: DomainDeclaration = {
  jobs: (services: Omit<JobServices, 'submit'>) => [
    { name: 'equity of traders', ...EACH_HOUR, run: (run) => keepEquity(services, run) },
  ],
};
