// Many clients, and those that do not read: nobody waits for them, nothing grows for them, and they end with the newest state.

import { once } from 'node:events';
import * as net from 'node:net';
import { expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { closesOf, Listener, type Live, startLive } from './live.ts';

/** A client of plain bytes that has subscribed and then reads nothing until told. */
async function deafClient(live: Live): Promise<net.Socket> {
  const { hostname, port } = new URL(live.url);
  const socket = net.connect(Number(port), hostname);
  await once(socket, 'connect');
  socket.write(
    'GET /v2/ws HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n' +
      'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n',
  );
  await once(socket, 'data');
  const text = Buffer.from('{"type":"sub","topic":"DAY_MARKET"}');
  // A mask of zeros leaves the text as it is.
  socket.write(Buffer.concat([Buffer.of(0x81, 0x80 | text.length, 0, 0, 0, 0), text]));
  socket.pause();
  return socket;
}

test('a client that never reads costs a bounded amount, delays nobody, and is cut after 30 s', async () => {
  const live = await startLive(1_000);
  try {
    live.prices.setAll(1);
    await live.flush();
    const [deaf, good] = [await deafClient(live), await live.connect()];
    await good.sub('DAY_MARKET');
    await live.flush();
    await good.sync();
    let close = 1;
    // The kernel's own buffers take megabytes before the server notices.
    while (live.socket.counts().passedOver < 20 && close < 400) {
      close += 1;
      good.heard.splice(0);
      live.prices.setAll(close);
      await live.flush();
      await good.sync();
      expect(new Set(Object.values(closesOf(good.take('DAY_MARKET'))))).toEqual(new Set([close]));
    }
    const counts = live.socket.counts();
    expect(counts.passedOver).toBeGreaterThanOrEqual(20);
    expect(counts.clients).toBe(2);
    const ended = new Promise((resolve) => deaf.once('close', resolve));
    for (let i = 0; i < 31; i += 1) {
      live.clock.advance(1_000);
      await good.sync();
    }
    deaf.resume();
    await ended;
    expect(live.socket.counts().cutBehind).toBe(1);
    expect(live.socket.counts().clients).toBe(1);
  } finally {
    await live.close();
  }
});

test('a client that reads again gets the newest of every pair, not what it missed', async () => {
  const live = await startLive(1_000);
  try {
    const slow = await live.connect();
    await slow.sub('DAY_MARKET');
    slow.ws.pause();
    let close = 0;
    while (live.socket.counts().passedOver < 30 && close < 400) {
      close += 1;
      live.prices.setAll(close);
      await live.flush();
    }
    expect(live.socket.counts().passedOver).toBeGreaterThanOrEqual(30);
    slow.ws.resume();
    await slow.sync();
    await live.flush();
    await slow.sync();
    const messages = slow.take('DAY_MARKET');
    expect(messages.length).toBeLessThan((close - 25) * 1_000);
    expect(new Set(Object.values(closesOf(messages)))).toEqual(new Set([close]));
    expect(Object.keys(closesOf(messages)).length).toBe(1_000);
  } finally {
    await live.close();
  }
});

test('who asks without reading the answers is cut', async () => {
  const live = await startLive(1);
  try {
    const deaf = await deafClient(live);
    const ended = new Promise((resolve) => deaf.once('close', resolve));
    deaf.on('error', () => {});
    const text = Buffer.from(`{"type":"sub","topic":"${'x'.repeat(60)}"}`);
    const asked = Buffer.concat([Buffer.of(0x81, 0x80 | text.length, 0, 0, 0, 0), text]);
    let open = true;
    void ended.then(() => {
      open = false;
    });
    while (open) {
      deaf.write(Buffer.concat(Array.from({ length: 49 }, () => asked)));
      live.clock.advance(1_000);
      await new Promise((resolve) => setImmediate(resolve));
      if (live.socket.counts().clients === 0) deaf.resume();
    }
    expect(live.socket.counts().clients).toBe(0);
  } finally {
    await live.close();
  }
});

test('500 clients each get every flush in one write', async () => {
  const live = await startLive(24);
  try {
    const clients = await Promise.all(Array.from({ length: 500 }, () => live.connect()));
    await Promise.all(clients.map((client, i) => client.sub('DAY_MARKET', `KLINE.P${(i % 3) + 1}`)));
    live.prices.setAll(1);
    await live.flush();
    await Promise.all(clients.map((client) => client.sync()));
    const before = live.socket.counts();
    expect(before.groups).toBe(3);
    for (const client of clients) client.heard.splice(0);
    live.prices.setAll(2);
    await live.flush();
    await Promise.all(clients.map((client) => client.sync()));
    expect(live.socket.counts().writes - before.writes).toBe(500);
    for (const client of clients) {
      expect(client.take('DAY_MARKET').length).toBe(24);
      expect(client.heard.filter((message) => message.type.startsWith('KLINE.')).length).toBe(6);
    }
  } finally {
    await live.close();
  }
});

test('an address has a limit of connections, and what it frees it may use again', async () => {
  const live = await startLive(1, { maxClientsPerAddress: 2 });
  try {
    const [one] = [await live.connect(), await live.connect()];
    const refused = new Listener(live.url);
    await refused.closed;
    expect(live.socket.counts()).toMatchObject({ clients: 2, refused: 1 });
    one.ws.close();
    await one.closed;
    while (live.socket.counts().clients === 2) await new Promise((resolve) => setImmediate(resolve));
    await (await live.connect()).sync();
  } finally {
    await live.close();
  }
});

test('other paths are not upgraded', async () => {
  const live = await startLive(1);
  try {
    const stray = new WebSocket(live.url.replace('/v2/ws', '/v2/other'));
    const [, response] = await once(stray, 'unexpected-response');
    expect(response.statusCode).toBe(404);
    stray.on('error', () => {});
    stray.terminate();
  } finally {
    await live.close();
  }
});

test('a server that stops says so and lets the HTTP server close', async () => {
  const live = await startLive(1);
  const client = await live.connect();
  await live.close();
  expect((await client.closed).code).toBe(1001);
});
