// What the user chose on this device: theme, language, chart, last amounts. Kept in local storage.

import { isRecord } from '@fairtick/contract/client/is-record';
import { onStoredElsewhere, readStored, writeStored } from '@fairtick/contract/client/storage';
import type { Period } from '@fairtick/contract/http/market';
import { firstLanguage, type LanguageKey, languageKey } from '@fairtick/contract/languages';
import { createStore } from 'zustand/vanilla';
import { type Family, familyOf } from './family.ts';

export type Theme = 'system' | 'light' | 'dark';
export type ChartStyle = 'candles' | 'line';

export interface Settings {
  readonly theme: Theme;
  readonly lang: LanguageKey;
  readonly hideBalance: boolean;
  /** That all times are told in: an IANA zone name. */
  readonly zone: string;
  readonly chartStyle: ChartStyle;
  readonly period: Period;
  readonly family: Family;
  /** Last stake of an option, plain decimal text in USD; '' before the first. */
  readonly microAmount: string;
  /** Last duration of an option in seconds; 0 before the first. */
  readonly microSeconds: number;
  /** The three-step guide was finished or skipped. */
  readonly guideSeen: boolean;
}

const KEY = 'settings';
const PERIODS: readonly Period[] = ['1min', '5min', '15min', '30min', '60min', '1day'];
const oneOf = <T extends string>(value: unknown, allowed: readonly T[], otherwise: T): T =>
  allowed.find((item) => item === value) ?? otherwise;

/** Every field on its own: an old or broken store loses only what can't be read. */
export function settingsFrom(value: unknown): Settings {
  const read = isRecord(value) ? value : {};
  return {
    theme: oneOf(read.theme, ['system', 'light', 'dark'], 'system'),
    lang: typeof read.lang === 'string' ? languageKey(read.lang) : firstLanguage(browserLanguages()),
    hideBalance: read.hideBalance === true,
    zone: [read.zone, read.chartZone].find(isZone) ?? 'Asia/Tokyo',
    chartStyle: oneOf(read.chartStyle, ['candles', 'line'], 'candles'),
    period: oneOf(read.period, PERIODS, '5min'),
    family: familyOf(read.family) ?? 'forex',
    microAmount: typeof read.microAmount === 'string' ? read.microAmount : '',
    microSeconds: typeof read.microSeconds === 'number' ? read.microSeconds : 0,
    guideSeen: read.guideSeen === true,
  };
}

/** Empty where there is no browser. */
const browserLanguages = (): readonly string[] => globalThis.navigator?.languages ?? [];

function isZone(name: unknown): name is string {
  if (typeof name !== 'string') return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

export const settingsStore = createStore<Settings>(() => settingsFrom(readStored('local', KEY)));
onStoredElsewhere(KEY, () => settingsStore.setState(settingsFrom(readStored('local', KEY)), true));

export const currentSettings = (): Settings => settingsStore.getState();

export function setSettings(partial: Partial<Settings>): void {
  settingsStore.setState(settingsFrom({ ...settingsStore.getState(), ...partial }), true);
  writeStored('local', KEY, settingsStore.getState());
}

export function onSettings(changed: (settings: Settings, before: Settings) => void): () => void {
  return settingsStore.subscribe(changed);
}
