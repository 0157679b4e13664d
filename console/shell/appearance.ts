// Keeps the document's theme and language in step with the settings and the system.

import { LOCALES } from '../i18n/texts.ts';
import { settingsStore } from '../stores/settings.ts';

const system = matchMedia('(prefers-color-scheme: dark)');

export function shownTheme(): 'light' | 'dark' {
  const { theme } = settingsStore.get();
  return theme === 'dark' || (theme === 'system' && system.matches) ? 'dark' : 'light';
}

export function applyAppearance(): void {
  const apply = (): void => {
    const root = document.documentElement;
    root.dataset.theme = shownTheme();
    root.lang = LOCALES[settingsStore.get().lang];
  };
  apply();
  onAppearance(apply);
}

/** Calls back when the person or the system chose otherwise. */
export function onAppearance(changed: () => void): () => void {
  system.addEventListener('change', changed);
  const stop = settingsStore.subscribe(changed);
  return () => {
    system.removeEventListener('change', changed);
    stop();
  };
}
