// The proof of client money in one word, the same for users and staff.

/** What the books must fulfil by themselves; one that they do not pauses withdrawals. */
export const BOOK_CHECKS = [
  /** All accounts, those outside included, sum to nothing. */
  'books_sum_to_zero',
  /** What is held of users is what waits to be approved. */
  'held_is_what_waits',
  /** What was approved and not paid is what stands ready for it. */
  'clearing_is_what_was_let_go',
  /** What came and is nobody's yet is what was booked as such. */
  'clearing_is_what_nobody_has',
] as const;
export type BookCheck = (typeof BOOK_CHECKS)[number];

export type Verdict = 'none' | 'whole' | 'short' | 'short_paused' | 'broken';

interface ClientMoney {
  readonly proof: { readonly short_since: number | null; readonly broken: readonly BookCheck[] } | null;
  readonly paused: boolean;
}

/** Books that disagree say more than what they leave short. */
export function verdictOf({ proof, paused }: ClientMoney): Verdict {
  if (!proof) return 'none';
  if (proof.broken.length > 0) return 'broken';
  if (proof.short_since === null) return 'whole';
  return paused ? 'short_paused' : 'short';
}
