// The ledger's endpoints: the contract's fields into accounts and lines, and back.

import type { ledgerEndpoints } from '@fairtick/contract/http/ledger';
import { ok } from '@fairtick/kernel/result';
import { type Handlers, type RequestContext, userOf } from '../../platform/endpoints.ts';
import { LedgerReading, type LedgerReadingOptions } from './reading.ts';
import { kindOf } from './views.ts';

/** Empty where it was left out. */
const filterOf = <T>(typed: T | ''): T | undefined => (typed === '' ? undefined : typed);

export function ledgerRoutes(options: LedgerReadingOptions): Handlers<keyof typeof ledgerEndpoints> {
  const reading = new LedgerReading(options);
  const own = (context: RequestContext, accountTypeId: number) => {
    const { userId, realm } = userOf(context);
    return { ownerId: userId, realm, kind: kindOf(accountTypeId) };
  };
  return {
    forexChange: async ({ page, type }, context) => ok(await reading.page(own(context, type), page, context.lang)),
    ledger: async ({ account, before, type, from, to }, context) => {
      const line = filterOf(before);
      const wanted = {
        before: line === undefined ? undefined : BigInt(line),
        type: filterOf(type),
        from: filterOf(from),
        to: filterOf(to),
      };
      return ok(await reading.before(own(context, account), wanted, context.lang));
    },
  };
}
