// Every route of the product's documents, opened by its address as a first page: it is there, says what it is, and nothing of it fails.

import { afterAll, beforeAll, expect, test } from 'vitest';
import { DOCUMENTED_ROUTES } from '../harness/documented.ts';
import { MONEY_TERMS } from './money-desk.ts';
import { People, type Session } from './people.ts';
import { type Look, settled, tooWide, type Visitor } from './visitor.ts';

let people: People;
let session: Session;
beforeAll(async () => {
  people = await People.settle({}, MONEY_TERMS);
  session = await people.living('walks@example.com');
  await people.app.database.owner.query('UPDATE user_standing SET verified_time = 1 WHERE user_id = $1', [
    session.user.id,
  ]);
});
afterAll(async () => people?.leave());

/** What is wrong with each, by its route; `mayLeave`: to which route somebody may be led instead. */
async function walk(visitor: Visitor, mayLeave: readonly string[]): Promise<string[]> {
  const { page, findings } = visitor;
  const wrong: string[] = [];
  for (const route of DOCUMENTED_ROUTES) {
    // Anew: what an earlier screen left there shows nothing of this one. An empty page has no storage, which the first lines of this person's miss.
    await page.goto('about:blank');
    findings.length = 0;
    await visitor.open(route);
    const title = page.locator('h1:visible').first();
    const broken = page.getByText(visitor.say('shell', 'error.title'));
    await title.or(broken).first().waitFor();
    if (await broken.isVisible()) {
      wrong.push(`${route} broke`);
      continue;
    }
    await settled(page);
    const at = new URL(page.url()).hash.replace(/^#/, '').split('?')[0] ?? '';
    if (at !== route && !mayLeave.includes(at)) wrong.push(`${route} leads to ${at}`);
    if ((await title.textContent())?.trim() === '') wrong.push(`${route} has no title`);
    wrong.push(...(await tooWide(page)).map((what) => `${route} is ${what}`));
    wrong.push(...findings.splice(0).map((what) => `${route}: ${what}`));
  }
  return wrong;
}

test.each<[Look, 'a real user' | 'a visitor']>([
  [{ size: 'phone', lang: 'en', theme: 'light' }, 'a real user'],
  [{ size: 'phone', lang: 'hk', theme: 'dark' }, 'a visitor'],
  [{ size: 'desktop', lang: 'ar', theme: 'light' }, 'a real user'],
])('%j finds a screen behind every address, as %s', async (look, who) => {
  const visitor = await people.arrive(look, who === 'a visitor' ? undefined : session);
  // Who is signed in has no way to the forms of who is not; who is not is asked to sign in. What is for nobody named, or offered to nobody, leads back.
  const led = who === 'a visitor' ? ['/login'] : ['/', '/user'];
  expect(await walk(visitor, [...led, '/follow', '/loan'])).toEqual([]);
  await visitor.leave();
});
