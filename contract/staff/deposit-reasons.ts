// Why a deposit was not credited. Plain data, so that the console has it without the schemas.

/** Chosen by a member of staff who rejects it. */
export const DEPOSIT_REASONS = ['no_payment', 'proof_unreadable', 'not_from_user', 'double', 'other'] as const;
/** Why what was credited is taken back: the bank claims its payment back, or the chain has gone another way. */
export const REVERSAL_REASONS = ['charge_back', 'reorganised'] as const;
export type ReversalReason = (typeof REVERSAL_REASONS)[number];
/** `nothing_came`: found by a job after seven days. */
export type DepositReason = (typeof DEPOSIT_REASONS)[number] | ReversalReason | 'nothing_came';
