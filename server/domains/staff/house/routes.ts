// The staff's endpoints of the house's money. Whatever moves it takes two people: here it is proposed.

import type { houseEndpoints } from '@fairtick/contract/staff/house';
import { readPositive } from '@fairtick/contract/typed-number';
import { formatUnits, UNIT_PLACES } from '@fairtick/kernel/decimal';
import { ok } from '@fairtick/kernel/result';
import type { Pool } from '../../../platform/database/pools.ts';
import type { StaffHandlers } from '../../../platform/endpoints.ts';
import { accountsOf, HOUSE } from '../../ledger/index.ts';
import { readToldReason } from '../freezes/rules.ts';
import type { StaffProposals } from '../proposals/commands.ts';

export interface HouseRouteOptions {
  readonly db: Pool;
  readonly proposals: Pick<StaffProposals, 'propose'>;
}

const sumOf = (units: bigint): string => formatUnits(units, 2);

export function houseRoutes({ db, proposals }: HouseRouteOptions): StaffHandlers<keyof typeof houseEndpoints> {
  return {
    house: async () => {
      const accounts = (await accountsOf(db, HOUSE)).filter(({ realm }) => realm === 'live');
      return ok(accounts.map(({ kind, available }) => ({ account: kind, available: sumOf(available) })));
    },
    house_propose: async (input, context) => {
      const units = readPositive('amount', input.amount, UNIT_PLACES);
      if (!units.ok) return units;
      const { move, account, reason } = input;
      return proposals.propose(
        { endpoint: 'house_propose', input, context },
        {
          ...{ kind: 'house_move', subject: { kind: 'house', id: String(HOUSE) }, reason },
          body: { move, account, amount: sumOf(units.value) },
        },
      );
    },
    correction_propose: async (input, context) => {
      const units = readPositive('amount', input.amount, UNIT_PLACES);
      if (!units.ok) return units;
      const reason = readToldReason(input.reason);
      if (!reason.ok) return reason;
      const signed = input.direction === 'give' ? units.value : -units.value;
      return proposals.propose(
        { endpoint: 'correction_propose', input, context },
        {
          ...{ kind: 'correction', subject: { kind: 'user', id: input.id }, reason: reason.value },
          body: { amount: sumOf(signed) },
        },
      );
    },
  };
}
