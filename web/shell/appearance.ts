// Keeps the document's theme, language and direction in step with the settings and the system.

import { languageOf } from '@fairtick/contract/languages';
import { textLanguage } from '../i18n/i18n.ts';
import { currentSettings, onSettings, type Settings } from '../stores/settings.ts';

const CANVAS = { light: '#f4f6f9', dark: '#090c12' } as const;

export function applyAppearance(): void {
  const system = matchMedia('(prefers-color-scheme: dark)');
  const apply = (): void => applyTo(document.documentElement, currentSettings(), system.matches);
  apply();
  system.addEventListener('change', apply);
  onSettings(apply);
}

function applyTo(root: HTMLElement, settings: Settings, systemDark: boolean): void {
  const dark = settings.theme === 'dark' || (settings.theme === 'system' && systemDark);
  const theme = dark ? 'dark' : 'light';
  root.dataset.theme = theme;
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', CANVAS[theme]);
  const shown = languageOf(textLanguage(settings.lang));
  root.lang = shown.locale;
  root.dir = shown.rtl ? 'rtl' : 'ltr';
}
