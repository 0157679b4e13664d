// What a crash, a doubt or a race leaves behind is found again: the engine rebuilt from the database decides what the one before owed.

import type { Id } from '@fairtick/kernel/ids';
import { afterEach, describe, expect, test } from 'vitest';
import { untilBlocked } from '../../harness/blocked.ts';
import { accepted } from '../../harness/outcomes.ts';
import { createWorld, settleServer, type World } from '../../harness/world.ts';

let world: World;

async function fresh(options: Parameters<typeof createWorld>[0] = {}): Promise<Id> {
  world = await createWorld(options);
  await world.tick('EURUSD', '1.10000', '1.10010');
  return world.demoUser();
}
afterEach(async () => {
  expect(await world.invariants()).toEqual([]);
  expect(world.said.filter((one) => one.level === 'error')).toEqual([]);
  await world.close();
});

const BUY = { pair: 'EURUSD', side: 'buy', lots: '1' } as const;
const UP = { pair: 'EURUSD', direction: 'up', stake: '100', seconds: '30' } as const;

describe('a start after a crash', () => {
  test('evaluates the ticks that were logged and never dealt, each by its own price', async () => {
    const user = await fresh();
    const stopped = await accepted(world.forexSubmit(user, { ...BUY, stopLoss: '1.09500' }));
    const waiting = await accepted(world.forexSubmit(user, { ...BUY, target: '1.09000' }));
    const safe = await accepted(world.forexSubmit(user, { ...BUY, stopLoss: '1.05000' }));
    const first = await world.unseenTick('EURUSD', '1.09400', '1.09410');
    const second = await world.unseenTick('EURUSD', '1.08900', '1.08910');
    await world.unseenTick('EURUSD', '1.10000', '1.10010');
    await world.restart();
    await world.settle();
    const closed = await world.forexOrder(user, stopped.Id);
    expect(closed).toMatchObject({
      status: 'closed',
      close: { reason: 'stop_loss', tickIndex: first.logIndex, price: 109_400_000n },
    });
    const filled = await world.forexOrder(user, waiting.Id);
    expect(filled).toMatchObject({ status: 'open', open: { tickIndex: second.logIndex, price: 108_910_000n } });
    expect((await world.forexOrder(user, safe.Id)).status).toBe('open');
  });

  test('has the state hash of the engine that never stopped', async () => {
    const user = await fresh();
    const other = await world.demoUser();
    await world.tick('USDJPY', '155.120', '155.131');
    await accepted(world.forexSubmit(user, { ...BUY, stopLoss: '1.05', takeProfit: '1.2' }));
    await accepted(world.forexSubmit(user, { ...BUY, target: '1.09' }));
    await accepted(world.forexSubmit(other, { pair: 'USDJPY', side: 'sell', lots: '2', stopLoss: '156' }));
    await accepted(world.microSubmit(other, UP));
    const gone = await accepted(world.forexSubmit(other, BUY));
    await accepted(world.forexClose(other, gone.Id));
    await world.settledTick('EURUSD', '1.10100', '1.10110');
    // What follows each logged batch is written with the next one; so the hash is taken over a tail that is evaluated anew.
    await world.settledTick('USDJPY', '155.220', '155.231');
    const before = world.server.trading.stateHash();
    expect(world.server.trading.health()).toMatchObject({ orders: 3, kept: 1 });
    await world.restart();
    await world.settle();
    expect(world.server.trading.stateHash()).toBe(before);
    expect(world.server.trading.health()).toMatchObject({ orders: 3, kept: 1 });
  });

  test('settles options that expired while no server ran, by the ticks of their time', async () => {
    const user = await fresh();
    const option = await accepted(world.microSubmit(user, UP));
    await world.settledTick('EURUSD', '1.10000', '1.10010');
    world.clock.advance(20_000);
    const last = await world.tick('EURUSD', '1.10100', '1.10110');
    world.server.trading.stop();
    world.clock.advance(600_000);
    await world.unseenTick('EURUSD', '1.05000', '1.05010');
    await world.restart();
    world.clock.advance(100);
    await world.settle();
    expect(await world.microOrder(user, option.Id)).toMatchObject({ outcome: 'win', endTickIndex: last.logIndex });
  });

  test('does not hold an order against ticks older than it, and does not lose it by them', async () => {
    const user = await fresh();
    // Nothing is marked as evaluated from here on, as when a batch was under way the whole time.
    world.server.trading.onBatch(0);
    await world.tick('EURUSD', '1.09000', '1.09010');
    await world.tick('EURUSD', '1.10000', '1.10010');
    const log = world.server;
    const order = await accepted(world.forexSubmit(user, { ...BUY, stopLoss: '1.09500' }));
    const safe = await accepted(world.forexSubmit(user, { ...BUY, stopLoss: '1.09200' }));
    log.trading.onBatch(0);
    await world.tick('EURUSD', '1.10001', '1.10011');
    const falls = await world.unseenTick('EURUSD', '1.09400', '1.09410');
    await world.unseenTick('EURUSD', '1.10000', '1.10010');
    await world.restart();
    await world.settle();
    // The fall before the orders counts for neither; the one after them does, though both are gone through again in one sweep.
    expect(await world.forexOrder(user, order.Id)).toMatchObject({
      status: 'closed',
      close: { tickIndex: falls.logIndex },
    });
    expect((await world.forexOrder(user, safe.Id)).status).toBe('open');
    const again = await world.settledTick('EURUSD', '1.09100', '1.09110');
    expect(await world.forexOrder(user, safe.Id)).toMatchObject({ close: { tickIndex: again.logIndex } });
  });
});

