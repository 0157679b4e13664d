// A visitor becomes a user on the real server, by codes that come by SMTP and SMS: what is refused and in which order, what a user has then, and that
// races, repeated keys and lost answers make one user of one person (accounts.md §2, §5, §8, §9).
// Long because it is one list of what is refused and what is made, over one letterbox and one gateway.

import { session } from '@fairtick/contract/http/accounts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { untilBlocked } from '../../harness/blocked.ts';
import { brokenInvariants } from '../../harness/invariants.ts';
import { type Asking, type Fields, type House, openHouse, refusedAs } from './house.ts';
import { KNOWN_LETTERS } from './known-letters.ts';
import { computed } from './work.ts';

const PASSWORD = 'correct horse battery';
const KEY = 'a-key-of-sixteen-or-more';

let house: House;
let next = 1;
beforeAll(async () => {
  house = await openHouse();
});
afterAll(async () => {
  expect(await brokenInvariants(house.database.owner)).toEqual([]);
  expect(house.lines.filter(({ level }) => level === 'error')).toEqual([]);
  await house.close();
});
beforeEach(() => {
  Object.assign(house.settings, { verify_reg_type: 1, is_show_mobile: 1, invite_required: false });
  // Twenty codes a day go to an address, and each test begins a day of its own.
  house.clock.advance(86_400_000);
});

const newEmail = (): string => `person${next++}@example.com`;
const form = (account: string, more: Fields = {}): Fields => ({
  ...{ type: 'email', area_id: 'HK', account, password: PASSWORD, re_password: PASSWORD, sms_code: '000000' },
  ...more,
});
async function codeFor(to: string, area = 'HK'): Promise<string> {
  expect(refusedAs(await house.call('send_code', { to, area_id: area, type: '1' }))).toBe('accepted');
  return house.box.code(to);
}
const register = (fields: Fields, asking: Asking = {}) => house.call('register', fields, asking);
async function registered(account: string, more: Fields = {}, asking: Asking = {}) {
  const answer = await register(form(account, { sms_code: await codeFor(account), ...more }), asking);
  expect(refusedAs(answer)).toBe('accepted');
  return session.parse(answer.data);
}
const rows = async (text: string, ...values: unknown[]): Promise<Record<string, unknown>[]> =>
  (await house.database.owner.query(text, values)).rows;
const users = async (): Promise<number> => Number((await rows('SELECT count(*) FROM users'))[0]?.count);

test('whoever registers is signed in and has everything that a user has', async () => {
  const email = newEmail();
  const { token, user } = await registered(email, { account: ` ${email.toUpperCase()} ` }, { lang: 'ar' });
  expect(user).toMatchObject({ email, name: email.split('@')[0], is_demo: 0, is_trader: false });
  expect(user.invite_code).toMatch(/^[2-9A-HJKMNP-Z]{6}$/);
  const info = await house.call('user_info', {}, { token });
  expect(info.data).toMatchObject({ user, balances: [{ balance: '0.00' }, { balance: '0.00' }, { balance: '0.00' }] });
  expect(await rows('SELECT country, lang, verified_time FROM user_standing WHERE user_id = $1', user.id)).toEqual([
    { country: 'HK', lang: 'ar', verified_time: null },
  ]);
  expect(await rows('SELECT kind, currency FROM ledger_accounts WHERE owner_id = $1 ORDER BY kind', user.id)).toEqual(
    ['change', 'forex', 'micro'].map((kind) => ({ kind, currency: 'USD' })),
  );
  expect(
    await rows(
      'SELECT verified_time = $2 AS verified FROM account_names WHERE user_id = $1',
      user.id,
      house.clock.now(),
    ),
  ).toEqual([{ verified: true }]);
  expect(refusedAs(await house.call('loginForU', { account: email, password: PASSWORD }))).toBe('accepted');
});

test('a form does it as JSON does, and a mobile as an e-mail does', async () => {
  const email = newEmail();
  const sms_code = await codeFor(email);
  expect(refusedAs(await register(form(email, { sms_code }), { form: true }))).toBe('accepted');
  const code = await codeFor('+85291234567');
  const mobile = form('85291234567', { type: 'mobile', mobile: '852-91234567', sms_code: code });
  const answer = await register(mobile, { form: true });
  expect(session.parse(answer.data).user).toMatchObject({ email: '+852 ••••4567', name: '+852 ••••4567' });
});

