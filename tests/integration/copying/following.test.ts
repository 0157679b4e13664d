// Following over HTTP on the whole server: an order of a trader's reaches everybody who follows at its own tick and price, ends with it, and its net gains
// are shared by a high-water mark. Long because each rule is one test over one server.

import { execFile } from 'node:child_process';
import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ForexProof } from '@fairtick/engine/proof';
import { fails, verifyForex } from '@fairtick/engine/verify';
import { type Canonical, canonicalJson } from '@fairtick/kernel/canonical-json';
import { readUnits } from '@fairtick/kernel/decimal';
import { auditDatabase } from '@fairtick/server/audit/database-audit';
import { hasFollowers } from '@fairtick/server/domains/copying/index';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { brokenInvariants } from '../../harness/invariants.ts';
import { presetSettings } from '../../harness/preset.ts';
import { fundLiveHouse } from '../../harness/real-user.ts';
import { insertStaff, type TestMember } from '../../harness/staff.ts';
import { type House, openHouse, type Person } from '../verification/house.ts';
import { type Crowd, crowdOf } from './crowd.ts';

const LIMITS = {
  openings_a_day: 200,
  copied: { fx: '100000000', metal: '50000000', index: '20000000', always: '20000000' },
};

let house: House;
let cora: TestMember;
let crowd: Crowd;

beforeAll(async () => {
  // Orders of a test follow each other at once.
  house = await openHouse((db) => presetSettings(db.owner, { copying_limits: { ...LIMITS, seconds_between: 0 } }));
  await fundLiveHouse(house.db);
  cora = await insertStaff(house.db, { roles: ['compliance'], name: 'Cora' });
  crowd = crowdOf(house, cora);
});
afterAll(() => house.close());

type Fields = Readonly<Record<string, string>>;
const plain = z.record(z.string(), z.unknown());
const list = z.object({ data: z.array(plain), total: z.number() }).loose();
const soon = (read: () => Promise<unknown>) => expect.poll(read, { timeout: 20_000, interval: 200 });

async function leader(card: string): Promise<Person> {
  const { person, id } = await crowd.applicant(card);
  const done = await house.staff('trader_decide', { id, decision: 'approve', reason: '' }, { token: cora.token });
  if (done.said !== 'ok') throw new Error(`a trader was not approved: ${done.said}`);
  return person;
}

const follow = (who: Person, trader: Person, fields: Fields = {}) =>
  house.user(
    'follow_trader',
    { trader_id: String(trader.id), multiple: '1', max_amount: '1000', ...fields },
    { token: who.token },
  );
const leave = (who: Person, trader: Person) =>
  house.user('canal_follow', { trader_id: String(trader.id) }, { token: who.token });
const followed = async (who: Person) =>
  z.array(plain).parse((await house.user('followed_trader', {}, { token: who.token })).data);
const close = (who: Person, id: string) => house.user('forex_close', { id }, { token: who.token });

const copy = z.tuple([
  z.bigint(),
  z.string(),
  z.string(),
  z.bigint(),
  z.bigint(),
  z.string().nullable(),
  z.bigint().nullable(),
]);
/** Copies of one order: number, status, price, tick and time of opening, why and at which tick it closed. */
const copiesOf = async (id: string, who?: Person) =>
  z.array(copy).parse(
    await house.rows(
      `SELECT id, status::text, open_price::text, open_tick, open_time, close_reason::text, close_tick FROM forex_orders
       WHERE origin_id = $1 AND ($2::bigint IS NULL OR user_id = $2) ORDER BY id`,
      [id, who?.id ?? null],
    ),
  );
const orderOf = async (id: string) =>
  z
    .tuple([copy])
    .parse(
      await house.rows(
        `SELECT id, status::text, open_price::text, open_tick, open_time, close_reason::text, close_tick FROM forex_orders WHERE id = $1`,
        [id],
      ),
    )[0];
const skipsOf = async (who: Person) =>
  list.parse((await house.user('follow_skips', {}, { token: who.token })).data).data.map(({ reason }) => reason);
const doneEvents = async (trader: Person) =>
  house.rows('SELECT kind, done FROM copy_events WHERE trader_id = $1 ORDER BY number', [trader.id]);

