// The one shape of every answer.

import { hash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { ERROR_CODES, type Refusal } from '@fairtick/contract/errors';
import type { LanguageKey } from '@fairtick/contract/languages';
import { errorText } from '@fairtick/contract/texts/index';

export const refusalText = (refusal: Refusal, lang: LanguageKey): string =>
  JSON.stringify({
    code: ERROR_CODES[refusal.error],
    msg: errorText(lang, refusal.error, refusal.params),
    data: refusal.data ?? {},
  });

/** A frozen answer never changes, so it is written once however often it is asked for; of a new list only the frozen entries that are new. */
const written = new WeakMap<object, Buffer>();
const entries = new WeakMap<object, string>();

export function successText(data: unknown, msg: string): string | Buffer {
  if (msg !== '' || typeof data !== 'object' || data === null || !Object.isFrozen(data)) {
    return JSON.stringify({ code: 1, msg, data });
  }
  let bytes = written.get(data);
  if (!bytes) {
    const text = Array.isArray(data) ? `[${data.map(entryText).join(',')}]` : JSON.stringify(data);
    bytes = Buffer.from(`{"code":1,"msg":"","data":${text}}`);
    written.set(data, bytes);
  }
  return bytes;
}

/** Smaller ones travel in one packet either way. */
const ZIP_FROM_BYTES = 1_400;
/** What is written once is packed once; a fast level, for prices pass. */
const ZIP = { level: 1 };
const zipped = new WeakMap<Buffer, Buffer>();

/** The same for whoever reads gzip; undefined where it would save nothing. Public data only: a secret must not be packed with what others choose. */
export function zippedAnswer(answer: string | Buffer): Buffer | undefined {
  if (typeof answer === 'string' || answer.length < ZIP_FROM_BYTES) return undefined;
  let bytes = zipped.get(answer);
  if (!bytes) {
    bytes = gzipSync(answer, ZIP);
    zipped.set(answer, bytes);
  }
  return bytes;
}

const marks = new WeakMap<Buffer, string>();

/** The same for the same answer: whoever has it is told so. Weak, for packed or not it says the same. */
export function markOf(answer: string | Buffer): string {
  const known = typeof answer === 'string' ? undefined : marks.get(answer);
  const mark = known ?? `W/"${hash('sha256', answer, 'base64url').slice(0, 22)}"`;
  if (typeof answer !== 'string') marks.set(answer, mark);
  return mark;
}

function entryText(entry: unknown): string {
  if (typeof entry !== 'object' || entry === null) return JSON.stringify(entry) ?? 'null';
  let text = entries.get(entry);
  if (text === undefined) {
    text = JSON.stringify(entry);
    if (Object.isFrozen(entry)) entries.set(entry, text);
  }
  return text;
}
