// A verified person's own money, in the app: comes in with a proof, goes between the accounts, leaves to what was bound, and is taken back; and what is
// refused is told at its field. What the staff do with it is the console's story.

import { fileURLToPath } from 'node:url';
import { typesOn } from '@fairtick/contract/ledger-types';
import { errorText } from '@fairtick/contract/texts/index';
import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { giveDollars } from '../harness/real-user.ts';
import { act, bindAddress, field, IBAN, select, statementIsPrinted, told } from './own-money.ts';
import { at, People, type Session } from './people.ts';
import { type Look, tooWide, type Visitor } from './visitor.ts';

const PHONE: Look = { size: 'phone', lang: 'en', theme: 'light' };
const PROOF = fileURLToPath(new URL('../../web/public/icon-512.png', import.meta.url));
const OURS = '0x52908400098527886E0F7030069857D2E4169EE7';
const TERMS = {
  withdrawal_currencies: [
    { id: 1, kind: 'coin', currency: 'USDT', network: 'evm:1', protocol: 'ERC20', places: 6, fee_type: 1 },
    { id: 2, kind: 'bank', currency: 'USD', network: '', protocol: 'SWIFT', places: 2, fee_type: 1 },
  ].map((one) => ({ ...one, draw_rate: '5', min: '10', max: '50000' })),
  deposit_options: [
    {
      ...{ id: 1, kind: 'coin', currency: 'USDT', network: 'evm:1', protocol: 'ERC20', address: OURS, places: 6 },
      ...{ token: '0xdAC17F958D2ee523a2206206994597C13D831ec7', min: '10', confirmations: 12 },
    },
    {
      ...{ id: 2, kind: 'bank', currency: 'USD', bank_name: 'First Bank', bank_address: '', bank_swift: 'DEUTDEFF' },
      ...{ payee_name: 'Fairtick', payee_account: 'DE89370400440532013000', bank_remark: 'Deposit {uid}', places: 2 },
      min: '10',
    },
  ],
};

let people: People;
beforeAll(async () => {
  people = await People.settle({}, TERMS);
});
afterAll(() => people?.leave());

/** Verified, with so much on each account. */
async function client(email: string, dollars = 1_000): Promise<Session> {
  const session = await people.living(email);
  const { owner } = people.app.database;
  await owner.query('UPDATE user_standing SET verified_time = 1 WHERE user_id = $1', [session.user.id]);
  await giveDollars(people.app.database, BigInt(session.user.id), dollars);
  return session;
}

async function focusIsIn({ page }: Visitor, input: Locator): Promise<void> {
  const handle = await input.elementHandle();
  await page.waitForFunction((element) => document.activeElement === element, handle);
  expect(await input.getAttribute('aria-invalid')).toBe('true');
}

/** A day goes by for what was bound. */
const aDayLater = (): Promise<unknown> =>
  people.app.database.owner.query('UPDATE destinations SET usable_time = bound_time');