test('residence and the mobile’s country may differ', async () => {
  // With the residence, as the form asks for it; a nought at its front is as people write it at home.
  expect(refusedAs(await house.call('send_code', { to: '+4407400123456', area_id: 'HK', type: '1' }))).toBe('accepted');
  const code = await house.box.code('+447400123456');
  const fields = form('07400 123456', { type: 'mobile', area_id: 'HK', country: 'GB', sms_code: code });
  const { user } = session.parse((await register(fields)).data);
  expect(await rows('SELECT country FROM user_standing WHERE user_id = $1', user.id)).toEqual([{ country: 'HK' }]);
  expect(refusedAs(await register({ ...fields, country: '' }))).toBe('ACCOUNT_MALFORMED');
});

test('a number is taken by whichever country of its calling code was chosen beside it', async () => {
  expect(refusedAs(await house.call('send_code', { to: '+12015550123', area_id: 'CA', type: '1' }))).toBe('accepted');
  const code = await house.box.code('+12015550123');
  const more = { type: 'mobile', area_id: 'CA', country: 'CA', mobile: '1-2015550123', sms_code: code };
  expect(refusedAs(await register(form('+12015550123', more)))).toBe('accepted');
});

test('a kind of name that there is none of is not called the direction of an order', async () => {
  const { msg } = await register(form(newEmail(), { type: 'fax', sms_code: '123456' }));
  expect(msg).toBe('This value is not valid: type. Nothing was changed.');
});

describe('nothing is looked at that a form does not say right', () => {
  const many = (count: number): string => 'ü'.repeat(count);
  const both = (password: string): Fields => ({ password, re_password: password });
  test.each<[string, Fields, string]>([
    ['no account', { account: ' ' }, 'VALUE_MISSING'],
    ['no password', { password: '' }, 'VALUE_MISSING'],
    ['no repeated password', { re_password: '' }, 'VALUE_MISSING'],
    ['no code', { sms_code: ' ' }, 'VALUE_MISSING'],
    ['no residence', { area_id: '' }, 'VALUE_MISSING'],
    ['a residence that is none', { area_id: 'ZZ' }, 'AREA_UNKNOWN'],
    ...['KP', 'IL', 'CN', 'VU', 'CU', 'cn'].map((area_id): [string, Fields, string] => [
      `residence ${area_id}`,
      { area_id },
      'COUNTRY_REFUSED',
    ]),
    ...[
      '+86 138 0013 8000',
      '+972 50 123 4567',
      '+850 2 123 4567',
      '+678 591 2345',
      '+53 5 1234567',
      '86-13800138000',
    ].map((account): [string, Fields, string] => [account, { type: 'mobile', account }, 'COUNTRY_REFUSED']),
    ['a landline', { type: 'mobile', account: '+852 2123 4567' }, 'ACCOUNT_MALFORMED'],
    [
      'a number at home that begins like one of the five',
      { type: 'mobile', area_id: 'US', account: '850-555-0123' },
      'CODE_WRONG',
    ],
    ...[
      'ann\u202e@example.com',
      'an\u200bn@example.com',
      'a"b@example.com',
      '<b>@x.y',
      'ann@.com',
      'ann@x..y',
      'ann',
      '.ann@example.com',
    ].map((account): [string, Fields, string] => [JSON.stringify(account), { account }, 'ACCOUNT_MALFORMED']),
    ['a NUL', { account: 'ann\0@example.com' }, 'INPUT_INVALID'],
    ['two passwords', { re_password: `${PASSWORD}!` }, 'PASSWORDS_DIFFER'],
    ['7 signs', both(many(7)), 'PASSWORD_TOO_SHORT'],
    ['8 signs', both(many(8)), 'CODE_WRONG'],
    ['128 signs', both(many(128)), 'CODE_WRONG'],
    ['129 signs', both(many(129)), 'PASSWORD_TOO_LONG'],
    ['3 signs that are 9 once written out', both('\ufb03\ufb03\ufb03'), 'CODE_WRONG'],
    ['a common password', both('password1'), 'PASSWORD_COMMON'],
    [
      'the account itself',
      { account: 'walter.white@example.com', ...both('WALTER.WHITE@example.com') },
      'PASSWORD_LIKE_ACCOUNT',
    ],
    ['its first part', { account: 'walter.white@example.com', ...both('Walter.White') }, 'PASSWORD_LIKE_ACCOUNT'],
    ['an O in it', { invite_code: 'ABCDEO' }, 'INVITE_UNKNOWN'],
    ['a wrong code', {}, 'CODE_WRONG'],
  ])('%s', async (_, more, refusal) => {
    const before = await users();
    expect(refusedAs(await register({ ...form(newEmail()), ...more }))).toBe(refusal);
    expect(await users()).toBe(before);
  });
});

