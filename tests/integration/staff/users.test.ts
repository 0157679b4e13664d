// Users as the staff find and see them: what a role may not see never leaves the server, and whoever opens a user's page is written down.

import type { StaffRole } from '@fairtick/contract/staff/matrix';
import { systemClock } from '@fairtick/kernel/clock';
import type { Id } from '@fairtick/kernel/ids';
import { uidOf } from '@fairtick/server/domains/accounts/index';
import { insertSession } from '@fairtick/server/domains/accounts/table';
import { auditRoutes } from '@fairtick/server/domains/staff/audit/routes';
import { userReads } from '@fairtick/server/domains/staff/users/routes';
import type { StaffPrincipal } from '@fairtick/server/platform/principals';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../harness/database.ts';
import { insertStaff, type TestMember } from '../../harness/staff.ts';
import { insertNamedUser } from '../../harness/users.ts';
import { write } from '../acts/acts.ts';

const HOUR = 3_600_000;

let db: TestDatabase;
beforeEach(async () => {
  db = await createTestDatabase();
});
afterEach(() => db.drop());

const opened = { factor: 'password', agent: '', addressShown: '', deviceHash: null } as const;

async function insert(id: Id, email: string | null): Promise<void> {
  await insertNamedUser(db, { id, realm: email === null ? 'demo' : 'live', email, createdTime: Number(id) });
}

interface Staff {
  readonly member: TestMember;
  find(
    q: string,
    before?: string,
  ): Promise<{ readonly data: readonly { readonly id: string; readonly account: string }[]; readonly more: boolean }>;
  read(id: Id): ReturnType<ReturnType<typeof userReads>['user']>;
  ledger(id: Id): ReturnType<ReturnType<typeof userReads>['user_ledger']>;
}

async function signedIn(...roles: readonly StaffRole[]): Promise<Staff> {
  const member = await insertStaff(db, { roles });
  const principal: StaffPrincipal = {
    kind: 'staff',
    staffId: member.id,
    roles,
    tokenHash: member.tokenHash,
    elevatedUntilMs: 0,
    factors: [],
  };
  const context = {
    principal,
    lang: 'en',
    key: 'k',
    address: '127.0.0.1',
    agent: '',
    deviceHash: null,
    requestId: '',
  } as const;
  const handlers = userReads({ db: db.app, clock: systemClock });
  return {
    member,
    async find(q, before) {
      const found = await handlers.users({ q, ...(before === undefined ? {} : { before }) }, context);
      if (!found.ok) throw new Error(found.error.error);
      return found.value;
    },
    read: (id) => handlers.user({ id: String(id) }, context),
    ledger: (id) => handlers.user_ledger({ id: String(id), account: 1 }, context),
  };
}

const idsOf = async (found: ReturnType<Staff['find']>): Promise<readonly string[]> =>
  (await found).data.map(({ id }) => id);
const reads = async (): Promise<readonly unknown[]> =>
  (await db.owner.query(`SELECT actor_id, subject_id FROM acts WHERE kind = 'user_read' ORDER BY id`)).rows;

describe('found', () => {
  beforeEach(async () => {
    await insert(1_000_001n, 'ann@example.com');
    await insert(1_000_002n, 'anna.lee@example.org');
    await insert(2_000_003n, null);
  });

  test('by a UID or its beginning, an id, an e-mail, in any spelling; the newest first', async () => {
    const staff = await signedIn('compliance');
    expect(await idsOf(staff.find(''))).toEqual(['2000003', '1000002', '1000001']);
    expect(await idsOf(staff.find(uidOf(2_000_003n).toLowerCase()))).toEqual(['2000003']);
    expect(await idsOf(staff.find(uidOf(1_000_001n).slice(0, 3)))).toEqual(['1000002', '1000001']);
    expect(await idsOf(staff.find(' 1000001 '))).toEqual(['1000001']);
    expect(await idsOf(staff.find('Ann@Example.com'))).toEqual(['1000001']);
    expect(await idsOf(staff.find('ann'))).toEqual(['1000002', '1000001']);
    expect(await idsOf(staff.find('ann%'))).toEqual([]);
    expect(await idsOf(staff.find("' OR true --"))).toEqual([]);
  });

  test('masked for who may not see contacts, who also finds nobody by a part of an e-mail', async () => {
    const support = await signedIn('support');
    expect((await support.find('')).data.map(({ account }) => account)).toEqual([
      '',
      'a•••@example.org',
      'a•••@example.com',
    ]);
    expect(await idsOf(support.find('ann@example.com'))).toEqual(['1000001']);
    for (const part of ['a', 'ann', 'ann@example.co', 'anna.lee@example.or'])
      expect(await idsOf(support.find(part))).toEqual([]);
    const owner = await signedIn('owner');
    expect((await owner.find('anna')).data.map(({ account }) => account)).toEqual(['anna.lee@example.org']);
  });

  test('page by page, each once', async () => {
    for (let i = 0n; i < 60n; i += 1n) await insert(3_000_000n + i, null);
    const staff = await signedIn('owner');
    const first = await staff.find('');
    const second = await staff.find('', first.data.at(-1)?.id);
    expect([first.more, second.more]).toEqual([true, false]);
    expect(new Set([...first.data, ...second.data].map(({ id }) => id)).size).toBe(63);
    expect(first.data).toHaveLength(50);
  });

  test('not once they were removed', async () => {
    await db.owner.query('UPDATE users SET removed_time = 1 WHERE id = 2000003');
    const staff = await signedIn('owner');
    expect(await idsOf(staff.find(''))).toEqual(['1000002', '1000001']);
    expect(await staff.read(2_000_003n)).toMatchObject({ ok: false, error: { error: 'ITEM_UNKNOWN' } });
  });
});

