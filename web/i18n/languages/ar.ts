// The texts in Arabic: what every visit reads first comes with this file, the rest when a screen asks for it.

import home from '../texts/ar/home.json' with { type: 'json' };
import shell from '../texts/ar/shell.json' with { type: 'json' };

export const first = { home, shell };
export const later = import.meta.glob<Record<string, string>>(
  ['../texts/ar/*.json', '!../texts/ar/home.json', '!../texts/ar/shell.json'],
  { import: 'default' },
);
