// Thousands of live connections in one process, written so that they cost little: one shared buffer to read into, frames hopped over by their
// lengths, nothing parsed but the time of some. Told by message what to do.

import { connect, type Socket } from 'node:net';

export type SocketOrder =
  /** Opens `count` connections, each with what it says first. */
  | {
      readonly do: 'open';
      readonly group: string;
      readonly url: string;
      readonly count: number;
      readonly says: readonly (readonly string[])[];
    }
  | { readonly do: 'close'; readonly group: string }
  | { readonly do: 'measure'; readonly group: string; readonly ms: number }
  /** The group reads no more. */
  | { readonly do: 'deafen'; readonly group: string }
  | { readonly do: 'ping'; readonly group: string };

export interface SocketReport {
  /** DAY_MARKET frames received in the time. */
  readonly updates: number;
  readonly seconds: number;
  /** Of prices at their arrival, ms since the server received them. */
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly bytes: number;
  readonly lost: number;
}

const SAMPLE_EVERY = 25;
const READ_BYTES = 256 * 1024;
const HEADERS_END = Buffer.from('\r\n\r\n');
const TIME = Buffer.from('"time":');
/** Where {"type":"DAY_MARKET" differs from every other type's text. */
const TYPE_AT = 9;
const D = 68;
const COMMA = 44;
const UPGRADE =
  'GET /v2/ws?lang=en HTTP/1.1\r\nHost: bench\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n' +
  'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n';

const shared = Buffer.allocUnsafe(READ_BYTES);
const count = { updates: 0, bytes: 0, lost: 0 };
let ages: number[] = [];

/** A frame of a client: its mask of zeros leaves the text as it is. */
function frame(text: string): Buffer {
  const bytes = Buffer.from(text);
  if (bytes.length > 125) throw new Error('too long for a short frame');
  return Buffer.concat([Buffer.of(0x81, 0x80 | bytes.length, 0, 0, 0, 0), bytes]);
}
const PING = frame('{"type":"ping"}');

class Listener {
  readonly socket: Socket;
  readonly ready: Promise<void>;
  /** Reads no more after the piece that comes next. */
  deaf = false;
  readonly #sampled: boolean;
  #upgraded = false;
  #skip = 0;
  #rest: Buffer | undefined;
  #isReady: () => void = () => {};
  #closing = false;

  constructor(url: string, says: readonly string[], sampled: boolean) {
    this.#sampled = sampled;
    const { hostname, port } = new URL(url);
    this.ready = new Promise((resolve) => {
      this.#isReady = resolve;
    });
    this.socket = connect({
      host: hostname,
      port: Number(port),
      noDelay: true,
      onread: {
        buffer: shared,
        callback: (length: number) => {
          this.#take(shared.subarray(0, length), says);
          return !this.deaf;
        },
      },
    });
    this.socket.write(UPGRADE);
    this.socket.on('error', () => {});
    this.socket.on('close', () => {
      if (!this.#closing) count.lost += 1;
    });
  }

  close(): Promise<void> {
    this.#closing = true;
    return new Promise((resolve) => {
      this.socket.once('close', () => resolve());
      this.socket.destroy();
    });
  }

  #take(piece: Buffer, says: readonly string[]): void {
    count.bytes += piece.length;
    if (this.#upgraded) {
      this.#frames(this.#rest ? Buffer.concat([this.#rest, piece]) : piece);
      return;
    }
    const cut = piece.indexOf(HEADERS_END);
    if (cut < 0 || piece.toString('latin1', 9, 12) !== '101') throw new Error(piece.toString('latin1', 0, 100));
    this.#upgraded = true;
    for (const text of says) this.socket.write(frame(text));
    this.#isReady();
    this.#frames(piece.subarray(cut + HEADERS_END.length));
  }

  #frames(bytes: Buffer): void {
    this.#rest = undefined;
    let at = Math.min(this.#skip, bytes.length);
    this.#skip -= at;
    while (at < bytes.length) {
      const short = bytes[at + 1] ?? 126;
      const header = short < 126 ? 2 : short === 126 ? 4 : 10;
      if (bytes.length - at < header + TYPE_AT + 1) {
        this.#rest = Buffer.from(bytes.subarray(at));
        return;
      }
      const length = short < 126 ? short : short === 126 ? bytes.readUInt16BE(at + 2) : bytes.readUInt32BE(at + 6);
      if (bytes[at + header + TYPE_AT] === D) {
        count.updates += 1;
        if (this.#sampled && at + header + length <= bytes.length) this.#age(bytes, at + header, at + header + length);
      }
      at += header + length;
      if (at > bytes.length) this.#skip = at - bytes.length;
    }
  }

  #age(bytes: Buffer, from: number, to: number): void {
    let at = bytes.indexOf(TIME, from) + TIME.length;
    if (at < TIME.length || at > to) return;
    let time = 0;
    for (; bytes[at] !== COMMA && at < to; at += 1) time = time * 10 + (bytes[at] ?? 48) - 48;
    ages.push(Date.now() - time);
  }
}

const groups = new Map<string, Listener[]>();
const AT_ONCE = 200;

async function open(order: Extract<SocketOrder, { do: 'open' }>): Promise<void> {
  const listeners = groups.get(order.group) ?? [];
  groups.set(order.group, listeners);
  for (let from = 0; from < order.count; from += AT_ONCE) {
    const some = Array.from({ length: Math.min(AT_ONCE, order.count - from) }, (_, i) => {
      const says = order.says[(from + i) % order.says.length] ?? [];
      return new Listener(order.url, says, (from + i) % SAMPLE_EVERY === 0);
    });
    listeners.push(...some);
    await Promise.all(some.map((one) => one.ready));
  }
}

async function measure(ms: number): Promise<SocketReport> {
  ages = [];
  Object.assign(count, { updates: 0, bytes: 0, lost: 0 });
  const start = performance.now();
  await new Promise((resolve) => setTimeout(resolve, ms));
  const { updates, bytes, lost } = count;
  const seconds = (performance.now() - start) / 1_000;
  ages.sort((a, b) => a - b);
  const at = (share: number): number => ages[Math.floor(ages.length * share)] ?? 0;
  return { updates, seconds, p50Ms: at(0.5), p99Ms: at(0.99), bytes, lost };
}

async function obey(order: SocketOrder): Promise<SocketReport | null> {
  const group = groups.get(order.group) ?? [];
  if (order.do === 'open') await open(order);
  else if (order.do === 'close') {
    groups.delete(order.group);
    await Promise.all(group.map((one) => one.close()));
  } else if (order.do === 'deafen') for (const one of group) one.deaf = true;
  else if (order.do === 'ping') for (const one of group) one.socket.write(PING);
  else return measure(order.ms);
  return null;
}

process.on('message', (order: SocketOrder) => {
  obey(order).then(
    (report) => process.send?.(report),
    (error: unknown) => {
      console.error(error);
      process.exit(1);
    },
  );
});
process.on('disconnect', () => process.exit(0));
