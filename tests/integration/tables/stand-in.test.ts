// The simulation's database does what PostgreSQL does: the same random writes through both are taken or refused alike, with the same error, and leave
// rows that the same reads find alike. That makes what the simulation says of the server worth something.
// Long because the random rows of all tables stand beside each other: they refer to each other.

import type { LedgerType } from '@fairtick/contract/ledger-types';
import type { CancelCause, CloseReason, Fill, ForexOrder, MicroOrder, Realm } from '@fairtick/engine/types';
import { amount, price, quantity, rate } from '@fairtick/kernel/decimal';
import { USERS } from '@fairtick/server/domains/accounts/columns';
import { findUser } from '@fairtick/server/domains/accounts/index';
import { insertUsers } from '@fairtick/server/domains/accounts/table';
import { readActive, readActiveOf, readFinanced } from '@fairtick/server/domains/forex/active-table';
import { FOREX_ORDERS } from '@fairtick/server/domains/forex/columns';
import { readFinancing } from '@fairtick/server/domains/forex/financing-table';
import * as forex from '@fairtick/server/domains/forex/table';
import { ENTRIES, JOURNALS, LEDGER_ACCOUNTS, OWNERS } from '@fairtick/server/domains/ledger/columns';
import { accountsOfOwners, insertAccounts, insertJournals, lockOwners } from '@fairtick/server/domains/ledger/table';
import { MICRO_ORDERS } from '@fairtick/server/domains/micro/columns';
import * as micro from '@fairtick/server/domains/micro/table';
import { findKeys, insertKeys } from '@fairtick/server/platform/commands/keys-table';
import type { Pool } from '@fairtick/server/platform/database/pools';
import { send, type Write } from '@fairtick/server/platform/database/statement';
import { select } from '@fairtick/server/platform/database/tables/select';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../harness/database.ts';
import { MemoryDatabase } from '../../simulation/memory/database.ts';
import { asPool, MemoryPool } from '../../simulation/memory/pool.ts';
import { Weather } from '../../simulation/memory/weather.ts';

let db: TestDatabase;
let memory: Pool;
beforeAll(async () => {
  db = await createTestDatabase();
});
afterAll(() => db.drop());
/** Each run goes on where the last ended, in both: a shrunk run starts with neither empty, but with both alike. */
beforeEach(() => {
  memory ??= asPool(
    new MemoryPool({
      database: new MemoryDatabase(),
      weather: new Weather(() => {}),
      undecided: [],
      atCommit: () => undefined,
    }),
  );
});

/** 'done', or what the database said. One transaction. */
async function outcome(pool: Pool, writes: readonly Write[]): Promise<unknown> {
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    for (const write of writes) await send(client, write);
    await client.query('COMMIT');
    return 'done';
  } catch (error) {
    await client.query('ROLLBACK');
    if (!(error instanceof Error && 'code' in error)) throw error;
    const constraint = 'constraint' in error ? error.constraint : undefined;
    // Of two balances that a statement would make negative, the plan decides which is named.
    return {
      code: error.code,
      constraint: constraint === 'locked_not_negative' ? 'available_not_negative' : constraint,
    };
  } finally {
    client.release();
  }
}

/** Writes through both, which must say the same. */
async function both(writes: readonly Write[]): Promise<unknown> {
  const said = await outcome(db.app, writes);
  expect(await outcome(memory, writes)).toEqual(said);
  return said;
}

async function alike<T>(read: (pool: Pool) => Promise<T>): Promise<void> {
  expect(await read(memory)).toEqual(await read(db.app));
}

/** Of one seed, so that what must be met below is met every time; another seed looks elsewhere. */
const RUNS = { numRuns: 60, seed: 9 };
const outcomes = new Set<string>();
const told = (said: unknown): void => void outcomes.add(JSON.stringify(said));

