// What fund products declare.

import { every } from '../../platform/schedule/periods.ts';
import type { DomainDeclaration, JobServices } from '../domain-part.ts';
import { fundsLedger } from './ledger.ts';
import { type PayingOptions, payFunds } from './paying.ts';
import { fundsSettings } from './settings.ts';

const MINUTE_MS = 60_000;

export const fundsDomain: DomainDeclaration = {
  ledger: fundsLedger,
  settings: fundsSettings,
  jobs: (services: PayingOptions & Omit<JobServices, 'submit'>) => [
    { name: 'fund interest', periods: every(MINUTE_MS), missed: 'newest', run: () => payFunds(services) },
  ],
};
