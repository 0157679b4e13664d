// What options declare.

import type { DomainDeclaration } from '../domain-part.ts';
import { microLedger } from './ledger.ts';
import { microSettings } from './settings.ts';

export const microDomain: DomainDeclaration = { ledger: microLedger, settings: microSettings };
