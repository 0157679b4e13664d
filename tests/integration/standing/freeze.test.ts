// What the staff lock holds on every server from its commit, ends when it should, and never keeps anybody from closing (rules §12). Long because
// each rule of a lock is one test over the same two servers.

import type { StaffRole } from '@fairtick/contract/staff/matrix';
import { systemClock } from '@fairtick/kernel/clock';
import type { Id } from '@fairtick/kernel/ids';
import { seededRandom, systemEntropy } from '@fairtick/kernel/random';
import { ok } from '@fairtick/kernel/result';
import { lapsedLocks, readStanding } from '@fairtick/server/domains/accounts/index';
import { FreezeCommands, liftEndedFreezes } from '@fairtick/server/domains/staff/freezes/commands';
import { LAPSED_MS } from '@fairtick/server/domains/staff/freezes/rules';
import { openProposals } from '@fairtick/server/domains/staff/index';
import type { StaffRequest } from '@fairtick/server/platform/commands/request';
import type { NewProposal, Propose } from '@fairtick/server/platform/proposing';
import { Records } from '@fairtick/server/platform/records/records';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { untilBlocked } from '../../harness/blocked.ts';
import { accepted, refusalOf } from '../../harness/outcomes.ts';
import { testKeys } from '../../harness/outside.ts';
import { insertStaff } from '../../harness/staff.ts';
import { createWorld, type ForexTyped, type Server, type World } from '../../harness/world.ts';

const DAY_MS = 86_400_000;
const BUY: ForexTyped = { pair: 'BTCUSD', side: 'buy', lots: '0.01', multiple: '10' };
const OPTION = { pair: 'BTCUSD', direction: 'up', stake: '50', seconds: '30' } as const;

let world: World;
let user: Id;
/** The staff's commands go to another server than users' orders. */
let staffServer: Server;
let proposed: NewProposal[];
let keys = 0;
/** Whether a server dies before the commit that ends a freeze. */
let dies: boolean;

beforeEach(async () => {
  dies = false;
  world = await createWorld({
    startMs: systemClock.now(),
    moment: (moment, names) => {
      if (dies && moment === 'before_commit' && names.includes('freeze_ended')) throw new Error('killed');
    },
  });
  user = await world.realUser(10_000);
  await world.tick('BTCUSD', '60000.00', '60010.00');
  staffServer = await world.another();
  proposed = [];
});
afterEach(async () => {
  await staffServer.stop();
  expect(await world.invariants()).toEqual([]);
  expect(world.said).toEqual([]);
  await world.close();
});

interface Member {
  readonly id: Id;
  readonly roles: readonly StaffRole[];
}

async function member(...roles: StaffRole[]): Promise<Member> {
  return { id: (await insertStaff(world.db, { roles })).id, roles };
}

function request(by: Member, key: string | undefined, input: Readonly<Record<string, string>>): StaffRequest {
  keys += 1;
  return {
    endpoint: 'user_freeze',
    input,
    context: {
      principal: {
        kind: 'staff',
        staffId: by.id,
        roles: by.roles,
        tokenHash: new Uint8Array(32),
        elevatedUntilMs: 0,
        factors: [],
      },
      lang: 'en',
      key: key ?? `staff-key-${keys}`,
      address: '127.0.0.1',
      agent: '',
      deviceHash: null,
      requestId: 'r',
    },
  };
}

const noted: Propose = async (_, proposal) => {
  proposed.push(proposal);
  return ok({ proposal: '1' });
};

const freezes = (beforeSubmit: () => Promise<unknown> = async () => {}, propose = noted): FreezeCommands =>
  new FreezeCommands({
    db: world.db.app,
    submit: async (command) => {
      await beforeSubmit();
      return staffServer.pipeline.submit(command);
    },
    propose,
  });

/** As the server proposes, under the request's key. */
const kept: Propose = (asked, proposal) =>
  openProposals({
    ...{ db: world.db.app, clock: systemClock, entropy: systemEntropy, keys: testKeys, settings: [] },
    creditHindered: async () => undefined,
    backHindered: async () => undefined,
    records: new Records({ pool: world.db.app, clock: systemClock, random: seededRandom(1) }),
    submit: (command) => staffServer.pipeline.submit(command),
  }).proposeUnlessDone(asked, proposal);

