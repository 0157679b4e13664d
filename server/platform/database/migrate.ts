// Brings a database to the newest shape: the plain SQL files of database/migrations, forward only, once each, in order of their numbers.

import * as path from 'node:path';
import { fileURLToPath } from 'node:url';
import { runner } from 'node-pg-migrate';
import { connectOwner } from './pools.ts';

export const migrationsFolder = fileURLToPath(new URL('../../../database/migrations', import.meta.url));

const migrationName = /^\d{4}_[a-z0-9_]+\.sql$/;
const quiet = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };

/**
 * Names of the migrations that were applied now. All of one call stand or fall together. Servers that start at once wait for each other on
 * an advisory lock. Throws with the file's name when one fails. The role `fairtick_app` must exist (see ensureAppRole).
 */
export async function migrate(ownerUrl: string, folder: string = migrationsFolder): Promise<readonly string[]> {
  const client = await connectOwner(ownerUrl);
  try {
    const applied = await runner({
      dbClient: client,
      dir: folder,
      // Anything that is not a numbered SQL file (a note, an editor's copy) is left alone.
      ignorePattern: `(?!${migrationName.source.slice(1, -1)}$).*`,
      migrationsTable: 'schema_migrations',
      direction: 'up',
      singleTransaction: true,
      checkOrder: true,
      advisoryLockMode: 'wait',
      logger: quiet,
    });
    return applied.map((migration) => path.basename(migration.name));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`The database cannot be brought to the newest shape: ${reason}`, { cause: error });
  } finally {
    await client.end();
  }
}
