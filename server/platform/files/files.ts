// Private files: kept sealed, shown by links to those who may see them, every view on record, swept when nobody wants them.

import { type Refusal, refuse } from '@fairtick/contract/errors';
import { toHex } from '@fairtick/kernel/bytes';
import type { Clock } from '@fairtick/kernel/clock';
import type { Id } from '@fairtick/kernel/ids';
import type { Entropy } from '@fairtick/kernel/random';
import { assert, err, ok, type Result } from '@fairtick/kernel/result';
import { insertActs, type NewAct } from '../acts/table.ts';
import { inTransaction } from '../commands/transaction.ts';
import type { Pool } from '../database/pools.ts';
import { runAll } from '../database/statement.ts';
import { Unavailable } from '../endpoints.ts';
import type { Keys } from '../keys/keys.ts';
import { EACH_HOUR } from '../schedule/periods.ts';
import type { Job } from '../schedule/schedule.ts';
import { FILE_PATHS, FileLinks, type Viewer } from './links.ts';
import { aboutFile, openFile, sealFile } from './sealing.ts';
import { type FileStore, type FileStores, MAX_FILE_BYTES, type Place } from './store.ts';
import {
  areKept,
  claimUnwanted,
  findUpload,
  insertUpload,
  insertView,
  markGone,
  markReady,
  someOnDisk,
  type UploadRow,
} from './table.ts';

export interface FilesOptions {
  readonly db: Pool;
  readonly clock: Clock;
  readonly entropy: Entropy;
  readonly keys: Keys;
  readonly stores: FileStores;
  /** Whether a member of staff may look now at what is attached there: a link is older than its use. */
  readonly mayReview: (staffId: Id, attachedTo: string) => Promise<boolean>;
}

/** What an upload is for; part of what its bytes are sealed about. */
type FileKind = 'image' | 'export';

export interface NewFile {
  readonly ownerId: Id;
  readonly kind: FileKind;
  readonly bytes: Uint8Array;
  /** Of an image alone. */
  readonly width?: number;
  readonly height?: number;
}

const ID_BYTES = 16;
const SWEEP_PAGE = 100;
const LOOKED_FOR = 8;
const ID_IN_LINK = new RegExp(`^(?:${FILE_PATHS.users})?([0-9a-f]{32})(?:\\?|$)`);

export class Files {
  readonly #options: FilesOptions;
  readonly links: FileLinks;

  constructor(options: FilesOptions) {
    this.#options = options;
    this.links = new FileLinks(options.keys, options.clock);
  }

  /**
   * Resolves with the file's id once it would survive the death of the machine. The owner has 24 hours to use it for something; UPLOADS_UNUSED where
   * too many others wait for that. Rejects with Unavailable when database or store do not serve: what that leaves behind is swept like any unused file.
   */
  async keep({ ownerId, kind, bytes, width, height }: NewFile): Promise<Result<string, Refusal<'UPLOADS_UNUSED'>>> {
    const { db, keys, entropy, stores } = this.#options;
    const id = toHex(entropy.bytes(ID_BYTES));
    const place = stores.write;
    const sealed = sealFile(keys, entropy, bytes, aboutFile(id, ownerId, kind));
    assert(sealed.bytes.length <= MAX_FILE_BYTES, 'a file has at most 16 MiB');
    const shape = { bytes: bytes.length, width: width ?? null, height: height ?? null };
    // The row comes first: bytes without a row would lie there for ever.
    const taken = await insertUpload(db, { id, ownerId, kind, place, key: sealed.key, ...shape });
    if (!taken) return err(refuse('UPLOADS_UNUSED'));
    await this.#stored(() => this.#store(place).put(id, sealed.bytes));
    if (!(await markReady(db, id))) {
      await this.#stored(() => this.#store(place).delete(id));
      throw new Unavailable('the file took a day to store, and was swept before it was there');
    }
    return ok(id);
  }

