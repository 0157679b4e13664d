// Why a withdrawal is rejected: chosen from a list, with words beside it. Plain data, so that the console has it without the schemas.

export const WITHDRAWAL_REASONS = [
  'destination_doubtful',
  'name_differs',
  'documents_needed',
  'not_payable',
  'other',
] as const;
/** `not_sent`: was approved, and two people found that nothing was sent. */
export type WithdrawalReason = (typeof WITHDRAWAL_REASONS)[number] | 'not_sent';

/** What the staff should look at before they approve. */
export const WITHDRAWAL_FLAGS = [
  'first',
  'new_destination',
  'new_factor',
  'no_trading',
  'shared_destination',
  'most_of_balance',
  /** The payee is not the verified person: somebody of compliance must be among those who approve. */
  'payee_differs',
  'velocity',
  /** To a wallet of the user's own, of an amount that the travel rule asks about: who completes the approval writes down how it was proven. */
  'own_wallet',
] as const;
export type WithdrawalFlag = (typeof WITHDRAWAL_FLAGS)[number];