const id = fc.bigInt(1n, 12n);
const user = fc.bigInt(1n, 4n);
const realm = fc.constantFrom<Realm>('live', 'demo');
const units = fc.constantFrom(-1n, 0n, 1n, 100_000_000n, 12_345_678_901_234n);
const time = fc.integer({ min: 1, max: 4 });
const maybe = <T>(value: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> => fc.option(value, { nil: undefined });
const fill: fc.Arbitrary<Fill> = fc.record({
  price: units.map(price),
  tickIndex: time,
  rate: units.map(rate),
  rateTickIndex: maybe(time),
  time,
});

/** Whatever the types allow. */
const wildForex: fc.Arbitrary<ForexOrder> = fc.record({
  id,
  realm,
  userId: user,
  pairId: time,
  side: fc.constantFrom('buy', 'sell'),
  quantity: units.map(quantity),
  terms: fc.record({
    multiple: time,
    marginMode: fc.constantFrom(1, 2),
    contNum: units.map(quantity),
    feeType: fc.constantFrom(1, 2),
    feeRate: units.map(amount),
    markup: units.map(price),
    pricePrecision: time,
    ratePairId: maybe(time),
    rateInverse: fc.boolean(),
    financingRate: units.map(amount),
    financingNights: fc.constantFrom('fx', 'weekdays', 'daily'),
  }),
  status: fc.constantFrom('pending', 'open', 'cancelled', 'closed'),
  margin: units.map(amount),
  fee: units.map(amount),
  held: units.map(amount),
  target: maybe(fc.record({ price: units.map(price), kind: fc.constantFrom('limit', 'stop') })),
  stopLoss: units.map(price),
  takeProfit: units.map(price),
  armedIndex: time,
  createdTime: time,
  placed: fc.record({ rate: units.map(rate), rateTickIndex: maybe(time) }),
  open: maybe(fill),
  close: maybe(
    fc.record({
      price: units.map(price),
      tickIndex: time,
      rate: units.map(rate),
      rateTickIndex: maybe(time),
      time,
      reason: fc.constantFrom<CloseReason>('user', 'stop_loss', 'take_profit', 'stop_out'),
    }),
  ),
  result: units.map(amount),
  openMarketTime: maybe(time),
  financedThrough: maybe(time),
  cancelledTime: maybe(time),
});

const positive = (value: bigint): bigint => (value > 0n ? value : 1n);
const CAUSES: readonly CancelCause[] = ['user', 'loss', 'house'];
/** The same, but as orders are. */
const tame = (order: ForexOrder): ForexOrder => {
  const opened = order.status === 'open' || order.status === 'closed';
  const over = order.status === 'closed' || order.status === 'cancelled';
  const from = order.openMarketTime ?? 1;
  const open = order.open ?? { price: price(5n), tickIndex: 1, rate: rate(1n), rateTickIndex: undefined, time: 1 };
  const close = order.status === 'closed' ? order.close : undefined;
  return {
    ...order,
    quantity: quantity(positive(order.quantity)),
    margin: amount(positive(order.margin)),
    fee: amount(positive(order.fee)),
    held: amount(over ? 0n : positive(order.held)),
    stopLoss: price(positive(order.stopLoss)),
    takeProfit: price(positive(order.takeProfit)),
    open: opened ? open : undefined,
    close,
    openMarketTime: opened ? from : undefined,
    financedThrough: opened ? Math.max(from, order.financedThrough ?? from) : undefined,
    cancelledTime: order.status === 'cancelled' || (order.status === 'closed' && !close) ? 3 : undefined,
    cancelCause: order.status === 'cancelled' ? CAUSES[order.terms.multiple % 3] : undefined,
    result: amount(order.status === 'closed' ? order.result : 0n),
  };
};
const FIELDS = [
  'status',
  'quantity',
  'margin',
  'fee',
  'held',
  'stopLoss',
  'takeProfit',
  'open',
  'close',
  'result',
  'openMarketTime',
  'financedThrough',
  'cancelledTime',
] as const;
/** As orders are, but for one field. */
const spoilt = fc
  .tuple(wildForex, wildForex, fc.constantFrom(...FIELDS))
  .map(([order, other, field]): ForexOrder => ({ ...tame(order), [field]: other[field] }));
const forexOrder = fc.oneof(wildForex, spoilt, spoilt, wildForex.map(tame));

const ALL_FOREX = select(FOREX_ORDERS, { columns: FOREX_ORDERS.names, order: ['id'] });
const byId = <T extends { readonly id: bigint }>(rows: readonly T[]): T[] =>
  [...rows].sort((a, b) => (a.id < b.id ? -1 : 1));

test('forex orders: new ones, what may change of them, and every read', async () => {
  const writes = fc.oneof(
    fc
      .uniqueArray(wildForex.map(tame), { selector: (order) => order.id, maxLength: 3 })
      .map((o) => forex.insertOrders(o)),
    forexOrder.map((order) => forex.insertOrders([order])),
    forexOrder.map((order) => forex.updateOrders([order])),
    forexOrder.map((order) => forex.updateOrders([order])),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(writes, { maxLength: 6 }), fc.array(user), fc.array(id), async (all, users, ids) => {
      for (const write of all) told(await both(write));
      await alike((pool) => ALL_FOREX.rows(pool, {}));
      await alike(async (pool) => byId(await forex.loadForBatch(pool, users, ids)));
      await alike((pool) => readActiveOf(pool, users));
      await alike((pool) => forex.findOwn(pool, users[0] ?? 1n, ids[0] ?? 1n));
      await alike(async (pool) => byId(await readFinanced(pool)));
      await alike(async (pool) => byId(await inTransaction(pool)));
    }),
    RUNS,
  );
  // What no write met is not shown to be alike.
  const met = [...outcomes].join();
  for (const one of ['pkey', 'check', 'check3', 'check4', 'check6', 'quantity_check'])
    expect(met).toContain(`"forex_orders_${one}"`);
  for (const one of ['"done"', 'order_final', 'financed_forward']) expect(met).toContain(one);
});