/**
 * Runs `during` at the moment when a batch has decided and waits for its writes (for the exposure's row, which is locked meanwhile). The
 * user must have had a position in the pair before.
 */
async function whileUnwritten<T>(submit: () => Promise<T>, during: () => Promise<void>): Promise<T> {
  const holder = await world.db.owner.connect();
  try {
    await holder.query('BEGIN');
    await holder.query('SELECT 1 FROM house_exposure FOR UPDATE');
    const submitted = submit();
    await untilBlocked(world.db.owner, holder);
    await during();
    await holder.query('COMMIT');
    return await submitted;
  } finally {
    holder.release();
  }
}

describe('a tick between a decision and its commit', () => {
  test('is caught up with once the order is there, and until then not called evaluated', async () => {
    const user = await fresh();
    await accepted(world.forexSubmit(user, { ...BUY, lots: '0.01' }));
    const ticks: number[] = [];
    const order = await whileUnwritten(
      () => accepted(world.forexSubmit(user, { ...BUY, stopLoss: '1.09500' })),
      async () => {
        ticks.push((await world.tick('EURUSD', '1.09400', '1.09410')).logIndex);
        ticks.push((await world.tick('EURUSD', '1.10000', '1.10010')).logIndex);
        expect(world.server.trading.evaluatedThrough()).toBe(0);
      },
    );
    await world.settle();
    expect(await world.forexOrder(user, order.Id)).toMatchObject({
      status: 'closed',
      armedIndex: 0,
      close: { reason: 'stop_loss', tickIndex: ticks[0], price: 109_400_000n },
    });
    expect(world.server.trading.evaluatedThrough()).toBe(2);
  });

  test('takes effect before a change of stops that was asked for earlier and is decided later (E46)', async () => {
    const user = await fresh();
    await accepted(world.forexSubmit(user, { ...BUY, lots: '0.01' }));
    const order = await accepted(world.forexSubmit(user, { ...BUY, stopLoss: '1.09500' }));
    const stranger = await world.demoUser();
    let change: ReturnType<World['forexStops']> | undefined;
    let reached = -1;
    await whileUnwritten(
      () => accepted(world.forexSubmit(stranger, { ...BUY, lots: '0.01' })),
      async () => {
        // The change waits for the next batch, and the tick's own command behind it; that batch sees the market after both ticks.
        change = world.forexStops(user, order.Id, '1.09450', '0');
        reached = (await world.tick('EURUSD', '1.09400', '1.09410')).logIndex;
        await world.tick('EURUSD', '1.10000', '1.10010');
      },
    );
    expect((await change)?.ok).toBe(false);
    await world.settle();
    expect(await world.forexOrder(user, order.Id)).toMatchObject({
      status: 'closed',
      close: { reason: 'stop_loss', tickIndex: reached },
    });
  });

  test('a crash before the caught-up trigger is decided finds the tick unevaluated', async () => {
    const user = await fresh();
    const { trading } = world.server;
    const order = await accepted(world.forexSubmit(user, { ...BUY, stopLoss: '1.05000' }));
    const stored = await world.forexOrder(user, order.Id);
    const low = await world.tick('EURUSD', '1.09400', '1.09410');
    await world.settledTick('EURUSD', '1.10000', '1.10010');
    await world.settledTick('EURUSD', '1.10000', '1.10010');
    // As if the commit that set this stop-loss (armed at the order's own moment) only now reached the engine.
    trading.onCommitted({
      forex: [{ ...stored, stopLoss: stored.stopLoss + 4_500_000n } as typeof stored],
      micro: [],
      market: [],
      accounts: [],
      wallet: [],
      loans: [],
      funds: [],
      copying: [],
      verification: [],
      staff: [],
      ledger: [],
      notices: [],
    });
    expect(trading.health().inFlight).toBe(1);
    expect(trading.evaluatedThrough()).toBe(low.logIndex - 1);
    await world.settle();
    expect(trading.evaluatedThrough()).toBe(trading.health().evaluated);
  });
});

