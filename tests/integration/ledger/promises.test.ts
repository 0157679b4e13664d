// What the database itself refuses, whoever asks: the app's role by its grants, the owner by triggers and constraints (rules §2, §3).
// Long because it is the list of what is refused, one test a promise.

import { formatUnits } from '@fairtick/kernel/decimal';
import type { Id } from '@fairtick/kernel/ids';
import type { Pool } from '@fairtick/server/platform/database/pools';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { BY_HAND } from '../../harness/money-by-hand.ts';
import { createWorld, type World } from '../../harness/world.ts';

let world: World;
let user: Id;
let open: string;
let closed: string;
let cancelled: string;
let option: string;
let settled: string;

async function accepted<T>(outcome: Promise<{ ok: true; value: T } | { ok: false; error: unknown }>): Promise<T> {
  const answer = await outcome;
  if (!answer.ok) throw new Error(`refused: ${JSON.stringify(answer.error)}`);
  return answer.value;
}

beforeAll(async () => {
  world = await createWorld();
  await world.tick('EURUSD', '1.10000', '1.10010');
  user = await world.demoUser();
  const buy = { pair: 'EURUSD', side: 'buy', lots: '1' } as const;
  open = (await accepted(world.forexSubmit(user, buy))).Id;
  closed = (await accepted(world.forexSubmit(user, buy))).Id;
  await accepted(world.forexClose(user, closed));
  cancelled = (await accepted(world.forexSubmit(user, { ...buy, target: '1.05' }))).Id;
  await accepted(world.forexCancel(user, cancelled));
  const up = { pair: 'EURUSD', direction: 'up', stake: '100', seconds: '30' } as const;
  settled = (await accepted(world.microSubmit(user, up))).Id;
  await world.settledTick('EURUSD', '1.10000', '1.10010');
  world.clock.advance(32_001);
  await world.settledTick('EURUSD', '1.10000', '1.10010');
  option = (await accepted(world.microSubmit(user, up))).Id;
  await world.settledTick('EURUSD', '1.10000', '1.10010');
  await world.server.log.currentCheckpoint();
  // Journals of these tests have no cause. That others need one is held in tests/security/stolen-role.test.ts.
  await world.db.owner.query('ALTER TABLE entries DISABLE TRIGGER journal_has_cause');
});
afterAll(async () => {
  expect(await world.invariants()).toEqual([]);
  await world.close();
});

/** The refusal's SQLSTATE and constraint; the statement must fail. */
async function refusal(pool: Pool, sql: string, values: readonly unknown[] = []): Promise<string> {
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    await client.query(sql, [...values]);
    await client.query('COMMIT');
    return `accepted: ${sql}`;
  } catch (error) {
    if (!(error instanceof Error) || !('code' in error)) throw error;
    const constraint = 'constraint' in error && error.constraint !== undefined ? ` ${String(error.constraint)}` : '';
    return `${String(error.code)}${constraint}`;
  } finally {
    await client.query('ROLLBACK');
    client.release();
  }
}

const NO_GRANT = '42501';
const TABLES = [
  'journals',
  'entries',
  'command_keys',
  'ticks',
  'log_tiles',
  'log_entries',
  'log_checkpoints',
  'log_keys',
] as const;
const COLUMN: Readonly<Record<(typeof TABLES)[number], string>> = {
  journals: 'reason = reason',
  entries: 'available_change = available_change',
  command_keys: "answer = '{}'",
  ticks: 'bid = bid',
  log_tiles: 'hashes = hashes',
  log_entries: 'entry = entry',
  log_checkpoints: 'note = note',
  log_keys: 'public_key = public_key',
};

