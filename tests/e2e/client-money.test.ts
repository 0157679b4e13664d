// The proof of client money where it is told: to anybody in the app, to whoever is about to withdraw, and to the staff before they press anything, with the
// sum that they have to settle.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Member } from './member.ts';
import { type Client, DESKTOP, MoneyDesk, NIGHT } from './money-desk.ts';
import { type Look, tooWide, Visitor } from './visitor.ts';

const LOOKS: readonly Look[] = [
  { size: 'phone', lang: 'ar', theme: 'dark' },
  { size: 'phone', lang: 'hk', theme: 'light' },
  { size: 'desktop', lang: 'en', theme: 'light' },
];

let desk: MoneyDesk;
let client: Client;
let id = '';
beforeAll(async () => {
  desk = await MoneyDesk.open();
  client = await desk.client(100);
  id = await desk.withdraws(client, '20', await desk.binds(client, '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'));
  await wasShortForADay();
});
afterAll(async () => desk?.close());

/** A user has won what the house's own pool holds, and nobody has settled it: each proof that follows finds the same. */
async function wasShortForADay(): Promise<void> {
  await desk.app.database.owner.query(`DO $hand$ BEGIN
    SET LOCAL session_replication_role = replica;
    UPDATE ledger_accounts SET available = available - 12.01 WHERE realm = 'live' AND owner_id = 0 AND kind = 'external:house';
    UPDATE ledger_accounts SET available = available + 12.01 WHERE owner_id = ${client.id} AND kind = 'micro';
    SET LOCAL session_replication_role = origin;
    INSERT INTO client_money_proofs (time, users, withdrawals, receipts, held, house, broken, short_since, paused)
      VALUES (database_ms(), 312.01, 0, 0, 300, 12.01, '', database_ms() - 90000000, true);
  END $hand$`);
}

/** As their own person, or as a stranger. */
async function arrives(look: Look, signedIn?: Client): Promise<Visitor> {
  const visitor = await Visitor.arrive(desk.browser, desk.app.url, look);
  const user = { id: String(client.id), uid: client.uid, email: `user${client.id}@example.com`, is_demo: 0 };
  await visitor.context.addInitScript(
    ([lang, session]) => {
      localStorage.setItem('fairtick.settings', JSON.stringify({ lang, guideSeen: true }));
      if (session !== '') localStorage.setItem('fairtick.session', session);
    },
    [look.lang, signedIn ? JSON.stringify({ token: signedIn.token, user }) : ''] as const,
  );
  return visitor;
}

const figure = ({ page }: Visitor, term: string, sum: string) =>
  page.locator('dl > div').filter({ hasText: term }).filter({ hasText: sum }).first().waitFor();

describe('client money', () => {
  test.each(LOOKS)('anybody reads what is required, held and short, and since when, $size, $lang', async (look) => {
    const visitor = await arrives(look);
    const { page, say, like } = visitor;
    await visitor.open('/powers');
    await visitor.press(page.getByRole('link', { name: say('powers', 'client_money') }));
    await page.getByRole('heading', { level: 1, name: say('powers', 'pool.title'), exact: true }).waitFor();
    await page.getByRole('heading', { level: 2, name: like('powers', 'pool.short_paused') }).waitFor();
    await figure(visitor, say('powers', 'pool.users'), '312.01');
    await figure(visitor, say('powers', 'pool.sum'), '312.01');
    await figure(visitor, say('powers', 'pool.held'), '300.00');
    await figure(visitor, say('powers', 'pool.missing'), '12.01');
    await figure(visitor, say('powers', 'pool.since'), ':');
    await figure(visitor, say('powers', 'pool.paused'), say('powers', 'pool.paused.yes'));
    await page.getByText(like('powers', 'pool.made')).waitFor();
    await visitor.audit('client-money');
    if (look.size === 'phone') await page.setViewportSize({ width: 360, height: 780 });
    await visitor.audit('client-money-narrow');
    expect(await tooWide(page)).toEqual([]);
    expect(visitor.findings).toEqual([]);
    await visitor.leave();
  });

  test.each(LOOKS)('whoever withdraws reads that it is paused before they ask, $size, $lang', async (look) => {
    const visitor = await arrives(look, client);
    const { page, say } = visitor;
    await visitor.open('/user');
    await page.getByRole('link', { name: say('account', 'trust.client_money') }).waitFor();
    await visitor.open('/mine/withdraw');
    await page.getByText(say('withdraw', 'paused'), { exact: true }).waitFor();
    await page.getByText(say('withdraw', 'paused.text')).waitFor();
    await page.getByRole('button', { name: say('withdraw', 'send.none') }).waitFor();
    await visitor.audit('withdraw-paused');
    await visitor.press(page.getByRole('link', { name: say('withdraw', 'paused.why') }));
    await page.getByRole('heading', { level: 1, name: say('powers', 'pool.title'), exact: true }).waitFor();
    expect(visitor.findings).toEqual([]);
    await visitor.leave();
  });

  test.each([DESKTOP, NIGHT])('the staff read it before they press anything, $lang', async (look) => {
    const member: Member = await desk.hire(`Ines ${look.lang}`, 'treasurer', look);
    const { page, visitor } = member;
    const banner = page.getByText(member.say('client_money.banner'));
    await page.setViewportSize({ width: 1280, height: 800 });
    await member.goTo('withdrawals.title');
    await page.locator('[data-row]').first().waitFor();
    await banner.waitFor();
    await visitor.audit('withdrawals-paused');
    await page.locator('[data-row]').first().click();
    await page.waitForURL((url) => url.hash.includes(`/withdrawals/${id}`));
    await member.button('withdrawals.approve').waitFor();
    await banner.waitFor();
    await visitor.audit('withdrawal-paused');
    await member.goTo('house.title');
    await banner.waitFor();
    await visitor.audit('house-paused');
    await page.getByRole('link', { name: member.say('client_money.banner_link') }).click();
    await page.getByRole('heading', { name: member.say('client_money.title') }).waitFor();
    const total = page.locator('.total').filter({ hasText: member.say('client_money.settle') });
    await total.getByText('12.01').waitFor();
    await page
      .locator('dl > div')
      .filter({ hasText: member.say('client_money.left') })
      .getByText('0.00')
      .waitFor();
    await visitor.audit('client-money-console');
    expect(visitor.findings).toEqual([]);
  });
});
