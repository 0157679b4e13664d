// Bad input and bad moments for forex orders: each has a refusal of its own, and changes nothing (rules §6, issue "Bad input").

import type { Id } from '@fairtick/kernel/ids';
import { ACTIVE_ORDER_LIMIT } from '@fairtick/server/domains/forex/rules/state';
import { CATALOGUE } from '@fairtick/server/domains/market/pairs';
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import { accepted, refusalOf } from '../../harness/outcomes.ts';
import { createWorld, type ForexTyped, WEDNESDAY_NOON_MS, type World } from '../../harness/world.ts';

let world: World;
let user: Id;
const BUY: ForexTyped = { pair: 'EURUSD', side: 'buy', lots: '1' };
const SELL: ForexTyped = { ...BUY, side: 'sell' };

const worlds: World[] = [];
async function fresh(options: Parameters<typeof createWorld>[0] = {}): Promise<void> {
  world = await createWorld(options);
  worlds.push(world);
  user = await world.demoUser();
  await world.tick('EURUSD', '1.10000', '1.10010');
}

beforeEach(async () => {
  if (!worlds.at(-1)) await fresh();
  else user = await world.demoUser();
  world.server.market.feed = 'up';
  await world.tick('EURUSD', '1.10000', '1.10010');
});
afterEach(async () => {
  expect(await world.invariants()).toEqual([]);
});
afterAll(async () => {
  for (const one of worlds) await one.close();
});

const journals = async (): Promise<bigint> => {
  const { rows } = await world.db.owner.query<{ n: bigint }>('SELECT count(*) AS n FROM journals');
  return rows[0]?.n ?? -1n;
};

/** The refusal, having seen that neither money nor any order changed. */
async function refused(act: () => ReturnType<World['forexSubmit']>): Promise<string> {
  const before = [await journals(), await world.balance(user, 'forex'), await world.house('trading')];
  const said = await refusalOf(act());
  expect([await journals(), await world.balance(user, 'forex'), await world.house('trading')]).toEqual(before);
  return said;
}
const submit = (change: Partial<ForexTyped>, base = BUY): Promise<string> =>
  refused(() => world.forexSubmit(user, { ...base, ...change }));

const NOT_NUMBERS = [
  'NaN',
  'Infinity',
  '1e3',
  '0x10',
  'abc',
  '1,5',
  ' 1',
  '1 ',
  '--1',
  '1.',
  '.5',
  '١',
  '1_000',
  '½',
  'null',
];

