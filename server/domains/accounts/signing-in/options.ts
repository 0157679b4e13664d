// What signing in works with.

import type { Clock } from '@fairtick/kernel/clock';
import type { Entropy } from '@fairtick/kernel/random';
import type { Pool } from '../../../platform/database/pools.ts';
import type { Keys } from '../../../platform/keys/keys.ts';
import type { Logger } from '../../../platform/logger.ts';
import type { Records } from '../../../platform/records/records.ts';
import type { Passkeys } from '../../../platform/sign-in/passkeys.ts';
import type { Captchas } from '../captcha/captchas.ts';
import type { Passwords } from '../passwords.ts';
import type { Sessions } from '../sessions.ts';

export interface SignInOptions {
  readonly db: Pool;
  readonly clock: Clock;
  readonly entropy: Entropy;
  readonly logger: Logger;
  readonly records: Records;
  readonly keys: Keys;
  readonly sessions: Sessions;
  readonly passwords: Passwords;
  readonly passkeys: Passkeys;
  readonly captchas: Pick<Captchas, 'judge'>;
}
