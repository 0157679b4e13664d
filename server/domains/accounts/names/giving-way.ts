// A name that somebody took by a captcha alone gives way to whoever shows a code that was sent there: nobody squats a stranger's mailbox.

import type { PoolClient } from '../../../platform/database/pools.ts';
import { tellEveryName } from '../telling/owner.ts';
import { endUnreached } from './table.ts';

/**
 * In the transaction that uses the code and writes the name for its owner. Whoever loses it is told by the other name, where there is one. It gives no way
 * where its user would lose all they have with it: then it is taken, and who of the two it belongs to is for people to find out.
 */
export async function giveWay(tx: PoolClient, name: string): Promise<void> {
  const loser = await endUnreached(tx, name);
  if (loser !== undefined) await tellEveryName(tx, loser, 'name_changed');
}