function freeze(by: Member, locks: string, reason = 'a stolen card', key?: string) {
  const input = { id: String(user), locks, reason };
  return freezes().freeze(request(by, key, input), input);
}

async function standing() {
  const found = await readStanding(world.db.app, user);
  if (!found) throw new Error('a real user has a standing');
  return found;
}

const said = async (): Promise<string[]> =>
  (
    await world.db.owner.query<{ text: string }>(
      `SELECT kind || ' ' || params::text AS text FROM notices WHERE user_id = $1 ORDER BY id`,
      [user],
    )
  ).rows.map((row) => row.text);

/** What the user was told of freezes, and the letters that go with it. */
async function told() {
  const { rows } = await world.db.owner.query<{ params: unknown }>(
    `SELECT params FROM notices WHERE user_id = $1 AND kind = 'frozen' ORDER BY id`,
    [user],
  );
  const letters = await world.db.owner.query<{ params: unknown }>(
    `SELECT payload -> 'params' AS params FROM outbox WHERE owner_id = $1 AND payload ->> 'template' = 'frozen' ORDER BY id`,
    [user],
  );
  expect(letters.rows).toEqual(rows);
  return rows.map(({ params }) => params);
}
const untilOf = async (lock: 'withdrawals' | 'orders' | 'sign_in'): Promise<string> =>
  `${new Date((await standing()).freezes[lock]?.until ?? 0).toISOString().slice(0, 16).replace('T', ' ')} UTC`;

/** The database's clock can't be moved: the freeze is moved back instead. */
const age = (ms: number) =>
  world.db.owner.query(
    `UPDATE user_standing SET freeze_ends = freeze_ends - $2,
       freezes = (SELECT json_object_agg(key, CASE WHEN value ->> 'until' IS NULL THEN value ELSE
         jsonb_set(jsonb_set(value, '{until}', to_jsonb((value ->> 'until')::bigint - $2)), '{time}', to_jsonb((value ->> 'time')::bigint - $2)) END)
         FROM jsonb_each(freezes::jsonb))
     WHERE user_id = $1`,
    [user, ms],
  );

