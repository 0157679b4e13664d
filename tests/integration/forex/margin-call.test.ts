// The warning at a margin level of 100 %: once a fall, also over a restart, and only to whom it still concerns (rules §6).

import type { Id } from '@fairtick/kernel/ids';
import { tellAll } from '@fairtick/server/domains/domain-part';
import type { Committed } from '@fairtick/server/domains/parts';
import type { UserSocket } from '@fairtick/server/edge/socket/server';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { accepted } from '../../harness/outcomes.ts';
import { createWorld, type World } from '../../harness/world.ts';

let world: World;
let user: Id;

beforeEach(async () => {
  world = await createWorld();
  user = await world.demoUser();
  await world.tick('EURUSD', '1.10000', '1.10010');
  // Margin 49,504.50, fee 148.5135: net value 99,851.4865 - 45 at a bid of 1.10009. The level is 100 at a loss of 50,346.9865.
  await accepted(world.forexSubmit(user, { pair: 'EURUSD', side: 'buy', lots: '45' }));
});
afterEach(async () => {
  expect(await world.invariants()).toEqual([]);
  await world.close();
});

const notices = (): string[] =>
  world.committed.flatMap((committed) =>
    committed.notices.map(({ kind, params }) => (kind === 'margin_call' ? `call ${params.level}` : kind)),
  );
const bid = async (price: string): Promise<void> => {
  await world.settledTick('EURUSD', price, (Number(price) + 0.0001).toFixed(5));
};

test('told at 100 %, not a tick before, and not again before it was above 110', async () => {
  await bid('1.08892');
  expect(notices()).toEqual([]);
  // 4,500,000 x 0.01119 = 50,355 lost: 49,496.4865 of 49,504.50.
  await bid('1.08891');
  expect(notices()).toEqual(['call 99.98']);
  for (const price of ['1.08800', '1.08500', '1.08890']) await bid(price);
  expect(notices()).toHaveLength(1);
  // Of 54,454.95, which are 110 %: 54,446.49, and then 54,491.49.
  for (const price of ['1.08892', '1.08700', '1.09001', '1.08700']) await bid(price);
  expect(notices()).toHaveLength(1);
  await bid('1.09002');
  await bid('1.08700');
  expect(notices()).toEqual(['call 99.98', 'call 82.62']);
});

test('a restart does not tell it again, and does not miss a fall that nobody had evaluated', async () => {
  await bid('1.08800');
  // The log remembers what was decided with the tick after it.
  await bid('1.08795');
  await world.restart();
  await bid('1.08790');
  expect(notices()).toHaveLength(1);
  await bid('1.09500');
  await world.unseenTick('EURUSD', '1.08800', '1.08810');
  await world.restart();
  await world.settle();
  expect(notices()).toHaveLength(2);
});

test('a price that falls through 100 and 50 at once stops out; who holds nothing any more is not warned', async () => {
  await bid('1.08000');
  expect(notices()).toEqual(['stop_out']);
});

test('whom a stop-out of the same tick leaves between 100 and 50 is warned by what it left', async () => {
  await accepted(world.forexSubmit(user, { pair: 'EURUSD', side: 'buy', lots: '5' }));
  // 5,000,000 x 0.01917 lost: 3,984.985 of 55,005. Without the 45 lots, of 5,500.50.
  await bid('1.08093');
  expect(notices()).toEqual(['stop_out', 'call 72.45']);
});

test('it reaches the socket in the words of the reader, about no single order', () => {
  const sent: unknown[] = [];
  const socket: Pick<UserSocket, 'publishToUser' | 'refreshUser' | 'hears'> = {
    publishToUser: (...all) => void sent.push(all),
    refreshUser: () => {},
    hears: () => true,
  };
  const committed: Committed = {
    forex: [],
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
    notices: [{ userId: user, kind: 'margin_call', orderId: undefined, params: { level: '99.98' } }],
  };
  tellAll({}, committed, socket);
  expect(sent).toEqual([[user, 'NOTICE', { kind: 'margin_call', id: '', params: { level: '99.98' } }]]);
});
