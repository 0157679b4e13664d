// What accounts declare.

import type { DomainDeclaration } from '../domain-part.ts';
import { accountSettings } from './settings.ts';

export const accountsDomain: DomainDeclaration = { settings: accountSettings };
