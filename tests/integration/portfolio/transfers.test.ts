// Money between a user's three accounts (money-staff §9): what may leave, in which order, once, and what trading learns of it.

import type { Id } from '@fairtick/kernel/ids';
import { ok } from '@fairtick/kernel/result';
import { STANDING_LOOKS_AT, type StandingChange } from '@fairtick/server/domains/accounts/index';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Money, moneyOn, type TransferTyped } from '../../harness/money.ts';
import { accepted, refusalOf } from '../../harness/outcomes.ts';
import { createWorld, type World } from '../../harness/world.ts';

const [CHANGE, FOREX, MICRO] = ['1', '2', '3'] as const;
const BUY = { pair: 'EURUSD', side: 'buy', lots: '1' } as const;
/** All of 10,000 but 2,103.5006: a lot at 1.10020 takes 1,100.20 of margin and a fee of 3.3006. */
const BUT_ONE_LOT = '7896.4994';

let world: World;
let user: Id;
let money: Money;

beforeEach(async () => {
  world = await createWorld();
  user = await world.realUser(10_000);
  money = moneyOn(world);
  await world.tick('EURUSD', '1.10010', '1.10020');
});
afterEach(async () => {
  expect(await world.invariants()).toEqual([]);
  await world.close();
});

const out = (balance: string, more: Partial<TransferTyped> = {}) =>
  money.transfer(user, { balance, from: FOREX, to: CHANGE, ...more });
const bid = (price: string) => world.settledTick('EURUSD', price, (Number(price) + 0.0001).toFixed(5));
const calls = (): string[] =>
  world.committed.flatMap(({ notices }) => notices.map(({ kind, params }) => `${kind} ${params.level ?? ''}`.trim()));

/** A position of one lot, and 1,000 available. */
async function oneLot(): Promise<string> {
  await accepted(out(BUT_ONE_LOT));
  return (await accepted(world.forexSubmit(user, BUY))).Id;
}

/** Runs `meanwhile` while every decision about this user must wait. */
async function heldUp(meanwhile: () => Promise<void>): Promise<void> {
  const client = await world.db.owner.connect();
  try {
    await client.query('BEGIN');
    await client.query('SELECT 1 FROM owners WHERE id = $1 FOR UPDATE', [user]);
    await meanwhile();
    await client.query('COMMIT');
  } finally {
    client.release();
  }
}

describe('what is moved', () => {
  test('leaves one account and is in the other, to six places; both balances are told', async () => {
    const before = world.committed.length;
    await accepted(money.transfer(user, { balance: '600.123456', from: CHANGE, to: MICRO }));
    expect(await world.balance(user, 'change')).toEqual({ available: '9399.876544', locked: '0' });
    expect(await world.balance(user, 'micro')).toEqual({ available: '10600.123456', locked: '0' });
    expect(await world.balance(user, 'forex')).toEqual({ available: '10000', locked: '0' });
    const told = world.committed.slice(before).flatMap(({ ledger }) => ledger);
    expect(told).toMatchObject([{ id: user, changed: [{ kind: 'change' }, { kind: 'micro' }] }]);
    expect(told[0]?.accounts).toHaveLength(3);
  });

  test('all of it may be moved, and not the smallest part more', async () => {
    await accepted(money.transfer(user, { balance: '10000', from: CHANGE, to: FOREX }));
    expect(await money.transfer(user, { balance: '0.000001', from: CHANGE, to: FOREX })).toMatchObject({
      error: { error: 'MARGIN_INSUFFICIENT', params: { needed: '0.000001', free: '0.00' } },
    });
  });

  const REFUSED: readonly [string, Partial<TransferTyped>][] = [
    ['VALUE_NEGATIVE balance', { balance: '-1' }],
    ['VALUE_ZERO balance', { balance: '0' }],
    ['VALUE_ZERO balance', { balance: '0.000000' }],
    ['VALUE_MISSING balance', { balance: '' }],
    ['VALUE_NOT_A_NUMBER balance', { balance: '1e3' }],
    ['VALUE_NOT_A_NUMBER balance', { balance: '1,000' }],
    ['VALUE_TOO_PRECISE balance', { balance: '0.0000001' }],
    ['VALUE_TOO_LARGE balance', { balance: '9999999999999999' }],
    ['SAME_ACCOUNT', { from: CHANGE, to: CHANGE }],
    ['ACCOUNT_UNKNOWN', { to: '4' }],
    ['ACCOUNT_UNKNOWN', { from: '4' }],
    ['ACCOUNT_UNKNOWN', { from: '0', to: '0' }],
    ['ACCOUNT_UNKNOWN', { from: '' }],
    ['CURRENCY_UNKNOWN', { currency: '2' }],
    ['CURRENCY_UNKNOWN', { currency: '' }],
  ];

  test('what is typed wrong is refused by a code of its own and moves nothing', async () => {
    for (const [refusal, typed] of REFUSED) expect([typed, await refusalOf(out('1', typed))]).toEqual([typed, refusal]);
    expect(world.committed.flatMap(({ ledger }) => ledger)).toEqual([]);
  });

  test('what options hold does not leave their account', async () => {
    await world.tick('BTCUSD', '60000.00', '60010.00');
    await accepted(world.microSubmit(user, { pair: 'BTCUSD', direction: 'up', stake: '100', seconds: '300' }));
    const all = (balance: string) => money.transfer(user, { balance, from: MICRO, to: CHANGE });
    expect(await all('9900.01')).toMatchObject({ error: { params: { needed: '9900.01', free: '9900.00' } } });
    await accepted(all('9900'));
  });

  test('a lock of withdrawals holds it in its account, whichever that is, with the reason; a lock of orders does not', async () => {
    const lock = (which: 'withdrawals' | 'orders'): Promise<unknown> => {
      const freezes = { [which]: { reason: 'a stolen card', time: 1, by: '1', until: null } };
      const set: StandingChange['set'] = { freezes };
      return accepted(
        world.server.pipeline.submit({
          ...{ name: 'lock', realm: 'live', owners: [user], actor: { kind: 'user', id: user } },
          looksAt: STANDING_LOOKS_AT,
          decide: () => ok({ change: { accounts: { standing: [{ userId: user, set }] } }, answer: {} }),
        }),
      );
    };
    await lock('orders');
    await accepted(out('1'));
    await lock('withdrawals');
    for (const from of [CHANGE, FOREX, MICRO])
      expect(await money.transfer(user, { balance: '1', from, to: from === CHANGE ? FOREX : CHANGE })).toMatchObject({
        error: { error: 'FROZEN', params: { reason: 'a stolen card' } },
      });
  });
});