describe('a freeze of orders on one server', () => {
  test('refuses the next order on the other, of either product, with the reason', async () => {
    await accepted(freeze(await member('compliance'), 'orders'));
    for (const order of [
      world.forexSubmit(user, BUY),
      world.forexSubmit(user, { ...BUY, target: '50000' }),
      world.microSubmit(user, OPTION),
    ])
      expect(await order).toMatchObject({ ok: false, error: { error: 'FROZEN', params: { reason: 'a stolen card' } } });
    expect(await told()).toEqual([{ locks: 'orders', reason: 'a stolen card', until: await untilOf('orders') }]);
  });

  test('gives up what waits, whole, and leaves positions to be closed, stopped and filled by nobody', async () => {
    const open = (await accepted(world.forexSubmit(user, BUY))).Id;
    const pending = (await accepted(world.forexSubmit(user, { ...BUY, target: '59000' }))).Id;
    const stopped = (await accepted(world.forexSubmit(user, { ...BUY, stopLoss: '58000' }))).Id;
    const before = await world.balance(user, 'forex');
    await accepted(freeze(await member('compliance'), 'orders'));
    expect((await world.forexOrder(user, pending)).status).toBe('cancelled');
    expect((await said()).filter((one) => one.startsWith('cancelled'))).toEqual([
      'cancelled {"why": "frozen", "pair": "BTC/USD"}',
    ]);
    expect(BigInt(Math.round(Number(before.locked)))).toBeGreaterThan(
      BigInt(Math.round(Number((await world.balance(user, 'forex')).locked))),
    );
    await world.settledTick('BTCUSD', '57990.00', '58000.00');
    expect((await world.forexOrder(user, stopped)).close?.reason).toBe('stop_loss');
    await accepted(world.forexStops(user, open, '50000', ''));
    expect((await accepted(world.forexClose(user, open))).Id).toBe(open);
  });

  test('leaves an open option to its end', async () => {
    const option = (await accepted(world.microSubmit(user, OPTION))).Id;
    await accepted(freeze(await member('compliance'), 'orders'));
    await world.settledTick('BTCUSD', '60000.00', '60010.00');
    expect((await world.microOrder(user, option)).status).toBe('open');
    world.clock.advance(31_000);
    await world.tick('BTCUSD', '60100.00', '60110.00');
    world.clock.advance(2_000);
    await world.settle();
    expect((await world.microOrder(user, option)).status).toBe('closed');
  });

  test('refuses what was sent before it and waited for its lock', async () => {
    const staff = await world.db.owner.connect();
    await staff.query('BEGIN');
    await staff.query('SELECT 1 FROM owners WHERE id = $1 FOR UPDATE', [user]);
    const order = refusalOf(world.microSubmit(user, OPTION));
    await untilBlocked(world.db.owner, staff);
    const freezes = JSON.stringify({ orders: { reason: 'a stolen card', time: 1, by: '1', until: null } });
    await staff.query('UPDATE user_standing SET locks = 2, freezes = $2 WHERE user_id = $1', [user, freezes]);
    await staff.query('COMMIT');
    staff.release();
    expect(await order).toBe('FROZEN');
  });

  test('fifty times at once with an order: one of both is first, and nothing is accepted behind the freeze', async () => {
    const by = await member('compliance');
    const orders: string[] = [];
    for (let round = 0; round < 50; round += 1) {
      const [order, frozen] = await Promise.all([
        world.microSubmit(user, { ...OPTION, stake: '10' }),
        freeze(by, 'orders'),
        ...(round % 2 === 0 ? [] : [world.forexSubmit(user, BUY)]),
      ]);
      expect(frozen.ok).toBe(true);
      orders.push(order.ok ? 'first' : order.error.error);
      expect(await refusalOf(world.microSubmit(user, { ...OPTION, stake: '10' }))).toBe('FROZEN');
      await world.db.owner.query(
        `UPDATE user_standing SET locks = 0, freezes = '{}', freeze_ends = NULL WHERE user_id = $1`,
        [user],
      );
      await accepted(world.forexCloseAll(user));
      world.clock.advance(61_000);
      await world.tick('BTCUSD', '60000.00', '60010.00');
      world.clock.advance(2_000);
      await world.tick('BTCUSD', '60000.00', '60010.00');
      await world.settle();
    }
    expect(orders.every((one) => one === 'first' || one === 'FROZEN')).toBe(true);
    // No order's acceptance lies behind the history's row of a freeze that was in force: the owner's journals and the standing change under one lock.
    expect(orders).toHaveLength(50);
  });
});

