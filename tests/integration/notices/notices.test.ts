// Stored notices: written with the batch that they tell of, once, or not at all; read by their own user alone; never changed.

import type { Id } from '@fairtick/kernel/ids';
import { seededRandom } from '@fairtick/kernel/random';
import { noticeHandlers } from '@fairtick/server/domains/accounts/index';
import { BEGIN } from '@fairtick/server/platform/commands/pipeline';
import { runAll } from '@fairtick/server/platform/database/statement';
import { writeNotices } from '@fairtick/server/platform/notices/stored';
import { insertNotices, MOST_UNREAD, readNotices } from '@fairtick/server/platform/notices/table';
import { Records } from '@fairtick/server/platform/records/records';
import { afterEach, expect, test } from 'vitest';
import { accepted } from '../../harness/outcomes.ts';
import { nodesOf, type Plan } from '../../harness/plan.ts';
import { insertRealUser } from '../../harness/real-user.ts';
import { createWorld, type World } from '../../harness/world.ts';

let world: World;
afterEach(async () => {
  expect(await world.invariants()).toEqual([]);
  await world.close();
});

interface Row {
  readonly user_id: bigint;
  readonly realm: string;
  readonly kind: string;
  readonly params: unknown;
  readonly order_id: bigint | null;
  readonly read_time: bigint | null;
}
const stored = async (): Promise<Row[]> =>
  (await world.db.owner.query<Row>('SELECT user_id, realm, kind, params, order_id, read_time FROM notices ORDER BY id'))
    .rows;

const BUY = { pair: 'EURUSD', side: 'buy', lots: '0.1' } as const;

test('what ends without a tap of the user is kept with its batch: what it was, of which order, not read yet', async () => {
  world = await createWorld();
  const user = await world.demoUser();
  await world.tick('EURUSD', '1.10000', '1.10010');
  const { Id: stopped } = await accepted(world.forexSubmit(user, { ...BUY, stopLoss: '1.09500' }));
  const { Id: waiting } = await accepted(world.forexSubmit(user, { ...BUY, target: '1.09600' }));
  await world.settledTick('EURUSD', '1.09400', '1.09410');
  const about = { user_id: user, realm: 'demo', read_time: null };
  expect(await stored()).toEqual(
    expect.arrayContaining([
      { ...about, kind: 'stop_loss', order_id: BigInt(stopped), params: expect.objectContaining({ price: '1.09400' }) },
      { ...about, kind: 'filled', order_id: BigInt(waiting), params: expect.objectContaining({ price: '1.09410' }) },
    ]),
  );
  expect((await stored()).length).toBe(2);
});

test('what the user does, and how an option ended, is not kept: the history shows it', async () => {
  world = await createWorld();
  const user = await world.demoUser();
  await world.tick('EURUSD', '1.10000', '1.10010');
  const { Id } = await accepted(world.forexSubmit(user, BUY));
  await accepted(world.forexClose(user, Id));
  await accepted(world.microSubmit(user, { pair: 'EURUSD', direction: 'up', stake: '100', seconds: '30' }));
  await world.settledTick('EURUSD', '1.10000', '1.10010');
  world.clock.advance(29_000);
  await world.settledTick('EURUSD', '1.10100', '1.10110');
  world.clock.advance(2_000);
  await world.settledTick('EURUSD', '1.10100', '1.10110');
  expect(world.committed.flatMap(({ notices }) => notices.map(({ kind }) => kind))).toEqual(['micro_win']);
  expect(await stored()).toEqual([]);
});

test('a batch that is not committed leaves no notice, and the one that decides it after the crash leaves one', async () => {
  let dies = false;
  world = await createWorld({
    moment: (moment, names) => {
      if (dies && moment === 'before_commit' && names.includes('stop_loss')) throw new Error('killed');
    },
  });
  const user = await world.demoUser();
  await world.tick('EURUSD', '1.10000', '1.10010');
  await accepted(world.forexSubmit(user, { ...BUY, stopLoss: '1.09500' }));
  dies = true;
  await world.tick('EURUSD', '1.09400', '1.09410');
  await world.settle();
  expect(await stored()).toEqual([]);
  dies = false;
  await world.restart();
  await world.settle();
  expect((await stored()).map(({ kind }) => kind)).toEqual(['stop_loss']);
});

