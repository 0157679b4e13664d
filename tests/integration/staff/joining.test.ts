// One-time links: the first owner's, a lost factor's, and how somebody joins by one with a passkey or with a password and an authenticator app.

import { expect, test } from 'vitest';
import { Authenticator, type Wrong } from '../../harness/authenticator.ts';
import { insertStaff } from '../../harness/staff.ts';
import {
  chosenOf,
  codeAt,
  consoleForAll,
  joinByPasskey,
  joinByPassword,
  nameOf,
  ORIGIN,
  openConsole,
  PASSWORD,
  questionOf,
  sessionOf,
  signIn,
} from './console.ts';

const server = await consoleForAll();

const HOUR_MS = 3_600_000;

/** Somebody without a factor, and a link for them. */
async function invited(): Promise<{ id: string; email: string; link: string; oldToken: string }> {
  const { id, email, token } = await insertStaff(server.database, { clock: server.clock });
  return { id: String(id), email, link: await server.link(email), oldToken: token };
}

const actsOf = async (id: string): Promise<string[]> => {
  const { rows } = await server.database.owner.query<{ act: string }>(
    `SELECT kind || ' by ' || actor_kind AS act FROM acts WHERE subject_kind = 'staff' AND subject_id = $1 ORDER BY id`,
    [id],
  );
  return rows.map(({ act }) => act);
};

test('the first start makes an owner, each start before they joined a new link that ends the one before, and none after', async () => {
  const fresh = await openConsole();
  const links = [await fresh.firstLink(), await fresh.firstLink()];
  expect(new Set(links).size).toBe(2);
  const [old = '', link = ''] = links;
  expect(nameOf(await fresh.call('link_open', { link: old }))).toBe('LINK_SPENT');
  expect((await fresh.call('link_open', { link })).data).toEqual({
    name: 'Owner',
    email: 'owner@localhost',
    expires: fresh.clock.now() + HOUR_MS,
    wordNeeded: false,
  });
  const { token, id } = await joinByPasskey(fresh, link);
  expect((await fresh.call('me', {}, token)).data).toMatchObject({
    member: { id, name: 'Owner', roles: ['owner'] },
    rights: { staff: ['propose', 'check'] },
    factors: ['passkey'],
    elevatedUntil: 0,
    endsAt: fresh.clock.now() + 8 * HOUR_MS,
  });
  expect(await fresh.firstLink()).toBeUndefined();
  const { rows } = await fresh.database.owner.query('SELECT kind, actor_kind FROM acts ORDER BY id');
  expect(rows).toEqual([
    { kind: 'staff_bootstrapped', actor_kind: 'system' },
    { kind: 'staff_link_made', actor_kind: 'system' },
    { kind: 'staff_factor_added', actor_kind: 'staff' },
    { kind: 'staff_joined', actor_kind: 'staff' },
    { kind: 'staff_signed_in', actor_kind: 'staff' },
  ]);
  await fresh.close();
});

test('starts at once make one owner', async () => {
  const fresh = await openConsole();
  const links = await Promise.all(Array.from({ length: 6 }, () => fresh.firstLink()));
  const opened = await Promise.all(links.map((link = '') => fresh.call('link_open', { link })));
  expect(opened.filter(({ code }) => code === 1).length).toBe(1);
  expect((await fresh.database.owner.query('SELECT 1 FROM staff')).rowCount).toBe(1);
  await fresh.close();
});

test('a link is good for an hour, to the millisecond', async () => {
  const { link } = await invited();
  server.clock.advance(HOUR_MS - 1);
  expect(nameOf(await server.call('link_open', { link }))).toBe('ok');
  server.clock.advance(1);
  expect(nameOf(await server.call('link_open', { link }))).toBe('LINK_SPENT');
  expect(nameOf(await server.call('link_passkey_begin', { link }))).toBe('LINK_SPENT');
  expect(nameOf(await server.call('link_password', { link, password: PASSWORD }))).toBe('LINK_SPENT');
});

test.each([joinByPasskey, joinByPassword])(
  '%o spends the link, ends what was before, and is written as acts',
  async (join) => {
    const { id, link, oldToken } = await invited();
    expect(nameOf(await server.call('me', {}, oldToken))).toBe('ok');
    const { token } = await join(server, link);
    expect(nameOf(await server.call('me', {}, token))).toBe('ok');
    expect(nameOf(await server.call('me', {}, oldToken))).toBe('SESSION_EXPIRED');
    for (const name of ['link_open', 'link_passkey_begin'])
      expect(nameOf(await server.call(name, { link }))).toBe('LINK_SPENT');
    expect(await actsOf(id)).toEqual([
      'staff_link_made by system',
      'staff_factor_added by staff',
      'staff_joined by staff',
      'staff_signed_in by staff',
    ]);
  },
);

