// Fund products on a real PostgreSQL (loans-funds.md §8.6, §8.7): what is set aside before it is promised, each day once, and what redeeming costs.

import { refuse } from '@fairtick/contract/errors';
import { err } from '@fairtick/kernel/result';
import { jurisdictions } from '@fairtick/server/domains/accounts/jurisdictions';
import { payFunds } from '@fairtick/server/domains/funds/paying';
import { fundsSettings } from '@fairtick/server/domains/funds/settings';
import type { Settings } from '@fairtick/server/domains/parts';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Buyer, DAY_MS, type FundDesk, fundDesk } from '../../harness/fund-desk.ts';
import { fundLiveFunds } from '../../harness/funds.ts';
import { accepted, refusalOf } from '../../harness/outcomes.ts';
import { presetSettings } from '../../harness/preset.ts';
import { createWorld, type World } from '../../harness/world.ts';

const PRODUCT = {
  ...{ id: 1, title: { en: 'Thirty days', hk: '三十天' }, image: '', currency_code: 'USD' },
  ...{ dividend_percentage: '0.5', staring_sub_amount: '100', lock_dividend_days: 30, max_sub_amount: '5000' },
  ...{ liquidated_damages: '5', sold: true },
};
const [productsSetting] = fundsSettings;

/** The table's rows as products of a setting. */
function productsOf(list: readonly object[]): Settings['funds']['products'] {
  const version = { key: 'fund_products', version: 1, value: list, effectiveFrom: 0 };
  return productsSetting?.valueOf(version) as Settings['funds']['products'];
}

let world: World;
let desk: FundDesk;
let ann: Buyer;
let player: Buyer;
/** What the settings are now. */
let funds: { products: Settings['funds']['products']; redemptionHours: number };

beforeEach(async () => {
  funds = { products: [], redemptionHours: 0 };
  const offered = [{ name: 'Hong Kong', countries: ['HK'], off: [], on: ['funds'], caps: {} }];
  const offers = jurisdictions.valueOf({ key: 'jurisdictions', version: 1, value: offered, effectiveFrom: 0 });
  world = await createWorld({
    settings: (settings) => ({
      ...settings,
      jurisdictions: offers,
      get funds() {
        return funds;
      },
    }),
  });
  await sells([PRODUCT]);
  desk = fundDesk(world);
  ann = await resident('HK');
  player = { id: await world.demoUser(), realm: 'demo' };
  await fundLiveFunds(world.db, 700n, 150);
});
afterEach(async () => {
  expect(await world.invariants()).toEqual([]);
  await world.close();
});

async function sells(list: readonly object[]): Promise<void> {
  await presetSettings(world.db.owner, { fund_products: list });
  funds.products = productsOf(list);
}
async function resident(country: string): Promise<Buyer> {
  const id = await world.realUser(10_000);
  await world.db.owner.query('UPDATE user_standing SET country = $2 WHERE user_id = $1', [id, country]);
  return { id, realm: 'live' };
}
const change = async ({ id }: Buyer): Promise<string> => {
  const { available, locked } = await world.balance(id, 'change');
  return `${available} + ${locked}`;
};
const house = async (): Promise<string> => {
  const { rows } = await world.db.owner.query<{ text: string }>(
    `SELECT trim_scale(available) || ' + ' || trim_scale(locked) AS text FROM ledger_accounts WHERE owner_id = 0 AND realm = 'live' AND kind = 'fund'`,
  );
  return rows[0]?.text ?? '';
};

