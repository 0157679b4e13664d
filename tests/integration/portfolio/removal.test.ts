// Demo users who have been away for 30 days: gone with their sessions and balances, while what they did stays (rules §2).

import { ManualClock } from '@fairtick/kernel/clock';
import type { Id } from '@fairtick/kernel/ids';
import { systemEntropy } from '@fairtick/kernel/random';
import { findUser, Sessions } from '@fairtick/server/domains/accounts/index';
import { removeIdleDemoUsers } from '@fairtick/server/domains/portfolio/removal';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { accepted } from '../../harness/outcomes.ts';
import { createWorld, type World } from '../../harness/world.ts';

const DAY_MS = 86_400_000;
const GRACE_MS = 3_600_000;
let world: World;
let sessions: Sessions;
let wall: ManualClock;

beforeEach(async () => {
  world = await createWorld();
  wall = new ManualClock(world.clock.now());
  const logger = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };
  sessions = new Sessions({ db: world.db.app, clock: wall, entropy: systemEntropy, logger });
  await sessions.start();
  await world.tick('EURUSD', '1.10000', '1.10010');
});
afterEach(async () => {
  await sessions.stop();
  expect(await world.invariants()).toEqual([]);
  expect(world.said).toEqual([]);
  await world.close();
});

const remove = (nowMs: number) =>
  removeIdleDemoUsers({ submit: (command) => world.server.pipeline.submit(command), db: world.db.app, nowMs });
const count = async (what: string, userId: Id): Promise<number> => {
  const { rows } = await world.db.owner.query<{ n: bigint }>(what, [userId]);
  return Number(rows[0]?.n);
};
const ENTRIES =
  'SELECT count(*) AS n FROM entries e JOIN ledger_accounts a ON a.id = e.account_id WHERE a.owner_id = $1';

test('who comes back in time stays, who does not is removed, with everything ended and nothing forgotten', async () => {
  const [gone, kept] = [await world.demoUser(), await world.demoUser()];
  const start = wall.now();
  const [token, other] = [await sessions.create(gone), await sessions.create(kept)];
  const open = await accepted(world.forexSubmit(gone, { pair: 'EURUSD', side: 'buy', lots: '1' }));
  const pending = await accepted(world.forexSubmit(gone, { pair: 'EURUSD', side: 'buy', lots: '1', target: '1.05' }));
  const option = await accepted(
    world.microSubmit(gone, { pair: 'EURUSD', direction: 'up', stake: '100', seconds: '30' }),
  );
  const entries = await count(ENTRIES, gone);

  wall.advance(29 * DAY_MS);
  expect(await sessions.find(other)).toBeDefined();
  wall.advance(1_500);
  await sessions.stop();
  await sessions.start();
  expect(await remove(start + 30 * DAY_MS + GRACE_MS - 1)).toEqual({ removed: 0, failed: 0 });
  expect(await remove(start + 30 * DAY_MS + GRACE_MS + 1)).toEqual({ removed: 1, failed: 0 });
  expect(await remove(start + 30 * DAY_MS + GRACE_MS + 1)).toEqual({ removed: 0, failed: 0 });
  await world.settle();

  expect(await sessions.find(token)).toBeUndefined();
  expect(await findUser(world.db.app, gone)).toBeUndefined();
  for (const kind of ['change', 'forex', 'micro'] as const)
    expect(await world.balance(gone, kind)).toEqual({ available: '0', locked: '0' });
  expect((await world.forexOrder(gone, open.Id)).status).toBe('closed');
  expect((await world.forexOrder(gone, open.Id)).close).toBeUndefined();
  expect((await world.forexOrder(gone, pending.Id)).status).toBe('cancelled');
  expect((await world.microOrder(gone, option.Id)).outcome).toBe('void');
  expect(await count(ENTRIES, gone)).toBeGreaterThan(entries);
  expect(await count('SELECT count(*) AS n FROM journals WHERE reference = $1 AND reason = 4', gone)).toBe(1);
  expect(world.server.trading.health()).toMatchObject({ orders: 0, kept: 0 });

  expect(await sessions.find(other)).toMatchObject({ userId: kept });
  expect(await world.balance(kept, 'forex')).toEqual({ available: '100000', locked: '0' });
});

test('a clock that runs ahead of the database removes nobody, and a removed user stays removed', async () => {
  const user = await world.demoUser();
  await world.db.owner.query(
    'UPDATE users SET created_time = (extract(epoch FROM clock_timestamp()) * 1000)::bigint WHERE id = $1',
    [user],
  );
  expect(await remove(Date.parse('2190-01-01'))).toEqual({ removed: 0, failed: 0 });
  expect(await findUser(world.db.app, user)).toBeDefined();
  const other = await world.demoUser();
  await remove(world.clock.now() + 40 * DAY_MS);
  await expect(world.db.app.query('UPDATE users SET removed_time = NULL WHERE id = $1', [other])).rejects.toThrow(
    'stays removed',
  );
});

test('a session remembered in memory ends after 30 days without use, too', async () => {
  const token = await sessions.create(await world.demoUser());
  expect(await sessions.find(token)).toBeDefined();
  wall.advance(1_500);
  await sessions.stop();
  await sessions.start();
  expect(sessions.known(token)).toBeDefined();
  await sessions.stop();
  wall.advance(30 * DAY_MS + 60_000);
  await sessions.start();
  expect(sessions.known(token)).toBeUndefined();
  expect(await sessions.find(token)).toBeUndefined();
});