test('who lost a factor comes back by a link of the machine: the old ones end when it is used, not before', async () => {
  const { email, link } = await invited();
  const { token, secret } = await joinByPassword(server, link);
  const again = await server.link(email);
  expect(nameOf(await server.call('me', {}, token))).toBe('ok');
  const { passkey } = await joinByPasskey(server, again);
  expect(nameOf(await server.call('me', {}, token))).toBe('SESSION_EXPIRED');
  server.clock.advance(30_000);
  expect(nameOf(await signIn(server, { email, code: codeAt(secret, server.clock.now()) }))).toBe('LOGIN_FAILED');
  const { ticket, options } = questionOf(await server.call('sign_in_passkey_begin'));
  sessionOf(await server.call('sign_in_passkey_finish', { ticket, response: passkey.use(options) }));
});

test('a link used twenty times at once lets one in', async () => {
  const { link, id } = await invited();
  const tries = Array.from({ length: 20 }, async () => {
    const passkey = new Authenticator(ORIGIN);
    const { ticket, options } = questionOf(await server.call('link_passkey_begin', { link }));
    return { link, ticket, response: passkey.make(options) };
  });
  const fields = await Promise.all(tries);
  const answers = await Promise.all(fields.map((one) => server.call('link_passkey_finish', one)));
  expect(answers.map(nameOf).sort()).toEqual([...Array.from({ length: 19 }, () => 'LINK_SPENT'), 'ok']);
  const { rowCount } = await server.database.owner.query('SELECT 1 FROM staff_passkeys WHERE staff_id = $1', [id]);
  expect(rowCount).toBe(1);
  expect((await actsOf(id)).filter((act) => act.startsWith('staff_joined')).length).toBe(1);
});

const wrongs: readonly (readonly [string, Wrong])[] = [
  ['another origin', { origin: 'https://console.example.com.evil.example' }],
  ['another port of the same host', { origin: `${ORIGIN}:8443` }],
  ['http instead of https', { origin: 'http://console.example.com' }],
  ['another host that the passkey is for', { rpId: 'example.com' }],
  ['another challenge', { challenge: 'AAAA' }],
  ['nobody verified', { unverified: true }],
  ['a frame in a page of somebody else', { crossOrigin: true }],
];

test.each(wrongs)('a new passkey is refused with %s, and the link stays good', async (_, wrong) => {
  const { link, id } = await invited();
  const { ticket, options } = questionOf(await server.call('link_passkey_begin', { link }));
  const response = new Authenticator(ORIGIN).make(options, wrong);
  expect(nameOf(await server.call('link_passkey_finish', { link, ticket, response }))).toBe('PASSKEY_FAILED');
  expect((await server.database.owner.query('SELECT 1 FROM staff_passkeys WHERE staff_id = $1', [id])).rowCount).toBe(
    0,
  );
  await joinByPasskey(server, link);
});

test('damaged answers of a passkey are refused, and after five tries the ticket is spent', async () => {
  const { link } = await invited();
  const { ticket, options } = questionOf(await server.call('link_passkey_begin', { link }));
  const response = new Authenticator(ORIGIN).make(options);
  const damaged = [
    '{}',
    '[1]',
    'null',
    'no JSON',
    response.replace(/"attestationObject":"[^"]+"/, '"attestationObject":"oWNmbXQ"'),
  ];
  for (const one of damaged)
    expect(nameOf(await server.call('link_passkey_finish', { link, ticket, response: one }))).toBe('PASSKEY_FAILED');
  expect(nameOf(await server.call('link_passkey_finish', { link, ticket, response }))).toBe('PASSKEY_FAILED');
});

