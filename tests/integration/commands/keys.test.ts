// Idempotency where money is: one tap sent many times opens one order, on one server and on two (rules §0.4).

import type { Id } from '@fairtick/kernel/ids';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { accepted, refusalOf } from '../../harness/outcomes.ts';
import { createWorld, type World } from '../../harness/world.ts';

let world: World;
let user: Id;
const BUY = { pair: 'EURUSD', side: 'buy', lots: '1' } as const;

beforeEach(async () => {
  world = await createWorld();
  user = await world.demoUser();
  await world.tick('EURUSD', '1.10000', '1.10010');
});
afterEach(async () => {
  expect(await world.invariants()).toEqual([]);
  await world.close();
});

const orders = async (): Promise<number> =>
  Number((await world.db.owner.query<{ n: bigint }>('SELECT count(*) AS n FROM forex_orders')).rows[0]?.n ?? -1n);

test('fifty times at once and once more after the market moved: one order, one answer', async () => {
  const send = () => accepted(world.forexSubmit(user, { ...BUY, key: 'tap-1' }));
  const first = await Promise.all(Array.from({ length: 50 }, send));
  await world.settledTick('EURUSD', '1.20000', '1.20010');
  const later = await send();
  expect(new Set([...first, later].map((one) => JSON.stringify(one))).size).toBe(1);
  expect(await orders()).toBe(1);
  expect(await refusalOf(world.forexSubmit(user, { ...BUY, lots: '2', key: 'tap-1' }))).toBe('KEY_REUSED');
  expect(await refusalOf(world.forexClose(user, later.Id, 'tap-1'))).toBe('KEY_REUSED');
  expect((await world.forexOrder(user, later.Id)).status).toBe('open');
});

test('a refusal stays one under its key, and another key may try again', async () => {
  expect(await refusalOf(world.forexSubmit(user, { ...BUY, lots: '50', multiple: '10', key: 'tap-2' }))).toBe(
    'MARGIN_INSUFFICIENT',
  );
  world.clock.advance(20_000);
  expect(await refusalOf(world.forexSubmit(user, { ...BUY, lots: '50', multiple: '10', key: 'tap-2' }))).toBe(
    'MARGIN_INSUFFICIENT',
  );
  expect(await refusalOf(world.forexSubmit(user, { ...BUY, key: 'tap-3' }))).toBe('QUOTE_STALE');
  await world.tick('EURUSD', '1.10000', '1.10010');
  expect(await refusalOf(world.forexSubmit(user, { ...BUY, key: 'tap-3' }))).toBe('QUOTE_STALE');
  expect(await refusalOf(world.forexSubmit(user, { ...BUY, key: 'tap-4' }))).toBe('accepted');
});

test('a key of one user means nothing for another', async () => {
  const other = await world.demoUser();
  const [mine, theirs] = [
    await accepted(world.forexSubmit(user, { ...BUY, key: 'same' })),
    await accepted(world.forexSubmit(other, { ...BUY, lots: '2', key: 'same' })),
  ];
  expect(mine.Id).not.toBe(theirs.Id);
});

test('a close sent many times books its result once', async () => {
  const order = await accepted(world.forexSubmit(user, BUY));
  const closes = await Promise.all(
    Array.from({ length: 20 }, () => accepted(world.forexClose(user, order.Id, 'close-1'))),
  );
  expect(new Set(closes.map((one) => one.FactProfits))).toEqual(new Set(['-10.00']));
  expect(await world.balance(user, 'forex')).toEqual({ available: '99986.6997', locked: '0' });
});

test('two servers on one database: the same keys to both at once, each order once, no balance lost', async () => {
  const second = await world.another();
  second.market.take(world.server.market.view().quote(1) ?? (await world.unseenTick('EURUSD', '1.10000', '1.10010')));
  const first = world.server.pipeline;
  // The commands of the routes, sent to either server in turn.
  const submit = first.submit.bind(first);
  let turn = 0;
  first.submit = (command) => {
    turn += 1;
    return turn % 2 === 0 ? submit(command) : second.pipeline.submit(command);
  };
  const sent = await Promise.all(
    Array.from({ length: 60 }, (_, i) => world.forexSubmit(user, { ...BUY, lots: '0.1', key: `both-${i % 20}` })),
  );
  expect(sent.every((one) => one.ok)).toBe(true);
  for (let key = 0; key < 20; key += 1)
    expect(new Set(sent.filter((_, i) => i % 20 === key).map((one) => (one.ok ? one.value.Id : ''))).size).toBe(1);
  expect(await orders()).toBe(20);
  expect((await world.balance(user, 'forex')).locked).toBe('2200.2');
  await second.stop();
});
