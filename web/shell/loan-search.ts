// What the address of a loan's screen names.

/** An offer with its amount, or a loan. */
export interface LoanSearch {
  readonly id?: string | number;
  readonly amount?: string | number;
  readonly loan_id?: string | number;
}
