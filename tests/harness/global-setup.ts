// Before the database tests: one throwaway PostgreSQL for the whole run, with a migrated template that each test database is copied from.

import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { startEmbedded } from '@fairtick/server/platform/database/embedded';
import { migrate } from '@fairtick/server/platform/database/migrate';
import { connectOwner, ensureAppRole } from '@fairtick/server/platform/database/pools';
import { processExists } from '@fairtick/server/platform/database/system-user';
import { clusterUrlVariable, onDatabase, templateName } from './database.ts';

const prefix = 'fairtick-test-';

let remove: (() => Promise<void>) | undefined;

/** Workers inherit the environment, so the address goes there; a second project of the same run finds it set and shares the server. */
export async function setup(): Promise<void> {
  if (process.env[clusterUrlVariable]) return;
  removeLeftovers();
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), `${prefix}${process.pid}-`));
  const started = await startEmbedded({ dataDir, durable: false, maxConnections: 300 });
  if (!started.ok) throw new Error(started.error);
  const { ownerUrl, stop } = started.value;
  remove = async () => {
    delete process.env[clusterUrlVariable];
    await stop();
    fs.rmSync(dataDir, { recursive: true, force: true });
  };
  const role = await ensureAppRole(ownerUrl);
  if (!role.ok) throw new Error(role.error);
  const owner = await connectOwner(ownerUrl);
  await owner.query(`CREATE DATABASE ${templateName}`);
  await owner.end();
  await migrate(onDatabase(ownerUrl, templateName));
  process.env[clusterUrlVariable] = ownerUrl;
}

export async function teardown(): Promise<void> {
  await remove?.();
}

/** A run that was killed leaves its server behind; the next run ends it. */
function removeLeftovers(): void {
  for (const name of fs.readdirSync(os.tmpdir())) {
    const run = new RegExp(`^${prefix}(\\d+)-`).exec(name)?.[1];
    if (!run || processExists(Number(run))) continue;
    const folder = path.join(os.tmpdir(), name);
    try {
      const pidFile = path.join(folder, 'postgres', 'data', 'postmaster.pid');
      if (fs.existsSync(pidFile)) process.kill(Number(fs.readFileSync(pidFile, 'utf8').split('\n')[0]), 'SIGQUIT');
      fs.rmSync(folder, { recursive: true, force: true });
    } catch {
      // Another user's leftover: not ours to remove.
    }
  }
}
