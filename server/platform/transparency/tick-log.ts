// The public tick log over PostgreSQL: the one door to appending, checkpoints, proofs and tiles. Knows nothing of HTTP.

import { equalBytes } from '@fairtick/kernel/bytes';
import type { Clock } from '@fairtick/kernel/clock';
import { formatVerifierKey, type NoteSigner } from '@fairtick/kernel/log/note';
import type { Entropy } from '@fairtick/kernel/random';
import type { Result } from '@fairtick/kernel/result';
import type { Pool } from 'pg';
import { Appender } from './appender.ts';
import { Checkpoints } from './checkpoints.ts';
import { ed25519Signer, publicKeyOf, SEED_BYTES, sha256 } from './crypto.ts';
import { LogView } from './log-view.ts';
import { LOG_ORIGIN } from './origin.ts';
import { LogReader, type ProofRefusal } from './reader.ts';
import type { PairText } from './stored-entry.ts';
import { keepKey, readNewestCheckpoint } from './table.ts';
import { type LoggedTick, type NewTick, type StoredCheckpoint, TickLogError } from './types.ts';

export interface TickLogOptions {
  readonly pool: Pool;
  readonly clock: Clock;
  readonly entropy: Entropy;
  /** The log's name; LOG_ORIGIN unless the operator has a public address. */
  readonly origin?: string;
  /** The newest logIndex up to which every trigger was decided, -1 for none; stored with each batch. */
  readonly evaluatedThrough: () => number;
  /** How a pair is written in entries: asked for entries that are rebuilt from stored ticks. */
  readonly pairOf: (pairId: number) => PairText | undefined;
  /** A periodic checkpoint failed; it is tried again. */
  readonly onError: (error: unknown) => void;
}

export interface Proven {
  readonly checkpoint: StoredCheckpoint;
  /** For each index asked for, in order: hashes from leaf to root. */
  readonly inclusion: readonly (readonly Uint8Array[])[];
}

export class TickLog {
  readonly #view: LogView;
  readonly #appender: Appender;
  readonly #checkpoints: Checkpoints;
  readonly #reader: LogReader;
  /** name+id+key text by which anybody's verifier knows this log. */
  readonly verifierKey: string;

  private constructor(options: TickLogOptions, signer: NoteSigner) {
    const { pool, clock, evaluatedThrough, pairOf, onError } = options;
    const view = new LogView(pool);
    this.#view = view;
    this.#appender = new Appender({ pool, clock, view, evaluatedThrough });
    this.#checkpoints = new Checkpoints({ pool, clock, view, signer, onError });
    this.#reader = new LogReader({ pool, view, pairOf });
    this.verifierKey = formatVerifierKey(signer, sha256);
  }

  /**
   * Opens the log: makes its key on the very first start, loads its right edge, holds it against the newest checkpoint and begins the periodic
   * checkpoints. Throws `corrupt` when the stored ticks are not those that were signed.
   */
  static async open(options: TickLogOptions): Promise<TickLog> {
    const { pool, clock, entropy, origin = LOG_ORIGIN } = options;
    const fresh = entropy.bytes(SEED_BYTES);
    const seed = await keepKey(pool, origin, fresh, publicKeyOf(fresh), clock.now());
    const signer: NoteSigner = { name: origin, publicKey: publicKeyOf(seed), sign: ed25519Signer(seed) };
    const log = new TickLog(options, signer);
    await log.#view.load();
    await log.#checkAgainst(await readNewestCheckpoint(pool));
    await log.#checkpoints.current();
    log.#checkpoints.start();
    return log;
  }

  /** Takes no more ticks, finishes those that wait and ends the timers. The pool stays open. */
  async stop(): Promise<void> {
    await this.#appender.stop();
    await this.#checkpoints.stop();
  }

  /** Ticks committed, as far as this process knows. */
  get size(): number {
    return this.#view.state.frontier.size;
  }

  /**
   * Resolves with the ticks as logged, in the order given, after they are committed; rejects with TickLogError. At most MAX_BATCH_TICKS a call,
   * all or none. receivedTime never goes back: one that would is raised to its predecessor's.
   */
  append(ticks: readonly NewTick[]): Promise<readonly LoggedTick[]> {
    return this.#appender.append(ticks);
  }

  currentCheckpoint(): Promise<StoredCheckpoint> {
    return this.#checkpoints.current();
  }

  /** A checkpoint that covers the tick at `index`, made now (at most one in 200 ms) if none does. */
  checkpointCovering(index: number): Promise<StoredCheckpoint> {
    return this.#checkpoints.covering(index);
  }

  async checkpointText(): Promise<string> {
    return (await this.#checkpoints.current()).note;
  }

  /** Inclusion proofs of committed ticks under one checkpoint that covers them all. At most 256 indexes. */
  async prove(indexes: readonly number[]): Promise<Result<Proven, ProofRefusal>> {
    const newest = indexes.reduce((a, b) => Math.max(a, b), 0);
    const inLog = newest < this.size || newest < (await this.#view.sync()).frontier.size;
    if (!inLog) return { ok: false, error: 'out_of_range' };
    const checkpoint = await this.#checkpoints.covering(newest);
    const proofs = await this.#reader.inclusion(indexes, checkpoint.size);
    return proofs.ok ? { ok: true, value: { checkpoint, inclusion: proofs.value } } : proofs;
  }

  inclusion(
    indexes: readonly number[],
    checkpoint: { readonly size: number },
  ): Promise<Result<readonly Uint8Array[][], ProofRefusal>> {
    return this.#reader.inclusion(indexes, checkpoint.size);
  }

  consistency(size1: number, size2: number): Promise<Result<readonly Uint8Array[], ProofRefusal>> {
    return this.#reader.consistency(size1, size2);
  }

  tile(level: number, n: number, width?: number): Promise<Uint8Array | undefined> {
    return this.#reader.tile(level, n, width);
  }

  entries(n: number, width?: number): Promise<Uint8Array | 'gone' | undefined> {
    return this.#reader.entries(n, width);
  }

  async #checkAgainst(checkpoint: StoredCheckpoint | undefined): Promise<void> {
    if (!checkpoint) return;
    const root = await this.#reader.rootAt(checkpoint.size);
    if (!root.ok || !equalBytes(root.value, checkpoint.root)) {
      throw new TickLogError(
        'corrupt',
        `the log does not have the ticks that its checkpoint of ${checkpoint.size} signed`,
      );
    }
  }
}
