// Servers on one database with NATS between them: they show the same prices, an order of one is ended by the ticks of another, and whoever is
// killed, a server or NATS, nothing acknowledged is lost, nothing is doubled, no trigger is missed. docs/scale.md has what that costs.

import { setTimeout as delay } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { ERROR_CODES } from '@fairtick/contract/errors';
import { SOCKET_PATH } from '@fairtick/contract/socket/messages';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { brokenInvariants } from '../harness/invariants.ts';
import { orderOf, User } from './client.ts';
import { Servers, trades } from './cluster.ts';
import { Crowd } from './crowd.ts';
import { NO_NATS } from './nats.ts';
import { Quotes } from './quotes.ts';
import { fieldOf, textOf } from './trader.ts';
import { missedTriggers } from './verify.ts';

const QUIET_MS = 1_500;
/** Points of bitcoin, which moves by some hundred of them a second. */
const CLOSE = 400;
const TOLD_MS = 5_000;
const TRIES = 5;
const TAKE_OVER_MS = 15_000;
const NATS_BACK_MS = 30_000;

let servers: Servers;
const quotes = new Quotes();

/** Answers after which a price is asked for anew: it has moved, or the server was just reading everything again. */
const AGAIN: ReadonlySet<number> = new Set([
  ERROR_CODES.STOP_LOSS_SIDE,
  ERROR_CODES.TAKE_PROFIT_SIDE,
  ERROR_CODES.FEED_DOWN,
]);

/** So close to the market that one of the next ticks ends it. */
async function tight(user: User, url: string): Promise<string> {
  const until = performance.now() + TAKE_OVER_MS;
  for (;;) {
    await quotes.refresh(url);
    const { pairId, shifted, spreadPoints } = quotes.of('BTCUSD');
    const bid = -Math.ceil(spreadPoints / 2);
    const stops = { stop_loss_price: shifted(bid - CLOSE), target_profit_price: shifted(bid + CLOSE) };
    const heard = await user.send('forex_submit', orderOf({ forex_id: String(pairId), multiple: '50', ...stops }));
    if (heard?.code === 1) return textOf(heard.data, 'Id');
    if (!heard || !AGAIN.has(heard.code) || performance.now() > until)
      throw new Error(`an order was answered with ${JSON.stringify(heard)}`);
  }
}

const statusOf = async (id: string): Promise<{ status: string; close_tick: bigint | null }> =>
  (await servers.db.owner.query('SELECT status, close_tick FROM forex_orders WHERE id = $1', [id])).rows[0];

const ended = async (ids: readonly string[]): Promise<boolean> => {
  const found = await Promise.all(ids.map((id) => statusOf(id)));
  return found.every(({ status }) => status === 'closed');
};

/** By the log alone, some tick after the order's place has reached a stop of it, and all ticks up to there count as decided. */
const reachedAndDecided = async (ids: readonly string[]): Promise<boolean> => {
  const { rows } = await servers.db.owner.query(
    `SELECT count(DISTINCT o.id)::int AS n FROM forex_orders o CROSS JOIN log_state s
     JOIN ticks t ON t.pair_id = o.pair_id AND t.log_index > o.armed_index AND t.log_index <= s.evaluated_through
     WHERE o.id = ANY ($1::bigint[]) AND (t.bid - o.markup <= o.stop_loss OR t.bid - o.markup >= o.take_profit)`,
    [ids],
  );
  return rows[0].n > 0;
};

interface Listening {
  readonly heard: unknown[];
  readonly end: () => void;
}

const told = (heard: readonly unknown[], type: string): unknown[] =>
  heard.filter((one) => fieldOf(one, 'type') === type).map((one) => fieldOf(one, 'data'));

/** Everything that the socket of this user is told. */
async function listen(url: string, token: string): Promise<Listening> {
  const socket = new WebSocket(`${url.replace('http', 'ws')}${SOCKET_PATH}`);
  const heard: unknown[] = [];
  socket.on('message', (bytes) => heard.push(JSON.parse(String(bytes))));
  await new Promise((resolve) => socket.once('open', resolve));
  socket.send(JSON.stringify({ type: 'login', token }));
  for (const topic of ['FOREX_CLOSED', 'BALANCE', 'NOTICE']) socket.send(JSON.stringify({ type: 'sub', topic }));
  await servers.until(async () => heard.some((one) => fieldOf(one, 'type') === 'login_result'));
  return { heard, end: () => socket.terminate() };
}

