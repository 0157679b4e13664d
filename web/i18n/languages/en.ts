// The texts in English: what every visit reads first comes with this file, the rest when a screen asks for it.

import home from '../texts/en/home.json' with { type: 'json' };
import shell from '../texts/en/shell.json' with { type: 'json' };

export const first = { home, shell };
export const later = import.meta.glob<Record<string, string>>(
  ['../texts/en/*.json', '!../texts/en/home.json', '!../texts/en/shell.json'],
  { import: 'default' },
);
