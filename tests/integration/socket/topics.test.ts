// Rules §14: what a client may say, what it is sent, and what bad talk costs it.

import { forexTrade, klineUpdate, MAX_MESSAGE_BYTES, MAX_TOPICS, notice } from '@fairtick/contract/socket/messages';
import { revokeSession } from '@fairtick/server/domains/accounts/table';
import { hashToken } from '@fairtick/server/platform/sign-in/token';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { codeOf } from '../http/edge.ts';
import { closesOf, type Listener, type Live, startLive } from './live.ts';

let live: Live;
beforeAll(async () => {
  live = await startLive(3);
});
afterEach(() => live.endClients());
afterAll(() => live.close());

test('whoever listens is told the service’s status at once, and each time that it switches, without a login', async () => {
  const client = await live.connect();
  await client.sub('MAIN_STATUS');
  await live.flush();
  expect((await client.next('MAIN_STATUS')).data).toMatchObject({ status: 0 });
  await live.flush();
  await client.sync();
  expect(client.take('MAIN_STATUS')).toEqual([]);
  live.status.set(2);
  live.status.set(1);
  await live.flush();
  expect((await client.next('MAIN_STATUS')).data).toMatchObject({ status: 1 });
  live.status.set(0);
});

test('who is told nothing hears a beat each second, so that silence means a lost line; whoever is told something hears none', async () => {
  const client = await live.connect();
  for (let flush = 1; flush <= 10; flush += 1) await live.flush();
  await client.next('beat');
  expect(await client.next('beat')).toEqual({ type: 'beat' });
  await client.sub('DAY_MARKET');
  for (let flush = 1; flush <= 10; flush += 1) {
    live.prices.setAll(flush);
    await live.flush();
  }
  await client.sync();
  expect(client.take('beat')).toEqual([]);
});

describe('quotes', () => {
  let client: Listener;
  beforeEach(async () => {
    live.prices.setAll(1);
    await live.flush();
    client = await live.connect();
  });

  test('a new listener gets every pair once, then only what changes, always the newest', async () => {
    await client.sub('DAY_MARKET');
    await live.flush();
    await client.sync();
    expect(closesOf(client.take('DAY_MARKET'))).toEqual({ P1: 1, P2: 1, P3: 1 });
    for (let close = 2; close <= 9; close += 1) live.prices.set(2, close);
    await live.flush();
    await client.sync();
    const messages = client.take('DAY_MARKET');
    expect(messages.length).toBe(1);
    expect(closesOf(messages)).toEqual({ P2: 9 });
    await live.flush();
    await client.sync();
    expect(client.take('DAY_MARKET')).toEqual([]);
  });

  test('at most five a second of a pair, however often it changes', async () => {
    await client.sub('DAY_MARKET');
    await live.flush();
    await client.sync();
    client.take('DAY_MARKET');
    for (let step = 0; step < 100; step += 1) {
      live.prices.set(1, 100 + step);
      live.clock.advance(10);
    }
    await live.flush();
    await client.sync();
    expect(client.take('DAY_MARKET').length).toBeLessThanOrEqual(6);
  });

  test('candles come for the pair asked for, in all periods', async () => {
    await client.sub('KLINE.P1');
    live.prices.set(1, 5);
    live.prices.set(2, 6);
    await live.flush();
    await client.sync();
    const updates = client.take('KLINE.P1').map((message) => klineUpdate.parse(message.data).kline);
    expect(updates.map((kline) => [kline.Period, kline.Close])).toEqual(
      ['1min', '5min', '15min', '30min', '60min', '1day'].map((period) => [period, '5']),
    );
    expect(client.take('KLINE.P2')).toEqual([]);
  });

  test('after unsub nothing comes, and sub again brings it in full', async () => {
    await client.sub('DAY_MARKET', 'DAY_MARKET');
    await live.flush();
    client.say({ type: 'unsub', topic: 'DAY_MARKET' });
    await client.sync();
    client.take('DAY_MARKET');
    live.prices.setAll(7);
    await live.flush();
    await client.sync();
    expect(client.take('DAY_MARKET')).toEqual([]);
    await client.sub('DAY_MARKET');
    await live.flush();
    await client.sync();
    expect(closesOf(client.take('DAY_MARKET'))).toEqual({ P1: 7, P2: 7, P3: 7 });
  });

  test('a flush is one write to a client, whatever it holds', async () => {
    await client.sub('DAY_MARKET', 'KLINE.P1', 'KLINE.P2');
    await live.flush();
    await client.sync();
    client.heard.splice(0);
    const before = live.socket.counts().writes;
    live.prices.setAll(8);
    await live.flush();
    await client.sync();
    expect(client.heard.length).toBe(3 + 6 + 6);
    expect(live.socket.counts().writes - before).toBe(1);
  });
});

