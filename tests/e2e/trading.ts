// What a person does to trade, tap by tap, in any size and language.

import type { Locator } from 'playwright-core';
import { z } from 'zod';
import { SOON_MS, type Visitor } from './visitor.ts';

/** The liveliest pair against its spread: a stop a few dollars away is hit within seconds. */
export const PAIR = 'BTC/USD';
const PLACES = 2;
const MOST_TRIES = 20;

/** From the first screen to a signed-in one, the guide skipped. */
export async function takeDemo(visitor: Visitor): Promise<void> {
  const { page, say } = visitor;
  await pressTry(visitor);
  await visitor.press(page.getByRole('dialog').getByRole('button', { name: say('home', 'guide.skip') }));
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
}

/** The same for whoever comes next at a browser: it shows the guide once. */
export async function takeAnotherDemo(visitor: Visitor): Promise<void> {
  await pressTry(visitor);
  await tryButton(visitor).waitFor({ state: 'detached' });
}

const tryButton = ({ page, say }: Visitor): Locator => page.getByRole('button', { name: say('home', 'visit.try') });
const pressTry = (visitor: Visitor): Promise<void> => visitor.press(tryButton(visitor));

/** A signed-in visitor at the trading screen of PAIR, in as few steps as there are. */
export async function readyToTrade(visitor: Visitor): Promise<void> {
  await visitor.open('/');
  await visitor.chooseLanguage();
  await takeDemo(visitor);
  await openPair(visitor);
}

/** From Home: the pair in the list of all markets. */
export async function openPair(visitor: Visitor, pair = PAIR): Promise<void> {
  const row = visitor.page.locator('section[aria-labelledby="all-markets"] li button').filter({ hasText: pair });
  await visitor.press(row);
  await visitor.page.locator('main canvas').first().waitFor();
}

/** The place of the ticket: a sheet on a phone, a column on a wide screen. */
export function ticketOf(visitor: Visitor): Locator {
  const { page, say } = visitor;
  return visitor.wide
    ? page.getByRole('complementary', { name: say('trade', 'ticket.label') })
    : page.getByRole('dialog');
}

/** The futures ticket with a side chosen. */
export async function openTicket(visitor: Visitor, side: 'buy' | 'sell' = 'buy'): Promise<Locator> {
  const { page, say } = visitor;
  const name = new RegExp(`^${say('trade', `side.${side}`)}`);
  const ticket = ticketOf(visitor);
  if (!visitor.wide) {
    // The last one: orders on the chart above carry the same word.
    await visitor.press(page.locator('main').getByRole('button', { name }).last());
    await ticket.waitFor();
  }
  await visitor.press(ticket.getByRole('button', { name }).first());
  return ticket;
}

/** The price at which a position of the other side would close now. */
export async function priceOn(visitor: Visitor, ticket: Locator, side: 'buy' | 'sell'): Promise<number> {
  const button = ticket.getByRole('button', { name: new RegExp(`^${visitor.say('trade', `side.${side}`)}`) }).first();
  const text = (await button.locator('bdi').textContent()) ?? '';
  return Number(text.replace(/[^\d.]/g, ''));
}

export const stopBox = (visitor: Visitor, within: Locator, kind: 'stop_loss' | 'take_profit'): Locator =>
  within.getByRole('checkbox', { name: visitor.say('trade', kind) });
export const stopField = (visitor: Visitor, within: Locator, kind: 'stop_loss' | 'take_profit'): Locator =>
  within.getByRole('textbox', { name: visitor.say('trade', kind) });

export async function setStop(
  visitor: Visitor,
  within: Locator,
  kind: 'stop_loss' | 'take_profit',
  price: number,
): Promise<void> {
  await visitor.choose(stopBox(visitor, within, kind));
  await stopField(visitor, within, kind).fill(price.toFixed(PLACES));
}

export interface Wanted {
  readonly side?: 'buy' | 'sell';
  readonly lots?: string;
  /** Stop-loss and take-profit so many dollars away from the price at which it would close. */
  readonly stopsAway?: number;
}

/** With a quantity on it, or without one while that is wrong. */
export function sendButton(visitor: Visitor, ticket: Locator, side: 'buy' | 'sell', pair = PAIR): Locator {
  const forms = [`send.${side}`, `send.${side}_any`].map((key) => visitor.like('trade', key, { pair }).source);
  return ticket.getByRole('button', { name: new RegExp(forms.map((form) => `^(?:${form})$`).join('|')) });
}

