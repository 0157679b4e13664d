// The pages of an account: every line once, what they add up to, whose they are, in which words, and by which indexes they are found.

import { LEDGER_TYPES } from '@fairtick/contract/ledger-types';
import { formatUnits, readUnits } from '@fairtick/kernel/decimal';
import type { Id } from '@fairtick/kernel/ids';
import { linesBefore, pageOf, transfersOf } from '@fairtick/server/domains/ledger/pages-table';
import type { Queries } from '@fairtick/server/platform/database/pools';
import { timeTextIn } from '@fairtick/server/platform/time-text';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { fillLedgers, lineId } from '../../benchmarks/ledger-fill.ts';
import { createTestDatabase, type TestDatabase } from '../../harness/database.ts';
import { type Money, moneyOn } from '../../harness/money.ts';
import { accepted } from '../../harness/outcomes.ts';
import { createWorld, type World } from '../../harness/world.ts';

const ACCOUNTS = { change: 1, forex: 2, micro: 3 } as const;
const kinds = ['change', 'forex', 'micro'] as const;

describe('after trading', () => {
  let world: World;
  let money: Money;
  beforeEach(async () => {
    world = await createWorld();
    money = moneyOn(world);
    await world.tick('EURUSD', '1.10000', '1.10010');
  });
  afterEach(async () => {
    expect(await world.invariants()).toEqual([]);
    await world.close();
  });

  /** Every line of an account, by pages and by the line before them: the same. */
  async function linesOf(user: Id, account: number, by = money) {
    const { total } = await by.page(user, account);
    const paged = [];
    for (let page = 1; paged.length < total; page += 1) paged.push(...(await by.page(user, account, page)).list);
    const walked = [];
    for (let before = ''; ; before = walked.at(-1)?.Id ?? '') {
      const { list, more } = await by.ledger(user, { account, before });
      walked.push(...list);
      if (!more) break;
    }
    expect(walked).toEqual(paged);
    expect(new Set(paged.map(({ Id }) => Id)).size).toBe(total);
    return paged;
  }

  async function expectSums(user: Id, by = money): Promise<void> {
    for (const kind of kinds) {
      const lines = await linesOf(user, ACCOUNTS[kind], by);
      const sum = (of: 'Value' | 'LockValue'): string =>
        formatUnits(lines.reduce((all, line) => all + readUnits(line[of]), 0n));
      const seen = { available: sum('Value'), locked: sum('LockValue') };
      expect([kind, seen]).toEqual([kind, await world.balance(user, kind)]);
    }
  }

  /** Every kind of line that trading makes, but for nights. */
  async function trade(user: Id): Promise<void> {
    const buy = { pair: 'EURUSD', side: 'buy', lots: '1' } as const;
    const open = await accepted(world.forexSubmit(user, buy));
    const pending = await accepted(world.forexSubmit(user, { ...buy, target: '1.09' }));
    await accepted(world.forexSubmit(user, { ...buy, lots: '0.37', target: '1.09900', stopLoss: '1.09' }));
    await accepted(world.microSubmit(user, { pair: 'EURUSD', direction: 'up', stake: '100', seconds: '30' }));
    await world.settledTick('EURUSD', '1.09880', '1.09890');
    await accepted(world.forexCancel(user, pending.Id));
    world.clock.advance(31_000);
    await world.settledTick('EURUSD', '1.09891', '1.09901');
    world.clock.advance(5_000);
    await world.settledTick('EURUSD', '1.09892', '1.09902');
    await accepted(world.forexClose(user, open.Id));
  }

  test('the sums of Value and LockValue are what is free and what is held, for each account', async () => {
    const user = await world.realUser(10_000);
    await trade(user);
    await accepted(money.transfer(user, { balance: '0.000001', from: '2', to: '3' }));
    await accepted(money.transfer(user, { balance: '17.5', from: '1', to: '2' }));
    await expectSums(user);
    const types = new Set((await linesOf(user, 2)).map(({ Type }) => Type));
    for (const type of ['forex_open', 'forex_place', 'forex_fill', 'forex_cancel', 'forex_close', 'transfer'] as const)
      expect(types).toContain(LEDGER_TYPES[type]);
    expect(await linesOf(user, 1)).toMatchObject([{ Value: '-17.5', LockValue: '0' }, { Value: '10000' }]);
  });

  test('so they are after a reset of somebody who plays', async () => {
    const player = await world.demoUser();
    const played = moneyOn(world, undefined, { realm: 'demo' });
    await trade(player);
    await accepted(world.reset(player));
    await expectSums(player, played);
  });

  test('nobody reads the lines of another, whatever line they name', async () => {
    const [user, other] = [await world.realUser(500), await world.realUser(700)];
    const [mine] = (await money.page(user, 1)).list;
    expect((await money.page(other, 1)).list).toMatchObject([{ Value: '700' }]);
    expect(await money.ledger(other, { account: 1, before: mine?.Id ?? '' })).toEqual({ list: [], more: false });
    expect(await money.page(999n, 1)).toEqual({ list: [], total: 0 });
  });

  test('of one kind, and of some days: from is in it, to is not', async () => {
    const user = await world.realUser(500);
    const times: number[] = [];
    for (let n = 0; n < 3; n += 1) {
      world.clock.advance(60_000);
      times.push(world.clock.now());
      await accepted(money.transfer(user, { balance: '1', from: '1', to: '2' }));
    }
    const [first = 0, second = 0, third = 0] = times;
    const seen = async (wanted: object) =>
      (await money.ledger(user, { account: 1, ...wanted })).list.map(({ CreatedAt }) => CreatedAt);
    expect(await seen({ type: 120 })).toEqual([third, second, first]);
    expect(await seen({ type: 10 })).toEqual([]);
    expect(await seen({ from: second })).toEqual([third, second]);
    expect(await seen({ from: second, to: third })).toEqual([second]);
    expect(await seen({ type: 120, to: second })).toEqual([first]);
  });

  test("a line is told in English and in the reader's language, and in the zone that its user has chosen", async () => {
    const user = await world.realUser(500);
    await accepted(money.transfer(user, { balance: '1', from: '1', to: '2' }));
    const [line] = (await moneyOn(world, undefined, { lang: 'hk' }).page(user, 1)).list;
    expect(line).toMatchObject({ Type: 120, Memo: 'Transfer between your accounts', MemoTran: '帳戶之間轉帳' });
    expect(line?.CreatedAtTran).toBe(timeTextIn(world.clock.now(), 'hk', undefined));
    await world.db.owner.query(`UPDATE user_standing SET zone = 'Asia/Kathmandu' WHERE user_id = $1`, [user]);
    const [zoned] = (await money.page(user, 1)).list;
    // A quarter to six hours after UTC.
    expect(zoned?.CreatedAtTran).toMatch('17:45:00');
  });
});