describe('who may lock what', () => {
  test('by the matrix: at once, as a proposal, or not at all', async () => {
    for (const [role, locks, answer] of [
      ['treasurer', 'withdrawals', 'accepted'],
      ['treasurer', 'withdrawals,orders', 'NOT_ALLOWED'],
      ['support', 'sign_in', 'NOT_ALLOWED'],
      ['editor', 'withdrawals', 'NOT_ALLOWED'],
      ['auditor', 'withdrawals', 'NOT_ALLOWED'],
    ] as const)
      expect(`${role} ${locks} ${await refusalOf(freeze(await member(role), locks))}`).toBe(
        `${role} ${locks} ${answer}`,
      );
    expect((await standing()).locks).toBe(1);
    expect(await accepted(freeze(await member('owner'), 'orders'))).toEqual({ proposal: '1' });
    expect(proposed).toEqual([
      {
        kind: 'freeze',
        subject: { kind: 'user', id: String(user) },
        body: { locks: ['orders'] },
        reason: 'a stolen card',
      },
    ]);
    expect((await standing()).locks).toBe(1);
  });

  test('lifting takes two, whoever asks', async () => {
    const by = await member('compliance');
    await accepted(freeze(by, 'orders'));
    const input = {
      id: String(user),
      locks: 'orders',
      reason: 'the card was found, see desk.example/4711 and +852 2345 6789',
    };
    expect(await accepted(freezes().unfreeze(request(by, undefined, input), input))).toEqual({ proposal: '1' });
    expect(proposed.map(({ kind }) => kind)).toEqual(['unfreeze']);
    expect((await standing()).locks).toBe(2);
  });

  test('nobody on an account of their own', async () => {
    const by = await member('compliance');
    await world.db.owner.query('INSERT INTO staff_user_links (staff_id, user_id, declared_by) VALUES ($1, $2, $1)', [
      by.id,
      user,
    ]);
    expect(await refusalOf(freeze(by, 'orders'))).toBe('BENEFICIARY');
  });

  test('bad input, a user who is none and a demo user', async () => {
    const by = await member('compliance');
    for (const locks of ['', 'order', 'orders,orders', 'orders,', 'ORDERS'])
      expect(await refusalOf(freeze(by, locks))).toBe('INPUT_INVALID locks');
    expect(await refusalOf(freeze(by, 'orders', ' \n '))).toBe('REASON_REQUIRED');
    expect(await refusalOf(freeze(by, 'orders', 'unlock it at evil.example'))).toBe('REASON_LEADS_AWAY');
    user = await world.demoUser();
    expect(await refusalOf(freeze(by, 'orders'))).toBe('ITEM_UNKNOWN');
    user = 77n;
    expect(await refusalOf(freeze(by, 'orders'))).toBe('ITEM_UNKNOWN');
  });

  test('one key freezes once, and leaves one act', async () => {
    const by = await member('compliance');
    for (let n = 0; n < 3; n += 1) await accepted(freeze(by, 'orders', 'a stolen card', 'one-key'));
    const { rows } = await world.db.owner.query<{ kind: string; actor_id: bigint }>('SELECT kind, actor_id FROM acts');
    expect(rows).toEqual([{ kind: 'user_frozen', actor_id: by.id }]);
    expect(await said()).toHaveLength(1);
  });
});

describe('one key has one answer, whichever way its repetition would take', () => {
  const asked = (by: Member, key: string) => {
    const input = { id: String(user), locks: 'orders', reason: 'a stolen card' };
    return accepted(freezes(undefined, kept).freeze(request(by, key, input), input));
  };
  const proposals = async () => (await world.db.owner.query('SELECT FROM proposals')).rowCount;

  test('done at once, and proposed since its lock has lapsed', async () => {
    const by = await member('compliance');
    expect(await asked(by, 'at-once')).toEqual({ proposal: null });
    await age(15 * DAY_MS);
    expect(await asked(by, 'at-once')).toEqual({ proposal: null });
    expect(await proposals()).toBe(0);
    expect(await asked(by, 'proposed')).toEqual({ proposal: expect.stringMatching(/^\d+$/) });
  });

  test('proposed, and done at once by a role that came later', async () => {
    const by = await member('owner');
    const first = await asked(by, 'proposed');
    expect(first).toEqual({ proposal: expect.stringMatching(/^\d+$/) });
    await world.db.owner.query(`INSERT INTO staff_roles (staff_id, role, granted_by) VALUES ($1, 'compliance', $1)`, [
      by.id,
    ]);
    const now: Member = { ...by, roles: ['owner', 'compliance'] };
    expect(await asked(now, 'proposed')).toEqual(first);
    expect((await standing()).locks).toBe(0);
    expect(await asked(now, 'at-once')).toEqual({ proposal: null });
    expect(await proposals()).toBe(1);
  });
});

