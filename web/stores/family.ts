// The two kinds of orders. In code they have the names of the server's domains; the product's addresses and labels have others.

export type Family = 'forex' | 'micro';

/** The product's word, in addresses and in the keys of texts. */
export const FAMILY_LABEL = { forex: 'futures', micro: 'contracts' } as const;
export type FamilyLabel = (typeof FAMILY_LABEL)[Family];

/** By either name; undefined when it is neither. */
export function familyOf(name: unknown): Family | undefined {
  if (name === 'forex' || name === FAMILY_LABEL.forex) return 'forex';
  if (name === 'micro' || name === FAMILY_LABEL.micro) return 'micro';
  return undefined;
}