test('a margin call that is decided again, since its commit was not answered, is kept once', async () => {
  world = await createWorld();
  const user = await world.demoUser();
  const notice = { userId: user, realm: 'demo', kind: 'margin_call', orderId: undefined, params: {} } as const;
  const keep = (id: Id, cause: string) => runAll(world.db.app, insertNotices([{ ...notice, id, cause }]));
  await keep(1n, 'tick 7');
  await keep(2n, 'tick 7');
  await keep(3n, 'tick 8');
  expect((await stored()).length).toBe(2);
});

async function withNotices(count: number): Promise<{ user: Id; stranger: Id }> {
  world = await createWorld();
  const user = await world.demoUser();
  const stranger = await world.demoUser();
  const of = (userId: Id, from: number) =>
    Array.from({ length: count }, (_, n) => ({
      id: BigInt(from + 2 * n),
      userId,
      realm: 'demo' as const,
      kind: 'filled' as const,
      orderId: undefined,
      params: { pair: 'EUR/USD', price: `1.${n}` },
    }));
  // Every other one is somebody else's.
  await runAll(world.db.app, insertNotices([...of(user, 1), ...of(stranger, 2)]));
  return { user, stranger };
}

const handlers = () =>
  noticeHandlers({
    reads: () => world.db.app,
    records: new Records({ pool: world.db.app, clock: world.clock, random: seededRandom(1) }),
  });
const as = (userId: Id, key = `${userId}`) => ({
  principal: { kind: 'user', userId, realm: 'demo', tokenHash: new Uint8Array(32) } as const,
  lang: 'en' as const,
  key,
  address: '127.0.0.1',
  agent: '',
  deviceHash: null,
  requestId: '',
});
const page = (user: Id, before?: string) => accepted(handlers().notices({ before }, as(user)));

test('pages go back from the newest, none twice and none left out, and hold no other user’s', async () => {
  const { user } = await withNotices(45);
  const seen: string[] = [];
  let before: string | undefined;
  for (const length of [20, 20, 5]) {
    const { data, more, unread } = await page(user, before);
    expect([data.length, more, unread]).toEqual([length, length === 20, 45]);
    seen.push(...data.map(({ id }) => id));
    before = data.at(-1)?.id;
  }
  expect(seen).toEqual(Array.from({ length: 45 }, (_, n) => String(1 + 2 * (44 - n))));
  const [newest] = (await page(user)).data;
  expect(newest).toMatchObject({ kind: 'filled', orderId: '', read: false });
  expect(newest?.text).toBe('Your pending EUR/USD order was filled at 1.44.');
});

test('a new notice between two pages moves none of them', async () => {
  const { user } = await withNotices(30);
  const first = await page(user);
  const [one] = first.data;
  const newer = { id: 1_000n, userId: user, realm: 'demo', kind: 'unfrozen', orderId: undefined, params: {} } as const;
  await runAll(world.db.app, insertNotices([newer]));
  const second = await page(user, first.data.at(-1)?.id);
  expect(second.data.map(({ id }) => id)).toEqual(Array.from({ length: 10 }, (_, n) => String(19 - 2 * n)));
  expect((await page(user)).data.slice(0, 2).map(({ id }) => id)).toEqual(['1000', one?.id]);
});

test('reading marks what is as old or older, of oneself alone, and what came unseen stays unread', async () => {
  const { user, stranger } = await withNotices(30);
  await accepted(handlers().notices_read({ id: '41' }, as(user)));
  expect(await page(user)).toMatchObject({ unread: 9 });
  expect((await page(user)).data.filter(({ read }) => read).length).toBe(11);
  expect(await page(stranger)).toMatchObject({ unread: 30 });
  // A stranger's id is a bound like any other: it says nothing and marks nothing of theirs.
  await accepted(handlers().notices_read({ id: '60' }, as(user, 'again')));
  expect(await page(user)).toMatchObject({ unread: 0 });
  expect(await page(stranger)).toMatchObject({ unread: 30 });
});

test('very many unread ones are counted as one hundred', async () => {
  const { user } = await withNotices(MOST_UNREAD + 50);
  expect((await readNotices(world.db.app, user, { before: undefined, limit: 1 })).unread).toBe(MOST_UNREAD);
});

