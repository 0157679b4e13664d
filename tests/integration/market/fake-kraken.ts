// A stand-in for Kraken's public WebSocket v2 on a real socket: the documented frames, in their order, with their traps.

import type { AddressInfo } from 'node:net';
import { type RawData, type WebSocket, WebSocketServer } from 'ws';

const STAMP = '2026-09-24T03:54:18.054886Z';

export interface FakeInstrument {
  readonly symbol: string;
  readonly pricePrecision: number;
  readonly status?: string;
}

interface Asked {
  readonly method: string;
  readonly channel: string;
  readonly symbols: readonly string[];
  readonly interval: number | undefined;
  readonly trigger: string | undefined;
}

/** Speaks to one client at a time; `send` goes to the newest. Bars and instruments are set by the test. */
export class FakeKraken {
  readonly asked: Asked[] = [];
  instruments: FakeInstrument[] = [];
  /** Raw rows of an ohlc snapshot by `SYMBOL interval`. */
  readonly bars = new Map<string, string>();
  /** Sent right after the handshake. */
  system = 'online';
  /** Symbols whose subscription is never answered. */
  readonly mute = new Set<string>();
  connections = 0;
  open = 0;
  readonly #server: WebSocketServer;
  #client: WebSocket | undefined;
  #watchers: (() => void)[] = [];

  private constructor(server: WebSocketServer) {
    this.#server = server;
    server.on('connection', (client) => this.#greet(client));
  }

  static async listen(): Promise<FakeKraken> {
    const server = new WebSocketServer({ host: '127.0.0.1', port: 0 });
    await new Promise<void>((resolve) => server.once('listening', () => resolve()));
    return new FakeKraken(server);
  }

  get url(): string {
    const address: AddressInfo | string | null = this.#server.address();
    if (address === null || typeof address === 'string') throw new Error('the fake is not listening');
    return `ws://127.0.0.1:${address.port}/v2`;
  }

  async close(): Promise<void> {
    this.hangUp();
    await new Promise<void>((resolve) => this.#server.close(() => resolve()));
  }

  hangUp(): void {
    for (const client of this.#server.clients) client.terminate();
  }

  send(text: string): void {
    this.#client?.send(text);
  }

  ticker(type: 'snapshot' | 'update', symbol: string, bid: string, ask: string, timestamp = STAMP): void {
    this.send(
      `{"channel":"ticker","type":"${type}","data":[{"symbol":"${symbol}","bid":${bid},"bid_qty":44620.68691883,` +
        `"ask":${ask},"ask_qty":1087605.70466858,"last":${ask},"volume":270638277.50461281,"vwap":0.99983,` +
        `"low":0.99959,"high":1.00000,"change":0.00005,"change_pct":0.01,"trades":38144,"timestamp":"${timestamp}"}]}`,
    );
  }

  status(system: string): void {
    this.send(
      `{"channel":"status","type":"update","data":[{"version":"2.0.10","system":"${system}","api_version":"v2",` +
        `"connection_id":9471984923908980762}]}`,
    );
  }

  instrument(type: 'snapshot' | 'update'): void {
    const pairs = this.instruments.map(
      ({ symbol, pricePrecision, status = 'online' }) =>
        `{"symbol":"${symbol}","base":"${symbol.split('/')[0]}","quote":"${symbol.split('/')[1]}","status":"${status}",` +
        `"qty_precision":8,"qty_increment":1e-8,"price_precision":${pricePrecision},"cost_precision":5,"marginable":false}`,
    );
    this.send(`{"channel":"instrument","type":"${type}","data":{"assets":[],"pairs":[${pairs.join(',')}]}}`);
  }

  /** Resolves when `holds` does; asked again after every message and connection. */
  until(holds: () => boolean): Promise<void> {
    return new Promise((resolve) => {
      const look = (): void => {
        if (!holds()) return;
        this.#watchers = this.#watchers.filter((watcher) => watcher !== look);
        resolve();
      };
      this.#watchers.push(look);
      look();
    });
  }

  #greet(client: WebSocket): void {
    this.connections += 1;
    this.open += 1;
    this.#client = client;
    client.on('message', (data: RawData) => this.#hear(String(data)));
    client.on('close', () => {
      this.open -= 1;
      this.#changed();
    });
    this.status(this.system);
    this.#changed();
  }

  #changed(): void {
    for (const look of [...this.#watchers]) look();
  }

  #hear(text: string): void {
    const request: { method: string; req_id?: number; params?: Record<string, unknown> } = JSON.parse(text);
    const { method, req_id: reqId, params = {} } = request;
    const symbols = Array.isArray(params.symbol) ? params.symbol.map(String) : [];
    const channel = String(params.channel ?? '');
    const interval = typeof params.interval === 'number' ? params.interval : undefined;
    const trigger = typeof params.event_trigger === 'string' ? params.event_trigger : undefined;
    this.asked.push({ method, channel, symbols, interval, trigger });
    if (method === 'ping') {
      this.send(`{"method":"pong","req_id":${reqId},"time_in":"${STAMP}","time_out":"${STAMP}"}`);
    } else if (channel === 'instrument') {
      this.send(
        `{"method":"subscribe","req_id":${reqId},"result":{"channel":"instrument","snapshot":true},"success":true}`,
      );
      this.instrument('snapshot');
    } else {
      for (const symbol of symbols) this.#answer(method, channel, symbol, reqId, interval, trigger);
    }
    this.#changed();
  }

  #answer(
    method: string,
    channel: string,
    symbol: string,
    reqId: number | undefined,
    interval: number | undefined,
    trigger: string | undefined,
  ): void {
    if (this.mute.has(symbol)) return;
    const times = `"time_in":"${STAMP}","time_out":"${STAMP}"`;
    const known = this.instruments.some((instrument) => instrument.symbol === symbol);
    if (!known) {
      this.send(
        `{"error":"Currency pair not supported ${symbol}","method":"${method}","req_id":${reqId},"success":false,` +
          `"symbol":"${symbol}",${times}}`,
      );
      return;
    }
    const detail = channel === 'ohlc' ? `"interval":${interval}` : `"event_trigger":"${trigger ?? 'trades'}"`;
    this.send(
      `{"method":"${method}","req_id":${reqId},"result":{"channel":"${channel}",${detail},"snapshot":true,` +
        `"symbol":"${symbol}"},"success":true,${times}}`,
    );
    if (method !== 'subscribe') return;
    if (channel === 'ticker') this.ticker('snapshot', symbol, '9.99980', '9.99981');
    const rows = this.bars.get(`${symbol} ${interval}`);
    if (channel === 'ohlc' && rows !== undefined) {
      this.send(`{"channel":"ohlc","type":"snapshot","timestamp":"${STAMP}","data":[${rows}]}`);
    }
  }
}
