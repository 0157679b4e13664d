// Who reads what, and who may publish it: pure.

import { type Announced, CATEGORIES, type ContentAudience, type ContentKind } from '@fairtick/contract/content-kinds';
import { COMPLETE_LANGUAGES, LANGUAGES, type LanguageKey } from '@fairtick/contract/languages';
import type { Id } from '@fairtick/kernel/ids';

/** What is read of one language of an item. */
export interface Headline {
  readonly lang: LanguageKey;
  readonly version: number;
  readonly title: string;
  readonly summary: string;
  readonly picture: string | undefined;
}

export interface ShelfItem {
  readonly id: Id;
  readonly kind: ContentKind;
  readonly about: Announced | undefined;
  readonly audience: ContentAudience;
  /** Stands above newer ones. */
  readonly pinned: boolean;
  /** For who lives in one of these alone, ISO 3166 alpha-2; for everybody where there are none. */
  readonly countries: readonly string[];
  /** UTC ms. */
  readonly publishTime: number;
  readonly expireTime: number | undefined;
  /** Of each language with a published version. */
  readonly texts: ReadonlyMap<LanguageKey, Headline>;
}

/** Of the reader: the server's time, UTC ms, and in which realm they are; undefined for a visitor. */
export interface Reader {
  readonly nowMs: number;
  readonly realm: 'live' | 'demo' | undefined;
  /** Where they say they live, ISO 3166 alpha-2; undefined for who has said nothing; `every`: whoever they are, it is asked later. */
  readonly country: string | 'every' | undefined;
}

/** Where the asked language has none: English, then 繁體中文, then whatever there is, in the order of the languages. */
const FALLBACKS: readonly LanguageKey[] = ['en', 'hk', ...LANGUAGES.map(({ key }) => key)];

export function textFor({ texts }: Pick<ShelfItem, 'texts'>, lang: LanguageKey): Headline | undefined {
  for (const one of [lang, ...FALLBACKS]) {
    const found = texts.get(one);
    if (found) return found;
  }
  return undefined;
}

/** What the staff call an item: its title in their language, else as above; empty where nothing is written yet. */
export const titleIn = (titles: Readonly<Partial<Record<LanguageKey, string>>>, lang: LanguageKey): string =>
  [lang, ...FALLBACKS].map((one) => titles[one]).find((title) => title !== undefined) ?? '';

/** Terms bind everybody: one about them is read by nobody until each language that is complete has it. */
export function isShown(item: ShelfItem, { nowMs, realm, country }: Reader): boolean {
  if (item.texts.size === 0 || item.publishTime > nowMs) return false;
  if (item.expireTime !== undefined && item.expireTime <= nowMs) return false;
  if (item.audience !== 'all' && item.audience !== realm) return false;
  if (item.countries.length > 0 && country !== 'every' && !item.countries.includes(country ?? '')) return false;
  return item.about !== 'terms' || COMPLETE_LANGUAGES.every((lang) => item.texts.has(lang));
}

/** From when on time alone shows something else of these; UTC ms, Infinity where it never does. */
export function shownUntil(items: readonly ShelfItem[], nowMs: number): number {
  let until = Number.POSITIVE_INFINITY;
  for (const { publishTime, expireTime = until } of items) {
    if (publishTime > nowMs && publishTime < until) until = publishTime;
    if (expireTime > nowMs && expireTime < until) until = expireTime;
  }
  return until;
}

/** For demo accounts, as the documents mark it: by its audience or by its title. */
export const isForDemo = ({ audience }: ShelfItem, { title }: Headline): boolean =>
  audience === 'demo' || title === 'DEMO';

/** What binds users in matters of money is published by another person than who wrote it. */
export const needsSecond = ({ about }: Pick<ShelfItem, 'about'>): boolean => about === 'terms';

/** Of a user: which versions of which items they have read. */
export type Reads = ReadonlyMap<Id, readonly Pick<Headline, 'lang' | 'version'>[]>;

/**
 * Whether the user has read it. A change leaves most things read; of what is about the terms they have acknowledged words, and those that came in their
 * place they have not: one of the versions that are read now must be theirs.
 */
export function hasRead(reads: Reads, { id, about, texts }: Pick<ShelfItem, 'id' | 'about' | 'texts'>): boolean {
  const own = reads.get(id);
  if (!own) return false;
  return about !== 'terms' || own.some(({ lang, version }) => texts.get(lang)?.version === version);
}

/** Newest first; what was published at one moment by id. */
export const newestFirst = (a: ShelfItem, b: ShelfItem): number =>
  b.publishTime - a.publishTime || (a.id < b.id ? 1 : -1);

/** As lists show them: what is pinned, then the newest. */
export const pinnedFirst = (a: ShelfItem, b: ShelfItem): number =>
  Number(b.pinned) - Number(a.pinned) || newestFirst(a, b);

/** A version in which the words of a question are. */
export interface Hit {
  readonly itemId: Id;
  readonly lang: LanguageKey;
  readonly version: number;
  readonly inTitle: boolean;
}

const LISTED: ReadonlySet<ContentKind> = new Set(Object.values(CATEGORIES));

/**
 * Items of the lists with a hit in a version that is read now, whichever of its languages that is; each once, those with a hit in a title first, then
 * the newest.
 */
export function inOrderOfHits(
  hits: readonly Hit[],
  find: (id: Id) => ShelfItem | undefined,
  reader: Reader,
): readonly ShelfItem[] {
  const found = new Map<ShelfItem, boolean>();
  for (const { itemId, lang, version, inTitle } of hits) {
    const item = find(itemId);
    if (!item || !LISTED.has(item.kind) || item.texts.get(lang)?.version !== version || !isShown(item, reader))
      continue;
    found.set(item, inTitle || found.get(item) === true);
  }
  return [...found]
    .sort(([a, aTitle], [b, bTitle]) => Number(bTitle) - Number(aTitle) || newestFirst(a, b))
    .map(([item]) => item);
}
