// What servers under test are started with: settings, a master key that guards nothing, and addresses.

import { fileURLToPath } from 'node:url';
import { systemEntropy } from '@fairtick/kernel/random';
import type { Addresses } from '@fairtick/server/platform/config/addresses';
import { type Config, readConfig } from '@fairtick/server/platform/config/config';
import { Keys } from '@fairtick/server/platform/keys/keys';
import type { Masters } from '@fairtick/server/platform/keys/masters';

/** Give this as NODE_COMPILE_CACHE: most of a start is reading the code, and what was compiled outlives a process that was stopped. */
export const COMPILED = fileURLToPath(new URL('../../node_modules/.cache/compile', import.meta.url));

/** Give this as MASTER_KEY. */
export const TEST_MASTER_KEY = '07'.repeat(32);
const testMasters: Masters = [{ id: 1, secret: new Uint8Array(32).fill(7) }];
export const testKeys = new Keys(testMasters, systemEntropy);

export const TEST_ADDRESSES: Addresses = { app: 'http://localhost:8080', console: 'http://localhost:8081' };

/** As the product reads them, on ports that the system chooses and with the simulated market. Throws where they are wrong. */
export function testConfig(env: Readonly<Record<string, string>>): Config {
  const config = readConfig({
    ...{ PORT: '0', CONSOLE_PORT: '0', FEED: 'simulated', SEED: '1', LOG_LEVEL: 'silent', MASTER_KEY: TEST_MASTER_KEY },
    ...env,
  });
  if (!config.ok) throw new Error(config.error);
  return config.value;
}
