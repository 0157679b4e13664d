// What verification declares.

import { EACH_DAY } from '../../platform/schedule/periods.ts';
import type { DomainDeclaration } from '../domain-part.ts';
import { personsResealer } from './persons.ts';
import { kycRetentionYears } from './settings.ts';
import { emptyPersons } from './table.ts';

export const verificationDomain: DomainDeclaration = {
  resealers: [personsResealer],
  settings: [kycRetentionYears],
  jobs: ({ db }) => [{ name: 'persons who left emptied', ...EACH_DAY, run: () => emptyPersons(db) }],
};