describe('what was written stays written', () => {
  for (const table of TABLES) {
    test(`${table}: neither the app nor the owner changes, deletes or truncates`, async () => {
      for (const pool of [world.db.app, world.db.owner]) {
        expect(await refusal(pool, `UPDATE ${table} SET ${COLUMN[table]}`)).toBe(NO_GRANT);
        expect(await refusal(pool, `DELETE FROM ${table}`)).toBe(NO_GRANT);
        expect(await refusal(pool, `TRUNCATE ${table}`)).toBe(NO_GRANT);
      }
    });
  }

  test('orders are never deleted, by nobody', async () => {
    for (const table of ['forex_orders', 'micro_orders']) {
      for (const pool of [world.db.app, world.db.owner]) {
        expect(await refusal(pool, `DELETE FROM ${table}`)).toBe(NO_GRANT);
        // With all that refers to them: without, the references refuse it before anybody is asked.
        expect(await refusal(pool, `TRUNCATE ${table} CASCADE`)).toBe(NO_GRANT);
      }
    }
  });

  test('the app can neither change balances nor remove accounts, users or settings', async () => {
    const acts = [
      'UPDATE ledger_accounts SET available = available + 1',
      'UPDATE ledger_accounts SET locked = 0',
      'UPDATE owners SET version = version + 1',
      'DELETE FROM owners',
      "INSERT INTO owners (id, realm) VALUES (77, 'demo')",
      'DELETE FROM ledger_accounts',
      'TRUNCATE ledger_accounts',
      'UPDATE users SET realm = realm',
      'DELETE FROM users',
      "UPDATE setting_versions SET value = '1'",
      "INSERT INTO setting_versions VALUES ('a', 1, '1', 0, 0, 'system', 0)",
      "INSERT INTO pairs VALUES (99, 'NEW')",
      'DELETE FROM log_state',
      'DELETE FROM house_exposure',
      'ALTER TABLE entries DISABLE TRIGGER ALL',
      'DROP TRIGGER apply_entries ON entries',
      'CREATE TABLE mine (a int)',
      "SET session_replication_role = 'replica'",
    ];
    for (const act of acts) expect(`${act}: ${await refusal(world.db.app, act)}`).toBe(`${act}: ${NO_GRANT}`);
  });

  test('the log only grows, for the owner too', async () => {
    for (const column of ['size', 'evaluated_through', 'last_received_time']) {
      const back = `UPDATE log_state SET ${column} = ${column} - 1`;
      expect(await refusal(world.db.owner, back)).toBe('23514 log_only_grows');
      expect(await refusal(world.db.app, back)).toBe(NO_GRANT);
    }
  });
});

interface JournalOptions {
  readonly lines?: number;
  readonly realm?: string;
  readonly reason?: number;
  readonly reference?: bigint;
  readonly again?: boolean;
  /** Whose journal; the house's where it is not said. */
  readonly owner?: Id;
  /** An expression over the owner's row; the next one where it is not said. */
  readonly number?: string;
  /** Kind and id. */
  readonly actor?: string;
}

/** Inserts one journal and these entries in one statement each, as the ledger's store does. */
function journal(
  pool: Pool,
  id: bigint,
  entries: readonly { account: bigint; available: string; locked?: string; line?: number }[],
  options: JournalOptions = {},
): Promise<string> {
  const { lines = entries.length, realm = 'demo', reason = 3, reference = 0n, owner = 0n, actor = '0, 0' } = options;
  const number = options.number ?? 'version + 1';
  const lineText = entries
    .map((e, i) => `(${id}, ${e.line ?? i}, ${e.account}, ${e.available}, ${e.locked ?? '0'})`)
    .join(', ');
  const head = options.again
    ? ''
    : `INSERT INTO journals SELECT ${id}, '${realm}', 1, ${reason}, ${reference}, '${BY_HAND}', ${lines}, ${owner}, ${number}, ${actor}
       FROM owners WHERE id = ${owner} AND realm = '${realm}';`;
  const body = entries.length > 0 ? `INSERT INTO entries VALUES ${lineText}` : '';
  return refusal(pool, head + body);
}

const account = async (owner: Id, kind: string, realm = 'demo'): Promise<bigint> => {
  const { rows } = await world.db.owner.query<{ id: bigint }>(
    'SELECT id FROM ledger_accounts WHERE owner_id = $1 AND kind = $2 AND realm = $3',
    [owner, kind, realm],
  );
  const [row] = rows;
  if (!row) throw new Error('no such account');
  return row.id;
};

