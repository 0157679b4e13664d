// What is known outside of a payment that came back, asked before any lock: whose address it came to, and what its chain says of it.

import { type Refusal, refuse } from '@fairtick/contract/errors';
import type { Id } from '@fairtick/kernel/ids';
import { err, ok, type Result } from '@fairtick/kernel/result';
import type { WatcherOf } from '../../../platform/chain/watchers.ts';
import type { Queries } from '../../../platform/database/pools.ts';
import { bookable } from '../chain/check.ts';
import { lookAt } from '../chain/looking.ts';
import type { Came } from '../deposits/staff-rules.ts';
import { optionOfBooking } from '../own-addresses/booking.ts';
import { ownerOfReceipt, ownersOf } from '../own-addresses/table.ts';
import { methodOfOption } from '../receipts/rules.ts';
import type { DepositOption, WalletSettings } from '../settings.ts';
import { findWithdrawal } from './table.ts';

/** As a proposal keeps what came back of a payment. */
export interface ProposedBack {
  readonly withdrawal: string;
  readonly charge_id: string;
  /** Where the option's money was seen when it was proposed. */
  readonly method: string;
  /** Somebody's own that it came to. */
  readonly address?: string | undefined;
  readonly came: Came;
}

/** undefined where the account or the token has become another since. */
export function optionOfBack(
  { options }: Pick<WalletSettings, 'options'>,
  { charge_id, address, method }: Omit<ProposedBack, 'withdrawal' | 'came'>,
): DepositOption | undefined {
  const named = options.find(({ id }) => String(id) === charge_id);
  const option = named && optionOfBooking(named, address);
  return option && methodOfOption(option) === method ? option : undefined;
}

/** For whoever accepts what another has proposed: refuses CHAIN_DIFFERS and OTHERS_ADDRESS. */
export const backHinderedBy =
  (chains: WatcherOf, settings: () => Pick<WalletSettings, 'options'>) =>
  async (db: Queries, proposed: ProposedBack): Promise<Refusal | undefined> => {
    const found = await findWithdrawal(db, BigInt(proposed.withdrawal));
    const option = optionOfBack(settings(), proposed);
    // What is decided already is answered as it was.
    if (!found || !option || found.backReceiptId !== undefined) return undefined;
    const seen = await lookAtBack({ chains, db }, found.userId, { option, came: proposed.came });
    return seen.ok ? undefined : seen.error;
  };

interface Outside {
  readonly chains: WatcherOf;
  readonly db: Queries;
}

/** Its confirmations where they are known. Refuses OTHERS_ADDRESS where it came to another user's own address, and CHAIN_DIFFERS. */
export async function lookAtBack(
  { chains, db }: Outside,
  userId: Id,
  { option, came }: { readonly option: DepositOption; readonly came: Came },
): Promise<Result<number | undefined, Refusal>> {
  const { reference } = came;
  const booked = await ownerOfReceipt(db, { method: methodOfOption(option), reference });
  const owner =
    booked ?? (option.kind === 'coin' ? (await ownersOf(db, [option.address])).get(option.address) : undefined);
  if (owner !== undefined && owner !== userId) return err(refuse('OTHERS_ADDRESS'));
  if (option.kind === 'bank') return ok(undefined);
  const [txid = ''] = reference.split(':');
  const { network, address } = option;
  return bookable(await lookAt(chains, { network, txid, option, ours: [address] }), came);
}
