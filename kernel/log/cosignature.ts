// What a witness says of a checkpoint: a signature with its time, on a line of its own in the note (C2SP tlog-cosignature, Ed25519).

import { concat, equalBytes, toBase64, toHex, utf8 } from '../bytes.ts';
import type { Sha256 } from './merkle.ts';
import {
  KEY_ID_BYTES,
  type NoteCrypto,
  type NoteSigner,
  SIGNATURE_BYTES,
  splitNote,
  type VerifierKey,
} from './note.ts';

const COSIGNATURE = 0x04;
const TIME_BYTES = 8;

/** First four bytes of SHA-256(name, line feed, 0x04, public key): another id than the same key has for notes of its own. */
const keyId = ({ name, publicKey }: VerifierKey, sha256: Sha256): Uint8Array =>
  sha256(concat(utf8(name), Uint8Array.of(0x0a, COSIGNATURE), publicKey)).slice(0, KEY_ID_BYTES);

/** name+hex8+base64: what an existing verifier of cosignatures is configured with. */
export const formatWitnessKey = (key: VerifierKey, sha256: Sha256): string =>
  `${key.name}+${toHex(keyId(key, sha256))}+${toBase64(concat(Uint8Array.of(COSIGNATURE), key.publicKey))}`;

const messageOf = (text: string, seconds: bigint): Uint8Array => utf8(`cosignature/v1\ntime ${seconds}\n${text}`);

/** The line, with its line feed, by which a witness signs a note's text at a time (UTC, whole seconds). */
export function cosign(text: string, witness: NoteSigner, seconds: number, sha256: Sha256): string {
  const time = BigInt(seconds);
  const bytes = new Uint8Array(TIME_BYTES);
  new DataView(bytes.buffer).setBigUint64(0, time);
  const signature = witness.sign(messageOf(text, time));
  return `— ${witness.name} ${toBase64(concat(keyId(witness, sha256), bytes, signature))}\n`;
}

/** When (UTC, seconds) the witness signed the note; undefined where it has not, or where anything by its name and key does not hold. */
export function cosignedAt(note: string, witness: VerifierKey, crypto: NoteCrypto): number | undefined {
  const parts = splitNote(note);
  if (!parts) return undefined;
  const id = keyId(witness, crypto.sha256);
  const own = parts.signatures.filter(({ name, id: said }) => name === witness.name && equalBytes(said, id));
  const times = own.map(({ signature }) => {
    if (signature.length !== TIME_BYTES + SIGNATURE_BYTES) return undefined;
    const time = new DataView(signature.buffer, signature.byteOffset, TIME_BYTES).getBigUint64(0);
    const holds = crypto.verify(witness.publicKey, messageOf(parts.text, time), signature.slice(TIME_BYTES));
    return holds && time <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(time) : undefined;
  });
  return times.includes(undefined) ? undefined : times[0];
}
