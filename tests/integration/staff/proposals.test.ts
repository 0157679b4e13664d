// Four eyes on a real database: who may decide what, until when, and that a decision and its effect are one transaction.
// Long because it is one list of reasons to refuse, over one crew.

import { type ErrorName, refuse } from '@fairtick/contract/errors';
import { err } from '@fairtick/kernel/result';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ALONE, CAP, type Person, TERM, type TwoPeople, twoPeople } from './two-people.ts';

const WEEK_MS = 7 * 86_400_000;

let staff: TwoPeople;
let maker: Person;
let checker: Person;
beforeEach(async () => {
  staff = await twoPeople();
  [maker, checker] = [await staff.person('compliance'), await staff.person('compliance')];
});
afterEach(() => staff.close());

const must = async <T>(
  answer: Promise<{ readonly ok: true; readonly value: T } | { readonly ok: false }>,
): Promise<T> => {
  const answered = await answer;
  if (!answered.ok) throw new Error(`refused: ${JSON.stringify(answered)}`);
  return answered.value;
};
const one = async <T>(sql: string, values: unknown[] = []): Promise<T | undefined> =>
  (await staff.world.db.owner.query<{ v: T }>(sql, values)).rows[0]?.v;
const refused = (error: ErrorName) => err(refuse(error));

const capTo = async (value: number, by: Person = maker, from = 0): Promise<string> => {
  const input = { key: CAP, value: String(value), from, reason: 'a rule of the regulator' };
  return (await must(staff.handlers.setting_propose(input, staff.context(by)))).proposal;
};
const roles = async (about: Person, some: string, by: Person): Promise<string> => {
  const input = { id: String(about.id), roles: some, reason: 'moves' };
  return (await must(staff.handlers.staff_roles(input, staff.context(by)))).proposal ?? '';
};
/** By the owner's hand, as one person's freeze leaves it. */
const lock = (userId: bigint): Promise<unknown> =>
  staff.world.db.owner.query(
    `UPDATE user_standing SET locks = 2, freezes = '{"orders":{"reason":"a stolen card","time":1,"by":"1","until":9999999999999}}',
       freeze_ends = 9999999999999 WHERE user_id = $1`,
    [userId],
  );
const lift = (userId: bigint, by: Person = maker) =>
  staff.propose(by, {
    kind: 'unfreeze',
    subject: { kind: 'user', id: String(userId) },
    body: { locks: ['orders'] },
    reason: 'it was not stolen',
  });
const locksOf = (userId: bigint) => one<number>('SELECT locks AS v FROM user_standing WHERE user_id = $1', [userId]);

