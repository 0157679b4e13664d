// A batch's accounts and owners: what was locked, plus what the batch has accepted so far.

import type { Realm } from '@fairtick/engine/types';
import { type Amount, amount } from '@fairtick/kernel/decimal';
import type { Id } from '@fairtick/kernel/ids';
import { assert } from '@fairtick/kernel/result';
import type { AccountKind } from './declaration.ts';
import { type Account, HOUSE, isTrading, type Journal, moved, type Owner } from './journal.ts';

export interface LockedOwners {
  readonly owners: Iterable<Owner>;
  readonly accounts: Iterable<Account>;
}

export class Accounts {
  readonly #byId = new Map<Id, Account>();
  readonly #ofOwner = new Map<Id, Id[]>();
  readonly #changed = new Set<Id>();
  readonly #applied: Journal[] = [];
  readonly #versions: Readonly<Record<Realm, Map<Id, number>>> = { live: new Map(), demo: new Map() };

  constructor({ owners, accounts }: LockedOwners) {
    for (const { id, realm, version } of owners) this.#versions[realm].set(id, version);
    for (const account of accounts) this.#add(account);
  }

  /** Empty accounts of users whom the batch makes: nothing has happened to them yet. */
  open(accounts: readonly Account[]): void {
    for (const { realm, ownerId } of accounts) {
      assert((this.version(realm, ownerId) ?? 0) === 0 && ownerId !== HOUSE, 'nothing has happened to a new owner');
      this.#versions[realm].set(ownerId, 0);
    }
    for (const account of accounts) this.#add(account);
  }

  #add(row: Account): void {
    this.#byId.set(row.id, row);
    const ids = this.#ofOwner.get(row.ownerId);
    if (ids) ids.push(row.id);
    else this.#ofOwner.set(row.ownerId, [row.id]);
  }

  find(realm: Realm, ownerId: Id, kind: AccountKind): Account | undefined {
    for (const id of this.#ofOwner.get(ownerId) ?? []) {
      const account = this.#byId.get(id);
      if (account?.kind === kind && account.realm === realm) return account;
    }
    return undefined;
  }

  byId(id: Id): Account | undefined {
    return this.#byId.get(id);
  }

  /** The number of the owner's last journal; undefined for an owner that the batch did not lock. */
  version(realm: Realm, ownerId: Id): number | undefined {
    return this.#versions[realm].get(ownerId);
  }

  /** Applies a journal that a draft has already checked. Throws when it does not continue its owner's order. */
  apply(journal: Journal): void {
    const versions = this.#versions[journal.realm];
    assert(versions.get(journal.ownerId) === journal.number - 1, "a journal continues its owner's order");
    versions.set(journal.ownerId, journal.number);
    this.#applied.push(journal);
    for (const entry of journal.entries) {
      const account = this.#byId.get(entry.accountId);
      assert(account !== undefined, 'a journal names loaded accounts');
      this.#byId.set(account.id, moved(account, entry));
      this.#changed.add(account.id);
    }
  }

  /** What trading has moved of an owner's money in this batch so far: results less fees and nights, in USD. Money at stake still counts as theirs. */
  tradingResult(ownerId: Id): Amount {
    let sum = 0n;
    for (const { ownerId: of, type, entries } of this.#applied) {
      if (of !== ownerId || !isTrading(type)) continue;
      for (const { accountId, available, locked } of entries)
        if (this.#byId.get(accountId)?.ownerId === ownerId) sum += available + locked;
    }
    return amount(sum);
  }

  ofOwner(ownerId: Id): Account[] {
    const ids = this.#ofOwner.get(ownerId) ?? [];
    return ids.map((id) => this.#byId.get(id)).filter((account) => account !== undefined);
  }

  /** Every account that a journal touched. */
  changed(): Account[] {
    return [...this.#changed].map((id) => this.#byId.get(id)).filter((account) => account !== undefined);
  }
}
