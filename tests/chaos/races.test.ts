// Rules §0 promise 4 under races, on one server and on two over one database: a key has one effect however many send it at once, another
// body under it has none, and money for ten is spent ten times.

import { randomUUID } from 'node:crypto';
import { ERROR_CODES } from '@fairtick/contract/errors';
import type { EndpointName } from '@fairtick/contract/http/index';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../harness/database.ts';
import { brokenInvariants } from '../harness/invariants.ts';
import { keptAs } from '../harness/kept-keys.ts';
import { type Heard, send } from './api.ts';
import { optionOf, orderOf, User } from './client.ts';
import { Nats, NO_NATS } from './nats.ts';
import { Quotes } from './quotes.ts';
import { Server } from './server.ts';
import { looseTerms } from './terms.ts';
import { fieldOf, textOf } from './trader.ts';

const SENDS = 50;
/** Tries of what is refused for the moment in which a server reads its active orders again. */
const PATIENCE = 20;

interface Act {
  readonly name: EndpointName;
  readonly input: object;
  /** The same call with another body; none where it has none. */
  readonly other?: object;
}

let db: TestDatabase;
let servers: Server[] = [];
let user: User;
const quotes = new Quotes();

const far = (points: number): string => quotes.of('EURUSD').shifted(points);
const pending = () => orderOf({ status: '0', target_price: far(-2_000) });

const ACTS: Readonly<Record<string, () => Promise<Act>>> = {
  'forex_submit, market': async () => ({ name: 'forex_submit', input: orderOf(), other: orderOf({ cont: '0.02' }) }),
  'forex_submit, pending': async () => ({ name: 'forex_submit', input: pending(), other: orderOf() }),
  set_stop_price: async () => {
    const stops = { id: await user.order(), stop_loss_price: far(-700), target_profit_price: '0' };
    return { name: 'set_stop_price', input: stops, other: { ...stops, stop_loss_price: far(-800) } };
  },
  cancel_trade: async () => ({
    name: 'cancel_trade',
    input: { id: await user.order(pending()) },
    other: { id: await user.order(pending()) },
  }),
  forex_close: async () => ({
    name: 'forex_close',
    input: { id: await user.order() },
    other: { id: await user.order() },
  }),
  forex_close_all: async () => {
    await Promise.all([user.order(), user.order(), user.order({ type: '2' })]);
    return { name: 'forex_close_all', input: {} };
  },
  micro_submit: async () => ({
    name: 'micro_submit',
    input: optionOf({ seconds: '3600' }),
    other: optionOf({ seconds: '3600', type: '2' }),
  }),
  createAccountDemoForU: async () => ({ name: 'createAccountDemoForU', input: {} }),
  resetForexDemoAccount: async () => {
    await Promise.all([user.order(), user.order(pending())]);
    return { name: 'resetForexDemoAccount', input: {} };
  },
};

/** Everything commands change, as one text; sessions, ticks and candles are none of theirs. */
async function rows(): Promise<string> {
  const found = await db.owner.query(
    `SELECT (SELECT count(*) FROM users) AS users, (SELECT count(*) FROM command_keys) AS keys, (SELECT count(*) FROM journals) AS journals,
       (SELECT md5(string_agg(o::text, ',' ORDER BY id)) FROM forex_orders o) AS forex,
       (SELECT md5(string_agg(o::text, ',' ORDER BY id)) FROM micro_orders o) AS micro,
       (SELECT md5(string_agg(a::text, ',' ORDER BY id)) FROM ledger_accounts a) AS accounts`,
  );
  return Object.values(found.rows[0] ?? {}).join(' ');
}

const waitingOptions = async (): Promise<number> =>
  (await db.owner.query(`SELECT count(*)::int AS n FROM micro_orders WHERE status = 'waiting'`)).rows[0].n;

const journals = async (key: string): Promise<number> =>
  (await db.owner.query('SELECT count(*)::int AS n FROM journals WHERE idempotency_key = ANY ($1)', [keptAs(key)]))
    .rows[0].n;

