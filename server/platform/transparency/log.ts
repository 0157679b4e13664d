// An append-only log over PostgreSQL that anybody can check: appending, signed checkpoints, proofs and tiles. Knows nothing of what its entries
// say, nor of HTTP.

import { equalBytes } from '@fairtick/kernel/bytes';
import type { Clock } from '@fairtick/kernel/clock';
import { formatVerifierKey, type NoteSigner } from '@fairtick/kernel/log/note';
import type { Result } from '@fairtick/kernel/result';
import type { Pool } from 'pg';
import { Appender } from './appender.ts';
import { Checkpoints } from './checkpoints.ts';
import { ed25519Signer, publicKeyOf, sha256 } from './crypto.ts';
import type { EntryStore, LogRows } from './entry-store.ts';
import { contradiction, type KeyEpoch, readKeyEpochs } from './known-past.ts';
import { LogView } from './log-view.ts';
import { LogReader, type ProofRefusal } from './reader.ts';
import { missingKey, type SigningKeys } from './signing-keys.ts';
import { keepKey, readEpochs, readNewestCheckpoint } from './table.ts';
import { type StoredCheckpoint, TransparencyError } from './types.ts';

export interface LogOptions<New, Logged, Memory> {
  readonly pool: Pool;
  readonly clock: Clock;
  /** Where its private key is. */
  readonly keys: SigningKeys;
  /** The log's name: first line of each checkpoint and name of its key. No two logs of the world should carry one. */
  readonly origin: string;
  readonly store: EntryStore<New, Logged, Memory>;
  /** A periodic checkpoint failed; it is tried again. */
  readonly onError: (error: unknown) => void;
}

export interface Proven {
  readonly checkpoint: StoredCheckpoint;
  /** For each index asked for, in order: hashes from leaf to root. */
  readonly inclusion: readonly (readonly Uint8Array[])[];
}

export class TransparencyLog<New, Logged> {
  readonly #view: LogView;
  readonly #appender: Pick<Appender<New, Logged, unknown>, 'append' | 'stop'>;
  readonly #checkpoints: Checkpoints;
  readonly #reader: LogReader;
  /** name+id+key text by which anybody's verifier knows this log. */
  readonly verifierKey: string;
  readonly #epochs: () => ReturnType<typeof readEpochs>;

  private constructor(
    view: LogView,
    appender: Pick<Appender<New, Logged, unknown>, 'append' | 'stop'>,
    checkpoints: Checkpoints,
    reader: LogReader,
    verifierKey: string,
    epochs: () => ReturnType<typeof readEpochs>,
  ) {
    this.#view = view;
    this.#appender = appender;
    this.#checkpoints = checkpoints;
    this.#reader = reader;
    this.verifierKey = verifierKey;
    this.#epochs = epochs;
  }

  /**
   * Opens the log: asks for its key, a new one on the very first start, loads its right edge, holds it against the newest checkpoint and begins the periodic
   * checkpoints. Throws `corrupt` when the stored entries are not those that were signed, `forked` when others know of more, `no_key` when its key is not here.
   */
  static async open<New, Logged, Memory>(
    options: LogOptions<New, Logged, Memory>,
  ): Promise<TransparencyLog<New, Logged>> {
    const { pool, clock, store, onError } = options;
    const view = new LogView(pool, store);
    // First, so that no key is made for a log that is not there.
    await view.load();
    const epochs = await keyEpochsOf(options);
    const { signer, epoch } = signerOf(options, epochs);
    const log = new TransparencyLog(
      view,
      new Appender({ pool, clock, view, store }),
      new Checkpoints({ pool, clock, view, rows: store, signer, epoch, known: options.keys.checkpoints, onError }),
      new LogReader({ pool, view, rows: store }),
      formatVerifierKey(signer, sha256),
      () => readEpochs(pool, store.log),
    );
    await log.#checkAgainst(await readNewestCheckpoint(pool, store.log));
    await log.#checkOutside(signer.name, epochs, options.keys);
    await log.#checkpoints.current();
    log.#checkpoints.start();
    return log;
  }

