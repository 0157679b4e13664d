// The newest proof of client money, for anybody to read, and for the staff in their console.

import type { clientMoneyEndpoints } from '@fairtick/contract/http/client-money';
import type { AnswerOf } from '@fairtick/contract/http/index';
import type { clientMoneyStaffEndpoints } from '@fairtick/contract/staff/client-money';
import { formatUnits } from '@fairtick/kernel/decimal';
import { ok } from '@fairtick/kernel/result';
import type { Queries } from '../../../platform/database/pools.ts';
import type { Handlers, StaffHandlers } from '../../../platform/endpoints.ts';
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

async function newestView(reads: Queries): Promise<AnswerOf<'client_money'>> {
  const newest = await newestProof(reads);
  return { proof: newest ? proofView(newest) : null, paused: newest?.paused ?? false };
}

interface Reading {
  readonly reads: () => Queries;
}

export const clientMoneyRoutes = ({ reads }: Reading): Handlers<keyof typeof clientMoneyEndpoints> => ({
  client_money: async () => ok(await newestView(reads())),
});

export const clientMoneyStaffRoutes = ({ reads }: Reading): StaffHandlers<keyof typeof clientMoneyStaffEndpoints> => ({
  client_money_books: async () => ok(await newestView(reads())),
});
