// Journals in the making for one command: a draft refuses what the database would refuse, and numbers what it makes.

import type { LedgerType } from '@fairtick/contract/ledger-types';
import type { Realm } from '@fairtick/engine/types';
import { amount } from '@fairtick/kernel/decimal';
import type { Id } from '@fairtick/kernel/ids';
import { assert } from '@fairtick/kernel/result';
import type { Accounts } from './accounts.ts';
import { type AccountKind, OUTSIDE } from './declaration.ts';
import { type Account, type Entry, HOUSE, type Journal, moved, type Posting } from './journal.ts';

/** What all journals of one command have in common. */
export interface JournalCause {
  readonly realm: Realm;
  readonly time: number;
  /** The command's key, or one of the system's own making. */
  readonly key: string;
}

export interface DraftOptions extends JournalCause {
  readonly accounts: Accounts;
  readonly newId: () => Id;
  /** Accounts that the same command creates, empty. */
  readonly opened?: readonly Account[];
}

/**
 * Journals over a batch's accounts. Nothing reaches the batch until the command is accepted: a refused one leaves no number behind.
 * A posting that would break a promise throws: rules must check first, this is the net below them.
 */
export class LedgerDraft {
  readonly journals: Journal[] = [];
  readonly #options: DraftOptions;
  readonly #over = new Map<Id, Account>();
  /** Last numbers of the owners that this draft has made journals of. */
  readonly #numbers = new Map<Id, number>();

  constructor(options: DraftOptions) {
    this.#options = options;
  }

  /** The account as the draft has it now. Throws when the batch did not load it. */
  account(ownerId: Id, kind: AccountKind): Account {
    const { accounts, realm, opened = [] } = this.#options;
    const base =
      accounts.find(realm, ownerId, kind) ?? opened.find((one) => one.ownerId === ownerId && one.kind === kind);
    assert(base !== undefined, `account ${kind} is loaded`);
    return this.#over.get(base.id) ?? base;
  }

  /**
   * Adds one journal; lines on one account are merged, empty lines dropped. No journal is made when nothing moves.
   * It is the next of the user among its lines. Where the house's accounts alone move, `ownerId` says for whom: a user whom it was done for, so
   * that it stands in their order and nobody waits for the house's; the house where it is for nobody.
   */
  post(type: LedgerType, reference: Id, postings: readonly Posting[], ownerId: Id = userOf(postings)): void {
    const { realm, time, key, newId } = this.#options;
    for (const posting of postings)
      assert(
        posting.ownerId === HOUSE || posting.ownerId === ownerId,
        "a journal's lines are one user's or the house's",
      );
    const entries = this.#entriesOf(postings);
    if (entries.length === 0) return;
    for (const entry of entries) this.#move(entry);
    const number = this.#version(ownerId) + 1;
    this.#numbers.set(ownerId, number);
    this.journals.push({ id: newId(), realm, ownerId, number, time, type, reference, key, entries });
  }

  #entriesOf(postings: readonly Posting[]): Entry[] {
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
    return entries;
  }

  #move(entry: Entry): void {
    const { accounts, opened = [] } = this.#options;
    const account =
      this.#over.get(entry.accountId) ??
      accounts.byId(entry.accountId) ??
      opened.find((one) => one.id === entry.accountId);
    assert(account !== undefined, 'a journal names loaded accounts');
    const next = moved(account, entry);
    assert(next.locked >= 0n, `locked of ${account.kind} is not negative`);
    const outside = OUTSIDE.has(account.kind);
    assert(next.available >= 0n || outside, `available of ${account.kind} is not negative`);
    assert(next.available <= 0n || !outside || account.realm === 'demo', `${account.kind} holds what is paid from it`);
    this.#over.set(account.id, next);
  }

  #version(ownerId: Id): number {
    const { accounts, realm, opened = [] } = this.#options;
    const opens = opened.some((one) => one.ownerId === ownerId);
    const version = this.#numbers.get(ownerId) ?? accounts.version(realm, ownerId) ?? (opens ? 0 : undefined);
    assert(version !== undefined, 'the owner of a journal is locked');
    return version;
  }
}

const userOf = (postings: readonly Posting[]): Id =>
  postings.find(({ ownerId }) => ownerId !== HOUSE)?.ownerId ?? HOUSE;