describe('a journal', () => {
  test('sums to zero, or is refused', async () => {
    const [mine, trading] = [await account(user, 'forex'), await account(0n, 'trading')];
    for (const pool of [world.db.app, world.db.owner]) {
      const one = [{ account: mine, available: '1' }];
      expect(await journal(pool, 9_001n, one, { owner: user })).toBe('23514 journal_sums_to_zero');
      const short = [
        { account: mine, available: '1' },
        { account: trading, available: '-0.99999999' },
      ];
      expect(await journal(pool, 9_001n, short, { owner: user })).toBe('23514 journal_sums_to_zero');
      const notANumber = [
        { account: mine, available: "'NaN'" },
        { account: trading, available: "'NaN'" },
      ];
      expect(await journal(pool, 9_001n, notANumber, { owner: user })).toMatch(/^23514/);
    }
  });

  test('belongs to one realm', async () => {
    const [demo, live] = [await account(0n, 'capital'), await account(0n, 'external', 'live')];
    const mixed = [
      { account: demo, available: '5' },
      { account: live, available: '-5' },
    ];
    expect(await journal(world.db.app, 9_002n, mixed)).toBe('23514 one_realm_per_journal');
    expect(await journal(world.db.app, 9_002n, mixed, { realm: 'live' })).toBe('23514 one_realm_per_journal');
    const wholly = [
      { account: demo, available: '5' },
      { account: await account(0n, 'external'), available: '-5' },
    ];
    expect(await journal(world.db.app, 9_002n, wholly, { realm: 'live' })).toBe('23514 one_realm_per_journal');
  });

  test('names accounts and journals that exist', async () => {
    const trading = await account(0n, 'trading');
    const astray = [
      { account: 77n, available: '1' },
      { account: trading, available: '-1' },
    ];
    expect(await journal(world.db.app, 9_003n, astray)).toBe('23514 one_realm_per_journal');
    const own = [
      { account: trading, available: '1' },
      { account: await account(0n, 'external'), available: '-1' },
    ];
    expect(await journal(world.db.app, 9_003n, own, { again: true })).toBe('23514 one_realm_per_journal');
  });

  test('is written whole, once: not in part, not with lines added', async () => {
    const [a, b] = [await account(0n, 'trading'), await account(0n, 'external')];
    const pair = [
      { account: a, available: '1' },
      { account: b, available: '-1' },
    ];
    expect(await journal(world.db.app, 9_004n, pair, { lines: 3 })).toBe('23514 journal_is_whole');
    expect(await journal(world.db.app, 9_004n, pair, { lines: 1 })).toBe('23514 journal_is_whole');
    expect(await journal(world.db.app, 9_004n, pair)).toMatch('accepted');
    const added = pair.map((entry, i) => ({ ...entry, line: 2 + i }));
    expect(await journal(world.db.app, 9_004n, added, { again: true })).toBe('23514 journal_is_whole');
    const below = pair.map((entry, i) => ({ ...entry, line: -1 - i }));
    expect(await journal(world.db.app, 9_004n, below, { again: true })).toBe('23514 journal_is_whole');
    expect(await journal(world.db.app, 9_004n, pair, { again: true })).toBe('23505 entries_pkey');
  });

  test('takes no account below zero, neither side', async () => {
    const [mine, trading] = [await account(user, 'change'), await account(0n, 'trading')];
    const { rows } = await world.db.owner.query<{ available: string }>(
      'SELECT available FROM ledger_accounts WHERE id = $1',
      [mine],
    );
    const all = rows[0]?.available ?? '';
    const toHouse = (available: string, locked = '0') =>
      journal(
        world.db.app,
        9_006n,
        [
          { account: mine, available: `-(${available})`, locked },
          { account: trading, available: `${available} - (${locked})` },
        ],
        { owner: user },
      );
    expect(await toHouse(`${all} + 0.00000001`)).toBe('23514 available_not_negative');
    expect(await toHouse('0', '-0.00000001')).toBe('23514 locked_not_negative');
    expect(await toHouse(all, '0')).toMatch('accepted');
    expect(
      await journal(
        world.db.app,
        9_007n,
        [
          { account: mine, available: all },
          { account: trading, available: `-${all}` },
        ],
        { owner: user },
      ),
    ).toMatch('accepted');
  });

  test('the world outside may be negative, and only it', async () => {
    const [external, capital] = [await account(0n, 'external', 'live'), await account(0n, 'capital', 'live')];
    const into = (from: bigint, to: bigint) =>
      journal(
        world.db.app,
        9_008n,
        [
          { account: to, available: '7' },
          { account: from, available: '-7' },
        ],
        { realm: 'live' },
      );
    expect(await into(capital, external)).toBe('23514 available_not_negative');
    expect(await into(external, capital)).toMatch('accepted');
  });

  test('settles an order once, accepts it once, fills it once', async () => {
    const [a, b] = [await account(0n, 'trading'), await account(0n, 'external')];
    const pair = [
      { account: a, available: '1' },
      { account: b, available: '-1' },
    ];
    const again = (reason: number, reference: string) =>
      journal(world.db.app, 9_010n, pair, { reason, reference: BigInt(reference) });
    for (const reason of [13, 14, 18, 21, 22, 23])
      for (const order of [closed, cancelled, settled])
        expect(await again(reason, order)).toBe('23505 one_settlement_per_order');
    for (const reason of [10, 11, 20]) expect(await again(reason, open)).toBe('23505 one_acceptance_per_order');
    expect(await again(12, '424242')).toMatch('accepted');
    expect(await journal(world.db.app, 9_011n, pair, { reason: 12, reference: 424242n })).toBe(
      '23505 one_fill_per_order',
    );
  });
});

