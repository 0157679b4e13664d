// Attacks the live socket with anything that can be put on a wire, while honest clients listen: they must get their updates, the attackers
// must cost a bounded amount, and nothing in the database may change.

import * as net from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { ERROR_CODES } from '@fairtick/contract/errors';
import { SOCKET_PATH } from '@fairtick/contract/socket/messages';
import { systemClock } from '@fairtick/kernel/clock';
import { type Random, seededRandom } from '@fairtick/kernel/random';
import { WebSocket } from 'ws';
import { z } from 'zod';
import { damaged, hostileValue, nested, randomBytes, randomJson, randomText, times } from './hostile.ts';
import { type LiveApp, pick, type User } from './live-app.ts';
import { changedTables, readRows } from './rows.ts';

export interface SocketFuzzOptions {
  readonly clients: number;
  readonly seed: number;
}

export interface SocketReport {
  readonly clients: number;
  readonly seed: number;
  /** How each attack ended: told errors and stayed, closed with a code, cut, refused at the door. */
  readonly endings: ReadonlyMap<string, number>;
  readonly errorsTold: number;
  /** The longest an honest listener waited for the next update. */
  readonly longestWaitMs: number;
  readonly updates: number;
  readonly heapGrowthMb: number;
  readonly problems: readonly string[];
}

const AT_ONCE = 25;
const ATTACK_LIMIT_MS = 1_500;
/** Prices of some pair move several times a second; an honest client that hears nothing this long was forgotten. */
const WAIT_LIMIT_MS = 3_000;
const HEAP_LIMIT_MB = 64;
const DRAIN_LIMIT_MS = 10_000;
const CODES = new Set<number>(Object.values(ERROR_CODES));
const said = z.looseObject({ type: z.string() });
const details = z.object({ socket: z.object({ clients: z.number(), users: z.number() }) });

/** A frame as RFC 6455 has it, with every part open to lies. */
interface Frame {
  readonly payload: Buffer;
  readonly opcode?: number;
  readonly fin?: boolean;
  readonly rsv?: number;
  readonly masked?: boolean;
  /** Claims this many bytes whatever follows. */
  readonly claim?: bigint;
}

function frame({ payload, opcode = 1, fin = true, rsv = 0, masked = true, claim }: Frame): Buffer {
  const length = claim ?? BigInt(payload.length);
  const first = (fin ? 0x80 : 0) | (rsv << 4) | opcode;
  const mask = masked ? 0x80 : 0;
  let head: Buffer;
  if (length < 126n) head = Buffer.of(first, mask | Number(length));
  else if (length < 65_536n) head = Buffer.of(first, mask | 126, Number(length >> 8n), Number(length & 255n));
  else {
    head = Buffer.alloc(10);
    head[0] = first;
    head[1] = mask | 127;
    head.writeBigUInt64BE(length, 2);
  }
  // A mask of zeros leaves the payload as it is.
  return Buffer.concat([head, masked ? Buffer.alloc(4) : Buffer.alloc(0), payload]);
}

const HANDSHAKE =
  `GET ${SOCKET_PATH} HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n` +
  'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n';

const MESSAGE_TYPES = ['login', 'logout', 'sub', 'unsub', 'ping', 'pong', 'FOREX_TRADE', '__proto__', ''];

function message(random: Random, tokens: readonly string[]): string {
  switch (random.below(7)) {
    case 0:
      return randomJson(random);
    case 1:
      return randomText(random, 300);
    case 2:
      return JSON.stringify({
        type: 'login',
        token: random.below(3) === 0 ? pick(random, tokens) : hostileValue(random),
      });
    case 3:
      return JSON.stringify({
        type: pick(random, ['sub', 'unsub']),
        topic: pick(random, [
          'DAY_MARKET',
          'KLINE.EURUSD',
          'FOREX_TRADE',
          'BALANCE',
          `KLINE.${hostileValue(random)}`,
          hostileValue(random),
        ]),
      });
    case 4:
      return `{"type":${randomJson(random)},"topic":${randomJson(random)}}`;
    case 5:
      return random.below(2) === 0 ? nested(1_000, '[', ']') : nested(700, '{"a":', '}');
    default:
      return JSON.stringify({ type: pick(random, MESSAGE_TYPES), [randomText(random, 8)]: hostileValue(random) });
  }
}

