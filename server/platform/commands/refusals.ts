// The daily end of refusals that nobody asks for any more: they grow with every malformed order, what was done does not.

import type { Pool } from '../database/pools.ts';
import { EACH_DAY } from '../schedule/periods.ts';
import type { Job } from '../schedule/schedule.ts';
import { forgetRefusals } from './keys-table.ts';

/** Far below what fits into the app's time limit for a statement. */
const AT_ONCE = 5_000;

export const refusalsJob = (db: Pool): Job => ({
  name: 'old refusals forgotten',
  ...EACH_DAY,
  async run({ signal }) {
    let forgotten = 0;
    while (!signal.aborted) {
      const gone = await forgetRefusals(db, AT_ONCE);
      forgotten += gone;
      if (gone < AT_ONCE) break;
    }
    return { forgotten };
  },
});
