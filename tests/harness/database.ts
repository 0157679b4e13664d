// A fresh, migrated database for a test, on the run's throwaway PostgreSQL (see global-setup.ts).

import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { toHex } from '@fairtick/kernel/bytes';
import { systemEntropy } from '@fairtick/kernel/random';
import { connectOwner, createAppPool, createOwnerPool, type Pool } from '@fairtick/server/platform/database/pools';

export const clusterUrlVariable = 'FAIRTICK_TEST_DATABASE';
export const templateName = 'fairtick_template';

/** Many tests share this PostgreSQL and the machine: a slow connection or statement is no fault of what is tested. */
const SLACK = 12;

export interface TestDatabase {
  /** Give this as DATABASE_URL to a server under test. */
  readonly ownerUrl: string;
  /** As the app's restricted role. */
  readonly app: Pool;
  /** As the owner, to look behind the app role's walls. */
  readonly owner: Pool;
  /** Closes both pools and removes the database, whoever is still connected. */
  drop(): Promise<void>;
}

/** The data folder of servers on that database: what they know outside of it is of no other. Removed with it. */
export const dataDirOf = (databaseUrl: string): string =>
  path.join(os.tmpdir(), `fairtick-data-${path.basename(new URL(databaseUrl).pathname)}`);

export interface TestDatabaseOptions {
  /** Most connections of the app pool; default 10. */
  readonly max?: number;
}

export function onDatabase(ownerUrl: string, name: string): string {
  const url = new URL(ownerUrl);
  url.pathname = `/${name}`;
  return url.href;
}

/** About 50 ms: a copy of the migrated template. Needs a test project with the global setup (integration, e2e). */
export async function createTestDatabase(options: TestDatabaseOptions = {}): Promise<TestDatabase> {
  const clusterUrl = process.env[clusterUrlVariable];
  if (!clusterUrl)
    throw new Error('Database tests belong into tests/integration or tests/e2e, which start a PostgreSQL.');
  const name = `test_${toHex(systemEntropy.bytes(6))}`;
  await asOwner(clusterUrl, `CREATE DATABASE ${name} TEMPLATE ${templateName}`);
  const ownerUrl = onDatabase(clusterUrl, name);
  const app = createAppPool(ownerUrl, { max: options.max ?? 10, slack: SLACK });
  const owner = createOwnerPool(ownerUrl, { slack: SLACK });
  return {
    ownerUrl,
    app,
    owner,
    async drop() {
      await Promise.all([app.end(), owner.end()]);
      await asOwner(clusterUrl, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
      fs.rmSync(dataDirOf(ownerUrl), { recursive: true, force: true });
    },
  };
}

async function asOwner(clusterUrl: string, sql: string): Promise<void> {
  const client = await connectOwner(clusterUrl, SLACK);
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}