test('an order of the trader opens for each who follows at its tick, price and time, and ends with it', async () => {
  const trader = await leader('F0000001');
  const [one, two] = [await crowd.verified('F0000002'), await crowd.verified('F0000003')];
  expect((await follow(one, trader)).said).toBe('ok');
  expect((await follow(two, trader, { multiple: '2', max_amount: '5000' })).said).toBe('ok');
  const id = await crowd.open(trader);
  await soon(() => copiesOf(id)).toHaveLength(2);
  const opened = await orderOf(id);
  for (const made of await copiesOf(id)) expect(made.slice(1, 5)).toEqual(opened.slice(1, 5));
  const sizes = z
    .array(z.tuple([z.string()]))
    .parse(
      await house.rows(
        'SELECT quantity::numeric(9, 2)::text FROM forex_orders WHERE origin_id = $1 ORDER BY quantity',
        [id],
      ),
    );
  expect(sizes.flat()).toEqual(['0.01', '0.02']);
  expect((await close(trader, id)).said).toBe('ok');
  const closed = await orderOf(id);
  await soon(async () => (await copiesOf(id)).map(([, status]) => status)).toEqual(['closed', 'closed']);
  for (const [, , , , , reason, tick] of await copiesOf(id)) expect([reason, tick]).toEqual(['trader', closed[6]]);
  await soon(() => doneEvents(trader)).toEqual([
    ['open', true],
    ['close', true],
  ]);
  const [seen] = await followed(two);
  expect(seen).toMatchObject({
    mode: 'lots',
    multiple: 2,
    max_amount: '5000.00',
    stop_amount: '5000.00',
    closed_num: 1,
  });
  await soon(async () =>
    plain.parse((await house.user('trader_detail', { id: String(trader.id) }, { token: two.token })).data),
  ).toMatchObject({ follow_num: 2, position_num: 0, total_num: 2, is_followed: true, position_quantity: 2 });
  // What followers earned stands beside what the trader did, and what is under copy: by a server that has just read it.
  const fresh = await house.another();
  const record = (await fresh.user('trader_record', { id: String(trader.id) }, {})).data;
  await fresh.stop();
  const [[settled, gaining, earned, assets] = []] = await house.rows(
    `SELECT count(*)::int, (count(*) FILTER (WHERE closed_net > 0))::int, sum(closed_net)::numeric(30, 6)::text,
       sum(least(s.max_amount, a.available + a.locked))::numeric(30, 6)::text
     FROM follows f JOIN follow_settings s ON s.follow_id = f.id
     JOIN ledger_accounts a ON a.owner_id = f.user_id AND a.kind = 'forex' WHERE f.trader_id = $1`,
    [trader.id],
  );
  const shown = { followers_settled: settled, followers_gaining: gaining, followers_net: earned, assets };
  expect([settled, record]).toMatchObject([2, { ...shown, worst_week: '' }]);
  const mine = list.parse((await house.user('my_follower', {}, { token: trader.token })).data).data;
  const results = await house.rows(
    'SELECT closed_net::numeric(30, 6)::text AS net FROM follows WHERE trader_id = $1 ORDER BY closed_net',
    [trader.id],
  );
  // Of each follower what they made, not what the trader was paid of it.
  expect(mine.map((one) => String(one.total_profits)).toSorted((a, b) => Number(a) - Number(b))).toEqual(
    results.flat(),
  );
  expect(await brokenInvariants(house.db.owner)).toEqual([]);
});

test('what the trader opened before, or opens after one has left, is not copied; copies that were open stay, and follow no closing', async () => {
  const trader = await leader('F0000011');
  const one = await crowd.verified('F0000012');
  const before = await crowd.open(trader);
  expect((await follow(one, trader)).said).toBe('ok');
  expect((await close(trader, before)).said).toBe('ok');
  const kept = await crowd.open(trader);
  await soon(() => copiesOf(kept)).toHaveLength(1);
  expect((await leave(one, trader)).said).toBe('ok');
  expect((await leave(one, trader)).said).toBe('NOT_FOLLOWED');
  const after = await crowd.open(trader);
  expect((await close(trader, kept)).said).toBe('ok');
  expect((await close(trader, after)).said).toBe('ok');
  await soon(() =>
    house.rows('SELECT count(*)::int FROM copy_events WHERE trader_id = $1 AND NOT done', [trader.id]),
  ).toEqual([[0]]);
  const [mine, ...others] = await copiesOf(kept);
  expect([mine?.[1], others]).toEqual(['open', []]);
  expect([await copiesOf(before), await copiesOf(after)]).toEqual([[], []]);
  expect((await close(one, String(mine?.[0]))).said).toBe('ok');
});

