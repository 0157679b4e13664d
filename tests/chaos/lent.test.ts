// The server dies while a loan is paid out or repaid, a fund product is bought or redeemed with days behind it, and in the middle of a day's income of many:
// before a commit nothing of it happened, after it everything did, and each has one effect in all.

import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { usersTable } from '@fairtick/contract/http/index';
import { staffTable } from '@fairtick/contract/staff/index';
import { systemClock } from '@fairtick/kernel/clock';
import type { Id } from '@fairtick/kernel/ids';
import { systemEntropy } from '@fairtick/kernel/random';
import { hashToken } from '@fairtick/server/platform/sign-in/token';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { createTestDatabase, type TestDatabase } from '../harness/database.ts';
import { brokenInvariants } from '../harness/invariants.ts';
import { moveByHand } from '../harness/money-by-hand.ts';
import { presetSettings } from '../harness/preset.ts';
import { insertRealUser } from '../harness/real-user.ts';
import { insertStaff, type TestMember } from '../harness/staff.ts';
import { Server } from './server.ts';

const DAY_MS = 86_400_000;
const TERMS = {
  ...{ id: 1, loan_period: 30, min_amount: '100', max_amount: '1000' },
  ...{ interest_rate: 25, free_period: 0, penalty_rate: 25 },
};
const PRODUCT = {
  ...{ id: 1, title: { en: 'Five days' }, image: '', currency_code: 'USD', sold: true },
  ...{ dividend_percentage: '0.5', staring_sub_amount: '100', lock_dividend_days: 5, max_sub_amount: '5000' },
  ...{ liquidated_damages: '5' },
};
const SETTINGS = {
  jurisdictions: [{ name: 'Hong Kong', countries: ['HK'], off: [], on: ['loans', 'funds'], caps: {} }],
  ...{ loan_configs: [TERMS], fund_products: [PRODUCT], loan_two_people: '500' },
};
/** The first look at what is due comes a minute after a start, and a run of a server that died is another's after a minute. */
const PAID_LIMIT_MS = 200_000;
const answered = z.object({ code: z.number(), data: z.unknown() });
const made = z.object({ id: z.string() });
type Fields = Readonly<Record<string, string>>;
type Users = 'loan_repay' | 'fund_buy' | 'fund_refund';
type Name = Users | 'loan_decide';

interface Person {
  readonly id: Id;
  readonly token: string;
}

class Lenders {
  server: Server | undefined;
  readonly db: TestDatabase;
  readonly ann: TestMember;
  readonly bob: TestMember;
  #people = 0n;

  constructor(db: TestDatabase, ann: TestMember, bob: TestMember) {
    this.db = db;
    this.ann = ann;
    this.bob = bob;
  }

  static async open(): Promise<Lenders> {
    const db = await createTestDatabase();
    await presetSettings(db.owner, SETTINGS);
    // A first start opens the house's accounts, which money from outside is booked against.
    await (await Server.start({ databaseUrl: db.ownerUrl })).kill();
    await moveByHand(db, { realm: 'live', ownerId: 0n, id: 4_000_000n, sums: { loan: '5000', fund: '9000' } });
    const [ann, bob] = [
      await insertStaff(db, { roles: ['compliance'] }),
      await insertStaff(db, { roles: ['compliance'] }),
    ];
    return new Lenders(db, ann, bob);
  }

  async start(failpoint?: string): Promise<void> {
    await this.server?.kill();
    const env = failpoint === undefined ? {} : { env: { FAILPOINT: failpoint } };
    this.server = await Server.start({ databaseUrl: this.db.ownerUrl, ...env });
  }

  async send(name: Name, fields: Fields, token: string, key: string = randomUUID()) {
    const { url = '', consoleUrl = '' } = this.server ?? {};
    const at =
      name === 'loan_decide' ? consoleUrl + staffTable.endpoints[name].path : url + usersTable.endpoints[name].path;
    const headers = { authorization: token, 'idempotency-key': key };
    const response = await fetch(at, { method: 'POST', headers, body: new URLSearchParams(fields) });
    return answered.parse(await response.json());
  }

  async done(name: Name, fields: Fields, token: string): Promise<unknown> {
    const { code, data } = await this.send(name, fields, token);
    expect([name, code]).toEqual([name, 1]);
    return data;
  }