const liveOrders = async (): Promise<number> =>
  (
    await db.owner.query(
      `SELECT (SELECT count(*) FROM forex_orders WHERE user_id = $1 AND status IN ('pending', 'open'))::int
         + (SELECT count(*) FROM micro_orders WHERE user_id = $1 AND status <> 'closed')::int AS n`,
      [user.id],
    )
  ).rows[0].n;

const essence = (name: EndpointName, heard: Heard): string =>
  `${heard?.code} ${JSON.stringify(name === 'createAccountDemoForU' ? fieldOf(heard?.data, 'user') : heard?.data)}`;

/** The n-th of many goes to the n-th server in turn. */
const serverOf = (n: number): string => servers[n % servers.length]?.url ?? '';

/** False when it was refused, once for all its sends, because active orders were just read again: two servers do that often. */
async function hasOneEffect(act: Act): Promise<boolean> {
  const key = randomUUID();
  const sending = { token: user.token, key };
  const before = await rows();
  const live = await liveOrders();
  const heard = await Promise.all(
    Array.from({ length: SENDS }, (_, n) => send(serverOf(n), act.name, act.input, sending)),
  );
  expect(new Set(heard.map((one) => essence(act.name, one))).size).toBe(1);
  if (heard[0]?.code === ERROR_CODES.FEED_DOWN) {
    expect(await journals(key)).toBe(0);
    return false;
  }
  expect(heard[0]).toMatchObject({ status: 200, code: 1 });
  const kept = await db.owner.query('SELECT count(*)::int AS n FROM command_keys WHERE key = ANY ($1)', [keptAs(key)]);
  expect(kept.rows[0].n).toBe(1);
  // An option opens at a tick behind its acceptance: from then on nothing happens to it for an hour.
  await expect.poll(waitingOptions, { timeout: 30_000 }).toBe(0);
  const after = await rows();
  expect(after).not.toBe(before);
  const ended = fieldOf(heard[0]?.data, 'closed');
  const single = act.name === 'set_stop_price' ? 0 : 1;
  const many = Array.isArray(ended) ? ended.length : undefined;
  // A reset ends every active order and brings the balances back; set_stop_price moves no money.
  expect(await journals(key)).toBe(act.name === 'resetForexDemoAccount' ? live + 1 : (many ?? single));
  if (act.other === undefined) return true;
  const others = await Promise.all(
    Array.from({ length: SENDS }, (_, n) => send(serverOf(n), act.name, act.other ?? {}, sending)),
  );
  expect(new Set(others.map((one) => one?.code))).toEqual(new Set([ERROR_CODES.KEY_REUSED]));
  expect(await rows()).toBe(after);
  return true;
}

/** Answers by their codes. What is refused while active orders are read again is sent anew. */
async function sendAll(acts: readonly Act[], by: User): Promise<ReadonlyMap<number, number>> {
  const codes = new Map<number, number>();
  let left = acts;
  for (let tries = 0; tries < PATIENCE && left.length > 0; tries += 1) {
    const heard = await Promise.all(
      left.map((act, n) => send(serverOf(n), act.name, act.input, { token: by.token, key: randomUUID() })),
    );
    const last = tries === PATIENCE - 1;
    const again = (n: number): boolean => heard[n]?.code === ERROR_CODES.FEED_DOWN && !last;
    for (const [n, one] of heard.entries())
      if (!again(n)) codes.set(one?.code ?? -1, (codes.get(one?.code ?? -1) ?? 0) + 1);
    left = left.filter((_, n) => again(n));
  }
  return codes;
}

const fifty = (act: Act): Act[] => Array.from({ length: SENDS }, () => act);

/** Lots whose margin and fee are a bit below a tenth of what a demo user has. */
function tenth(): { forex_id: number; cont: string; multiple: string } {
  const { pairId, ask } = quotes.of('EURUSD');
  // margin = lots x 100,000 x price / 10; fee 0.3 % of it; wanted: 9,600.
  const hundredths = (9_600n * 100_000_000n * 100n * 1_000n) / (10_000n * ask * 1_003n);
  return { forex_id: pairId, cont: `0.${hundredths}`, multiple: '10' };
}