test('leaving may close the copies with it: at the follower’s own moment, once, with what is then set aside paid', async () => {
  const trader = await leader('F0000015');
  const [one, other] = [await crowd.verified('F0000016'), await crowd.verified('F0000017')];
  for (const who of [one, other]) expect((await follow(who, trader)).said).toBe('ok');
  const ids = [await crowd.open(trader), await crowd.open(trader)];
  const own = await crowd.open(one);
  for (const id of ids) await soon(() => copiesOf(id)).toHaveLength(2);
  const asked = { trader_id: String(trader.id), close: '1' };
  const sent = { token: one.token, key: 'leaves-and-closes' };
  const tries = await Promise.all([1, 2, 3].map(() => house.user('canal_follow', asked, sent)));
  for (const told of tries) expect(told).toMatchObject({ said: 'ok', data: { closed: 2, left: 0 } });
  expect((await house.user('canal_follow', asked, { token: one.token })).said).toBe('NOT_FOLLOWED');
  for (const id of ids) {
    expect((await copiesOf(id, one)).map(([, status, , , , reason]) => [status, reason])).toEqual([['closed', 'user']]);
    expect((await copiesOf(id, other)).map(([, status]) => status)).toEqual(['open']);
  }
  // Lists tell copies from orders of one's own, and whose they are, also after one has left.
  const listed = async (status: string, copies: string) =>
    list.parse((await house.user('my_deal', { status, copies, page: '1' }, { token: one.token })).data);
  expect((await listed('1', '0')).data.map(({ Id }) => Id)).toEqual([own]);
  expect(await listed('1', '1')).toMatchObject({ data: [], total: 0 });
  expect(await listed('3', '1')).toMatchObject({ total: 2 });
  expect((await listed('3', '')).total).toBe(2);
  const [relation] = z.array(plain).parse((await house.user('follow_relations', {}, { token: one.token })).data);
  expect(relation).toMatchObject({ trader_id: String(trader.id) });
  for (const { FollowId } of (await listed('3', '1')).data) expect(FollowId).toBe(relation?.id);
  // What is no copy, and whoever goes on, is not touched.
  expect((await orderOf(own))[1]).toBe('open');
  // Traders are known anew every few seconds.
  await soon(async () => (await followed(other)).length).toBe(1);
  const [first] = await copiesOf(ids[0] ?? '', one);
  const proof = (await house.user('proof', { family: 'forex', id: String(first?.[0]) }, { token: one.token })).data;
  if (!isProof(proof)) throw new Error('a copy has a proof');
  // Their trader has not closed yet: that nothing else was asked before nothing shows.
  expect(verifyForex(proof).filter(({ ok }) => !ok)).toMatchObject([{ name: 'copy.requests', open: true }]);
  const [[net, accrued, paid, closed] = []] = await house.rows(
    `SELECT (SELECT sum(result - fee)::text FROM forex_orders WHERE user_id = $1 AND follow_id IS NOT NULL), m.accrued::numeric(9, 2)::text, m.paid::text,
       f.closed_num FROM copy_marks m JOIN follows f USING (user_id, trader_id) WHERE m.user_id = $1`,
    [one.id],
  );
  const gained = readUnits(String(net));
  expect([accrued, closed, readUnits(String(paid))]).toEqual(['0.00', 2, gained > 0n ? gained / 10n : 0n]);
  for (const id of ids) expect((await close(trader, id)).said).toBe('ok');
  await soon(() =>
    house.rows('SELECT count(*)::int FROM copy_events WHERE trader_id = $1 AND NOT done', [trader.id]),
  ).toEqual([[0]]);
  expect(await brokenInvariants(house.db.owner)).toEqual([]);
});

