// What the ledger declares of itself.

import type { DomainDeclaration } from '../domain-part.ts';
import { ledgerDeclaration } from './rules/declaration.ts';

export const ledgerDomain: DomainDeclaration = { ledger: ledgerDeclaration };
