// Messages to browsers, as they wait in the outbox.

/** The kind of message in the outbox, which chooses the sender. */
export const PUSH = 'push';
