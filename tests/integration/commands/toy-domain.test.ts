// A new domain is its folder and a line in the list: books, pipeline, telling and servers that hear each other take it as it is. And owners whom a
// command finds by a read of its own.

import { systemClock } from '@fairtick/kernel/clock';
import { type Id, idGenerator } from '@fairtick/kernel/ids';
import { seededRandom, systemEntropy } from '@fairtick/kernel/random';
import { Newest } from '@fairtick/server/cluster/newest';
import { tellAll } from '@fairtick/server/domains/domain-part';
import { domainParts } from '@fairtick/server/domains/parts';
import { booksOf, type ChangeOf, type CommittedOf, type StateOf } from '@fairtick/server/platform/commands/books';
import type { Command, Outcome } from '@fairtick/server/platform/commands/command';
import { isEmpty } from '@fairtick/server/platform/commands/committed';
import { Pipeline } from '@fairtick/server/platform/commands/pipeline';
import { OWNERS_LIMIT } from '@fairtick/server/platform/commands/queue';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createWorld, type World } from '../../harness/world.ts';
import { counterPart, MIGRATION, press } from './toy-counter.ts';

const partsWithToy = (world: World) => ({
  ...domainParts({
    db: world.db.app,
    clock: world.clock,
    logger: silent,
    market: world.server.market,
    settings: () => world.settings,
    onBatch: () => {},
    isDue: () => false,
    isJudged: () => false,
    onFigures: () => {},
  }),
  counter: counterPart,
});
type Parts = ReturnType<typeof partsWithToy>;
type ToyCommand = Command<StateOf<Parts>, ChangeOf<Parts>>;

const silent = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };
let world: World;
let parts: Parts;
let committed: CommittedOf<Parts>[];
let pipeline: Pipeline<StateOf<Parts>, ChangeOf<Parts>, CommittedOf<Parts>>;

beforeEach(async () => {
  world = await createWorld();
  await world.db.owner.query(MIGRATION);
  parts = partsWithToy(world);
  committed = [];
  pipeline = new Pipeline({
    pool: world.db.app,
    books: booksOf(parts, { newId: idGenerator(systemClock, 900), newSalt: () => systemEntropy.bytes(32) }),
    clock: systemClock,
    random: seededRandom(1),
    logger: silent,
    onCommitted: (news) => committed.push(news),
    onDoubt: () => {},
  });
});
afterEach(async () => {
  await pipeline.close();
  await world.close();
});

const counts = async (): Promise<number[]> =>
  (await world.db.owner.query<{ count: number }>('SELECT count FROM counters ORDER BY id')).rows.map(
    ({ count }) => count,
  );
const said = (outcome: Outcome): unknown => (outcome.ok ? outcome.value.count : outcome.error.error);

test('it counts, moves its cents, and refuses the fourth press within one batch, beside other domains', async () => {
  const user = await world.demoUser();
  const presses = await Promise.all([1, 2, 3, 4].map((n) => pipeline.submit(press(user, `key ${n}`))));
  expect(presses.map(said)).toEqual([1, 2, 3, 'TOO_MANY_ORDERS']);
  expect(await counts()).toEqual([3]);
  expect((await world.balance(user, 'change')).available).toBe('9999.97');
  // The type that the toy borrows has a cause of its own.
  const causes = /^(journal_has_cause|demo_start) /;
  expect((await world.invariants()).filter((broken) => !causes.test(broken))).toEqual([]);
});

test('what it commits is told, and passed on between servers, by nobody who knows it', async () => {
  const user = await world.demoUser();
  await pipeline.submit(press(user, 'key'));
  const news = committed.at(-1);
  if (!news) throw new Error('a commit is told');
  const told: unknown[] = [];
  tellAll(parts, news, { hears: () => false, publishToUser: (...all) => told.push(all), refreshUser: () => {} });
  expect(told).toEqual([[user, 'MICRO_CLOSED', ['1']]]);
  expect(isEmpty(news)).toBe(false);
  const newest = new Newest();
  expect(newest.of({ ...news, place: 5n }, 0).counter).toHaveLength(1);
  expect(newest.of({ ...news, place: 4n }, 0).counter).toHaveLength(0);
});

/** Presses for everybody whom a read finds. */
function pressAll(find: () => Promise<readonly Id[]>): ToyCommand {
  let locked: readonly Id[] = [];
  return {
    name: 'press_all',
    realm: 'demo',
    owners: [],
    expand: async () => {
      locked = await find();
      return locked;
    },
    decide: (state) => {
      const [first] = locked;
      return first === undefined
        ? { ok: true, value: { change: {}, answer: { count: 0 } } }
        : press(first, `all ${locked.length}`).decide(state);
    },
  };
}

test('what is to be told outside is written with the batch, or not at all', async () => {
  const user = await world.demoUser();
  const counted = (fails: boolean): ToyCommand => ({
    ...press(user, `key ${fails}`),
    decide: (state) => {
      const pressed = press(user, `key ${fails}`).decide(state);
      const messages = [{ kind: 'counted', ownerId: user, payload: { fails } }];
      if (!pressed.ok) return pressed;
      const { change, answer } = pressed.value;
      // More than the table takes: the batch is rolled back whole.
      return {
        ok: true,
        value: { change: { ...change, messages, counter: { ...change.counter, count: fails ? 9 : 1 } }, answer },
      };
    },
  });
  await pipeline.submit(counted(false));
  await pipeline.submit(counted(true));
  const { rows } = await world.db.owner.query<{ payload: unknown }>('SELECT payload FROM outbox');
  expect(rows.map(({ payload }) => payload)).toEqual([{ fails: false }]);
});

test('owners that a read finds are locked and loaded; one who comes in before the lock is taken in', async () => {
  const users = [await world.demoUser(), await world.demoUser()];
  let reads = 0;
  // The first read finds one of them; from the second on, which is made under the lock, both are there.
  const outcome = await pipeline.submit(pressAll(async () => users.slice(0, ++reads === 1 ? 1 : 2)));
  expect(said(outcome)).toBe(1);
  expect(pipeline.health().retries).toBe(1);
  expect(reads).toBe(4);
});

test('commands whose owners are too many for one batch are tried in halves; ten thousand of one command have a batch to themselves', async () => {
  const some = (from: number, count: number): Id[] => Array.from({ length: count }, (_, at) => BigInt(from + at));
  const half = OWNERS_LIMIT / 2 + 1;
  const both = await Promise.all(
    [0, 1].map((n) => pipeline.submit({ ...pressAll(async () => some(1_000 * n, half)), decide: nothing })),
  );
  expect(both.map(({ ok }) => ok)).toEqual([true, true]);
  const alone = await pipeline.submit({ ...pressAll(async () => some(0, 10 * OWNERS_LIMIT)), decide: nothing });
  expect(alone.ok).toBe(true);
});

const nothing: ToyCommand['decide'] = () => ({ ok: true, value: { change: {}, answer: {} } });
