// What a log keeps outside of its database: its private key, and the newest checkpoint that anybody was shown, by which a restored backup is known.

export interface SigningKeys {
  /** The seed of that public key; undefined where it is not here. */
  seedOf(origin: string, publicKey: Uint8Array): Uint8Array | undefined;
  /** The seed by which a log begins, kept for good before this returns. Throws `no_key` where none may be made here. */
  begin(origin: string): Uint8Array;
  readonly checkpoints: KnownCheckpoints;
}

/** A note that was signed as a checkpoint, and where it is known from, for a sentence. */
export interface KnownCheckpoint {
  readonly note: string;
  readonly where: string;
}

export interface KnownCheckpoints {
  /** The newest of the log, of each place that answers. */
  of(origin: string): Promise<readonly KnownCheckpoint[]>;
  /** Resolves when it will be known whatever happens to the database: before that it is shown to nobody. */
  keep(origin: string, note: string): Promise<void>;
}

/** What to do about a key that is not here, for the person who starts the server. */
export const missingKey = (origin: string): string =>
  `The signing key of the log ${origin} is not here, or is not the one that the log has: give every server of this database the same log-keys folder in DATA_DIR, or LOG_KEYS.`;
