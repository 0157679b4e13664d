// What the staff should look at before they approve a withdrawal (money-staff.md §7), found at its request: pure.

import type { WithdrawalFlag } from '@fairtick/contract/staff/withdrawal-reasons';
import type { Amount } from '@fairtick/kernel/decimal';
import type { Standing } from '../../accounts/index.ts';
import type { Destination } from '../types.ts';

const DAY_MS = 86_400_000;
/** A destination or a way to sign in is new for so long. */
const NEW_MS = 7 * DAY_MS;
/** A reset holds withdrawals for so long: when it was is known by the hold's end. */
const HOLD_MS = DAY_MS;
/** From this request of 24 hours on. */
const MANY = 3;

/** What is known of the user beside the records of a batch. It warns and decides nothing, so it may be some milliseconds old. */
export interface Known {
  /** Was paid one before: what was only asked for and taken back warns of nothing less. */
  readonly hasWithdrawn: boolean;
  /** Has opened anything since money came. */
  readonly hasTraded: boolean;
  /** Somebody else has bound the same place. */
  readonly isShared: boolean;
  /** Of a bank: the payee is named as the verified person is. */
  readonly isOwnName: boolean;
}

interface Looked {
  readonly standing: Standing;
  readonly destination: Destination;
  readonly number: Amount;
  readonly available: Amount;
  /** Requests of the last 24 hours before this one. */
  readonly askedBefore: number;
  /** Their sum with this one. */
  readonly ofDay: bigint;
  readonly travel: Amount;
  readonly known: Known;
}

/** In the contract's order. */
export function flagsOf({
  standing: { nowMs, holdUntil },
  destination: { boundTime, kind, owner, walletKind },
  number,
  available,
  askedBefore,
  ofDay,
  travel,
  known,
}: Looked): WithdrawalFlag[] {
  const raised: Readonly<Record<WithdrawalFlag, boolean>> = {
    first: !known.hasWithdrawn,
    new_destination: nowMs < boundTime + NEW_MS,
    new_factor: holdUntil !== undefined && nowMs < holdUntil - HOLD_MS + NEW_MS,
    no_trading: !known.hasTraded,
    shared_destination: known.isShared,
    most_of_balance: number * 5n > available * 4n,
    payee_differs: owner === 'other' || (kind === 'bank' && !known.isOwnName),
    velocity: askedBefore + 1 >= MANY,
    own_wallet: kind === 'coin' && ofDay >= travel && walletKind !== 'exchange',
  };
  return (Object.keys(raised) as WithdrawalFlag[]).filter((flag) => raised[flag]);
}

/** Letters of a name, whatever their case, marks and order: banks write the family's name first, without accents. */
const lettersOf = (name: string): string =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/\p{M}/gu, '')
    .split(/[^\p{L}]+/u)
    .filter((word) => word !== '')
    .sort()
    .join(' ');

/** Nobody is anybody's namesake: of who has no name it is false. */
export const isSameName = (one: string, other: string): boolean =>
  lettersOf(one) !== '' && lettersOf(one) === lettersOf(other);