describe('a number as typed', () => {
  test('lots', async () => {
    expect(await submit({ lots: '' })).toBe('VALUE_MISSING cont');
    for (const typed of NOT_NUMBERS)
      expect(`${typed} ${await submit({ lots: typed })}`).toBe(`${typed} VALUE_NOT_A_NUMBER cont`);
    expect(await submit({ lots: '-1' })).toBe('VALUE_NEGATIVE cont');
    expect(await submit({ lots: '-0' })).toBe('VALUE_ZERO cont');
    expect(await submit({ lots: '0.000' })).toBe('VALUE_ZERO cont');
    expect(await submit({ lots: '1.000000001' })).toBe('VALUE_TOO_PRECISE cont');
    expect(await submit({ lots: '1000000000000000' })).toBe('VALUE_TOO_LARGE cont');
    expect(await submit({ lots: '9'.repeat(64) })).toMatch(/^VALUE_(TOO_LARGE|NOT_A_NUMBER) cont$/);
    expect(await submit({ lots: '0.009' })).toBe('QUANTITY_BELOW_MIN');
    expect(await submit({ lots: '1.005' })).toBe('QUANTITY_STEP');
    expect(await submit({ lots: '50.01' })).toBe('QUANTITY_ABOVE_MAX');
    expect(await submit({ lots: '999999999999999' })).toBe('QUANTITY_ABOVE_MAX');
  });

  test('multiple', async () => {
    expect(await submit({ multiple: '' })).toBe('VALUE_MISSING multiple');
    for (const typed of NOT_NUMBERS) expect(await submit({ multiple: typed })).toBe('VALUE_NOT_A_NUMBER multiple');
    expect(await submit({ multiple: '-100' })).toBe('VALUE_NEGATIVE multiple');
    expect(await submit({ multiple: '0' })).toBe('VALUE_ZERO multiple');
    expect(await submit({ multiple: '100.5' })).toBe('VALUE_TOO_PRECISE multiple');
    expect(await submit({ multiple: '9999999999999999' })).toBe('VALUE_TOO_LARGE multiple');
    for (const other of ['1', '99', '101', '201', '400'])
      expect(await submit({ multiple: other })).toBe('MULTIPLE_NOT_OFFERED');
  });

  test('target, stop-loss and take-profit', async () => {
    for (const [field, named] of [
      ['target', 'target_price'],
      ['stopLoss', 'stop_loss_price'],
      ['takeProfit', 'target_profit_price'],
    ] as const) {
      for (const typed of NOT_NUMBERS) expect(await submit({ [field]: typed })).toBe(`VALUE_NOT_A_NUMBER ${named}`);
      expect(await submit({ [field]: '-1.1' })).toBe(`VALUE_NEGATIVE ${named}`);
      expect(await submit({ [field]: '1.123456' })).toBe(`VALUE_TOO_PRECISE ${named}`);
      expect(await submit({ [field]: '1000000000000000' })).toBe(`VALUE_TOO_LARGE ${named}`);
    }
    expect(await submit({ target: '' })).toBe('VALUE_MISSING target_price');
    expect(await submit({ target: '0' })).toBe('VALUE_ZERO target_price');
  });

  test('a price that no engine could hold is too large, on every side that would accept it', async () => {
    for (const high of ['90071993', '100000000', '999999999999999']) {
      expect(await submit({ stopLoss: high }, SELL)).toBe('VALUE_TOO_LARGE stop_loss_price');
      expect(await submit({ takeProfit: high }, BUY)).toBe('VALUE_TOO_LARGE target_profit_price');
      expect(await submit({ target: high, lots: '0.01' }, BUY)).toBe('VALUE_TOO_LARGE target_price');
    }
    const open = await accepted(world.forexSubmit(user, SELL));
    expect(await refused(() => world.forexStops(user, open.Id, '90071993', '0'))).toBe(
      'VALUE_TOO_LARGE stop_loss_price',
    );
    expect(await accepted(world.forexStops(user, open.Id, '9999999', '0'))).toMatchObject({
      TargetLossPrice: '9999999.00000',
    });
    await world.settledTick('EURUSD', '1.10000', '1.10010');
    expect(world.server.trading.health().state).toBe('running');
    await accepted(world.forexClose(user, open.Id));
  });
});

