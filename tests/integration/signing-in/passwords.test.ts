// A new password by a code to the account: what it ends, what rests, and what nobody learns (accounts.md §5, H4, H6, H7).
// Long because it is one list of what a new password may and may not do, over one house.

import { systemEntropy } from '@fairtick/kernel/random';
import { Codes } from '@fairtick/server/domains/accounts/codes/codes';
import { describe, expect, test } from 'vitest';
import { untilBlocked } from '../../harness/blocked.ts';
import { testKeys } from '../../harness/outside.ts';
import {
  DAY_MS,
  entryForAll,
  type From,
  MINUTE_MS,
  nameOf,
  newDevice,
  PASSWORD,
  type Person,
  ticketOf,
  tokenOf,
} from './entry.ts';

const entry = await entryForAll();
const { call, clock, login } = entry;
const owner = () => entry.edge.database.owner;
const codes = new Codes({ db: entry.edge.database.app, clock, entropy: systemEntropy, keys: testKeys });

const NEW = 'a quite new password';
let asked = 0;
/** As the form asks for it, signed out. */
async function askReset(name: string, purpose: 'reset' | 'register' = 'reset'): Promise<string> {
  asked += 1;
  const to = { kind: name.startsWith('+') ? ('mobile' as const) : ('email' as const), name };
  const address = `198.51.100.${asked}`;
  const sent = await codes.send({
    purpose,
    to,
    userId: null,
    knownDevice: false,
    lang: 'en',
    by: { address, deviceHash: null },
  });
  expect(sent.ok).toBe(true);
  return entry.sentCode(name);
}
const forget = (account: string, auth_code: string, more: Readonly<Record<string, string>> = {}, from: From = {}) =>
  call('forget_password', { account, auth_code, new_password: NEW, secondary_password: NEW, ...more }, from);
const other = (code: string): string => (code === '000000' ? '111111' : '000000');

const holdOf = async ({ id }: Person): Promise<number> =>
  Number((await owner().query('SELECT hold_until FROM user_standing WHERE user_id = $1', [id])).rows[0].hold_until);
const databaseNow = async (): Promise<number> =>
  Number((await owner().query('SELECT database_ms() AS now')).rows[0].now);
const alive = async (token: string): Promise<string> => nameOf(await call('user_info', {}, { token }));

