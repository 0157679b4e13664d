// What support declares.

import { EACH_DAY } from '../../platform/schedule/periods.ts';
import type { DomainDeclaration } from '../domain-part.ts';
import { eraseOld } from './feedback/erasing.ts';

export const supportDomain: DomainDeclaration = {
  jobs: (services) => [{ name: 'feedback that is kept no longer', ...EACH_DAY, run: () => eraseOld(services) }],
};