describe('buying', () => {
  test('locks the principal as the user’s own and sets the whole interest aside', async () => {
    const bought = await accepted(desk.buy(ann, '1000'));
    expect(bought).toMatchObject({
      ...{ status: 1, share_amount: '1000.00', day_profit: '5.0000', sum_profit: '150.0000', penalty: '50.0000' },
      ...{
        get_fund: { title: 'Thirty days', currency_code: 'USD', liquidated_damages: '5' },
        paid: '0.0000',
        paid_days: 0,
      },
    });
    expect([await change(ann), await house()]).toEqual(['9000 + 1000', '0 + 150']);
    expect(bought.ends_at - bought.sub_time).toBe(30 * DAY_MS);
    expect(await accepted(desk.list(ann))).toMatchObject({
      data: [{ set_aside: '150.0000', promised: '150.0000', capacity: '0.00', yearly_percentage: '182.5' }],
      ...{ last_page: 1, offered: true },
    });
  });

  test('is refused where the whole interest can’t be set aside, by the last unit', async () => {
    expect(await refusalOf(desk.buy(ann, '1000.02'))).toBe('FUND_SOLD_OUT');
    await accepted(desk.buy(ann, '1000'));
    expect(await refusalOf(desk.buy(ann, '100'))).toBe('FUND_SOLD_OUT');
  });

  test('two at once for the last interest: exactly one has it', async () => {
    const ben = await resident('HK');
    const answers = await Promise.all([desk.buy(ann, '1000'), desk.buy(ben, '1000')].map(refusalOf));
    expect(answers.toSorted()).toEqual(['FUND_SOLD_OUT', 'accepted']);
  });

  test('is refused by a name of its own', async () => {
    const typed = ['', '-1', '0', '1e3', '100.001', '99.99', '5000.01'];
    expect(await Promise.all(typed.map((amount) => refusalOf(desk.buy(ann, amount))))).toEqual([
      'VALUE_MISSING amount',
      'VALUE_NEGATIVE amount',
      'VALUE_ZERO amount',
      'VALUE_NOT_A_NUMBER amount',
      'VALUE_TOO_PRECISE amount',
      'AMOUNT_BELOW_MIN',
      'AMOUNT_ABOVE_MAX',
    ]);
    expect(await refusalOf(desk.buy(ann, '100', { id: '2' }))).toBe('FUND_UNKNOWN');
    expect(await refusalOf(desk.buy(ann, '100', { terms: 'others' }))).toBe('FUND_TERMS_CHANGED');
    await sells([{ ...PRODUCT, sold: false }]);
    expect(await refusalOf(desk.buy(ann, '100'))).toBe('FUND_UNKNOWN');
    await sells([{ ...PRODUCT, dividend_percentage: '0.0001', staring_sub_amount: '1' }]);
    expect(await refusalOf(desk.buy(ann, '1'))).toBe('FUND_NO_PROFIT');
    expect(await change(ann)).toBe('10000 + 0');
  });

  test('of one product a user has at most the most running, whatever they have of others', async () => {
    await fundLiveFunds(world.db, 710n, 10_000);
    await sells([PRODUCT, { ...PRODUCT, id: 2 }]);
    await accepted(desk.buy(ann, '3000'));
    await accepted(desk.buy(ann, '3000', { id: '2' }));
    expect(await desk.buy(ann, '2000.01')).toMatchObject({
      error: { error: 'FUND_LIMIT', params: { left: '2000.00' } },
    });
    await accepted(desk.buy(ann, '2000'));
    expect(await refusalOf(desk.buy(ann, '2000', { id: '2' }))).toBe('accepted');
    expect(await desk.buy(ann, '100')).toMatchObject({ error: { error: 'FUND_LIMIT', params: { left: '0.00' } } });
  });

  test('is offered nowhere but where it was said to be; who plays may always, with play money', async () => {
    const elsewhere = await resident('CH');
    expect(await refusalOf(desk.buy(elsewhere, '100'))).toBe('PRODUCT_NOT_OFFERED');
    expect(await accepted(desk.list(elsewhere))).toMatchObject({ offered: false });
    expect(await refusalOf(desk.buy({ id: await world.realUser(1_000), realm: 'live' }, '100'))).toBe(
      'PRODUCT_NOT_OFFERED',
    );
    await accepted(desk.buy(player, '1000'));
    expect([await change(player), await house()]).toEqual(['9000 + 1000', '150 + 0']);
  });

  test('a key that was answered buys nothing twice', async () => {
    const first = await accepted(desk.buy(ann, '100', { key: 'one-key-for-both' }));
    const again = await accepted(desk.buy(ann, '100', { key: 'one-key-for-both' }));
    expect(again).toEqual(first);
    expect(await refusalOf(desk.buy(ann, '101', { key: 'one-key-for-both' }))).toBe('KEY_REUSED');
    expect((await accepted(desk.bought(ann))).data).toHaveLength(1);
  });

  test('what is bought keeps its terms', async () => {
    const { id } = await accepted(desk.buy(ann, '100'));
    await sells([{ ...PRODUCT, title: { en: 'Other' }, dividend_percentage: '0.1', liquidated_damages: '50' }]);
    await desk.pass(DAY_MS);
    await desk.pay();
    expect((await accepted(desk.bought(ann))).data).toMatchObject([
      { id, paid: '0.5000', penalty: '5.0000', get_fund: { title: 'Thirty days', liquidated_damages: '5' } },
    ]);
  });
});

