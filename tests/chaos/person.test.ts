// One person's first days while the server dies after every step: they register, trade, are rejected and then verified, and what they may open
// follows from it. Whatever was answered is still so behind the death, is not done again under its key, and is told once.

import { randomUUID } from 'node:crypto';
import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { ERROR_CODES } from '@fairtick/contract/errors';
import { expect, test, vi } from 'vitest';
import { z } from 'zod';
import { createTestDatabase } from '../harness/database.ts';
import { brokenInvariants } from '../harness/invariants.ts';
import { pngOf } from '../harness/picture.ts';
import { headerOf, openPostOffice, partOf } from '../harness/post-office.ts';
import { fundLiveHouse, giveDollars } from '../harness/real-user.ts';
import { insertStaff } from '../harness/staff.ts';
import { Server } from './server.ts';

const EMAIL = 'ann@example.com';
const PASSWORD = 'a quite long password';
const SOON_MS = 30_000;
const answered = z.object({ code: z.number(), msg: z.string(), data: z.unknown() });
const entered = z.object({ token: z.string(), user: z.object({ id: z.string() }) });
const pairs = z.array(z.object({ Id: z.number(), MarketStatus: z.number() }));
const order = { type: '1', cont: '0.1', forex_id: '1', multiple: '20', status: '1' };
const option = { forex_id: '1', type: '1', number: '100', seconds: '300' };
const { PRODUCT_NOT_OFFERED, LOGIN_FAILED } = ERROR_CODES;

type Fields = Readonly<Record<string, string>>;

/** The database, the letters, and the server that lives now. */
async function settle() {
  const [db, office] = await Promise.all([createTestDatabase(), openPostOffice()]);
  const env = { SMTP_URL: `smtp://127.0.0.1:${office.port}`, SMTP_FROM: 'no-reply@example.com' };
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'fairtick-person-'));
  const start = () => Server.start({ databaseUrl: db.ownerUrl, dataDir, env });
  let server = await start();
  await fundLiveHouse(db);
  const reviewer = await insertStaff(db, { roles: ['compliance'] });
  let token = '';
  const send = async (url: string, init: RequestInit) => answered.parse(await (await fetch(url, init)).json());
  const ask = (path: string, fields: Fields, key: string = randomUUID()) =>
    send(server.url + path, {
      method: 'POST',
      headers: { 'idempotency-key': key, ...(token === '' ? {} : { authorization: token }) },
      body: new URLSearchParams(fields),
    });
  const staff = (path: string, fields?: Fields, key: string = randomUUID()) =>
    send(`${server.consoleUrl}/staff/api/verifications${path}`, {
      headers: { authorization: reviewer.token, 'idempotency-key': key },
      ...(fields ? { method: 'POST', body: new URLSearchParams(fields) } : {}),
    });
  const isOpen = () =>
    vi.waitFor(async () => {
      const { data } = answered.parse(await (await fetch(`${server.url}/v2/api/forex/trade_list`)).json());
      expect(pairs.parse(data).find(({ Id }) => Id === 1)?.MarketStatus).toBe(1);
    }, SOON_MS);
  return {
    ...{ db, office, ask, staff },
    enter: (given: string) => {
      token = given;
    },
    look: (path: string) => fetch(server.consoleUrl + path),
    picture: async () => {
      const body = new FormData();
      body.append('file', new Blob([new Uint8Array(pngOf(8, 8))]), 'card.png');
      const { data } = await send(`${server.url}/api/common/image_upload`, {
        ...{ method: 'POST', headers: { authorization: token }, body },
      });
      return z.object({ url: z.string() }).parse(data).url;
    },
    dies: async () => {
      await server.kill();
      server = await start();
      await isOpen();
    },
    isOpen,
    leave: async () => {
      await server.kill();
      await db.drop();
      await office.close();
      fs.rmSync(dataDir, { recursive: true });
    },
  };
}
type Place = Awaited<ReturnType<typeof settle>>;

async function registers({ ask, office }: Place) {
  expect(await ask('/api/user/send_code', { to: EMAIL, type: '1' })).toMatchObject({ code: 1 });
  const code = await vi.waitFor(
    () => /\b\d{6}\b/.exec(partOf(office.taken[0] ?? expect.fail('no letter'), 'text/plain'))?.[0] ?? '',
    SOON_MS,
  );
  const form = { type: 'email', area_id: 'HK', account: EMAIL, password: PASSWORD, re_password: PASSWORD };
  return entered.parse((await ask('/api/user/register', { ...form, sms_code: code })).data);
}