async function inTransaction(pool: Pool): Promise<{ id: bigint }[]> {
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    const all: { id: bigint }[] = [];
    for await (const page of readActive(client)) all.push(...page);
    return all;
  } finally {
    await client.query('ROLLBACK');
    client.release();
  }
}

const option: fc.Arbitrary<MicroOrder> = fc.record({
  id,
  realm,
  userId: user,
  pairId: time,
  direction: fc.constantFrom('up', 'down'),
  stake: units.map(amount),
  seconds: fc.integer({ min: 0, max: 60 }),
  profitRatio: units.map(amount),
  lossLevel: fc.constantFrom(0, 1),
  pricePrecision: time,
  reserve: units.map(amount),
  armedIndex: maybe(time),
  openDelayMs: time,
  openPrice: maybe(units.map(price)),
  openTickIndex: maybe(time),
  acceptedTime: time,
  expiryTime: time,
  status: fc.constantFrom('waiting', 'open', 'closed'),
  outcome: maybe(fc.constantFrom('win', 'loss', 'tie', 'void', 'no_tick')),
  endPrice: maybe(units.map(price)),
  endTickIndex: maybe(time),
  result: units.map(amount),
  closedTime: maybe(time),
});
const opening = ({ status, outcome, armedIndex, openPrice, openTickIndex }: MicroOrder): Partial<MicroOrder> => {
  if (status === 'waiting' || (status === 'closed' && outcome === 'no_tick'))
    return { armedIndex: armedIndex ?? 0, openPrice: undefined, openTickIndex: undefined };
  return { openPrice: openPrice ?? price(1n), openTickIndex: (openTickIndex ?? 0) + (armedIndex ?? 0) + 1 };
};
const tameOption = (one: MicroOrder): MicroOrder => ({
  ...one,
  ...opening(one),
  stake: amount(positive(one.stake)),
  seconds: one.seconds + 1,
  profitRatio: amount(positive(one.profitRatio)),
  reserve: amount(positive(one.reserve)),
  ...(one.status === 'closed'
    ? { outcome: one.outcome ?? 'void', closedTime: one.closedTime ?? 1 }
    : { outcome: undefined, closedTime: undefined, endPrice: undefined, endTickIndex: undefined, result: amount(0n) }),
});
const ALL_MICRO = select(MICRO_ORDERS, { columns: MICRO_ORDERS.names, order: ['id'] });

test('options: new ones, settlements, and every read', async () => {
  const one = fc.oneof(option, option.map(tameOption), option.map(tameOption));
  const writes = fc.oneof(
    one.map((o) => micro.insertOrders([o])),
    one.map((o) => micro.updateOrders([o])),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(writes, { maxLength: 6 }), fc.array(user), fc.array(id), async (all, users, ids) => {
      for (const write of all) await both(write);
      await alike((pool) => ALL_MICRO.rows(pool, {}));
      await alike((pool) => micro.loadActive(pool));
      await alike(async (pool) => byId(await micro.loadForBatch(pool, users, ids)));
      await alike((pool) => micro.findOwn(pool, users[0] ?? 1n, ids[0] ?? 1n));
    }),
    RUNS,
  );
});

