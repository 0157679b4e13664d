// How soon it is asked again whether everybody was reached of an order: a few times at once, then ever more seldom. What is refused may be thousands of copies,
// and others' orders wait behind them.

const AT_ONCE = 4;
const FIRST_MS = 1_000;
const MOST_MS = 16_000;

/** ms until the next time, by how often it was asked; 0: at once. */
export function askedAgainInMs(asked: number): number {
  if (asked <= AT_ONCE) return 0;
  return Math.min(MOST_MS, FIRST_MS * 2 ** Math.min(asked - AT_ONCE - 1, 10));
}
