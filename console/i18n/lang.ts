// The console's languages.

export const LANGS = ['en', 'hk'] as const;
export type Lang = (typeof LANGS)[number];
