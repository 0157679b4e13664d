// What money in and out declares.

import { EACH_DAY } from '../../platform/schedule/periods.ts';
import type { DomainDeclaration, JobServices } from '../domain-part.ts';
import { type EndingOptions, endUnanswered } from './deposits/ending.ts';
import { destinationsResealer } from './destinations/details.ts';
import { walletLedger } from './ledger.ts';
import { sendersResealer } from './receipts/senders.ts';
import { walletSettings } from './settings.ts';

export const walletDomain: DomainDeclaration = {
  ledger: walletLedger,
  settings: walletSettings,
  resealers: [destinationsResealer, sendersResealer],
  jobs: (services: EndingOptions & Omit<JobServices, 'submit'>) => [
    { name: 'deposits without money ended', ...EACH_DAY, run: () => endUnanswered(services) },
  ],
};