test('nights and keys', async () => {
  const night = fc.record({
    orderId: id,
    night: time,
    times: fc.constantFrom<1 | 3>(1, 3),
    tickIndex: time,
    rate: units.map(rate),
    rateTickIndex: maybe(time),
    amount: units.map(amount),
    taken: units.map(amount),
    time,
  });
  const key = fc.record({
    ownerId: user,
    key: fc.constantFrom('a', 'b', 'a/b'),
    call: fc.constant('x'),
    bodyHash: fc.uint8Array({ maxLength: 4 }),
    answer: fc.oneof(fc.json(), fc.constantFrom('', '{', 'no')),
    time,
  });
  const writes = fc.oneof(
    night.map((one) => forex.insertFinancing([one])),
    key.map((one) => insertKeys([one])),
  );
  const wanted = fc.record({ ownerId: user, key: fc.constantFrom('a', 'b', 'a/b') });
  await fc.assert(
    fc.asyncProperty(fc.array(writes, { maxLength: 6 }), fc.array(id), fc.array(wanted), async (all, ids, keys) => {
      for (const write of all) await both(write);
      await alike((pool) => readFinancing(pool, ids));
      await alike(async (pool) =>
        [...(await findKeys(pool, keys))].map(([place, { bodyHash, answer }]) => [place, [...bodyHash], answer]).sort(),
      );
    }),
    RUNS,
  );
});

const KNOWN = [
  { id: 1n, realm: 'live' },
  { id: 2n, realm: 'demo' },
  { id: 3n, realm: 'live' },
] as const;
const HOUSE_IDS = { live: 900n, demo: 901n };
const ALL_ACCOUNTS = select(LEDGER_ACCOUNTS, { columns: LEDGER_ACCOUNTS.names, order: ['id'] });
const ALL_USERS = select(USERS, { columns: USERS.names, order: ['id'] });
const ALL_OWNERS = select(OWNERS, { columns: OWNERS.names, order: ['id'] });
const ALL_JOURNALS = select(JOURNALS, { columns: JOURNALS.names, order: ['id'] });
const ALL_ENTRIES = select(ENTRIES, { columns: ENTRIES.names, order: ['journal_id', 'line'] });

