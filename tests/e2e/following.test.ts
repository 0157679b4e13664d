// Two follow a trader. An order of the trader's opens for both and closes for both; one pauses and reads why the next was not copied; the other leaves, and
// keeps what is open; the trader sees who is left. A story in the browser, a phone and a desktop, on the real servers.

import { execFile } from 'node:child_process';
import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fundLiveHouse } from '../harness/real-user.ts';
import { pinnedNode, root } from '../independent/server-process.ts';
import { closes, leader, opens, proofOf, verified } from './leader.ts';
import { at, People, type Session } from './people.ts';
import { openDetail, verify } from './trading.ts';
import type { Visitor } from './visitor.ts';

const NAME = 'Mei Lin';

let people: People;
/** Who follow, by name and by number. */
const sessions = new Map<string, Session>();
let mei: Session;
beforeAll(async () => {
  people = await People.settle({ FEED: 'simulated' });
  await fundLiveHouse(people.app.database);
  mei = await leader(people, 'mei@example.com', NAME);
});
afterAll(async () => people?.leave());

/** From the trader's page through agreement and form; the screen that was left comes back. */
async function follows(who: Visitor): Promise<void> {
  const { page, say, like } = who;
  await who.open('/follow');
  await who.press(page.getByRole('link', { name: like('follow', 'detail', { name: NAME }) }));
  await who.press(page.getByRole('link', { name: like('follow', 'follow.of', { name: NAME }) }));
  await page.waitForURL(at(/^#\/follow\/submit\?id=\d+$/));
  const confirm = page.getByRole('button', { name: say('follow', 'gate.confirm'), exact: true });
  await confirm.waitFor();
  expect(await confirm.isDisabled()).toBe(true);
  await who.choose(page.getByRole('checkbox', { name: say('follow', 'gate.agree') }));
  await who.audit('follow-gate');
  await who.press(confirm);
  const multiple = page.getByRole('textbox', { name: say('follow', 'form.multiple'), exact: true });
  expect(await page.getByRole('radio', { name: say('follow', 'form.mode.proportional') }).isChecked()).toBe(true);
  await who.press(page.getByRole('radio', { name: say('follow', 'form.mode.lots') }));
  await multiple.fill('1.5');
  const send = page.getByRole('button', { name: say('follow', 'form.submit'), exact: true });
  await who.press(send);
  await page.getByText(like('follow', 'form.fault.multiple')).waitFor();
  await multiple.fill('1');
  await page.getByRole('textbox', { name: say('follow', 'form.max'), exact: true }).fill('1000');
  await page.getByText(say('follow', 'typical.title')).waitFor();
  await page.getByText(say('follow', 'typical.yours'), { exact: true }).waitFor();
  await who.audit('follow-form');
  await who.press(send);
  await page.waitForURL(at(/^#\/follow\/trader\?id=\d+$/));
  await page.getByText(say('follow', 'followed'), { exact: true }).waitFor();
  await page.getByRole('button', { name: like('follow', 'unfollow.of', { name: NAME }) }).waitFor();
  await who.audit('trader-followed');
}

const copies = ({ page, like }: Visitor, key: 'list.open' | 'list.closed', shown: string) =>
  page.getByRole('button', { name: like('follow', key, { shown }) });

/** The closed copy is verified in its follower's browser, with nothing left open: all that its trader asked until the end is shown. */
async function checksOut(who: Visitor): Promise<void> {
  await who.open('/order?source=1&type=3');
  const dialog = await openDetail(who);
  const panel = await verify(who, dialog);
  await panel.getByRole('status').getByText(who.say('verify', 'holds'), { exact: true }).waitFor();
  await panel.getByText(who.like('verify', 'checks.all')).waitFor();
  await who.audit('copy-verified');
}

/** The same copies by the script that shares no code with the server, as anybody would run it. */
async function recheck(origin: string): Promise<string> {
  const { rows } = await people.app.database.owner.query<{ id: bigint; user_id: bigint }>(
    'SELECT id, user_id FROM forex_orders WHERE origin_id = $1',
    [origin],
  );
  const proofs = rows.map(({ id, user_id }) => proofOf(people, sessions.get(String(user_id)), String(id)));
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'fairtick-copies-'));
  const file = path.join(folder, 'proofs.json');
  fs.writeFileSync(file, JSON.stringify(await Promise.all(proofs)));
  const script = path.join(root, 'tests', 'independent', 'copies.mjs');
  const ran = promisify(execFile)(pinnedNode(), [script, file]);
  const { stdout } = await ran.catch((error: { readonly stdout: string }) => error);
  fs.rmSync(folder, { recursive: true });
  return stdout;
}

test('two follow, one pauses, one leaves', async () => {
  for (const name of ['ann', 'bo']) {
    const session = await verified(people, `${name}@example.com`);
    sessions.set(session.user.id, session).set(name, session);
  }
  const ann = await people.arrive({ size: 'phone', lang: 'en', theme: 'light' }, sessions.get('ann'));
  const bo = await people.arrive({ size: 'desktop', lang: 'hk', theme: 'dark' }, sessions.get('bo'));
  await follows(ann);
  await follows(bo);

  const first = await opens(people, mei);
  await ann.open('/order?source=1&type=1');
  const ofMei = ann.page.getByText(ann.like('orders', 'copy.of', { name: NAME }));
  await ofMei.first().waitFor();
  await ann.audit('orders-copy');
  await ann.choose(ann.page.getByRole('radio', { name: ann.say('orders', 'origin.own') }));
  await ann.page.getByText(ann.say('orders', 'empty.holding')).waitFor();
  await ann.choose(ann.page.getByRole('radio', { name: ann.say('orders', 'origin.copies') }));
  await ofMei.first().waitFor();
  await ann.press(ann.page.getByRole('main').getByText('BTC/USD').first());
  const detail = ann.page.getByRole('dialog');
  await detail.getByText(ann.say('orders', 'copy.stops')).waitFor();
  expect(await detail.getByRole('link', { name: NAME }).getAttribute('href')).toMatch(/^#\/follow\/trader\?id=\d+$/);
  expect(await detail.getByRole('region', { name: ann.say('orders', 'stops.label') }).count()).toBe(0);
  await bo.open('/follow/follow-list');
  await bo.press(copies(bo, 'list.open', '1'));
  await bo.page.getByRole('dialog').getByText('BTC/USD').waitFor();
  await bo.audit('copies');
  await bo.page.keyboard.press('Escape');
  await bo.audit('follow-list');

  await closes(people, mei, first);
  await copies(bo, 'list.closed', '1').waitFor();
  await checksOut(ann);
  await checksOut(bo);
  expect(await recheck(first)).toBe('copies: 2\nrequests: 2\nsizes: 2\n0 disagreements\n');
  await bo.open('/follow/follow-list');
  await ann.open('/follow');
  await ann.press(ann.page.getByRole('button', { name: ann.like('follow', 'copies.see_closed', { name: NAME }) }));
  await ann.page.getByRole('dialog').getByText('BTC/USD').waitFor();
  await ann.page.keyboard.press('Escape');
  await ann.audit('lobby-followed');

  await bo.press(bo.page.getByRole('button', { name: bo.like('follow', 'list.pause_of', { name: NAME }) }));
  await bo.page.getByText(bo.say('follow', 'list.paused'), { exact: true }).waitFor();
  await bo.press(bo.page.getByRole('button', { name: bo.like('follow', 'settings.of', { name: NAME }) }));
  const sheet = bo.page.getByRole('dialog');
  await sheet.getByRole('textbox', { name: bo.say('follow', 'form.multiple'), exact: true }).fill('2');
  await bo.audit('follow-settings');
  await bo.press(sheet.getByRole('button', { name: bo.say('follow', 'settings.save'), exact: true }));
  await bo.page.getByText('×2').waitFor();
  const second = await opens(people, mei);
  await bo.page.getByText(bo.say('follow', 'skip.paused')).waitFor();
  await bo.audit('follow-skips');

  await ann.open('/follow/follow-list');
  const open = ann.page.getByRole('button', { name: ann.like('follow', 'list.open', { shown: '1' }) });
  await open.waitFor();
  await ann.audit('follow-list');
  const leave = ann.page.getByRole('button', { name: ann.like('follow', 'unfollow.of', { name: NAME }) });
  const question = ann.page.getByRole('alertdialog');
  await ann.press(leave);
  await question.getByText(ann.say('follow', 'unfollow.text')).waitFor();
  await ann.press(question.getByRole('button', { name: ann.say('shell', 'cancel'), exact: true }));
  await question.waitFor({ state: 'detached' });
  await open.waitFor();
  await ann.press(leave);
  expect(await question.getByRole('radio', { name: ann.say('follow', 'unfollow.keep') }).isChecked()).toBe(true);
  await ann.audit('follow-leave');
  await ann.press(question.getByRole('button', { name: ann.say('follow', 'unfollow'), exact: true }));
  await ann.page.getByText(ann.say('follow', 'list.empty')).waitFor();
  await closes(people, mei, second);
  await ann.open('/order?source=1&type=1');
  await ofMei.first().waitFor();

  const trader = await people.arrive({ size: 'phone', lang: 'ar', theme: 'dark' }, mei);
  await trader.open('/follow');
  await trader.press(trader.page.getByRole('link', { name: trader.say('follow', 'my_followers'), exact: true }));
  await trader.page.waitForURL(at(/^#\/follow\/my-follower$/));
  await trader.page.getByText(trader.say('follow', 'followers.rate')).waitFor();
  expect(await trader.page.getByRole('listitem').filter({ hasText: '***' }).count()).toBe(1);
  await trader.audit('my-follower');
  const end = trader.say('follow', 'end.action');
  await trader.press(trader.page.getByRole('main').getByRole('button', { name: end, exact: true }));
  await trader.audit('lead-no-more');
  await trader.press(trader.page.getByRole('alertdialog').getByRole('button', { name: end, exact: true }));
  await trader.page.waitForURL(at(/^#\/follow\/trader-apply$/));
  await trader.page.getByText(trader.say('follow', 'apply.left')).waitFor();
  expect([...ann.findings, ...bo.findings, ...trader.findings]).toEqual([]);
  for (const who of [ann, bo, trader]) await who.leave();
});
