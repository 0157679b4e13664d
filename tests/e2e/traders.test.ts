// Somebody trades, reads what leading others means, applies; compliance sees the record and approves; anybody finds them in the lobby and, once they are
// ranked, on the podium, and reads what was risked beside what was won.

import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { fundLiveHouse, giveDollars } from '../harness/real-user.ts';
import { DESKTOP, MoneyDesk } from './money-desk.ts';
import { at, People, type Session } from './people.ts';
import type { Look } from './visitor.ts';

const PHONE: Look = { size: 'phone', lang: 'en', theme: 'light' };
const NAME = 'Mei Lin';
/** Bitcoin: it trades at any hour. */
const ORDER = 'type=1&cont=0.01&forex_id=21&status=1&multiple=10';
const DAY_MS = 86_400_000;

let people: People;
beforeAll(async () => {
  people = await People.settle({ FEED: 'simulated' });
});
afterAll(async () => people?.leave());

const placed = z.object({ code: z.literal(1), data: z.object({ Id: z.string() }).loose() }).loose();

/** Ten orders of their own, opened and closed at the market. */
async function trades({ token }: Session): Promise<void> {
  const call = async (path: string): Promise<unknown> => {
    const headers = { authorization: token, 'idempotency-key': randomUUID() };
    return (await fetch(`${people.app.url}/v2/api/forex/${path}`, { headers })).json();
  };
  for (let count = 0; count < 10; count += 1) {
    const { data } = placed.parse(await call(`submit?${ORDER}`));
    placed.parse(await call(`close?id=${data.Id}`));
  }
}

/** Verified, with money of their own. */
async function trader(email: string): Promise<Session> {
  const session = await people.living(email);
  const { database } = people.app;
  const id = BigInt(session.user.id);
  await giveDollars(database, id, 2_000);
  await database.owner.query('UPDATE user_standing SET verified_time = 1 WHERE user_id = $1', [id]);
  return session;
}

test('apply, be approved, be found', async () => {
  await fundLiveHouse(people.app.database);
  const session = await trader('mei@example.com');
  const mei = await people.arrive(PHONE, session);
  const { page, say } = mei;
  await mei.open('/follow');
  await page.getByText(say('follow', 'empty')).waitFor();
  await mei.press(page.getByRole('link', { name: say('follow', 'apply'), exact: true }));
  await page.getByText(mei.like('follow', 'apply.orders')).waitFor();
  expect(await page.getByRole('button', { name: say('follow', 'apply.send'), exact: true }).count()).toBe(0);
  await trades(session);
  await mei.open('/rank');
  await page.getByText(say('follow', 'rank.empty')).waitFor();
  await mei.open('/follow/trader-apply');
  await page.reload();
  const send = page.getByRole('button', { name: say('follow', 'apply.send'), exact: true });
  await send.waitFor();
  expect(await send.isDisabled()).toBe(true);
  await page.getByRole('textbox', { name: say('follow', 'apply.nickname') }).fill(NAME);
  await page.getByRole('checkbox', { name: say('follow', 'apply.agree') }).check();
  await mei.audit('trader-apply');
  await mei.press(send);
  await page.getByText(mei.like('follow', 'apply.waiting')).waitFor();
  expect(await send.count()).toBe(0);
  await mei.audit('trader-waiting');

  const amara = await MoneyDesk.at(people).hire('Amara Cole', 'compliance', DESKTOP);
  await amara.goTo('traders.title');
  await amara.page.getByRole('link', { name: NAME, exact: true }).click();
  await amara.heading('traders.one').waitFor();
  await amara.page.getByText('BTC/USD', { exact: true }).waitFor();
  await amara.visitor.audit('console-trader');
  await amara.button('traders.approve').click();
  await amara.inDialog('traders.title.approve', 'traders.approve', { name: NAME }).click();
  await amara.page
    .getByText(amara.say('traders.done.approve', { name: NAME }))
    .first()
    .waitFor();
  await amara.button('traders.suspend').waitFor();
  await amara.goTo('traders.title');
  await amara.page.getByText(amara.say('traders.empty')).waitFor();
  await amara.visitor.audit('console-traders');

  await page.reload();
  await page.getByText(say('follow', 'apply.approved')).waitFor();
  expect([...mei.findings, ...amara.visitor.findings]).toEqual([]);
  await mei.leave();
  await amara.visitor.leave();
});

/** Looks as visitors have them, who see the same. */
const LOOKS: readonly Look[] = [
  { size: 'phone', lang: 'ar', theme: 'light' },
  { size: 'desktop', lang: 'hk', theme: 'dark' },
];

test.each(LOOKS)('anybody reads the record: $lang on the $size', async (look) => {
  const { owner } = people.app.database;
  // As if they had been approved three weeks ago, with hours since: half of it up, then down.
  await owner.query('ALTER TABLE traders DISABLE TRIGGER trader_stays');
  await owner.query('UPDATE traders SET approved_time = database_ms() - $1::bigint', [21 * DAY_MS]);
  await owner.query('ALTER TABLE traders ENABLE TRIGGER trader_stays');
  await owner.query(
    `INSERT INTO trader_equity (user_id, hour, equity, flow, through)
     SELECT t.user_id, (database_ms() / 3600000 - 24 * (22 - d)) * 3600000, 2000 + 40 * d - 5 * (d % 4) * d, 0, 0
     FROM traders t, generate_series(0, 21) d ON CONFLICT DO NOTHING`,
  );
  const visitor = await people.arrive(look);
  const { page, say } = visitor;
  // The board looks at hours once a minute.
  await expect
    .poll(
      async () => {
        await visitor.open('/');
        await visitor.open('/rank');
        await page.reload();
        await page.locator('main a[href^="#/follow"]').first().waitFor();
        return page.getByText(NAME).count();
      },
      { timeout: 100_000, interval: 3_000 },
    )
    .toBe(1);
  await visitor.audit('rank');
  await page.getByRole('radio', { name: say('follow', 'rank.total') }).check();
  await visitor.press(page.getByRole('link', { name: new RegExp(NAME) }));
  await page.waitForURL(at(/^#\/follow\/trader\?id=\d+$/));
  await page.getByRole('heading', { level: 1, name: NAME }).waitFor();
  await page.getByText('BTC/USD').first().waitFor();
  expect(await page.getByRole('main').getByRole('listitem').count()).toBe(10);
  await visitor.audit('trader');
  await visitor.open('/follow');
  await page.getByText(NAME).waitFor();
  await page.getByRole('link', { name: visitor.like('follow', 'follow.of', { name: NAME }) }).waitFor();
  await visitor.audit('lobby');
  await visitor.open('/follow/trader?id=4711');
  await page.getByText(say('follow', 'trader.unknown')).waitFor();
  expect(visitor.findings).toEqual([]);
  await visitor.leave();
});