describe('a proposal', () => {
  test('shows both the same: what changes, and the hash of it', async () => {
    const id = await capTo(20);
    const { data, total } = await must(staff.handlers.proposals({ page: 1 }, staff.context(checker)));
    expect(total).toBe(1);
    expect(data[0]).toMatchObject({
      ...{ id, kind: 'setting', subject: CAP, state: 'open', checker: null, maker: maker.name },
      reason: 'a rule of the regulator',
      hash: expect.stringMatching(/^[0-9a-f]{64}$/),
      difference: [
        { field: 'value', old: '30', new: '20' },
        { field: 'version', old: '1', new: '2' },
        { field: 'from', old: '', new: 'a day after it is accepted' },
      ],
    });
    expect((data[0]?.expires ?? 0) - (data[0]?.madeTime ?? 0)).toBe(WEEK_MS);
  });

  test('is shown to who may make or check it alone', async () => {
    await capTo(20);
    for (const person of [await staff.person('support'), await staff.person('treasurer')])
      expect(await must(staff.handlers.proposals({ page: 1 }, staff.context(person)))).toEqual({
        data: [],
        total: 0,
        waiting: 0,
        oldest: null,
      });
  });

  test('of a setting takes the right that the setting names, from who makes it, who checks it and who sees it', async () => {
    const [treasurer, terms, auditor] = [
      await staff.person('treasurer'),
      await staff.person('terms'),
      await staff.person('auditor'),
    ];
    const asked = (key: string, by: Person) =>
      staff.handlers.setting_propose({ key, value: '7', from: 0, reason: 'dearer' }, staff.context(by));
    for (const [key, by] of [
      [TERM, maker],
      [TERM, terms],
      [TERM, auditor],
      [CAP, treasurer],
    ] as const)
      expect(await asked(key, by)).toEqual(refused('NOT_ALLOWED'));
    const { proposal } = await must(asked(TERM, treasurer));
    expect(await one('SELECT kind AS v FROM proposals WHERE id = $1', [proposal])).toBe('money_setting');
    await capTo(20);
    const keysOf = async (by: Person) => {
      const { data } = await must(staff.handlers.proposals({ page: 1 }, staff.context(by)));
      return data.map(({ subject }) => subject);
    };
    expect([await keysOf(treasurer), await keysOf(checker), await keysOf(terms)]).toEqual([[TERM], [CAP, TERM], []]);
    const shownTo = async (by: Person) =>
      (await must(staff.handlers.settings({}, staff.context(by)))).map(({ key, act }) => `${key} ${act}`);
    expect([await shownTo(treasurer), await shownTo(auditor), await shownTo(terms)]).toEqual([
      [`${TERM} money_terms`],
      [`${CAP} jurisdictions`, `${TERM} money_terms`],
      [],
    ]);
    expect(await staff.decide(treasurer, proposal)).toEqual(refused('NOT_ALLOWED'));
    await must(staff.decide(checker, proposal));
    expect(await one(`SELECT value::text AS v FROM setting_versions WHERE key = $1 AND version = 2`, [TERM])).toBe('7');
  });

  test('is its maker’s by who they are, not by their name, and waits on every page for whoever may decide it alone', async () => {
    const [user, namesake] = [await staff.user(), await staff.person('compliance')];
    await staff.world.db.owner.query('UPDATE staff SET name = $2 WHERE id = $1', [namesake.id, maker.name]);
    await capTo(20);
    await lock(user.id);
    await must(lift(user.id));
    const seen = async (person: Person, page = 1) => {
      const { data, waiting, oldest } = await must(staff.handlers.proposals({ page }, staff.context(person)));
      return { mine: data.map((each) => each.mine), waiting, oldest };
    };
    const made = await one<bigint>('SELECT min(made_time) AS v FROM proposals');
    expect(await seen(maker)).toEqual({ mine: [true, true], waiting: 0, oldest: null });
    expect(await seen(namesake)).toMatchObject({ mine: [false, false] });
    expect(await seen(checker)).toMatchObject({ waiting: 2, oldest: Number(made) });
    expect(await seen(checker, 2)).toEqual({ mine: [], waiting: 2, oldest: Number(made) });
    await staff.world.db.owner.query(
      'INSERT INTO staff_user_links (staff_id, user_id, declared_by) VALUES ($1, $2, $1)',
      [checker.id, user.id],
    );
    expect(await seen(checker)).toMatchObject({ waiting: 1 });
    await staff.databaseClock(Number(made) + WEEK_MS + 60_000);
    expect(await seen(checker)).toMatchObject({ waiting: 0, oldest: null });
    await staff.databaseClock(undefined);
  });

  test('is made once under a key, however often it is sent', async () => {
    const user = await staff.user();
    await lock(user.id);
    const proposal = {
      kind: 'unfreeze',
      subject: { kind: 'user', id: String(user.id) },
      body: { locks: ['orders'] },
      reason: 'found',
    } as const;
    const sent = await Promise.all(Array.from({ length: 10 }, () => staff.propose(maker, proposal, 'the-key-of-this')));
    expect(new Set(sent.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(await one('SELECT count(*)::int AS v FROM proposals')).toBe(1);
    expect(await staff.acts()).toEqual(['proposal_made proposal']);
  });

  test('that changes nothing, or names nothing, is none', async () => {
    const [user, support] = [await staff.user(), await staff.person('support')];
    const before = await staff.rows();
    expect(await lift(user.id)).toEqual(err(refuse('INPUT_INVALID', { field: 'locks' })));
    expect(await lift(7n)).toEqual(refused('ITEM_UNKNOWN'));
    expect(await lift(user.id, support)).toEqual(refused('NOT_ALLOWED'));
    const propose = (key: string, value: string) =>
      staff.handlers.setting_propose({ key, value, from: 0, reason: 'why not' }, staff.context(maker));
    expect(await propose(CAP, '30')).toEqual(err(refuse('INPUT_INVALID', { field: 'value' })));
    expect(await propose(CAP, 'thirty')).toEqual(err(refuse('INPUT_INVALID', { field: 'value' })));
    expect(await propose(CAP, '0')).toMatchObject({ ok: false, error: { error: 'INPUT_INVALID' } });
    // The operator's own, and a pair's terms, are not proposed by the staff.
    for (const key of [ALONE, 'pair:1', 'micro_durations', 'nothing'])
      expect(await propose(key, '2')).toEqual(refused('ITEM_UNKNOWN'));
    expect(await staff.rows()).toBe(before);
  });
});

describe('who decides', () => {
  const cases: readonly (readonly [string, ErrorName, () => Promise<{ id: string; by: Person; more?: object }>])[] = [
    ['an id that nobody made', 'ITEM_UNKNOWN', async () => ({ id: '999', by: checker })],
    [
      'a role without the right',
      'NOT_ALLOWED',
      async () => ({ id: await capTo(20), by: await staff.person('treasurer') }),
    ],
    ['the maker', 'OWN_WORK', async () => ({ id: await capTo(20), by: maker })],
    [
      'a hash that was not shown',
      'PROPOSAL_CHANGED',
      async () => ({ id: await capTo(20), by: checker, more: { hash: '00' } }),
    ],
    [
      'a rejection without a reason',
      'REASON_REQUIRED',
      async () => ({ id: await capTo(20), by: checker, more: { decision: 'reject' } }),
    ],
    [
      'the person it is about',
      'BENEFICIARY',
      async () => {
        const [ann, bob] = [await staff.person('owner'), await staff.person('owner')];
        return { id: await roles(bob, 'owner,treasurer', ann), by: bob };
      },
    ],
    [
      'whose own account it is about',
      'BENEFICIARY',
      async () => {
        const user = await staff.user();
        await lock(user.id);
        const { proposal } = await must(lift(user.id));
        await staff.world.db.owner.query(
          'INSERT INTO staff_user_links (staff_id, user_id, declared_by) VALUES ($1, $2, $1)',
          [checker.id, user.id],
        );
        return { id: proposal, by: checker };
      },
    ],
    [
      'a checker who lost the role',
      'NOT_ALLOWED',
      async () => {
        const id = await capTo(20);
        await staff.world.db.owner.query(
          'UPDATE staff_roles SET revoked_time = 1, revoked_by = 0 WHERE staff_id = $1',
          [checker.id],
        );
        return { id, by: checker };
      },
    ],
    [
      'of a maker who lost the role',
      'PROPOSAL_CHANGED',
      async () => {
        const id = await capTo(20);
        await staff.world.db.owner.query(
          'UPDATE staff_roles SET revoked_time = 1, revoked_by = 0 WHERE staff_id = $1',
          [maker.id],
        );
        return { id, by: checker };
      },
    ],
    [
      'of a maker who left, about a user',
      'PROPOSAL_CHANGED',
      async () => {
        const user = await staff.user();
        await lock(user.id);
        const { proposal } = await must(lift(user.id));
        await staff.world.db.owner.query('UPDATE staff SET disabled_time = 1 WHERE id = $1', [maker.id]);
        return { id: proposal, by: checker };
      },
    ],
    [
      'whose world has changed: roles',
      'PROPOSAL_CHANGED',
      async () => {
        const [ann, bob, cid] = [
          await staff.person('owner'),
          await staff.person('owner'),
          await staff.person('support'),
        ];
        const id = await roles(cid, 'auditor', ann);
        await must(staff.decide(bob, await roles(cid, 'treasurer', ann)));
        return { id, by: bob };
      },
    ],
    [
      'whose world has changed: a setting',
      'PROPOSAL_CHANGED',
      async () => {
        const id = await capTo(20);
        await must(staff.decide(checker, await capTo(40)));
        return { id, by: checker };
      },
    ],
    [
      'whose world has changed: a lock',
      'PROPOSAL_CHANGED',
      async () => {
        const user = await staff.user();
        await lock(user.id);
        const { proposal } = await must(lift(user.id));
        await staff.world.db.owner.query(
          `UPDATE user_standing SET locks = 0, freezes = '{}', freeze_ends = NULL WHERE user_id = $1`,
          [user.id],
        );
        return { id: proposal, by: checker };
      },
    ],
    [
      'what was decided',
      'ALREADY_DECIDED',
      async () => {
        const id = await capTo(20);
        await must(staff.decide(checker, id, { decision: 'reject', reason: 'no' }));
        return { id, by: checker };
      },
    ],
  ];
  test.each(cases)('%s: %s, and nothing changes', async (_, error, make) => {
    const { id, by, more } = await make();
    const before = await staff.rows();
    expect(await staff.decide(by, id, more)).toEqual(refused(error));
    expect(await staff.rows()).toBe(before);
  });

  test('a week decides, to the millisecond of the database', async () => {
    const id = await capTo(20);
    const other = await capTo(25);
    const made = Number(await one<bigint>('SELECT made_time AS v FROM proposals WHERE id = $1', [id]));
    const last = Number(await one<bigint>('SELECT made_time AS v FROM proposals WHERE id = $1', [other]));
    await staff.databaseClock(made + WEEK_MS);
    expect(await staff.decide(checker, id)).toEqual(refused('PROPOSAL_EXPIRED'));
    expect(await staff.decide(checker, id, { decision: 'reject', reason: 'late' })).toEqual(
      refused('PROPOSAL_EXPIRED'),
    );
    await staff.databaseClock(last + WEEK_MS);
    const { data } = await must(staff.handlers.proposals({ page: 1 }, staff.context(checker)));
    expect(data.map(({ state }) => state)).toEqual(['expired', 'expired']);
    await staff.databaseClock(made + WEEK_MS - 1);
    expect(await must(staff.decide(checker, id))).toEqual({ state: 'accepted', link: null });
  });

  test('about a user too', async () => {
    const user = await staff.user();
    await lock(user.id);
    const { proposal } = await must(lift(user.id));
    const made = Number(await one<bigint>('SELECT made_time AS v FROM proposals WHERE id = $1', [proposal]));
    await staff.databaseClock(made + WEEK_MS);
    expect(await staff.decide(checker, proposal)).toEqual(refused('PROPOSAL_EXPIRED'));
    await staff.databaseClock(made + WEEK_MS - 1);
    expect(await staff.decide(checker, proposal)).toMatchObject({ ok: true });
    expect(await locksOf(user.id)).toBe(0);
  });
});

describe('one effect', () => {
  test('of two checkers at once, fifty times: a setting', async () => {
    const third = await staff.person('compliance');
    for (let round = 0; round < 50; round += 1) {
      const id = await capTo(100 + round);
      const answers = await Promise.all([staff.decide(checker, id), staff.decide(third, id)]);
      expect(answers.map((answer) => (answer.ok ? 'ok' : answer.error.error)).toSorted()).toEqual([
        'ALREADY_DECIDED',
        'ok',
      ]);
    }
    expect(await one('SELECT count(*)::int AS v FROM setting_versions WHERE key = $1', [CAP])).toBe(51);
    expect(await one(`SELECT count(*)::int AS v FROM acts WHERE kind = 'setting_changed'`)).toBe(50);
  });

  test('of two checkers at once, fifty times: a user', async () => {
    const third = await staff.person('compliance');
    const user = await staff.user();
    for (let round = 0; round < 50; round += 1) {
      await lock(user.id);
      const { proposal } = await must(lift(user.id));
      const reject = { decision: 'reject', reason: 'no' } as const;
      const answers = await Promise.all([
        staff.decide(checker, proposal),
        staff.decide(third, proposal, round % 2 === 0 ? {} : reject),
      ]);
      const said = answers.map((answer) => (answer.ok ? answer.value.state : answer.error.error));
      expect(said.filter((one) => one === 'ALREADY_DECIDED')).toHaveLength(1);
      expect(await locksOf(user.id)).toBe(said.includes('accepted') ? 0 : 2);
    }
    const accepted = await one('SELECT count(*)::int AS v FROM proposals WHERE state = $1', ['accepted']);
    expect(await one(`SELECT count(*)::int AS v FROM acts WHERE kind = 'user_unfrozen'`)).toBe(accepted);
    expect(await one(`SELECT count(*)::int AS v FROM notices WHERE kind = 'unfrozen'`)).toBe(accepted);
  });

  test.each(['proposal_accepted', 'setting_changed', 'user_unfrozen'])(
    'without the act %s there is neither decision nor effect',
    async (kind) => {
      const user = await staff.user();
      await lock(user.id);
      const { proposal } = await must(lift(user.id));
      const id = kind === 'setting_changed' ? await capTo(20) : proposal;
      const { owner } = staff.world.db;
      await owner.query(
        `CREATE FUNCTION no_act() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'no act'; END $$;
         CREATE TRIGGER no_act BEFORE INSERT ON acts FOR EACH ROW WHEN (NEW.kind = '${kind}') EXECUTE FUNCTION no_act()`,
      );
      const before = await staff.rows();
      const failed = await staff.decide(checker, id).catch(() => refused('INTERNAL'));
      expect(failed).toMatchObject({ ok: false, error: { error: 'INTERNAL' } });
      expect(await staff.rows()).toBe(before);
      await owner.query('DROP TRIGGER no_act ON acts');
      expect(await staff.decide(checker, id)).toMatchObject({ ok: true });
    },
  );
});

describe('a user', () => {
  test('is unlocked in one transaction with the decision, is told, and both people stand in the act', async () => {
    const user = await staff.user();
    await lock(user.id);
    const { proposal } = await must(lift(user.id));
    expect(await must(staff.decide(checker, proposal, { key: 'the-key-of-it' }))).toEqual({
      state: 'accepted',
      link: null,
    });
    expect(await must(staff.decide(checker, proposal, { key: 'the-key-of-it' }))).toEqual({
      state: 'accepted',
      link: null,
    });
    expect(await locksOf(user.id)).toBe(0);
    expect(await staff.acts()).toEqual(['proposal_made proposal', 'proposal_accepted proposal', 'user_unfrozen user']);
    const contents = await one<string>(`SELECT contents AS v FROM acts WHERE kind = 'user_unfrozen'`);
    expect(JSON.parse(contents ?? '{}')).toMatchObject({
      proposal,
      maker: String(maker.id),
      by: `staff:${checker.id}`,
    });
    expect(await one('SELECT kind AS v FROM notices WHERE user_id = $1', [user.id])).toBe('unfrozen');
    // One transaction: the standing, the decision and the acts carry one number.
    const sets = `SELECT count(DISTINCT x)::int AS v FROM (
      SELECT xmin::text AS x FROM proposals UNION ALL SELECT xmin::text FROM user_standing WHERE user_id = ${user.id}
      UNION ALL SELECT xmin::text FROM acts WHERE kind <> 'proposal_made' UNION ALL SELECT xmin::text FROM notices) t`;
    expect(await one(sets)).toBe(1);
  });

  test('is frozen by two owners until it is lifted; pending orders are given up under the lock of orders', async () => {
    const [ann, bob, user] = [await staff.person('owner'), await staff.person('owner'), await staff.user()];
    const made = await staff.propose(ann, {
      kind: 'freeze',
      subject: { kind: 'user', id: String(user.id) },
      body: { locks: ['orders', 'withdrawals'] },
      reason: 'a court order',
    });
    const { proposal } = await must(Promise.resolve(made));
    expect(await staff.decide(checker, proposal)).toEqual(refused('NOT_ALLOWED'));
    expect(await must(staff.decide(bob, proposal))).toMatchObject({ state: 'accepted' });
    expect(await locksOf(user.id)).toBe(3);
    expect(await one('SELECT freeze_ends AS v FROM user_standing WHERE user_id = $1', [user.id])).toBeNull();
  });
});

test('who may set a lock alone may propose it, and no other; who decides it is another', async () => {
  const [support, owner, user] = [await staff.person('support'), await staff.person('owner'), await staff.user()];
  const freeze = (locks: readonly string[]) =>
    staff.propose(support, {
      ...{ kind: 'freeze', subject: { kind: 'user', id: String(user.id) } },
      ...{ body: { locks }, reason: 'once more' },
    });
  expect(await freeze(['orders'])).toEqual(refused('NOT_ALLOWED'));
  const { proposal } = await must(Promise.resolve(await freeze(['withdrawals'])));
  const { data } = await must(staff.handlers.proposals({ page: 1 }, staff.context(support)));
  expect(data.map(({ id, mine }) => [id, mine])).toEqual([[proposal, true]]);
  expect(await staff.decide(support, proposal)).toEqual(refused('NOT_ALLOWED'));
  expect(await must(staff.decide(owner, proposal))).toMatchObject({ state: 'accepted' });
  expect(await locksOf(user.id)).toBe(1);
});

describe('a setting', () => {
  const versions = async () => {
    const [setting] = await must(staff.handlers.settings({}, staff.context(maker)));
    return setting;
  };

  test('that gets better holds soon, one that gets worse a day later at the earliest', async () => {
    await must(staff.decide(checker, await capTo(50)));
    const [better] = (await versions())?.announced ?? [];
    const decided = Number(await one<bigint>('SELECT max(decided_time) AS v FROM proposals'));
    expect(better).toMatchObject({ version: 2, value: '50' });
    expect((better?.from ?? 0) - decided).toBeLessThan(60_000);
    // Worse than what was announced, though not than what holds.
    await must(staff.decide(checker, await capTo(40)));
    const worse = (await versions())?.announced.at(-1);
    const then = Number(await one<bigint>('SELECT max(decided_time) AS v FROM proposals'));
    expect((worse?.from ?? 0) - then).toBeGreaterThanOrEqual(86_400_000);
  });

  test('holds from the moment that was asked for, where that is late enough', async () => {
    const at = Date.now() + 30 * 86_400_000;
    await must(staff.decide(checker, await capTo(20, maker, at)));
    expect((await versions())?.announced).toEqual([{ version: 2, value: '20', from: at }]);
  });

  test('names the proposal that made it', async () => {
    const id = await capTo(20);
    await must(staff.decide(checker, id));
    expect(await one('SELECT proposal::text AS v FROM setting_versions WHERE key = $1 AND version = 2', [CAP])).toBe(
      id,
    );
    expect(await staff.acts()).toEqual([
      'proposal_made proposal',
      'proposal_accepted proposal',
      'setting_changed setting',
    ]);
  });
});

describe('the database itself', () => {
  const asApp = (sql: string, values: unknown[] = []): Promise<string> =>
    staff.world.db.app.query(sql, values).then(
      () => 'done',
      (error: { constraint?: string; code?: string }) => error.constraint ?? error.code ?? 'failed',
    );
  const decided = (id: string, state: string, by: bigint, at = 'database_ms()') =>
    asApp(`UPDATE proposals SET state = $2, checker = $3, decided_time = ${at} WHERE id = $1`, [id, state, by]);

  test('takes no decision of the maker, none twice, none too late, and no change of what was proposed', async () => {
    const id = await capTo(20);
    expect(await decided(id, 'accepted', maker.id)).toBe('four_eyes');
    expect(await decided(id, 'accepted', checker.id, 'made_time - 60000')).toBe('proposal_decided_now');
    expect(await asApp('UPDATE proposals SET payload = payload WHERE id = $1', [id])).toBe('42501');
    expect(await asApp('UPDATE proposals SET maker = $2 WHERE id = $1', [id, checker.id])).toBe('42501');
    expect(await asApp('DELETE FROM proposals WHERE id = $1', [id])).toBe('42501');
    const expires = Number(await one<bigint>('SELECT expires AS v FROM proposals WHERE id = $1', [id]));
    await staff.databaseClock(expires);
    expect(await decided(id, 'accepted', checker.id)).toBe('decided_in_time');
    await staff.databaseClock(undefined);
    expect(await decided(id, 'rejected', checker.id)).toBe('done');
    expect(await decided(id, 'accepted', checker.id)).toBe('proposal_final');
    await expect(staff.world.db.owner.query('UPDATE proposals SET maker = 1')).rejects.toThrow(/decided once/);
    await expect(staff.world.db.owner.query('DELETE FROM proposals')).rejects.toThrow();
  });

  test("announces for the app's role what two people accepted, and nothing else", async () => {
    const id = await capTo(20);
    const announced = () => asApp('SELECT announce_proposed($1, 0, 15000)', [id]);
    expect(await announced()).toBe('proposed_setting');
    expect(await asApp(`SELECT announce_proposed(4711, 0, 15000)`)).toBe('proposed_setting');
    await must(staff.decide(checker, id));
    const before = await staff.rows();
    // Another version stands there by now: its own.
    await announced();
    expect(await staff.rows()).toBe(before);
    expect(await asApp(`INSERT INTO setting_versions (key, version) VALUES ('x', 1)`)).toBe('42501');
  });
});