describe('what happens to an owner stands in one order', () => {
  const between = (mine: bigint, house: bigint) => [
    { account: mine, available: '1' },
    { account: house, available: '-1' },
  ];
  const version = async (owner: Id, realm = 'demo'): Promise<number | undefined> => {
    const text = 'SELECT version FROM owners WHERE id = $1 AND realm = $2';
    return (await world.db.app.query<{ version: number }>(text, [owner, realm])).rows[0]?.version;
  };

  test('no number is left out and none is given twice, for the owner of the tables too', async () => {
    const lines = between(await account(user, 'forex'), await account(0n, 'trading'));
    const before = await version(user);
    for (const pool of [world.db.app, world.db.owner]) {
      const write = (number: string) => journal(pool, 9_020n, lines, { owner: user, number });
      expect(await write('version + 2')).toBe('23514 owner_order');
      expect(await write('version')).toBe('23505 one_journal_per_number');
      expect(await write('0')).toBe('23514 owner_order');
      expect(await write('-version')).toBe('23514 owner_order');
    }
    expect(await version(user)).toBe(before);
    expect(await journal(world.db.app, 9_020n, lines, { owner: user })).toMatch('accepted');
    expect(await version(user)).toBe((before ?? 0) + 1);
  });

  test('several of one statement follow each other, or all are refused', async () => {
    const [trading, external] = [await account(0n, 'trading'), await account(0n, 'external')];
    const write = (...numbers: number[]): Promise<string> => {
      const heads = numbers.map(
        (
          number,
          at,
        ) => `SELECT ${9_030 + at}, 'demo'::realm, 1, 3, 0, '${BY_HAND}', 2, 0, version + ${number}, 0, 0 FROM owners
          WHERE id = 0 AND realm = 'demo'`,
      );
      const lines = numbers.map(
        (_, at) => `(${9_030 + at}, 0, ${trading}, 1, 0), (${9_030 + at}, 1, ${external}, -1, 0)`,
      );
      return refusal(
        world.db.app,
        `INSERT INTO journals ${heads.join(' UNION ALL ')}; INSERT INTO entries VALUES ${lines.join(', ')}`,
      );
    };
    expect(await write(1, 3)).toBe('23514 owner_order');
    expect(await write(2, 3)).toBe('23514 owner_order');
    expect(await write(1, 1)).toBe('23505 one_journal_per_number');
    expect(await write(2, 1, 3)).toMatch('accepted');
  });

  test('a journal has lines of its owner and of the house, and of nobody else', async () => {
    const other = await world.demoUser();
    const [mine, theirs, trading] = [
      await account(user, 'forex'),
      await account(other, 'forex'),
      await account(0n, 'trading'),
    ];
    const write = (owner: Id, ...accounts: bigint[]) =>
      journal(
        world.db.app,
        9_040n,
        accounts.map((one, at) => ({ account: one, available: at === 0 ? `${accounts.length - 1}` : '-1' })),
        { owner },
      );
    for (const owner of [user, other, 0n]) expect(await write(owner, mine, theirs)).toBe('23514 one_owner_per_journal');
    expect(await write(user, trading, mine, theirs)).toBe('23514 one_owner_per_journal');
    expect(await write(0n, trading, mine)).toBe('23514 one_owner_per_journal');
    expect(await write(other, trading, mine)).toBe('23514 one_owner_per_journal');
    expect(await write(user, trading, mine)).toMatch('accepted');
  });

  test('its owner exists in its realm', async () => {
    const [trading, external] = [await account(0n, 'trading'), await account(0n, 'external')];
    const write = (owner: Id): Promise<string> =>
      refusal(
        world.db.app,
        `INSERT INTO journals VALUES (9050, 'demo', 1, 3, 0, '${BY_HAND}', 2, ${owner}, 1, 0, 0);
         INSERT INTO entries VALUES (9050, 0, ${trading}, 1, 0), (9050, 1, ${external}, -1, 0)`,
      );
    expect(await write(424_242n)).toBe('23514 owner_order');
  });

  test('it names who caused it: the server, a user or a member of staff', async () => {
    const lines = between(await account(0n, 'trading'), await account(0n, 'external'));
    for (const actor of ['0, 5', '1, 0', '2, 0', '3, 1', '-1, 1'])
      expect(`${actor}: ${await journal(world.db.app, 9_060n, lines, { actor })}`).toBe(`${actor}: 23514 actor_known`);
    expect(await journal(world.db.app, 9_060n, lines, { actor: '2, 5' })).toMatch('accepted');
    const { rows } = await world.db.app.query(
      'SELECT DISTINCT actor_kind, actor_id FROM journals WHERE owner_id = $1 AND reason IN (10, 21, 22) ORDER BY 1',
      [user],
    );
    expect(rows).toEqual([
      { actor_kind: 0, actor_id: 0n },
      { actor_kind: 1, actor_id: user },
    ]);
  });

  test('who decided on an old version writes nothing, however close the other was', async () => {
    const lines = between(await account(user, 'forex'), await account(0n, 'trading'));
    const first = await world.db.app.connect();
    try {
      await first.query('BEGIN');
      await first.query('SELECT FROM lock_owners($1, $2)', [[user], ['demo']]);
      const next = String(((await version(user)) ?? 0) + 1);
      await first.query(`INSERT INTO journals VALUES (9070, 'demo', 1, 3, 0, '${BY_HAND}', 2, ${user}, ${next}, 0, 0)`);
      await first.query(
        `INSERT INTO entries VALUES (9070, 0, ${lines[0]?.account}, 1, 0), (9070, 1, ${lines[1]?.account}, -1, 0)`,
      );
      const second = journal(world.db.app, 9_071n, lines, { owner: user, number: next });
      await first.query('COMMIT');
      expect(await second).toBe('23505 one_journal_per_number');
    } finally {
      first.release();
    }
  });

  test('an owner without an account is locked like any other, and made with the user', async () => {
    const hermit = 9_090n;
    await world.db.app.query(`INSERT INTO users (id, realm, uid, created_time) VALUES ($1, 'live', 'hermit', 1)`, [
      hermit,
    ]);
    const [one, another] = [await world.db.app.connect(), await world.db.app.connect()];
    try {
      await one.query('BEGIN');
      const found = await one.query('SELECT * FROM lock_owners($1, $2)', [[hermit], []]);
      const nothing = { id: null, kind: null, available: null, locked: null };
      expect(found.rows).toEqual([{ owner_id: hermit, realm: 'live', version: 0, ...nothing }]);
      await another.query("BEGIN; SET LOCAL lock_timeout = '100ms'");
      await expect(another.query('SELECT FROM lock_owners($1, $2)', [[hermit], []])).rejects.toThrow('lock timeout');
      expect(await refusal(world.db.owner, `DELETE FROM owners WHERE id = ${hermit}`)).toBe(NO_GRANT);
    } finally {
      await Promise.all([one.query('ROLLBACK'), another.query('ROLLBACK')]);
      one.release();
      another.release();
    }
    // Nobody is to stay so: the audit names whoever lacks an account.
    expect(await world.invariants()).toEqual([`user_has_three_accounts ${hermit}`]);
    await world.db.owner.query(
      `INSERT INTO ledger_accounts (id, realm, owner_id, kind, currency)
       SELECT $1::bigint + n, 'live', $1, kind, 'USD' FROM unnest('{change,forex,micro}'::text[]) WITH ORDINALITY AS x (kind, n)`,
      [hermit],
    );
  });
});

