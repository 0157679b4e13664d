// Somebody who borrows: verified as who they are, and what they do in the app, screen by screen.

import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { MoneyDesk } from './money-desk.ts';
import { at, type People, type Session } from './people.ts';
import type { Visitor } from './visitor.ts';

export const LOANS_ON = [{ name: 'Hong Kong', countries: ['HK'], off: [], on: ['loans'], caps: {} }];
export const CONFIGS = [
  {
    ...{ id: 1, loan_period: 30, min_amount: '100', max_amount: '1000' },
    ...{ interest_rate: 25, free_period: 7, penalty_rate: 25 },
  },
  {
    ...{ id: 2, loan_period: 7, min_amount: '100', max_amount: '500' },
    ...{ interest_rate: 25, free_period: 0, penalty_rate: 25 },
  },
];
const PHOTO = fileURLToPath(new URL('../../web/public/icon-512.png', import.meta.url));

/** Lives where loans are offered, and is verified as Ada Lovelace. */
export async function verifiedAda(people: People, email: string): Promise<Session> {
  const session = await people.living(email);
  const desk = MoneyDesk.at(people);
  const client = { id: BigInt(session.user.id), uid: session.user.uid, token: session.token };
  const [front_pic, reverse_pic] = [await desk.uploads(client, '192'), await desk.uploads(client, '512')];
  const person = { name: 'Ada Lovelace', card_id: `K${client.id}`, country: 'HK' };
  await desk.asks(client, '/api/user/real_name', { ...person, front_pic, reverse_pic });
  const { owner } = people.app.database;
  await owner.query(
    'UPDATE verifications SET status = 2, decided_by = 1, decided_time = database_ms() WHERE user_id = $1',
    [client.id],
  );
  await owner.query('UPDATE user_standing SET verified_time = 1 WHERE user_id = $1', [client.id]);
  return session;
}

const button = ({ page, say }: Visitor, key: string) =>
  page.getByRole('main').getByRole('button', { name: say('loans', key), exact: true });
const box = ({ page, say }: Visitor, key: string) =>
  page.getByRole('textbox', { name: say('loans', key), exact: true });
const select = ({ page, say }: Visitor, key: string) =>
  page.getByRole('combobox', { name: say('loans', key), exact: true });

/** From Home to the wait: what is missing is said first. */
export async function provesWhoTheyAre(ada: Visitor): Promise<void> {
  const { page, say } = ada;
  await ada.open('/');
  await page.locator('main a[href="#/loan"]').first().waitFor();
  await ada.audit('loan-home');
  await ada.press(page.locator('main a[href="#/loan"]').first());
  await box(ada, 'last').waitFor();
  await ada.audit('loan-person');
  await ada.press(button(ada, 'send'));
  await page.getByText(say('loans', 'missing')).first().waitFor();
  await box(ada, 'last').fill('Lovelace');
  await box(ada, 'first').fill('Ada');
  await ada.choose(page.getByRole('radio', { name: say('loans', 'sex.2'), exact: true }));
  await page.getByLabel(say('loans', 'birthday'), { exact: true }).fill('1990-12-10');
  await select(ada, 'country').selectOption('HK');
  await select(ada, 'mobile.code').selectOption('852');
  await box(ada, 'mobile').fill('5123 4567');
  await page.locator('input[type="file"]').setInputFiles(PHOTO);
  await page.getByText(say('loans', 'hand_pic.sent'), { exact: true }).waitFor();
  await ada.audit('loan-person-filled');
  await ada.press(button(ada, 'send'));
  await page.getByRole('heading', { name: say('loans', 'waiting.title') }).waitFor();
  await ada.audit('loan-person-waiting');
}

/** Chooses 1,000 for thirty days and reads what it comes to. */
export async function choosesAndReads(ada: Visitor): Promise<void> {
  const { page, say } = ada;
  await ada.open('/loan');
  await page.waitForURL(at(/^#\/loan\/submit/));
  await page.getByText(say('loans', 'example')).waitFor();
  await ada.audit('loan-example');
  await ada.press(button(ada, 'read'));
  await page.getByText(say('loans', 'fault.missing')).waitFor();
  await box(ada, 'amount').fill('1000');
  await page.getByText(say('loans', 'example')).waitFor({ state: 'detached' });
  await page.getByText('97.4', { exact: false }).first().waitFor();
  await page.getByText('1,057.50', { exact: false }).first().waitFor();
  await ada.audit('loan-offer');
  await ada.press(button(ada, 'read'));
  await page.waitForURL(at(/^#\/loan\/agreement/));
  await page.getByRole('article').waitFor();
  await ada.audit('loan-agreement');
  await button(ada, 'go_sign').scrollIntoViewIfNeeded();
  // Its end has come into sight: the way to the signature opens, and is looked at once it has.
  await button(ada, 'go_sign').and(page.locator(':enabled')).waitFor();
  await ada.audit('loan-agreement-end');
}

export async function saysYes(ada: Visitor): Promise<void> {
  const { page, say, like } = ada;
  await ada.press(button(ada, 'go_sign'));
  await page.waitForURL(at(/^#\/loan\/sign/));
  const submit = page.getByRole('button', { name: like('loans', 'sign.submit') });
  await submit.waitFor();
  // Neither signed nor agreed to: nothing is sent.
  await ada.press(submit);
  await page.getByText(say('loans', 'please_sign'), { exact: true }).waitFor();
  await page.getByText(say('loans', 'consent.missing'), { exact: true }).waitFor();
  await ada.choose(page.getByRole('checkbox', { name: like('loans', 'consent') }));
}

/** With the mouse held down, across the pad. */
export async function draws(ada: Visitor): Promise<void> {
  const { page, say } = ada;
  const pad = page.getByRole('img', { name: say('loans', 'sign.pad') });
  await pad.scrollIntoViewIfNeeded();
  const frame = await pad.boundingBox();
  if (!frame) throw new Error('no pad');
  const { x, y, width, height } = frame;
  await page.mouse.move(x + width * 0.1, y + height * 0.6);
  await page.mouse.down();
  for (let step = 1; step <= 24; step += 1)
    await page.mouse.move(x + width * (0.1 + step / 35), y + height * (0.5 + 0.3 * Math.sin(step)));
  await page.mouse.up();
}

export async function typesTheirName(ada: Visitor, name: string): Promise<void> {
  const { page, say } = ada;
  await ada.choose(page.getByRole('radio', { name: say('loans', 'sign.type'), exact: true }));
  await box(ada, 'sign.name').fill(name);
}

export async function signs(ada: Visitor): Promise<void> {
  await ada.audit('loan-sign');
  await ada.press(ada.page.getByRole('button', { name: ada.like('loans', 'sign.submit') }));
}

const loanAnswer = z.object({ data: z.array(z.object({ id: z.string(), status: z.number() })) });
/** As the server tells them. */
export async function loansOf(people: People, { token }: Session) {
  return loanAnswer.parse(await MoneyDesk.at(people).asks({ token }, '/api/loan/loan_list')).data;
}