describe.each(NO_NATS === '' ? [1, 2] : [1])(`${NO_NATS && 'on one server alone, '}on %i server(s)`, (count) => {
  let nats: Nats | undefined;
  beforeAll(async () => {
    db = await createTestDatabase();
    const first = await Server.start({ databaseUrl: db.ownerUrl });
    await looseTerms(db.owner);
    await first.kill();
    servers = [];
    nats = count > 1 ? await Nats.start() : undefined;
    const together: Record<string, string> = nats ? { NATS_URL: nats.url } : {};
    for (let n = 0; n < count; n += 1)
      servers.push(await Server.start({ databaseUrl: db.ownerUrl, env: { SEED: String(7 + n), ...together } }));
    for (let n = 0; n < count; n += 1) await quotes.untilLive(serverOf(n), ['EURUSD']);
    user = await User.signUp(() => serverOf(0));
  });
  afterAll(async () => {
    for (const server of servers) await server.stop();
    await nats?.kill();
    await db.drop();
  });

  test.each(Object.keys(ACTS))(
    `%s: ${SENDS} sends of one key are one effect and one answer, another body none`,
    async (title) => {
      const act = await ACTS[title]?.();
      if (!act) throw new Error(`there is no act ${title}`);
      let done = false;
      for (let tries = 0; tries < PATIENCE && !done; tries += 1) done = await hasOneEffect(act);
      expect(done).toBe(true);
      expect(await brokenInvariants(db.owner)).toEqual([]);
    },
  );

  test.each([
    ['positions', (): Act => ({ name: 'forex_submit', input: orderOf(tenth()) }), ERROR_CODES.MARGIN_INSUFFICIENT],
    [
      'pending orders',
      (): Act => ({ name: 'forex_submit', input: { ...pending(), ...tenth() } }),
      ERROR_CODES.MARGIN_INSUFFICIENT,
    ],
    [
      'options',
      (): Act => ({ name: 'micro_submit', input: optionOf({ number: '10000', seconds: '3600' }) }),
      ERROR_CODES.BALANCE_INSUFFICIENT,
    ],
  ])(`${SENDS} keys with money for ten %s: exactly ten`, async (_, act, refusal) => {
    const rich = await User.signUp(() => serverOf(0));
    await quotes.refresh(serverOf(0));
    expect(await sendAll(fifty(act()), rich)).toEqual(
      new Map([
        [1, 10],
        [refusal, SENDS - 10],
      ]),
    );
    expect(await brokenInvariants(db.owner)).toEqual([]);
  });

  test(`${SENDS} keys that end one order: one does, the others hear that it has ended`, async () => {
    const close: Act = { name: 'forex_close', input: { id: await user.order() } };
    const cancel: Act = { name: 'cancel_trade', input: { id: await user.order(pending()) } };
    expect((await sendAll(fifty(close), user)).get(1)).toBe(1);
    expect((await sendAll(fifty(cancel), user)).get(1)).toBe(1);
    expect(await brokenInvariants(db.owner)).toEqual([]);
  });

  test('everything at once by one user: the invariants hold and every order is accounted for', async () => {
    const busy = await User.signUp(() => serverOf(0));
    const id = textOf(await busy.ask('forex_submit', orderOf()), 'Id');
    const acts: Act[] = Array.from({ length: SENDS }, (_, n) => {
      if (n % 5 === 0) return { name: 'forex_close_all', input: {} };
      if (n % 5 === 1) return { name: 'forex_close', input: { id } };
      if (n % 5 === 2) return { name: 'resetForexDemoAccount', input: {} };
      return { name: 'forex_submit', input: n % 2 === 0 ? orderOf() : pending() };
    });
    const codes = await sendAll(acts, busy);
    expect(codes.get(-1)).toBeUndefined();
    const { rows: orders } = await db.owner.query('SELECT count(*)::int AS n FROM forex_orders WHERE user_id = $1', [
      busy.id,
    ]);
    expect(orders[0].n).toBe(1 + acts.filter((act) => act.name === 'forex_submit').length);
    expect(await brokenInvariants(db.owner)).toEqual([]);
  });
});
