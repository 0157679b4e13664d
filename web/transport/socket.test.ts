// Platform 9 and rules 14 from the client's side, against a real WebSocket server; time is a ManualClock.

import type { AddressInfo } from 'node:net';
import { ManualClock } from '@fairtick/kernel/clock';
import { afterEach, describe, expect, test } from 'vitest';
import { type WebSocket as ServerSide, WebSocketServer } from 'ws';
import { contractData } from '../vite-contract.ts';
import { webSocketLink } from './link.ts';
import { TopicSocket } from './socket.ts';

const { socket: numbers } = await contractData();
const cleanUps: (() => void)[] = [];
afterEach(() => {
  for (const cleanUp of cleanUps.splice(0)) cleanUp();
});

interface FakeServer {
  readonly url: string;
  readonly connections: ServerSide[];
  readonly heard: { type: string; topic?: string; token?: string }[];
  /** Resolves once `count` messages of `type` were heard in all. */
  heardOf(type: string, count: number): Promise<void>;
  connected(count: number): Promise<ServerSide>;
  answerPings: boolean;
  loginCode: number;
  tell(message: object): void;
}

async function server(): Promise<FakeServer> {
  const wss = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  cleanUps.push(() => {
    for (const client of wss.clients) client.terminate();
    wss.close();
  });
  await new Promise((resolve) => wss.once('listening', resolve));
  const { port } = wss.address() as AddressInfo;
  const waiting = new Set<() => void>();
  const woke = (): void => {
    for (const check of [...waiting]) check();
  };
  const until = (holds: () => boolean): Promise<void> =>
    new Promise((resolve) => {
      const check = (): void => {
        if (!holds()) return;
        waiting.delete(check);
        resolve();
      };
      waiting.add(check);
      check();
    });
  const fake: FakeServer = {
    url: `ws://127.0.0.1:${port}`,
    connections: [],
    heard: [],
    answerPings: true,
    loginCode: 1,
    heardOf: (type, count) => until(() => fake.heard.filter((message) => message.type === type).length >= count),
    connected: async (count) => {
      await until(() => fake.connections.length >= count);
      const one = fake.connections[count - 1];
      if (!one) throw new Error('no connection');
      return one;
    },
    tell: (message) => fake.connections.at(-1)?.send(JSON.stringify(message)),
  };
  wss.on('connection', (client) => {
    fake.connections.push(client);
    client.on('message', (raw) => {
      const message = JSON.parse(String(raw));
      fake.heard.push(message);
      if (message.type === 'ping' && fake.answerPings) client.send('{"type":"pong"}');
      if (message.type === 'login') client.send(JSON.stringify({ type: 'login_result', code: fake.loginCode }));
      woke();
    });
    woke();
  });
  return fake;
}

function client(fake: FakeServer) {
  const clock = new ManualClock(0);
  const refused: string[] = [];
  const live = new TopicSocket({
    ...numbers,
    open: (events) => webSocketLink(fake.url, events),
    clock,
    random: { unit: () => 1 },
    loginRefused: (token) => refused.push(token),
  });
  cleanUps.push(() => live.stop());
  const reached = (state: string): Promise<void> =>
    new Promise((resolve) => {
      const check = (): void => {
        if (live.state !== state) return;
        stop();
        resolve();
      };
      const stop = live.onState(check);
      check();
    });
  return { clock, live, refused, reached };
}

const topicsOf = (fake: FakeServer, type: string) =>
  fake.heard.filter((message) => message.type === type).map((message) => message.topic);

describe('subscriptions', () => {
  test('are counted: one sub for many listeners, one unsub after the last', async () => {
    const fake = await server();
    const { live, reached } = client(fake);
    live.start();
    await reached('open');
    const got: unknown[] = [];
    const first = live.subscribe('DAY_MARKET', (data) => got.push(data));
    const second = live.subscribe('DAY_MARKET', (data) => got.push(data));
    await fake.heardOf('sub', 1);
    const delivered = new Promise((resolve) => live.subscribe('DAY_MARKET', resolve));
    fake.tell({ type: 'DAY_MARKET', data: { symbol: 'EURUSD' } });
    await delivered;
    expect(got).toEqual([{ symbol: 'EURUSD' }, { symbol: 'EURUSD' }]);
    first();
    first();
    second();
    live.stop();
    expect(topicsOf(fake, 'sub')).toEqual(['DAY_MARKET']);
    expect(topicsOf(fake, 'unsub')).toEqual([]);
  });

  test('the last listener that leaves unsubscribes', async () => {
    const fake = await server();
    const { live, reached } = client(fake);
    live.start();
    await reached('open');
    live.subscribe('KLINE.EURUSD', () => undefined)();
    await fake.heardOf('unsub', 1);
    expect(topicsOf(fake, 'unsub')).toEqual(['KLINE.EURUSD']);
  });

  test('a private topic waits for the login, and all come back after a reconnect', async () => {
    const fake = await server();
    const { live, clock, reached } = client(fake);
    live.setToken('t1');
    live.subscribe('FOREX_TRADE', () => undefined);
    live.subscribe('DAY_MARKET', () => undefined);
    live.start();
    await fake.heardOf('sub', 2);
    const order = fake.heard.map((message) => message.type + (message.topic ?? ''));
    expect(order.indexOf('login')).toBeLessThan(order.indexOf('subFOREX_TRADE'));
    (await fake.connected(1)).terminate();
    await reached('waiting');
    clock.advance(500);
    await fake.heardOf('sub', 4);
    expect(fake.heard.filter((message) => message.type === 'login')).toHaveLength(2);
    expect(topicsOf(fake, 'sub').slice(2).sort()).toEqual(['DAY_MARKET', 'FOREX_TRADE']);
  });
});