test('a name is stored in one form, and found in it', async () => {
  const { user } = await registered('ann@xn--exmple-cua.com');
  expect(user.email).toBe('ann@xn--exmple-cua.com');
  expect(refusedAs(await house.call('loginForU', { account: ' Ann@EXÄMPLE.com ', password: PASSWORD }))).toBe(
    'accepted',
  );
  // Cyrillic: another domain, and shown as one.
  expect((await registered('ann@xn--pple-43d.com')).user.email).toBe('ann@xn--pple-43d.com');
});

test('that a name is taken is told to whoever controls it, and to nobody before', async () => {
  const email = newEmail();
  // Both asked while nobody had the name; the code is still good when it is taken.
  const sms_code = await codeFor(email);
  expect(refusedAs(await register(form(email, { sms_code: '000000' === sms_code ? '000001' : '000000' })))).toBe(
    'CODE_WRONG',
  );
  await taken(email);
  // By somebody who has entered a code there since.
  await rows('UPDATE account_names SET verified_time = added_time WHERE name = $1', email);
  expect(refusedAs(await register(form(email, { sms_code: '000000' === sms_code ? '000001' : '000000' })))).toBe(
    'CODE_WRONG',
  );
  expect(refusedAs(await register(form(email, { sms_code })))).toBe('ACCOUNT_TAKEN');
});

/** Somebody else comes by the name in another way. */
async function taken(email: string): Promise<void> {
  const { user } = await registered(newEmail());
  await house.database.owner.query('UPDATE account_names SET removed_time = 1 WHERE user_id = $1', [user.id]);
  await house.database.owner.query("INSERT INTO account_names (user_id, kind, name) VALUES ($1, 'email', $2)", [
    user.id,
    email,
  ]);
}

test('two at once with one code make one user', async () => {
  const email = newEmail();
  const sms_code = await codeFor(email);
  const before = await users();
  const answers = await Promise.all(
    [1, 2, 3, 4].map((n) => register(form(email, { sms_code }), { key: `${KEY}/${email}/${n}` })),
  );
  const said = answers.map(refusedAs).sort();
  expect(said.filter((one) => one === 'accepted')).toHaveLength(1);
  expect(said.filter((one) => one === 'CODE_WRONG')).toHaveLength(3);
  expect(await users()).toBe(before + 1);
});