describe('the side of stops', () => {
  test('a buy: stop-loss below and take-profit above the bid, not at it', async () => {
    for (const at of ['1.10000', '1.10005', '1.2']) expect(await submit({ stopLoss: at })).toBe('STOP_LOSS_SIDE');
    for (const at of ['1.10000', '1.09999', '0.5']) expect(await submit({ takeProfit: at })).toBe('TAKE_PROFIT_SIDE');
    await accepted(world.forexSubmit(user, { ...BUY, stopLoss: '1.09999', takeProfit: '1.10001' }));
  });

  test('a sell: stop-loss above and take-profit below the ask, not at it', async () => {
    for (const at of ['1.10010', '1.10005', '0.9']) expect(await submit({ stopLoss: at }, SELL)).toBe('STOP_LOSS_SIDE');
    for (const at of ['1.10010', '1.10011', '2'])
      expect(await submit({ takeProfit: at }, SELL)).toBe('TAKE_PROFIT_SIDE');
    await accepted(world.forexSubmit(user, { ...SELL, stopLoss: '1.10011', takeProfit: '1.10009' }));
  });

  test('a pending order: by its target, not by the market', async () => {
    const low = { ...BUY, target: '1.05' };
    expect(await submit({ stopLoss: '1.05' }, low)).toBe('STOP_LOSS_SIDE');
    expect(await submit({ stopLoss: '1.06' }, low)).toBe('STOP_LOSS_SIDE');
    expect(await submit({ takeProfit: '1.05' }, low)).toBe('TAKE_PROFIT_SIDE');
    await accepted(world.forexSubmit(user, { ...low, stopLoss: '1.04999', takeProfit: '1.05001' }));
    const high = { ...SELL, target: '1.15' };
    expect(await submit({ stopLoss: '1.15' }, high)).toBe('STOP_LOSS_SIDE');
    expect(await submit({ takeProfit: '1.15001' }, high)).toBe('TAKE_PROFIT_SIDE');
    await accepted(world.forexSubmit(user, { ...high, stopLoss: '1.15001', takeProfit: '1.14999' }));
  });

  test('changing them: the same rules, by the market of now', async () => {
    const open = await accepted(world.forexSubmit(user, BUY));
    const stops = (loss: string, profit: string): Promise<string> =>
      refused(() => world.forexStops(user, open.Id, loss, profit));
    expect(await stops('1.10000', '0')).toBe('STOP_LOSS_SIDE');
    expect(await stops('0', '1.10000')).toBe('TAKE_PROFIT_SIDE');
    expect(await stops('x', '0')).toBe('VALUE_NOT_A_NUMBER stop_loss_price');
    expect(await stops('0', '-1')).toBe('VALUE_NEGATIVE target_profit_price');
    expect(await stops('1.000001', '0')).toBe('VALUE_TOO_PRECISE stop_loss_price');
    await world.settledTick('EURUSD', '1.20000', '1.20010');
    await accepted(world.forexStops(user, open.Id, '1.19999', '1.20001'));
    const cleared = await accepted(world.forexStops(user, open.Id, '', ''));
    expect(cleared).toMatchObject({ TargetLossPrice: '0', TargetProfitPrice: '0' });
    await world.settledTick('EURUSD', '1.10000', '1.10010');
    // One that is not sent stays, and is not judged by the market of now.
    await accepted(world.forexStops(user, open.Id, '1.05', '1.15'));
    expect(await accepted(world.forexStops(user, open.Id, undefined, '1.16'))).toMatchObject({
      TargetLossPrice: '1.05000',
      TargetProfitPrice: '1.16000',
    });
    expect(await accepted(world.forexStops(user, open.Id, '0', undefined))).toMatchObject({
      TargetLossPrice: '0',
      TargetProfitPrice: '1.16000',
    });
    const pending = await accepted(world.forexSubmit(user, { ...SELL, target: '1.2' }));
    expect(await refused(() => world.forexStops(user, pending.Id, '1.2', '0'))).toBe('STOP_LOSS_SIDE');
    await accepted(world.forexStops(user, pending.Id, '1.20001', '1.15'));
  });

  test('a target at the market is reached already; a tick beside it is a limit or a stop', async () => {
    expect(await submit({ target: '1.10010' })).toBe('TARGET_REACHED');
    expect(await submit({ target: '1.10000' }, SELL)).toBe('TARGET_REACHED');
    const kinds: readonly [ForexTyped, string, string][] = [
      [BUY, '1.10009', 'limit'],
      [BUY, '1.10011', 'stop'],
      [SELL, '1.10001', 'limit'],
      [SELL, '1.09999', 'stop'],
    ];
    for (const [base, target, kind] of kinds) {
      const order = await accepted(world.forexSubmit(user, { ...base, target }));
      expect((await world.forexOrder(user, order.Id)).target?.kind).toBe(kind);
    }
  });
});

describe('a greatest deviation', () => {
  const bound = (expected: string, deviation: string) => ({ expected, deviation });

  test('a fill that is worse by more is refused, at the bound and better it is taken', async () => {
    expect(await submit(bound('1.10008', '0.1'))).toBe('PRICE_MOVED');
    expect(await submit(bound('1.09999', '1'))).toBe('PRICE_MOVED');
    expect(await submit(bound('1.10002', '0.1'), SELL)).toBe('PRICE_MOVED');
    await accepted(world.forexSubmit(user, { ...BUY, ...bound('1.10008', '0.2') }));
    await accepted(world.forexSubmit(user, { ...BUY, ...bound('1.10010', '0') }));
    await accepted(world.forexSubmit(user, { ...BUY, ...bound('1.20000', '0') }));
    await accepted(world.forexSubmit(user, { ...SELL, ...bound('1.10002', '0.2') }));
    await accepted(world.forexSubmit(user, { ...BUY, ...bound('', '') }));
  });

  test('both or none, as numbers, and only of a market order', async () => {
    expect(await submit({ expected: '1.1' })).toBe('VALUE_MISSING max_deviation');
    expect(await submit({ deviation: '1' })).toBe('VALUE_MISSING expected_price');
    expect(await submit(bound('0', '1'))).toBe('VALUE_ZERO expected_price');
    expect(await submit(bound('1.100001', '1'))).toBe('VALUE_TOO_PRECISE expected_price');
    expect(await submit(bound('1.1', '0.15'))).toBe('VALUE_TOO_PRECISE max_deviation');
    expect(await submit(bound('1.1', '-1'))).toBe('VALUE_NEGATIVE max_deviation');
    for (const typed of NOT_NUMBERS) expect(await submit(bound('1.1', typed))).toBe('VALUE_NOT_A_NUMBER max_deviation');
    expect(await submit({ ...bound('1.1', '1'), target: '1.05' })).toBe('INPUT_INVALID max_deviation');
  });
});

