// Demo and live in one batch, and one account on two servers: what belongs to one realm stays there, and what one user has is spent once.

import { ERROR_CODES } from '@fairtick/contract/errors';
import { expect, test } from 'vitest';
import { brokenInvariants } from '../harness/invariants.ts';
import { refusalOf } from '../harness/outcomes.ts';
import { createWorld, settleServer } from '../harness/world.ts';
import { startLiveApp, type User } from './live-app.ts';
import { rowsOfRealm } from './rows.ts';

test('a demo user and a real one in the same batches: each is judged by their own realm’s house', async () => {
  const app = await startLiveApp();
  try {
    const demo = await app.demoUser();
    const real = await app.realUser(10_000);
    const live = await rowsOfRealm(app.db.owner, 'live');
    const submit = async ({ token }: User): Promise<number> => {
      const path = '/v2/api/forex/submit?type=1&cont=0.1&forex_id=1&status=1&multiple=100';
      return (await app.call(path, { headers: { authorization: token } })).code;
    };
    const codes = await Promise.all(Array.from({ length: 60 }, (_, i) => submit(i % 2 === 0 ? demo : real)));
    expect(new Set(codes.filter((_, i) => i % 2 === 0))).toEqual(new Set([1]));
    // The live house has no capital, whatever the demo one beside it has.
    expect(new Set(codes.filter((_, i) => i % 2 === 1))).toEqual(new Set([ERROR_CODES.HOUSE_EXPOSURE]));
    expect(await rowsOfRealm(app.db.owner, 'live')).toBe(live);
    expect(await brokenInvariants(app.db.owner)).toEqual([]);
    expect(app.errors).toEqual([]);
  } finally {
    await app.stop();
  }
}, 60_000);

test('money for ten, asked of two servers at once by thirty keys: ten orders, twenty refusals, nothing lost', async () => {
  const world = await createWorld();
  try {
    await world.settledTick('EURUSD', '1.10000', '1.10010');
    const second = await world.another();
    const submit = world.server.pipeline.submit.bind(world.server.pipeline);
    let turn = 0;
    // The commands of the routes, sent to either server in turn.
    world.server.pipeline.submit = (command) => {
      turn += 1;
      return turn % 2 === 0 ? submit(command) : second.pipeline.submit(command);
    };
    for (let round = 0; round < 5; round += 1) {
      const user = await world.demoUser();
      // Each needs a little less than a tenth of 100,000.
      const order = { pair: 'EURUSD', side: 'buy', lots: '8.9', multiple: '100' } as const;
      const outcomes = await Promise.all(Array.from({ length: 30 }, () => refusalOf(world.forexSubmit(user, order))));
      const count = (name: string): number => outcomes.filter((one) => one === name).length;
      expect({ taken: count('accepted'), refused: count('MARGIN_INSUFFICIENT') }).toEqual({ taken: 10, refused: 20 });
      expect(await world.invariants()).toEqual([]);
    }
    expect(world.said.filter((one) => one.level === 'error')).toEqual([]);
    await settleServer(second);
    await second.stop();
  } finally {
    await world.close();
  }
}, 60_000);
