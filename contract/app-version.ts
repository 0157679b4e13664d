// The number that main_status 4 compares: which apps are too old to go on with.

/** Raised by one with a change that this app can't do without, when the server has come to need it. */
export const APP_VERSION = 1;
