// Whom money came from: a person's, so sealed, in the receipt and in the proposal to book it. It is read by who decides about the money and by nobody
// else, and nothing is searched by it.

import { toHex } from '@fairtick/kernel/bytes';
import type { Keys } from '../../../platform/keys/keys.ts';
import type { Resealer } from '../../../platform/keys/reseal.ts';
import type { Receipt } from '../types.ts';
import { sendersSealedByOthers, writeSenders } from './senders-table.ts';

/** Where it was seen is what a sender is sealed about: a proposal has no receipt yet. */
type Seen = Pick<Receipt, 'method' | 'reference'>;

const aboutOf = ({ method, reference }: Seen): string => `receipt|${method}|${reference}`;

/** undefined where nobody is named. */
export const sealSender = (keys: Keys, of: Seen, sender: string): Uint8Array | undefined =>
  sender === '' ? undefined : keys.seal('receipts', Buffer.from(sender), aboutOf(of));

/** undefined where it was changed, or its master key is not here any more. */
export function openSealed(keys: Keys, of: Seen, sealed: Uint8Array): string | undefined {
  const plain = keys.open('receipts', sealed, aboutOf(of));
  return plain && Buffer.from(plain).toString();
}

/** '' where nobody is named. Throws where the row was changed, or its master key is missing. */
export function senderOf(keys: Keys, receipt: Seen & Pick<Receipt, 'fromShown' | 'fromSealed'>): string {
  if (receipt.fromSealed === undefined) return receipt.fromShown;
  const sender = openSealed(keys, receipt, receipt.fromSealed);
  if (sender === undefined) throw new Error('a sender does not open: it was changed, or its master key is missing');
  return sender;
}

/** What stands for the sender in an idempotency key, which is kept for ever. */
export const senderMark = (keys: Keys, sender: string): string =>
  sender === '' ? '' : toHex(keys.mac('receipts', sender));

const RESEALED_AT_ONCE = 200;

/** Also what was written before senders were sealed. */
export const sendersResealer: Resealer = {
  use: 'receipts',
  async batch(keys, owner) {
    const rows = await sendersSealedByOthers(owner, keys.current, RESEALED_AT_ONCE);
    const resealed = rows.flatMap((row) => {
      const sealed = sealSender(keys, row, senderOf(keys, row));
      return sealed ? [{ id: row.id, sealed }] : [];
    });
    if (rows.length > 0) await writeSenders(owner, resealed);
    return rows.length;
  },
};