describe('doubt', () => {
  test('a tick logged while the engine is being rebuilt is not lost, however its news and the page cross', async () => {
    const user = await fresh();
    const order = await accepted(world.forexSubmit(user, { ...BUY, stopLoss: '1.09500' }));
    const { market, trading } = world.server;
    let crossed = false;
    // The page was read empty; while it is on its way a tick is logged and told of.
    market.afterTicksAfter = async (found) => {
      if (crossed || found > 0) return;
      crossed = true;
      await world.tick('EURUSD', '1.09400', '1.09410');
    };
    trading.onDoubt('a test');
    await world.settle();
    expect(crossed).toBe(true);
    expect(await world.forexOrder(user, order.Id)).toMatchObject({ status: 'closed', close: { reason: 'stop_loss' } });
  });

  test('a second doubt during a rebuild reads again', async () => {
    const user = await fresh();
    const { market, trading } = world.server;
    let held = false;
    market.beforeTicksAfter = async () => {
      if (held) return;
      held = true;
      // The orders have been read already. Now one more is committed by somebody whose news never arrives, and the doubt says so.
      const second = await world.another();
      try {
        await second.pipeline.submit({
          name: 'elsewhere',
          realm: 'demo',
          owners: [user],
          decide: () => ({ ok: true, value: { change: { journals: [], notices: [] }, answer: {} } }),
        });
      } finally {
        await second.stop();
      }
      await world.db.owner.query(`UPDATE forex_orders SET stop_loss = 1.095 WHERE user_id = $1 AND status = 'open'`, [
        user,
      ]);
      await world.db.owner.query(
        `INSERT INTO acceptances (id, user_id, realm, order_id, family, kind, time, tick, contents, salt)
         SELECT id + 1, user_id, realm, order_id, family, 'stops', time, tick, '{"TargetLossPrice":"1.095","TargetProfitPrice":"0"}', salt
         FROM acceptances WHERE user_id = $1 AND kind = 'placed' ORDER BY id DESC LIMIT 1`,
        [user],
      );
      trading.onDoubt('a commit in doubt during the rebuild');
    };
    const order = await accepted(world.forexSubmit(user, BUY));
    trading.onDoubt('a test');
    await world.settle();
    expect(held).toBe(true);
    await world.settledTick('EURUSD', '1.09400', '1.09410');
    expect(await world.forexOrder(user, order.Id)).toMatchObject({ status: 'closed', close: { reason: 'stop_loss' } });
  });

  test('rebuilds while commands flow: every order is there, armed, once', async () => {
    const user = await fresh();
    const users = [user, ...(await Promise.all(Array.from({ length: 7 }, () => world.demoUser())))];
    const { trading } = world.server;
    const placed: Promise<{ Id: string }>[] = [];
    for (let round = 0; round < 12; round += 1) {
      for (const one of users)
        placed.push(accepted(world.forexSubmit(one, { ...BUY, lots: '0.1', stopLoss: '1.09500' })));
      if (round % 3 === 1) trading.onDoubt('a test');
      if (round % 4 === 2) await world.tick('EURUSD', '1.10000', '1.10010');
    }
    const orders = await Promise.all(placed);
    await world.settle();
    expect(trading.health().orders).toBe(orders.length);
    const rebuilt = await world.another();
    await settleServer(rebuilt);
    expect(trading.stateHash()).toBe(rebuilt.trading.stateHash());
    await rebuilt.stop();
    await world.settledTick('EURUSD', '1.09400', '1.09410');
    expect(trading.health().orders).toBe(0);
    for (const one of users) expect((await world.balance(one, 'forex')).locked).toBe('0');
  });

  test('trading stopped during a rebuild stays stopped', async () => {
    await fresh();
    const { trading, market } = world.server;
    market.afterTicksAfter = () => {
      trading.stop();
      return Promise.resolve();
    };
    trading.onDoubt('a test');
    await world.settle();
    await world.db.app.query('SELECT 1');
    expect(trading.health().state).toBe('stopped');
  });

  test('a failure to read is tried again until it works', async () => {
    const user = await fresh();
    const order = await accepted(world.forexSubmit(user, { ...BUY, stopLoss: '1.09500' }));
    const { market, trading } = world.server;
    let failures = 3;
    market.beforeTicksAfter = () => {
      failures -= 1;
      return failures >= 0 ? Promise.reject(new Error('the database is away')) : Promise.resolve();
    };
    trading.onDoubt('a test');
    const wait = setInterval(() => world.clock.advance(500), 5);
    await world.settle();
    clearInterval(wait);
    await world.settledTick('EURUSD', '1.09400', '1.09410');
    expect((await world.forexOrder(user, order.Id)).status).toBe('closed');
  });
});

describe('a database that fails once at what a tick calls for', () => {
  test('is decided anew for the same tick, though the price has come back meanwhile', async () => {
    let defects = 2;
    const user = await fresh({
      moment: (moment, names) => {
        if (moment !== 'before_commit' || !names.includes('stop_loss') || defects === 0) return;
        defects -= 1;
        throw new Error('something nobody thought of');
      },
    });
    const order = await accepted(world.forexSubmit(user, { ...BUY, stopLoss: '1.09500' }));
    const tick = await world.tick('EURUSD', '1.09400', '1.09410');
    await world.tick('EURUSD', '1.10000', '1.10010');
    await world.settle();
    expect(defects).toBe(0);
    expect(await world.forexOrder(user, order.Id)).toMatchObject({
      status: 'closed',
      close: { reason: 'stop_loss', tickIndex: tick.logIndex, price: 109_400_000n },
    });
    expect(world.said.splice(0).filter((one) => one.level === 'error')).toHaveLength(2);
  });
});
