// Users in a batch: those that it makes and removes, what each may do, and sessions that it ends.

import type { Id } from '@fairtick/kernel/ids';
import { leaveUploads } from '../../platform/files/table.ts';
import type { DomainPart } from '../domain-part.ts';
import type { NewUser } from './columns.ts';
import type { Jurisdictions } from './jurisdictions.ts';
import { leaveForEver, removeUsers, revokeSessionsOf } from './removal-table.ts';
import { type Standing, type StandingChange, Standings } from './standing.ts';
import { loadStandings, writeStandings } from './standing-table.ts';
import { insertUsers } from './table.ts';

export interface AccountsChange {
  readonly opened?: readonly NewUser[];
  readonly removed?: readonly Id[];
  /** Users who end their account themselves: what is known of them goes, what the books and the law need stays. */
  readonly left?: readonly Leaving[];
  /** What users may do from the commit on, whichever server they ask. */
  readonly standing?: readonly StandingChange[];
  /** Users whose sessions all end. Their sockets are cut as revocations are told. */
  readonly signedOut?: readonly Id[];
}

interface Leaving {
  readonly userId: Id;
  /** So long are the images kept by which they proved who they are, ms. */
  readonly keepImagesMs: number;
}

/** Accounts as a decision may look at them. */
export interface AccountsState {
  /** Of an owner of the batch. */
  standing(userId: Id): Standing;
  /** In force now. */
  readonly jurisdictions: Jurisdictions;
}

export interface AccountsPartOptions {
  readonly jurisdictions: () => Jurisdictions;
}

export class AccountsBatch implements AccountsState {
  readonly opened: NewUser[] = [];
  readonly removed: Id[] = [];
  readonly left: Leaving[] = [];
  readonly signedOut: Id[] = [];
  readonly standings: Standings;
  readonly jurisdictions: Jurisdictions;

  constructor(standings: Standings, jurisdictions: Jurisdictions) {
    this.standings = standings;
    this.jurisdictions = jurisdictions;
  }

  standing(userId: Id): Standing {
    return this.standings.of(userId);
  }

  /** By an earlier command of the batch. */
  hasLeft(userId: Id): boolean {
    return this.left.some((one) => one.userId === userId);
  }
}

/**
 * Comes before the ledger: a user's row is written before the user's accounts. Of demo users nothing is read. A command that may set a user's limit
 * names them, so that what they have lost today is known.
 */
export function accountsPart({ jurisdictions }: AccountsPartOptions): DomainPart<AccountsBatch, AccountsChange, never> {
  return {
    async load(tx, { owners, realms, named }) {
      const rows = realms.includes('live') && owners.length > 0 ? await loadStandings(tx, owners, named) : [];
      return new AccountsBatch(new Standings(rows, owners), jurisdictions());
    },
    apply(batch, { opened = [], removed = [], left = [], standing = [], signedOut = [] }, actor) {
      for (const change of standing) batch.standings.apply(change, actor);
      batch.opened.push(...opened);
      batch.removed.push(...removed);
      batch.left.push(...left);
      batch.signedOut.push(...signedOut);
    },
    write: ({ opened, removed, left, standings, signedOut }) => [
      ...insertUsers(opened),
      ...removeUsers(removed),
      ...writeStandings(standings.changes),
      // After the standing: a sign-in holds its row, so that no session can come in between.
      ...revokeSessionsOf(signedOut),
      ...leaveForEver(left.map(({ userId }) => userId)),
      ...left.flatMap(({ userId, keepImagesMs }) => leaveUploads([userId], keepImagesMs)),
    ],
    committed: () => [],
  };
}
