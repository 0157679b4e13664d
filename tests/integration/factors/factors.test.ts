// What guards an account is set and taken away: by whom, with which codes, what rests then, and how its owner learns of it.

import { keyOf } from '@fairtick/server/platform/commands/key';
import { Passkeys } from '@fairtick/server/platform/sign-in/passkeys';
import { beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { Authenticator } from '../../harness/authenticator.ts';
import {
  byMail,
  codeAt,
  codesOf,
  good,
  guardOf,
  houseForAll,
  nameOf,
  noticesOf,
  ORIGIN,
  type Person,
  questionOf,
  withApp,
  withPasskey,
} from './guard-house.ts';

const house = await houseForAll();
// Twenty codes a day are sent to one address.
beforeEach(() => house.clock.advance(25 * 3_600_000));

const DAY_MS = 86_400_000;
const chosen = z.object({ ticket: z.string(), secret: z.string(), uri: z.string() });

async function elevated(): Promise<Person> {
  const person = await house.person();
  await byMail(house, person);
  return person;
}
const begin = async ({ token }: Person) => chosen.parse(good(await house.call('totp_begin', token)));
const confirm = async ({ token }: Person, ticket: string, code: string): Promise<string> =>
  nameOf(await house.call('totp_confirm', token, { ticket, code }));
const step = async ({ token }: Person, method: string, code: string): Promise<string> =>
  nameOf(await house.call('step_up_finish', token, { method, code }));
/** Until a day from now, as far as two clocks agree. */
async function restsADay(person: Person): Promise<void> {
  const { rows } = await house.database.owner.query<{ now: bigint }>('SELECT database_ms() AS now');
  const { holdUntil } = await guardOf(house, person);
  expect(Math.abs(holdUntil - Number(rows[0]?.now) - DAY_MS)).toBeLessThan(60_000);
}

describe('an authenticator app', () => {
  test('is in use from its first right code on, and the first factor brings ten recovery codes', async () => {
    const person = await elevated();
    const { ticket, secret, uri } = await begin(person);
    expect(uri).toContain(`otpauth://totp/Fairtick:${encodeURIComponent(person.email)}?`);
    expect(await guardOf(house, person)).toMatchObject({ totp: false, recoveryCodes: 0, methods: ['code'] });
    expect(await confirm(person, ticket, codeAt(secret, house.clock.now() + 60_000))).toBe('FACTOR_WRONG');
    const answer = await house.call('totp_confirm', person.token, {
      ticket,
      code: codeAt(secret, house.clock.now()),
    });
    expect(new Set(codesOf(answer)).size).toBe(10);
    expect(await guardOf(house, person)).toMatchObject({
      totp: true,
      recoveryCodes: 10,
      methods: ['totp', 'recovery'],
      holdUntil: 0,
    });
    expect(await noticesOf(house, person)).toEqual(['totp_added']);
    expect((await house.box.read(person.email)).at(-1)).toContain('An authenticator app was set up for your account.');
  });

  test("is confirmed with a ticket of one's own, in the session that began it, within five tries", async () => {
    const [person, other] = [await elevated(), await elevated()];
    const elsewhere = { ...person, token: await house.sessions.create(person.id) };
    await house.database.owner.query('UPDATE sessions SET elevated_until = $2 WHERE user_id = $1', [
      person.id,
      house.clock.now() + 300_000,
    ]);
    const { ticket, secret } = await begin(person);
    const code = codeAt(secret, house.clock.now());
    expect([await confirm(other, ticket, code), await confirm(elsewhere, ticket, code)]).toEqual([
      'CODE_WRONG',
      'CODE_WRONG',
    ]);
    for (let i = 0; i < 3; i += 1) expect(await confirm(person, ticket, '000000')).toBe('FACTOR_WRONG');
    expect(await confirm(person, ticket, code)).toBe('CODE_WRONG');
    expect((await guardOf(house, person)).totp).toBe(false);
  });

  test('two confirmations at once are one', async () => {
    const person = await elevated();
    const { ticket, secret } = await begin(person);
    const code = codeAt(secret, house.clock.now());
    const answers = await Promise.all(Array.from({ length: 4 }, () => confirm(person, ticket, code)));
    expect(answers.sort()).toEqual(['CODE_WRONG', 'CODE_WRONG', 'CODE_WRONG', 'ok']);
    expect(await noticesOf(house, person)).toEqual(['totp_added']);
  });

  test('gives way to a new one: the old codes are worth nothing, and withdrawals rest for a day', async () => {
    const person = await elevated();
    const first = await withApp(house, person);
    const second = await withApp(house, person);
    expect([first.codes.length, second.codes.length]).toEqual([10, 0]);
    house.clock.advance(90_000);
    expect(await step(person, 'totp', codeAt(first.secret, house.clock.now()))).toBe('FACTOR_WRONG');
    expect(await step(person, 'totp', codeAt(second.secret, house.clock.now()))).toBe('ok');
    await restsADay(person);
  });

  test('removed, its recovery codes end with it, withdrawals rest for a day, and it is told once', async () => {
    const person = await elevated();
    const { codes } = await withApp(house, person);
    const key = 'the-same-key-of-a-removal';
    for (let i = 0; i < 2; i += 1) good(await house.call('totp_remove', person.token, {}, key));
    good(await house.call('totp_remove', person.token));
    expect(await guardOf(house, person)).toMatchObject({ totp: false, recoveryCodes: 0, methods: ['code'] });
    expect(await step(person, 'recovery', codes[0] ?? '')).toBe('STEP_UP_NEEDED');
    await restsADay(person);
    expect(await noticesOf(house, person)).toEqual(['totp_added', 'totp_removed']);
    expect((await house.box.read(person.email)).join()).toContain('Withdrawals rest for 24 hours.');
  });
});

describe('passkeys', () => {
  test('the first brings recovery codes, the second none; removing one leaves the other and the codes', async () => {
    const person = await elevated();
    expect((await withPasskey(house, person)).codes).toHaveLength(10);
    expect((await withPasskey(house, person)).codes).toEqual([]);
    const { passkeys } = await guardOf(house, person);
    expect(passkeys.map(({ label }) => label)).toEqual(['my phone', 'my phone']);
    good(await house.call('passkey_remove', person.token, { id: passkeys[0]?.id ?? '' }));
    expect(await guardOf(house, person)).toMatchObject({ recoveryCodes: 10, methods: ['passkey', 'recovery'] });
    await restsADay(person);
    expect(await noticesOf(house, person)).toEqual(['passkey_added', 'passkey_added', 'passkey_removed']);
  });

  test("nobody removes another's, and nobody adds one that somebody has", async () => {
    const [person, other] = [await elevated(), await elevated()];
    const { passkey } = await withPasskey(house, person);
    const { passkeys } = await guardOf(house, person);
    good(await house.call('passkey_remove', other.token, { id: passkeys[0]?.id ?? '' }));
    expect((await guardOf(house, person)).passkeys).toEqual(passkeys);
    expect([(await guardOf(house, other)).holdUntil, await noticesOf(house, other)]).toEqual([0, []]);
    await expect(withPasskey(house, other, passkey)).rejects.toThrow('4025');
  });

  test('an answer is good once, in the session that asked, from here', async () => {
    const [person, other] = [await elevated(), await elevated()];
    const passkey = new Authenticator(ORIGIN);
    const { ticket, options } = questionOf(await house.call('passkey_begin', person.token));
    const finish = async ({ token }: Person, response: string) =>
      nameOf(await house.call('passkey_finish', token, { ticket, response }));
    expect(await finish(other, passkey.make(options))).toBe('PASSKEY_FAILED');
    expect(await finish(person, passkey.make(options, { origin: 'https://example.com' }))).toBe('PASSKEY_FAILED');
    expect(await finish(person, passkey.make(options, { unverified: true }))).toBe('PASSKEY_FAILED');
    const response = passkey.make(options);
    expect(await finish(person, response)).toBe('ok');
    expect(await finish(person, response)).toBe('PASSKEY_FAILED');
    expect((await guardOf(house, person)).passkeys).toHaveLength(1);
  });

  test('are not made where the app is at an IP, which no browser makes them for', () => {
    expect([new Passkeys(() => 'http://192.0.2.7').possible, new Passkeys(() => ORIGIN).possible]).toEqual([
      false,
      true,
    ]);
  });
});

test('new recovery codes end those before; none are made without a factor', async () => {
  const person = await elevated();
  expect(nameOf(await house.call('recovery_codes', person.token))).toBe('FACTOR_NEEDED');
  const { codes: before } = await withApp(house, person);
  const after = codesOf(await house.call('recovery_codes', person.token));
  expect(await step(person, 'recovery', before[0] ?? '')).toBe('FACTOR_WRONG');
  expect(await step(person, 'recovery', after[0] ?? '')).toBe('ok');
  expect(await noticesOf(house, person)).toEqual(['totp_added', 'recovery_codes_made']);
});

describe('another name', () => {
  const bind = async (person: Person, to: string, type = 'email', area_id = '') => {
    const fields = { type, area_id, to };
    const begun = nameOf(await house.call('name_bind_begin', person.token, fields));
    if (begun !== 'ok') return begun;
    const name = type === 'email' ? to : `+852${to}`;
    const code = await house.box.code(name);
    return nameOf(await house.call('name_bind_finish', person.token, { ...fields, code }));
  };

  test('takes the place of the one of its kind; both are written to, and withdrawals rest for a day', async () => {
    const person = await elevated();
    const to = `new.${person.email}`;
    expect(await bind(person, to)).toBe('ok');
    expect((await guardOf(house, person)).names).toEqual([{ kind: 'email', name: 'n•••@example.com' }]);
    await restsADay(person);
    for (const name of [person.email, to])
      expect((await house.box.read(name)).at(-1)).toContain('by which you sign in was changed');
    // What was given up is free for somebody else.
    expect(await bind(await elevated(), person.email)).toBe('ok');
  });

  test('a mobile is added beside an e-mail', async () => {
    const person = await elevated();
    expect(await bind(person, '91234568', 'mobile', 'HK')).toBe('ok');
    expect((await guardOf(house, person)).names.map(({ name }) => name)).toEqual(['u•••@example.com', '+852 ••••4568']);
  });

  test('an e-mail is added beside a mobile: the mobile is told of it too, and of every factor and browser from then on', async () => {
    const person = await elevated();
    const mobile = '+85291234571';
    await house.database.owner.query(
      "UPDATE account_names SET kind = 'mobile', name = $2 WHERE user_id = $1 AND removed_time IS NULL",
      [person.id, mobile],
    );
    const to = `beside.${person.email}`;
    expect(await bind(person, to)).toBe('ok');
    expect((await house.box.read(to)).at(-1)).toContain('by which you sign in was changed');
    expect((await house.box.read(mobile)).at(-1)).toContain('e-mail or mobile of your account was changed');
    await withApp(house, person);
    expect((await house.box.read(to)).at(-1)).toContain('authenticator');
    expect((await house.box.read(mobile)).at(-1)).toContain('the safety of your account');
  });

  test('leaves nothing by which it could be guessed in the keys, which outlive the account', async () => {
    const person = await elevated();
    expect(await bind(person, '91234569', 'mobile', 'HK')).toBe('ok');
    const guess = { type: 'mobile', area_id: 'HK', to: '91234569' };
    const { bodyHash } = keyOf(person.id, 'any', 'name_bind_finish', guess);
    const { rows } = await house.database.owner.query(
      'SELECT count(*)::int AS kept, count(*) FILTER (WHERE body_hash = $2)::int AS told FROM command_keys WHERE owner_id = $1',
      [person.id, bodyHash],
    );
    expect(rows[0].kept).toBeGreaterThan(0);
    expect(rows[0].told).toBe(0);
  });

  test('that somebody has is told only after the right code', async () => {
    const [person, other] = [await elevated(), await elevated()];
    const fields = { type: 'email', to: other.email };
    // A minute after the code that elevated them.
    house.clock.advance(60_000);
    good(await house.call('name_bind_begin', person.token, fields));
    const finish = async (code: string) =>
      nameOf(await house.call('name_bind_finish', person.token, { ...fields, code }));
    const code = await house.box.code(other.email);
    expect(await finish(code === '000000' ? '000001' : '000000')).toBe('CODE_WRONG');
    expect(await finish(code)).toBe('ACCOUNT_TAKEN');
    expect((await guardOf(house, person)).names).toEqual([{ kind: 'email', name: 'u•••@example.com' }]);
    expect((await guardOf(house, person)).holdUntil).toBe(0);
  });

  test('that somebody noted without ever entering a code is given way to its owner, and who loses it is told by their other name', async () => {
    const [person, squatter] = [await elevated(), await house.person()];
    const mobile = '+85291234577';
    const { owner } = house.database;
    await owner.query('UPDATE account_names SET verified_time = NULL WHERE user_id = $1', [squatter.id]);
    await owner.query(`INSERT INTO account_names (user_id, kind, name, verified_time) VALUES ($1, 'mobile', $2, 1)`, [
      squatter.id,
      mobile,
    ]);
    expect(await bind(person, squatter.email)).toBe('ok');
    const { rows } = await owner.query(
      'SELECT user_id, verified_time IS NOT NULL AS verified FROM account_names WHERE name = $1 AND removed_time IS NULL',
      [squatter.email],
    );
    expect(rows).toEqual([{ user_id: person.id, verified: true }]);
    expect((await guardOf(house, squatter)).names).toEqual([
      expect.objectContaining({ kind: 'mobile', name: '+852 ••••4577' }),
    ]);
    expect((await house.box.read(mobile)).at(-1)).toContain('was changed');
    // What its owner entered a code for gives way to nobody.
    expect(await bind(await elevated(), squatter.email)).toBe('ACCOUNT_TAKEN');
  });

  test('that its user registered by a captcha is shown by a code, and by no other text', async () => {
    const person = await elevated();
    const { owner } = house.database;
    await owner.query('UPDATE account_names SET verified_time = NULL WHERE user_id = $1', [person.id]);
    const fields = { type: 'email', to: person.email };
    // The code of the step-up went there a moment ago.
    house.clock.advance(60_000);
    good(await house.call('name_bind_begin', person.token, fields));
    const code = await house.box.code(person.email);
    const finish = async (typed: string) =>
      nameOf(await house.call('name_bind_finish', person.token, { ...fields, code: typed }));
    expect(await finish(code === '000000' ? '000001' : '000000')).toBe('CODE_WRONG');
    expect(await finish(code)).toBe('ok');
    const { rows } = await owner.query(
      'SELECT verified_time IS NOT NULL AS shown FROM account_names WHERE user_id = $1',
      [person.id],
    );
    expect(rows).toEqual([{ shown: true }]);
    expect((await guardOf(house, person)).holdUntil).toBe(0);
  });

  test('a code is good for whoever asked alone, and an answer that was lost may be asked for again', async () => {
    const [person, other] = [await elevated(), await elevated()];
    const fields = { type: 'email', to: `again.${person.email}` };
    good(await house.call('name_bind_begin', person.token, fields));
    const code = await house.box.code(fields.to);
    const finish = async ({ token }: Person) =>
      nameOf(await house.call('name_bind_finish', token, { ...fields, code }));
    expect(await finish(other)).toBe('CODE_WRONG');
    expect([await finish(person), await finish(person)]).toEqual(['ok', 'ok']);
    expect(await noticesOf(house, person)).toEqual(['name_changed']);
  });

  test.each([
    ['email', '', '', 'VALUE_MISSING'],
    ['email', '', 'ann@', 'ACCOUNT_MALFORMED'],
    ['mobile', '', '91234567', 'AREA_UNKNOWN'],
    ['mobile', 'CN', '13800138000', 'COUNTRY_REFUSED'],
    ['mobile', 'HK', '21234567', 'ACCOUNT_MALFORMED'],
    ['mobile', 'HK', '+8613800138000', 'COUNTRY_REFUSED'],
    ['mobile', 'HK', '86-13800138000', 'COUNTRY_REFUSED'],
  ])('%s of area "%s": %s is refused', async (type, area, to, refusal) => {
    expect(await bind(await elevated(), to, type, area)).toBe(refusal);
  });
});

test('no mobile is bound where none can register by one', async () => {
  const person = await elevated();
  house.settings.mobiles = false;
  const asked = { type: 'mobile', area_id: 'HK', to: '91234560' };
  expect(nameOf(await house.call('name_bind_begin', person.token, asked))).toBe('ACCOUNT_MALFORMED');
  house.settings.mobiles = true;
  expect(nameOf(await house.call('name_bind_begin', person.token, asked))).toBe('ok');
});

describe('the word of letters', () => {
  const choose = async ({ token }: Person, word: string) => nameOf(await house.call('mail_word_set', token, { word }));

  test('opens each letter to its owner, and none to an address that is not theirs yet', async () => {
    const person = await elevated();
    expect(await choose(person, ' <b>blue</b>\n heron')).toBe('ok');
    expect((await guardOf(house, person)).mailWord).toBe('<b>blue</b> heron');
    await withApp(house, person);
    expect((await house.box.read(person.email)).at(-1)?.startsWith('Your word: <b>blue</b> heron\r\n')).toBe(true);
    const to = `word.${person.email}`;
    good(await house.call('name_bind_begin', person.token, { type: 'email', to }));
    expect((await house.box.read(to)).at(-1)).not.toContain('heron');
    const code = await house.box.code(to);
    good(await house.call('name_bind_finish', person.token, { type: 'email', to, code }));
    for (const name of [person.email, to])
      expect((await house.box.read(name)).at(-1)?.startsWith('Your word: <b>blue</b> heron\r\n')).toBe(true);
    const { rows } = await house.database.owner.query<{ kept: string }>(
      `SELECT (SELECT string_agg(o::text, '') FROM outbox o) || (SELECT string_agg(k::text, '') FROM command_keys k) AS kept`,
    );
    expect(rows[0]?.kept).not.toContain('heron');
  });

  test('is told to nobody who only found the session open', async () => {
    const person = await elevated();
    expect(await guardOf(house, person)).toMatchObject({ mailWordSet: false, mailWord: '' });
    expect(await choose(person, 'blue heron')).toBe('ok');
    expect(await guardOf(house, person)).toMatchObject({ mailWordSet: true, mailWord: 'blue heron' });
    house.clock.advance(300_000);
    expect(await guardOf(house, person)).toMatchObject({ mailWordSet: true, mailWord: '' });
  });

  test('has at most twenty signs, and an empty one takes it away', async () => {
    const person = await elevated();
    expect(await choose(person, 'a'.repeat(21))).toBe('INPUT_INVALID');
    expect(await choose(person, '🐦'.repeat(20))).toBe('ok');
    expect(await choose(person, '')).toBe('ok');
    expect((await guardOf(house, person)).mailWord).toBe('');
  });
});
