// What verification declares.

import type { DomainDeclaration } from '../domain-part.ts';
import { personsResealer } from './persons.ts';

export const verificationDomain: DomainDeclaration = { resealers: [personsResealer] };
