// Why a deposit was not credited. Plain data, so that the console has it without the schemas.

/** Chosen by a member of staff who rejects it. */
export const DEPOSIT_REASONS = ['no_payment', 'proof_unreadable', 'not_from_user', 'double', 'other'] as const;
/** `nothing_came`: found by a job after seven days. */
export type DepositReason = (typeof DEPOSIT_REASONS)[number] | 'nothing_came';
