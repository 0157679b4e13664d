// A copy of all own data: asked for, made by a message of the outbox, so that it survives whoever makes it, and told when it is ready.

import type { Refusal } from '@fairtick/contract/errors';
import type { AnswerOf } from '@fairtick/contract/http/index';
import { type Id, parseId } from '@fairtick/kernel/ids';
import { assert, ok, type Result } from '@fairtick/kernel/result';
import { z } from 'zod';
import { keyOf } from '../../platform/commands/key.ts';
import { inTransaction } from '../../platform/commands/transaction.ts';
import type { Pool, Queries } from '../../platform/database/pools.ts';
import { runAll } from '../../platform/database/statement.ts';
import { type RequestContext, Unavailable, userOf } from '../../platform/endpoints.ts';
import type { Files } from '../../platform/files/files.ts';
import { MAX_FILE_BYTES } from '../../platform/files/store.ts';
import { attachUploads, releaseUploads } from '../../platform/files/table.ts';
import type { Keys } from '../../platform/keys/keys.ts';
import { writeNotices } from '../../platform/notices/stored.ts';
import { GivenUp, type Sender } from '../../platform/outbox/outbox.ts';
import { insertOutbox, type Message } from '../../platform/outbox/table.ts';
import type { Records } from '../../platform/records/records.ts';
import { zipped } from '../../platform/zip.ts';
import { personsOf } from '../verification/index.ts';
import {
  abandonedExport,
  asOfOneMoment,
  EXPORT_GOOD_MS,
  insertExport,
  isWanted,
  markReady,
  newestExport,
} from './export-table.ts';
import { filesOf } from './own-data.ts';
import { OWN_TABLES } from './own-tables.ts';

/** The kind of message in the outbox, which chooses who makes it. */
export const EXPORTS = 'export';

export interface ExportOptions {
  readonly reads: () => Queries;
  readonly records: Records;
  readonly files: Files;
}

export class ExportService {
  readonly #options: ExportOptions;

  constructor(options: ExportOptions) {
    this.#options = options;
  }

  /** One at a time: asked for again while it is made, nothing more happens; after it was given up it is made anew. */
  async begin(context: RequestContext): Promise<Result<Record<string, never>, Refusal>> {
    const { userId } = userOf(context);
    const done = await this.#options.records.write({
      key: keyOf(userId, context.key, 'export_begin', {}),
      act: async (tx) => {
        const id = (await insertExport(tx, userId)) ?? (await abandonedExport(tx, userId));
        if (id !== undefined)
          await runAll(tx, insertOutbox([{ kind: EXPORTS, ownerId: userId, payload: { id: String(id) } }]));
        return ok({});
      },
    });
    return done.ok ? ok({}) : done;
  }

  async state(context: RequestContext): Promise<AnswerOf<'export'>> {
    const { userId } = userOf(context);
    const row = await newestExport(this.#options.reads(), userId);
    if (!row || row.abandoned) return { state: 'none', until: 0, bytes: 0 };
    if (row.file === null) return { state: 'waiting', until: 0, bytes: 0 };
    const told = { until: Number(row.until), bytes: row.bytes ?? 0 };
    return { state: row.over === false ? 'ready' : 'gone', ...told };
  }

  /** Asked for by itself, since it needs a step-up: everything that is known of the user lies behind it, and how far it is may be read by any session. */
  async link(context: RequestContext): Promise<AnswerOf<'export_link'>> {
    const { reads, files } = this.#options;
    const { userId } = userOf(context);
    const row = await newestExport(reads(), userId);
    if (!row || row.file === null || row.over !== false) return { url: '' };
    return { url: files.links.link(row.file, { kind: 'user', id: userId }) };
  }
}

export interface ExportMaking {
  readonly db: Pool;
  readonly keys: Keys;
  readonly files: Files;
  readonly newId: () => Id;
}

const payload = z.object({ id: z.string() });

/** Makes what is still wanted, one after the other: each holds a connection. A file that is made twice is swept like any that nobody used. */
export function exportMaker(options: ExportMaking): Sender {
  let before: Promise<unknown> = Promise.resolve();
  return (message) => {
    const made = before.then(() => make(options, message));
    before = made.catch(() => undefined);
    return made;
  };
}

async function make(options: ExportMaking, message: Message): Promise<void> {
  const { db, files } = options;
  const userId = message.ownerId;
  const id = parseId(payload.parse(message.payload).id);
  assert(id !== undefined, 'a copy has a number');
  if (!(await isWanted(db, id))) return;
  const bytes = await archiveOf(options, userId);
  const file = await files.keep({ ownerId: userId, kind: 'export', bytes });
  if (!file.ok) throw new Unavailable('the user has too many unused files to keep one more');
  await inTransaction(db, (tx) => told(tx, options.newId, { id, userId, file: file.value, bytes: bytes.length }));
}

interface Made {
  readonly id: Id;
  readonly userId: Id;
  readonly file: string;
  readonly bytes: number;
}

async function told(tx: Queries, newId: () => Id, { id, userId, file, bytes }: Made): Promise<void> {
  if (!(await markReady(tx, { id, file, bytes }))) return;
  const attached = await attachUploads(tx, { ids: [file], ownerId: userId, attachedTo: `export:${id}` });
  assert(attached, 'what was just written can be used');
  const notice = { userId, realm: 'live', kind: 'export_ready', orderId: undefined, params: {} } as const;
  await runAll(tx, [...releaseUploads([file], EXPORT_GOOD_MS), ...writeNotices([notice], newId)]);
}

/** Packed; less than a sealed file may have by what the seal adds. */
const MOST_BYTES = MAX_FILE_BYTES - 1_024;

async function archiveOf({ db, keys }: ExportMaking, userId: Id): Promise<Uint8Array> {
  const verifiedAs = await personsOf(db, keys, userId);
  const persons = filesOf({ table: 'verified_as', own: '' }, () => (verifiedAs.length === 0 ? [] : [verifiedAs]));
  const archive = await asOfOneMoment(db, userId, (read) =>
    zipped([...OWN_TABLES.flatMap((table) => filesOf(table, () => read(table))), ...persons], MOST_BYTES),
  );
  if (!archive) throw new GivenUp('the copy is larger than a file may be');
  return archive;
}