test('leaving and following again does not free the greatest amount: copies that were left open count', async () => {
  const trader = await leader('F0000081');
  const one = await crowd.verified('F0000082');
  expect((await follow(one, trader)).said).toBe('ok');
  const id = await crowd.open(trader);
  await soon(() => copiesOf(id)).toHaveLength(1);
  const [[margin] = []] = await house.rows('SELECT ceil(margin * 1.5)::text FROM forex_orders WHERE origin_id = $1', [
    id,
  ]);
  expect((await leave(one, trader)).said).toBe('ok');
  expect((await follow(one, trader, { max_amount: String(margin) })).said).toBe('ok');
  const later = await crowd.open(trader);
  await soon(() => skipsOf(one)).toEqual(['max_amount']);
  expect(await copiesOf(later)).toEqual([]);
});

test('who may follow whom', async () => {
  const trader = await leader('F0000021');
  const other = await leader('F0000022');
  const one = await crowd.verified('F0000023');
  expect((await follow(trader, trader)).said).toBe('FOLLOW_SELF');
  expect((await follow(other, trader)).said).toBe('TRADER_FOLLOWS');
  expect((await follow(await house.person(), trader)).said).toBe('NOT_VERIFIED');
  expect((await follow(one, one)).said).toBe('FOLLOW_SELF');
  expect((await follow(one, trader, { multiple: '0' })).said).toBe('MULTIPLE_RANGE');
  expect((await follow(one, trader, { max_amount: '9.99' })).said).toBe('MAX_AMOUNT_RANGE');
  expect((await follow(one, trader, { stop_amount: '3000.01' })).said).toBe('STOP_AMOUNT_RANGE');
  const tries = await Promise.all(Array.from({ length: 50 }, () => follow(one, trader)));
  expect(tries.map(({ said }) => said).toSorted()).toEqual([...Array(49).fill('FOLLOWED_ALREADY'), 'ok']);
  await crowd.trade(one, 10);
  expect((await house.user('apply_trader', {}, { token: one.token })).said).toBe('FOLLOWS_FIRST');
  const demo = await house.user('my_follower', {}, { token: one.token });
  expect(list.parse(demo.data)).toMatchObject({ data: [], total: 0 });
  const own = list.parse((await house.user('my_follower', {}, { token: trader.token })).data);
  expect(own).toMatchObject({ total: 1, follow_num: 1, position_profits: '0.000000' });
});

test('what is not copied says why: too little money, the greatest amount used up, paused', async () => {
  const trader = await leader('F0000031');
  const poor = await crowd.verified('F0000032', 1);
  const small = await crowd.verified('F0000033');
  const resting = await crowd.verified('F0000034');
  expect((await follow(poor, trader)).said).toBe('ok');
  expect((await follow(small, trader, { max_amount: '10' })).said).toBe('ok');
  expect((await follow(resting, trader)).said).toBe('ok');
  expect(
    (await house.user('follow_settings', { trader_id: String(trader.id), paused: '1' }, { token: resting.token })).said,
  ).toBe('ok');
  const id = await crowd.open(trader);
  await soon(async () => [...(await skipsOf(poor)), ...(await skipsOf(small)), ...(await skipsOf(resting))]).toEqual([
    'free_margin',
    'max_amount',
    'paused',
  ]);
  expect(await copiesOf(id)).toEqual([]);
});

