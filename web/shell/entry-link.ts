// Where a visitor wanted to go before they were asked who they are goes along from one form of entry to the other.

/** The link of a form, with that place where there is one. */
export const entryLink = (href: string, from: string | undefined): string =>
  from === undefined ? href : `${href}?from=${encodeURIComponent(from)}`;