describe('out of a forex account with a position', () => {
  test('a floating loss stays, and whoever takes the rest is told of the margin call at 100', async () => {
    await oneLot();
    await bid('1.09769');
    // 1,000 less 251 lost.
    expect(await out('749.01')).toMatchObject({
      error: { error: 'MARGIN_INSUFFICIENT', params: { needed: '749.01', free: '749.00' } },
    });
    expect(calls()).toEqual([]);
    expect(await money.forexDetail(user)).toEqual({
      balance: '1000.00',
      lockBalance: '1100.20',
      freeMargin: '749.00',
      usedMargin: '1100.20',
      netValue: '1849.20',
    });
    await accepted(out('749'));
    await world.settle();
    expect(calls()).toEqual(['margin_call 100.00']);
    expect(await refusalOf(out('0.01'))).toBe('MARGIN_INSUFFICIENT');
  });

  test('a floating gain is not moved, and trading reckons with the balance that is there now: both ways, to the tick', async () => {
    await oneLot();
    await bid('1.11020');
    expect(await out('1000.01')).toMatchObject({ error: { params: { free: '1000.00' } } });
    await accepted(out('1000'));
    // 1,100.20 locked, and stopped out at a net value of 550.10: a loss of 550.10, so at 1.10020 - 0.00551.
    await bid('1.09470');
    expect(calls()).toEqual(['margin_call 50.01']);
    await accepted(money.transfer(user, { balance: '100', from: CHANGE, to: FOREX }));
    await bid('1.09370');
    expect(calls()).toEqual(['margin_call 50.01']);
    await bid('1.09369');
    expect(calls()).toEqual(['margin_call 50.01', 'stop_out']);
  });

  test('while its pair is closed a margin level of 150 stays; on an open market it may fall further', async () => {
    await oneLot();
    world.clock.advance(20_000);
    // Stale: 2,090.20 of net value less 1.5 x 1,100.20.
    expect(await out('500')).toMatchObject({ error: { error: 'MARGIN_INSUFFICIENT', params: { free: '439.90' } } });
    await accepted(out('439.9'));
    expect(await refusalOf(out('0.000001'))).toBe('MARGIN_INSUFFICIENT');
    await bid('1.10010');
    await accepted(out('500'));
  });

  test('nothing leaves while nobody knows what ticks have set off; a gain of nothing without orders does', async () => {
    const id = await oneLot();
    world.server.market.feed = 'down';
    expect(await refusalOf(out('1'))).toBe('FEED_DOWN');
    expect(await refusalOf(money.transfer(user, { balance: '1', from: CHANGE, to: FOREX }))).toBe('accepted');
    world.server.market.feed = 'up';
    await accepted(world.forexClose(user, id));
    world.server.market.feed = 'down';
    await accepted(out('1'));
  });
});

