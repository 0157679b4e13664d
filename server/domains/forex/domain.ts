// What forex declares.

import type { DomainDeclaration } from '../domain-part.ts';
import { forexLedger } from './ledger.ts';
import { forexSettings } from './settings.ts';

export const forexDomain: DomainDeclaration = { ledger: forexLedger, settings: forexSettings };
