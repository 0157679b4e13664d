// What feedback may be, how far it may be, and how much of it there may be: for the form, the server and the console alike.

export const FEEDBACK_KINDS = ['bug', 'idea', 'complaint', 'other'] as const;
export type FeedbackKind = (typeof FEEDBACK_KINDS)[number];

export const FEEDBACK_STATES = ['received', 'in_work', 'answered', 'closed'] as const;
export type FeedbackState = (typeof FEEDBACK_STATES)[number];

/** Signs of what is written, and of its answer. */
export const FEEDBACK_LEAST = 10;
export const FEEDBACK_MOST = 2_000;
/** Signs of what the writer tells of their device. */
export const DEVICE_MOST = 500;
