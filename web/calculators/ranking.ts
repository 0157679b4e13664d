// The ranking by another measure than the server's: over all time instead of three weeks.

/** The greater total rate first; the server's order where they are equal. Percent as decimal text. */
export const byTotal = <T extends { readonly total_rate: string }>(entries: readonly T[]): readonly T[] =>
  entries.toSorted((one, other) => Number(other.total_rate) - Number(one.total_rate));
