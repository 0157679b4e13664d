// Long codes in groups of four, so that two people can compare them aloud.

export const inGroups = (code: string): string => code.replace(/(.{4})(?=.)/g, '$1 ');

/** Group by group, whether it is another one than that of the other code; all of them where the other has fewer. */
export const differing = (groups: readonly string[], others: readonly string[]): readonly boolean[] =>
  groups.map((group, at) => group !== others[at]);

/** Up to two letters of a name, for the mark beside it. */
export function initials(name: string): string {
  const words = name.trim().split(/\s+/);
  const ends = words.length > 1 ? [words[0], words.at(-1)] : [words[0]];
  return ends
    .map((word) => [...(word ?? '')][0] ?? '')
    .join('')
    .toUpperCase();
}