describe('the market', () => {
  test('an unknown pair', async () => {
    expect(await submit({ pair: 'NOWHERE' })).toBe('PAIR_UNKNOWN');
  });

  test('a pair without a quote yet, and one whose rate has none', async () => {
    expect(await submit({ pair: 'GBPUSD' })).toBe('QUOTE_STALE');
    await world.tick('EURGBP', '0.85000', '0.85010');
    expect(await submit({ pair: 'EURGBP' })).toBe('RATE_MISSING');
  });

  test('a rate that is 15 s old while its own market is open opens nothing, and closes what is open', async () => {
    const cross: Partial<ForexTyped> = { pair: 'EURGBP' };
    await world.settledTick('EURGBP', '0.85000', '0.85010');
    await world.settledTick('GBPUSD', '1.30000', '1.30010');
    const open = await accepted(world.forexSubmit(user, { ...BUY, ...cross }));
    world.clock.advance(14_999);
    await world.settledTick('EURGBP', '0.85000', '0.85010');
    await accepted(world.forexSubmit(user, { ...BUY, ...cross }));
    world.clock.advance(1);
    expect(await submit(cross)).toBe('RATE_MISSING');
    expect(await submit({ ...cross, target: '0.8' })).toBe('RATE_MISSING');
    await accepted(world.forexClose(user, open.Id));
    await world.settledTick('GBPUSD', '1.30000', '1.30010');
    await accepted(world.forexSubmit(user, { ...BUY, ...cross }));
  });

  test('stale from 15 s after the last tick on: no order, no close, no change of stops; cancelling stays possible', async () => {
    const open = await accepted(world.forexSubmit(user, BUY));
    const pending = await accepted(world.forexSubmit(user, { ...BUY, target: '1.05' }));
    world.clock.advance(14_999);
    await accepted(world.forexSubmit(user, BUY));
    world.clock.advance(1);
    expect(await submit({})).toBe('QUOTE_STALE');
    expect(await refused(() => world.forexClose(user, open.Id))).toBe('QUOTE_STALE');
    expect(await refused(() => world.forexStops(user, open.Id, '1', '0'))).toBe('QUOTE_STALE');
    expect(await accepted(world.forexCloseAll(user))).toMatchObject({ closed: [] });
    await accepted(world.forexCancel(user, pending.Id));
    await world.tick('EURUSD', '1.10000', '1.10010');
    await accepted(world.forexClose(user, open.Id));
  });

  test('the feed down', async () => {
    const open = await accepted(world.forexSubmit(user, BUY));
    world.server.market.feed = 'down';
    expect(await submit({})).toBe('FEED_DOWN');
    expect(await refused(() => world.forexClose(user, open.Id))).toBe('FEED_DOWN');
    expect(await accepted(world.forexCloseAll(user))).toEqual({ closed: [], left: [open.Id], receipts: {} });
  });

  test('switched off, and out of hours', async () => {
    const open = await accepted(world.forexSubmit(user, BUY));
    world.setPair('EURUSD', { enabled: false });
    expect(await submit({})).toBe('MARKET_CLOSED');
    expect(await refused(() => world.forexClose(user, open.Id))).toBe('MARKET_CLOSED');
    world.setPair('EURUSD', { enabled: true });
    await accepted(world.forexClose(user, open.Id));
  });

  test('out of hours: a Friday evening in New York', async () => {
    await fresh();
    world.clock.jump(Date.UTC(2024, 4, 17, 20, 59, 59) - WEDNESDAY_NOON_MS);
    await world.tick('EURUSD', '1.10000', '1.10010');
    await accepted(world.forexSubmit(user, BUY));
    world.clock.advance(1_000);
    expect(await submit({})).toBe('MARKET_CLOSED');
    expect(await submit({ target: '1.05' })).toBe('MARKET_CLOSED');
  });
});

