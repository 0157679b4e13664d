// 400 broken socket clients at the whole server while honest ones listen, and connections that begin and never go on.

import { once } from 'node:events';
import * as net from 'node:net';
import { systemClock } from '@fairtick/kernel/clock';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type LiveApp, startLiveApp } from './live-app.ts';
import { fuzzSocket, shownSocketReport } from './socket-fuzz.ts';
import { ANSWER_LIMIT_MS, exchange } from './wire.ts';

const CLIENTS = 400;
const SEED = 20_260_102;
const HALF_OPEN = 200;
/** A stop waits a second for sockets to say goodbye; the rest is for a busy machine. */
const STOP_LIMIT_MS = 10_000;

let app: LiveApp;
beforeAll(async () => {
  app = await startLiveApp();
});
afterAll(() => app.stop());

test('400 broken clients: honest ones get their updates, memory stays, no row changes', async () => {
  const report = await fuzzSocket(app, { clients: CLIENTS, seed: SEED });
  console.log(shownSocketReport(report));
  expect(report.problems).toEqual([]);
  expect(report.updates).toBeGreaterThan(20);
  // The fuzzer itself: some are told, some thrown out, some refused at the door.
  expect(report.errorsTold).toBeGreaterThan(100);
  expect(report.endings.size).toBeGreaterThan(4);
}, 120_000);

test('a refused upgrade is let go, however much it sends: the server can still stop', async () => {
  const own = await startLiveApp();
  const sockets = Array.from({ length: 5 }, () => {
    const socket = net.connect(own.port, '127.0.0.1');
    socket.on('error', () => {});
    socket.write('GET /v2/nowhere HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n');
    socket.write(Buffer.alloc(300_000, 'x'));
    socket.resume();
    return socket;
  });
  await Promise.all(sockets.map((socket) => once(socket, 'close')));
  const startedMs = systemClock.monotonic();
  await own.stop();
  expect(systemClock.monotonic() - startedMs).toBeLessThan(STOP_LIMIT_MS);
}, 60_000);

test('connections that begin and never go on take nobody else away', async () => {
  const starts = [
    '',
    'GET /v2',
    'GET /v2/ws HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\n',
    'POST /api/user/loginForU HTTP/1.1\r\ncontent-length: 60000\r\n\r\n{',
  ];
  const sockets = Array.from({ length: HALF_OPEN }, (_, i) => {
    const socket = net.connect(app.port, '127.0.0.1');
    socket.on('error', () => {});
    socket.write(starts[i % starts.length] ?? '');
    return socket;
  });
  await Promise.all(sockets.map((socket) => once(socket, 'connect')));
  const bytes = Buffer.from('GET /v2/api/forex/trade_list HTTP/1.1\r\nhost: x\r\n\r\n');
  for (let i = 0; i < 20; i += 1) {
    const answer = await exchange({ port: app.port, bytes });
    expect(answer).toMatchObject({ kind: 'answered', status: 200 });
    expect(answer.tookMs).toBeLessThan(ANSWER_LIMIT_MS);
  }
  for (const socket of sockets) socket.destroy();
});
