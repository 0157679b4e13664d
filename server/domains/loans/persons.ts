// Who a borrower is, sealed as one: it opens with the server's keys alone, and only as that of the row it was written into.

import type { Id } from '@fairtick/kernel/ids';
import { z } from 'zod';
import type { Keys } from '../../platform/keys/keys.ts';
import type { Resealer } from '../../platform/keys/reseal.ts';
import { personsSealedByOthers, writeResealed } from './person-table.ts';
import type { Borrower } from './rules/person.ts';

const RESEALED_AT_ONCE = 200;
const two = z.union([z.literal(1), z.literal(2)]);
const borrower = z.strictObject({
  firstName: z.string(),
  lastName: z.string(),
  sex: two,
  birthday: z.string(),
  country: z.string(),
  mobile: z.string(),
  cardType: two,
});

interface About {
  readonly user_id: Id;
  /** Stands in one row alone. */
  readonly picture: string;
}

const aboutOf = ({ user_id: userId, picture }: About): string => `loan person|${userId}|${picture}`;

export const sealBorrower = (keys: Keys, one: Borrower, about: About): Uint8Array =>
  keys.seal('persons', Buffer.from(JSON.stringify(one)), aboutOf(about));

/** Undefined where they have left and nothing need be known of them any more. Throws where a row was changed, or its master key is missing. */
export function openBorrower(keys: Keys, row: About & { readonly person_sealed: Uint8Array }): Borrower | undefined {
  if (row.person_sealed.length === 0) return undefined;
  const plain = keys.open('persons', row.person_sealed, aboutOf(row));
  if (!plain) throw new Error('a borrower does not open: the row was changed, or its master key is missing');
  return borrower.parse(JSON.parse(Buffer.from(plain).toString()));
}

export const borrowersResealer: Resealer = {
  use: 'persons',
  async batch(keys, owner) {
    const rows = await personsSealedByOthers(owner, keys.current, RESEALED_AT_ONCE);
    const again = rows.flatMap((row) => {
      const one = openBorrower(keys, row);
      return one ? [{ id: row.id, sealed: sealBorrower(keys, one, row) }] : [];
    });
    if (again.length > 0) await writeResealed(owner, again);
    return rows.length;
  },
};
