// What users see of their positions is what is stored, whether it was read just now or kept current since an earlier look.

import type { ForexOrder } from '@fairtick/engine/types';
import { formatUnits } from '@fairtick/kernel/decimal';
import type { Id } from '@fairtick/kernel/ids';
import type { ServerProcess } from '../process.ts';
import type { Watch } from './watch.ts';

/** After each of them was asked for once, for the first time only has a user read. `live`: every active order, as stored. */
export function checkFigures(
  watch: Watch,
  server: Pick<ServerProcess, 'figures'>,
  users: readonly Id[],
  live: readonly ForexOrder[],
): void {
  for (const user of users) {
    const open = live.filter(({ userId, status }) => userId === user && status === 'open');
    const margin = open.reduce((sum, order) => sum + order.margin, 0n);
    const wanted = `${open.map(({ id }) => id).sort((a, b) => (a < b ? -1 : 1))} with ${formatUnits(margin, 2)}`;
    const seen = server.figures(user);
    const shown = `${seen?.TransOrder.map(({ Id }) => Id)} with ${seen?.CautionMoneyAll}`;
    if (shown !== wanted) watch.fail('figures are of what is stored', `user ${user} sees ${shown}, not ${wanted}`);
  }
}
