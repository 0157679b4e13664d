// A live socket on a real HTTP server, real sessions and a clock the test moves; the market's states are set by hand.

import { PERIODS } from '@fairtick/contract/http/market';
import {
  type DayMarket,
  dayMarket,
  type ForexTrade,
  forexTrade,
  klineUpdate,
  notice,
} from '@fairtick/contract/socket/messages';
import { ManualClock, systemClock } from '@fairtick/kernel/clock';
import type { Id } from '@fairtick/kernel/ids';
import { buildSocket, type SocketOptions, type UserSocket } from '@fairtick/server/edge/socket/server';
import type { SocketMarket } from '@fairtick/server/edge/socket/socket-market';
import type { SocketStatus } from '@fairtick/server/edge/socket/socket-status';
import { WebSocket } from 'ws';
import { type Edge, startEdge } from '../http/edge.ts';

export class Prices implements SocketMarket {
  readonly pairIds: readonly number[];
  readonly #closes = new Map<number, number>();
  readonly #listeners = new Set<(pairId: number) => void>();

  constructor(pairs: number) {
    this.pairIds = Array.from({ length: pairs }, (_, i) => i + 1);
  }
  pairIdOf(code: string): number | undefined {
    const pairId = Number(/^P([1-9]\d*)$/.exec(code)?.[1]);
    return this.pairIds.includes(pairId) ? pairId : undefined;
  }
  codeOf(pairId: number): string | undefined {
    return this.pairIds.includes(pairId) ? `P${pairId}` : undefined;
  }
  onChange(listener: (pairId: number) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
  dayMarket(pairId: number): DayMarket | undefined {
    const close = this.#closes.get(pairId);
    if (close === undefined) return undefined;
    const quotation = {
      open: '1',
      close: String(close),
      bid: String(close),
      ask: String(close),
      time: 1,
      index: close,
    };
    return { symbol: `P${pairId}`, quotation, change: '0.00', status: 'open' };
  }
  klines(pairId: number) {
    const at = String(this.#closes.get(pairId) ?? 1);
    return PERIODS.map((Period) => ({ kline: { Period, Time: 0, Open: at, High: at, Low: at, Close: at, Volume: 1 } }));
  }
  set(pairId: number, close: number): void {
    this.#closes.set(pairId, close);
    for (const listener of this.#listeners) listener(pairId);
  }
  setAll(close: number): void {
    for (const pairId of this.pairIds) this.set(pairId, close);
  }
}

/** The service's status, set by hand. */
export class Status implements SocketStatus {
  #now: ReturnType<SocketStatus['now']> = {
    ...{ status: 0, reason: 'none', from: 0 },
    ...{ until: 0, url: '', min_version: 0 },
  };
  #listener: (() => void) | undefined;

  now() {
    return this.#now;
  }
  onChange(listener: () => void): () => void {
    this.#listener = listener;
    return () => {
      this.#listener = undefined;
    };
  }
  set(status: 0 | 1 | 2 | 3 | 4): void {
    this.#now = { ...this.#now, status };
    this.#listener?.();
  }
}

export interface Message {
  readonly type: string;
  readonly code?: number;
  readonly msg?: string;
  readonly data?: unknown;
}

/** A client on the real ws library that keeps what it heard. */
export class Listener {
  readonly ws: WebSocket;
  readonly heard: Message[] = [];
  readonly closed: Promise<{ code: number }>;
  #waiting: (() => void)[] = [];
  #pongs = 0;

  constructor(url: string) {
    this.ws = new WebSocket(url);
    this.closed = new Promise((resolve) =>
      this.ws.on('close', (code) => {
        resolve({ code });
        for (const wake of this.#waiting.splice(0)) wake();
      }),
    );
    this.ws.on('error', () => {});
    this.ws.on('message', (data: Buffer) => {
      const message = JSON.parse(data.toString()) as Message;
      if (message.type === 'pong') this.#pongs += 1;
      else this.heard.push(message);
      for (const wake of this.#waiting.splice(0)) wake();
    });
  }
  async open(): Promise<this> {
    if (this.ws.readyState === WebSocket.CONNECTING) await new Promise((resolve) => this.ws.once('open', resolve));
    return this;
  }
  say(message: object | string): void {
    this.ws.send(typeof message === 'string' ? message : JSON.stringify(message));
  }
  /** Until the server has read everything said before, and this has heard everything the server had written by then. */
  async sync(): Promise<void> {
    const pongs = this.#pongs;
    this.say({ type: 'ping' });
    while (this.#pongs === pongs) await this.#more();
  }
  async next(type: string): Promise<Message> {
    for (;;) {
      const at = this.heard.findIndex((message) => message.type === type);
      const [found] = at < 0 ? [] : this.heard.splice(at, 1);
      if (found) return found;
      await this.#more();
    }
  }
  take(type: string): Message[] {
    const found = this.heard.filter((message) => message.type === type);
    this.heard.splice(0, this.heard.length, ...this.heard.filter((message) => message.type !== type));
    return found;
  }
  async sub(...topics: string[]): Promise<void> {
    for (const topic of topics) this.say({ type: 'sub', topic });
    await this.sync();
  }
  async login(token: string): Promise<number | undefined> {
    this.say({ type: 'login', token });
    return (await this.next('login_result')).code;
  }
  get pongs(): number {
    return this.#pongs;
  }
  #more(): Promise<void> {
    if (this.ws.readyState === WebSocket.CLOSED) throw new Error('the connection is closed');
    return new Promise((resolve) => this.#waiting.push(resolve));
  }
}

export interface Live {
  readonly edge: Edge;
  readonly clock: ManualClock;
  readonly prices: Prices;
  readonly status: Status;
  readonly socket: UserSocket;
  readonly url: string;
  /** What the engine would say of a user; set by the test. */
  readonly figures: Map<Id, { pairId: number; figures: ForexTrade }>;
  connect(query?: string): Promise<Listener>;
  /** Lets 200 ms pass and waits for the flush to be through. */
  flush(): Promise<void>;
  /** Ends every connection and waits until the server knows. */
  endClients(): Promise<void>;
  close(): Promise<void>;
}

export async function startLive(pairs = 3, options: Partial<SocketOptions> = {}): Promise<Live> {
  const clock = new ManualClock(systemClock.now());
  const edge = await startEdge({ clock });
  const prices = new Prices(pairs);
  const status = new Status();
  const figures: Live['figures'] = new Map();
  const socket = buildSocket({
    server: edge.server,
    sessions: edge.sessions,
    market: prices,
    status,
    figures: {
      FOREX_TRADE: (userId, moved) => {
        const own = figures.get(userId);
        return own && (!moved || moved.has(own.pairId)) ? own.figures : undefined;
      },
    },
    clock,
    logger: edge.logger,
    ...options,
  });
  const listeners: Listener[] = [];
  const url = `${edge.url.replace('http', 'ws')}/v2/ws`;
  return {
    edge,
    clock,
    prices,
    status,
    socket,
    url,
    figures,
    connect(query = '') {
      const listener = new Listener(`${url}${query}`);
      listeners.push(listener);
      return listener.open();
    },
    async endClients() {
      for (const listener of listeners.splice(0)) listener.ws.terminate();
      while (socket.counts().clients > 0) await new Promise((resolve) => setImmediate(resolve));
    },
    async flush() {
      clock.advance(200);
      // A flush goes on in slices between which others get their turn.
      for (let i = 0; i < 40; i += 1) await new Promise((resolve) => setImmediate(resolve));
    },
    async close() {
      await socket.close();
      await edge.close();
    },
  };
}

/** The contract's schema of each topic's data. */
export const schemas = { DAY_MARKET: dayMarket, FOREX_TRADE: forexTrade, NOTICE: notice, KLINE: klineUpdate };
export const closesOf = (messages: readonly Message[]): Record<string, number> =>
  Object.fromEntries(
    messages.map((message) => {
      const { symbol, quotation } = dayMarket.parse(message.data);
      return [symbol, Number(quotation.close)];
    }),
  );