describe('bad talk', () => {
  test.each([
    ['nonsense', 'SOCKET_MALFORMED'],
    ['[]', 'SOCKET_MALFORMED'],
    ['null', 'SOCKET_MALFORMED'],
    ['{}', 'SOCKET_MALFORMED'],
    ['{"type":1}', 'SOCKET_MALFORMED'],
    ['{"type":"sub"}', 'SOCKET_MALFORMED'],
    ['{"type":"sub","topic":7}', 'SOCKET_MALFORMED'],
    ['{"type":"__proto__"}', 'SOCKET_TYPE_UNKNOWN'],
    ['{"type":"order"}', 'SOCKET_TYPE_UNKNOWN'],
    ['{"type":"sub","topic":"KLINE.NONE"}', 'SOCKET_TOPIC_UNKNOWN'],
    ['{"type":"sub","topic":"KLINE."}', 'SOCKET_TOPIC_UNKNOWN'],
    ['{"type":"unsub","topic":"everything"}', 'SOCKET_TOPIC_UNKNOWN'],
    ['{"type":"sub","topic":"BALANCE"}', 'SOCKET_LOGIN_REQUIRED'],
    [`{"type":"sub","topic":"${'x'.repeat(MAX_MESSAGE_BYTES)}"}`, 'SOCKET_TOO_LARGE'],
  ] as const)('%.40s is answered by its code, and the connection goes on', async (text, error) => {
    const client = await live.connect('?lang=en');
    client.say(text);
    const answer = await client.next('error');
    expect(answer.code).toBe(codeOf(error));
    expect(answer.msg).toMatch(/^This .+\.$|^The .+\.$/);
    await client.sync();
  });

  test('binary is malformed', async () => {
    const client = await live.connect();
    client.ws.send(Buffer.from('{"type":"ping"}'));
    expect((await client.next('error')).code).toBe(codeOf('SOCKET_MALFORMED'));
  });

  test('a message far too large ends the connection unread', async () => {
    const client = await live.connect();
    client.say('x'.repeat(20_000));
    expect((await client.closed).code).toBe(1009);
  });

  test('more messages than allowed are told once, twice as many cut', async () => {
    const client = await live.connect();
    for (let i = 0; i < 60; i += 1) client.say({ type: 'ping' });
    expect((await client.next('error')).code).toBe(codeOf('SOCKET_TOO_FAST'));
    live.clock.advance(1_000);
    await client.sync();
    expect(client.pongs).toBe(51);
    expect(client.take('error')).toEqual([]);
    for (let i = 0; i < 110; i += 1) client.say({ type: 'ping' });
    expect((await client.closed).code).toBe(1008);
  });

  test('who says nothing for 60 s is cut; a ping keeps', async () => {
    const [silent, alive] = [await live.connect(), await live.connect()];
    live.clock.advance(40_000);
    await alive.sync();
    live.clock.advance(25_000);
    expect((await silent.closed).code).toBe(4002);
    await alive.sync();
  });
});

describe('topics have a limit', () => {
  test('of the contract', async () => {
    const many = await startLive(MAX_TOPICS + 5);
    try {
      const client = await many.connect();
      for (let pair = 1; pair <= MAX_TOPICS; pair += 1) {
        client.say({ type: 'sub', topic: `KLINE.P${pair}` });
        if (pair % 40 === 0) {
          await client.sync();
          many.clock.advance(1_000);
        }
      }
      await client.sync();
      expect(client.take('error')).toEqual([]);
      client.say({ type: 'sub', topic: 'DAY_MARKET' });
      expect((await client.next('error')).code).toBe(codeOf('SOCKET_TOO_MANY_TOPICS'));
    } finally {
      await many.close();
    }
  });
});

const figuresOf = (profits: string) => ({
  ProfitsTotal: profits,
  HazardRate: '0',
  MarginLevel: '',
  CautionMoneyAll: '0',
  NetValue: '0',
  FreeMargin: '0',
  TransOrder: [],
});

