// The texts in Traditional Chinese, Hong Kong: what every visit reads first comes with this file, the rest when a screen asks for it.

import home from '../texts/hk/home.json' with { type: 'json' };
import shell from '../texts/hk/shell.json' with { type: 'json' };

export const first = { home, shell };
export const later = import.meta.glob<Record<string, string>>(
  ['../texts/hk/*.json', '!../texts/hk/home.json', '!../texts/hk/shell.json'],
  { import: 'default' },
);
