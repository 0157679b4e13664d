// What a user may do now, as rules read it: pure. Residence and verification, locks, holds, limits of their own. Rows are standing-table.ts.

import { LOCKS, type Lock } from '@fairtick/contract/staff/locks';
import type { Amount } from '@fairtick/kernel/decimal';
import type { Id } from '@fairtick/kernel/ids';
import { assert } from '@fairtick/kernel/result';
import type { Actor } from '../../platform/principals.ts';

export const LOCK_BITS: Readonly<Record<Lock, number>> = { withdrawals: 1, orders: 2, sign_in: 4 };

/** When a break that does not end is over, UTC ms: the last moment that a date can say. */
export const NEVER_ENDS_MS = 8_640_000_000_000_000;

/** One lock that is set. */
export interface Freeze {
  /** The user reads it. */
  readonly reason: string;
  /** UTC ms by the database's clock, as all times here. */
  readonly time: number;
  /** The member of staff who set it. */
  readonly by: string;
  /** Ends by itself then; null once a second person has confirmed it. */
  readonly until: number | null;
}
export type Freezes = Readonly<Partial<Record<Lock, Freeze>>>;

/** What may change. `undefined` is empty. */
export interface StandingTerms {
  /** Residence, ISO 3166 alpha-2. */
  readonly country: string | undefined;
  readonly verifiedTime: number | undefined;
  readonly freezes: Freezes;
  /** No withdrawals before this moment. */
  readonly holdUntil: number | undefined;
  /** The most the user wants to lose in a day, in USD. */
  readonly lossLimit: Amount | undefined;
  /** What the limit becomes at `lossLimitFrom`: none where it is undefined. */
  readonly lossLimitNext: Amount | undefined;
  readonly lossLimitFrom: number | undefined;
  readonly coolOffUntil: number | undefined;
  readonly lang: string | undefined;
  readonly zone: string | undefined;
}

export interface Standing extends StandingTerms {
  /** False for who has none: a demo user, or nobody. */
  readonly real: boolean;
  /** Bits of LOCK_BITS. */
  readonly locks: number;
  /** The database's clock at the read; 0 where there was nothing to read. */
  readonly nowMs: number;
  /** What trading has cost since 00:00 UTC: fees, nights and results, gains included, in USD. undefined where it was not read. */
  readonly lossToday: Amount | undefined;
}

/**
 * Parts whose records a command that changes a standing must look at: what waits is given up with whatever takes from its user the right to open
 * anything, and a change that had not looked would leave it waiting. Any change, since which ones take that right is for the rules alone to say.
 */
export const STANDING_LOOKS_AT: readonly string[] = ['forex'];

/** A change of one user's standing. A term that is there and undefined is emptied, one that is left out stays. */
export interface StandingChange {
  readonly userId: Id;
  readonly set: Partial<StandingTerms>;
}

/** As it is written: who made the change stands in the row, and its trigger keeps it. */
export interface StandingRow extends Standing {
  readonly userId: Id;
  readonly actor: Actor;
}

/** Of a demo user, who has no row, and of nobody else. */
export const NOTHING_LOCKED: Standing = Object.freeze({
  country: undefined,
  verifiedTime: undefined,
  freezes: {},
  holdUntil: undefined,
  lossLimit: undefined,
  lossLimitNext: undefined,
  lossLimitFrom: undefined,
  coolOffUntil: undefined,
  lang: undefined,
  zone: undefined,
  real: false,
  locks: 0,
  nowMs: 0,
  lossToday: undefined,
});

/** What follows from the freezes. */
export function frozen(freezes: Freezes): Pick<Standing, 'freezes' | 'locks'> {
  const locks = LOCKS.reduce((bits, lock) => (freezes[lock] ? bits | LOCK_BITS[lock] : bits), 0);
  return { freezes, locks };
}

/** When the first freeze ends by itself. */
export function freezeEnds({ freezes }: Pick<Standing, 'freezes'>): number | undefined {
  const ends = Object.values(freezes).flatMap(({ until }) => until ?? []);
  return ends.length === 0 ? undefined : Math.min(...ends);
}

/** Standings of a batch's owners: as loaded under the lock, plus what the batch has accepted so far. */
export class Standings {
  readonly #rows = new Map<Id, Standing>();
  readonly #owners: ReadonlySet<Id>;
  /** Every change by itself, in order, so that each is kept. */
  readonly changes: StandingRow[] = [];

  constructor(rows: readonly (Standing & { readonly userId: Id })[], owners: readonly Id[]) {
    for (const row of rows) this.#rows.set(row.userId, row);
    this.#owners = new Set(owners);
  }

  /** Throws where the batch did not lock the user. */
  of(userId: Id): Standing {
    assert(this.#owners.has(userId), "the batch has the user's standing");
    return this.#rows.get(userId) ?? NOTHING_LOCKED;
  }

  /** Throws where the user has no standing: a demo user, or one who is not locked. */
  apply({ userId, set }: StandingChange, actor: Actor): void {
    const before = this.#rows.get(userId);
    assert(before !== undefined, 'only a real user who is locked changes standing');
    const after = { ...before, ...set, ...frozen(set.freezes ?? before.freezes) };
    this.#rows.set(userId, after);
    this.changes.push({ ...after, userId, actor });
  }
}
