// What a member of staff chose on this machine: language and theme. Kept in local storage; nothing of anybody's work is.

import { isRecord } from '@fairtick/contract/client/is-record';
import { readStored, writeStored } from '@fairtick/contract/client/storage';
import { LANGS, type Lang } from '../i18n/lang.ts';
import { createStore } from './store.ts';

export const THEMES = ['system', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

export interface Settings {
  readonly lang: Lang;
  readonly theme: Theme;
}

const KEY = 'console.settings';

/** Every field on its own: an old or broken store loses only what can't be read. */
export function settingsFrom(value: unknown, browserLanguage: string): Settings {
  const read = isRecord(value) ? value : {};
  return {
    lang: LANGS.find((lang) => lang === read.lang) ?? (browserLanguage.startsWith('zh') ? 'hk' : 'en'),
    theme: THEMES.find((theme) => theme === read.theme) ?? 'system',
  };
}

export const settingsStore = createStore(settingsFrom(readStored('local', KEY), globalThis.navigator?.language ?? ''));

export function setSettings(partial: Partial<Settings>): void {
  settingsStore.set({ ...settingsStore.get(), ...partial });
  writeStored('local', KEY, settingsStore.get());
}