test('a connection that dies in the middle leaves nothing, and the same call does it whole afterwards', async () => {
  const email = newEmail();
  const fields = form(email, { sms_code: await codeFor(email) });
  const asking = { key: `${KEY}/${email}` };
  const before = await users();
  const other = await house.database.owner.connect();
  await other.query('BEGIN');
  // Behind the user, the name, the password and the accounts.
  await other.query('LOCK TABLE invites IN SHARE MODE');
  const cut = register(fields, asking);
  await untilBlocked(house.database.owner, other, cut);
  await rows(
    // Of this database: other tests' wait for each other on the same server.
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
     WHERE datname = current_database() AND pid <> pg_backend_pid() AND cardinality(pg_blocking_pids(pid)) > 0`,
  );
  expect(refusedAs(await cut)).toBe('UNAVAILABLE');
  await other.query('COMMIT');
  other.release();
  expect(await users()).toBe(before);
  expect(await rows('SELECT FROM account_names WHERE name = $1', email)).toEqual([]);
  expect(refusedAs(await register(fields, asking))).toBe('accepted');
  expect(await users()).toBe(before + 1);
});

test('nobody learns by asking for codes who has an account', async () => {
  const [one, nobody] = [newEmail(), newEmail()];
  await registered(one);
  for (const type of ['1', '2']) {
    house.clock.advance(86_400_000);
    const asked = async (to: string) => {
      const answers = [];
      for (let i = 0; i < 9; i += 1) {
        const { status, code, msg, data } = await house.call('send_code', { to, type });
        answers.push({ status, code, msg, data });
        house.clock.advance(30_000);
      }
      return answers;
    };
    expect(await asked(nobody)).toEqual(await asked(one));
  }
});

test('a code is used once', async () => {
  const email = newEmail();
  const sms_code = await codeFor(email);
  expect(refusedAs(await register(form(email, { sms_code })))).toBe('accepted');
  expect(refusedAs(await register(form(email, { sms_code })))).toBe('CODE_WRONG');
});

test('a call whose answer was lost is answered again with the same session, also at once', async () => {
  const email = newEmail();
  const fields = form(email, { sms_code: await codeFor(email) });
  const asking = { key: `${KEY}/${email}` };
  const answers = await Promise.all([register(fields, asking), register(fields, asking)]);
  answers.push(await register(fields, asking));
  const tokens = answers.map(({ data }) => session.parse(data).token);
  expect(new Set(tokens).size).toBe(1);
  expect(
    await rows(
      'SELECT count(*)::int AS n FROM sessions s JOIN account_names n USING (user_id) WHERE n.name = $1',
      email,
    ),
  ).toEqual([{ n: 1 }]);
});

test('another’s key gives nobody a session: it takes the name and the password', async () => {
  const email = newEmail();
  const fields = form(email, { sms_code: await codeFor(email) });
  const asking = { key: `${KEY}/${email}` };
  const { token } = session.parse((await register(fields, asking)).data);
  const other = 'another horse battery';
  expect(refusedAs(await register({ ...fields, password: other, re_password: other }, asking))).toBe('KEY_REUSED');
  expect(refusedAs(await register(form(newEmail()), asking))).toBe('KEY_REUSED');
  expect(refusedAs(await house.call('logout', {}, { token }))).toBe('accepted');
  expect(refusedAs(await register(fields, asking))).toBe('SESSION_EXPIRED');
});

test('what is stored of a registration is neither its password, its code nor its token', async () => {
  const email = newEmail();
  const sms_code = await codeFor(email);
  const key = `${KEY}/${email}`;
  const { token } = session.parse((await register(form(email, { sms_code }), { key })).data);
  const stored = JSON.stringify([
    await rows('SELECT c::text AS row FROM command_keys c'),
    await rows('SELECT c::text AS row FROM credentials c'),
    await rows('SELECT c::text AS row FROM sessions c'),
    await rows('SELECT c::text AS row FROM outbox c'),
    house.lines,
  ]);
  for (const secret of [PASSWORD, token, key]) expect(stored).not.toContain(secret);
  expect(JSON.stringify(await rows('SELECT c::text AS row FROM command_keys c'))).not.toContain(email);
});

describe('invitations', () => {
  test('a code in either case leads to who invites; they see whom they invited, masked', async () => {
    const host = await registered(newEmail());
    const guest = await registered(newEmail(), { invite_code: ` ${host.user.invite_code.toLowerCase()} ` });
    const { data } = await house.call('invited', { page: '1' }, { token: host.token });
    expect(data).toEqual({
      data: [{ uid: `••••${guest.user.uid.slice(-2)}`, created: house.clock.now(), verified: false }],
      total: 1,
    });
    expect(JSON.stringify(data)).not.toContain('@');
    expect((await house.call('invited', { page: '2' }, { token: host.token })).data).toEqual({ data: [], total: 1 });
    expect((await house.call('invited', {}, { token: guest.token })).data).toEqual({ data: [], total: 0 });
  });

  test('whether a code is anybody’s is told to whoever shows a right code, which stays good', async () => {
    const email = newEmail();
    const sms_code = await codeFor(email);
    const wrong = sms_code === '000000' ? '000001' : '000000';
    const before = await users();
    const invite_code = 'ABCDEF';
    expect(refusedAs(await register(form(email, { invite_code, sms_code: wrong })))).toBe('CODE_WRONG');
    expect(refusedAs(await register(form(email, { invite_code, sms_code })))).toBe('INVITE_UNKNOWN');
    expect(await users()).toBe(before);
    expect(refusedAs(await register(form(email, { sms_code })))).toBe('accepted');
  });

  test('where it takes one, nobody registers without', async () => {
    const host = await registered(newEmail());
    house.settings.invite_required = true;
    expect(refusedAs(await register(form(newEmail())))).toBe('INVITE_REQUIRED');
    await registered(newEmail(), { invite_code: host.user.invite_code });
  });
});

describe('with a captcha', () => {
  beforeEach(() => {
    house.settings.verify_reg_type = 2;
    house.clock.advance(3_600_000);
  });
  const captcha = async () => (await house.call('captcha')).data as { key: string; work: string };

  test('the letters or the computation do it, and the e-mail is not verified', async () => {
    for (const answer of ['letters', 'work']) {
      const { key, work } = await captcha();
      const email = newEmail();
      const sms_code = answer === 'work' ? computed(work) : KNOWN_LETTERS;
      const { user } = session.parse((await register(form(email, { key, sms_code }))).data);
      expect(await rows('SELECT verified_time FROM account_names WHERE user_id = $1', user.id)).toEqual([
        { verified_time: null },
      ]);
    }
  });

  test('a wrong answer is refused, and the captcha is spent', async () => {
    const { key } = await captcha();
    expect(refusedAs(await register(form(newEmail(), { key, sms_code: 'AAAAA' })))).toBe('CAPTCHA_WRONG');
    expect(refusedAs(await register(form(newEmail(), { key, sms_code: KNOWN_LETTERS })))).toBe('CAPTCHA_WRONG');
    expect(refusedAs(await register(form(newEmail(), { sms_code: KNOWN_LETTERS })))).toBe('VALUE_MISSING');
  });

  test('of two at once with one name, each with a captcha, one has it', async () => {
    const email = newEmail();
    const keys = [await captcha(), await captcha()].map(({ key }) => key);
    const answers = await Promise.all(keys.map((key) => register(form(email, { key, sms_code: KNOWN_LETTERS }))));
    expect(answers.map(refusedAs).sort()).toEqual(['ACCOUNT_TAKEN', 'accepted']);
  });

  const moved = (id: bigint, journals: number) => rows('UPDATE owners SET version = $2 WHERE id = $1', id, journals);
  test.each<[string, (id: bigint) => Promise<unknown>]>([
    ['money moved', (id) => moved(id, 1)],
    [
      'money is on its way',
      (id) =>
        rows(
          `INSERT INTO deposits (id, user_id, realm, kind, option_id, currency, network, place, least, number, txid, status, submitted_time, held_for)
           VALUES ($1, $1, 'live', 'bank', 1, 'USD', '', 'ours', 10, 100, '', 'unchecked', 1, '')`,
          id,
        ),
    ],
  ])('an e-mail stays with an account that has no other, once %s', async (_, happen) => {
    house.settings.verify_reg_type = 2;
    const email = newEmail();
    const { key } = await captcha();
    const held = session.parse((await register(form(email, { key, sms_code: KNOWN_LETTERS }))).data);
    await happen(BigInt(held.user.id));
    house.settings.verify_reg_type = 1;
    expect(refusedAs(await register(form(email, { sms_code: await codeFor(email) })))).toBe('ACCOUNT_TAKEN');
    expect(refusedAs(await house.call('loginForU', { account: email, password: PASSWORD }))).toBe('accepted');
    await moved(BigInt(held.user.id), 0);
  });

  test.each([
    ['keeps their other name', '+85291234599'],
    ['has none then', undefined],
  ])('who took a stranger’s e-mail gives way to a code that was sent there, and %s', async (_, mobile) => {
    const email = newEmail();
    const { key } = await captcha();
    const squatter = session.parse((await register(form(email, { key, sms_code: KNOWN_LETTERS }))).data);
    if (mobile)
      await rows(
        "INSERT INTO account_names (user_id, kind, name, verified_time) VALUES ($1, 'mobile', $2, 1)",
        squatter.user.id,
        mobile,
      );
    house.settings.verify_reg_type = 1;
    const other = 'the mailbox is really mine';
    const { user } = await registered(email, { password: other, re_password: other });
    expect(user.id).not.toBe(squatter.user.id);
    expect(await rows('SELECT name FROM account_names WHERE user_id = $1 AND removed_time IS NULL', user.id)).toEqual([
      { name: email },
    ]);
    expect(
      await rows('SELECT name FROM account_names WHERE user_id = $1 AND removed_time IS NULL', squatter.user.id),
    ).toEqual(mobile ? [{ name: mobile }] : []);
    const signIn = async (account: string, password: string) =>
      refusedAs(await house.call('loginForU', { account, password }));
    expect(await signIn(email, PASSWORD)).toBe('LOGIN_FAILED');
    expect(await signIn(email, other)).toBe('accepted');
    if (mobile) expect(await signIn(mobile, PASSWORD)).toBe('accepted');
    // The mailbox's owner is verified now: nobody else gets it by a code.
    house.clock.advance(60_000);
    expect(refusedAs(await house.call('send_code', { to: email, type: '1' }))).toBe('accepted');
    expect((await house.box.read(email)).join()).toMatch(/already/);
  });

  test('an address learns five times an hour whether a name is taken', async () => {
    const email = newEmail();
    const tries = async (): Promise<string> =>
      refusedAs(await register(form(email, { key: (await captcha()).key, sms_code: KNOWN_LETTERS })));
    const said = await Promise.all([1, 2, 3, 4, 5, 6, 7].map(tries));
    expect(said.filter((one) => one === 'RATE_LIMITED')).toHaveLength(2);
    house.clock.advance(3_600_000 - 1);
    expect(await tries()).toBe('RATE_LIMITED');
    house.clock.advance(1);
    expect(await tries()).toBe('ACCOUNT_TAKEN');
  });
});

describe('what the form is told', () => {
  test('countries without the five, how it is verified, whether mobiles may', async () => {
    const { data } = await house.call('area_list');
    expect(data).toContainEqual({ id: 'HK', code: 'HK', global_code: '852' });
    for (const code of ['KP', 'IL', 'CN', 'VU', 'CU']) expect(JSON.stringify(data)).not.toContain(`"${code}"`);
    expect((await house.call('setting', { key: 'is_show_mobile' })).data).toEqual({ is_show_mobile: 1 });
    expect(refusedAs(await house.call('setting', { key: 'jurisdictions' }))).toBe('INPUT_INVALID');
    expect((await house.call('verify_type')).data).toEqual({ verify_reg_type: 1 });
  });

  test('where mobiles may not, the server takes none either', async () => {
    house.settings.is_show_mobile = 0;
    const mobile = { to: '+85291234568', area_id: 'HK' };
    expect(refusedAs(await house.call('send_code', { ...mobile, type: '1' }))).toBe('ACCOUNT_MALFORMED');
    expect(refusedAs(await house.call('send_code', { ...mobile, type: '2' }))).toBe('accepted');
    expect(refusedAs(await register(form('+85291234568', { type: 'mobile' })))).toBe('ACCOUNT_MALFORMED');
  });

  test.each<[Fields, string]>([
    [{ to: '', type: '1' }, 'VALUE_MISSING'],
    [{ to: 'ann@.com', type: '1' }, 'ACCOUNT_MALFORMED'],
    [{ to: '91234567', type: '1' }, 'VALUE_MISSING'],
    [{ to: '91234567', area_id: 'CN', type: '1' }, 'COUNTRY_REFUSED'],
    [{ to: '+86 138 0013 8000', area_id: 'HK', type: '2' }, 'COUNTRY_REFUSED'],
    [{ to: '9123', area_id: 'HK', type: '1' }, 'ACCOUNT_MALFORMED'],
    [{ to: 'ann@example.com', type: '3' }, 'INPUT_INVALID'],
  ])('a code to %j: %s', async (fields, refusal) =>
    expect(refusedAs(await house.call('send_code', fields))).toBe(refusal),
  );
});
