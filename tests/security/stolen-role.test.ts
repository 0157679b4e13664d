// Whoever steals the app's database role can write rows of its own making. What they could do with money without a cause, the database refuses: each
// attempt here was taken before migrations 0051 and 0052.

import type { Id } from '@fairtick/kernel/ids';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { accepted } from '../harness/outcomes.ts';
import { fundLiveHouse, insertRealUser } from '../harness/real-user.ts';
import { createWorld, type World } from '../harness/world.ts';

const REAL: Id = 5_000_000n;
let world: World;
let thief: Id;
let other: Id;
let open: string;
let closed: string;
let pending: string;
let option: string;

beforeAll(async () => {
  world = await createWorld();
  await world.tick('EURUSD', '1.10000', '1.10010');
  thief = await world.demoUser();
  other = await world.demoUser();
  const buy = { pair: 'EURUSD', side: 'buy', lots: '1' } as const;
  open = (await accepted(world.forexSubmit(thief, buy))).Id;
  closed = (await accepted(world.forexSubmit(thief, buy))).Id;
  await accepted(world.forexClose(thief, closed));
  pending = (await accepted(world.forexSubmit(thief, { ...buy, target: '1.05' }))).Id;
  option = (await accepted(world.microSubmit(thief, { pair: 'EURUSD', direction: 'up', stake: '100', seconds: '30' })))
    .Id;
  await world.settledTick('EURUSD', '1.10000', '1.10010');
  await insertRealUser(world.db, REAL, 1_000);
  await fundLiveHouse(world.db);
});
afterAll(async () => {
  expect(await world.invariants()).toEqual([]);
  await world.close();
});

/** As the app's role, with all that it may; undone. The refusal's SQLSTATE and constraint. */
async function attempt(sql: string): Promise<string> {
  const client = await world.db.app.connect();
  try {
    await client.query('BEGIN');
    await client.query(sql);
    await client.query('SET CONSTRAINTS ALL IMMEDIATE');
    return 'taken';
  } catch (error) {
    if (!(error instanceof Error) || !('code' in error)) throw error;
    const constraint = 'constraint' in error && error.constraint !== undefined ? ` ${String(error.constraint)}` : '';
    return `${String(error.code)}${constraint}`;
  } finally {
    await client.query('ROLLBACK');
    client.release();
  }
}

type Line = readonly [owner: Id, kind: string, available: string, locked?: string];
interface Forged {
  readonly reason: number;
  readonly reference: Id | string;
  /** Whose journal; the first user among the lines, or the house. */
  readonly owner?: Id;
  readonly realm?: 'demo' | 'live';
  readonly key?: string;
}

/** A journal that is whole, sums to zero and continues its owner's order. */
function forged(
  { reason, reference, realm = 'demo', key = 'stolen', ...named }: Forged,
  lines: readonly Line[],
): string {
  const owner = named.owner ?? lines.find(([one]) => one !== 0n)?.[0] ?? 0n;
  const values = lines.map(
    ([of, kind, available, locked = '0'], at) =>
      `(${at}, ${of}::bigint, '${kind}', ${available}::numeric, ${locked}::numeric)`,
  );
  return `INSERT INTO journals SELECT 9001, '${realm}', 1, ${reason}, ${reference}, '${key}', ${lines.length}, ${owner}, version + 1, 0, 0
      FROM owners WHERE id = ${owner} AND realm = '${realm}';
    INSERT INTO entries SELECT 9001, x.line, a.id, x.available, x.locked FROM (VALUES ${values.join(', ')}) x (line, owner_id, kind, available, locked)
      JOIN ledger_accounts a ON a.owner_id = x.owner_id AND a.kind = x.kind AND a.realm = '${realm}';`;
}

const forge = (head: Forged, ...lines: readonly Line[]): Promise<string> => attempt(forged(head, lines));

