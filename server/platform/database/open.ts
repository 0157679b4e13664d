// The one call the app makes to have its database: embedded or given, role and migrations in place, the app's pool open.

import { err, ok, type Result } from '@fairtick/kernel/result';
import type { Pool } from 'pg';
import { type EmbeddedDatabase, startEmbedded } from './embedded.ts';
import { migrate } from './migrate.ts';
import { createAppClient, createAppPool, createSnapshotClient, ensureAppRole } from './pools.ts';
import { ReadConnections } from './read-connections.ts';
import { Snapshots } from './snapshots.ts';

const ATTEMPTS = 10;
/** What pg says of a connection that did not come in time, in each of its words for it. */
const LATE = /timeout/i;

export interface OpenOptions {
  readonly dataDir: string;
  /** A PostgreSQL to use instead of the embedded one. */
  readonly databaseUrl: string | undefined;
  /** Most connections of the app's pool; default 10. */
  readonly maxConnections?: number;
  readonly onNotice?: (text: string) => void;
  readonly onLost?: (reason: string) => void;
}

export interface Database {
  /** Owner's URL with password: never log it. */
  readonly ownerUrl: string;
  /** Connections as the restricted role `fairtick_app`. */
  readonly app: Pool;
  /** The same role, for single reads of which many come at once. */
  readonly reads: ReadConnections;
  /** The same role, for long reads of one moment. */
  readonly snapshots: Snapshots;
  /** Names of the migrations this start applied. */
  readonly applied: readonly string[];
  /** 'embedded', 'adopted' (embedded, left by a killed start) or 'given'. */
  readonly kind: 'embedded' | 'adopted' | 'given';
  /** Waits for borrowed connections, then stops the embedded server. Harmless when called twice. */
  close(): Promise<void>;
}

/** Errors are one sentence for the person who starts the app and hold no password. */
export async function openDatabase(options: OpenOptions): Promise<Result<Database, string>> {
  let embedded: EmbeddedDatabase | undefined;
  if (options.databaseUrl === undefined) {
    const started = await startEmbedded(options);
    if (!started.ok) return started;
    embedded = started.value;
  }
  const ownerUrl = embedded?.ownerUrl ?? options.databaseUrl ?? '';
  const app = createAppPool(ownerUrl, {
    max: options.maxConnections ?? 10,
    onError: (error) => options.onNotice?.(`A database connection broke: ${error.message}`),
  });
  const ready = await prepare(ownerUrl, app, options.onNotice);
  if (!ready.ok) {
    await app.end();
    await embedded?.stop();
    return ready;
  }
  const reads = new ReadConnections(() => createAppClient(ownerUrl));
  let closed: Promise<void> | undefined;
  const close = async (): Promise<void> => {
    await reads.close();
    await app.end();
    await embedded?.stop();
  };
  return ok({
    ownerUrl,
    app,
    reads,
    snapshots: new Snapshots(() => createSnapshotClient(ownerUrl)),
    applied: ready.value,
    kind: embedded ? (embedded.adopted ? 'adopted' : 'embedded') : 'given',
    close() {
      closed ??= close();
      return closed;
    },
  });
}

/** Where all of a start's processors are busy a connection may take longer than a server that runs would wait for it: a start asks again, for 20 to 40 s. */
async function prepare(
  ownerUrl: string,
  app: Pool,
  onNotice: OpenOptions['onNotice'],
): Promise<Result<readonly string[], string>> {
  for (let attempt = 1; ; attempt += 1) {
    const ready = await tryToPrepare(ownerUrl, app);
    if (ready.ok || attempt === ATTEMPTS || !LATE.test(ready.error)) return ready;
    onNotice?.(`${ready.error}. It is asked again.`);
  }
}

/** Leaves role and migrations in place, and the app's first connection open. */
async function tryToPrepare(ownerUrl: string, app: Pool): Promise<Result<readonly string[], string>> {
  try {
    const role = await ensureAppRole(ownerUrl);
    if (!role.ok) return role;
    const applied = await migrate(ownerUrl);
    await app.query('SELECT 1');
    return ok(applied);
  } catch (error) {
    const reason = error instanceof Error ? error.message || error.name : String(error);
    return err(`The database cannot be opened: ${reason}`);
  }
}