test('a copy is its trader’s in its stops and its follower’s to close; others see neither it nor what is open', async () => {
  const trader = await leader('F0000041');
  const [one, stranger] = [await crowd.verified('F0000042'), await crowd.verified('F0000043')];
  expect((await follow(one, trader)).said).toBe('ok');
  const id = await crowd.open(trader);
  await soon(() => copiesOf(id)).toHaveLength(1);
  const [[own = 0n] = []] = await copiesOf(id);
  const stops = { id: String(own), stop_loss_price: '1', target_profit_price: '0' };
  expect((await house.user('set_stop_price', stops, { token: one.token })).said).toBe('COPY_STOPS');
  expect((await house.user('set_stop_price', { ...stops, id }, { token: trader.token })).said).toBe('ok');
  await soon(() => house.rows('SELECT stop_loss::numeric(9, 2)::text FROM forex_orders WHERE id = $1', [own])).toEqual([
    ['1.00'],
  ]);
  const asked = { user_id: String(trader.id), status: '1', page: '1' };
  const open = async (who: Person, fields: Fields) =>
    house.user('my_deal_follow_order', { ...asked, ...fields }, { token: who.token });
  await soon(async () => (await open(stranger, {})).said).toBe('FOLLOWERS_ONLY');
  expect((await open(stranger, { follower_user_id: String(one.id) })).said).toBe('ORDER_NOT_FOUND');
  expect(list.parse((await open(one, {})).data).data).toMatchObject([{ Id: id, Status: 1, FollowType: 1 }]);
  for (const who of [one, trader])
    expect(list.parse((await open(who, { follower_user_id: String(one.id) })).data).data).toMatchObject([
      { Id: String(own), Status: 1, FollowType: 2 },
    ]);
  expect((await close(one, String(own))).said).toBe('ok');
  expect((await close(trader, id)).said).toBe('ok');
  await soon(() => doneEvents(trader)).toEqual([
    ['open', true],
    ['stops', true],
    ['close', true],
  ]);
});

test('stops that are moved fast: copies take the newest, not each; who has no copy is told of none', async () => {
  const trader = await leader('F0000091');
  const [one, poor] = [await crowd.verified('F0000092'), await crowd.verified('F0000093', 1)];
  for (const who of [one, poor]) expect((await follow(who, trader)).said).toBe('ok');
  const id = await crowd.open(trader);
  await soon(() => copiesOf(id)).toHaveLength(1);
  const [[own = 0n] = []] = await copiesOf(id);
  const moves = Array.from({ length: 40 }, (_, at) => String(at + 1));
  const moved = await Promise.all(
    moves.map((stop_loss_price) =>
      house.user('set_stop_price', { id, stop_loss_price, target_profit_price: '0' }, { token: trader.token }),
    ),
  );
  expect(moved.map(({ said }) => said)).toEqual(moves.map(() => 'ok'));
  const stopOf = (order: bigint | string) =>
    house.rows('SELECT stop_loss::numeric(9, 2)::text, armed_index FROM forex_orders WHERE id = $1', [order]);
  await soon(async () => [await stopOf(own), await doneEvents(trader)]).toEqual([
    await stopOf(id),
    ['open', ...moves.map(() => 'stops')].map((kind) => [kind, true]),
  ]);
  const [[told = 0] = []] = z
    .array(z.tuple([z.number()]))
    .parse(await house.rows(`SELECT count(*)::int FROM acceptances WHERE order_id = $1 AND kind = 'stops'`, [own]));
  expect(told).toBeGreaterThan(0);
  expect(told).toBeLessThan(moves.length / 2);
  expect((await close(trader, id)).said).toBe('ok');
  await soon(async () => (await copiesOf(id))[0]?.[1]).toBe('closed');
  const { findings } = await auditDatabase(house.db.owner);
  expect(findings.filter((found) => found.startsWith('forex order'))).toEqual([]);
});

test('a trader who leads no more: nothing is copied from then on, relations end, and their account stays while anything is to be shared', async () => {
  const trader = await leader('F0000071');
  const one = await crowd.verified('F0000072');
  expect((await follow(one, trader)).said).toBe('ok');
  const id = await crowd.open(trader);
  await soon(() => copiesOf(id)).toHaveLength(1);
  const end = () => house.user('follow_end', {}, { token: trader.token });
  expect(await hasFollowers(house.db.owner, trader.id)).toBe(true);
  expect([(await end()).said, (await end()).said]).toEqual(['ok', 'NOT_A_TRADER']);
  const later = await crowd.open(trader);
  await soon(() => skipsOf(one)).toEqual(['trader']);
  expect(await copiesOf(later)).toEqual([]);
  expect((await follow(await crowd.verified('F0000073'), trader)).said).toBe('TRADER_NOT_LEADING');
  const ended = async () =>
    house.rows('SELECT end_reason FROM follows WHERE trader_id = $1 AND ended_time IS NOT NULL', [trader.id]);
  await expect.poll(ended, { timeout: 90_000, interval: 1_000 }).toEqual([['trader']]);
  // Their copy is still open: what it gains would be shared.
  expect(await hasFollowers(house.db.owner, trader.id)).toBe(true);
  const [[own = 0n] = []] = await copiesOf(id);
  expect((await close(one, String(own))).said).toBe('ok');
  expect(await brokenInvariants(house.db.owner)).toEqual([]);
});