describe('money', () => {
  test.each<Look>([
    PHONE,
    { size: 'desktop', lang: 'hk', theme: 'dark' },
    { size: 'phone', lang: 'ar', theme: 'dark' },
  ])('a deposit is told of with its proof and waits in the history, $size, $lang', async (look) => {
    const visitor = await people.arrive(look, await client(`in.${look.lang}@example.com`));
    const { page, say, like } = visitor;
    await visitor.open('/');
    await visitor.press(page.getByRole('main').getByRole('link', { name: say('home', 'deposit'), exact: true }));
    await page.waitForURL(at(/^#\/mine\/charge$/));
    await page.getByRole('img', { name: say('deposit', 'qr') }).waitFor();
    await page.getByText(OURS, { exact: true }).first().waitFor();
    await told(visitor, 'deposit', 'history.none').waitFor();
    await visitor.audit('money-deposit');
    await visitor.press(act(visitor, 'deposit', 'send.none'));
    await focusIsIn(visitor, field(visitor, 'deposit', 'sum'));
    await field(visitor, 'deposit', 'sum').fill('250');
    await page.locator('input[type="file"]').setInputFiles(PROOF);
    await told(visitor, 'deposit', 'proof.sent').waitFor();
    await page.getByText(like('deposit', 'credit', {})).waitFor();
    await visitor.audit('money-deposit-filled');
    await visitor.press(page.getByRole('main').getByRole('button', { name: /250/ }));
    await told(visitor, 'deposit', 'status.0').waitFor();
    await visitor.audit('money-deposit-history');
    // The tab shows the other list and the bank's lines, with the person's own reference.
    await visitor.choose(page.getByRole('radio', { name: say('deposit', 'bank'), exact: true }));
    await page.getByText(/^Deposit [0-9A-Z]+$/).waitFor();
    await told(visitor, 'deposit', 'history.none').waitFor();
    await visitor.audit('money-deposit-bank');
    expect(visitor.findings).toEqual([]);
    await visitor.leave();
  });

  test.each<Look>([
    PHONE,
    { size: 'desktop', lang: 'en', theme: 'dark' },
    { size: 'phone', lang: 'ar', theme: 'light' },
  ])('money goes between accounts, and the ledger shows it with sums that add up, $size, $lang', async (look) => {
    const visitor = await people.arrive(look, await client(`move.${look.size}.${look.lang}@example.com`));
    const { page, say } = visitor;
    await visitor.open('/mine/wallet');
    await page.getByRole('link', { name: say('account', 'account.1.text') }).waitFor();
    await visitor.audit('money-wallet');
    await visitor.press(page.getByRole('main').getByRole('link', { name: say('wallet', 'transfer'), exact: true }));
    await page.waitForURL(at(/^#\/mine\/transfer$/));
    // The same account on both sides: the other one gives way.
    await select(visitor, 'transfer.from').selectOption('2');
    expect(await select(visitor, 'transfer.to').inputValue()).toBe('1');
    await visitor.press(page.getByRole('button', { name: say('wallet', 'transfer.swap'), exact: true }));
    expect(await select(visitor, 'transfer.from').inputValue()).toBe('1');
    const sum = field(visitor, 'wallet', 'transfer.amount');
    await sum.fill('1000.01');
    await visitor.press(act(visitor, 'wallet', 'transfer.send.none'));
    await focusIsIn(visitor, sum);
    await sum.fill('300');
    await visitor.audit('money-transfer');
    await visitor.press(page.getByRole('main').getByRole('button', { name: /300/ }));
    await page.getByText(visitor.like('wallet', 'transfer.log.line')).first().waitFor();
    await page
      .getByText(/700\.00/)
      .first()
      .waitFor();
    await visitor.audit('money-transferred');
    await visitor.open('/mine/accounts');
    await visitor.press(page.locator('main a[href="#/mine/history?accountTypeId=1"]'));
    await page
      .getByRole('row')
      .filter({ hasText: say('wallet', 'history.now') })
      .getByText(/700\.00/)
      .waitFor();
    await visitor.audit('money-history');
    const saved = page.waitForEvent('download');
    await visitor.press(page.getByRole('button', { name: say('wallet', 'history.csv'), exact: true }));
    expect((await saved).suggestedFilename()).toBe('ledger-1.csv');
    await statementIsPrinted(visitor, { free: '700.00', lines: 2 });
    await select(visitor, 'history.period').selectOption('days');
    // Before there was anything: nothing is listed, and what is printed says so.
    await page.getByLabel(say('wallet', 'history.first'), { exact: true }).fill('2001-02-03');
    await page.getByLabel(say('wallet', 'history.last'), { exact: true }).fill('2001-02-04');
    await told(visitor, 'wallet', 'history.none.filtered').waitFor();
    await visitor.audit('money-history-days');
    await statementIsPrinted(visitor, { free: '0.00', lines: 0 });
    const kinds = select(visitor, 'history.kind');
    // Whatever a line can be of: a payment that came back, a loan, a fund.
    expect(await kinds.locator('option').count()).toBe(1 + typesOn(1, 'live').length);
    await kinds.selectOption({ label: say('wallet', 'kind.payment_back') });
    await kinds.selectOption('110');
    await told(visitor, 'wallet', 'history.none.filtered').waitFor();
    await visitor.press(page.getByRole('button', { name: say('wallet', 'history.none.all'), exact: true }));
    await page
      .getByRole('row')
      .filter({ hasText: say('wallet', 'history.moved') })
      .waitFor();
    expect(visitor.findings).toEqual([]);
    await visitor.leave();
  });

  test.each<Look>([
    PHONE,
    { size: 'desktop', lang: 'hk', theme: 'light' },
    { size: 'phone', lang: 'ar', theme: 'dark' },
  ])('a withdrawal to a bound address is followed and taken back, $size, $lang', async (look) => {
    const email = `out.${look.lang}@example.com`;
    const visitor = await people.arrive(look, await client(email));
    const { page, say } = visitor;
    // A press before it is known where money may go would do nothing.
    let answer = () => {};
    const asked = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route('**/get_draw_method*', (route) => asked.then(() => route.continue()));
    await visitor.open('/mine/withdraw');
    const sum = field(visitor, 'withdraw', 'sum');
    await sum.fill('100');
    await page.locator('main form button[type="submit"][aria-busy="true"]').waitFor();
    answer();
    await visitor.press(
      page
        .getByRole('main')
        .getByRole('button', { name: /100\.00/ })
        .last(),
    );
    // Nothing is bound: whoever wants to is led there.
    const question = page.getByRole('alertdialog');
    await question.waitFor();
    await visitor.audit('money-unbound');
    await visitor.press(question.getByRole('button', { name: say('withdraw', 'unbound.go'), exact: true }));
    await page.waitForURL(at(/^#\/mine\/withdraw-way/));
    await bindAddress(people, visitor, email);
    await aDayLater();
    await visitor.open('/mine/withdraw');
    await page.getByRole('radio', { name: /Mine/ }).waitFor();
    await sum.fill('100');
    await page
      .getByText(/95\.00/)
      .first()
      .waitFor();
    await visitor.audit('money-withdraw');
    await visitor.press(page.locator('main form button[type="submit"]'));
    const row = page.locator('main li button').filter({ hasText: /100\.00/ });
    await visitor.press(row);
    const sheet = page.getByRole('dialog', { name: say('withdraw', 'detail') });
    await sheet.getByText(say('withdraw', 'step.review'), { exact: true }).waitFor();
    await visitor.audit('money-timeline');
    await visitor.press(sheet.getByRole('button', { name: visitor.like('withdraw', 'cancel', {}) }).last());
    await sheet.getByText(say('withdraw', 'step.cancelled'), { exact: true }).waitFor();
    await visitor.audit('money-cancelled');
    expect(visitor.findings).toEqual([]);
    await visitor.leave();
  });

  test('what is refused is told at its field, with what was typed still there', async () => {
    const email = 'refused.money@example.com';
    const visitor = await people.arrive(PHONE, await client(email));
    const { page, say } = visitor;
    await visitor.open('/mine/withdraw-way?type=1');
    const address = field(visitor, 'withdraw', 'bind.address');
    await visitor.press(act(visitor, 'withdraw', 'bind.coin.send'));
    await focusIsIn(visitor, address);
    await address.fill('0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAeD');
    await visitor.press(act(visitor, 'withdraw', 'bind.coin.send'));
    await page.getByText(errorText('en', 'ADDRESS_CHECKSUM'), { exact: true }).waitFor();
    await focusIsIn(visitor, address);
    await visitor.open('/mine/withdraw-way?type=2');
    await field(visitor, 'withdraw', 'bind.bank').first().fill('West Bank');
    await field(visitor, 'withdraw', 'bind.swift').fill('NWBKGB2L');
    await field(visitor, 'withdraw', 'bind.payee').fill('Wong Mei Ling');
    await field(visitor, 'withdraw', 'bind.account').fill(IBAN.replace(/9$/, '8'));
    expect(await page.getByText(errorText('en', 'IBAN_WRONG'), { exact: true }).count()).toBe(0);
    // Left, it is said before anything is sent.
    await field(visitor, 'withdraw', 'bind.account').blur();
    await page.getByText(errorText('en', 'IBAN_WRONG'), { exact: true }).waitFor();
    await visitor.press(act(visitor, 'withdraw', 'bind.bank.send'));
    await page.getByText(errorText('en', 'IBAN_WRONG'), { exact: true }).waitFor();
    await focusIsIn(visitor, field(visitor, 'withdraw', 'bind.account'));
    await visitor.audit('money-bind-bank');
    await field(visitor, 'withdraw', 'bind.account').fill(IBAN);
    await visitor.press(act(visitor, 'withdraw', 'bind.bank.send'));
    await people.confirmByLetter(visitor, email);
    await page.waitForURL(at(/^#\/mine\/bank-card-list$/));
    // What rests can't be withdrawn to yet.
    await visitor.open('/mine/withdraw?type=1');
    await page.getByRole('radio', { name: /West Bank/ }).waitFor();
    await field(visitor, 'withdraw', 'sum').fill('50');
    await visitor.press(page.locator('main form button[type="submit"]'));
    await focusIsIn(visitor, page.getByRole('radio', { name: /West Bank/ }));
    // Removing asks first.
    await visitor.open('/mine/bank-card-list');
    await visitor.press(act(visitor, 'withdraw', 'remove.named'));
    const question = page.getByRole('alertdialog');
    await visitor.press(question.getByRole('button', { name: say('withdraw', 'remove'), exact: true }));
    await told(visitor, 'withdraw', 'banks.none').waitFor();
    await visitor.leave();
  });

  test('a demo user is told at each door that it is for real accounts', async () => {
    const visitor = await people.arrive(PHONE);
    const { page, say } = visitor;
    await visitor.open('/');
    await visitor.press(page.getByRole('button', { name: say('home', 'visit.try'), exact: true }));
    await page.waitForFunction(() => localStorage.getItem('fairtick.session') !== null);
    for (const route of DOORS) {
      await visitor.open(route);
      await page.getByText(say('shell', 'only_real'), { exact: true }).first().waitFor();
      await page.waitForURL(at(/^#\/user$/));
    }
    await visitor.leave();
  });

  test('no screen of money is wider than its window', async () => {
    const visitor = await people.arrive({ ...PHONE, size: 'desktop' }, await client('wide@example.com', 98_765_432));
    const { page } = visitor;
    const wide: string[] = [];
    for (const route of DOORS) {
      await visitor.open(route);
      await page.getByRole('heading', { level: 1 }).waitFor();
      wide.push(...(await tooWide(page)).map((found) => `${route} is ${found}`));
    }
    expect(wide).toEqual([]);
    await visitor.leave();
  });
});

const DOORS = [
  '/mine/wallet',
  '/mine/accounts',
  '/mine/history?accountTypeId=2',
  '/mine/transfer',
  '/mine/charge',
  '/mine/withdraw',
  '/mine/withdraw-way?type=2',
  '/mine/coin-address-list',
  '/mine/bank-card-list',
];
