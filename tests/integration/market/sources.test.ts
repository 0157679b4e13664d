// One log is one market: whoever brings the ticks of another source is refused, at the start and at the log itself, and an order never begins on one
// market and ends on another.

import { systemClock } from '@fairtick/kernel/clock';
import { seededRandom } from '@fairtick/kernel/random';
import { fixedPairs, openMarket } from '@fairtick/server/domains/market/index';
import { CATALOGUE } from '@fairtick/server/domains/market/pairs';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { accepted } from '../../harness/outcomes.ts';
import { createWorld, type World } from '../../harness/world.ts';

let world: World;
/** The source of this world's ticks. */
let known: string;
beforeEach(async () => {
  world = await createWorld();
  known = (await world.tick('EURUSD', '1.10000', '1.10010')).source;
});
afterEach(() => world.close());

/** What a start with these prices comes to: the source in use, or the sentence. */
async function start(feed: 'replay' | 'simulated', leaves?: string): Promise<string> {
  const opened = await openMarket({
    pool: world.db.app,
    clock: systemClock,
    random: seededRandom(1),
    choice: { feed, replayDir: undefined, replaySpeed: 1, seed: 1, simHours: 'always', leaves },
    terms: fixedPairs(CATALOGUE),
    log: { size: 1, append: async () => [] },
    note: () => {},
    onError: (error) => expect.fail(String(error)),
  });
  if (!opened.ok) return opened.error;
  await opened.value.stop();
  return feed;
}
const sources = async (): Promise<readonly unknown[]> =>
  (await world.db.app.query('SELECT first_index, source FROM tick_sources ORDER BY first_index')).rows;
const bring = (source: string, logIndex: number): Promise<unknown> =>
  world.db.owner.query(
    `INSERT INTO ticks (log_index, pair_id, seq, bid, ask, source_time, received_time, source, leaf_hash)
     VALUES ($1, 2, 0, 1, 1, 1, 1, $2, decode(repeat('00', 32), 'hex'))`,
    [logIndex, source],
  );

test('a start with prices of another source is refused, and the log takes none of them', async () => {
  expect(known).toBe('simulated');
  expect(await start('simulated')).toBe('simulated');
  expect(await start('replay')).toMatch(/^FEED: this database's log is of simulated,.*FEED_LEAVES=simulated/);
  expect(await start('replay', 'kraken')).toMatch(/^FEED: this database's log is of simulated/);
  await expect(bring('replay', 1)).rejects.toMatchObject({ constraint: 'one_tick_source' });
  expect(await sources()).toEqual([{ first_index: 0n, source: 'simulated' }]);
});

test('a source is left while nothing is open, for good, from a place in the log on', async () => {
  const user = await world.demoUser();
  const order = await accepted(world.forexSubmit(user, { pair: 'EURUSD', side: 'buy', lots: '1' }));
  expect(await start('replay', known)).toMatch(/^FEED_LEAVES: orders are open/);
  await accepted(world.forexClose(user, order.Id));
  await accepted(world.microSubmit(user, { pair: 'EURUSD', direction: 'up', stake: '100', seconds: '30' }));
  expect(await start('replay', known)).toMatch(/^FEED_LEAVES: orders are open/);
  await world.reset(user);
  expect(await start('replay', known)).toBe('replay');
  expect(await sources()).toEqual([
    { first_index: 0n, source: 'simulated' },
    { first_index: 1n, source: 'replay' },
  ]);
  // Started again with the same words nothing changes, and the server that was not stopped logs nothing more.
  expect(await start('replay', known)).toBe('replay');
  await expect(world.tick('EURUSD', '1.10000', '1.10010')).rejects.toThrow();
  await expect(world.db.app.query(`UPDATE tick_sources SET source = 'x'`)).rejects.toThrow('permission denied');
});
