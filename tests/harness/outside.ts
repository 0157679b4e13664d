// What servers under test are started with: settings, keys that guard nothing, and addresses.

import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { systemEntropy } from '@fairtick/kernel/random';
import type { Addresses } from '@fairtick/server/platform/config/addresses';
import { type Config, readConfig } from '@fairtick/server/platform/config/config';
import { Keys } from '@fairtick/server/platform/keys/keys';
import { LogKeys } from '@fairtick/server/platform/keys/log-keys';
import type { Masters } from '@fairtick/server/platform/keys/masters';
import { dataDirOf } from './database.ts';

/** Give this as NODE_COMPILE_CACHE: most of a start is reading the code, and what was compiled outlives a process that was stopped. */
export const COMPILED = fileURLToPath(new URL('../../node_modules/.cache/compile', import.meta.url));

/** Give this as MASTER_KEY. */
export const TEST_MASTER_KEY = '07'.repeat(32);
const testMasters: Masters = [{ id: 1, secret: new Uint8Array(32).fill(7) }];
export const testKeys = new Keys(testMasters, systemEntropy);

/** Every log that a test opens: a key for one that nobody opens does no harm. */
const LOGS = ['ticks', 'acts', 'candles', 'acceptances', 'others', 'fresh'].map((name) => `fairtick.log/${name}`);
const seedOfLog = (origin: string): Buffer => createHash('sha256').update(`test ${origin}`).digest();
/** Give this as LOG_KEYS: the same on every server of a test's database. */
export const TEST_LOG_KEYS = LOGS.map((origin) => `${origin}:${seedOfLog(origin).toString('hex')}`).join(',');
export const testLogKeys = new LogKeys(
  () => LOGS.map((origin) => ({ origin, seed: seedOfLog(origin) })),
  // Tests that open a log by itself have nothing outside of their database.
  { of: async () => [], keep: async () => {} },
  systemEntropy,
);

export const TEST_ADDRESSES: Addresses = {
  app: 'http://localhost:8080',
  console: 'http://localhost:8081',
  statusHosts: ['status.example.com'],
  serviceHosts: [],
};

/** What a server needs beside DATABASE_URL. */
export const TEST_KEYS = { MASTER_KEY: TEST_MASTER_KEY, LOG_KEYS: TEST_LOG_KEYS };

/** As the product reads them, on ports that the system chooses and with the simulated market. Throws where they are wrong. */
export function testConfig(env: Readonly<Record<string, string>>): Config {
  const { DATABASE_URL: url } = env;
  const config = readConfig({
    ...{ PORT: '0', CONSOLE_PORT: '0', FEED: 'simulated', SEED: '1', LOG_LEVEL: 'silent' },
    ...TEST_KEYS,
    ...(url === undefined ? {} : { DATA_DIR: dataDirOf(url) }),
    ...env,
  });
  if (!config.ok) throw new Error(config.error);
  return config.value;
}
