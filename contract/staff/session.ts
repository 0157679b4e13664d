// How long a member of staff stays signed in: the server ends the session, the console says when.

/** Without a call for so long a session ends. */
export const IDLE_MS = 15 * 60_000;
/** A session ends then, whatever is done. */
export const SESSION_MS = 8 * 3_600_000;
