// What guarding an account works with.

import type { Clock } from '@fairtick/kernel/clock';
import type { Id } from '@fairtick/kernel/ids';
import type { Entropy } from '@fairtick/kernel/random';
import type { Pool } from '../../../platform/database/pools.ts';
import type { Keys } from '../../../platform/keys/keys.ts';
import type { Logger } from '../../../platform/logger.ts';
import type { Records } from '../../../platform/records/records.ts';
import type { Passkeys } from '../../../platform/sign-in/passkeys.ts';
import type { Codes } from '../codes/codes.ts';

export interface GuardOptions {
  readonly db: Pool;
  readonly clock: Clock;
  readonly entropy: Entropy;
  readonly logger: Logger;
  readonly records: Records;
  readonly keys: Keys;
  readonly passkeys: Passkeys;
  readonly codes: Codes;
  readonly newId: () => Id;
  /** Whether accounts may get a mobile: is_show_mobile. */
  readonly mobiles: () => boolean;
}