/** What an attacker sends after a good handshake. */
function frames(random: Random, tokens: readonly string[]): Buffer {
  const text = (): Buffer => Buffer.from(message(random, tokens));
  switch (random.below(11)) {
    case 0:
      return randomBytes(random, 1 + random.below(400));
    case 1:
      return frame({ payload: randomBytes(random, random.below(300)), opcode: 2 });
    case 2:
      return frame({ payload: Buffer.alloc(pick(random, [4_097, 16_384, 16_385, 70_000]), 'x') });
    case 3:
      return frame({
        payload: text(),
        claim: pick(random, [2n ** 16n, 2n ** 31n, 2n ** 40n, 2n ** 63n, 2n ** 64n - 1n]),
      });
    case 4: {
      // Pieces of one message, whole or never finished, with a ping between.
      const pieces = times(1 + random.below(400), (i) =>
        frame({ payload: Buffer.from('['), opcode: i === 0 ? 1 : 0, fin: false }),
      );
      const ping = frame({ payload: Buffer.alloc(random.below(126)), opcode: 9 });
      const last = random.below(2) === 0 ? [frame({ payload: Buffer.from(']'), opcode: 0 })] : [];
      return Buffer.concat([...pieces, ping, ...last]);
    }
    case 5:
      return frame({ payload: text(), masked: false });
    case 6:
      return frame({
        payload: text().subarray(0, 120),
        opcode: random.below(16),
        rsv: random.below(8),
        fin: random.below(3) > 0,
      });
    case 7:
      return frame({ payload: Buffer.concat([Buffer.of(0xff, 0xc0), text()]) });
    case 8:
      return frame({
        payload: Buffer.concat([
          Buffer.of(random.below(256), random.below(256)),
          randomBytes(random, random.below(60)),
        ]),
        opcode: 8,
      });
    case 9:
      return Buffer.concat(times(150, () => frame({ payload: text().subarray(0, 4_000) })));
    default:
      return damaged(random, frame({ payload: text() }));
  }
}

function handshake(random: Random): Buffer {
  if (random.below(5) > 0) return Buffer.from(HANDSHAKE);
  if (random.below(2) === 0) return damaged(random, Buffer.from(HANDSHAKE));
  const change: [RegExp, string] = pick(random, [
    [/Version: 13/, 'Version: 99'],
    [/Key: \S+/, 'Key: short'],
    [/Upgrade: websocket/, 'Upgrade: h2c'],
    [/\/v2\/ws/, '/v2/ws/../../x?lang=%00'],
    [/\/v2\/ws/, '/v2/api/forex/trade_list'],
    [/Host: x/, `Host: x\r\nX: ${'y'.repeat(20_000)}`],
    [/GET/, 'POST'],
  ]);
  return Buffer.from(HANDSHAKE.replace(change[0], change[1]));
}

interface Ending {
  readonly how: string;
  readonly received: Buffer;
}

/** One attacker's life: connects, sends, waits for what comes, and leaves by itself where it is not thrown out. */
function attack(port: number, random: Random, tokens: readonly string[]): Promise<Ending> {
  const opening = handshake(random);
  const rounds = times(1 + random.below(6), () => frames(random, tokens));
  const reads = random.below(6) > 0;
  const pauseMs = random.below(40);
  return new Promise((resolve) => {
    const socket = net.connect({ port, host: '127.0.0.1', allowHalfOpen: true });
    const parts: Buffer[] = [];
    const end = (how: string): void => {
      clearTimeout(limit);
      socket.resetAndDestroy();
      resolve({ how, received: Buffer.concat(parts) });
    };
    const limit = setTimeout(
      () => end(reads ? 'stayed' : 'stayed, deaf'),
      ATTACK_LIMIT_MS * (0.2 + random.unit() * 0.8),
    );
    const sendNext = (): void => {
      const next = rounds.shift();
      if (next === undefined || socket.destroyed) return;
      socket.write(next);
      setTimeout(sendNext, pauseMs);
    };
    socket.on('connect', () => {
      socket.write(opening);
      if (!reads) socket.pause();
      setTimeout(sendNext, pauseMs);
    });
    if (reads) socket.on('data', (chunk) => parts.push(chunk));
    socket.on('end', () => end('thrown out'));
    socket.on('error', () => end('cut'));
  });
}

