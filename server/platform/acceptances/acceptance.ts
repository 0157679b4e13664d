// What is logged of a user's command about an order of theirs, once it was decided: what it was, at which moment, and how much of the ticks' log that
// moment had seen. What a tick set off is no acceptance; its ticks prove it.

import type { Receipt } from '@fairtick/contract/receipts';
import type { AcceptanceFamily, AcceptanceKind } from '@fairtick/engine/proof';
import type { Realm } from '@fairtick/engine/types';
import { toBase64 } from '@fairtick/kernel/bytes';
import { type Canonical, canonicalJson } from '@fairtick/kernel/canonical-json';
import type { Id } from '@fairtick/kernel/ids';
import { saltedHash } from '@fairtick/kernel/log/salted-hash';
import { sha256 } from '../transparency/index.ts';

export const SALT_BYTES = 32;

export interface Acceptance {
  readonly id: Id;
  readonly userId: Id;
  readonly realm: Realm;
  readonly orderId: Id;
  readonly family: AcceptanceFamily;
  readonly kind: AcceptanceKind;
  /** When it was decided, UTC ms. */
  readonly time: number;
  /** The newest place in the ticks' log that the decision saw; -1 before the first tick. */
  readonly tick: number;
  /** Canonical JSON: the fields above but the user's and the realm, and what the kind says. */
  readonly contents: string;
  /** SALT_BYTES that nobody can guess. */
  readonly salt: Uint8Array;
}

/** Where the number and the salt of an acceptance come from. */
export interface AcceptanceSource {
  newId(): Id;
  newSalt(): Uint8Array;
}

/** `says`: what the kind says of the order, in the contract's own names. */
export function acceptanceOf(
  source: AcceptanceSource,
  about: Omit<Acceptance, 'id' | 'contents' | 'salt'>,
  says: Readonly<Record<string, Canonical>>,
): Acceptance {
  const { family, kind, orderId, tick, time } = about;
  const contents = canonicalJson({ ...says, family, kind, order: String(orderId), tick, time });
  return { ...about, id: source.newId(), contents, salt: source.newSalt() };
}

/** What whoever asked is answered: it is held against the log later. */
export const receiptOf = ({ kind, time, tick, salt, contents }: Acceptance): Receipt => ({
  kind,
  time,
  tick,
  hash: toBase64(saltedHash(sha256, salt, contents)),
});