/** Prices as the socket shows them, by their place in the log. */
async function shownBy(url: string): Promise<{ prices: Map<unknown, string>; end: () => void }> {
  const socket = new WebSocket(`${url.replace('http', 'ws')}${SOCKET_PATH}`);
  const prices = new Map<unknown, string>();
  socket.on('message', (bytes) => {
    const quotation = fieldOf(fieldOf(JSON.parse(String(bytes)), 'data'), 'quotation');
    if (quotation !== undefined) prices.set(fieldOf(quotation, 'index'), JSON.stringify(quotation));
  });
  await new Promise((resolve) => socket.once('open', resolve));
  socket.send(JSON.stringify({ type: 'sub', topic: 'DAY_MARKET' }));
  return { prices, end: () => socket.terminate() };
}

function crowdOf(): Crowd {
  return new Crowd({ seed: 5, traders: 24, url: (n) => servers.url(n) });
}

describe.skipIf(NO_NATS !== '')(`${NO_NATS}two servers, one database, NATS`, () => {
  beforeAll(async () => {
    servers = await Servers.start(2);
  });
  afterEach(() => servers.nats.thaw());
  afterAll(() => servers.stop());

  test('the same prices; an order of the one is ended by a tick of the other, and the user’s socket on either hears of it, once', async () => {
    const [leader, follower] = [await servers.leader(), await servers.follower()];
    const [one, other] = [await shownBy(leader.url), await shownBy(follower.url)];
    await servers.until(async () => [...one.prices.keys()].filter((place) => other.prices.has(place)).length > 50);
    for (const [place, price] of one.prices) expect(other.prices.get(place) ?? price).toBe(price);
    for (const { url } of [leader, follower]) {
      const user = await User.signUp(() => url);
      const sockets = [await listen(leader.url, user.token), await listen(follower.url, user.token)];
      const byUser = await user.order();
      await user.ask('forex_close', { id: byUser });
      const byTick = await tight(user, url);
      await servers.until(() => ended([byTick]));
      const has = (id: string) => (data: unknown) => Array.isArray(data) && data.includes(id);
      const about = (data: unknown): boolean => fieldOf(data, 'id') === byTick;
      const wanted = { closed: [1, 1], notices: 1, balance: JSON.stringify(await user.ask('getBalance', {})) };
      const heardOf = ({ heard }: Listening): object => ({
        closed: [byUser, byTick].map((id) => told(heard, 'FOREX_CLOSED').filter(has(id)).length),
        notices: told(heard, 'NOTICE').filter(about).length,
        balance: JSON.stringify(told(heard, 'BALANCE').at(-1)),
      });
      for (const socket of sockets) {
        await servers.until(async () => isDeepStrictEqual(heardOf(socket), wanted), TOLD_MS).catch(() => {});
        expect(heardOf(socket)).toEqual(wanted);
      }
      for (const socket of sockets) socket.end();
    }
    one.end();
    other.end();
    expect(await missedTriggers(servers.db.owner)).toEqual([]);
    expect(await brokenInvariants(servers.db.owner)).toEqual([]);
  });

  test('the one that leads killed under load: the other takes over; then the other way round with a new one', async () => {
    const crowd = crowdOf();
    await crowd.quotes.untilLive(servers.url(0), ['EURUSD']);
    crowd.begin();
    try {
      for (const whom of ['leader', 'follower'] as const) {
        crowd.release();
        await delay(QUIET_MS);
        const answered = crowd.counts.answered;
        await (await (whom === 'leader' ? servers.leader() : servers.follower())).kill();
        await servers.until(async () => servers.living.length === 1 && trades(servers.url(0)), TAKE_OVER_MS);
        await delay(QUIET_MS);
        expect(crowd.counts.answered).toBeGreaterThan(answered);
        expect(await crowd.rest()).toBe(true);
        expect(await crowd.verify(servers.db.owner)).toEqual([]);
        await servers.add();
      }
      expect(crowd.counts.answered).toBeGreaterThan(200);
    } finally {
      await crowd.end();
    }
  });

  test('an order that the one that leads never heard of before it died has met no tick in vain', async () => {
    const [leader, follower] = [await servers.leader(), await servers.follower()];
    const user = await User.signUp(() => follower.url);
    const isOpen = async (id: string): Promise<boolean> => (await statusOf(id)).status === 'open';
    let ids: string[] = [];
    // It hears nothing for 2 s, then reads them from the database: then this would prove nothing, and is tried again.
    for (let tries = 0; tries < TRIES; tries += 1) {
      await servers.until(() => trades(follower.url));
      servers.nats.freeze();
      ids = await Promise.all([1, 2, 3, 4, 5].map(() => tight(user, follower.url)));
      await servers.until(() => reachedAndDecided(ids));
      if ((await Promise.all(ids.map(isOpen))).every((open) => open)) break;
      servers.nats.thaw();
    }
    expect((await Promise.all(ids.map(isOpen))).every((open) => open)).toBe(true);
    await leader.kill();
    servers.nats.thaw();
    await servers.until(() => ended(ids), TAKE_OVER_MS);
    expect(await missedTriggers(servers.db.owner)).toEqual([]);
    expect(await brokenInvariants(servers.db.owner)).toEqual([]);
    await servers.add();
  });

  test('one that leads and stands still loses the lease to the other, and ends when it comes round', async () => {
    const [leader, follower] = [await servers.leader(), await servers.follower()];
    const user = await User.signUp(() => follower.url);
    process.kill(leader.pid, 'SIGSTOP');
    try {
      const id = await tight(user, follower.url);
      await servers.until(() => ended([id]), TAKE_OVER_MS);
    } finally {
      process.kill(leader.pid, 'SIGCONT');
    }
    expect(await leader.gone(TAKE_OVER_MS)).toBe(true);
    expect(leader.said()).toContain("the intake of prices is another server's now");
    const after = await tight(user, follower.url);
    await servers.until(() => ended([after]));
    expect(await missedTriggers(servers.db.owner)).toEqual([]);
    expect(await brokenInvariants(servers.db.owner)).toEqual([]);
    await servers.add();
  });

  test('NATS killed with messages in it and started again: trading pauses, then everything is read and goes on', async () => {
    const follower = await servers.follower();
    const user = await User.signUp(() => follower.url);
    const crowd = crowdOf();
    await crowd.quotes.untilLive(servers.url(0), ['EURUSD']);
    crowd.begin();
    try {
      crowd.release();
      await delay(QUIET_MS);
      const three = (): Promise<string[]> => Promise.all([1, 2, 3].map(() => tight(user, follower.url)));
      servers.nats.freeze();
      const soon = await three();
      await servers.nats.kill();
      await servers.nats.again();
      await servers.until(() => ended(soon), NATS_BACK_MS);
      for (const { url } of servers.living) await servers.until(() => trades(url), NATS_BACK_MS);
      servers.nats.freeze();
      const late = await three();
      // Nobody says that it is away: what does not come back is not heard.
      for (const { url } of servers.living) await servers.until(async () => !(await trades(url)));
      expect(await user.send('forex_submit', orderOf())).toMatchObject({ code: ERROR_CODES.FEED_DOWN });
      await servers.nats.kill();
      // However long it is away, the one that leads finds them in time.
      await servers.until(() => ended(late));
      // One that starts meanwhile serves, and trades with the others.
      const count = servers.all.length;
      const third = servers.add();
      await servers.until(async () => servers.all.length > count);
      await servers.nats.again();
      await third;
      for (const { url } of servers.living) await servers.until(() => trades(url), NATS_BACK_MS);
      await delay(QUIET_MS);
      expect(await crowd.rest()).toBe(true);
      expect(await crowd.verify(servers.db.owner)).toEqual([]);
    } finally {
      await crowd.end();
    }
  });
});
