// Somebody subscribes to a fund on the phone, sees what it costs before each tap, is paid a day, and redeems early; a demo account the same on a desktop.

import { afterAll, beforeAll, expect, test } from 'vitest';
import { fundLiveFunds } from '../harness/funds.ts';
import { giveDollars } from '../harness/real-user.ts';
import { People, type Session } from './people.ts';
import { type Look, SOON_MS, type Visitor } from './visitor.ts';

const OFFERED = [{ name: 'Hong Kong', countries: ['HK'], off: [], on: ['funds'], caps: {} }];
const PRODUCT = {
  ...{ id: 1, title: { en: 'Thirty calm days', hk: '三十天', ar: 'ثلاثون يومًا' }, image: '', currency_code: 'USD' },
  ...{ dividend_percentage: '0.5', staring_sub_amount: '100', lock_dividend_days: 30, max_sub_amount: '5000' },
  ...{ liquidated_damages: '5', sold: true },
};
const DAY_MS = 86_400_000;

let people: People;
beforeAll(async () => {
  people = await People.settle({}, { jurisdictions: OFFERED, fund_products: [PRODUCT] });
  await fundLiveFunds(people.app.database, 700n, 1_000);
});
afterAll(async () => people?.leave());

/** The database's clock goes on by a day; the server looks at what is due four times a minute. */
const aDayLater = (): Promise<unknown> =>
  people.app.database.owner.query(`CREATE OR REPLACE FUNCTION database_ms() RETURNS bigint LANGUAGE sql VOLATILE AS
    $$ SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint + ${DAY_MS} $$`);

async function subscribe(user: Visitor): Promise<void> {
  const { page, say } = user;
  await page.locator('main a[href="#/mining"]').first().waitFor();
  await user.press(page.locator('main a[href="#/mining"]').first());
  await page.getByText(say('funds', 'who_pays')).waitFor();
  await user.audit('funds');
  await user.press(page.getByRole('button', { name: new RegExp(`^${say('funds', 'subscribe')}`) }));
  const field = page.getByRole('textbox', { name: say('funds', 'amount') });
  await field.waitFor();
  // Empty, the sheet does not open.
  await user.press(page.getByRole('button', { name: say('funds', 'subscribe'), exact: true }));
  await page.getByText(say('funds', 'fault.missing')).waitFor();
  expect(await page.getByRole('dialog').count()).toBe(0);
  await field.fill('50');
  await user.press(page.getByRole('button', { name: say('funds', 'subscribe'), exact: true }));
  await page.getByText(user.like('funds', 'fault.below')).waitFor();
  await user.audit('funds-offer');
  await field.fill('1000');
  await user.press(page.getByRole('button', { name: say('funds', 'subscribe'), exact: true }));
  const sheet = page.getByRole('dialog');
  await sheet.getByText(user.like('funds', 'break_even', { day: '10' })).waitFor();
  await user.audit('funds-confirm');
  await user.press(sheet.getByRole('button', { name: user.like('funds', 'confirm') }));
  await page.waitForURL((url) => url.hash === '#/mining/record');
  await page.getByText(say('funds', 'status.1'), { exact: true }).waitFor();
  await user.audit('funds-record');
}

async function redeem(user: Visitor): Promise<void> {
  const { page, say } = user;
  await user.press(page.getByRole('button', { name: say('funds', 'redeem'), exact: true }));
  const sheet = page.getByRole('dialog');
  await sheet.getByText(user.like('funds', 'redeem.text')).waitFor();
  await user.audit('funds-redeem');
  await user.press(sheet.getByRole('button', { name: say('funds', 'redeem.keep') }));
  await sheet.waitFor({ state: 'hidden' });
  await page.getByText(say('funds', 'status.1'), { exact: true }).waitFor();
  await user.press(page.getByRole('button', { name: say('funds', 'redeem'), exact: true }));
  await user.press(page.getByRole('dialog').getByRole('button', { name: say('funds', 'redeem'), exact: true }));
  await page.getByText(say('funds', 'status.3'), { exact: true }).waitFor();
}

/** A resident of where funds are offered, with 10,000 USD on each account. */
async function saver(email: string): Promise<Session> {
  const session = await people.living(email);
  await giveDollars(people.app.database, BigInt(session.user.id), 10_000);
  return session;
}

const balance = async (userId: string): Promise<string> => {
  const { rows } = await people.app.database.owner.query<{ text: string }>(
    `SELECT trim_scale(available) || ' + ' || trim_scale(locked) AS text FROM ledger_accounts WHERE owner_id = $1 AND kind = 'change'`,
    [userId],
  );
  return rows[0]?.text ?? '';
};

test.each<Look>([
  { size: 'phone', lang: 'en', theme: 'light' },
  { size: 'phone', lang: 'ar', theme: 'dark' },
])('bought, seen and redeemed early in $lang, $theme', async (look) => {
  const session = await saver(`saver-${look.lang}@example.com`);
  const user = await people.arrive(look, session);
  await user.open('/');
  await subscribe(user);
  await redeem(user);
  expect(await balance(session.user.id)).toBe('9950 + 0');
  expect(user.findings).toEqual([]);
  await user.leave();
});

test('a day later its interest is there, dated a day after the purchase', async () => {
  const session = await saver('patient@example.com');
  const user = await people.arrive({ size: 'desktop', lang: 'hk', theme: 'light' }, session);
  await user.open('/');
  await subscribe(user);
  await aDayLater();
  const { page, say } = user;
  await expect
    .poll(
      async () => {
        const { rows } = await people.app.database.owner.query('SELECT FROM fund_income');
        return rows.length;
      },
      { timeout: 2 * SOON_MS, interval: 500 },
    )
    .toBe(1);
  await page.reload();
  await user.press(page.getByRole('button', { name: say('funds', 'income.see') }));
  await page.getByText(user.like('funds', 'income.day', { day: '1' })).waitFor();
  await user.audit('funds-income');
  expect(user.findings).toEqual([]);
  await user.leave();
});

test('where funds are not offered the screen says so, and there is nothing to fill in', async () => {
  const session = await people.living('elsewhere@example.com');
  await people.app.database.owner.query(`UPDATE user_standing SET country = 'CH' WHERE user_id = $1`, [
    session.user.id,
  ]);
  const user = await people.arrive({ size: 'phone', lang: 'en', theme: 'light' }, session);
  await user.open('/mining/subscribe?id=1');
  await user.page.getByText(user.say('funds', 'not_offered')).waitFor();
  expect(await user.page.getByRole('textbox').count()).toBe(0);
  expect(user.findings).toEqual([]);
  await user.leave();
});
