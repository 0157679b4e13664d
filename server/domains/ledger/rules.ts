// Double entry as pure data: accounts, journals, and a draft that refuses what the database would refuse.

import { LEDGER_TYPES, type LedgerType } from '@fairtick/contract/ledger-types';
import type { Realm } from '@fairtick/engine/types';
import { type Amount, amount } from '@fairtick/kernel/decimal';
import type { Id } from '@fairtick/kernel/ids';
import { assert } from '@fairtick/kernel/result';

export const USER_KINDS = ['change', 'forex', 'micro'] as const;
export type UserKind = (typeof USER_KINDS)[number];
export const HOUSE_KINDS = [
  'capital',
  'trading',
  'fees',
  'micro',
  'fund',
  'loan',
  'protection',
  'clearing:deposit',
  'clearing:withdrawal',
  'external',
] as const;
export type HouseKind = (typeof HOUSE_KINDS)[number];
/** Play and real money never meet. */
export const REALMS: readonly Realm[] = ['live', 'demo'];

/** The owner id of house accounts. */
export const HOUSE: Id = 0n;
export const CURRENCY = 'USD';

/** What an account opens and is reset to in the demo realm (rules §2). */
export const DEMO_BALANCES: Readonly<Record<UserKind, Amount>> = {
  change: amount(10_000n * 100_000_000n),
  forex: amount(100_000n * 100_000_000n),
  micro: amount(100_000n * 100_000_000n),
};

export interface Account {
  readonly id: Id;
  readonly realm: Realm;
  readonly ownerId: Id;
  readonly kind: UserKind | HouseKind;
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
  readonly time: number;
  readonly type: LedgerType;
  readonly reference: Id;
  readonly key: string;
  readonly entries: readonly Entry[];
}

/** One line of a journal as the rules write it, before accounts are looked up. */
export interface Posting {
  readonly ownerId: Id;
  readonly kind: UserKind | HouseKind;
  readonly available?: bigint;
  readonly locked?: bigint;
}

/** Account figures as one batch sees them: what was locked, plus what the batch has accepted so far. */
export class Accounts {
  readonly #byId = new Map<Id, Account>();
  readonly #ofOwner = new Map<Id, Id[]>();
  readonly #changed = new Set<Id>();

  constructor(rows: Iterable<Account>) {
    for (const row of rows) this.add(row);
  }

  add(row: Account): void {
    this.#byId.set(row.id, row);
    const ids = this.#ofOwner.get(row.ownerId);
    if (ids) ids.push(row.id);
    else this.#ofOwner.set(row.ownerId, [row.id]);
  }

  find(realm: Realm, ownerId: Id, kind: UserKind | HouseKind): Account | undefined {
    for (const id of this.#ofOwner.get(ownerId) ?? []) {
      const account = this.#byId.get(id);
      if (account?.kind === kind && account.realm === realm) return account;
    }
    return undefined;
  }

  byId(id: Id): Account | undefined {
    return this.#byId.get(id);
  }

  /** Applies a journal that a draft has already checked. */
  apply(journal: Journal): void {
    for (const entry of journal.entries) {
      const account = this.#byId.get(entry.accountId);
      assert(account !== undefined, 'a journal names loaded accounts');
      this.#byId.set(account.id, moved(account, entry));
      this.#changed.add(account.id);
    }
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

const moved = (account: Account, entry: Entry): Account => ({
  ...account,
  available: amount(account.available + entry.available),
  locked: amount(account.locked + entry.locked),
});

/**
 * Journals in the making for one command, over a batch's accounts. Nothing reaches the batch until the command is accepted.
 * A posting that would break a promise throws: rules must check first, this is the net below them.
 */
export class LedgerDraft {
  readonly journals: Journal[] = [];
  readonly #base: Accounts;
  readonly #over = new Map<Id, Account>();
  readonly #realm: Realm;
  readonly #time: number;
  readonly #key: string;
  readonly #newId: () => Id;
  readonly #opened: readonly Account[];

  /** `opened`: accounts that the same command creates, empty. */
  constructor(options: {
    accounts: Accounts;
    realm: Realm;
    time: number;
    key: string;
    newId: () => Id;
    opened?: readonly Account[];
  }) {
    this.#base = options.accounts;
    this.#realm = options.realm;
    this.#time = options.time;
    this.#key = options.key;
    this.#newId = options.newId;
    this.#opened = options.opened ?? [];
  }

  /** The account as the draft has it now. Throws when the batch did not load it. */
  account(ownerId: Id, kind: UserKind | HouseKind): Account {
    const base =
      this.#base.find(this.#realm, ownerId, kind) ??
      this.#opened.find((one) => one.ownerId === ownerId && one.kind === kind);
    assert(base !== undefined, `account ${kind} is loaded`);
    return this.#over.get(base.id) ?? base;
  }

  /** Adds one journal; lines on one account are merged, empty lines dropped. No journal is made when nothing moves. */
  post(type: LedgerType, reference: Id, postings: readonly Posting[]): void {
    const lines = new Map<Id, { available: bigint; locked: bigint }>();
    for (const posting of postings) {
      const account = this.account(posting.ownerId, posting.kind);
      const line = lines.get(account.id) ?? { available: 0n, locked: 0n };
      line.available += posting.available ?? 0n;
      line.locked += posting.locked ?? 0n;
      lines.set(account.id, line);
    }
    const entries: Entry[] = [];
    let sum = 0n;
    for (const [accountId, line] of lines) {
      if (line.available === 0n && line.locked === 0n) continue;
      sum += line.available + line.locked;
      entries.push({ accountId, available: amount(line.available), locked: amount(line.locked) });
    }
    assert(sum === 0n, 'a journal sums to zero');
    if (entries.length === 0) return;
    for (const entry of entries) {
      const account =
        this.#over.get(entry.accountId) ??
        this.#base.byId(entry.accountId) ??
        this.#opened.find((one) => one.id === entry.accountId);
      assert(account !== undefined, 'a journal names loaded accounts');
      const next = moved(account, entry);
      assert(next.locked >= 0n, `locked of ${account.kind} is not negative`);
      assert(next.available >= 0n || account.kind === 'external', `available of ${account.kind} is not negative`);
      this.#over.set(account.id, next);
    }
    this.journals.push({
      id: this.#newId(),
      realm: this.#realm,
      time: this.#time,
      type,
      reference,
      key: this.#key,
      entries,
    });
  }
}

export const ledgerTypeCode = (type: LedgerType): number => LEDGER_TYPES[type];