  /** Verified, living in Hong Kong, accepted as a borrower, with 3,000 USD. */
  async person(): Promise<Person> {
    this.#people += 1n;
    const id = 7_000_000n + 10n * this.#people;
    const { owner } = this.db;
    await insertRealUser(this.db, id, 3_000);
    await owner.query(`UPDATE user_standing SET verified_time = 1, country = 'HK' WHERE user_id = $1`, [id]);
    const token = Buffer.from(systemEntropy.bytes(32)).toString('base64url');
    await owner.query(
      `INSERT INTO sessions (token_hash, user_id, created_time, last_used_time) VALUES ($1, $2, $3, $3)`,
      [...[hashToken(token), id, systemClock.now()]],
    );
    const picture = id.toString(16).padStart(32, '0');
    await owner.query(
      `INSERT INTO uploads (id, owner_id, kind, state, place, bytes, width, height, key_sealed, attached_to, keep_until)
       VALUES ($1, $2, 'image', 'used', 'disk', 1, 1, 1, '\\x00', 'by hand', NULL)`,
      [picture, id],
    );
    await owner.query(
      `INSERT INTO loan_persons (user_id, person_sealed, picture, status, answer_due, decided_by, decided_time) VALUES ($1, '', $2, 2, 2, $3, 1)`,
      [id, picture, this.ann.id],
    );
    return { id, token };
  }

  /** Signed and waiting, written as the server writes it. */
  async waiting({ id }: Person, amount: string): Promise<string> {
    await this.db.owner.query(
      `INSERT INTO loans (id, user_id, person_key, config_id, amount, period, interest_rate, free_period, penalty_rate, answer_due)
       VALUES ($1, $1, $1, 1, $2, 30, 25, 0, 25, database_ms() + 1000)`,
      [id, amount],
    );
    await this.db.owner.query(
      `INSERT INTO loan_agreements (loan_id, version, lang, html, hash, evidence, evidence_hash)
       SELECT $1::bigint, 1, 'en', '<p>x</p>', sha256('<p>x</p>'), e, sha256(convert_to(e, 'UTF8')) FROM (SELECT json_build_object('loan', $1::bigint::text,
         'terms', json_build_object('amount', $2::text, 'interestRate', 25, 'period', 30), 'agreement', encode(sha256('<p>x</p>'), 'hex'))::text AS e) x`,
      [id, amount],
    );
    return String(id);
  }

  async lent(who: Person): Promise<string> {
    const id = await this.waiting(who, '100.00');
    await this.done('loan_decide', { id, decision: 'approve' }, this.ann.token);
    return id;
  }

  async bought({ token }: Person): Promise<string> {
    return made.parse(await this.done('fund_buy', { id: '1', amount: '1000' }, token)).id;
  }

  /** The database's clock is so far ahead from now on. */
  async ahead(ms: number): Promise<void> {
    await this.db.owner.query(`CREATE OR REPLACE FUNCTION database_ms() RETURNS bigint LANGUAGE sql VOLATILE AS
      $$ SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint + ${ms} $$`);
  }

  /** What the database holds that one of the commands could have changed. A start writes under keys of nobody's. */
  async effects(): Promise<string> {
    const { rows } = await this.db.owner.query<{ effects: string }>(
      `SELECT concat_ws(' ', (SELECT string_agg(concat_ws('/', status, first_yes_by, paid_out_time, repaid_time), ',' ORDER BY id) FROM loans),
         (SELECT string_agg(concat_ws('/', status, paid_days), ',' ORDER BY id) FROM fund_subscriptions), (SELECT count(*) FROM fund_income),
         (SELECT count(*) FROM journals), (SELECT count(*) FROM acts WHERE kind LIKE 'loan%'), (SELECT count(*) FROM notices),
         (SELECT count(*) FROM command_keys WHERE owner_id <> 0)) AS effects`,
    );
    return rows[0]?.effects ?? '';
  }
}

interface Act {
  readonly title: string;
  readonly name: Name;
  /** What is asked, and with whose token; prepared by a server that the failpoint spares. */
  prepare(house: Lenders): Promise<readonly [Fields, string]>;
}