describe('money from outside', () => {
  const gift = (reason: number, reference: Id | string, realm: 'demo' | 'live' = 'live'): Promise<string> => {
    const to = realm === 'live' ? REAL : thief;
    return forge({ reason, reference, realm }, [to, 'change', '500'], [0n, 'external', '-500']);
  };
  test('comes to nobody but by a deposit that is there, of theirs, and of its amount', async () => {
    for (const reason of [100, 116, 130, 3, 120, 1, 2, 14, 21, 31, 136])
      for (const realm of ['live', 'demo'] as const)
        expect(`${reason} ${realm} ${await gift(reason, 77n, realm)}`).toMatch(/ 23514 journal_(lines|has_cause)$/);
  });

  test('a demo account is granted its start once, and reset to it', async () => {
    const grant = (reason: number, change: string) =>
      forge(
        { reason, reference: thief },
        ...([
          [thief, 'change', change],
          [thief, 'forex', '100000'],
          [thief, 'micro', '100000'],
          [0n, 'external', `-(200000 + ${change})`],
        ] as const),
      );
    for (const reason of [1, 2]) expect(await grant(reason, '10000')).toBe('23514 journal_has_cause');
    expect(await forge({ reason: 2, reference: other }, [other, 'change', '0.01'], [0n, 'external', '-0.01'])).toBe(
      '23514 journal_has_cause',
    );
  });

  test("the house's capital comes and goes by what two people agreed on", async () => {
    const move = (reason: number, from: string, to: string) =>
      forge({ reason, reference: 1n, realm: 'live' }, [0n, from, '-10'], [0n, to, '10']);
    expect(await move(131, 'external:house', 'capital')).toBe('23514 journal_has_cause');
    // Here nobody has put capital in: the world does not owe it.
    expect(await move(132, 'capital', 'external:house')).toBe('23514 external_not_positive');
    expect(await move(134, 'external:house', 'external')).toBe('23514 journal_has_cause');
    expect(await move(135, 'fees', 'capital')).toMatch('23514');
    expect(await move(3, 'capital', 'trading')).toBe('23514 journal_has_cause');
    expect(await move(3, 'external', 'trading')).toBe('23514 journal_has_cause');
    expect(
      await forge({ reason: 130, reference: 1n, realm: 'live' }, [REAL, 'change', '10'], [0n, 'capital', '-10']),
    ).toBe('23514 journal_has_cause');
  });
});

describe('an order', () => {
  const close = (reference: string, gain: string, owner = thief) =>
    forge({ reason: 14, reference, owner }, [owner, 'forex', gain], [0n, 'trading', `-(${gain})`]);

  test('that is not there is not closed', async () => {
    expect(await close('424242', '1000')).toBe('23514 journal_has_cause');
  });

  test('that is open, pending, or of somebody else is not closed', async () => {
    for (const order of [open, pending]) expect(await close(order, '1000')).toBe('23514 journal_has_cause');
    expect(await close(open, '1000', other)).toBe('23514 journal_has_cause');
    expect(await close(closed, '1000')).toBe('23505 one_settlement_per_order');
  });

  test('is closed with its own result', async () => {
    const ended = `UPDATE forex_orders SET status = 'closed', held = 0, close_reason = 'user', close_price = open_price, close_tick = open_tick,
      close_rate = open_rate, close_time = open_time, result = 5 WHERE id = ${open};`;
    const booked = (gain: string, ...more: readonly Line[]) =>
      attempt(
        ended +
          forged({ reason: 14, reference: open }, [
            [thief, 'forex', `1100.1 + ${gain}`, '-1100.1'],
            [0n, 'trading', `-(${gain})`],
            ...more,
          ]),
      );
    expect(await booked('5.000001')).toBe('23514 journal_has_cause');
    expect(await booked('4')).toBe('23514 journal_has_cause');
    // What its rows say is another matter: the audit recomputes it from the ticks.
    expect(await booked('5')).toBe('taken');
  });

  test('pays no night that it does not have, and is not filled, cancelled or reset while it is not', async () => {
    expect(await forge({ reason: 15, reference: open }, [thief, 'forex', '7'], [0n, 'trading', '-7'])).toBe(
      '23514 journal_has_cause',
    );
    expect(await forge({ reason: 13, reference: open }, [thief, 'forex', '7', '-7'])).toBe('23514 journal_has_cause');
    expect(await forge({ reason: 18, reference: open }, [thief, 'forex', '7', '-7'])).toBe('23514 journal_has_cause');
    expect(await forge({ reason: 12, reference: pending }, [thief, 'forex', '0', '-7'], [0n, 'fees', '7'])).toBe(
      '23514 journal_has_cause',
    );
  });

  test("the house's trading account is filled for a gain alone", async () => {
    expect(await forge({ reason: 3, reference: open, owner: thief }, [0n, 'capital', '-7'], [0n, 'trading', '7'])).toBe(
      '23514 journal_has_cause',
    );
  });

  test('an option ends with its own result, and while it is open with none', async () => {
    const lines = (gain: string): readonly Line[] => [
      [thief, 'micro', `100 + ${gain}`, '-100'],
      [0n, 'micro', `80 - ${gain}`, '-80'],
    ];
    for (const reason of [21, 22, 23])
      expect(await forge({ reason, reference: option }, ...lines('80'))).toBe('23514 journal_has_cause');
    const ended = `UPDATE micro_orders SET status = 'closed', outcome = 'void', closed_time = 1 WHERE id = ${option};`;
    expect(await attempt(ended + forged({ reason: 22, reference: option }, lines('80')))).toBe(
      '23514 journal_has_cause',
    );
    expect(await attempt(ended + forged({ reason: 22, reference: option }, lines('0')))).toBe('taken');
    expect(await forge({ reason: 20, reference: '424242' }, [thief, 'micro', '-1', '1'])).toBe(
      '23514 journal_has_cause',
    );
  });

  test('no type touches what it may not', async () => {
    expect(await forge({ reason: 14, reference: open }, [thief, 'forex', '5'], [0n, 'capital', '-5'])).toBe(
      '23514 journal_lines',
    );
    expect(await forge({ reason: 10, reference: open }, [thief, 'micro', '-5', '5'])).toMatch(
      'one_acceptance_per_order',
    );
    expect(await forge({ reason: 110, reference: 1n, realm: 'live' }, [REAL, 'forex', '-5', '5'])).toBe(
      '23514 journal_lines',
    );
    expect(
      await forge({ reason: 120, reference: REAL, realm: 'live' }, [REAL, 'change', '-5'], [0n, 'fees', '5']),
    ).toBe('23514 journal_lines');
  });
});

