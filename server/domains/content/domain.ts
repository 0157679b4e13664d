// What content declares.

import type { DomainDeclaration } from '../domain-part.ts';
import { isMain } from './settings.ts';

export const contentDomain: DomainDeclaration = { settings: [isMain] };