interface Shown extends ForexProof {
  readonly origin: NonNullable<ForexProof['origin']>;
}
const isProof = (data: unknown): data is Shown => plain.safeParse(data).success;
/** What the script that shares nothing with the server says of proofs. */
async function recheck(proofs: readonly Shown[]): Promise<string> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'fairtick-copies-'));
  const file = path.join(folder, 'proofs.json');
  fs.writeFileSync(file, JSON.stringify(proofs));
  const script = fileURLToPath(new URL('../../independent/copies.mjs', import.meta.url));
  const said = await new Promise<string>((resume) => {
    execFile(process.execPath, [script, file], (_, stdout) => resume(stdout));
  });
  fs.rmSync(folder, { recursive: true });
  return said;
}
/** What an acceptance of the proof says, with other words in it. */
const reworded = (proof: Shown, kind: string, change: Readonly<Record<string, Canonical>>): Shown => ({
  ...proof,
  acceptances: proof.acceptances.map((one) =>
    one.kind === kind
      ? {
          ...one,
          contents: canonicalJson({ ...z.record(z.string(), z.json()).parse(JSON.parse(one.contents)), ...change }),
        }
      : one,
  ),
});

test('a copy is proven: it is of that order, at its moment, as large as what was set and free gives, and it ended with it', async () => {
  const trader = await leader('F0000061');
  const one = await crowd.verified('F0000062');
  expect((await follow(one, trader, { multiple: '3', max_amount: '1000', mode: 'lots' })).said).toBe('ok');
  const id = await crowd.open(trader);
  await soon(() => copiesOf(id)).toHaveLength(1);
  expect(
    (
      await house.user(
        'set_stop_price',
        { id, stop_loss_price: '1', target_profit_price: '0' },
        { token: trader.token },
      )
    ).said,
  ).toBe('ok');
  expect((await close(trader, id)).said).toBe('ok');
  await soon(async () => (await copiesOf(id))[0]?.[1]).toBe('closed');
  const [[own = 0n] = []] = await copiesOf(id);
  const asked = await house.user('proof', { family: 'forex', id: String(own) }, { token: one.token });
  const proof = asked.data;
  if (!isProof(proof)) throw new Error('a copy has a proof');
  expect(proof.origin.map(({ kind }) => kind)).toEqual(['placed', 'stops', 'close']);
  expect(verifyForex(proof).filter(({ ok }) => !ok)).toEqual([]);
  const failing = (forged: Shown) =>
    verifyForex(forged)
      .filter(fails)
      .map(({ name }) => name);
  const size = { Quantity: proof.terms.Quantity, originQuantity: proof.terms.Quantity };
  expect(failing(reworded(proof, 'placed', { maxAmount: '100' }))).toContain('copy.size');
  expect(failing(reworded(proof, 'placed', { copyMultiple: 1 }))).toContain('copy.size');
  expect(failing(reworded(proof, 'placed', { ...size, free: '0.01' }))).toEqual(
    expect.arrayContaining(['copy.size', 'copy.origin_quantity']),
  );
  expect(failing(reworded(proof, 'placed', { origin: '7' }))).toContain('copy.origin');
  // Terms other than the trader's.
  for (const field of ['ForexFeeRate', 'financingRate', 'markup'])
    expect(failing(reworded(proof, 'placed', { [field]: '0.7' }))).toContain('copy.terms');
  expect(failing(reworded(proof, 'placed', { multiple: 1_000 }))).toContain('copy.leverage');
  expect(failing(reworded(proof, 'stops', { TargetLossPrice: '2.00' }))).toContain('copy.stops');
  expect(failing({ ...proof, origin: [] })).toContain('copy.origin');
  expect(failing({ ...proof, origin: proof.origin.filter(({ kind }) => kind !== 'stops') })).toContain('copy.chain');
  const moved = (kind: string) => ({
    ...proof,
    origin: proof.origin.map((said) => (said.kind === kind ? { ...said, tick: said.tick + 1 } : said)),
  });
  expect(failing(moved('placed'))).toContain('copy.moment');
  expect(failing(moved('close'))).toContain('copy.end');
  // What the trader's own proof shows is theirs: no origin, and nothing of who follows.
  const theirs = (await house.user('proof', { family: 'forex', id }, { token: trader.token })).data;
  if (!isProof(theirs)) throw new Error('an order has a proof');
  expect(theirs.origin).toEqual([]);
  expect(verifyForex(theirs).filter(({ ok }) => !ok)).toEqual([]);
});

