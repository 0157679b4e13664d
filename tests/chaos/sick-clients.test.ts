// Clients that never read, that flood, that send far too much, on socket and HTTP, beside users who trade: these are served as before, what
// the others cost stays bounded, and each of the others is told off or cut.

import * as fs from 'node:fs';
import * as net from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { klineTopic, SOCKET_PATH } from '@fairtick/contract/socket/messages';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { createTestDatabase, type TestDatabase } from '../harness/database.ts';
import { Crowd, quantile } from './crowd.ts';
import { Server } from './server.ts';
import { looseTerms } from './terms.ts';

const MEASURED_MS = 1_800;
const MOST_GROWTH_KB = 120_000;
/**
 * The promise is a tenth. Here server, database, traders and attackers share two cores, so that this only tells a server that serves from one
 * that chokes; the figures are printed.
 */
const MOST_SLOWER = 3;
const SLOW_P50_MS = 250;
const SLOW_P95_MS = 1_000;
/** A cut client is given 2 s for its goodbye. */
const CUT_LIMIT_MS = 8_000;
/** A good listener hears a price at least this often: five times a second, and the machine's pauses. */
const LONGEST_SILENCE_MS = 2_500;

let db: TestDatabase;
let server: Server;
let crowd: Crowd;

beforeAll(async () => {
  db = await createTestDatabase();
  const first = await Server.start({ databaseUrl: db.ownerUrl });
  await looseTerms(db.owner);
  await first.kill();
  server = await Server.start({ databaseUrl: db.ownerUrl });
  crowd = new Crowd({ seed: 8, traders: 15, url: () => server.url });
  await crowd.quotes.untilLive(server.url, ['EURUSD']);
  crowd.begin();
});
afterAll(async () => {
  await crowd.end();
  await server.kill();
  await db.drop();
});

const memoryKb = (): number =>
  Number(/VmRSS:\s+(\d+)/.exec(fs.readFileSync(`/proc/${server.pid}/status`, 'utf8'))?.[1] ?? 0);

const socketUrl = (): string => `${server.url.replace('http', 'ws')}${SOCKET_PATH}`;

/** A masked text frame, as a client must send it; its mask is zero, so that it costs the sender nothing. */
function frame(text: string): Buffer {
  const body = Buffer.from(text);
  const head = Buffer.alloc(body.length < 126 ? 2 : body.length < 65_536 ? 4 : 10);
  head[0] = 0x81;
  head[1] = 0x80 | (head.length === 2 ? body.length : head.length === 4 ? 126 : 127);
  if (head.length === 4) head.writeUInt16BE(body.length, 2);
  if (head.length === 10) head.writeBigUInt64BE(BigInt(body.length), 2);
  return Buffer.concat([head, Buffer.alloc(4), body]);
}

/** A socket client by hand: nothing it hears is looked at. */
function rawClient(): net.Socket {
  const { hostname, port } = new URL(server.url);
  const socket = net.connect({ host: hostname, port: Number(port) });
  socket.on('error', () => {});
  socket.write(
    `GET ${SOCKET_PATH} HTTP/1.1\r\nHost: ${hostname}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n` +
      'Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n',
  );
  return socket;
}

/** Subscribes to everything and never reads a byte. */
function deafClient(): net.Socket {
  const socket = rawClient();
  const topics = ['DAY_MARKET', ...crowd.quotes.all().map((quote) => klineTopic(quote.code))];
  for (const topic of topics) socket.write(frame(JSON.stringify({ type: 'sub', topic })));
  socket.pause();
  return socket;
}

/** Sends as fast as it may until it is cut, then comes again. */
class Flooder {
  cuts = 0;
  #stopped = false;
  #socket: net.Socket | undefined;
  readonly #bytes: Buffer;

  constructor(message: string, perTurn: number) {
    this.#bytes = Buffer.concat(Array.from({ length: perTurn }, () => frame(message)));
    this.#connect();
  }

  stop(): void {
    this.#stopped = true;
    this.#socket?.destroy();
  }

