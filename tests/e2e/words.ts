// What the app says, read from its own texts, so that a test finds a button in every language by the same name.

import * as fs from 'node:fs';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';

export type Lang = 'en' | 'hk' | 'ar';
type Namespace = 'shell' | 'home' | 'login' | 'account' | 'social' | 'trade' | 'orders' | 'verify';

const folder = fileURLToPath(new URL('../../web/i18n/texts/', import.meta.url));
const files = new Map<string, Readonly<Record<string, string>>>();

function textsOf(lang: Lang, namespace: Namespace): Readonly<Record<string, string>> {
  const name = `${lang}/${namespace}.json`;
  const known = files.get(name);
  if (known) return known;
  const read = z.record(z.string(), z.string()).parse(JSON.parse(fs.readFileSync(folder + name, 'utf8')));
  files.set(name, read);
  return read;
}

/** The text of a key, as it stands. Throws when the key is gone, so that a renamed text fails its test by name. */
export function words(lang: Lang, namespace: Namespace, key: string): string {
  const text = textsOf(lang, namespace)[key];
  if (text === undefined) throw new Error(`no text ${lang}/${namespace} ${key}`);
  return text;
}

/** Around a value in right-to-left text. */
const ISOLATES = '[\u2066-\u2069]*';
/** Text as a pattern that matches just it. */
export const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** The same as a pattern, its places filled; a place without a value matches anything, also nothing. */
export function wordsLike(lang: Lang, namespace: Namespace, key: string, values: Record<string, string> = {}): RegExp {
  const parts = words(lang, namespace, key).split(/\s*\{\{(\w+)\}\}\s*/);
  const pattern = parts.map((part, at) => {
    if (at % 2 === 0) return escaped(part);
    const value = values[part];
    return value === undefined ? '.*' : `\\s*${ISOLATES}${escaped(value)}${ISOLATES}\\s*`;
  });
  return new RegExp(pattern.join(''));
}
