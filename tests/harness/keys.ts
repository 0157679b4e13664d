// The master key of servers under test that stand on a database given to them. It guards nothing.

import { systemEntropy } from '@fairtick/kernel/random';
import { Keys } from '@fairtick/server/platform/keys/keys';
import type { Masters } from '@fairtick/server/platform/keys/masters';

/** Give this as MASTER_KEY. */
export const TEST_MASTER_KEY = '07'.repeat(32);
export const testMasters: Masters = [{ id: 1, secret: new Uint8Array(32).fill(7) }];
export const testKeys = new Keys(testMasters, systemEntropy);
