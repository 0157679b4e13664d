// A server keeps the figures of whoever asks for them: read once, kept current by commits, read again after a doubt, and never older than a commit it
// has heard of.

import type { Id } from '@fairtick/kernel/ids';
import type { Pool } from '@fairtick/server/platform/database/pools';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { accepted } from '../../harness/outcomes.ts';
import { createWorld, type Server, settleServer, type World } from '../../harness/world.ts';

const BUY = { pair: 'EURUSD', side: 'buy', lots: '1' } as const;
const EURUSD = 1;
const ANOTHER_PAIR = 999;

let world: World;
let user: Id;
let reads: Reads;

/** Lets a test count the readings of users' active orders, hold an answer on its way, or have one fail. */
class Reads {
  count = 0;
  failures = 0;
  answered: (() => Promise<void>) | undefined;

  through(pool: Pool): Pool {
    return new Proxy(pool, {
      get: (target, key) => {
        const value: unknown = Reflect.get(target, key);
        if (typeof value !== 'function') return value;
        // The test's database closes its own pool.
        if (key === 'end') return () => Promise.resolve();
        return (...given: unknown[]): unknown => {
          const result: unknown = Reflect.apply(value, target, given);
          const [asked] = given;
          const named = typeof asked === 'object' && asked !== null && 'name' in asked ? asked.name : undefined;
          return key === 'query' && named === 'forex_live_of' ? this.#onItsWay(result) : result;
        };
      },
    });
  }

  async #onItsWay(result: unknown): Promise<unknown> {
    this.count += 1;
    const answer = await result;
    if (this.failures > 0) {
      this.failures -= 1;
      throw new Error('the database is away');
    }
    await this.answered?.();
    return answer;
  }

  /** The next answers wait; resolves when the first has come. */
  hold(): { came: Promise<void>; letGo: () => void } {
    const came = Promise.withResolvers<void>();
    const gone = Promise.withResolvers<void>();
    this.answered = async () => {
      came.resolve();
      await gone.promise;
    };
    const letGo = (): void => {
      this.answered = undefined;
      gone.resolve();
    };
    return { came: came.promise, letGo };
  }
}

beforeEach(async () => {
  reads = new Reads();
  world = await createWorld({ pool: (db) => reads.through(db.app) });
  await world.tick('EURUSD', '1.10000', '1.10010');
  user = await world.demoUser();
});
afterEach(async () => {
  expect(await world.invariants()).toEqual([]);
  await world.close();
});

const figures = (server: Server = world.server, moved?: ReadonlySet<number>) => server.figures(user, moved);
const shown = (server?: Server): string[] | undefined => figures(server)?.TransOrder.map(({ Id }) => Id);

/** Until a server has told this many times that there are figures to ask for. */
async function toldTimes(times: number): Promise<void> {
  while (world.told.length < times) await new Promise((resume) => setImmediate(resume));
  expect(world.told).toEqual(Array.from({ length: times }, () => user));
}

/** As a server sees it that knows nothing but the database. */
async function stored(): Promise<ReturnType<typeof figures>> {
  const fresh = await world.another();
  const told = world.told.length;
  figures(fresh);
  while (world.told.length === told) await new Promise((resume) => setImmediate(resume));
  const found = figures(fresh);
  await fresh.stop();
  return found;
}

describe('whoever asks', () => {
  test('is read once, however often they ask, and told when there is something to ask for', async () => {
    const { Id } = await accepted(world.forexSubmit(user, BUY));
    await world.restart();
    expect(reads.count).toBe(0);
    expect(figures()).toBeUndefined();
    expect(figures()).toBeUndefined();
    expect(figures(world.server, new Set([EURUSD]))).toBeUndefined();
    await toldTimes(1);
    expect(shown()).toEqual([Id]);
    expect(figures(world.server, new Set([EURUSD]))).toEqual(figures());
    expect(figures(world.server, new Set([ANOTHER_PAIR]))).toBeUndefined();
    expect(reads.count).toBe(1);
    expect(world.told).toHaveLength(1);
  });

  test('is read also when they first ask for what moved', async () => {
    await accepted(world.forexSubmit(user, BUY));
    expect(figures(world.server, new Set([ANOTHER_PAIR]))).toBeUndefined();
    await toldTimes(1);
    expect(figures(world.server, new Set([EURUSD]))).toBeDefined();
  });

  test('has figures without an order too, and orders as they come and go, oldest first', async () => {
    figures();
    await toldTimes(1);
    expect(figures()).toMatchObject({ TransOrder: [], CautionMoneyAll: '0.00' });
    const ids: string[] = [];
    for (let n = 0; n < 3; n += 1) ids.push((await accepted(world.forexSubmit(user, BUY))).Id);
    expect(shown()).toEqual(ids);
    const [first, ...others] = ids;
    await accepted(world.forexClose(user, first ?? ''));
    expect(shown()).toEqual(others);
    expect(figures()).toEqual(await stored());
  });

  test('is let go of when they have long not asked, and read anew when they come back', async () => {
    const { Id } = await accepted(world.forexSubmit(user, BUY));
    const [faithful, late] = [await world.demoUser(), await world.demoUser()];
    const ask = async (userId: Id): Promise<void> => {
      while (!world.server.figures(userId, undefined)) await new Promise((resume) => setImmediate(resume));
    };
    await ask(user);
    await ask(faithful);
    world.clock.advance(599_000);
    await ask(faithful);
    world.clock.advance(1_000);
    await ask(late);
    expect(reads.count).toBe(3);
    await ask(faithful);
    expect(reads.count).toBe(3);
    await ask(user);
    expect(reads.count).toBe(4);
    expect(shown()).toEqual([Id]);
  });

  test('stands in one reading with whoever asks while another is under way', async () => {
    const others = await Promise.all([world.demoUser(), world.demoUser(), world.demoUser()]);
    const { came, letGo } = reads.hold();
    figures();
    await came;
    for (const other of others) world.server.figures(other, undefined);
    letGo();
    while (world.told.length < 4) await new Promise((resume) => setImmediate(resume));
    expect(world.told).toEqual([user, ...others]);
    expect(reads.count).toBe(2);
  });
});

