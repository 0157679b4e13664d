// What a log keeps beside its entries, and how it fails.

export interface StoredCheckpoint {
  /** Of the key that signed it: 1, and one more with each open break. */
  readonly epoch: number;
  /** Leaves that it covers: indexes 0 to size-1. */
  readonly size: number;
  readonly root: Uint8Array;
  /** The whole signed note. */
  readonly note: string;
  /** UTC ms. */
  readonly createdTime: number;
}

export type TransparencyFailure =
  /** The entry has a form that the log cannot carry: a defect of the caller. */
  | 'bad_entry'
  /** More is waiting than may wait. */
  | 'overloaded'
  /** The database did not take the entries; none of them is in the log. */
  | 'unavailable'
  /** The log was stopped. An entry whose commit was under way may be in it. */
  | 'stopped'
  /** The database holds less or other than what this process committed or signed: nothing may be added. */
  | 'corrupt'
  /** The log's private key is not where the server looks for it; the message is a sentence for whoever starts it. */
  | 'no_key'
  /** What is known of the log outside of its database is not in it; the message as of `no_key`. */
  | 'forked';

export class TransparencyError extends Error {
  readonly failure: TransparencyFailure;

  constructor(failure: TransparencyFailure, message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'TransparencyError';
    this.failure = failure;
  }
}
