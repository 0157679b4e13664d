// Where a log's private key is: outside of the database, in a place that the server is started with. The database knows the public half.

export interface SigningKeys {
  /** The seed of that public key; undefined where it is not here. */
  seedOf(origin: string, publicKey: Uint8Array): Uint8Array | undefined;
  /** The seed by which a log begins, kept for good before this returns. Throws `no_key` where none may be made here. */
  begin(origin: string): Uint8Array;
}

/** What to do about a key that is not here, for the person who starts the server. */
export const missingKey = (origin: string): string =>
  `The signing key of the log ${origin} is not here, or is not the one that the log has: give every server of this database the same log-keys folder in DATA_DIR, or LOG_KEYS.`;