describe('days', () => {
  test('a full day pays once, and not before', async () => {
    const { id, sub_time } = await accepted(desk.buy(ann, '1000'));
    await desk.pass(DAY_MS - 5_000);
    expect(await desk.pay()).toEqual({ paid: 0, redeemed: 0 });
    await desk.pass(5_000);
    expect((await desk.pay()).paid).toBe(1);
    expect((await desk.pay()).paid).toBe(0);
    expect([await change(ann), await house()]).toEqual(['9005 + 1000', '0 + 145']);
    expect(await accepted(desk.income(ann, id))).toEqual({
      data: [{ id: '1', interest: '5.0000', created_at: sub_time + DAY_MS }],
      last_page: 1,
    });
  });

  test('after an outage each missed day has a row of its own with its own date', async () => {
    const { id, sub_time } = await accepted(desk.buy(ann, '1000'));
    await desk.pass(3 * DAY_MS);
    expect((await desk.pay()).paid).toBe(1);
    const { data } = await accepted(desk.income(ann, id));
    expect(data.map((one) => [one.id, one.created_at - sub_time])).toEqual([
      ['3', 3 * DAY_MS],
      ['2', 2 * DAY_MS],
      ['1', DAY_MS],
    ]);
    expect(await change(ann)).toBe('9015 + 1000');
  });

  test('with the last day the principal is free, and the user is told', async () => {
    await accepted(desk.buy(ann, '1000'));
    await desk.pass(29 * DAY_MS);
    await desk.pay();
    expect(await change(ann)).toBe('9145 + 1000');
    await desk.pass(40 * DAY_MS);
    await desk.pay();
    expect([await change(ann), await house()]).toEqual(['10150 + 0', '0 + 0']);
    expect((await accepted(desk.bought(ann))).data).toMatchObject([{ status: 4, paid_days: 30, next_payment: null }]);
    expect(world.committed.flatMap(({ notices }) => notices)).toMatchObject([
      { kind: 'fund_finished', params: { amount: '1000.00' } },
    ]);
  });

  test('two servers that pay at once pay each day once', async () => {
    const { id } = await accepted(desk.buy(ann, '500'));
    await accepted(desk.buy(player, '1000'));
    await desk.pass(2 * DAY_MS);
    const other = await world.another();
    const second = fundDesk(world, () => other);
    await Promise.all([desk.pay(), second.pay(), desk.pay(), second.pay()]);
    await other.stop();
    expect((await accepted(desk.income(ann, id))).data.map((one) => one.id)).toEqual(['2', '1']);
    expect([await change(ann), await change(player)]).toEqual(['9505 + 500', '9010 + 1000']);
  });

  test('a clock that is set back pays nothing again', async () => {
    const { id } = await accepted(desk.buy(ann, '1000'));
    await desk.pass(2 * DAY_MS);
    await desk.pay();
    await desk.pass(-2 * DAY_MS);
    expect((await desk.pay()).paid).toBe(0);
    await desk.pass(2 * DAY_MS);
    expect((await desk.pay()).paid).toBe(0);
    expect((await accepted(desk.income(ann, id))).data).toHaveLength(2);
  });

  test('hundreds that are due are all paid by one run, a page after the other', async () => {
    await fundLiveFunds(world.db, 720n, 1_000);
    await sells([{ ...PRODUCT, staring_sub_amount: '1', lock_dividend_days: 2 }]);
    const buyers = await Promise.all(Array.from({ length: 230 }, () => world.demoUser()));
    await Promise.all(buyers.map((id) => accepted(desk.buy({ id, realm: 'demo' }, '1'))));
    await desk.pass(DAY_MS);
    expect((await desk.pay()).paid).toBe(230);
    await desk.pass(DAY_MS);
    // Pages of what can't be decided hold up none of the others.
    const failing = new Set(buyers.slice(0, 210));
    const submit: Parameters<typeof payFunds>[0]['submit'] = async (command) =>
      command.owners.some((id) => failing.has(id))
        ? err(refuse('FUND_UNKNOWN'))
        : world.server.pipeline.submit(command);
    expect((await payFunds({ submit, db: world.db.app })).paid).toBe(20);
    expect((await desk.pay()).paid).toBe(210);
  });
});