describe('sessions', () => {
  test('signing in while connected logs in and subscribes what waited; signing out logs out', async () => {
    const fake = await server();
    const { live, reached } = client(fake);
    live.subscribe('BALANCE', () => undefined);
    live.start();
    await reached('open');
    live.setToken('t1');
    await fake.heardOf('sub', 1);
    live.setToken(undefined);
    await fake.heardOf('logout', 1);
    expect(topicsOf(fake, 'sub')).toEqual(['BALANCE']);
  });

  test('a refused token is reported and its private topics are not asked for', async () => {
    const fake = await server();
    fake.loginCode = 999;
    const { live, refused } = client(fake);
    live.setToken('old');
    live.subscribe('BALANCE', () => undefined);
    live.start();
    await fake.heardOf('login', 1);
    const told = new Promise((resolve) => live.subscribe('DAY_MARKET', resolve));
    await fake.heardOf('sub', 1);
    fake.tell({ type: 'DAY_MARKET', data: 1 });
    await told;
    expect(refused).toEqual(['old']);
    expect(topicsOf(fake, 'sub')).toEqual(['DAY_MARKET']);
  });
});

describe('silence', () => {
  test('of three seconds is told, whatever the heartbeat says, and any word ends it without a new connection', async () => {
    const fake = await server();
    const { live, clock, reached } = client(fake);
    const told: boolean[] = [];
    live.onSilence(() => told.push(live.silent));
    live.subscribe('DAY_MARKET', () => undefined);
    live.start();
    await reached('open');
    await fake.heardOf('sub', 1);
    clock.advance(2_000);
    const beat = new Promise((resolve) => live.subscribe('beat', resolve));
    fake.tell({ type: 'beat' });
    await beat;
    clock.advance(2_999);
    expect(told).toEqual([]);
    clock.advance(1);
    expect(told).toEqual([true]);
    expect(live.state).toBe('open');
    const back = new Promise<void>((resolve) => live.onSilence(resolve));
    fake.tell({ type: 'beat' });
    await back;
    expect(told).toEqual([true, false]);
    clock.advance(3_000);
    expect(told).toEqual([true, false, true]);
    expect(fake.connections).toHaveLength(1);
  });

  test('is given up at once where the network comes back, and stays where it is heard', async () => {
    const fake = await server();
    const { live, clock, reached } = client(fake);
    live.start();
    await reached('open');
    live.hurry();
    expect(live.state).toBe('open');
    clock.advance(3_000);
    live.hurry();
    expect(live.state).toBe('connecting');
    expect(live.silent).toBe(false);
    await fake.connected(2);
    await reached('open');
  });

  test('after a request that found no server is told sooner; a line that answers stays as it is', async () => {
    const fake = await server();
    const { live, clock, reached } = client(fake);
    live.start();
    await reached('open');
    const pong = new Promise((resolve) => live.subscribe('pong', resolve));
    clock.advance(1);
    live.doubt();
    clock.advance(1);
    await pong;
    clock.advance(1_200);
    expect(live.silent).toBe(false);
    fake.answerPings = false;
    live.doubt();
    clock.advance(1_199);
    expect(live.silent).toBe(false);
    clock.advance(1);
    expect(live.silent).toBe(true);
  });
});

describe('heartbeat', () => {
  test('pings every 5 s, and stays while they are answered', async () => {
    const fake = await server();
    const { live, clock, reached } = client(fake);
    live.start();
    await reached('open');
    for (let beat = 1; beat <= 5; beat += 1) {
      const pong = new Promise((resolve) => live.subscribe('pong', resolve));
      clock.advance(5_000);
      await fake.heardOf('ping', beat);
      await pong;
    }
    expect(fake.connections).toHaveLength(1);
    expect(live.state).toBe('open');
  });

  test('more than 2 unanswered pings: a new connection', async () => {
    const fake = await server();
    fake.answerPings = false;
    const { live, clock, reached } = client(fake);
    live.start();
    await reached('open');
    clock.advance(5_000);
    clock.advance(5_000);
    clock.advance(5_000);
    await fake.heardOf('ping', 3);
    expect(live.state).toBe('open');
    clock.advance(5_000);
    expect(live.state).toBe('waiting');
    clock.advance(500);
    await fake.connected(2);
    await reached('open');
  });

  test('a connection that does not open within 5 s is given up', async () => {
    const clock = new ManualClock(0);
    let opened = 0;
    const live = new TopicSocket({
      ...numbers,
      open: () => {
        opened += 1;
        return { send: () => undefined, close: () => undefined };
      },
      clock,
      random: { unit: () => 1 },
      loginRefused: () => undefined,
    });
    live.start();
    clock.advance(4_999);
    expect(live.state).toBe('connecting');
    clock.advance(1);
    expect(live.state).toBe('waiting');
    clock.advance(500);
    expect(opened).toBe(2);
    // Each failure doubles the wait, up to 15 s.
    clock.advance(5_000);
    clock.advance(999);
    expect(opened).toBe(2);
    clock.advance(1);
    expect(opened).toBe(3);
    live.stop();
  });
});

describe('bad messages', () => {
  test('what is no JSON, no object or of an unknown type harms nothing', async () => {
    const fake = await server();
    const { live } = client(fake);
    live.subscribe('DAY_MARKET', () => undefined);
    live.start();
    await fake.heardOf('sub', 1);
    const told = new Promise((resolve) => live.subscribe('DAY_MARKET', resolve));
    for (const text of ['{', '[]', 'null', '{"type":7}', '{"type":"NEW_THING"}']) fake.connections[0]?.send(text);
    fake.tell({ type: 'DAY_MARKET', data: 'fine' });
    await expect(told).resolves.toBe('fine');
    expect(live.state).toBe('open');
  });
});