test('each closed copy moves the mark by its net result, and what is set aside is in the ledger', async () => {
  const trader = await leader('F0000051');
  const one = await crowd.verified('F0000052');
  expect((await follow(one, trader)).said).toBe('ok');
  for (let round = 0; round < 6; round += 1) {
    const id = await crowd.open(trader);
    await soon(() => copiesOf(id)).toHaveLength(1);
    expect((await close(trader, id)).said).toBe('ok');
    await soon(async () => (await copiesOf(id))[0]?.[1]).toBe('closed');
  }
  const [[net, accrued, waiting] = []] = await house.rows(
    `SELECT (SELECT sum(result - fee)::text FROM forex_orders WHERE user_id = $1 AND follow_id IS NOT NULL), accrued::text,
       (SELECT available::text FROM ledger_accounts WHERE owner_id = 0 AND realm = 'live' AND kind = 'clearing:share') FROM copy_marks WHERE user_id = $1`,
    [one.id],
  );
  const gained = readUnits(String(net));
  expect(readUnits(String(accrued))).toBe(gained > 0n ? gained / 10n : 0n);
  expect(readUnits(String(waiting))).toBeGreaterThanOrEqual(readUnits(String(accrued)));
  expect(await house.rows('SELECT count(*)::int FROM copy_steps WHERE user_id = $1', [one.id])).toEqual([[6]]);
  expect((await leave(one, trader)).said).toBe('ok');
  expect(await house.rows('SELECT accrued::numeric(9, 2)::text FROM copy_marks WHERE user_id = $1', [one.id])).toEqual([
    ['0.00'],
  ]);
  expect(await brokenInvariants(house.db.owner)).toEqual([]);
});

test('what copies have lost is the follower’s limit: at the sum that they set all close, and they follow no more', async () => {
  const trader = await leader('F0000071');
  const [small, wide] = [await crowd.verified('F0000072'), await crowd.verified('F0000073')];
  // Its fee alone is more than a dollar.
  expect((await follow(small, trader, { multiple: '20', max_amount: '1900', stop_amount: '1' })).said).toBe('ok');
  expect((await follow(wide, trader)).said).toBe('ok');
  const id = await crowd.open(trader);
  await soon(async () => (await copiesOf(id, small)).map(([, status, , , , reason]) => [status, reason])).toEqual([
    ['closed', 'copy_stop'],
  ]);
  expect((await copiesOf(id, wide)).map(([, status]) => status)).toEqual(['open']);
  // Who leads is kept in memory, and read again every few seconds.
  await soon(async () => [await followed(small), (await followed(wide)).length]).toEqual([[], 1]);
  expect((await leave(small, trader)).said).toBe('NOT_FOLLOWED');
  const notices = (await house.user('notices', {}, { token: small.token })).data;
  expect(JSON.stringify(notices)).toContain('your limit was 1.00 USD');
  expect((await close(trader, id)).said).toBe('ok');
  await soon(async () => (await copiesOf(id, wide)).map(([, status]) => status)).toEqual(['closed']);
  const [[own] = []] = await copiesOf(id, small);
  const proof = (await house.user('proof', { family: 'forex', id: String(own) }, { token: small.token })).data;
  if (!isProof(proof)) throw new Error('a copy has a proof');
  // Everything is shown but that the sum was reached, and that the trader had asked nothing before.
  expect(verifyForex(proof).filter(({ ok }) => !ok)).toMatchObject([
    { name: 'close.copy_stop', open: true },
    { name: 'copy.requests', open: true },
  ]);
  expect(await brokenInvariants(house.db.owner)).toEqual([]);
  // The audit recomputes copies by what it is given of their traders.
  const { findings } = await auditDatabase(house.db.owner);
  expect(findings.filter((one) => one.startsWith('forex order'))).toEqual([]);
});