describe('a forgotten password', () => {
  test('is chosen anew by the code: every session ends, withdrawals rest for a day, every name is told', async () => {
    const person = await entry.person('+85291234501');
    const tokens = [tokenOf(await login(person.email)), tokenOf(await login(person.email))];
    const stranger = tokenOf(await login((await entry.person()).email));
    const before = await databaseNow();
    expect(nameOf(await forget(` ${person.email.toUpperCase()}`, await askReset(person.email)))).toBe('ok');
    for (const token of tokens) expect(await alive(token)).toBe('SESSION_EXPIRED');
    expect(await alive(stranger)).toBe('ok');
    const hold = await holdOf(person);
    expect(hold).toBeGreaterThanOrEqual(before + DAY_MS);
    expect(hold).toBeLessThanOrEqual((await databaseNow()) + DAY_MS);
    expect((await entry.told(person)).slice(-2).sort()).toEqual(['password_reset', 'password_reset (sms)']);
    expect(nameOf(await login(person.email, PASSWORD))).toBe('LOGIN_FAILED');
    tokenOf(await login(person.email, NEW));
  });

  test('may be reset by a mobile', async () => {
    await entry.person('+85291234502');
    const code = await askReset('+85291234502');
    expect(nameOf(await forget('9123 4502', code, { type: 'mobile', area_id: 'HK' }))).toBe('ok');
    tokenOf(await login('+85291234502', NEW));
  });

  test('may be reset by a mobile with its calling code and without a country, as the documents have it', async () => {
    await entry.person('+85291234507');
    const code = await askReset('+85291234507');
    expect(nameOf(await forget('85291234507', code, { type: 'mobile' }))).toBe('ok');
    tokenOf(await login('+85291234507', NEW));
  });

  test('may be reset by a mobile whose code was chosen as another country’s with the same one', async () => {
    await entry.person('+12015550123');
    const code = await askReset('+12015550123');
    expect(nameOf(await forget('+12015550123', code, { type: 'mobile', area_id: 'CA' }))).toBe('ok');
    tokenOf(await login('+12015550123', NEW));
  });

  test('makes every other browser a stranger’s: a thief’s meets the captcha as everybody, the own one never waits', async () => {
    const person = await entry.person();
    const [thief, own] = [newDevice(), newDevice()];
    const code = await askReset(person.email);
    tokenOf(await login(person.email, PASSWORD, { device: thief }));
    expect(nameOf(await forget(person.email, code, {}, { device: own }))).toBe('ok');
    const fail = async () => nameOf(await login(person.email, 'wrong horse', { device: thief }));
    for (let i = 0; i < 5; i += 1) expect(await fail()).toBe('LOGIN_FAILED');
    expect(await fail()).toBe('CAPTCHA_NEEDED');
    tokenOf(await login(person.email, NEW, { device: own }));
  });

  test('lets somebody in whom strangers’ failures kept out, by every name and from any browser', async () => {
    const person = await entry.person('+85291234506');
    for (const name of [person.email, '+85291234506']) {
      for (let i = 0; i < 5; i += 1) expect(nameOf(await login(name, 'wrong horse'))).toBe('LOGIN_FAILED');
      expect(nameOf(await login(name))).toBe('CAPTCHA_NEEDED');
    }
    expect(nameOf(await forget(person.email, await askReset(person.email)))).toBe('ok');
    tokenOf(await login(person.email, NEW));
    tokenOf(await login('+85291234506', NEW));
  });

  test('leaves the second factor where it is', async () => {
    const person = await entry.person();
    await entry.app(person);
    expect(nameOf(await forget(person.email, await askReset(person.email)))).toBe('ok');
    expect(nameOf(await login(person.email, NEW))).toBe('SECOND_FACTOR_NEEDED');
  });

  test('gives whoever reads the mail alone no more tries at the factor than any stranger has', async () => {
    const person = await entry.person();
    await entry.app(person);
    const device = newDevice();
    expect(nameOf(await forget(person.email, await askReset(person.email), {}, { device }))).toBe('ok');
    const wrong = async () => {
      const { ticket } = ticketOf(await login(person.email, NEW, { device }));
      return nameOf(await call('login_second', { ticket, method: 'totp', code: 'no' }, { device }));
    };
    for (const waitMs of [0, 0, 0, 0, 0, 2_000, 4_000, 8_000, 16_000, 32_000]) {
      clock.advance(waitMs);
      expect(await wrong()).toBe('FACTOR_WRONG');
    }
    clock.advance(MINUTE_MS);
    expect(await wrong()).toBe('RATE_LIMITED');
  });

  test('a code is good once, also for two at once', async () => {
    const person = await entry.person();
    const code = await askReset(person.email);
    const answers = await Promise.all([forget(person.email, code), forget(person.email, code)]);
    expect(answers.map(nameOf).sort()).toEqual(['CODE_WRONG', 'ok']);
    expect(nameOf(await forget(person.email, code))).toBe('CODE_WRONG');
  });

  test("a code to register, of another's account, too late or never sent changes nothing", async () => {
    const [person, stranger] = [await entry.person(), await entry.person()];
    const token = tokenOf(await login(person.email));
    expect(nameOf(await forget(person.email, await askReset(person.email, 'register')))).toBe('CODE_WRONG');
    expect(nameOf(await forget(person.email, await askReset(stranger.email)))).toBe('CODE_WRONG');
    expect(nameOf(await forget(person.email, '123456'))).toBe('CODE_WRONG');
    clock.advance(MINUTE_MS);
    const late = await askReset(person.email);
    clock.advance(10 * MINUTE_MS);
    expect(nameOf(await forget(person.email, late))).toBe('CODE_WRONG');
    expect(await alive(token)).toBe('ok');
  });

  test('nobody learns whether there is such an account: the same answers in the same order', async () => {
    const person = await entry.person();
    const answers = async (name: string): Promise<string[]> => {
      const code = await askReset(name);
      // Five tries are of whoever asked.
      const from = { address: `198.51.100.${asked}` };
      const said: string[] = [];
      for (let i = 0; i < 6; i += 1) said.push(nameOf(await forget(name, other(code), {}, from)));
      said.push(nameOf(await forget(name, code, {}, from)));
      return said;
    };
    const known = await answers(person.email);
    expect(known).toEqual(await answers('nobody-there@example.com'));
    expect(known).toEqual([...Array(5).fill('CODE_WRONG'), 'CODE_SPENT', 'CODE_SPENT']);
    // Even a right code of nobody's, which is sent to no one, opens nothing.
    clock.advance(MINUTE_MS);
    expect(nameOf(await forget('nobody-there@example.com', await askReset('nobody-there@example.com')))).toBe(
      'CODE_WRONG',
    );
  });

  test('is not reset by an e-mail that no code was ever entered for (H4)', async () => {
    const person = await entry.person();
    await owner().query('UPDATE account_names SET verified_time = NULL WHERE user_id = $1', [person.id]);
    expect(nameOf(await forget(person.email, await askReset(person.email)))).toBe('CODE_WRONG');
  });

  test.each<[string, Readonly<Record<string, string>>, string]>([
    ['nothing typed', { new_password: '' }, 'VALUE_MISSING'],
    ['no code', { auth_code: '' }, 'VALUE_MISSING'],
    ['two that differ', { secondary_password: 'another new password' }, 'PASSWORDS_DIFFER'],
    ['seven signs', { new_password: 'sevenxx', secondary_password: 'sevenxx' }, 'PASSWORD_TOO_SHORT'],
    ['a common one', { new_password: 'password1', secondary_password: 'password1' }, 'PASSWORD_COMMON'],
    ['no address', { account: 'nobody' }, 'ACCOUNT_MALFORMED'],
    ['no country', { account: '91234502', type: 'mobile' }, 'VALUE_MISSING'],
    ['an unknown one', { account: '91234502', type: 'mobile', area_id: 'XX' }, 'AREA_UNKNOWN'],
    ['one of the five', { account: '13800138000', type: 'mobile', area_id: 'CN' }, 'COUNTRY_REFUSED'],
  ])('%s is told by name', async (_, fields, refusal) => {
    expect(nameOf(await forget('somebody@example.com', '123456', fields))).toBe(refusal);
  });

  test('may not be another name of the same user, and the code stays good', async () => {
    const person = await entry.person('+85291234503');
    const code = await askReset('+85291234503');
    const mobile = { type: 'mobile', area_id: 'HK' };
    const like = { ...mobile, new_password: person.email, secondary_password: person.email };
    expect(nameOf(await forget('91234503', code, like))).toBe('PASSWORD_LIKE_ACCOUNT');
    expect(nameOf(await forget('91234503', code, mobile))).toBe('ok');
  });

  test('a sign-in by the old one that is under way ends with it', async () => {
    const person = await entry.person();
    const code = await askReset(person.email);
    // The sign-in has its session written and not committed: the change waits for it.
    const signingIn = await owner().connect();
    await signingIn.query('BEGIN');
    await signingIn.query('SELECT FROM credentials WHERE user_id = $1 FOR SHARE', [person.id]);
    const hash = Buffer.alloc(32, Number(person.id % 251n));
    await signingIn.query(
      'INSERT INTO sessions (token_hash, user_id, created_time, last_used_time) VALUES ($1, $2, $3, $3)',
      [hash, person.id, clock.now()],
    );
    const answer = forget(person.email, code);
    await untilBlocked(owner(), signingIn);
    await signingIn.query('COMMIT');
    signingIn.release();
    expect(nameOf(await answer)).toBe('ok');
    const { rows } = await owner().query('SELECT 1 FROM sessions WHERE user_id = $1 AND revoked_time IS NULL', [
      person.id,
    ]);
    expect(rows).toEqual([]);
  });

  test('nothing that is stored holds the password or the code', async () => {
    const person = await entry.person();
    const code = await askReset(person.email);
    const answer = await forget(person.email, code, {
      new_password: 'canary-4711-word',
      secondary_password: 'canary-4711-word',
    });
    expect(nameOf(answer)).toBe('ok');
    const keys = await owner().query('SELECT key, answer::text AS answer FROM command_keys WHERE owner_id = $1', [
      person.id,
    ]);
    const outbox = await owner().query('SELECT payload::text AS payload FROM outbox');
    const said = JSON.stringify([keys.rows, outbox.rows, entry.edge.lines]);
    expect(said).not.toContain('canary-4711-word');
    expect(JSON.stringify(keys.rows)).not.toContain(code);
  });
});

