// The lines of a destination that are a person's, sealed: a bank's, and whose it is. And by what the same place is known again, whoever binds it.

import { toHex } from '@fairtick/kernel/bytes';
import { z } from 'zod';
import type { Keys } from '../../../platform/keys/keys.ts';
import type { Resealer } from '../../../platform/keys/reseal.ts';
import type { Destination } from '../types.ts';
import { destinationsSealedByOthers, writeResealed } from './table.ts';

/** Empty where there is nothing to say: a coin's has a beneficiary at most. */
const details = z.object({
  bankName: z.string(),
  bankAddress: z.string(),
  bic: z.string(),
  payeeName: z.string(),
  /** An IBAN where the country has them. */
  account: z.string(),
  /** Whose it is, where it is another's. */
  beneficiary: z.string(),
  /** Where it is held, where it is no wallet of its owner's; '' of what was bound before exchanges were named. */
  exchange: z.string().optional().default(''),
});
export type Details = z.infer<typeof details>;

export type Place = Pick<Destination, 'kind' | 'network' | 'address' | 'tag'> & Pick<Details, 'account'>;

type Owned = Pick<Destination, 'id' | 'userId'>;

const aboutOf = ({ id, userId }: Owned): string => `destination|${id}|${userId}`;
const placeText = ({ kind, network, address, tag, account }: Place): string =>
  JSON.stringify([kind, network, address, tag, account]);

export const sealDetails = (keys: Keys, of: Owned, lines: Details): Uint8Array =>
  keys.seal('destinations', Buffer.from(JSON.stringify(lines)), aboutOf(of));

/** Throws where the row was changed, or its master key is missing. */
export function openDetails(keys: Keys, of: Owned & Pick<Destination, 'detailsSealed'>): Details {
  const plain = keys.open('destinations', of.detailsSealed, aboutOf(of));
  if (!plain) throw new Error('a destination does not open: it was changed, or its master key is missing');
  return details.parse(JSON.parse(Buffer.from(plain).toString()));
}

/** Under every master key, the current one's first. */
export const placeMacs = (keys: Keys, place: Place): readonly [Uint8Array, ...Uint8Array[]] =>
  keys.macs('destination_search', placeText(place));

/** What stands for the place in an idempotency key, which is kept for ever. */
export const placeMark = (keys: Keys, place: Place): string => toHex(placeMacs(keys, place)[0]);

const RESEALED_AT_ONCE = 200;

/** Details and place are written together, so that the one tells which master key wrote the other. */
export const destinationsResealer: Resealer = {
  use: 'destinations',
  async batch(keys, owner) {
    const rows = await destinationsSealedByOthers(owner, keys.current, RESEALED_AT_ONCE);
    const resealed = rows.map((row) => {
      const lines = openDetails(keys, row);
      const [placeMac] = placeMacs(keys, { ...row, account: lines.account });
      return { id: row.id, detailsSealed: sealDetails(keys, row, lines), placeMac };
    });
    if (rows.length > 0) await writeResealed(owner, resealed);
    return rows.length;
  },
};