test('a closing, and stops, that were kept from a copy are found: by its proof, by the audit and by the invariants', async () => {
  const trader = await leader('F0000101');
  const [one, two] = [await crowd.verified('F0000102'), await crowd.verified('F0000103')];
  for (const who of [one, two]) expect((await follow(who, trader)).said).toBe('ok');
  const id = await crowd.open(trader);
  await soon(() => copiesOf(id)).toHaveLength(2);
  const stops = { id, stop_loss_price: '2', target_profit_price: '0' };
  expect((await house.user('set_stop_price', stops, { token: trader.token })).said).toBe('ok');
  await soon(() => doneEvents(trader)).toEqual([
    ['open', true],
    ['stops', true],
  ]);
  expect((await close(trader, id)).said).toBe('ok');
  await soon(async () => (await copiesOf(id)).map(([, status]) => status)).toEqual(['closed', 'closed']);
  await soon(async () => (await doneEvents(trader)).at(-1)).toEqual(['close', true]);
  const proofOf = async (who: Person) => {
    const [[own] = []] = await copiesOf(id, who);
    const proof = (await house.user('proof', { family: 'forex', id: String(own) }, { token: who.token })).data;
    if (!isProof(proof)) throw new Error('a copy has a proof');
    return proof;
  };
  const found = async () =>
    (await auditDatabase(house.db.owner)).findings.filter((finding) => finding.includes('copy.'));
  for (const who of [one, two]) expect(verifyForex(await proofOf(who)).filter(({ ok }) => !ok)).toEqual([]);
  expect([await found(), await brokenInvariants(house.db.owner)]).toEqual([[], []]);
  const proofs = [await proofOf(one), await proofOf(two)];
  expect(await recheck(proofs)).toBe('copies: 2\nrequests: 4\nsizes: 2\n0 disagreements\n');
  const larger = proofs.map((proof) => ({ ...proof, terms: { ...proof.terms, Quantity: '0.02' } }));
  expect(await recheck(larger)).toContain('Quantity is 0.02, expected 0.01');
  const leftOut = (kind: string) =>
    recheck(proofs.map((proof) => ({ ...proof, origin: proof.origin.filter((said) => said.kind !== kind) })));
  expect(await leftOut('stops')).toContain('what request');
  expect(await leftOut('close')).toContain('open: what came last: 2');
  // As if the closing had never reached the first, and the stops not the second.
  await house.rows(
    `DO $$ BEGIN
    SET LOCAL session_replication_role = replica;
    UPDATE forex_orders SET status = 'open', close_reason = NULL, close_price = NULL, close_tick = NULL, close_time = NULL, close_rate = NULL,
      close_rate_tick = NULL, result = 0 WHERE origin_id = ${id} AND user_id = ${one.id};
    UPDATE forex_orders SET stop_loss = 0 WHERE origin_id = ${id} AND user_id = ${two.id};
    DELETE FROM acceptances WHERE user_id IN (${one.id}, ${two.id}) AND kind = CASE user_id WHEN ${one.id} THEN 'close' ELSE 'stops' END;
  END $$`,
    [],
  );
  const failing = async (who: Person) =>
    verifyForex(await proofOf(who)).flatMap((check) => (fails(check) ? [check.name] : []));
  expect(await failing(one)).toContain('copy.end');
  expect(await failing(two)).toContain('copy.newest_stops');
  const said = await recheck([await proofOf(one), await proofOf(two)]);
  expect(said).toContain('it is open, its trader closed at');
  expect(said).toContain('its stops are 0/0, its trader had set 2.00/0');
  expect(said).toContain('2 disagreements');
  expect((await found()).join()).toMatch(/copy\.end.*copy\.newest_stops|copy\.newest_stops.*copy\.end/);
  expect((await brokenInvariants(house.db.owner)).join()).toContain('event_reached_copy');
});