describe('a changed password', () => {
  const change = (token: string, auth_code: string, more: Readonly<Record<string, string>> = {}) =>
    call(
      'amend_password',
      { auth_code, new_password: NEW, secondary_password: NEW, type: 'email', ...more },
      { token },
    );
  const ask = async (token: string, name: string, type = 'email'): Promise<string> => {
    expect(nameOf(await call('amend_code', { type }, { token }))).toBe('ok');
    return entry.sentCode(name);
  };

  test('takes a code to the own e-mail: every session ends, this one too, and withdrawals rest for a day', async () => {
    const person = await entry.person();
    const [here, there] = [tokenOf(await login(person.email)), tokenOf(await login(person.email))];
    const before = await databaseNow();
    expect(nameOf(await change(here, '123456'))).toBe('CODE_WRONG');
    expect(nameOf(await change(here, await ask(here, person.email)))).toBe('ok');
    expect([await alive(here), await alive(there)]).toEqual(['SESSION_EXPIRED', 'SESSION_EXPIRED']);
    // Nobody showed a factor: whoever reads the mail and found the browser open must not withdraw at once.
    expect(await holdOf(person)).toBeGreaterThanOrEqual(before + DAY_MS);
    expect((await entry.told(person)).at(-1)).toBe('password_changed');
    tokenOf(await login(person.email, NEW));
  });

  test('may come without the repetition, as the documents have it', async () => {
    const person = await entry.person();
    const token = tokenOf(await login(person.email));
    const auth_code = await ask(token, person.email);
    const payload = { new_password: NEW, auth_code, type: 'email' };
    expect(nameOf(await call('amend_password', payload, { token }))).toBe('ok');
    tokenOf(await login(person.email, NEW));
  });

  test('keeps the browser that it was done in known, and no other', async () => {
    const person = await entry.person();
    const [own, thief] = [newDevice(), newDevice()];
    const token = tokenOf(await login(person.email, PASSWORD, { device: own }));
    tokenOf(await login(person.email, PASSWORD, { device: thief }));
    const fields = { auth_code: await ask(token, person.email), new_password: NEW, secondary_password: NEW };
    expect(nameOf(await call('amend_password', { ...fields, type: 'email' }, { token, device: own }))).toBe('ok');
    const before = (await entry.told(person)).length;
    tokenOf(await login(person.email, NEW, { device: own }));
    expect((await entry.told(person)).length).toBe(before);
    tokenOf(await login(person.email, NEW, { device: thief }));
    expect((await entry.told(person)).slice(before)).toEqual(['new_sign_in']);
  });

  test('takes one to the mobile only where there is no e-mail', async () => {
    const both = await entry.person('+85291234504');
    const token = tokenOf(await login(both.email));
    expect(nameOf(await call('amend_code', { type: 'mobile' }, { token }))).toBe('INPUT_INVALID');
    expect(nameOf(await change(token, '123456', { type: 'mobile' }))).toBe('INPUT_INVALID');
    await owner().query(`UPDATE account_names SET removed_time = 1 WHERE user_id = $1 AND kind = 'email'`, [both.id]);
    const code = await ask(token, '+85291234504', 'mobile');
    expect(nameOf(await change(token, code, { type: 'mobile' }))).toBe('ok');
    tokenOf(await login('85291234504', NEW));
    expect((await entry.told(both)).slice(-2)).toEqual(['password_changed (sms)', 'new_sign_in (sms)']);
  });

  test('shows that the e-mail is its owner’s where a captcha alone had made them: it can be reset from then on', async () => {
    const person = await entry.person();
    await owner().query('UPDATE account_names SET verified_time = NULL WHERE user_id = $1', [person.id]);
    const token = tokenOf(await login(person.email));
    const code = await ask(token, person.email);
    const verified = async (): Promise<unknown> =>
      (await owner().query('SELECT verified_time FROM account_names WHERE user_id = $1', [person.id])).rows[0];
    expect(nameOf(await change(token, other(code)))).toBe('CODE_WRONG');
    expect(await verified()).toEqual({ verified_time: null });
    expect(nameOf(await change(token, code))).toBe('ok');
    expect(await verified()).toEqual({ verified_time: BigInt(clock.now()) });
    clock.advance(MINUTE_MS);
    expect(nameOf(await forget(person.email, await askReset(person.email)))).toBe('ok');
  });

  test('a code of another user, or to reset, is none', async () => {
    const [person, stranger] = [await entry.person(), await entry.person()];
    const [token, theirs] = [tokenOf(await login(person.email)), tokenOf(await login(stranger.email))];
    const code = await ask(theirs, stranger.email);
    expect(nameOf(await change(token, code))).toBe('CODE_WRONG');
    expect(nameOf(await change(token, await askReset(person.email)))).toBe('CODE_WRONG');
  });

  test('asks for a step-up too where a factor is set', async () => {
    const person = await entry.person();
    const token = tokenOf(await login(person.email));
    await entry.app(person);
    const code = await ask(token, person.email);
    const refused = await change(token, code);
    expect([nameOf(refused), refused.data]).toEqual(['STEP_UP_NEEDED', { methods: ['totp'] }]);
    const elevate = (until: number) =>
      owner().query('UPDATE sessions SET elevated_until = $2 WHERE user_id = $1 AND revoked_time IS NULL', [
        person.id,
        until,
      ]);
    await elevate(clock.now());
    expect(nameOf(await change(token, code))).toBe('STEP_UP_NEEDED');
    await elevate(clock.now() + 1);
    expect(nameOf(await change(token, code))).toBe('ok');
    expect(await holdOf(person)).toBe(0);
  });
});