/** The texts of whole frames that a server sends: unmasked, unfragmented. A close frame is its code. */
export function* serverFrames(bytes: Buffer): Iterable<{ readonly opcode: number; readonly payload: Buffer }> {
  const cut = bytes.indexOf('\r\n\r\n');
  let at = cut < 0 ? bytes.length : cut + 4;
  while (at + 2 <= bytes.length) {
    const opcode = (bytes[at] ?? 0) & 15;
    let length = (bytes[at + 1] ?? 0) & 127;
    let from = at + 2;
    if (length === 126 && bytes.length >= at + 4) {
      length = bytes.readUInt16BE(at + 2);
      from = at + 4;
    } else if (length === 127 && bytes.length >= at + 10) {
      length = Number(bytes.readBigUInt64BE(at + 2));
      from = at + 10;
    }
    if (bytes.length < from + length) return;
    yield { opcode, payload: bytes.subarray(from, from + length) };
    at = from + length;
  }
}

/** An honest client: listens to the market and to its own figures, and measures how long it waits. */
class Listener {
  readonly #socket: WebSocket;
  #lastMs = systemClock.monotonic();
  longestWaitMs = 0;
  updates = 0;
  closed = false;

  constructor(app: LiveApp, user: User) {
    this.#socket = new WebSocket(`ws://127.0.0.1:${app.port}${SOCKET_PATH}`);
    this.#socket.on('open', () => {
      const say = (value: object): void => this.#socket.send(JSON.stringify(value));
      say({ type: 'login', token: user.token });
      for (const topic of ['DAY_MARKET', 'FOREX_TRADE', 'NOTICE']) say({ type: 'sub', topic });
    });
    this.#socket.on('message', (data) => {
      if (said.parse(JSON.parse(String(data))).type !== 'DAY_MARKET') return;
      this.note();
      this.updates += 1;
    });
    this.#socket.on('close', () => {
      this.closed = true;
    });
  }

  note(): void {
    const now = systemClock.monotonic();
    this.longestWaitMs = Math.max(this.longestWaitMs, now - this.#lastMs);
    this.#lastMs = now;
  }

  ready(): Promise<void> {
    return new Promise((resolve) => this.#socket.once('message', () => resolve()));
  }

  end(): void {
    this.#socket.terminate();
  }
}

function faultsOf(received: Buffer): { faults: string[]; told: number; how: string | undefined } {
  const faults: string[] = [];
  let told = 0;
  let how: string | undefined;
  const head = received.toString('latin1', 0, 16);
  // One that did not read was told, but does not know.
  if (received.length === 0) return { faults, told, how };
  if (/^HTTP\/1\.1 5(?!03)/.test(head)) faults.push(`a 5xx at the door: ${head}`);
  if (!head.startsWith('HTTP/1.1 101')) return { faults, told, how: `refused ${head.slice(9, 12)}` };
  for (const { opcode, payload } of serverFrames(received)) {
    if (opcode === 8) how = `closed ${payload.length >= 2 ? payload.readUInt16BE(0) : 'without a code'}`;
    if (opcode !== 1) continue;
    const read = said.safeParse(parsed(payload));
    if (!read.success) faults.push(`no message: ${payload.toString().slice(0, 100)}`);
    else if (read.data.type === 'error') {
      told += 1;
      if (!CODES.has(Number(read.data.code)) || read.data.msg === '')
        faults.push(`a strange error: ${payload.toString().slice(0, 200)}`);
    }
  }
  return { faults, told, how };
}

function parsed(payload: Buffer): unknown {
  try {
    return JSON.parse(payload.toString());
  } catch {
    return undefined;
  }
}

setFlagsFromString('--expose-gc');
const collect: unknown = runInNewContext('gc');

/** What is really held: garbage first out. */
const heapMb = (): number => {
  if (typeof collect === 'function') collect();
  return process.memoryUsage().heapUsed / 2 ** 20;
};

export async function fuzzSocket(app: LiveApp, { clients, seed }: SocketFuzzOptions): Promise<SocketReport> {
  const random = seededRandom(seed);
  const problems: string[] = [];
  const endings = new Map<string, number>();
  let errorsTold = 0;
  const honest = [await app.demoUser(), await app.demoUser()];
  const listeners = honest.map((user) => new Listener(app, user));
  await Promise.all(listeners.map((listener) => listener.ready()));
  const attacker = await app.realUser(0);
  const before = await readRows(app.db.owner);
  const heapBefore = heapMb();
  const errorsBefore = app.errors.length;
  let begun = 0;
  const worker = async (): Promise<void> => {
    while (begun < clients) {
      begun += 1;
      // Each attacker has a seed of its own, so that one can be sent again alone.
      const { how, received } = await attack(app.port, seededRandom(random.uint32()), [attacker.token]);
      const seen = faultsOf(received);
      errorsTold += seen.told;
      const name = seen.how ?? how;
      endings.set(name, (endings.get(name) ?? 0) + 1);
      problems.push(...seen.faults.slice(0, 3));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  for (const listener of listeners) {
    listener.note();
    if (listener.closed) problems.push('an honest listener was thrown out');
    if (listener.longestWaitMs > WAIT_LIMIT_MS)
      problems.push(`an honest listener waited ${Math.round(listener.longestWaitMs)} ms`);
  }
  await drained(app, listeners.length, problems);
  const heapGrowthMb = Math.round(heapMb() - heapBefore);
  if (heapGrowthMb > HEAP_LIMIT_MB) problems.push(`the heap grew by ${heapGrowthMb} MB`);
  for (const error of app.errors.slice(errorsBefore)) problems.push(`the server logged: ${error}`);
  const after = await readRows(app.db.owner);
  if (before.systemJournals === after.systemJournals)
    for (const table of changedTables(before, after)) problems.push(`${table} changed by what a socket said`);
  const longestWaitMs = Math.max(...listeners.map((listener) => listener.longestWaitMs));
  const updates = listeners.reduce((sum, listener) => sum + listener.updates, 0);
  for (const listener of listeners) listener.end();
  return { clients, seed, endings, errorsTold, longestWaitMs, updates, heapGrowthMb, problems: problems.slice(0, 20) };
}

/** The attackers are gone, so must be what the server kept of them. */
async function drained(app: LiveApp, honest: number, problems: string[]): Promise<void> {
  const startedMs = systemClock.monotonic();
  for (;;) {
    const { socket } = details.parse((await app.call('/healthz')).data);
    if (socket.clients === honest && socket.users === honest) return;
    if (systemClock.monotonic() - startedMs > DRAIN_LIMIT_MS) {
      problems.push(`${socket.clients} clients and ${socket.users} users are left where ${honest} are there`);
      return;
    }
  }
}

export function shownSocketReport(report: SocketReport): string {
  const ends = [...report.endings].sort(([, a], [, b]) => b - a).map(([name, count]) => `${name}: ${count}`);
  return [
    `${report.clients} broken socket clients of seed ${report.seed}; ${report.errorsTold} errors told`,
    `ended ${ends.join(', ')}`,
    `honest listeners: ${report.updates} updates, longest wait ${Math.round(report.longestWaitMs)} ms; heap grew by ${report.heapGrowthMb} MB`,
    ...report.problems.map((problem) => `PROBLEM ${problem}`),
  ].join('\n');
}