/** Sends pictures and a name; its id once somebody of the staff has opened it. */
async function isReviewed({ ask, staff, look, picture, db }: Place, country: string): Promise<string> {
  const [front_pic, reverse_pic] = [await picture(), await picture()];
  const fields = { name: 'Ann Lee', card_id: 'A1234567', front_pic, reverse_pic, country };
  expect(await ask('/api/user/real_name', fields)).toMatchObject({ code: 1 });
  const { rows } = await db.owner.query<{ id: string }>('SELECT max(id)::text AS id FROM verifications');
  const id = rows[0]?.id ?? '';
  await staff('/claim', { id });
  const { front, reverse } = z.object({ front: z.string(), reverse: z.string() }).parse((await staff(`/${id}`)).data);
  for (const link of [front, reverse]) await look(link);
  return id;
}

test('registered, rejected, verified: each is so behind a death, once, and the next order obeys it', async () => {
  const place = await settle();
  const { db, office, ask, staff, dies, enter } = place;
  try {
    await place.isOpen();
    const { token, user } = await registers(place);
    await dies();
    // The password lets in, and a wrong one does not; so does the session that was given before.
    expect(await ask('/api/user/loginForU', { account: EMAIL, password: `${PASSWORD}!` })).toMatchObject({
      code: LOGIN_FAILED,
    });
    expect(entered.parse((await ask('/api/user/loginForU', { account: EMAIL, password: PASSWORD })).data).user).toEqual(
      user,
    );
    enter(token);
    await giveDollars(db, BigInt(user.id), 10_000);
    const key = randomUUID();
    const first = await ask('/v2/api/forex/submit', order, key);
    expect(first.code).toBe(1);
    expect((await ask('/v2/api/micro/submit', option)).code).toBe(1);

    const rejected = { decision: 'reject', reason_code: 'unreadable', reason: '' };
    await decidedOnce(await isReviewed(place, 'PL'), rejected);
    // Who was rejected lives where they said before: nothing of their document counts.
    expect((await ask('/v2/api/micro/submit', option)).code).toBe(1);
    await decidedOnce(await isReviewed(place, 'PL'), { decision: 'accept' });
    expect((await ask('/v2/api/micro/submit', option)).code).toBe(PRODUCT_NOT_OFFERED);
    expect((await ask('/v2/api/forex/submit', order)).code).toBe(1);
    expect(await ask('/v2/api/forex/submit', order, key)).toEqual(first);

    const held = await db.owner.query({
      text: `SELECT (SELECT array_agg(status ORDER BY id) FROM verifications), (SELECT array_agg(kind ORDER BY id) FROM notices WHERE kind ~ '^verif'),
               (SELECT array_agg(kind ORDER BY id) FROM acts WHERE kind IN ('verification_accepted', 'verification_rejected')),
               (SELECT count(*)::int FROM users WHERE realm = 'live'), (SELECT count(*)::int FROM forex_orders),
               (SELECT count(*)::int FROM micro_orders), (SELECT count(*)::int FROM codes WHERE used_time IS NOT NULL)`,
      rowMode: 'array',
    });
    expect(held.rows).toEqual([
      [[3, 2], ['verification_rejected', 'verified'], ['verification_rejected', 'verification_accepted'], 1, 2, 2, 1],
    ]);
    await vi.waitFor(() => expect(aboutVerification(office)).toHaveLength(2), SOON_MS);
    expect(new Set(aboutVerification(office)).size).toBe(2);
    expect(await brokenInvariants(db.owner)).toEqual([]);
  } finally {
    await place.leave();
  }

  function aboutVerification({ taken }: typeof office): string[] {
    return taken.map((letter) => headerOf(letter, 'subject')).filter((subject) => /verif|驗證|認證/i.test(subject));
  }

  /** Under one key before and behind a death. */
  async function decidedOnce(id: string, decision: Fields): Promise<void> {
    const key = randomUUID();
    const said = await staff('/decide', { id, ...decision }, key);
    expect(said.code).toBe(1);
    await dies();
    expect(await staff('/decide', { id, ...decision }, key)).toEqual(said);
  }
});
