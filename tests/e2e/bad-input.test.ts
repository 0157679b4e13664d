// What people type wrongly: the app says what is wrong in their language before anything is sent, and what the server refuses changes nothing.

import type { Browser, Locator } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RunningApp, startRealApp } from '../harness/app.ts';
import { launchBrowser } from '../harness/browser.ts';
import {
  balancesOnServer,
  chooseFamily,
  closeSheet,
  openTicket,
  ordersOnServer,
  pendingButton,
  priceOn,
  readyToTrade,
  sendButton,
  setStop,
  stopBox,
  ticketOf,
  toast,
} from './trading.ts';
import { type Look, Visitor } from './visitor.ts';

const looks: readonly Look[] = [
  { size: 'phone', lang: 'ar', theme: 'dark' },
  { size: 'desktop', lang: 'hk', theme: 'light' },
];

/** What is typed for lots, and which of the app's sentences must come. */
const LOTS: readonly (readonly [typed: string, fault: string])[] = [
  ['', 'quantity_missing'],
  ['0', 'quantity_below_min'],
  ['-1', 'quantity_below_min'],
  ['NaN', 'quantity_unreadable'],
  ['1e5', 'quantity_unreadable'],
  ['.', 'quantity_missing'],
  ['0.001', 'quantity_below_min'],
  ['0.015', 'quantity_step'],
  ['0.0100000001', 'quantity_step'],
  ['101', 'quantity_above_max'],
  ['99999999', 'quantity_above_max'],
  ['99999999999999999999', 'quantity_above_max'],
  ['100', 'margin_insufficient'],
];
const TARGETS: readonly (readonly [typed: string, fault: string])[] = [
  ['-1', 'target_missing'],
  ['1,234.50', 'price_unreadable'],
  ['98,000', 'price_unreadable'],
  ['96000.001', 'price_step'],
  ['99999999999999999999', 'price_too_high'],
];
const STAKES: readonly (readonly [typed: string, fault: string])[] = [
  ['', 'stake_missing'],
  ['NaN', 'stake_unreadable'],
  ['0', 'stake_below_min'],
  ['-50', 'stake_below_min'],
  ['1,000.50', 'stake_unreadable'],
  ['99999999999999999999', 'stake_above_max'],
  ['9.99', 'stake_below_min'],
  ['5000.01', 'stake_above_max'],
  ['10.001', 'stake_precision'],
];

let app: RunningApp;
let browser: Browser;
beforeAll(async () => {
  [app, browser] = await Promise.all([startRealApp(), launchBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  await app?.stop();
});

describe.concurrent.each(looks)('$size, $lang', (look) => {
  test('is named in words, and nothing changes', async () => {
    const visitor = await Visitor.arrive(browser, app.url, look);
    await readyToTrade(visitor);
    const before = await everything(visitor);
    await wrongLots(visitor);
    await wrongStops(visitor);
    await refusedByServer(visitor);
    await wrongStakes(visitor);
    expect(await everything(visitor)).toEqual(before);
    expect(visitor.findings).toEqual([]);
    await visitor.leave();
  });
});

async function everything(visitor: Visitor): Promise<readonly unknown[]> {
  return [
    await balancesOnServer(visitor),
    await ordersOnServer(visitor, 0),
    await ordersOnServer(visitor, 1),
    await ordersOnServer(visitor, 3),
  ];
}

/** The sentence stands in the ticket, and its button can't be pressed. */
async function refuses(visitor: Visitor, ticket: Locator, fault: string, button: Locator): Promise<void> {
  await ticket
    .getByText(visitor.like('trade', `fault.${fault}`))
    .first()
    .waitFor();
  expect(await button.isDisabled(), fault).toBe(true);
}

async function wrongLots(visitor: Visitor): Promise<void> {
  const ticket = await openTicket(visitor);
  const lots = ticket.getByRole('textbox', { name: visitor.say('trade', 'lots'), exact: true });
  for (const [typed, fault] of LOTS) {
    await lots.fill(typed);
    await refuses(visitor, ticket, fault, sendButton(visitor, ticket, 'buy'));
  }
  await lots.fill('0.01');
}

async function wrongStops(visitor: Visitor): Promise<void> {
  const ticket = ticketOf(visitor);
  const now = await priceOn(visitor, ticket, 'sell');
  for (const [kind, price] of [
    ['stop_loss', now + 900],
    ['take_profit', now - 900],
  ] as const) {
    await setStop(visitor, ticket, kind, price);
    await refuses(visitor, ticket, `${kind}_side`, sendButton(visitor, ticket, 'buy'));
    // What lies on the wrong side brings nothing.
    expect(await ticket.getByText(/^[+-].*\$/).count()).toBe(0);
    await visitor.choose(stopBox(visitor, ticket, kind), false);
  }
  await visitor.choose(ticket.getByRole('radio', { name: visitor.say('trade', 'kind.pending'), exact: true }));
  const pending = pendingButton(visitor, ticket);
  // Nobody has touched it: it says what comes next, and finds no fault.
  await ticket.getByText(visitor.say('trade', 'target.first')).waitFor();
  expect(await pending.isDisabled()).toBe(true);
  expect(await ticket.getByText(visitor.say('trade', 'fault.target_missing')).count()).toBe(0);
  const target = ticket.getByRole('textbox', { name: visitor.say('trade', 'target'), exact: true });
  for (const [typed, fault] of TARGETS) {
    await target.fill(typed);
    await refuses(visitor, ticket, fault, pending);
  }
  await visitor.choose(ticket.getByRole('radio', { name: visitor.say('trade', 'kind.market'), exact: true }));
}

/** The way there is bent so that a wrong amount arrives: the server's own sentence comes as a toast, in the user's language. */
async function refusedByServer(visitor: Visitor): Promise<void> {
  const ticket = ticketOf(visitor);
  const own = { en: /[a-z]{3}/, hk: /[\u4e00-\u9fff]{3}/, ar: /[\u0600-\u06ff]{3}/ }[visitor.look.lang];
  for (const cont of ['-1', '', 'NaN', '0.015', '1e5', '1'.repeat(40)]) {
    await visitor.page.route('**/v2/api/forex/submit', async (route) => {
      const body: unknown = route.request().postDataJSON();
      await route.continue({ postData: JSON.stringify({ ...Object(body), cont }) });
    });
    const answered = visitor.page.waitForResponse('**/v2/api/forex/submit');
    await visitor.press(sendButton(visitor, ticket, 'buy'));
    expect((await (await answered).text()).slice(0, 9), cont).not.toBe('{"code":1,');
    await toast(visitor, own);
    await visitor.press(visitor.page.locator('[role="status"][aria-live] button').first());
    await visitor.page.unroute('**/v2/api/forex/submit');
  }
  if (!visitor.wide) await closeSheet(visitor, ticket);
}

async function wrongStakes(visitor: Visitor): Promise<void> {
  const { page, say } = visitor;
  await chooseFamily(visitor, 'contracts');
  if (!visitor.wide)
    await visitor.press(
      page
        .locator('main')
        .getByRole('button', { name: say('trade', 'side.up') })
        .last(),
    );
  const ticket = ticketOf(visitor);
  const stake = ticket.getByRole('textbox', { name: say('trade', 'micro.stake'), exact: true });
  const up = ticket.getByRole('button', { name: new RegExp(`^${say('trade', 'side.up')}`) });
  for (const [typed, fault] of STAKES) {
    await stake.fill(typed);
    await refuses(visitor, ticket, fault, up);
  }
}
