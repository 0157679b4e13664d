// The text of one act of the staff in the public log, written and read. What was done stands behind a salted hash: whoever is shown the salt and the
// contents can hold them against the entry, and nobody else learns of them.

import { equalBytes, fromBase64, fromUtf8, toBase64, utf8 } from '../bytes.ts';
import { HASH_BYTES } from './merkle.ts';

export interface ActEntry {
  /** Place in the log, from 0. */
  readonly index: number;
  /** When it was done, UTC ms. Places follow commits, so a later place may have a slightly earlier time. */
  readonly time: number;
  /** Such as user_frozen. */
  readonly kind: string;
  /** See saltedHash. */
  readonly contentsHash: Uint8Array;
}

const HEADER = 'fairtick/act/v1';
const MAX_ENTRY_BYTES = 256;
const KIND = /^[a-z][a-z_]{1,60}$/;
const COUNT = /^(?:0|[1-9]\d{0,15})$/;

/** The bytes of the entry. Throws when a field has a form that could not be read back. */
export function encodeActEntry(entry: ActEntry): Uint8Array<ArrayBuffer> {
  const bytes = utf8(actEntryText(entry));
  if (!parseActEntry(bytes)) throw new Error('not an act that the log can carry');
  return bytes;
}

const actEntryText = ({ index, time, kind, contentsHash }: ActEntry): string =>
  `${HEADER}\n${index}\n${time}\n${kind}\n${toBase64(contentsHash)}\n`;

/** The act in an entry, or undefined unless the bytes are exactly what encodeActEntry writes for it. */
export function parseActEntry(bytes: Uint8Array): ActEntry | undefined {
  if (bytes.length > MAX_ENTRY_BYTES) return undefined;
  const lines = decode(bytes)?.split('\n');
  if (lines?.length !== 6) return undefined;
  const [header, index = '', time = '', kind = '', hash = '', end] = lines;
  if (header !== HEADER || end !== '' || !COUNT.test(index) || !COUNT.test(time) || !KIND.test(kind)) return undefined;
  const contentsHash = fromBase64(hash);
  if (contentsHash?.length !== HASH_BYTES) return undefined;
  const entry: ActEntry = { index: Number(index), time: Number(time), kind, contentsHash };
  return equalBytes(utf8(actEntryText(entry)), bytes) ? entry : undefined;
}

function decode(bytes: Uint8Array): string | undefined {
  try {
    return fromUtf8(bytes);
  } catch {
    return undefined;
  }
}