describe('redeeming early', () => {
  // After so many days: net of it, and the house's account.
  const ROWS: readonly (readonly [days: number, change: string, house: string])[] = [
    [0, '9950 + 0', '200 + 0'],
    [1, '9955 + 0', '195 + 0'],
    [10, '10000 + 0', '150 + 0'],
    [29, '10095 + 0', '55 + 0'],
  ];

  for (const [days, left, of] of ROWS)
    test(`after ${days} days it costs the penalty, keeps the interest that was paid and gives back what is not promised any more`, async () => {
      const { id } = await accepted(desk.buy(ann, '1000'));
      await desk.pass(days * DAY_MS + 1_000);
      expect(await accepted(desk.redeem(ann, id))).toMatchObject({ status: 3, paid_days: days });
      expect([await change(ann), await house()]).toEqual([left, of]);
    });

  test('is done once, by its own user alone', async () => {
    const ben = await resident('HK');
    const { id } = await accepted(desk.buy(ann, '100'));
    expect(await refusalOf(desk.redeem(ben, id))).toBe('SUBSCRIPTION_UNKNOWN');
    expect(await refusalOf(desk.income(ben, id))).toBe('SUBSCRIPTION_UNKNOWN');
    const answers = await Promise.all(Array.from({ length: 20 }, () => refusalOf(desk.redeem(ann, id))));
    expect(answers.toSorted()).toEqual([...Array.from({ length: 19 }, () => 'SUBSCRIPTION_NOT_RUNNING'), 'accepted']);
    expect(await change(ann)).toBe('9995 + 0');
  });

  test('a term that has ended pays in full: nothing is left to redeem, and it costs nothing', async () => {
    const { id } = await accepted(desk.buy(ann, '1000'));
    await desk.pass(30 * DAY_MS);
    const [redeemed] = await Promise.all([refusalOf(desk.redeem(ann, id)), desk.pay()]);
    // Whichever of both comes first.
    expect(['accepted', 'SUBSCRIPTION_NOT_RUNNING']).toContain(redeemed);
    expect(await change(ann)).toBe('10150 + 0');
    expect((await accepted(desk.bought(ann))).data).toMatchObject([{ status: 4, paid: '150.0000' }]);
  });

  test('where it waits, interest runs on, the staff may confirm it sooner, and time confirms it', async () => {
    funds.redemptionHours = 24;
    const { id } = await accepted(desk.buy(ann, '1000'));
    const asked = await accepted(desk.redeem(ann, id));
    expect(asked.status).toBe(2);
    const hours = ((asked.confirmed_by ?? 0) - asked.sub_time) / 3_600_000;
    expect(Math.floor(hours)).toBe(24);
    expect(await refusalOf(desk.redeem(ann, id))).toBe('SUBSCRIPTION_NOT_RUNNING');
    expect((await desk.pay()).redeemed).toBe(0);
    expect(await change(ann)).toBe('9000 + 1000');
    await desk.pass(DAY_MS + 60_000);
    expect(await desk.pay()).toEqual({ paid: 0, redeemed: 1 });
    expect([await change(ann), await house()]).toEqual(['9955 + 0', '195 + 0']);
    expect(world.committed.flatMap(({ notices }) => notices)).toMatchObject([
      { kind: 'fund_redeemed', params: { amount: '950.00' } },
    ]);
  });

  test('the last day comes while it waits: it is paid in full', async () => {
    funds.redemptionHours = 24;
    const { id } = await accepted(desk.buy(ann, '1000'));
    await desk.pass(29 * DAY_MS + 3_600_000);
    await accepted(desk.redeem(ann, id));
    await desk.pass(23 * 3_600_000);
    await desk.pay();
    expect(await change(ann)).toBe('10150 + 0');
    expect((await accepted(desk.bought(ann))).data).toMatchObject([{ status: 4, confirmed_by: null }]);
  });
});

