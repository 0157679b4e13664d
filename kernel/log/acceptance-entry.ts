// The text of one acceptance in the public log, written and read: that a user's command about an order of theirs was taken in, and when. What it was
// stands behind a salted hash, for its owner alone.

import { equalBytes, fromBase64, fromUtf8, toBase64, utf8 } from '../bytes.ts';
import { HASH_BYTES } from './merkle.ts';

export interface AcceptanceEntry {
  /** Place in the log, from 0. */
  readonly index: number;
  /** When it was decided, UTC ms. Places follow commits, so a later place may have a slightly earlier time. */
  readonly time: number;
  /** See saltedHash. */
  readonly contentsHash: Uint8Array;
}

const HEADER = 'fairtick/acceptance/v1';
const MAX_ENTRY_BYTES = 256;
const COUNT = /^(?:0|[1-9]\d{0,15})$/;

/** The bytes of the entry. Throws when a field has a form that could not be read back. */
export function encodeAcceptanceEntry(entry: AcceptanceEntry): Uint8Array<ArrayBuffer> {
  const bytes = utf8(acceptanceEntryText(entry));
  if (!parseAcceptanceEntry(bytes)) throw new Error('not an acceptance that the log can carry');
  return bytes;
}

const acceptanceEntryText = ({ index, time, contentsHash }: AcceptanceEntry): string =>
  `${HEADER}\n${index}\n${time}\n${toBase64(contentsHash)}\n`;

/** The acceptance in an entry, or undefined unless the bytes are exactly what encodeAcceptanceEntry writes for it. */
export function parseAcceptanceEntry(bytes: Uint8Array): AcceptanceEntry | undefined {
  if (bytes.length > MAX_ENTRY_BYTES) return undefined;
  const lines = decode(bytes)?.split('\n');
  if (lines?.length !== 5) return undefined;
  const [header, index = '', time = '', hash = '', end] = lines;
  if (header !== HEADER || end !== '' || !COUNT.test(index) || !COUNT.test(time)) return undefined;
  const contentsHash = fromBase64(hash);
  if (contentsHash?.length !== HASH_BYTES) return undefined;
  const entry: AcceptanceEntry = { index: Number(index), time: Number(time), contentsHash };
  return equalBytes(utf8(acceptanceEntryText(entry)), bytes) ? entry : undefined;
}

function decode(bytes: Uint8Array): string | undefined {
  try {
    return fromUtf8(bytes);
  } catch {
    return undefined;
  }
}