describe('an account', () => {
  test('starts empty, for the owner too', async () => {
    const make = (columns: string, values: string): string =>
      `INSERT INTO ledger_accounts (id, realm, owner_id, kind, currency${columns}) VALUES (9001, 'live', 0, 'fund', 'EUR'${values})`;
    for (const pool of [world.db.app, world.db.owner]) {
      expect(await refusal(pool, make(', available', ', 1'))).toBe('23514 account_starts_empty');
      expect(await refusal(pool, make(', locked', ', 1'))).toBe('23514 account_starts_empty');
    }
  });

  test('is of a known kind, and one of a kind', async () => {
    const make = (id: number, owner: bigint, realm: string, kind: string): Promise<string> =>
      refusal(
        world.db.app,
        `INSERT INTO ledger_accounts (id, realm, owner_id, kind, currency) VALUES (${id}, '${realm}', ${owner}, '${kind}', 'USD')`,
      );
    expect(await make(9_002, user, 'demo', 'trading')).toBe('23514 kind_known');
    expect(await make(9_002, 0n, 'demo', 'forex')).toBe('23514 kind_known');
    expect(await make(9_002, user, 'demo', 'forex')).toMatch(/^23505/);
  });

  test('lies in the realm of its user, who exists', async () => {
    const make = (owner: bigint, realm: string): Promise<string> =>
      refusal(
        world.db.app,
        `INSERT INTO ledger_accounts (id, realm, owner_id, kind, currency) VALUES (9003, '${realm}', ${owner}, 'forex', 'USD')`,
      );
    expect(await make(user, 'live')).toMatch(/^23503/);
    expect(await make(12_345n, 'demo')).toMatch(/^23503/);
  });
});