describe('among many lines', () => {
  const USER = 2_000_000_000n;
  const LINES = 3_000;
  let db: TestDatabase;
  beforeEach(async () => {
    db = await createTestDatabase();
    const owner = await db.owner.connect();
    try {
      // Among the journals of others, as they lie in earnest.
      await fillLedgers(owner, [
        { id: USER, lines: LINES },
        { id: 3_000_000_000n, lines: 60_000 },
      ]);
    } finally {
      owner.release();
    }
  });
  afterEach(() => db.drop());

  const account = (kind: (typeof kinds)[number]) => ({ ownerId: USER, realm: 'live', kind }) as const;

  /** How the database carries out what `read` asks, as it says itself. */
  async function planOf(read: (on: Queries) => Promise<unknown>): Promise<string> {
    const client = await db.owner.connect();
    const said: string[] = [];
    const hear = ({ message = '' }: { readonly message?: string }): void => void said.push(message);
    client.on('notice', hear);
    try {
      await client.query(
        "LOAD 'auto_explain'; SET auto_explain.log_min_duration = 0; SET auto_explain.log_level = notice; SET client_min_messages = notice",
      );
      await read(client);
    } finally {
      client.off('notice', hear);
      client.release(true);
    }
    return said.join('\n');
  }

  const READS: Readonly<Record<string, (on: Queries) => Promise<unknown>>> = {
    'a page of the forex account': (on) => pageOf(on, account('forex'), { limit: 20, offset: 0 }),
    'a page of the fund account': (on) => pageOf(on, account('change'), { limit: 20, offset: 0 }),
    'a page of the option account': (on) => pageOf(on, account('micro'), { limit: 20, offset: 0 }),
    'lines before one': (on) => linesBefore(on, account('forex'), { before: lineId(USER, 1_500), limit: 21 }),
    'lines of a kind and of days': (on) =>
      linesBefore(on, account('change'), { before: undefined, type: 120, from: 1, to: 9_000_000, limit: 21 }),
    transfers: (on) => transfersOf(on, USER, { kind: undefined, limit: 20, offset: 0 }),
  };

  test('each is found along the index of its owner, and nothing is read whole', async () => {
    for (const [name, read] of Object.entries(READS)) {
      const plan = await planOf(read);
      expect([name, plan]).toEqual([
        name,
        expect.stringMatching(/Index Only Scan.* using (one_journal_per_number|journals_beside_trading)/),
      ]);
      expect([name, plan]).toEqual([name, expect.not.stringMatching(/Seq Scan on (journals|entries)/)]);
    }
    const fund = await planOf((on) => pageOf(on, account('change'), { limit: 20, offset: 0 }));
    expect(fund).toMatch('journals_beside_trading');
  });

  test('what lies behind all other lines is found, and all are counted', async () => {
    expect(await pageOf(db.app, account('change'), { limit: 3, offset: 1 })).toMatchObject({
      total: 5,
      lines: [{ id: lineId(USER, 4) }, { id: lineId(USER, 3) }, { id: lineId(USER, 2) }],
    });
    const forex = await pageOf(db.app, account('forex'), { limit: 2, offset: 0 });
    expect(forex).toMatchObject({
      total: LINES - 5,
      lines: [{ id: lineId(USER, LINES) }, { id: lineId(USER, LINES - 1) }],
    });
    expect(await transfersOf(db.app, USER, { kind: undefined, limit: 1, offset: 4 })).toMatchObject({
      total: 5,
      transfers: [{ sum: 100_000_000n }],
    });
  });
});
