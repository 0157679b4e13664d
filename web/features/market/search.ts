// Which pairs a typed text means: by code, shown code or name, in any language's letters. Pure.

export interface Searchable {
  readonly code: string;
  readonly showCode: string;
  readonly name: string;
}

/** Every word must be found somewhere; case, accents, blanks and the slash do not matter. */
export function matches(item: Searchable, typed: string): boolean {
  const hay = `${fold(item.code)} ${fold(item.showCode)} ${fold(item.name)}`;
  const squeezed = hay.replace(/[\s/]/g, '');
  const words = fold(typed).split(/\s+/).filter(Boolean);
  return words.every((word) => hay.includes(word) || squeezed.includes(word.replaceAll('/', '')));
}

const fold = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
