// How long failures make the next sign-in wait, and whom they do not (accounts.md §5, §8, H5).

import { describe, expect, test } from 'vitest';
import { entryForAll, MINUTE_MS, nameOf, newDevice, PASSWORD, tokenOf } from './entry.ts';

const entry = await entryForAll();
const { clock, login, solved } = entry;

let captchas = 0;
/** One that is solved and not used yet. */
function captcha(): string {
  captchas += 1;
  solved.add(`captcha-${captchas}`);
  return `captcha-${captchas}`;
}
const seconds = (answer: { headers: Headers }): number => Number(answer.headers.get('retry-after'));
async function fail(email: string, times: number, address?: string): Promise<void> {
  for (let i = 0; i < times; i += 1)
    expect(nameOf(await login(email, 'wrong horse', address === undefined ? {} : { address }))).toBe('LOGIN_FAILED');
}

describe('by name', () => {
  test.each(['a person', 'nobody'])('of %s: the table of waits, to the millisecond', async (who) => {
    const email = who === 'nobody' ? 'nobody-at-all@example.com' : (await entry.person()).email;
    await fail(email, 5);
    for (const waitMs of [2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000]) {
      expect(nameOf(await login(email, 'wrong horse'))).toBe('CAPTCHA_NEEDED');
      clock.advance(waitMs - 1);
      const kept = captcha();
      const early = await login(email, 'wrong horse', {}, kept);
      expect([nameOf(early), early.status, seconds(early)]).toEqual(['RATE_LIMITED', 429, 1]);
      clock.advance(1);
      // The captcha of a try that came too early is still good.
      expect(nameOf(await login(email, 'wrong horse', {}, kept))).toBe('LOGIN_FAILED');
      expect(solved.has(kept)).toBe(false);
    }
  });

  test('the sixth needs a captcha, a wrong one is told and nothing is counted for it', async () => {
    const { email } = await entry.person();
    await fail(email, 5);
    clock.advance(2_000);
    expect(nameOf(await login(email, PASSWORD, {}, 'never-solved'))).toBe('CAPTCHA_WRONG');
    expect(nameOf(await login(email, PASSWORD, {}, captcha()))).toBe('ok');
  });

  test('many at once are no more than five and the waits', async () => {
    const { email } = await entry.person();
    const answers = await Promise.all(Array.from({ length: 15 }, () => login(email, 'wrong horse')));
    const names = answers.map(nameOf);
    expect(names.filter((name) => name === 'LOGIN_FAILED').length).toBe(5);
    expect(new Set(names.filter((name) => name !== 'LOGIN_FAILED'))).toEqual(
      new Set(names.filter((name) => name === 'RATE_LIMITED' || name === 'CAPTCHA_NEEDED')),
    );
  });

  test('after a quarter of an hour without a failure nothing counts any more', async () => {
    const { email } = await entry.person();
    await fail(email, 5);
    clock.advance(15 * MINUTE_MS);
    await fail(email, 5);
  });

  test('a browser its owner has signed in from never waits, and its success forgives the name', async () => {
    const { email } = await entry.person();
    const device = newDevice();
    tokenOf(await login(email, PASSWORD, { device }));
    await fail(email, 5);
    expect(nameOf(await login(email, PASSWORD, { device: newDevice() }))).toBe('CAPTCHA_NEEDED');
    // Neither for its own failures.
    for (let i = 0; i < 8; i += 1) expect(nameOf(await login(email, 'wrong', { device }))).toBe('LOGIN_FAILED');
    tokenOf(await login(email, PASSWORD, { device }));
    await fail(email, 5);
  });

  test('the right password from another browser takes back its own try alone', async () => {
    const { email } = await entry.person();
    await fail(email, 4);
    tokenOf(await login(email, PASSWORD));
    await fail(email, 1);
    expect(nameOf(await login(email))).toBe('CAPTCHA_NEEDED');
  });

  test('who need not wait does not for a clock that is behind that of whoever tried last', async () => {
    const { email } = await entry.person();
    const device = newDevice();
    const address = '192.0.2.91';
    tokenOf(await login(email, PASSWORD, { device, address }));
    await fail(email, 2, address);
    clock.jump(-700);
    for (const by of [{ device }, { address }, { device, address }]) tokenOf(await login(email, PASSWORD, by));
    clock.jump(700);
  });

  test("a browser that is another user's is a stranger", async () => {
    const [one, two] = [await entry.person(), await entry.person()];
    const device = newDevice();
    tokenOf(await login(one.email, PASSWORD, { device }));
    await fail(two.email, 5);
    expect(nameOf(await login(two.email, PASSWORD, { device }))).toBe('CAPTCHA_NEEDED');
  });
});

describe('by address', () => {
  test('the twentieth failure asks for a captcha, whoever is tried; other addresses are not asked', async () => {
    const address = '192.0.2.77';
    for (let i = 0; i < 20; i += 1) await fail(`nobody${i}@example.com`, 1, address);
    const { email } = await entry.person();
    expect(nameOf(await login(email, PASSWORD, { address }))).toBe('CAPTCHA_NEEDED');
    expect(nameOf(await login(email, PASSWORD, { address }, captcha()))).toBe('ok');
    tokenOf(await login(email, PASSWORD, { address: '192.0.2.78' }));
  });

  test('an office where everybody knows their password is never asked', async () => {
    const { email } = await entry.person();
    for (let i = 0; i < 40; i += 1) tokenOf(await login(email, PASSWORD, { address: '192.0.2.90' }));
  });
});