  /** The file that an owner names: by its id, or by the link to it that was answered. */
  idIn(named: string): string | undefined {
    return ID_IN_LINK.exec(named)?.[1];
  }

  /**
   * The file's bytes for this viewer, who is on record before they are handed on; of the staff as an act. undefined where there is no such file or
   * it is not this user's, or not this member's to look at any more. Throws where its bytes were changed.
   */
  async show(id: string, viewer: Viewer): Promise<Uint8Array | undefined> {
    const { db, keys } = this.#options;
    const row = await findUpload(db, id);
    if (!row || (viewer.kind === 'user' && viewer.id !== row.owner_id)) return undefined;
    if (viewer.kind === 'staff' && !(await this.#mayReview(viewer.id, row))) return undefined;
    const bytes = await this.#stored(() => this.#store(row.place).get(id));
    if (!bytes) throw new Unavailable('a file is not where it was put');
    const plain = openFile(keys, { bytes, key: row.key_sealed }, aboutFile(id, row.owner_id, row.kind));
    if (!plain) throw new Error(`the file ${id} does not open: it was changed, or its master key is missing`);
    await this.#record(row, viewer);
    return plain;
  }

  /** Whether all of them can still be shown. */
  areKept(ids: readonly string[]): Promise<boolean> {
    return areKept(this.#options.db, ids);
  }

  /**
   * Whether the files that the database has on disk lie on the disk of this server: false where each of several servers has a folder of its own. Asks
   * for a few.
   */
  async sharesFolder(): Promise<boolean> {
    const { db, stores } = this.#options;
    for (const id of await someOnDisk(db, LOOKED_FOR))
      if (!(await stores.of.disk?.get(id).catch(() => undefined))) return false;
    return true;
  }

  /** Removes what nobody wants any more. May run on two servers at once, and goes on where one before ended. */
  async sweep(signal: AbortSignal): Promise<{ readonly removed: number }> {
    const { db } = this.#options;
    let [removed, afterId] = [0, ''];
    while (!signal.aborted) {
      const unwanted = await claimUnwanted(db, afterId, SWEEP_PAGE);
      const last = unwanted.at(-1);
      if (!last) break;
      for (const { id, place } of unwanted) await this.#store(place).delete(id);
      // Only now: a row that went first would leave bytes behind that nobody looks for.
      await markGone(
        db,
        unwanted.map(({ id }) => id),
      );
      removed += unwanted.length;
      afterId = last.id;
    }
    return { removed };
  }

  sweepJob(): Job {
    return { name: 'sweep_files', ...EACH_HOUR, run: ({ signal }) => this.sweep(signal) };
  }

  async #mayReview(staffId: Id, { attached_to: attachedTo }: UploadRow): Promise<boolean> {
    return attachedTo !== null && this.#options.mayReview(staffId, attachedTo);
  }

  async #record(row: UploadRow, viewer: Viewer): Promise<void> {
    const why = row.attached_to ?? 'own upload';
    if (viewer.kind === 'user') return insertView(this.#options.db, row.id, viewer, why);
    await inTransaction(this.#options.db, async (tx) => {
      await insertView(tx, row.id, viewer, why);
      await runAll(tx, insertActs([viewed(row, viewer, why)]));
    });
  }

  #store(place: Place): FileStore {
    const store = this.#options.stores.of[place];
    if (!store) throw new Unavailable(`files in the ${place} cannot be reached`);
    return store;
  }

  async #stored<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (cause) {
      throw new Unavailable(
        `the store of files does not serve: ${cause instanceof Error ? cause.message : 'no reason'}`,
      );
    }
  }
}

const viewed = (row: UploadRow, viewer: Viewer, why: string): NewAct => ({
  kind: 'image_viewed',
  actor: { kind: 'staff', id: viewer.id },
  subject: { kind: 'user', id: String(row.owner_id) },
  contents: { upload: row.id, why },
});
