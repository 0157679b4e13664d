// What copying declares.

import { EACH_HOUR, EACH_MONDAY, every } from '../../platform/schedule/periods.ts';
import type { DomainDeclaration, JobServices } from '../domain-part.ts';
import { keepEquity } from './equity.ts';
import { endOrphans, type FollowingJobs, payShares } from './following/jobs.ts';
import { copyingLedger } from './following/ledger.ts';
import { copyingSettings } from './settings.ts';

const MINUTE_MS = 60_000;

export const copyingDomain: DomainDeclaration = {
  ledger: copyingLedger,
  settings: copyingSettings,
  jobs: (services: FollowingJobs & Omit<JobServices, 'submit'>) => [
    { name: 'equity of traders', ...EACH_HOUR, run: (run) => keepEquity(services, run) },
    { name: 'shares of traders', ...EACH_MONDAY, run: () => payShares(services) },
    { name: 'relations of traders', periods: every(MINUTE_MS), missed: 'newest', run: () => endOrphans(services) },
  ],
};
