// Signed notes and log checkpoints (C2SP signed-note, tlog-checkpoint), Ed25519 only. Keys and curves are handed in; nothing is fetched.

import { concat, equalBytes, fromBase64, toBase64, toHex, utf8 } from '../bytes.ts';
import { err, ok, type Result } from '../result.ts';
import { HASH_BYTES, type Sha256 } from './merkle.ts';

/** True when `signature` (64 bytes) over `message` is by the key (32 bytes). */
export type Ed25519Verify = (publicKey: Uint8Array, message: Uint8Array, signature: Uint8Array) => boolean;
/** The 64-byte signature over `message`. */
export type Ed25519Sign = (message: Uint8Array) => Uint8Array;

export interface NoteCrypto {
  readonly sha256: Sha256;
  readonly verify: Ed25519Verify;
}

export interface VerifierKey {
  readonly name: string;
  /** 32 bytes. */
  readonly publicKey: Uint8Array;
}

export interface NoteSigner extends VerifierKey {
  readonly sign: Ed25519Sign;
}

const ED25519 = 0x01;
const PUBLIC_KEY_BYTES = 32;
export const SIGNATURE_BYTES = 64;
export const KEY_ID_BYTES = 4;
/** Longest note read: room for a log's own signature and dozens of witnesses'. */
const MAX_NOTE_CHARS = 65_536;
const MAX_NOTE_SIGNATURES = 100;

const NAME = /^[^\s+\p{Z}\p{C}]{1,200}$/u;
const SIGNATURE_LINE = /^— ([^ ]+) ([^ ]+)$/u;

/** First four bytes of SHA-256(name, line feed, 0x01, public key). */
function keyId(key: VerifierKey, sha256: Sha256): Uint8Array {
  return sha256(concat(utf8(key.name), Uint8Array.of(0x0a, ED25519), key.publicKey)).slice(0, KEY_ID_BYTES);
}

/** name+hex8+base64: what an existing verifier is configured with. */
export function formatVerifierKey(key: VerifierKey, sha256: Sha256): string {
  return `${key.name}+${toHex(keyId(key, sha256))}+${toBase64(concat(Uint8Array.of(ED25519), key.publicKey))}`;
}

export type VerifierKeyError = 'malformed' | 'unknown_algorithm' | 'wrong_key_id';

export function parseVerifierKey(text: string, sha256: Sha256): Result<VerifierKey, VerifierKeyError> {
  const match = /^([^+]+)\+([0-9a-f]{8})\+(.+)$/.exec(text);
  if (!match) return err('malformed');
  const [, name = '', id = '', encoded = ''] = match;
  const bytes = fromBase64(encoded);
  if (!bytes || !NAME.test(name) || bytes.length === 0) return err('malformed');
  if (bytes[0] !== ED25519) return err('unknown_algorithm');
  if (bytes.length !== 1 + PUBLIC_KEY_BYTES) return err('malformed');
  const key: VerifierKey = { name, publicKey: bytes.slice(1) };
  return toHex(keyId(key, sha256)) === id ? ok(key) : err('wrong_key_id');
}

/** The whole note: `text` (ending in a line feed), a blank line, the signature line. Throws when text or name cannot stand in a note. */
export function signNote(text: string, signer: NoteSigner, sha256: Sha256): string {
  if (!isNoteText(text) || !text.endsWith('\n') || !NAME.test(signer.name))
    throw new Error('text or name cannot stand in a note');
  const signature = signer.sign(utf8(text));
  return `${text}\n— ${signer.name} ${toBase64(concat(keyId(signer, sha256), signature))}\n`;
}

export type NoteError = 'malformed' | 'not_signed_by_key' | 'wrong_signature';

