// What a client sent, as flat named values: query, form and JSON read alike, hostile shapes refused before any schema sees them.

import { err, ok, type Result } from '@fairtick/kernel/result';

export const MAX_BODY_BYTES = 65_536;
export const MAX_FIELDS = 64;

/** Without a prototype: a field named __proto__ or constructor is a name like any other. */
export type Fields = Record<string, string | number>;

/** malformed: not readable at all. A name: that field is repeated, nested, or holds text that no database takes. */
export type InputFault = { readonly malformed: true } | { readonly malformed: false; readonly field: string };

const MALFORMED: InputFault = { malformed: true };
const bad = (field: string): Result<never, InputFault> => err({ malformed: false, field });

export const emptyFields = (): Fields => Object.create(null);

/** A timestamp that clients add against caches. */
const IGNORED = 't';

/** NUL and lone surrogates can't be stored as text; a value that holds one is no honest value. */
const isStorable = (value: string): boolean => !value.includes('\0') && value.isWellFormed();

export function addField(fields: Fields, name: string, value: string | number): Result<undefined, InputFault> {
  if (Object.hasOwn(fields, name) || !isStorable(name)) return bad(name);
  if (typeof value === 'string' && !isStorable(value)) return bad(name);
  fields[name] = value;
  return ok(undefined);
}

/** Adds the pairs of a query or of a form to `fields`. A name that is there already is refused, not overwritten. */
export function readQuery(text: string, fields: Fields): Result<undefined, InputFault> {
  if (text === '') return ok(undefined);
  const pairs = text.split('&', MAX_FIELDS + 1);
  if (pairs.length > MAX_FIELDS) return err(MALFORMED);
  for (const pair of pairs) {
    if (pair === '') continue;
    const cut = pair.indexOf('=');
    const name = decode(cut < 0 ? pair : pair.slice(0, cut));
    const value = decode(cut < 0 ? '' : pair.slice(cut + 1));
    if (name === undefined || value === undefined) return err(MALFORMED);
    if (name === IGNORED) continue;
    const added = addField(fields, name, value);
    if (!added.ok) return added;
  }
  return ok(undefined);
}

const ENCODED = /[%+]/;

/** undefined where the percent signs don't spell UTF-8. */
function decode(text: string): string | undefined {
  if (!ENCODED.test(text)) return text;
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return undefined;
  }
}

/** Adds the members of a JSON object of texts and numbers. Missing (null) members count as not sent. */
export function readJson(text: string, fields: Fields): Result<undefined, InputFault> {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    return err(MALFORMED);
  }
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return err(MALFORMED);
  const members = Object.entries(body);
  if (members.length > MAX_FIELDS) return err(MALFORMED);
  for (const [name, value] of members) {
    if (name === IGNORED || value === null) continue;
    if (typeof value !== 'string' && typeof value !== 'number') return bad(name);
    const added = addField(fields, name, value);
    if (!added.ok) return added;
  }
  return ok(undefined);
}

const decoder = new TextDecoder('utf-8', { fatal: true });

/** A body of one of the two types the contract takes. */
export function readBody(type: string, bytes: Uint8Array, fields: Fields): Result<undefined, InputFault> {
  let text: string;
  try {
    text = decoder.decode(bytes);
  } catch {
    return err(MALFORMED);
  }
  if (text === '') return ok(undefined);
  return type === 'json' ? readJson(text, fields) : readQuery(text, fields);
}