describe('what a tick has set off comes before a transfer that was asked for earlier and is decided later', () => {
  async function asked(balance: string, ...bids: readonly string[]): Promise<string> {
    let answer: ReturnType<typeof out> | undefined;
    await heldUp(async () => {
      answer = out(balance);
      for (const price of bids) await world.tick('EURUSD', price, (Number(price) + 0.0001).toFixed(5));
    });
    const refusal = answer ? await refusalOf(answer) : 'not asked';
    await world.settle();
    return refusal;
  }

  test('a pending order that is being filled', async () => {
    await accepted(world.forexSubmit(user, { ...BUY, target: '1.09800' }));
    expect(await asked('1000', '1.09780', '1.09900')).toBe('ORDER_BEING_FILLED');
    expect(await refusalOf(out('1000'))).toBe('accepted');
  });

  test('a stop-loss', async () => {
    const { Id } = await accepted(world.forexSubmit(user, { ...BUY, stopLoss: '1.09500' }));
    expect(await asked('1000', '1.09400', '1.10010')).toBe('ORDER_BEING_FILLED');
    expect((await world.forexOrder(user, Id)).status).toBe('closed');
  });

  test('their own stop-out, though the price has come back', async () => {
    const id = await oneLot();
    // 2,100.20 less 1,620 is below half of 1,100.20; at 1.10010 nearly all is there again.
    expect(await asked('900', '1.08400', '1.10010')).toBe('ORDER_BEING_FILLED');
    expect(await world.forexOrder(user, id)).toMatchObject({ status: 'closed', close: { reason: 'stop_out' } });
    expect(await refusalOf(out('900'))).toBe('MARGIN_INSUFFICIENT');
  });

  test('their own stop-out, which money that comes in does not overtake', async () => {
    const id = await oneLot();
    let answer: ReturnType<typeof out> | undefined;
    await heldUp(async () => {
      answer = money.transfer(user, { balance: '5', from: CHANGE, to: FOREX });
      await world.tick('EURUSD', '1.08400', '1.08410');
    });
    expect(answer && (await refusalOf(answer))).toBe('ORDER_BEING_FILLED');
    await world.settle();
    expect(await world.forexOrder(user, id)).toMatchObject({ status: 'closed', close: { reason: 'stop_out' } });
    expect(await refusalOf(money.transfer(user, { balance: '5', from: CHANGE, to: FOREX }))).toBe('accepted');
  });

  test('money that comes in waits for no order', async () => {
    await accepted(world.forexSubmit(user, { ...BUY, target: '1.09800' }));
    let answer: ReturnType<typeof out> | undefined;
    await heldUp(async () => {
      answer = money.transfer(user, { balance: '5', from: CHANGE, to: FOREX });
      await world.tick('EURUSD', '1.09780', '1.09790');
    });
    expect(answer && (await refusalOf(answer))).toBe('accepted');
    await world.settle();
  });
});

describe('sent many times, to two servers', () => {
  test('one key moves once, and answers the same to everybody', async () => {
    const other = await world.another();
    const ways = [money, moneyOn(world, () => other)];
    const sent = Array.from({ length: 50 }, (_, n) =>
      ways[n % 2]?.transfer(user, { balance: '10', from: CHANGE, to: FOREX, key: 'one key for all' }),
    );
    for (const answer of await Promise.all(sent)) expect(answer).toEqual({ ok: true, value: {} });
    await other.stop();
    expect(await world.balance(user, 'change')).toEqual({ available: '9990', locked: '0' });
    expect((await money.transferLog(user)).total).toBe(1);
  });

  test('fifty keys with money for ten move ten times', async () => {
    const other = await world.another();
    const ways = [money, moneyOn(world, () => other)];
    const sent = Array.from({ length: 50 }, (_, n) =>
      ways[n % 2]?.transfer(user, { balance: '1000', from: CHANGE, to: MICRO }),
    );
    const answers = await Promise.all(sent);
    expect(answers.filter((answer) => answer?.ok)).toHaveLength(10);
    await other.stop();
    expect(await world.balance(user, 'change')).toEqual({ available: '0', locked: '0' });
    expect(await world.balance(user, 'micro')).toEqual({ available: '20000', locked: '0' });
  });
});

test('the log of transfers has them all, the newest first, twenty a page', async () => {
  for (let n = 1; n <= 22; n += 1)
    await accepted(money.transfer(user, { balance: String(n), from: n % 2 ? CHANGE : FOREX, to: MICRO }));
  const first = await money.transferLog(user);
  expect(first.total).toBe(22);
  expect(first.data).toHaveLength(20);
  expect(first.data[0]).toMatchObject({ balance: '22.00', from: 2, to: 3, created_at: world.clock.now() });
  const last = await money.transferLog(user, 2);
  expect(last).toMatchObject({
    total: 22,
    data: [
      { balance: '2.00', from: 2 },
      { balance: '1.00', from: 1 },
    ],
  });
  expect(await money.transferLog(user, 3)).toEqual({ data: [], total: 22 });
  const [ofForex, ofMicro] = [await money.transferLog(user, 1, 2), await money.transferLog(user, 2, 3)];
  expect([ofForex.total, ...ofForex.data.map(({ from }) => from)]).toEqual([11, ...Array(11).fill(2)]);
  expect([ofMicro.total, ofMicro.data.length]).toEqual([22, 2]);
  const stranger = await world.realUser(1);
  expect(await money.transferLog(stranger)).toEqual({ data: [], total: 0 });
});
