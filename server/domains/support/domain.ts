// What support declares.

import type { DomainDeclaration } from '../domain-part.ts';

export const supportDomain: DomainDeclaration = {};