test('users, accounts, journals and what their lines move', async () => {
  for (const one of ['live', 'demo'] as const) {
    const none = { ownerId: 0n, realm: one, available: amount(0n), locked: amount(0n) };
    expect(await both(insertAccounts([{ ...none, id: HOUSE_IDS[one], kind: 'external' }]))).toBe('done');
  }
  // The stand-in holds no journal against its cause: what is made up here has none.
  await db.owner.query('ALTER TABLE entries DISABLE TRIGGER journal_has_cause');
  for (const { id: owner, realm: of } of KNOWN) {
    const made = { id: owner, realm: of, uid: `K${owner}`, email: null, passwordHash: null, createdTime: 1 };
    const none = { ownerId: owner, realm: of, available: amount(0n), locked: amount(0n) };
    const accounts = [
      { ...none, id: owner * 10n, kind: 'forex' as const },
      { ...none, id: owner * 10n + 1n, kind: 'micro' as const },
    ];
    expect(await both([...insertUsers([made]), ...insertAccounts(accounts)])).toBe('done');
  }
  const newUser = fc.record({
    id: fc.bigInt(0n, 8n),
    realm,
    uid: fc.constantFrom('U1', 'U2', 'U3', 'U4', 'U5', 'U6'),
    email: fc.option(fc.constantFrom('a@b', 'c@d', 'e@f')),
    passwordHash: fc.option(fc.constant('x')),
    createdTime: time,
  });
  const account = fc.record({
    id: fc.bigInt(1n, 20n),
    realm,
    ownerId: fc.bigInt(0n, 6n),
    kind: fc.constantFrom('change', 'forex', 'micro', 'trading', 'fees'),
    available: fc.constant(amount(0n)),
    locked: fc.constant(amount(0n)),
  });
  const moved = fc.constantFrom(-2n, -1n, 1n, 2n, 5n);
  // Most lines are on accounts of the journal's owner or the house, in its realm.
  const line = fc.record({
    on: fc.integer({ min: 0, max: 12 }),
    stray: fc.bigInt(1n, 40n),
    available: moved.map(amount),
    locked: fc.constantFrom(0n, 0n, 1n, -1n).map(amount),
  });
  const journal = fc
    .record({
      id: fc.bigInt(1n, 1_000n),
      owner: fc.constantFrom(...KNOWN, { id: 0n, realm: 'demo' } as const, { id: 1n, realm: 'demo' } as const),
      number: fc.integer({ min: 0, max: 9 }),
      time,
      type: fc.constantFrom<LedgerType>('house_capital', 'micro_open', 'forex_open'),
      reference: fc.bigInt(1n, 60n),
      key: fc.constant('k'),
      lines: fc.array(line, { minLength: 1, maxLength: 3 }),
      actor: fc.constantFrom({ kind: 'system', id: 0n } as const, { kind: 'user', id: 1n } as const),
      even: fc.integer({ min: 0, max: 6 }),
    })
    .map(({ even, owner, lines, ...one }) => {
      const house = HOUSE_IDS[owner.realm];
      const own = (on: number): bigint => (owner.id === 0n ? house : owner.id * 10n + BigInt(on % 2));
      const entries = lines.map(({ on, stray, ...moves }) => ({ ...moves, accountId: on === 12 ? stray : own(on) }));
      const sum = entries.reduce((all, { available, locked }) => all + available + locked, 0n);
      const rest = { accountId: house, available: amount(-sum), locked: amount(0n) };
      const whole = even === 0 || sum === 0n ? entries : [...entries, rest];
      return { ...one, ownerId: owner.id, realm: owner.realm, entries: whole };
    });
  const number = async (realmOf: Realm, owner: bigint): Promise<number> =>
    [...(await lockOwners(db.app, [owner], [realmOf])).owners].find((one) => one.id === owner && one.realm === realmOf)
      ?.version ?? 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(
        fc.oneof(
          newUser.map((one) => ({ user: one })),
          account.map((one) => ({ account: one })),
          journal.map((one) => ({ journal: one })),
          journal.map((one) => ({ journal: one })),
        ),
        { maxLength: 10 },
      ),
      fc.array(user),
      async (all, users) => {
        for (const one of all) {
          if ('user' in one) told(await both(insertUsers([one.user])));
          else if ('account' in one) told(await both(insertAccounts([one.account])));
          else {
            const { realm: of, ownerId, number: step } = one.journal;
            // Most continue their owner's order.
            const version = await number(of, ownerId);
            const next = step === 0 ? 1 : version + (step === 1 ? 2 : 1);
            told(await both(insertJournals([{ ...one.journal, number: next }])));
          }
        }
        await alike((pool) => ALL_USERS.rows(pool, {}));
        await alike(async (pool) => (await ALL_OWNERS.rows(pool, {})).filter((owner) => owner.id !== 0n));
        await alike(async (pool) =>
          (await ALL_OWNERS.rows(pool, {})).find((owner) => owner.id === 0n && owner.realm === 'demo'),
        );
        await alike((pool) => ALL_ACCOUNTS.rows(pool, {}));
        await alike((pool) => ALL_JOURNALS.rows(pool, {}));
        await alike((pool) => ALL_ENTRIES.rows(pool, {}));
        await alike((pool) => findUser(pool, users[0] ?? 1n));
        await alike(async (pool) => byId(await accountsOfOwners(pool, users, 'forex')));
        await alike(async (pool) => byId([...(await lockOwners(pool, users, ['demo'])).accounts]));
      },
    ),
    RUNS,
  );
  const met = [...outcomes].join();
  for (const promise of [
    'users_pkey',
    'account_of_user',
    'kind_known',
    'one_realm_per_journal',
    'journal_sums_to_zero',
    'available_not_negative',
    'one_owner_per_journal',
    'owner_order',
  ])
    expect(met).toContain(promise);
});
