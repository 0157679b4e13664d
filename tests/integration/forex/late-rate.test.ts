// A rate that came behind the newest tick of the order's own pair: the decision saw both, so what it gave can be recomputed.

import { auditDatabase } from '@fairtick/server/audit/database-audit';
import { CATALOGUE, seedPairs } from '@fairtick/server/domains/market/index';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { placeAcceptances } from '../../harness/acceptances.ts';
import { accepted } from '../../harness/outcomes.ts';
import { createWorld, type World } from '../../harness/world.ts';

let world: World;
beforeEach(async () => {
  world = await createWorld();
});
afterEach(async () => {
  expect(await world.invariants()).toEqual([]);
  await world.close();
});

test('an order that was opened and closed by a newer rate than its own price holds', async () => {
  await seedPairs(world.db.owner, CATALOGUE);
  const user = await world.demoUser();
  await world.settledTick('EURGBP', '0.85000', '0.85010');
  await world.settledTick('GBPUSD', '1.30000', '1.30000');
  const order = await accepted(world.forexSubmit(user, { pair: 'EURGBP', side: 'buy', lots: '1' }));
  await world.settledTick('GBPUSD', '1.31000', '1.31000');
  await accepted(world.forexClose(user, order.Id));
  await placeAcceptances(world.db.app);
  expect((await auditDatabase(world.db.owner)).findings.filter((one) => !one.startsWith('the log has'))).toEqual([]);
});
