// The server dies while money is moved between two accounts, or a withdrawal is asked for, taken back, approved, rejected, taken, given back, paid
// or found not to have been sent: before its commit nothing happened, after it everything did, and the same key has one effect in all.

import { randomUUID } from 'node:crypto';
import { usersTable } from '@fairtick/contract/http/index';
import { staffTable } from '@fairtick/contract/staff/index';
import { systemClock } from '@fairtick/kernel/clock';
import { systemEntropy } from '@fairtick/kernel/random';
import { hashToken } from '@fairtick/server/platform/sign-in/token';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { createTestDatabase, type TestDatabase } from '../harness/database.ts';
import { brokenInvariants } from '../harness/invariants.ts';
import { presetSettings } from '../harness/preset.ts';
import { insertRealUser } from '../harness/real-user.ts';
import { insertStaff } from '../harness/staff.ts';
import { Server } from './server.ts';

const USDT = {
  ...{ id: 1, kind: 'coin', currency: 'USDT', network: 'evm:1', protocol: 'ERC20', places: 6 },
  ...{ fee_type: 1, draw_rate: '5', min: '10', max: '50000' },
};
const USER = 7_000_000n;
const answered = z.object({ code: z.number(), data: z.unknown() });
const made = z.object({ id: z.string() });
type Fields = Readonly<Record<string, string>>;
type Users = 'transfer' | 'draw' | 'draw_cancel' | 'bind_draw_method' | 'del_draw_method';
type Staff = Extract<keyof typeof staffTable.endpoints, `withdrawal_${string}`>;

/** Who calls, by their tokens. */
interface People {
  readonly user: string;
  readonly approver: string;
  readonly payer: string;
}

class Desk {
  server: Server | undefined;
  readonly #db: TestDatabase;
  readonly #people: People;

  constructor(db: TestDatabase, people: People) {
    this.#db = db;
    this.#people = people;
  }

  async send(name: Users | Staff, fields: Fields, by: keyof People, key: string = randomUUID()) {
    const { url = '', consoleUrl = '' } = this.server ?? {};
    const users: Readonly<Record<string, { readonly path: string }>> = usersTable.endpoints;
    const staff: Readonly<Record<string, { readonly path: string }>> = staffTable.endpoints;
    const at = by === 'user' ? url + users[name]?.path : consoleUrl + staff[name]?.path;
    const headers = { authorization: this.#people[by], 'idempotency-key': key };
    const response = await fetch(at, { method: 'POST', headers, body: new URLSearchParams(fields) });
    return answered.parse(await response.json());
  }

  async #done(name: Users | Staff, fields: Fields, by: keyof People): Promise<unknown> {
    const { code, data } = await this.send(name, fields, by);
    expect([name, code]).toEqual([name, 1]);
    return data;
  }

