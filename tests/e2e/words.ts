// What the app says, read from its own texts, so that a test finds a button in every language by the same name.

import * as fs from 'node:fs';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';

export type Lang = 'en' | 'hk' | 'ar';
type Namespace =
  | 'shell'
  | 'home'
  | 'login'
  | 'account'
  | 'social'
  | 'follow'
  | 'trade'
  | 'orders'
  | 'verify'
  | 'verification'
  | 'protection'
  | 'invite'
  | 'security'
  | 'powers'
  | 'notices'
  | 'wallet'
  | 'content'
  | 'countries'
  | 'product'
  | 'feedback'
  | 'funds'
  | 'loans'
  | 'chat'
  | 'deposit'
  | 'status'
  | 'withdraw';

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

const FORMS = ['zero', 'one', 'two', 'few', 'many', 'other'];

/** The text of a key, or those of its plural forms. Throws when the key is gone, so that a renamed text fails its test by name. */
function forms(lang: Lang, namespace: Namespace, key: string): readonly string[] {
  const texts = textsOf(lang, namespace);
  const found = [key, ...FORMS.map((form) => `${key}_${form}`)].flatMap((name) => texts[name] ?? []);
  if (found.length === 0) throw new Error(`no text ${lang}/${namespace} ${key}`);
  return found;
}

/** The text of a key, as it stands. */
export const words = (lang: Lang, namespace: Namespace, key: string): string => forms(lang, namespace, key)[0] ?? '';

/** Around a value in right-to-left text. */
const ISOLATES = '[\u2066-\u2069]*';
/** Text as a pattern that matches just it. */
export const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** The same as a pattern, its places filled; a place without a value matches anything, also nothing. Any plural form will do. */
export function wordsLike(lang: Lang, namespace: Namespace, key: string, values: Record<string, string> = {}): RegExp {
  const patterns = forms(lang, namespace, key).map((text) => {
    const parts = text.split(/\s*\{\{(\w+)\}\}\s*/);
    return parts
      .map((part, at) => {
        if (at % 2 === 0) return escaped(part);
        const value = values[part];
        return value === undefined ? '.*' : `\\s*${ISOLATES}${escaped(value)}${ISOLATES}\\s*`;
      })
      .join('');
  });
  return new RegExp(patterns.join('|'));
}