describe('"this was not me"', () => {
  test('a new browser is told by letter, once, with the time, the network and plain words', async () => {
    const person = await entry.person();
    const device = newDevice();
    tokenOf(await login(person.email, PASSWORD, { device, address: '203.0.113.9' }));
    tokenOf(await login(person.email, PASSWORD, { device, address: '203.0.113.9' }));
    expect(await entry.told(person)).toEqual(['new_sign_in']);
    const { rows } = await owner().query('SELECT payload FROM outbox WHERE owner_id = $1', [person.id]);
    expect(rows[0].payload.params).toEqual({
      time: new Date(clock.now()).toISOString().slice(0, 16).replace('T', ' ').concat(' UTC'),
      network: '203.0.113.0/24',
      browser: 'Firefox',
      system: 'Linux',
    });
    const [token = ''] = await entry.links(person);
    expect(JSON.stringify(rows)).not.toContain(token);
    tokenOf(await login(person.email, PASSWORD, { device: newDevice() }));
    expect((await entry.told(person)).length).toBe(2);
  });

  test('a new browser is told by every name: whoever added one must not be the only one who hears of it', async () => {
    const person = await entry.person('+85291234508');
    tokenOf(await login(person.email));
    expect((await entry.told(person)).toSorted()).toEqual(['new_sign_in', 'new_sign_in (sms)']);
  });

  test('its button ends every session and lets withdrawals rest, once, within seven days', async () => {
    const person = await entry.person('+85291234505');
    const tokens = [tokenOf(await login(person.email)), tokenOf(await login(person.email))];
    const [first = '', second = ''] = await entry.links(person);
    clock.advance(7 * DAY_MS - 1);
    expect(nameOf(await call('not_me', { token: first }))).toBe('ok');
    for (const token of tokens) expect(await alive(token)).toBe('SESSION_EXPIRED');
    expect(await holdOf(person)).toBeGreaterThan(await databaseNow());
    expect((await entry.told(person)).slice(-2).sort()).toEqual(['signed_out', 'signed_out (sms)']);
    // Those of other letters too: each would end what its owner has begun since.
    for (const token of [first, second, 'x']) expect(nameOf(await call('not_me', { token }))).toBe('LINK_SPENT');
  });

  test('its button does nothing once seven days are over', async () => {
    const person = await entry.person('+85291234599');
    const token = tokenOf(await login(person.email));
    const [link = ''] = await entry.links(person);
    clock.advance(7 * DAY_MS);
    expect(nameOf(await call('not_me', { token: link }))).toBe('LINK_SPENT');
    expect(await alive(token)).toBe('ok');
  });

  test('the browser that it was is told of again when it comes back', async () => {
    const person = await entry.person();
    const device = newDevice();
    tokenOf(await login(person.email, PASSWORD, { device }));
    const [token = ''] = await entry.links(person);
    expect(nameOf(await call('not_me', { token }))).toBe('ok');
    tokenOf(await login(person.email, PASSWORD, { device }));
    expect(await entry.told(person)).toEqual(['new_sign_in', 'signed_out', 'new_sign_in']);
  });

  test('a sign-in under way from a browser that was known is told of too', async () => {
    const person = await entry.person();
    const device = newDevice();
    tokenOf(await login(person.email, PASSWORD, { device }));
    const pressing = await owner().connect();
    await pressing.query('BEGIN');
    await pressing.query('UPDATE user_standing SET hold_until = database_ms() WHERE user_id = $1', [person.id]);
    const under = login(person.email, PASSWORD, { device });
    await untilBlocked(owner(), pressing);
    await pressing.query('DELETE FROM user_devices WHERE user_id = $1', [person.id]);
    await pressing.query('COMMIT');
    pressing.release();
    tokenOf(await under);
    expect(await entry.told(person)).toEqual(['new_sign_in', 'new_sign_in']);
  });

  test('of many sign-ins in a row ten are told, then one an hour: nobody writes to a number by the thousand', async () => {
    const person = await entry.person();
    const told = async () => (await entry.told(person)).length;
    for (let i = 0; i < 12; i += 1) tokenOf(await login(person.email));
    expect(await told()).toBe(10);
    clock.advance(60 * MINUTE_MS);
    for (let i = 0; i < 2; i += 1) tokenOf(await login(person.email));
    expect(await told()).toBe(11);
    clock.advance(DAY_MS);
    for (let i = 0; i < 2; i += 1) tokenOf(await login(person.email));
    expect(await told()).toBe(13);
  });

  test('two presses at once are one', async () => {
    const person = await entry.person();
    tokenOf(await login(person.email));
    const [token = ''] = await entry.links(person);
    const answers = await Promise.all([call('not_me', { token }), call('not_me', { token })]);
    expect(answers.map(nameOf).sort()).toEqual(['LINK_SPENT', 'ok']);
  });

  test('a link that is only followed does nothing', async () => {
    const person = await entry.person();
    const session = tokenOf(await login(person.email));
    const [token = ''] = await entry.links(person);
    await fetch(`${entry.edge.url}/v3/api/login/not_me?token=${token}`);
    expect(await alive(session)).toBe('ok');
  });

  test('ten wrong codes of a second step are told', async () => {
    const person = await entry.person();
    await entry.app(person);
    for (const waitMs of [0, 0, 0, 0, 0, 2_000, 4_000, 8_000, 16_000, 32_000]) {
      clock.advance(waitMs);
      const { data } = await login(person.email);
      expect(await entry.told(person)).toEqual([]);
      const wrong = { ticket: String((data as { ticket: string }).ticket), method: 'totp', code: 'no' };
      expect(nameOf(await call('login_second', wrong))).toBe('FACTOR_WRONG');
    }
    expect(await entry.told(person)).toEqual(['codes_tried']);
  });
});
