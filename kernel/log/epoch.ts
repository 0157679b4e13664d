// A log's break with its past, said openly: a restored backup can't go on as the same log, so it goes on under a new key, by a note that names what was
// known before and from where it goes on. Pure.

import { fromBase64, toBase64 } from '../bytes.ts';
import { HASH_BYTES, type Sha256 } from './merkle.ts';
import { type NoteSigner, signNote } from './note.ts';

export interface TreeHead {
  /** Leaves in the tree. */
  readonly size: number;
  readonly root: Uint8Array;
}

export interface LogEpoch {
  readonly origin: string;
  /** 2 is the first that follows a break. */
  readonly number: number;
  /** The newest checkpoint of the time before that is known. */
  readonly last: TreeHead;
  /** What is left of the log, and signed from now on. */
  readonly from: TreeHead;
  /** The verifier key from now on, as text. */
  readonly key: string;
  /** In one line: for whoever reads the note. */
  readonly reason: string;
}

const HEAD = 'fairtick/log-epoch/v1';
const NUMBER = /^(?:0|[1-9]\d{0,15})$/;

/** The text that is signed. Throws where the reason is no single line. */
export function formatEpoch({ origin, number, last, from, key, reason }: LogEpoch): string {
  const heads = [last, from].flatMap(({ size, root }) => [String(size), toBase64(root)]);
  const text = `${[HEAD, origin, String(number), ...heads, key, reason].join('\n')}\n`;
  if (!parseEpoch(text)) throw new Error('not an epoch');
  return text;
}

/** The epoch in a note's text, or undefined. Says nothing about who signed it. */
export function parseEpoch(text: string): LogEpoch | undefined {
  const [
    head,
    origin = '',
    number = '',
    lastSize = '',
    lastRoot = '',
    size = '',
    root = '',
    key = '',
    reason = '',
    ...rest
  ] = text.split('\n');
  const last = headOf(lastSize, lastRoot);
  const from = headOf(size, root);
  const whole = rest.length === 1 && rest[0] === '' && origin !== '' && key !== '' && reason !== '';
  if (head !== HEAD || !whole || !last || !from || !NUMBER.test(number) || Number(number) < 2) return undefined;
  return { origin, number: Number(number), last, from, key, reason };
}

function headOf(size: string, root: string): TreeHead | undefined {
  const hash = fromBase64(root);
  return NUMBER.test(size) && Number.isSafeInteger(Number(size)) && hash?.length === HASH_BYTES
    ? { size: Number(size), root: hash }
    : undefined;
}

/** The note of an epoch: by the new key and, where it is still there, by the one before. */
export function signEpoch(epoch: LogEpoch, signers: readonly [NoteSigner, ...NoteSigner[]], sha256: Sha256): string {
  const text = formatEpoch(epoch);
  const notes = signers.map((signer) => signNote(text, signer, sha256));
  return `${text}\n${notes.map((note) => note.slice(text.length + 1)).join('')}`;
}