  /** Takes no more entries, finishes those that wait and ends the timers. The pool stays open. */
  async stop(): Promise<void> {
    await this.#appender.stop();
    await this.#checkpoints.stop();
  }

  /** Entries committed, as far as this process knows. */
  get size(): number {
    return this.#view.frontier.size;
  }

  /**
   * Resolves with the entries as logged, in the order given, after they are committed; rejects with TransparencyError. At most
   * MAX_BATCH_ENTRIES a call, all or none.
   */
  append(entries: readonly New[]): Promise<readonly Logged[]> {
    return this.#appender.append(entries);
  }

  currentCheckpoint(): Promise<StoredCheckpoint> {
    return this.#checkpoints.current();
  }

  /** A checkpoint that covers the entry at `index`, made now (at most one in 200 ms) if none does. */
  checkpointCovering(index: number): Promise<StoredCheckpoint> {
    return this.#checkpoints.covering(index);
  }

  async checkpointText(): Promise<string> {
    return (await this.#checkpoints.current()).note;
  }

  /** The note of the log's newest open break with its past; undefined where it never broke. */
  async epochNote(): Promise<string | undefined> {
    return (await this.#epochs()).at(-1)?.note;
  }

  /** Inclusion proofs of committed entries under one checkpoint that covers them all. At most 256 indexes. */
  async prove(indexes: readonly number[]): Promise<Result<Proven, ProofRefusal>> {
    const newest = indexes.reduce((a, b) => Math.max(a, b), 0);
    const inLog = newest < this.size || newest < (await this.#view.sync()).size;
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

  async #checkOutside(origin: string, epochs: readonly KeyEpoch[], { checkpoints }: SigningKeys): Promise<void> {
    const rootAt = async (size: number): Promise<Uint8Array | undefined> => {
      const root = await this.#reader.rootAt(size);
      return root.ok ? root.value : undefined;
    };
    for (const known of await checkpoints.of(origin)) {
      const found = await contradiction(known, epochs, rootAt);
      if (found) throw new TransparencyError('forked', forkSentence(origin, found.sentence));
    }
  }

  async #checkAgainst(checkpoint: StoredCheckpoint | undefined): Promise<void> {
    if (!checkpoint) return;
    const root = await this.#reader.rootAt(checkpoint.size);
    if (!root.ok || !equalBytes(root.value, checkpoint.root)) {
      throw new TransparencyError(
        'corrupt',
        `the log does not have the entries that its checkpoint of ${checkpoint.size} signed`,
      );
    }
  }
}

const forkSentence = (origin: string, found: string): string =>
  `The log ${origin} would be forked: ${found}. Put back a newer backup of the database; where there is none, npm run log -- new-epoch says the break openly (docs/runbooks/restored-backup.md).`;

type KeyOptions = Pick<LogOptions<unknown, unknown, unknown>, 'pool' | 'clock' | 'keys' | 'origin'> & {
  readonly store: Pick<LogRows, 'log'>;
};

/** With the first key, made where the log is new. */
async function keyEpochsOf({ pool, clock, keys, origin, store }: KeyOptions): Promise<readonly KeyEpoch[]> {
  const known = await readKeyEpochs(pool, store.log, origin);
  if (known.length > 0) return known;
  await keepKey(pool, store.log, origin, publicKeyOf(keys.begin(origin)), clock.now());
  return readKeyEpochs(pool, store.log, origin);
}

/** A private key that is not the one of the public half that the database knows never signs anything. */
function signerOf(
  { keys, origin }: KeyOptions,
  epochs: readonly KeyEpoch[],
): { readonly signer: NoteSigner; readonly epoch: number } {
  const newest = epochs.at(-1);
  const seed = newest && keys.seedOf(origin, newest.key.publicKey);
  if (!seed) throw new TransparencyError('no_key', missingKey(origin));
  return { signer: { ...newest.key, sign: ed25519Signer(seed) }, epoch: newest.number };
}
