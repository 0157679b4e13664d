// What a freeze locks of a user, and whose right each lock is. Plain data, so that the console has it without the schemas.

import type { StaffAct } from './matrix.ts';

/** Closing a position is never among them. */
export const LOCKS = ['withdrawals', 'orders', 'sign_in'] as const;
export type Lock = (typeof LOCKS)[number];

export const FREEZE_ACTS = {
  withdrawals: 'freeze_withdrawals',
  orders: 'freeze_orders',
  sign_in: 'freeze_sign_in',
} as const satisfies Readonly<Record<Lock, StaffAct>>;