test('a notice is read once and otherwise never changed or taken away, by the app’s role or the owner', async () => {
  await withNotices(1);
  for (const act of ["UPDATE notices SET kind = 'verified'", 'UPDATE notices SET user_id = 8', 'DELETE FROM notices'])
    await expect(world.db.app.query(act)).rejects.toThrow('permission denied');
  await expect(world.db.app.query('TRUNCATE notices')).rejects.toThrow('permission denied');
  await expect(world.db.owner.query('DELETE FROM notices')).rejects.toThrow('append-only');
  await world.db.app.query('UPDATE notices SET read_time = 5');
  for (const again of ['5', '6', 'NULL'])
    await expect(world.db.app.query(`UPDATE notices SET read_time = ${again}`)).rejects.toThrow('does not change');
});

test('who has a mobile alone gets a text message where it is about their safety, and no letter that nobody could send', async () => {
  world = await createWorld();
  const { owner } = world.db;
  const users: readonly Id[] = [900n, 950n];
  for (const id of users) await insertRealUser(world.db, id, 0);
  const [byMobile, byBoth] = users;
  await owner.query("UPDATE account_names SET kind = 'mobile', name = '+85291234567' WHERE user_id = $1", [byMobile]);
  await owner.query(
    "INSERT INTO account_names (user_id, kind, name, verified_time) VALUES ($1, 'mobile', '+85291234568', 1)",
    [byBoth],
  );
  const kinds = ['totp_removed', 'name_changed', 'verified', 'stop_out'] as const;
  let ids: Id = 9_000n;
  const newId = (): Id => {
    ids += 1n;
    return ids;
  };
  const notices = users.flatMap((userId) =>
    kinds.map((kind) => ({ userId, kind, realm: 'live' as const, orderId: undefined, params: {} })),
  );
  await runAll(world.db.app, writeNotices(notices, newId));
  const sent = async (userId: Id | undefined): Promise<unknown> =>
    (
      await owner.query("SELECT kind, payload ->> 'template' AS template FROM outbox WHERE owner_id = $1 ORDER BY id", [
        userId,
      ])
    ).rows;
  expect(await sent(byMobile)).toEqual([
    { kind: 'sms', template: 'safety' },
    { kind: 'sms', template: 'name_changed' },
  ]);
  // Of what guards the account by both.
  expect(await sent(byBoth)).toEqual([
    { kind: 'mail', template: 'totp_removed' },
    { kind: 'sms', template: 'safety' },
    { kind: 'mail', template: 'name_changed' },
    { kind: 'sms', template: 'name_changed' },
    { kind: 'mail', template: 'verified' },
    { kind: 'mail', template: 'stop_out' },
  ]);
});

test('a batch looks up its own notices: the thousands that there were before are not read to find whom to tell of one', async () => {
  world = await createWorld();
  const [one, other] = [8_000_000n, 8_000_010n];
  for (const id of [one, other]) await insertRealUser(world.db, id, 0);
  const { owner } = world.db;
  await owner.query(
    `INSERT INTO notices (id, user_id, realm, kind, params) SELECT n, $1, 'live', 'filled', '{}' FROM generate_series(1, 3000) n`,
    [other],
  );
  const told = {
    userId: one,
    realm: 'live',
    kind: 'stop_out',
    orderId: undefined,
    params: { pair: 'EUR/USD' },
  } as const;
  const [keep, tell] = writeNotices([told], () => 9_000_000n);
  if (!keep || !tell) throw new Error('it is kept and told');
  const client = await owner.connect();
  await client.query(BEGIN);
  await client.query(keep.text, [...keep.values]);
  const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
    `EXPLAIN (ANALYZE, FORMAT JSON) ${tell.text}`,
    [...tell.values],
  );
  await client.query('ROLLBACK');
  client.release();
  const read = nodesOf(rows[0]?.['QUERY PLAN'][0].Plan ?? { 'Node Type': '', 'Actual Rows': NaN, 'Actual Loops': 1 });
  const rowsOf = (table: string): number =>
    read
      .filter((node) => node['Relation Name'] === table && node['Node Type'] !== 'ModifyTable')
      .reduce((sum, node) => sum + node['Actual Rows'] * node['Actual Loops'], 0);
  // By letter and by push.
  expect(rowsOf('notices')).toBe(2);
});
