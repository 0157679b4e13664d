// Where one user sends a coin: the address of all, or their own, made when they first look. A record write: it moves no money, and no order waits for it.

import { addressRule } from '@fairtick/contract/addresses/chain';
import { type Refusal, refuse } from '@fairtick/contract/errors';
import type { Id } from '@fairtick/kernel/ids';
import { err, ok, type Result } from '@fairtick/kernel/result';
import { keyOf } from '../../../platform/commands/key.ts';
import type { Pool, PoolClient } from '../../../platform/database/pools.ts';
import type { Records } from '../../../platform/records/records.ts';
import { holdPresent } from '../../accounts/index.ts';
import { deriveAddress } from '../addresses/derived.ts';
import { branchOf, type CoinOption } from '../settings.ts';
import { insertOwnAddress, lockNext, type OwnAddress, ownAddresses } from './table.ts';

export interface MakingOptions {
  readonly db: Pool;
  readonly records: Records;
}

/** Options with where this user sends each. Refuses SESSION_EXPIRED of somebody who has just left. */
export async function placesFor(
  options: MakingOptions,
  userId: Id,
  coins: readonly CoinOption[],
): Promise<Result<{ readonly option: CoinOption; readonly address: string; readonly own: boolean }[], Refusal>> {
  const wanted = coins.some(({ xpub }) => xpub !== undefined);
  const known = wanted ? await ownAddresses(options.db, userId) : [];
  const places = [];
  for (const option of coins) {
    const branch = branchOf(option);
    if (branch === undefined) {
      places.push({ option, address: option.address, own: false });
      continue;
    }
    const network = addressRule(option.network);
    const before = ownIn(known, network, branch);
    const address = before === undefined ? await make(options, userId, { network, branch }) : ok(before);
    if (!address.ok) return address;
    // Another option may have the same key.
    if (before === undefined) known.push({ network, branch, address: address.value });
    places.push({ option, address: address.value, own: true });
  }
  return ok(places);
}

const ownIn = (known: readonly OwnAddress[], network: string, branch: string): string | undefined =>
  known.find((one) => one.network === network && one.branch === branch)?.address;

type Key = Pick<OwnAddress, 'network' | 'branch'>;

async function make({ records }: MakingOptions, userId: Id, key: Key): Promise<Result<string, Refusal>> {
  const made = await records.write({
    key: keyOf(userId, `own_address/${key.network}/${key.branch}`, 'own_address', {}),
    act: async (tx) => {
      if (!(await holdPresent(tx, userId))) return err(refuse('SESSION_EXPIRED'));
      return ok({ address: await makeIn(tx, userId, key) });
    },
  });
  return made.ok ? ok(String(made.value.address)) : made;
}

async function makeIn(tx: PoolClient, userId: Id, key: Key): Promise<string> {
  const { own, next } = await lockNext(tx, { userId, ...key });
  if (own !== undefined) return own;
  const address = deriveAddress(key.network, key.branch, next);
  await insertOwnAddress(tx, { ...key, userId, index: next, address });
  return address;
}

/**
 * Where a user says that they sent it, '' where they do not say; undefined where it is nowhere that they were told to send it to. An address that was
 * once their own is that for ever.
 */
export async function placeSaid(db: Pool, userId: Id, option: CoinOption, shown: string): Promise<string | undefined> {
  if (option.xpub === undefined && (shown === '' || shown === option.address)) return option.address;
  const network = addressRule(option.network);
  const own = (await ownAddresses(db, userId)).filter((one) => one.network === network);
  const branch = branchOf(option);
  const now = branch === undefined ? option.address : ownIn(own, network, branch);
  if (shown === '') return now;
  return own.some(({ address }) => address === shown) ? shown : undefined;
}
