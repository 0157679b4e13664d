// What may become of money that came. Plain data, so that the console has it without the schemas.

export const RECEIPT_STATES = ['free', 'matched', 'returning', 'returned'] as const;
export type ReceiptStateName = (typeof RECEIPT_STATES)[number];