  #connect(): void {
    if (this.#stopped) return;
    const socket = rawClient();
    this.#socket = socket;
    socket.resume();
    const flood = setInterval(() => {
      if (socket.writableLength < this.#bytes.length) socket.write(this.#bytes);
    }, 10);
    socket.on('close', () => {
      clearInterval(flood);
      this.cuts += 1;
      setTimeout(() => this.#connect(), 50);
    });
  }
}

/** A listener as the app is one, and its longest wait for a price. */
function listener(): { readonly longestMs: () => number; stop(): void } {
  const socket = new WebSocket(socketUrl());
  let lastMs = 0;
  let longestMs = 0;
  socket.on('open', () => socket.send(JSON.stringify({ type: 'sub', topic: 'DAY_MARKET' })));
  socket.on('message', () => {
    const now = performance.now();
    if (lastMs > 0) longestMs = Math.max(longestMs, now - lastMs);
    lastMs = now;
  });
  socket.on('error', () => {});
  return { longestMs: () => longestMs, stop: () => socket.terminate() };
}

async function measured(): Promise<{ p50: number; p95: number; count: number }> {
  crowd.takeTimes();
  await delay(MEASURED_MS);
  const times = crowd.takeTimes();
  return { p50: quantile(times, 0.5), p95: quantile(times, 0.95), count: times.length };
}

interface Attack {
  /** How often one of them was cut or refused, the least so treated of all. */
  leastTreated(): number;
  stop(): Promise<unknown>;
}

function flooders(message: string, perTurn: number, count: number): Attack {
  const all = Array.from({ length: count }, () => new Flooder(message, perTurn));
  return {
    leastTreated: () => Math.min(...all.map((flooder) => flooder.cuts)),
    stop: async () => all.forEach((flooder) => void flooder.stop()),
  };
}

const ATTACKS: Readonly<Record<string, () => Attack>> = {
  '150 clients that never read': () => {
    const deaf = Array.from({ length: 150 }, deafClient);
    // They may stay for the limit of 30 s; until then they only must not cost.
    return { leastTreated: () => 1, stop: async () => deaf.forEach((socket) => void socket.destroy()) };
  },
  'pings without end': () => flooders('{"type":"ping"}', 30, 6),
  'unknown topics without end': () => flooders('{"type":"sub","topic":"KLINE.NONE"}', 30, 6),
  'frames of 9 kB': () => flooders('x'.repeat(9_000), 10, 6),
  'frames of 1 MB': () => flooders('x'.repeat(1_000_000), 1, 3),
  'bodies of 10 MB': () => hugeBodies(),
};

test.each(Object.keys(ATTACKS))('users trade as before beside %s', async (name) => {
  crowd.release();
  await delay(500);
  const before = await measured();
  const beforeKb = memoryKb();
  const good = listener();
  const attack = ATTACKS[name]?.();
  if (!attack) throw new Error(`there is no attack ${name}`);
  const during = await measured();
  const grownKb = memoryKb() - beforeKb;
  const limit = performance.now() + CUT_LIMIT_MS;
  while (attack.leastTreated() === 0 && performance.now() < limit) await delay(20);
  const treated = attack.leastTreated();
  await attack.stop();
  good.stop();
  expect(await crowd.rest()).toBe(true);
  console.log(
    `${name}: p50 ${before.p50.toFixed(1)} -> ${during.p50.toFixed(1)} ms, p95 ${before.p95.toFixed(1)} -> ${during.p95.toFixed(1)} ms ` +
      `(${before.count} and ${during.count} calls); memory +${Math.round(grownKb / 1_000)} MB; a price at least every ${Math.round(good.longestMs())} ms; each cut ${treated} times`,
  );
  expect(during.count).toBeGreaterThan(20);
  expect(during.p50).toBeLessThan(Math.max(MOST_SLOWER * before.p50, SLOW_P50_MS));
  expect(during.p95).toBeLessThan(Math.max(MOST_SLOWER * before.p95, SLOW_P95_MS));
  expect(grownKb).toBeLessThan(MOST_GROWTH_KB);
  expect(good.longestMs()).toBeLessThan(LONGEST_SILENCE_MS);
  expect(crowd.counts.silent).toBe(0);
  expect(treated).toBeGreaterThan(0);
  expect(await crowd.verify(db.owner)).toEqual([]);
});

/** Bodies of 10 MB, one after the other from two clients at once. */
function hugeBodies(): Attack {
  const { hostname, port } = new URL(server.url);
  const body = Buffer.alloc(10_000_000, 'x');
  let stopped = false;
  let refused = 0;
  const one = async (): Promise<void> => {
    while (!stopped) {
      const socket = net.connect({ host: hostname, port: Number(port) });
      const ended = new Promise<void>((resolve) => socket.on('close', () => resolve()));
      let said = '';
      socket.on('error', () => {});
      socket.on('data', (chunk) => {
        said += String(chunk);
        if (said.includes('}')) socket.destroy();
      });
      socket.write(
        `POST /v2/api/forex/submit HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`,
      );
      socket.write(body);
      await ended;
      if (said.startsWith('HTTP/1.1 413')) refused += 1;
      await delay(20);
    }
  };
  const all = Promise.all([one(), one()]);
  return {
    leastTreated: () => refused,
    async stop() {
      stopped = true;
      await all;
    },
  };
}
