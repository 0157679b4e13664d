// Customers' service of another site inside the app: only of a host that the operator's config names, as nobody's page, and otherwise outside.

import { afterAll, beforeAll, expect, test } from 'vitest';
import { People } from './people.ts';

const HOST = 'help.example.com';
const LINK = `https://${HOST}/chat`;
/** What a page of theirs could try. */
const THEIRS = `<!doctype html><title>Help</title><p id="said">starting</p><script>
  const tried = (what, act) => { try { act(); return what + ' open'; } catch { return what + ' closed'; } };
  document.getElementById('said').textContent = [
    tried('storage', () => localStorage.length),
    tried('app', () => parent.document.title),
    tried('way', () => { top.location.href = 'https://elsewhere.example/'; }),
  ].join(', ');
</script>`;

let people: People;
beforeAll(async () => {
  people = await People.settle({ SERVICE_HOSTS: HOST }, { service_link: LINK, service_link_type: 1 });
});
afterAll(async () => people?.leave());

test.each([
  { size: 'phone', lang: 'en', theme: 'light' },
  { size: 'phone', lang: 'ar', theme: 'dark' },
  { size: 'desktop', lang: 'hk', theme: 'light' },
] as const)('stands in a frame that may nothing but its own, and is named: $size, $lang', async (look) => {
  const user = await people.arrive(look, await people.living(`framed-${look.lang}@example.com`));
  const { page, say } = user;
  await page.route(`https://${HOST}/**`, (route) => route.fulfill({ contentType: 'text/html', body: THEIRS }));
  await user.open('/mine/chat');
  await page.getByText(user.like('chat', 'framed', { host: HOST })).waitFor();
  const frame = page.frameLocator('iframe');
  await frame.getByText('storage closed, app closed, way closed').waitFor();
  expect(await page.locator('iframe').getAttribute('sandbox')).toBe('allow-scripts allow-forms');
  expect(new URL(page.url()).pathname).toBe('/');
  expect(await page.getByRole('textbox', { name: say('chat', 'field') }).count()).toBe(0);
  await user.audit('service-framed');
  // What was refused to the frame's page is said on the console, and no fault of ours.
  expect(user.findings.filter((one) => !one.includes('sandboxed'))).toEqual([]);
  await user.leave();
});

test('of any other host the page takes no frame, whoever puts one in', async () => {
  const policy = (await fetch(people.app.url)).headers.get('content-security-policy') ?? '';
  expect(policy.split('; ')).toContain(`frame-src https://${HOST}`);
  const user = await people.arrive({ size: 'phone', lang: 'en', theme: 'light' });
  const { page } = user;
  await user.open('/');
  const blocked = await page.evaluate(
    () =>
      new Promise<string>((resolve) => {
        document.addEventListener('securitypolicyviolation', ({ blockedURI }) => resolve(blockedURI));
        const frame = document.createElement('iframe');
        frame.src = 'https://elsewhere.example/';
        document.body.append(frame);
      }),
  );
  expect(blocked).toContain('https://elsewhere.example');
  await user.leave();
});
