// What content declares.

import type { DomainDeclaration } from '../domain-part.ts';
import { isMain } from './settings.ts';
import { tellingJob } from './telling/jobs.ts';

export const contentDomain: DomainDeclaration = {
  settings: [isMain],
  jobs: ({ db, clock }) => [tellingJob({ db, clock })],
};