test('a demo account that is reset has nothing running any more, and its whole first balance', async () => {
  await accepted(desk.buy(player, '1000'));
  await desk.pass(DAY_MS);
  await desk.pay();
  await accepted(world.reset(player.id));
  expect(await change(player)).toBe('10000 + 0');
  expect((await accepted(desk.bought(player))).data).toMatchObject([{ status: 3, paid_days: 1, next_payment: null }]);
  await desk.pass(DAY_MS);
  expect((await desk.pay()).paid).toBe(0);
});

test('a title is read in the language asked for, else in English', async () => {
  for (const [lang, title] of [
    ['hk', '三十天'],
    ['en', 'Thirty days'],
    ['ar', 'Thirty days'],
  ] as const)
    expect((await accepted(desk.list(undefined, 1, lang))).data[0]?.title).toBe(title);
  expect(await refusalOf(desk.info(undefined, '7'))).toBe('FUND_UNKNOWN');
});

describe('the app itself', () => {
  /** Undone. The constraint that refuses it. */
  async function attempt(change: Readonly<Record<string, string>> = {}): Promise<string> {
    const row = {
      ...{
        id: '4711',
        realm: `'live'`,
        user_id: String(ann.id),
        product_id: '1',
        title: `'{"en":"x"}'`,
        amount: '1000',
      },
      ...{
        percent: '0.5',
        damages: '5',
        days: '30',
        day_profit: '5',
        penalty: '50',
        sub_time: 'now',
        status: `'running'`,
      },
      ...{ paid_days: '0', next_due: 'now + 86400000', ...change },
    };
    const client = await world.db.app.connect();
    try {
      await client.query('BEGIN');
      await client.query(
        `INSERT INTO fund_subscriptions (${Object.keys(row).join(', ')}) SELECT ${Object.values(row).join(', ')} FROM (SELECT database_ms() AS now) t`,
      );
      return 'taken';
    } catch (error) {
      return error instanceof Error && 'constraint' in error ? String(error.constraint) : String(error);
    } finally {
      await client.query('ROLLBACK');
      client.release();
    }
  }

  test('buys from now on', async () => {
    expect(await attempt()).toBe('taken');
    expect(await attempt({ sub_time: 'now - 86400000', next_due: 'now' })).toBe('fund_begins_now');
    expect(await attempt({ paid_days: '1', next_due: 'now + 172800000' })).toBe('fund_begins_now');
    expect(await attempt({ status: `'refunding'`, confirm_time: 'now' })).toBe('fund_begins_now');
  });

  test('buys what is sold, on its terms alone', async () => {
    expect(await attempt({ percent: '100', day_profit: '1000' })).toBe('fund_as_sold');
    const others: Record<string, string>[] = [{ days: '1' }, { damages: '0', penalty: '0' }, { product_id: '2' }];
    for (const other of others) expect(await attempt(other)).toBe('fund_as_sold');
    expect(await attempt({ amount: '6000', day_profit: '30', penalty: '300' })).toBe('fund_as_sold');
    await sells([{ ...PRODUCT, sold: false }]);
    expect(await attempt()).toBe('fund_as_sold');
  });
});