describe('money out', () => {
  test('leaves by a withdrawal alone', async () => {
    expect(await forge({ reason: 110, reference: 1n, realm: 'live' }, [REAL, 'change', '-5', '5'])).toBe(
      '23514 journal_has_cause',
    );
    expect(
      await forge(
        { reason: 112, reference: 1n, realm: 'live', owner: REAL },
        [0n, 'clearing:withdrawal', '-5'],
        [0n, 'external', '5'],
      ),
    ).toMatch('23514');
  });
});

describe('prices and what the house has taken on', () => {
  const NO_GRANT = '42501';
  /** A tick of the pair, at the end of the log unless it is told otherwise. */
  const tick = ({ seq = '0', received = '0', from = '0', evaluated = '-1' } = {}): Promise<string> =>
    attempt(`SELECT append_ticks(size + ${from}, ARRAY[pair_id], ARRAY[seq + 1 + ${seq}], ARRAY[9], ARRAY[9], ARRAY[source_time],
        ARRAY[received_time + ${received}], ARRAY[source], ARRAY[leaf_hash], ${evaluated})
      FROM ticks t, log_state WHERE t.log_index = size - 1`);

  test('a tick comes through the function that continues the log, and in no other way', async () => {
    expect(
      await attempt(`INSERT INTO ticks SELECT log_index + 1, pair_id, seq + 1, 9, 9, source_time, received_time, source, leaf_hash
      FROM ticks ORDER BY log_index DESC LIMIT 1`),
    ).toBe(NO_GRANT);
    expect(await tick()).toBe('taken');
    for (const astray of [{ seq: '1' }, { seq: '-1' }, { from: '1' }, { from: '-1' }, { received: '-1' }])
      expect(`${JSON.stringify(astray)} ${await tick(astray)}`).toMatch(/ 23514 ticks_in_order$/);
    expect(await tick({ received: '9000000000000 - received_time' })).toBe('23514 received_by_now');
    expect(
      await attempt(`SELECT append_ticks(size, ARRAY[pair_id, pair_id], ARRAY[seq + 1], ARRAY[9], ARRAY[9], ARRAY[source_time],
      ARRAY[received_time], ARRAY[source], ARRAY[leaf_hash], -1) FROM ticks t, log_state WHERE t.log_index = size - 1`),
    ).toMatch(/^23/);
  });

  test('triggers are decided no further than ticks go, and time passes no further than the clock', async () => {
    expect(await attempt('UPDATE log_state SET evaluated_through = 1000000000')).toBe(NO_GRANT);
    expect(await attempt('UPDATE log_state SET passed_time = 9000000000000000')).toBe(NO_GRANT);
    expect(await tick({ evaluated: 'size' })).toBe('23514 evaluated_within_log');
    expect(await tick({ evaluated: '1000000000' })).toBe('23514 evaluated_within_log');
    expect(await attempt('SELECT pass_time(9000000000000)')).toBe('23514 passed_by_now');
  });

  test('the exposure is that of the orders', async () => {
    expect(await attempt('UPDATE house_exposure SET buy_units = 0, buy_value = 0')).toBe(NO_GRANT);
    expect(await attempt('DELETE FROM house_exposure')).toBe(NO_GRANT);
    expect(await attempt("INSERT INTO house_exposure VALUES ('live', 1, 0, 0, 0, 0)")).toBe(NO_GRANT);
  });
});