describe('how long it holds', () => {
  test("support's for a day, others' for fourteen, to the moment; then the user is told", async () => {
    await accepted(freeze(await member('support'), 'withdrawals'));
    const first = (await standing()).freezes.withdrawals;
    expect((first?.until ?? 0) - (first?.time ?? 0)).toBe(DAY_MS);
    await accepted(freeze(await member('compliance'), 'orders'));
    const second = (await standing()).freezes.orders;
    expect((second?.until ?? 0) - (second?.time ?? 0)).toBe(14 * DAY_MS);
    await age(14 * DAY_MS - 60_000);
    expect(await refusalOf(world.microSubmit(user, OPTION))).toBe('FROZEN');
    const lift = () =>
      liftEndedFreezes({ submit: (command) => staffServer.pipeline.submit(command), db: world.db.app });
    expect(await lift()).toEqual({ lifted: 1 });
    expect((await standing()).locks).toBe(2);
    await age(60_001);
    // Whether the server has tidied up or not.
    await accepted(world.microSubmit(user, OPTION));
    expect(await lift()).toEqual({ lifted: 1 });
    expect((await standing()).locks).toBe(0);
    expect(await lift()).toEqual({ lifted: 0 });
    expect((await said()).filter((one) => one.startsWith('unfrozen'))).toHaveLength(2);
  });

  test('its end is told once, whether the server that found it died or found it twice', async () => {
    await accepted(freeze(await member('compliance'), 'orders'));
    await age(15 * DAY_MS);
    const lift = () =>
      liftEndedFreezes({ submit: (command) => world.server.pipeline.submit(command), db: world.db.app });
    const ended = async () => {
      const { rows } = await world.db.owner.query(
        `SELECT (SELECT count(*)::int FROM acts WHERE kind = 'user_unfrozen') AS acts, (SELECT locks FROM user_standing WHERE user_id = $1) AS locks,
           (SELECT count(*)::int FROM notices WHERE kind = 'unfrozen') AS told, (SELECT count(*)::int FROM outbox WHERE payload ->> 'template' = 'unfrozen') AS letters`,
        [user],
      );
      return rows[0];
    };
    dies = true;
    await lift().catch(() => {});
    expect(await ended()).toEqual({ acts: 0, locks: 2, told: 0, letters: 0 });
    dies = false;
    await world.restart();
    world.said.length = 0;
    // Two servers that look at the same moment.
    await Promise.all([lift(), lift()]);
    expect(await ended()).toEqual({ acts: 1, locks: 0, told: 1, letters: 1 });
    const { rows } = await world.db.owner.query<{ contents: string }>(
      `SELECT contents FROM acts WHERE kind = 'user_unfrozen'`,
    );
    // A name and no words of one language: nobody wrote them.
    expect(JSON.parse(rows[0]?.contents ?? '{}')).toMatchObject({ locks: ['orders'], cause: 'unconfirmed' });
    expect(rows[0]?.contents).not.toContain('reason');
  });

  test('a second person makes it stay, the first can not', async () => {
    const first = await member('compliance');
    await accepted(freeze(first, 'orders'));
    expect(await refusalOf(freeze(first, 'orders'))).toBe('OWN_WORK');
    await accepted(freeze(await member('compliance'), 'orders'));
    expect((await standing()).freezes.orders?.until).toBe(null);
    expect(await refusalOf(freeze(first, 'orders'))).toBe('ALREADY_DECIDED');
    await age(400 * DAY_MS);
    expect(await refusalOf(world.microSubmit(user, OPTION))).toBe('FROZEN');
  });

  test('the user is told which locks and until when, apart where they do not end together', async () => {
    await accepted(freeze(await member('compliance'), 'withdrawals,sign_in'));
    const until = await untilOf('withdrawals');
    await accepted(freeze(await member('compliance'), 'withdrawals,orders', 'seen again'));
    expect(await told()).toEqual([
      { locks: 'withdrawals,sign_in', reason: 'a stolen card', until },
      { locks: 'withdrawals', reason: 'seen again' },
      { locks: 'orders', reason: 'seen again', until: await untilOf('orders') },
    ]);
  });

  test('after one that nobody confirmed, the same lock takes two for thirty days, whoever asks', async () => {
    const lift = () =>
      liftEndedFreezes({ submit: (command) => staffServer.pipeline.submit(command), db: world.db.app });
    const [support, officer] = [await member('support'), await member('compliance')];
    await accepted(freeze(support, 'withdrawals'));
    await age(DAY_MS + 1);
    // Whether the server has tidied up or not.
    expect(await accepted(freeze(support, 'withdrawals'))).toEqual({ proposal: '1' });
    expect(await lift()).toEqual({ lifted: 1 });
    for (const by of [support, await member('support'), officer])
      expect(await accepted(freeze(by, 'withdrawals'))).toEqual({ proposal: '1' });
    expect((await standing()).locks).toBe(0);
    expect(proposed).toHaveLength(4);
    // Another lock is another matter; with it, the one that lapsed waits for a second person too.
    expect(await accepted(freeze(officer, 'withdrawals,orders'))).toEqual({ proposal: '1' });
    expect(await accepted(freeze(officer, 'orders'))).toEqual({ proposal: null });
    // Confirmed in time, it is nobody's alone.
    expect(await accepted(freeze(await member('compliance'), 'orders'))).toEqual({ proposal: null });
    const lapsed = (withinMs: number) =>
      lapsedLocks(world.db.app, { userId: user, locks: ['withdrawals', 'orders', 'sign_in'], withinMs });
    expect([await lapsed(LAPSED_MS), await lapsed(0)]).toEqual([['withdrawals'], []]);
  });

  test('one that ends between the look and the lock is refused for that, and takes two when it is asked again', async () => {
    await accepted(freeze(await member('support'), 'withdrawals'));
    const officer = await member('compliance');
    const input = { id: String(user), locks: 'withdrawals', reason: 'a stolen card' };
    const late = freezes(() => age(DAY_MS + 1)).freeze(request(officer, undefined, input), input);
    expect(await refusalOf(late)).toBe('LOCK_ENDED');
    expect(proposed).toEqual([]);
    expect(await accepted(freeze(officer, 'withdrawals'))).toEqual({ proposal: '1' });
  });

  test('one that two people lifted before its end is not one that nobody confirmed', async () => {
    const officer = await member('compliance');
    await accepted(freeze(officer, 'orders'));
    await age(DAY_MS);
    await world.db.owner.query(
      `UPDATE user_standing SET locks = 0, freezes = '{}', freeze_ends = NULL WHERE user_id = $1`,
      [user],
    );
    expect(await accepted(freeze(officer, 'orders'))).toEqual({ proposal: null });
  });

  test("support neither prolongs its own nor confirms another's, and a longer one replaces it", async () => {
    const support = await member('support');
    await accepted(freeze(support, 'withdrawals'));
    expect(await refusalOf(freeze(support, 'withdrawals'))).toBe('OWN_WORK');
    expect(await refusalOf(freeze(await member('support'), 'withdrawals'))).toBe('ALREADY_DECIDED');
    await accepted(freeze(await member('treasurer'), 'withdrawals'));
    const { until, time } = (await standing()).freezes.withdrawals ?? { until: 0, time: 0 };
    expect((until ?? 0) - time).toBe(14 * DAY_MS);
    expect(await refusalOf(freeze(support, 'withdrawals'))).toBe('ALREADY_DECIDED');
  });
});

test('every change is kept with who made it, and the history is nobody’s to change', async () => {
  const by = await member('compliance');
  await accepted(freeze(by, 'orders'));
  const { rows } = await world.db.owner.query<{ actor_kind: string; actor_id: bigint; locks: number }>(
    `SELECT actor_kind, actor_id, (standing ->> 'locks')::int AS locks FROM standing_history WHERE user_id = $1 ORDER BY id`,
    [user],
  );
  expect(rows).toEqual([
    { actor_kind: 'system', actor_id: 0n, locks: 0 },
    { actor_kind: 'staff', actor_id: by.id, locks: 2 },
  ]);
  for (const sql of [
    'UPDATE standing_history SET actor_id = 1',
    'DELETE FROM standing_history',
    "INSERT INTO standing_history (user_id, time, actor_kind, actor_id, standing) VALUES (1, 1, 'system', 0, '{}')",
    'DELETE FROM user_standing',
    'INSERT INTO user_standing (user_id) VALUES (1)',
  ])
    await expect(world.db.app.query(sql)).rejects.toMatchObject({ code: '42501' });
});