const approval = (id: string): Fields => ({ id, decision: 'approve' });
const ACTS: readonly Act[] = [
  {
    ...{ title: 'a pay-out', name: 'loan_decide' },
    prepare: async (house) => [approval(await house.waiting(await house.person(), '100.00')), house.ann.token],
  },
  {
    ...{ title: 'the first yes of two', name: 'loan_decide' },
    prepare: async (house) => [approval(await house.waiting(await house.person(), '500.00')), house.ann.token],
  },
  {
    ...{ title: 'the second yes of two', name: 'loan_decide' },
    prepare: async (house) => {
      const id = await house.waiting(await house.person(), '600.00');
      await house.done('loan_decide', approval(id), house.ann.token);
      return [approval(id), house.bob.token];
    },
  },
  {
    ...{ title: 'a repayment', name: 'loan_repay' },
    prepare: async (house) => {
      const who = await house.person();
      return [{ loan_id: await house.lent(who) }, who.token];
    },
  },
  {
    ...{ title: 'a purchase', name: 'fund_buy' },
    prepare: async (house) => [{ id: '1', amount: '1000' }, (await house.person()).token],
  },
  {
    ...{ title: 'a redemption with days behind it', name: 'fund_refund' },
    prepare: async (house) => {
      const who = await house.person();
      const sub_id = await house.bought(who);
      await house.ahead(2.5 * DAY_MS);
      return [{ sub_id }, who.token];
    },
  },
];

test.each(['before_commit', 'after_commit'] as const)('death %s of an act', async (moment) => {
  const house = await Lenders.open();
  for (const { title, name, prepare } of ACTS) {
    await house.start();
    const [fields, token] = await prepare(house);
    await house.start(`${moment}:${name}`);
    const before = await house.effects();
    const key = randomUUID();
    await expect(house.send(name, fields, token, key)).rejects.toThrow();
    const after = await house.effects();
    expect([title, after === before]).toEqual([title, moment === 'before_commit']);
    await house.start();
    expect([title, (await house.send(name, fields, token, key)).code]).toEqual([title, 1]);
    const done = await house.effects();
    expect([title, done === after]).toEqual([title, moment === 'after_commit']);
    expect([title, (await house.send(name, fields, token, key)).code]).toEqual([title, 1]);
    expect([title, await house.effects()]).toEqual([title, done]);
  }
  await house.server?.kill();
  expect(await brokenInvariants(house.db.owner)).toEqual([]);
  await house.db.drop();
});

/** More than one look at what is due takes. */
const BUYERS = 260;
const DAYS = 3;

/** Dies in the middle of the days of many; whoever is started next pays what is left. */
async function diesWhilePaying(moment: string): Promise<void> {
  const house = await Lenders.open();
  await house.start();
  for (let nth = 0; nth < BUYERS; nth += 1) await house.bought(await house.person());
  const paid = async (): Promise<number> =>
    (await house.db.owner.query('SELECT count(*)::int AS n FROM fund_income')).rows[0].n;
  await house.ahead(DAYS * DAY_MS + 60_000);
  await house.start(`${moment}:fund_due`);
  const until = performance.now() + 2 * PAID_LIMIT_MS;
  while (house.server?.alive && performance.now() < until) await delay(100);
  const atDeath = await paid();
  expect(atDeath).toBeLessThan(BUYERS * DAYS);
  if (moment === 'after_commit') expect(atDeath).toBeGreaterThan(0);
  await house.start();
  while ((await paid()) < BUYERS * DAYS && performance.now() < until) await delay(250);
  expect(await paid()).toBe(BUYERS * DAYS);
  await house.server?.kill();
  const { rows } = await house.db.owner.query(
    `SELECT count(*)::int AS people, sum(available)::float8 AS free, sum(locked)::float8 AS held FROM ledger_accounts WHERE kind = 'change' AND owner_id > 0`,
  );
  expect(rows).toEqual([{ people: BUYERS, free: BUYERS * (2_000 + DAYS * 5), held: BUYERS * 1_000 }]);
  expect(await brokenInvariants(house.db.owner)).toEqual([]);
  await house.db.drop();
}

test('death in the middle of three missed days of many: each day is paid once', async () => {
  await Promise.all([diesWhilePaying('before_commit'), diesWhilePaying('after_commit')]);
});
