// Who somebody is, sealed: name and number open with the server's keys alone, and only as those of the row they were written into.

import type { Id } from '@fairtick/kernel/ids';
import type { Queries } from '../../platform/database/pools.ts';
import type { Keys } from '../../platform/keys/keys.ts';
import type { Resealer } from '../../platform/keys/reseal.ts';
import { signsOf } from './rules.ts';
import {
  acceptedWithCard,
  type NewVerification,
  newestOf,
  personsSealedByOthers,
  type ResealedPerson,
  type SealedPerson,
  sealedPersonsOf,
  writeResealed,
} from './table.ts';

export interface Person {
  readonly name: string;
  readonly card: string;
}

type Sealed = Pick<NewVerification, 'name' | 'card' | 'cardMac'>;

const RESEALED_AT_ONCE = 200;

/** `front` is the first image, which stands in one row alone. */
export const sealPerson = (keys: Keys, { name, card }: Person, userId: Id, front: string): Sealed => ({
  name: keys.seal('persons', Buffer.from(name), aboutOf('name', userId, front)),
  card: keys.seal('persons', Buffer.from(card), aboutOf('card', userId, front)),
  cardMac: keys.mac('person_search', signsOf(card)),
});

/** Nobody where they have left and nothing need be known of them any more. Throws where a row was changed, or its master key is missing. */
export function openPerson(keys: Keys, row: Omit<SealedPerson, 'id'>): Person {
  if (row.name_sealed.length === 0) return { name: '', card: '' };
  const name = keys.open('persons', row.name_sealed, aboutOf('name', row.user_id, row.front));
  const card = keys.open('persons', row.card_sealed, aboutOf('card', row.user_id, row.front));
  if (!name || !card) throw new Error('a verification does not open: it was changed, or its master key is missing');
  return { name: Buffer.from(name).toString(), card: Buffer.from(card).toString() };
}

/** As whom a user asked to be verified, by the number of the verification. */
export async function personsOf(db: Queries, keys: Keys, userId: Id) {
  const rows = await sealedPersonsOf(db, userId);
  return rows.map((row) => ({ verification: row.id, ...openPerson(keys, row) }));
}

/** As whom the user is verified; undefined where they are not. */
export async function verifiedName(db: Queries, keys: Keys, userId: Id): Promise<string | undefined> {
  const newest = await newestOf(db, userId);
  return newest?.status === 2 ? openPerson(keys, newest).name : undefined;
}

/** A person as other accounts are known by them. */
export interface SamePerson {
  /** The same for whoever was verified by the same number, for as long as the master key is one. */
  readonly mark: Uint8Array;
  /** Other accounts that were verified by it, removed ones too. */
  readonly others: readonly Id[];
}

/** Undefined where the user is not verified. */
export async function samePerson(db: Queries, keys: Keys, userId: Id): Promise<SamePerson | undefined> {
  const newest = await newestOf(db, userId);
  if (newest?.status !== 2) return undefined;
  const macs = cardMacs(keys, openPerson(keys, newest));
  const [mark] = macs;
  return mark && { mark, others: await acceptedWithCard(db, { userId, macs }) };
}

/** By which the number is recognised, also where an older master key wrote it. */
export const cardMacs = (keys: Keys, { card }: Person): readonly Uint8Array[] =>
  keys.macs('person_search', signsOf(card));

const aboutOf = (what: 'name' | 'card', userId: Id, front: string): string => `verification ${what}|${userId}|${front}`;

/** Rows are found by the key of their name; name, number and MAC are written together. */
export const personsResealer: Resealer = {
  use: 'persons',
  async batch(keys, owner) {
    const rows = await personsSealedByOthers(owner, keys.current, RESEALED_AT_ONCE);
    if (rows.length > 0)
      await writeResealed(
        owner,
        rows.map((row) => resealed(keys, row)),
      );
    return rows.length;
  },
};

const resealed = (keys: Keys, row: SealedPerson): ResealedPerson => ({
  id: row.id,
  ...sealPerson(keys, openPerson(keys, row), row.user_id, row.front),
});