describe('a reading under way', () => {
  test('does not take back what is committed before its answer has come', async () => {
    const closed = await accepted(world.forexSubmit(user, BUY));
    const stays = await accepted(world.forexSubmit(user, BUY));
    const { came, letGo } = reads.hold();
    figures();
    await came;
    const added = await accepted(world.forexSubmit(user, { ...BUY, lots: '0.1' }));
    const passing = await accepted(world.forexSubmit(user, { ...BUY, lots: '0.2' }));
    await accepted(world.forexClose(user, closed.Id));
    await accepted(world.forexClose(user, passing.Id));
    letGo();
    await toldTimes(1);
    expect(shown()).toEqual([stays.Id, added.Id]);
    expect(figures()).toEqual(await stored());
    expect(world.said).toEqual([]);
  });

  test('that fails is tried again when they ask again', async () => {
    await accepted(world.forexSubmit(user, BUY));
    reads.failures = 1;
    figures();
    while (world.said.length === 0) await new Promise((resume) => setImmediate(resume));
    expect(world.said).toMatchObject([
      { level: 'warn', message: expect.stringContaining('figures could not be read') },
    ]);
    expect(world.told).toEqual([]);
    expect(figures(world.server, new Set([EURUSD]))).toBeUndefined();
    await toldTimes(1);
    expect(shown()).toHaveLength(1);
    expect(reads.count).toBe(2);
  });
});

describe('a doubt', () => {
  /** Resolves when a server that heard of nothing meanwhile has read everything again. */
  async function doubted(server: Server): Promise<void> {
    server.trading.onDoubt('a test');
    await settleServer(server);
  }

  test('has whoever asked ask again, and read anew', async () => {
    const closed = await accepted(world.forexSubmit(user, BUY));
    const deaf = await world.another();
    figures(deaf);
    await toldTimes(1);
    await accepted(world.forexClose(user, closed.Id));
    const added = await accepted(world.forexSubmit(user, { ...BUY, lots: '0.1' }));
    expect(shown(deaf)).toEqual([closed.Id]);
    await doubted(deaf);
    await toldTimes(2);
    expect(figures(deaf)).toBeUndefined();
    await toldTimes(3);
    expect(shown(deaf)).toEqual([added.Id]);
    expect(figures(deaf)).toEqual(await stored());
    await deaf.stop();
  });

  test.each([
    ['and they have not asked again', false],
    ['and they have asked again', true],
  ])('is not undone by a reading from before it that comes late, %s', async (_, asks) => {
    const closed = await accepted(world.forexSubmit(user, BUY));
    const deaf = await world.another();
    const { came, letGo } = reads.hold();
    figures(deaf);
    await came;
    await accepted(world.forexClose(user, closed.Id));
    const added = await accepted(world.forexSubmit(user, { ...BUY, lots: '0.1' }));
    await doubted(deaf);
    await toldTimes(1);
    if (asks) expect(figures(deaf)).toBeUndefined();
    letGo();
    if (!asks) {
      for (let turns = 0; turns < 20; turns += 1) await new Promise((resume) => setImmediate(resume));
      expect(world.told).toHaveLength(1);
      expect(figures(deaf)).toBeUndefined();
    }
    await toldTimes(2);
    expect(shown(deaf)).toEqual([added.Id]);
    expect(figures(deaf)).toEqual(await stored());
    await deaf.stop();
  });
});