/** The text of a note that `key` signed. Signatures of other keys are ignored; a wrong one of this key refuses the note. */
export function openNote(note: string, key: VerifierKey, crypto: NoteCrypto): Result<string, NoteError> {
  const parts = splitNote(note);
  if (!parts) return err('malformed');
  const id = keyId(key, crypto.sha256);
  const own = parts.signatures.filter((line) => line.name === key.name && equalBytes(line.id, id));
  if (own.length === 0) return err('not_signed_by_key');
  const message = utf8(parts.text);
  const right = own.every(
    ({ signature }) => signature.length === SIGNATURE_BYTES && crypto.verify(key.publicKey, message, signature),
  );
  return right ? ok(parts.text) : err('wrong_signature');
}

interface SignatureLine {
  readonly name: string;
  readonly id: Uint8Array;
  readonly signature: Uint8Array;
}

/** What was signed, and every line below it as it stands: nothing of it is checked. */
export function splitNote(note: string): { text: string; signatures: readonly SignatureLine[] } | undefined {
  if (note.length > MAX_NOTE_CHARS || !isNoteText(note)) return undefined;
  const blank = note.lastIndexOf('\n\n');
  if (blank < 0 || !note.endsWith('\n')) return undefined;
  const lines = note.slice(blank + 2, -1).split('\n');
  if (lines.length > MAX_NOTE_SIGNATURES) return undefined;
  const signatures: SignatureLine[] = [];
  for (const line of lines) {
    const parsed = parseSignatureLine(line);
    if (!parsed) return undefined;
    signatures.push(parsed);
  }
  return { text: note.slice(0, blank + 1), signatures };
}

function parseSignatureLine(line: string): SignatureLine | undefined {
  const match = SIGNATURE_LINE.exec(line);
  if (!match) return undefined;
  const [, name = '', encoded = ''] = match;
  const bytes = fromBase64(encoded);
  if (!bytes || bytes.length <= KEY_ID_BYTES || !NAME.test(name)) return undefined;
  return { name, id: bytes.slice(0, KEY_ID_BYTES), signature: bytes.slice(KEY_ID_BYTES) };
}

/** No control characters but line feeds, and no half surrogates, which are no UTF-8. */
function isNoteText(text: string): boolean {
  for (let i = 0; i < text.length; i += 1) {
    const code = text.charCodeAt(i);
    if (code < 0x20 && code !== 0x0a) return false;
  }
  return text.isWellFormed();
}

export interface Checkpoint {
  /** The log's name. */
  readonly origin: string;
  /** Leaves in the tree. */
  readonly size: number;
  readonly root: Uint8Array;
  readonly extensions: readonly string[];
}

/** The text that is signed: origin, size, root and any extension lines. */
export function formatCheckpoint(checkpoint: Checkpoint): string {
  const lines = [checkpoint.origin, String(checkpoint.size), toBase64(checkpoint.root), ...checkpoint.extensions];
  const text = `${lines.join('\n')}\n`;
  if (!parseCheckpoint(text)) throw new Error('not a checkpoint');
  return text;
}

/** The checkpoint in a note's text, or undefined. Says nothing about who signed it. */
export function parseCheckpoint(text: string): Checkpoint | undefined {
  if (!text.endsWith('\n')) return undefined;
  const [origin = '', size = '', root = '', ...extensions] = text.slice(0, -1).split('\n');
  const hash = fromBase64(root);
  if (origin === '' || !/^(?:0|[1-9]\d{0,15})$/.test(size) || hash?.length !== HASH_BYTES) return undefined;
  if (!Number.isSafeInteger(Number(size)) || extensions.includes('')) return undefined;
  return { origin, size: Number(size), root: hash, extensions };
}

export type CheckpointError = NoteError | 'not_a_checkpoint' | 'wrong_origin';

/** The checkpoint of a note signed by `key`, whose name must be the origin: a key speaks for its own log only. */
export function verifyCheckpoint(
  note: string,
  key: VerifierKey,
  crypto: NoteCrypto,
): Result<Checkpoint, CheckpointError> {
  const opened = openNote(note, key, crypto);
  if (!opened.ok) return opened;
  const checkpoint = parseCheckpoint(opened.value);
  if (!checkpoint) return err('not_a_checkpoint');
  return checkpoint.origin === key.name ? ok(checkpoint) : err('wrong_origin');
}
