// What support declares.

import { EACH_DAY } from '../../platform/schedule/periods.ts';
import type { DomainDeclaration, JobServices } from '../domain-part.ts';
import { type ChatJobOptions, chatJobs } from './chat/jobs.ts';
import { chatAnswerMinutes, chatPrepared } from './chat/settings.ts';
import { eraseOld } from './feedback/erasing.ts';

export const supportDomain: DomainDeclaration = {
  settings: [chatAnswerMinutes, chatPrepared],
  jobs: (services: ChatJobOptions & Omit<JobServices, 'submit'>) => [
    { name: 'feedback that is kept no longer', ...EACH_DAY, run: () => eraseOld(services) },
    ...chatJobs(services),
  ],
};