describe('a page', () => {
  beforeEach(() => insert(1_000_001n, 'ann@example.com'));

  test('shows standing, balances, sessions and acts, and nothing that opens a door', async () => {
    const BANK = {
      lock: 'withdrawals',
      reason: 'a call from the bank',
      by: 'Kim',
      time: 7,
      until: null,
      again: 'nothing',
    };
    await db.owner.query(`INSERT INTO staff (id, name, email) VALUES (9, 'Kim', 'kim@example.com')`);
    await db.owner.query(
      `UPDATE user_standing SET country = 'HK', verified_time = 5, locks = 1, loss_limit = 100,
         freezes = '{"withdrawals": {"reason": "a call from the bank", "time": 7, "by": "9", "until": null}}' WHERE user_id = 1000001`,
    );
    const nowMs = systemClock.now();
    await insertSession(db.app, {
      ...opened,
      tokenHash: new Uint8Array(32).fill(1),
      userId: 1_000_001n,
      createdTime: nowMs,
    });
    await insertSession(db.app, {
      ...opened,
      tokenHash: new Uint8Array(32).fill(2),
      userId: 1_000_001n,
      createdTime: nowMs - 31 * 24 * HOUR,
    });
    const staff = await signedIn('support');
    const page = await staff.read(1_000_001n);
    expect(page).toEqual({
      ok: true,
      value: {
        ...{
          id: '1000001',
          uid: uidOf(1_000_001n),
          account: 'a•••@example.com',
          realm: 'live',
          country: 'HK',
          verified: true,
        },
        ...{ locks: ['withdrawals'], createdTime: 1_000_001, freezes: [BANK], verifiedTime: 5 },
        ...{ holdUntil: null, coolOffUntil: null, lossLimit: '100.00', openOrders: { forex: 0, micro: 0 } },
        balances: null,
        sessions: [{ createdTime: nowMs, lastUsedTime: nowMs }],
        acts: [],
      },
    });
  });

  test('shows what they have, and what moved, to support only while it answers them', async () => {
    const [support, other] = [await signedIn('support'), await signedIn('support')];
    const all = ['change', 'forex', 'micro'].map((type) => ({ type, balance: '0.00', lockBalance: '0.00' }));
    const seenBy = async (staff: Staff) => {
      const [page, ledger] = [await staff.read(1_000_001n), await staff.ledger(1_000_001n)];
      return [page.ok && page.value.balances, ledger.ok ? 'ok' : ledger.error.error];
    };
    const hidden = [null, 'NOT_ALLOWED'];
    expect(await seenBy(await signedIn('auditor'))).toEqual([all, 'ok']);
    expect(await seenBy(support)).toEqual(hidden);
    const thread = async (change: string) => {
      await db.owner.query(`UPDATE support_threads SET ${change} WHERE user_id = 1000001`);
    };
    await db.owner.query(`INSERT INTO support_threads (user_id, lang, answer_due) VALUES (1000001, 'en', 5)`);
    expect(await seenBy(support)).toEqual(hidden);
    await thread(`claimed_by = ${support.member.id}, claimed_until = database_ms() + 60000`);
    expect([await seenBy(support), await seenBy(other)]).toEqual([[all, 'ok'], hidden]);
    await thread('claimed_until = database_ms() - 1');
    expect(await seenBy(support)).toEqual(hidden);
    await thread('claimed_until = database_ms() + 60000');
    await thread(`state = 'closed', closed_time = database_ms()`);
    expect(await seenBy(support)).toEqual(hidden);
  });

  test('shows each lock that holds with its end, and what the reader may make of it before that', async () => {
    const [ann, ben] = [await signedIn('compliance'), await signedIn('compliance')];
    const now = Number((await db.owner.query<{ ms: bigint }>('SELECT database_ms() AS ms')).rows[0]?.ms);
    const setBy = (by: Id, lastsMs: number, time = now) => ({
      reason: 'found',
      time,
      by: String(by),
      until: time + lastsMs,
    });
    const freezes = {
      withdrawals: setBy(ann.member.id, 24 * HOUR),
      orders: setBy(ann.member.id, 14 * 24 * HOUR),
      sign_in: setBy(ann.member.id, HOUR, now - HOUR),
    };
    await db.owner.query('UPDATE user_standing SET locks = 7, freezes = $1 WHERE user_id = 1000001', [
      JSON.stringify(freezes),
    ]);
    const again = async (reader: Staff) => {
      const page = await reader.read(1_000_001n);
      return page.ok && page.value.freezes.map((freeze) => [freeze.lock, freeze.until, freeze.again]);
    };
    const [day, weeks] = [freezes.withdrawals.until, freezes.orders.until];
    const seen = (...[first, second]: readonly [string, string]) => [
      ['withdrawals', day, first],
      ['orders', weeks, second],
    ];
    expect(await again(ben)).toEqual(seen('replaces', 'confirms'));
    expect(await again(ann)).toEqual(seen('replaces', 'nothing'));
    expect(await again(await signedIn('owner'))).toEqual(seen('confirms', 'confirms'));
    expect(await again(await signedIn('support'))).toEqual(seen('nothing', 'nothing'));
  });

  test('names who acted on the user and why, newest first', async () => {
    await db.owner.query(`INSERT INTO staff (id, name, email) VALUES (7, 'Kim', 'kim@example.com')`);
    await insert(12n, null);
    await write(db.app, 'first', 'second');
    const page = await (await signedIn('auditor')).read(12n);
    expect(page.ok && page.value.acts).toMatchObject([
      { kind: 'user_frozen', by: 'Kim', reason: 'second' },
      { kind: 'user_frozen', by: 'Kim', reason: 'first' },
    ]);
  });

  test('is written down once an hour for each who looks; a search and a user who is not there are not', async () => {
    const [one, two] = [await signedIn('support'), await signedIn('owner')];
    await one.find('');
    expect(await one.read(99n)).toMatchObject({ ok: false });
    expect(await reads()).toEqual([]);
    await Promise.all([one.read(1_000_001n), one.read(1_000_001n), two.read(1_000_001n)]);
    await one.read(1_000_001n);
    const rows = [one, two].map(({ member }) => ({ actor_id: member.id, subject_id: '1000001' }));
    expect(await reads()).toHaveLength(2);
    expect(await reads()).toEqual(expect.arrayContaining(rows));
    const { rows: seen } = await db.owner.query<{ contents: string }>(
      'SELECT contents FROM acts ORDER BY actor_id LIMIT 1',
    );
    expect(seen[0]?.contents).toBe(`{"by":"staff:${one.member.id}","about":"user:1000001"}`);
    await db.owner.query('ALTER TABLE acts DISABLE TRIGGER act_final');
    await db.owner.query('UPDATE acts SET time = time - $1', [HOUR]);
    await one.read(1_000_001n);
    expect(await reads()).toHaveLength(3);
  });

  test('is not shown where it cannot be written down', async () => {
    await db.owner.query(`ALTER TABLE acts ADD CONSTRAINT no_more CHECK (kind <> 'user_read')`);
    await expect((await signedIn('owner')).read(1_000_001n)).rejects.toThrow('no_more');
  });
});

