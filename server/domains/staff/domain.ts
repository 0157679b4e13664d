// What the staff's domain declares.

import type { DomainDeclaration } from '../domain-part.ts';
import { resealSecrets } from './factor-table.ts';

export const staffDomain: DomainDeclaration = { resealers: [{ use: 'staff_factors', batch: resealSecrets }] };