describe('an order', () => {
  const TERMS = [
    'realm',
    'user_id',
    'pair_id',
    'side',
    'quantity',
    'multiple',
    'margin_mode',
    'cont_num',
    'fee_type',
    'fee_rate',
    'markup',
    'price_precision',
    'rate_pair_id',
    'rate_inverse',
    'placed_rate',
    'placed_rate_tick',
    'margin',
    'fee',
    'target_price',
    'target_kind',
    'created_time',
  ];
  const MICRO_TERMS = [
    'realm',
    'user_id',
    'pair_id',
    'direction',
    'stake',
    'seconds',
    'profit_ratio',
    'loss_level',
    'price_precision',
    'reserve',
    'armed_index',
    'open_delay',
    'accepted_time',
    'expiry_time',
  ];

  test('its terms have no right of update', async () => {
    for (const term of TERMS)
      expect(
        `${term} ${await refusal(world.db.app, `UPDATE forex_orders SET ${term} = ${term} WHERE id = ${open}`)}`,
      ).toBe(`${term} ${NO_GRANT}`);
    for (const term of MICRO_TERMS)
      expect(
        `${term} ${await refusal(world.db.app, `UPDATE micro_orders SET ${term} = ${term} WHERE id = ${option}`)}`,
      ).toBe(`${term} ${NO_GRANT}`);
  });

  test('once final it does not change, for the owner too', async () => {
    for (const pool of [world.db.app, world.db.owner]) {
      for (const change of ['open_price = 1', 'open_tick = open_tick + 1', "status = 'waiting'"])
        expect(await refusal(pool, `UPDATE micro_orders SET ${change} WHERE id = ${option}`)).toBe('23514 order_final');
      for (const id of [closed, cancelled]) {
        expect(await refusal(pool, `UPDATE forex_orders SET result = result + 1 WHERE id = ${id}`)).toBe(
          '23514 order_final',
        );
        expect(await refusal(pool, `UPDATE forex_orders SET status = 'open' WHERE id = ${id}`)).toBe(
          '23514 order_final',
        );
        expect(await refusal(pool, `UPDATE forex_orders SET stop_loss = 1 WHERE id = ${id}`)).toBe('23514 order_final');
      }
      expect(await refusal(pool, `UPDATE micro_orders SET result = 1 WHERE id = ${settled}`)).toBe('23514 order_final');
    }
  });

  test('goes from pending to open to closed and never back, and its fill does not change', async () => {
    const turn = (id: string, set: string): Promise<string> =>
      refusal(world.db.owner, `UPDATE forex_orders SET ${set} WHERE id = ${id}`);
    expect(await turn(open, "status = 'pending', open_price = NULL")).toBe('23514 order_final');
    expect(await turn(open, "status = 'cancelled', held = 0, cancelled_time = 1, open_price = NULL")).toBe(
      '23514 order_final',
    );
    for (const set of [
      'open_price = open_price + 1',
      'open_tick = open_tick + 1',
      'open_rate = open_rate + 1',
      'open_time = open_time + 1',
    ])
      expect(`${set} ${await turn(open, set)}`).toBe(`${set} 23514 order_final`);
  });

  test('its money is that of its user alone', async () => {
    const order = await world.forexOrder(user, open);
    expect(formatUnits(order.held)).toBe('1100.1');
    expect(await refusal(world.db.app, `UPDATE forex_orders SET held = -1 WHERE id = ${open}`)).toMatch(/^23514/);
  });
});