test('the audit shows acts with names, by kind and by who, page by page', async () => {
  await db.owner.query(`INSERT INTO staff (id, name, email) VALUES (7, 'Kim', 'kim@example.com')`);
  await insert(1_000_001n, 'ann@example.com');
  await write(db.app, ...Array.from({ length: 60 }, (_, i) => `reason ${i}`));
  await db.owner.query('UPDATE acts SET idx = id - 1 WHERE id <= 3');
  await db.owner.query('UPDATE acts SET contents = NULL, salt = NULL WHERE id = 1');
  const { member, read } = await signedIn('auditor');
  await read(1_000_001n);
  const principal: StaffPrincipal = {
    kind: 'staff',
    staffId: member.id,
    roles: ['auditor'],
    tokenHash: member.tokenHash,
    elevatedUntilMs: 0,
    factors: [],
  };
  const context = {
    principal,
    lang: 'en',
    key: 'k',
    address: '127.0.0.1',
    agent: '',
    deviceHash: null,
    requestId: '',
  } as const;
  const acts = async (input: Parameters<ReturnType<typeof auditRoutes>['acts']>[0]) => {
    const answer = await auditRoutes({ db: db.app }).acts(input, context);
    if (!answer.ok) throw new Error(answer.error.error);
    return answer.value;
  };
  const first = await acts({});
  expect(first.more).toBe(true);
  expect(first.data[0]).toMatchObject({
    kind: 'user_read',
    by: member.name,
    byId: String(member.id),
    about: uidOf(1_000_001n),
    subjectKind: 'user',
    subject: '1000001',
    index: null,
  });
  const second = await acts({ before: first.data.at(-1)?.id });
  expect([...first.data, ...second.data].map(({ id }) => Number(id))).toEqual(
    Array.from({ length: 61 }, (_, i) => 61 - i),
  );
  expect(second.data.slice(-2).map(({ by, index, contents }) => [by, index, contents.length > 0])).toEqual([
    ['Kim', 1, true],
    ['Kim', 0, false],
  ]);
  expect((await acts({ kind: 'user_read' })).data).toHaveLength(1);
  expect((await acts({ staff: '7', kind: 'user_frozen' })).data).toHaveLength(50);
  expect((await acts({ staff: String(member.id) })).data).toHaveLength(1);
});