  #places = 0n;
  async place(): Promise<string> {
    this.#places += 1n;
    const dc_address = `0x${this.#places.toString(16).padStart(40, '0')}`;
    const { id } = made.parse(await this.#done('bind_draw_method', { draw_id: '1', dc_address }, 'user'));
    await this.#db.owner.query('UPDATE destinations SET usable_time = bound_time');
    return id;
  }

  async asked(): Promise<string> {
    const draw_method_id = await this.place();
    const fields = { draw_currency_id: '1', number: '100', draw_method_id };
    return made.parse(await this.#done('draw', fields, 'user')).id;
  }

  async approved(): Promise<string> {
    const id = await this.asked();
    await this.#done('withdrawal_approve', { id }, 'approver');
    return id;
  }

  async claimed(): Promise<string> {
    const id = await this.approved();
    await this.#done('withdrawal_claim', { id }, 'payer');
    return id;
  }

  async unsent(): Promise<string> {
    const id = await this.approved();
    await this.#done('withdrawal_nothing_sent', { id }, 'payer');
    return id;
  }

  /** What the database holds that one of the commands could have changed. A start writes under keys of nobody's. */
  async effects(): Promise<string> {
    const { rows } = await this.#db.owner.query<{ effects: string }>(
      `SELECT concat_ws(' ', (SELECT string_agg(concat_ws('/', status, claimed_by, nothing_sent_by), ',' ORDER BY id) FROM withdrawals),
         (SELECT count(*) FROM journals), (SELECT count(*) FROM acts WHERE kind LIKE 'withdrawal%'), (SELECT count(*) FROM notices), (SELECT count(*) FROM outbox),
         (SELECT count(*) FROM withdrawal_approvals), (SELECT count(removed_time) FROM destinations), (SELECT count(*) FROM command_keys WHERE owner_id <> 0)) AS effects`,
    );
    return rows[0]?.effects ?? '';
  }
}

interface Act {
  readonly name: Users | Staff;
  readonly by: keyof People;
  prepare(desk: Desk): Promise<Fields>;
}

const idOf = async (id: Promise<string>): Promise<Fields> => ({ id: await id });
/** The server that comes back from one death is the next one's victim: what prepares an act is never that act. */
const ACTS: readonly Act[] = [
  {
    name: 'transfer',
    by: 'user',
    prepare: async () => ({ balance: '12.5', currency_id: '1', from: '1', to: '2' }),
  },
  {
    name: 'draw',
    by: 'user',
    prepare: async (desk) => ({ draw_currency_id: '1', number: '100', draw_method_id: await desk.place() }),
  },
  { name: 'draw_cancel', by: 'user', prepare: (desk) => idOf(desk.asked()) },
  { name: 'del_draw_method', by: 'user', prepare: (desk) => idOf(desk.place()) },
  { name: 'withdrawal_approve', by: 'approver', prepare: (desk) => idOf(desk.asked()) },
  {
    name: 'withdrawal_reject',
    by: 'approver',
    prepare: async (desk) => ({ id: await desk.asked(), reason_code: 'not_payable' }),
  },
  { name: 'withdrawal_claim', by: 'payer', prepare: (desk) => idOf(desk.approved()) },
  { name: 'withdrawal_release', by: 'payer', prepare: (desk) => idOf(desk.claimed()) },
  {
    name: 'withdrawal_paid',
    by: 'payer',
    prepare: async (desk) => ({ id: await desk.claimed(), reference: 'ab'.repeat(32) }),
  },
  { name: 'withdrawal_nothing_sent', by: 'approver', prepare: (desk) => idOf(desk.unsent()) },
];

async function open(): Promise<{ db: TestDatabase; desk: Desk }> {
  const db = await createTestDatabase();
  await presetSettings(db.owner, { withdrawal_currencies: [USDT] });
  // A first start opens the house's accounts, which money from outside is booked against.
  await (await Server.start({ databaseUrl: db.ownerUrl })).kill();
  await insertRealUser(db, USER, 10_000);
  await db.owner.query('UPDATE user_standing SET verified_time = 1');
  const user = Buffer.from(systemEntropy.bytes(32)).toString('base64url');
  await db.owner.query(
    `INSERT INTO sessions (token_hash, user_id, created_time, last_used_time, elevated_until) VALUES ($1, $2, $3, $3, 9000000000000)`,
    [hashToken(user), USER, systemClock.now()],
  );
  const [approver, payer] = [
    await insertStaff(db, { roles: ['compliance'] }),
    await insertStaff(db, { roles: ['treasurer'] }),
  ];
  return { db, desk: new Desk(db, { user, approver: approver.token, payer: payer.token }) };
}

test.each(['before_commit', 'after_commit'] as const)('death %s', async (moment) => {
  const { db, desk } = await open();
  let lookBack: () => Promise<void> = async () => {};
  for (const { name, by, prepare } of ACTS) {
    // The first of the two who say that nothing was sent is no death of the second.
    const [prepared, failing] = name === 'withdrawal_nothing_sent' ? [true, false] : [false, true];
    desk.server = await Server.start({
      databaseUrl: db.ownerUrl,
      ...(failing ? { env: { FAILPOINT: `${moment}:${name}` } } : {}),
    });
    await lookBack();
    const fields = await prepare(desk);
    if (prepared) {
      await desk.server.kill();
      desk.server = await Server.start({ databaseUrl: db.ownerUrl, env: { FAILPOINT: `${moment}:${name}` } });
    }
    const before = await desk.effects();
    const key = randomUUID();
    await expect(desk.send(name, fields, by, key)).rejects.toThrow();
    await desk.server.kill();
    const after = await desk.effects();
    expect([name, after === before]).toEqual([name, moment === 'before_commit']);
    lookBack = async () => {
      expect([name, (await desk.send(name, fields, by, key)).code]).toEqual([name, 1]);
      const done = await desk.effects();
      expect([name, done === after]).toEqual([name, moment === 'after_commit']);
      expect([name, (await desk.send(name, fields, by, key)).code]).toEqual([name, 1]);
      expect([name, await desk.effects()]).toEqual([name, done]);
    };
  }
  desk.server = await Server.start({ databaseUrl: db.ownerUrl });
  await lookBack();
  await desk.server.kill();
  expect(await brokenInvariants(db.owner)).toEqual([]);
  await db.drop();
});
