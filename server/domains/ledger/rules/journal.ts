// Double entry as pure data: owners, accounts, journals and their lines.

import { LEDGER_TYPES, type LedgerType } from '@fairtick/contract/ledger-types';
import type { Realm } from '@fairtick/engine/types';
import { type Amount, amount } from '@fairtick/kernel/decimal';
import type { Id } from '@fairtick/kernel/ids';
import { assert } from '@fairtick/kernel/result';
import type { Actor } from '../../../platform/principals.ts';
import type { AccountKind } from './declaration.ts';

/** The owner id of house accounts; the house has an order of journals in each realm. */
export const HOUSE: Id = 0n;
/** Play and real money never meet. */
export const REALMS: readonly Realm[] = ['live', 'demo'];
export const CURRENCY = 'USD';

/** A user, or the house in one realm. */
export interface Owner {
  readonly id: Id;
  readonly realm: Realm;
  /** The number of the owner's last journal; 0 before the first. */
  readonly version: number;
}

export interface Account {
  readonly id: Id;
  readonly realm: Realm;
  readonly ownerId: Id;
  readonly kind: AccountKind;
  readonly available: Amount;
  readonly locked: Amount;
}

export interface Entry {
  readonly accountId: Id;
  readonly available: Amount;
  readonly locked: Amount;
}

export interface Journal {
  readonly id: Id;
  readonly realm: Realm;
  /** Whom it happened to: all lines are theirs or the house's. */
  readonly ownerId: Id;
  /** Its place in the owner's order, from 1 on. */
  readonly number: number;
  readonly time: number;
  readonly type: LedgerType;
  readonly reference: Id;
  readonly key: string;
  readonly entries: readonly Entry[];
}

/** As it is written: with who caused it. */
export interface CausedJournal extends Journal {
  readonly actor: Actor;
}

/** One line of a journal as the rules write it, before accounts are looked up. */
export interface Posting {
  readonly ownerId: Id;
  readonly kind: AccountKind;
  readonly available?: bigint;
  readonly locked?: bigint;
}

export const moved = (account: Account, entry: Entry): Account => ({
  ...account,
  available: amount(account.available + entry.available),
  locked: amount(account.locked + entry.locked),
});

export const ledgerTypeCode = (type: LedgerType): number => LEDGER_TYPES[type];

const TYPES = new Map<number, LedgerType>();
for (const name of Object.keys(LEDGER_TYPES)) {
  if (isLedgerType(name)) TYPES.set(LEDGER_TYPES[name], name);
}

function isLedgerType(name: string): name is LedgerType {
  return name in LEDGER_TYPES;
}

/** The type of a stored code. */
export function ledgerTypeOf(code: number): LedgerType {
  const type = TYPES.get(code);
  assert(type !== undefined, `${code} is a type of journals`);
  return type;
}

/** Whether journals of the type are forex or options: what a day's loss counts. The database's apply_entries says the same. */
export function isTrading(type: LedgerType): boolean {
  const code = ledgerTypeCode(type);
  return code >= 10 && code < 30;
}

const ACTOR_CODES: Readonly<Record<Actor['kind'], number>> = { system: 0, user: 1, staff: 2 };
/** As it is stored, for ever. */
export const actorCode = (actor: Actor): number => ACTOR_CODES[actor.kind];