describe('what is one user’s own', () => {
  const MINE = ['FOREX_TRADE', 'FOREX_CLOSED', 'MICRO_CLOSED', 'BALANCE', 'NOTICE'];

  test('comes after login only, to that user only, each event once', async () => {
    const [ann, bob] = [await live.edge.user('demo'), await live.edge.user('demo')];
    const [one, two, other] = [await live.connect('?lang=en'), await live.connect('?lang=hk'), await live.connect()];
    expect(await one.login(ann.token)).toBe(1);
    expect(await two.login(ann.token)).toBe(1);
    expect(await other.login(bob.token)).toBe(1);
    for (const client of [one, two, other]) await client.sub(...MINE);
    live.socket.publishToUser(ann.id, 'FOREX_CLOSED', ['1', '2']);
    live.socket.publishToUser(ann.id, 'FOREX_CLOSED', ['3']);
    live.socket.publishToUser(ann.id, 'MICRO_CLOSED', ['4']);
    live.socket.publishToUser(ann.id, 'BALANCE', []);
    live.socket.publishToUser(ann.id, 'NOTICE', {
      kind: 'stop_loss',
      id: '1',
      params: { pair: 'EUR/USD', price: '1.1', result: '-5.00' },
    });
    const before = live.socket.counts().writes;
    await live.flush();
    for (const client of [one, two]) {
      expect(await client.next('FOREX_CLOSED')).toEqual({ type: 'FOREX_CLOSED', data: ['1', '2', '3'] });
      expect((await client.next('MICRO_CLOSED')).data).toEqual(['4']);
      expect((await client.next('BALANCE')).data).toEqual([]);
    }
    expect(live.socket.counts().writes - before).toBe(2);
    expect(notice.parse((await one.next('NOTICE')).data).text).toBe(
      'Stop-loss closed your EUR/USD position at 1.1. Result: -5.00 USD.',
    );
    expect(notice.parse((await two.next('NOTICE')).data).text).toContain('止損');
    await live.flush();
    for (const client of [one, two, other]) {
      await client.sync();
      expect(client.heard).toEqual([]);
    }
  });

  test('figures come at first, then when one of the user’s pairs moved or something was booked', async () => {
    const ann = await live.edge.user('demo');
    live.figures.set(ann.id, { pairId: 1, figures: figuresOf('1') });
    const client = await live.connect();
    await client.login(ann.token);
    await client.sub('FOREX_TRADE');
    await live.flush();
    expect(forexTrade.parse((await client.next('FOREX_TRADE')).data).ProfitsTotal).toBe('1');

    const after = async (change: () => void): Promise<number> => {
      change();
      await live.flush();
      await client.sync();
      return client.take('FOREX_TRADE').length;
    };
    expect(await after(() => {})).toBe(0);
    expect(await after(() => live.prices.set(2, 3))).toBe(0);
    expect(await after(() => live.prices.set(1, 3))).toBe(1);
    expect(await after(() => live.socket.publishToUser(ann.id, 'BALANCE', []))).toBe(1);
    expect(await after(() => live.socket.refreshUser(ann.id))).toBe(1);
  });

  test('an unknown token is 999; messages that follow a login at once are read after it', async () => {
    const client = await live.connect();
    expect(await client.login('x'.repeat(43))).toBe(999);
    const ann = await live.edge.user('demo');
    client.say({ type: 'login', token: ann.token });
    await client.sub('BALANCE');
    expect(client.take('error')).toEqual([]);
    live.socket.publishToUser(ann.id, 'BALANCE', []);
    await live.flush();
    await client.next('BALANCE');
  });

  test('logout ends it and leaves quotes', async () => {
    const ann = await live.edge.user('demo');
    const client = await live.connect();
    await client.login(ann.token);
    await client.sub('BALANCE', 'DAY_MARKET');
    client.say({ type: 'logout' });
    await client.sync();
    live.socket.publishToUser(ann.id, 'BALANCE', []);
    live.prices.set(1, 4);
    await live.flush();
    await client.next('DAY_MARKET');
    await client.sync();
    expect(client.take('BALANCE')).toEqual([]);
    client.say({ type: 'sub', topic: 'BALANCE' });
    expect((await client.next('error')).code).toBe(codeOf('SOCKET_LOGIN_REQUIRED'));
  });

  test('a token that another server revokes is cut within 5 s', async () => {
    const ann = await live.edge.user('demo');
    const client = await live.connect();
    await client.login(ann.token);
    await revokeSession(live.edge.database.app, hashToken(ann.token));
    live.clock.advance(4_000);
    expect((await client.next('login_result')).code).toBe(999);
    expect((await client.closed).code).toBe(4001);
  });

  test('more events than may wait between two flushes cut the client rather than lose one', async () => {
    const ann = await live.edge.user('demo');
    const client = await live.connect();
    await client.login(ann.token);
    await client.sub('FOREX_CLOSED');
    const ids = Array.from({ length: 1_000 }, (_, i) => String(i));
    live.socket.publishToUser(ann.id, 'FOREX_CLOSED', ids);
    await live.flush();
    expect((await client.next('FOREX_CLOSED')).data).toEqual(ids);
    live.socket.publishToUser(ann.id, 'FOREX_CLOSED', ids);
    live.socket.publishToUser(ann.id, 'FOREX_CLOSED', ['one more']);
    expect((await client.closed).code).toBe(1006);
  });
});
