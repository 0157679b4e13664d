// Signed checkpoints: made from committed entries only, stored before anybody sees them, never two roots for one size.

import { equalBytes } from '@fairtick/kernel/bytes';
import type { CancelTimer, Clock } from '@fairtick/kernel/clock';
import { formatCheckpoint, type NoteSigner, signNote } from '@fairtick/kernel/log/note';
import type { Pool } from 'pg';
import { sha256 } from './crypto.ts';
import type { LogRows } from './entry-store.ts';
import type { LogView } from './log-view.ts';
import type { KnownCheckpoints } from './signing-keys.ts';
import { keepCheckpoint, readNewestCheckpoint } from './table.ts';
import { type StoredCheckpoint, TransparencyError } from './types.ts';

/** Rule 5 asks for one in 5 s while entries come; the rest is for the database's answer. */
const CHECKPOINT_PERIOD_MS = 4_000;
/** However many ask for a proof, no more than five checkpoints a second are made. */
const CHECKPOINT_GAP_MS = 200;
/** A checkpoint under way may have begun too early, and the one after it still may be another server's older one. */
const COVERING_ATTEMPTS = 4;

export interface CheckpointsOptions {
  readonly pool: Pool;
  readonly clock: Clock;
  readonly view: LogView;
  readonly rows: LogRows;
  /** Its name is the log's origin. */
  readonly signer: NoteSigner;
  /** Of the signer's key. */
  readonly epoch: number;
  readonly known: KnownCheckpoints;
  /** The periodic checkpoint failed; it is tried again after the period. */
  readonly onError: (error: unknown) => void;
}

export class Checkpoints {
  readonly #options: CheckpointsOptions;
  #newest: StoredCheckpoint | undefined;
  #making: Promise<StoredCheckpoint> | undefined;
  #cancel: CancelTimer | undefined;
  #madeAtMs = Number.NEGATIVE_INFINITY;
  #stopped = false;
  /** Ends the wait of a checkpoint that would come too soon after the last. */
  #wake: (() => void) | undefined;

  constructor(options: CheckpointsOptions) {
    this.#options = options;
  }

  start(): void {
    this.#cancel = this.#options.clock.every(CHECKPOINT_PERIOD_MS, () => {
      this.#make().catch(this.#options.onError);
    });
  }

  /** A checkpoint under way is finished at once, without the gap. */
  async stop(): Promise<void> {
    this.#stopped = true;
    this.#cancel?.();
    this.#wake?.();
    await this.#making?.catch(() => {});
  }

  /** The newest this process knows of; makes the first one. At most CHECKPOINT_PERIOD_MS behind while entries come. */
  async current(): Promise<StoredCheckpoint> {
    return this.#newest ?? this.#make();
  }

  /** One that covers the committed entry at `index`. */
  async covering(index: number): Promise<StoredCheckpoint> {
    let newest = await this.current();
    for (let attempt = 0; newest.size <= index && attempt < COVERING_ATTEMPTS; attempt += 1)
      newest = await this.#make();
    if (newest.size <= index) throw new TransparencyError('unavailable', 'no checkpoint covers that entry yet');
    return newest;
  }

  #make(): Promise<StoredCheckpoint> {
    this.#making ??= this.#makeNext().finally(() => {
      this.#making = undefined;
    });
    return this.#making;
  }

  async #makeNext(): Promise<StoredCheckpoint> {
    const { pool, clock, view, rows, epoch } = this.#options;
    await this.#gap();
    const frontier = await view.sync();
    const known = this.#newest ?? (await readNewestCheckpoint(pool, rows.log, epoch));
    if (known && known.size >= frontier.size) return this.#keep(known);
    this.#madeAtMs = clock.monotonic();
    const made = this.#sign(frontier.size, frontier.root());
    if ((await rows.readSize(pool)) < made.size)
      throw new TransparencyError('corrupt', 'a checkpoint for entries that the database does not have');
    const kept = await keepCheckpoint(pool, rows.log, made);
    if (!equalBytes(kept.root, made.root)) {
      throw new TransparencyError('corrupt', `another root was signed for size ${made.size}`);
    }
    return this.#keep(kept);
  }

  /** Resolves when the last checkpoint is old enough for a next one, or everything ends. */
  async #gap(): Promise<void> {
    const { clock } = this.#options;
    const waitMs = this.#madeAtMs + CHECKPOINT_GAP_MS - clock.monotonic();
    if (waitMs <= 0 || this.#stopped) return;
    await new Promise<void>((resolve) => {
      const cancel = clock.after(waitMs, resolve);
      this.#wake = () => {
        cancel();
        resolve();
      };
    });
    this.#wake = undefined;
  }

  #sign(size: number, root: Uint8Array): StoredCheckpoint {
    const { signer, epoch, clock } = this.#options;
    const text = formatCheckpoint({ origin: signer.name, size, root, extensions: [] });
    return { epoch, size, root, note: signNote(text, signer, sha256), createdTime: clock.now() };
  }

  /** Nobody is shown it before it is known outside of the database: a backup put back later is found out by it. */
  async #keep(checkpoint: StoredCheckpoint): Promise<StoredCheckpoint> {
    if (this.#newest && checkpoint.size <= this.#newest.size) return this.#newest;
    await this.#options.known.keep(this.#options.signer.name, checkpoint.note);
    this.#newest = checkpoint;
    return checkpoint;
  }
}