test('a ticket is bound to its link, and lasts five minutes', async () => {
  const [mine, theirs] = [await invited(), await invited()];
  const passkey = new Authenticator(ORIGIN);
  const { ticket, options } = questionOf(await server.call('link_passkey_begin', { link: theirs.link }));
  const response = passkey.make(options);
  expect(nameOf(await server.call('link_passkey_finish', { link: mine.link, ticket, response }))).toBe(
    'PASSKEY_FAILED',
  );
  const late = questionOf(await server.call('link_passkey_begin', { link: mine.link }));
  server.clock.advance(5 * 60_000);
  const fields = { link: mine.link, ticket: late.ticket, response: passkey.make(late.options) };
  expect(nameOf(await server.call('link_passkey_finish', fields))).toBe('PASSKEY_FAILED');
});

test("a passkey that somebody has cannot become somebody else's", async () => {
  const { passkey } = await joinByPasskey(server, (await invited()).link);
  const { link } = await invited();
  const { ticket, options } = questionOf(await server.call('link_passkey_begin', { link }));
  const response = passkey.make(options);
  expect(nameOf(await server.call('link_passkey_finish', { link, ticket, response }))).toBe('PASSKEY_FAILED');
  expect(nameOf(await server.call('link_open', { link }))).toBe('ok');
});

test('a password has 12 to 128 signs as they are compared, and is not the e-mail', async () => {
  const { link, email } = await invited();
  const said = async (password: string): Promise<string> =>
    nameOf(await server.call('link_password', { link, password }));
  expect(await said('a'.repeat(11))).toBe('PASSWORD_TOO_SHORT');
  expect(await said('a'.repeat(12))).toBe('ok');
  // One sign that is two as it is compared.
  expect(await said(`${'a'.repeat(10)}ﬁ`)).toBe('ok');
  expect(await said('a'.repeat(128))).toBe('ok');
  expect(await said('a'.repeat(129))).toBe('PASSWORD_TOO_LONG');
  expect(await said(`${'a'.repeat(127)}ﬁ`)).toBe('PASSWORD_TOO_LONG');
  expect(await said(email.toUpperCase())).toBe('PASSWORD_LIKE_ACCOUNT');
});

test('joining by a password needs the first code; a wrong one leaves the link good', async () => {
  const { link, id } = await invited();
  const { ticket, secret, uri } = chosenOf(await server.call('link_password', { link, password: PASSWORD }));
  expect(uri).toContain(`secret=${secret}`);
  const now = server.clock.now();
  for (const code of ['', '000000x', codeAt(secret, now + 90_000), codeAt(secret, now - 90_000)])
    expect(nameOf(await server.call('link_code', { link, ticket, code }))).toBe('FACTOR_WRONG');
  sessionOf(await server.call('link_code', { link, ticket, code: codeAt(secret, now) }));
  const { rows } = await server.database.owner.query<{ hash: string; sealed: Uint8Array }>(
    'SELECT hash, secret_sealed AS sealed FROM staff_passwords JOIN staff_totp USING (staff_id) WHERE staff_id = $1',
    [id],
  );
  expect(rows[0]?.hash).toMatch(/^\$argon2id\$/);
  expect(Buffer.from(rows[0]?.sealed ?? []).toString('latin1')).not.toContain(secret);
});

test('the link of somebody who was disabled meanwhile opens nothing', async () => {
  const { link, id } = await invited();
  await server.database.owner.query('UPDATE staff SET disabled_time = 1 WHERE id = $1', [id]);
  expect(nameOf(await server.call('link_open', { link }))).toBe('LINK_SPENT');
  await expect(server.link('first')).resolves.toBeDefined();
  await expect(server.link('nobody@example.com')).rejects.toThrow('nobody of the staff');
});

test('no link, ticket, token or password lies in the database or the log', async () => {
  const { link } = await invited();
  const { ticket, secret } = chosenOf(await server.call('link_password', { link, password: PASSWORD }));
  const { token } = sessionOf(
    await server.call('link_code', { link, ticket, code: codeAt(secret, server.clock.now()) }),
  );
  const { rows } = await server.database.owner.query<{ all: string }>(
    `SELECT string_agg(t::text, ' ') AS all FROM (
       SELECT l::text AS t FROM staff_links l UNION ALL SELECT k::text FROM staff_tickets k UNION ALL SELECT s::text FROM staff_sessions s
       UNION ALL SELECT a::text FROM acts a UNION ALL SELECT c::text FROM command_keys c UNION ALL SELECT p::text FROM staff_passwords p
     ) t`,
  );
  const said = `${rows[0]?.all} ${JSON.stringify(server.lines)}`;
  for (const canary of [link, ticket, token, PASSWORD, secret]) expect(said).not.toContain(canary);
});