/** Of an order that waits: with its price on it, or without one while something is wrong. */
export function pendingButton(visitor: Visitor, ticket: Locator, side: 'buy' | 'sell' = 'buy'): Locator {
  const keys = [`send.pending_${side}`, 'send.pending_any'];
  const forms = keys.map((key) => visitor.like('trade', key, { pair: PAIR }).source);
  return ticket.getByRole('button', { name: new RegExp(forms.map((form) => `^(?:${form})$`).join('|')) });
}

/** A market order through the ticket; resolves when the app has said that it was filled. */
export async function trade(visitor: Visitor, wanted: Wanted = {}): Promise<void> {
  const { side = 'buy', lots = '0.10' } = wanted;
  const ticket = await openTicket(visitor, side);
  await ticket.getByRole('textbox', { name: visitor.say('trade', 'lots') }).fill(lots);
  for (let tries = 1; ; tries += 1) {
    const refusal = await send(visitor, ticket, { ...wanted, side });
    if (refusal === undefined) break;
    if (tries === MOST_TRIES) throw new Error(`refused ${tries} times, at last with: ${refusal}`);
  }
  if (!visitor.wide) await ticket.waitFor({ state: 'hidden' });
}

/** What the app said when it refused: the market may have reached a stop before the order was there. undefined when it was filled. */
async function send(
  visitor: Visitor,
  ticket: Locator,
  wanted: Wanted & { side: 'buy' | 'sell' },
): Promise<string | undefined> {
  const { side, stopsAway } = wanted;
  if (stopsAway !== undefined) {
    const now = await priceOn(visitor, ticket, side === 'buy' ? 'sell' : 'buy');
    const worse = side === 'buy' ? -stopsAway : stopsAway;
    await setStop(visitor, ticket, 'stop_loss', now + worse);
    await setStop(visitor, ticket, 'take_profit', now - worse);
  }
  const button = sendButton(visitor, ticket, side);
  if (await button.isDisabled()) return (await ticket.getByRole('status').allTextContents()).join(' ');
  await visitor.press(button);
  const done = said(visitor, visitor.like('trade', side === 'buy' ? 'done.bought' : 'done.sold', { pair: PAIR }));
  const refused = said(visitor, /#\d+/).locator('xpath=ancestor-or-self::p');
  await done.or(refused).first().waitFor();
  return (await done.isVisible()) ? undefined : ((await refused.textContent()) ?? '');
}

/** What the app says for a moment, of that form. */
export const said = (visitor: Visitor, form: RegExp): Locator =>
  visitor.page.locator('[role="status"][aria-live]').first().getByText(form).first();

/** Waits until the app says something of that form. */
export async function toast(visitor: Visitor, form: RegExp, timeoutMs = SOON_MS): Promise<void> {
  await said(visitor, form).waitFor({ timeout: timeoutMs });
}

export type Family = 'futures' | 'contracts';

export async function chooseFamily(visitor: Visitor, family: Family): Promise<void> {
  await visitor.choose(
    visitor.page.getByRole('radio', { name: visitor.say('trade', `family.${family}`), exact: true }),
  );
}

/** An up contract of the shortest duration (30 s) with the first preset amount. */
export async function buyUp(visitor: Visitor): Promise<void> {
  const { page, say } = visitor;
  const name = new RegExp(`^${say('trade', 'side.up')}`);
  const ticket = ticketOf(visitor);
  await chooseFamily(visitor, 'contracts');
  if (!visitor.wide) await visitor.press(page.locator('main').getByRole('button', { name }).last());
  await ticket.getByRole('radio').first().waitFor({ state: 'attached' });
  await visitor.press(ticket.getByRole('button', { name }));
  await toast(visitor, visitor.like('trade', 'done.up', { pair: PAIR }));
  if (!visitor.wide) await ticket.waitFor({ state: 'hidden' });
}

export type OrderTab = 'holding' | 'pending' | 'history' | 'running' | 'closed';

/** The orders screen at a list. */
export async function showOrders(visitor: Visitor, tab: OrderTab): Promise<void> {
  const { page, say } = visitor;
  const family = tab === 'running' || tab === 'closed' ? 'contracts' : 'futures';
  if (!/#\/order/.test(page.url())) await visitor.goTo('orders');
  await visitor.choose(page.getByRole('radio', { name: say('orders', `source.${family}`), exact: true }));
  await visitor.press(page.getByRole('tab', { name: new RegExp(`^${say('orders', `tab.${tab}`)}( \\d+)?$`) }));
}

/** The orders of the list that is shown: cards on a phone, rows on a wide screen. */
export function orders(visitor: Visitor): Locator {
  const panel = visitor.page.locator('#orders-panel');
  return visitor.wide ? panel.locator('tbody tr') : panel.getByRole('listitem');
}

/** The detail sheet of the first order shown. */
export async function openDetail(visitor: Visitor): Promise<Locator> {
  const dialog = visitor.page.getByRole('dialog');
  await visitor.press(orders(visitor).first().getByRole('button').first());
  await dialog.getByText(visitor.say('orders', 'field.id')).waitFor();
  return dialog;
}

/** The order's number in its sheet, by the row's own term: the same digits stand in prices and lots too. */
export async function numberIn(visitor: Visitor, dialog: Locator): Promise<string> {
  const term = visitor.page.getByText(visitor.say('orders', 'field.id'), { exact: true });
  return (await dialog.locator('dl > div').filter({ has: term }).locator('dd').textContent()) ?? '';
}

/** Closes the first position shown, by its sheet. */
export async function closeOrder(visitor: Visitor): Promise<void> {
  const { page, say } = visitor;
  const sheet = await openDetail(visitor);
  await visitor.press(sheet.getByRole('button', { name: say('orders', 'close.action'), exact: true }));
  const question = page.getByRole('alertdialog');
  await visitor.press(question.getByRole('button', { name: say('orders', 'close.yes'), exact: true }));
  await sheet.waitFor({ state: 'hidden' });
}

export async function closeSheet(visitor: Visitor, dialog: Locator): Promise<void> {
  await visitor.press(dialog.getByRole('button', { name: visitor.say('shell', 'close'), exact: true }).first());
  await dialog.waitFor({ state: 'hidden' });
}

/** Verifies in an order's sheet (one that comes back to it finds it under way already) and gives the panel with its verdict. */
export async function verify(visitor: Visitor, dialog: Locator): Promise<Locator> {
  const panel = dialog.getByRole('region', { name: visitor.say('verify', 'label') });
  const button = dialog.getByRole('button', { name: visitor.say('orders', 'verify'), exact: true });
  if ((await button.getAttribute('aria-expanded')) !== 'true') await visitor.press(button);
  await panel.and(visitor.page.locator('[aria-busy="false"]')).waitFor();
  return panel;
}

/** The words of an empty list of orders. */
export const nothingIn = (visitor: Visitor, tab: OrderTab): Locator =>
  visitor.page.locator('#orders-panel').getByText(visitor.say('orders', `empty.${tab}`), { exact: true });

/** Until the text of the first such element is another one than now. */
export async function changes(visitor: Visitor, selector: string, timeoutMs = SOON_MS): Promise<void> {
  const element = visitor.page.locator(selector).first();
  await element.waitFor({ timeout: timeoutMs });
  // What nobody looks at need not be kept up to date.
  await element.scrollIntoViewIfNeeded();
  const handle = await element.elementHandle();
  const before = await element.textContent();
  await visitor.page.waitForFunction(
    ([node, was]) => node instanceof HTMLElement && node.isConnected && node.textContent !== was,
    [handle, before] as const,
    { timeout: timeoutMs },
  );
}

/** What the server says of the signed-in user, asked beside the app: the data of an answer. */
export async function ask(visitor: Visitor, path: string): Promise<unknown> {
  const answer = await visitor.page.evaluate(async (path) => {
    const stored: unknown = JSON.parse(localStorage.getItem('fairtick.session') ?? '{}');
    const token = typeof stored === 'object' && stored !== null && 'token' in stored ? String(stored.token) : '';
    const response = await fetch(path, { headers: { authorization: token } });
    const body: unknown = await response.json();
    return body;
  }, path);
  return z.object({ code: z.literal(1), data: z.unknown() }).parse(answer).data;
}

const listed = z.object({
  total: z.number(),
  data: z.array(
    z.object({
      Id: z.string(),
      TargetLossPrice: z.string(),
      TargetProfitPrice: z.string(),
      FactProfits: z.string(),
      TradeFee: z.string(),
    }),
  ),
});
export type Listed = z.infer<typeof listed>['data'][number];

/** The futures orders of a state as the server has them, the newest first. */
export async function ordersOnServer(visitor: Visitor, status: 0 | 1 | 3): Promise<readonly Listed[]> {
  return listed.parse(await ask(visitor, `/v2/api/forex/my_deal?status=${status}&page=1`)).data;
}

const balances = z.array(z.object({ type: z.string(), balance: z.string(), lockBalance: z.string() }));

/** The balances as the server has them, as one text to compare. */
export async function balancesOnServer(visitor: Visitor): Promise<string> {
  const all = balances.parse(await ask(visitor, '/v2/api/main/wallet/getBalance'));
  return all.map((one) => `${one.type} ${one.balance} ${one.lockBalance}`).join(', ');
}
