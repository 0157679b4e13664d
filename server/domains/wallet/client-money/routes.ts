// The newest proof of client money, for anybody to read.

import type { clientMoneyEndpoints } from '@fairtick/contract/http/client-money';
import { formatUnits } from '@fairtick/kernel/decimal';
import { ok } from '@fairtick/kernel/result';
import type { Queries } from '../../../platform/database/pools.ts';
import type { Handlers } from '../../../platform/endpoints.ts';
import { type Proof, requiredOf, shortOf } from './rules.ts';
import { newestProof } from './table.ts';

const usd = (units: bigint): string => formatUnits(units, 2);

const proofView = (proof: Proof) => ({
  time: proof.time,
  required: usd(requiredOf(proof)),
  ...{ users: usd(proof.users), withdrawals: usd(proof.withdrawals), receipts: usd(proof.receipts) },
  ...{ held: usd(proof.held), house: usd(proof.house), short: usd(shortOf(proof)) },
  short_since: proof.shortSince ?? null,
  broken: [...proof.broken],
});

export const clientMoneyRoutes = ({
  reads,
}: {
  readonly reads: () => Queries;
}): Handlers<keyof typeof clientMoneyEndpoints> => ({
  client_money: async () => {
    const newest = await newestProof(reads());
    return ok({ proof: newest ? proofView(newest) : null, paused: newest?.paused ?? false });
  },
});