describe('leverage and money', () => {
  test('a pair without leverage takes no order; a fixed margin needs none', async () => {
    await fresh({
      pairs: CATALOGUE.map((pair) => {
        if (pair.code === 'EURUSD') return { ...pair, multiples: [] };
        return pair.code === 'XAUUSD' ? { ...pair, marginMode: 1, multiples: [] } : pair;
      }),
    });
    expect(await submit({})).toBe('NO_LEVERAGE');
    await world.tick('XAUUSD', '2300.000', '2300.500');
    const gold = await accepted(world.forexSubmit(user, { ...BUY, pair: 'XAUUSD', lots: '0.5', multiple: 'anything' }));
    expect(gold).toMatchObject({ CautionMoney: '50.00', Multiple: 0 });
  });

  test('margin and fee must be free, to the last step', async () => {
    await fresh();
    // 45 lots at 1.10010: margin 49,504.50 and fee 148.5135 at multiple 100; two of them do not fit in 100,000.
    await accepted(world.forexSubmit(user, { ...BUY, lots: '45' }));
    expect((await world.balance(user, 'forex')).available).toBe('50346.9865');
    // The spread's floating loss of 450 counts: 49,896.9865 are free. 45.22 lots need 49,895.75.
    expect(await submit({ lots: '45.23' })).toBe('MARGIN_INSUFFICIENT');
    await accepted(world.forexSubmit(user, { ...BUY, lots: '45.22', target: '1.10009' }));
    expect(await submit({ lots: '0.01' })).toBe('MARGIN_INSUFFICIENT');
  });

  test('a floating gain does not add to what is free', async () => {
    const open = await accepted(world.forexSubmit(user, { ...BUY, lots: '45' }));
    await world.settledTick('EURUSD', '1.20000', '1.20010');
    expect(await submit({ lots: '50', multiple: '100' })).toBe('MARGIN_INSUFFICIENT');
    await accepted(world.forexClose(user, open.Id));
    await accepted(world.forexSubmit(user, { ...BUY, lots: '50' }));
  });

  test('too many active orders', async () => {
    await fresh();
    const small = { ...BUY, lots: '0.01' };
    const all = await Promise.all(Array.from({ length: ACTIVE_ORDER_LIMIT }, () => world.forexSubmit(user, small)));
    expect(all.every((one) => one.ok)).toBe(true);
    expect(await submit({ lots: '0.01' })).toBe('TOO_MANY_ORDERS');
    expect(await submit({ lots: '0.01', target: '1.05' })).toBe('TOO_MANY_ORDERS');
  });
});

describe('whose order, in which state', () => {
  test('unknown and another user’s are answered alike', async () => {
    const order = await accepted(world.forexSubmit(user, BUY));
    const stranger = await world.demoUser();
    for (const id of [order.Id, '1', '9223372036854775807']) {
      expect(await refusalOf(world.forexClose(stranger, id))).toBe('ORDER_NOT_FOUND');
      expect(await refusalOf(world.forexCancel(stranger, id))).toBe('ORDER_NOT_FOUND');
      expect(await refusalOf(world.forexStops(stranger, id, '1', '0'))).toBe('ORDER_NOT_FOUND');
    }
    expect((await world.forexOrder(user, order.Id)).status).toBe('open');
  });

  test('a closed and a cancelled order take nothing more', async () => {
    const closed = await accepted(world.forexSubmit(user, BUY));
    await accepted(world.forexClose(user, closed.Id));
    const cancelled = await accepted(world.forexSubmit(user, { ...BUY, target: '1.05' }));
    await accepted(world.forexCancel(user, cancelled.Id));
    for (const id of [closed.Id, cancelled.Id]) {
      expect(await refused(() => world.forexClose(user, id))).toBe('ORDER_CLOSED');
      expect(await refused(() => world.forexCancel(user, id))).toBe('ORDER_CLOSED');
      expect(await refused(() => world.forexStops(user, id, '1', '0'))).toBe('ORDER_CLOSED');
    }
  });

  test('pending is not open, open is not pending', async () => {
    const open = await accepted(world.forexSubmit(user, BUY));
    const pending = await accepted(world.forexSubmit(user, { ...BUY, target: '1.05' }));
    expect(await refused(() => world.forexCancel(user, open.Id))).toBe('ORDER_NOT_PENDING');
    expect(await refused(() => world.forexClose(user, pending.Id))).toBe('ORDER_NOT_OPEN');
  });

  test('of fifty closes at once one closes', async () => {
    const order = await accepted(world.forexSubmit(user, BUY));
    const said = await Promise.all(Array.from({ length: 50 }, () => refusalOf(world.forexClose(user, order.Id))));
    expect(said.filter((one) => one === 'accepted')).toHaveLength(1);
    expect(said.filter((one) => one === 'ORDER_CLOSED')).toHaveLength(49);
  });
});
