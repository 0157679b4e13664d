// One text for one value: JSON with sorted keys and no spaces, so that whoever knows the value can write the very bytes that were hashed.

export type Canonical = string | number | boolean | null | readonly Canonical[] | { readonly [key: string]: Canonical };

/** Throws for a number that is no safe integer: others have no one text in every language. */
export function canonicalJson(value: Canonical): string {
  if (typeof value === 'number' && !Number.isSafeInteger(value)) throw new Error('a number of canonical JSON is whole');
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (isList(value)) return `[${value.map(canonicalJson).join(',')}]`;
  const keys = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${keys.map(([key, of]) => `${JSON.stringify(key)}:${canonicalJson(of)}`).join(',')}}`;
}

const isList = (value: Canonical): value is readonly Canonical[] => Array.isArray(value);
