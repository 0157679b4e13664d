// Live quotes from Kraken's public WebSocket v2: one connection, quotes only from updates, everything refused or silent said aloud.

import type { Pair } from '@fairtick/engine/types';
import type { CancelTimer, Clock } from '@fairtick/kernel/clock';
import type { Random } from '@fairtick/kernel/random';
import { WebSocket } from 'ws';
import type { Feed, FeedSink, FeedStatus, SymbolState, SymbolStatus } from '../feed.ts';
import {
  type Frame,
  type InstrumentRow,
  instrumentRequest,
  parseFrame,
  type Request,
  requestText,
  type TickerRow,
  tickerRequest,
} from './kraken-frames.ts';
import { KRAKEN_HISTORY_SOURCE, KrakenHistory } from './kraken-history.ts';

export const KRAKEN_URL = 'wss://ws.kraken.com/v2';

/** Our codes and Kraken's symbols. What it does not list (any more) is refused by name and shown so. */
const KRAKEN_SYMBOLS: ReadonlyMap<string, string> = new Map([
  ['EURUSD', 'EUR/USD'],
  ['GBPUSD', 'GBP/USD'],
  ['USDJPY', 'USD/JPY'],
  ['USDCHF', 'USD/CHF'],
  ['AUDUSD', 'AUD/USD'],
  ['USDCAD', 'USD/CAD'],
  ['EURGBP', 'EUR/GBP'],
  ['EURJPY', 'EUR/JPY'],
  ['EURCHF', 'EUR/CHF'],
  ['AUDJPY', 'AUD/JPY'],
  ['BTCUSD', 'BTC/USD'],
  ['ETHUSD', 'ETH/USD'],
  ['SOLUSD', 'SOL/USD'],
  ['XRPUSD', 'XRP/USD'],
]);

const HANDSHAKE_LIMIT_MS = 5_000;
/** The list of all instruments is over a megabyte. */
const LARGEST_FRAME_BYTES = 16 * 1_024 * 1_024;
const WATCH_EVERY_MS = 1_000;
/** Heartbeats come about once a second when nothing else does. */
const PING_AFTER_MS = 10_000;
const DEAD_AFTER_MS = 15_000;
/** Subscribed, but no change of its best prices for so long: told to the operator. */
const SILENT_AFTER_MS = 60_000;
const FIRST_BACKOFF_MS = 1_000;
const BACKOFF_FACTOR = 1.5;
const LONGEST_BACKOFF_MS = 120_000;
/** A connection that lived so long was a good one: the next failure starts at the shortest wait again. */
const GOOD_AFTER_MS = 60_000;
/** States of an instrument in which its book is quoted. */
const QUOTED: ReadonlySet<string> = new Set(['online', 'limit_only', 'post_only', 'reduce_only']);

export interface KrakenOptions {
  readonly url?: string;
  readonly pairs: readonly Pair[];
  readonly clock: Clock;
  readonly random: Random;
}

interface SymbolEntry {
  readonly pair: Pair;
  readonly symbol: string;
  state: SymbolState;
  reason: string;
  asked: boolean;
  /** Monotonic ms of the last sign of life: subscription or frame. */
  heardAt: number;
}

export class KrakenFeed implements Feed {
  readonly name = 'kraken';
  readonly clock = 'received';
  readonly codes: ReadonlySet<string>;
  readonly #options: KrakenOptions;
  readonly #bySymbol = new Map<string, SymbolEntry>();
  #sink: FeedSink | undefined;
  #socket: WebSocket | undefined;
  #status: FeedStatus = { state: 'connecting', reason: 'not connected yet' };
  #system = 'online';
  #begun = false;
  #stopped = false;
  #failures = 0;
  #openedAt = 0;
  #heardAt = 0;
  #pingedAt = 0;
  #requests = 0;
  #retry: CancelTimer = () => {};
  #watch: CancelTimer = () => {};
  #history: KrakenHistory | undefined;
  #historyWanted = true;
  /** Whoever waits to hear whether the first attempt reached the source. */
  readonly #decided: ((reached: boolean) => void)[] = [];

  constructor(options: KrakenOptions) {
    this.#options = options;
    for (const pair of options.pairs) {
      const symbol = KRAKEN_SYMBOLS.get(pair.code);
      if (symbol === undefined) continue;
      this.#bySymbol.set(symbol, { pair, symbol, state: 'waiting', reason: '', asked: false, heardAt: 0 });
    }
    this.codes = new Set([...this.#bySymbol.values()].map((entry) => entry.pair.code));
  }

  marketNow(): number {
    return this.#options.clock.now();
  }

  hoursOf(pair: Pair): Pair['hours'] {
    return pair.hours;
  }

  /** True once connected with at least one symbol subscribed; false when the first attempt fails or takes longer. Quotes flow only after start. */
  connect(limitMs: number): Promise<boolean> {
    return new Promise((resolve) => {
      const cancel = this.#options.clock.after(limitMs, () => resolve(false));
      this.#decided.push((reached) => {
        cancel();
        resolve(reached);
      });
      this.#begin();
    });
  }

  async start(sink: FeedSink): Promise<void> {
    this.#sink = sink;
    sink.status(this.#status);
    for (const { pair, state, reason } of this.#bySymbol.values()) sink.symbol({ code: pair.code, state, reason });
    this.#begin();
    if (this.#status.state === 'live') this.#fetchHistory();
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    this.#retry();
    this.#watch();
    this.#history?.stop();
    const socket = this.#socket;
    this.#socket = undefined;
    if (!socket || socket.readyState === WebSocket.CLOSED) return;
    await new Promise<void>((resolve) => {
      socket.once('close', () => resolve());
      socket.terminate();
    });
  }

  #begin(): void {
    if (this.#begun || this.#stopped) return;
    this.#begun = true;
    this.#watch = this.#options.clock.every(WATCH_EVERY_MS, () => this.#look());
    this.#open();
  }

  #open(): void {
    const { clock, url = KRAKEN_URL } = this.#options;
    const socket = new WebSocket(url, {
      handshakeTimeout: HANDSHAKE_LIMIT_MS,
      maxPayload: LARGEST_FRAME_BYTES,
      perMessageDeflate: false,
    });
    this.#socket = socket;
    this.#openedAt = clock.monotonic();
    this.#heardAt = this.#openedAt;
    let reason = 'the source closed the connection';
    socket.on('open', () => {
      this.#heardAt = clock.monotonic();
      this.#send(instrumentRequest);
    });
    socket.on('message', (data: Buffer, binary: boolean) => {
      if (socket !== this.#socket || binary) return;
      this.#heardAt = clock.monotonic();
      const frame = parseFrame(data.toString('utf8'));
      if (frame) this.#hear(frame);
      else this.#sink?.malformed(undefined);
    });
    socket.on('error', (error) => {
      reason = error.message;
    });
    socket.on('close', () => {
      if (socket === this.#socket) this.#lost(reason);
    });
  }

  #lost(reason: string): void {
    const { clock, random } = this.#options;
    this.#socket = undefined;
    this.#history?.stop();
    if (this.#history) this.#historyWanted = true;
    this.#history = undefined;
    this.#system = 'online';
    for (const entry of this.#bySymbol.values()) {
      entry.asked = false;
      this.#note(entry, 'waiting', 'not connected');
    }
    this.#tell({ state: 'down', reason });
    for (const tell of this.#decided.splice(0)) tell(false);
    if (clock.monotonic() - this.#openedAt >= GOOD_AFTER_MS) this.#failures = 0;
    const waitMs = Math.min(LONGEST_BACKOFF_MS, FIRST_BACKOFF_MS * BACKOFF_FACTOR ** this.#failures);
    this.#failures += 1;
    this.#retry = clock.after(Math.round(waitMs * (0.5 + random.unit() / 2)), () => this.#open());
  }

  #hear(frame: Frame): void {
    switch (frame.kind) {
      case 'status':
        this.#system = frame.system;
        this.#judge();
        return;
      case 'instrument':
        this.#instruments(frame.rows);
        return;
      case 'ticker':
        for (const row of frame.rows) this.#quote(row, frame.snapshot);
        return;
      case 'ohlc':
        if (frame.snapshot) this.#history?.rows(frame.rows);
        return;
      case 'answer':
        this.#answer(frame);
        return;
      default:
        return;
    }
  }

  /** The first list names what exists; later ones only what has changed. */
  #instruments(rows: readonly InstrumentRow[]): void {
    const listed = new Map(rows.map((row) => [row.symbol, row]));
    const first = ![...this.#bySymbol.values()].some((entry) => entry.asked);
    const wanted: SymbolEntry[] = [];
    for (const entry of this.#bySymbol.values()) {
      const row = listed.get(entry.symbol);
      if (!row) {
        if (first) this.#note(entry, 'refused', 'the source does not list it');
        continue;
      }
      if (!QUOTED.has(row.status)) this.#note(entry, 'refused', `the source's state of it is ${row.status}`);
      else if (row.pricePrecision > entry.pair.pricePrecision)
        this.#note(entry, 'refused', `the source quotes ${row.pricePrecision} places, the pair has fewer`);
      else if (entry.asked) {
        if (entry.state === 'refused') this.#note(entry, 'waiting', 'listed again');
      } else wanted.push(entry);
    }
    if (wanted.length === 0) {
      this.#judge();
      return;
    }
    for (const entry of wanted) {
      entry.asked = true;
      entry.heardAt = this.#options.clock.monotonic();
      this.#note(entry, 'waiting', 'subscribing');
    }
    this.#send(tickerRequest(wanted.map((entry) => entry.symbol)));
  }

  #answer(frame: Extract<Frame, { kind: 'answer' }>): void {
    if (!frame.success) this.#history?.refused(frame.reqId, frame.symbol);
    const entry = frame.symbol === undefined ? undefined : this.#bySymbol.get(frame.symbol);
    if (frame.method !== 'subscribe' || !entry?.asked || entry.reason !== 'subscribing') return;
    entry.heardAt = this.#options.clock.monotonic();
    if (frame.success) this.#note(entry, 'live', '');
    else this.#note(entry, 'refused', frame.error || 'the source refused it');
    this.#judge();
  }

  /** A snapshot shows where the book stood, it is no tick; only an update is. */
  #quote(row: TickerRow, snapshot: boolean): void {
    const entry = this.#bySymbol.get(row.symbol);
    if (!entry || entry.state === 'refused') return;
    entry.heardAt = this.#options.clock.monotonic();
    if (entry.state !== 'live') {
      this.#note(entry, 'live', '');
      this.#judge();
    }
    if (snapshot || this.#status.state !== 'live') return;
    const { code } = entry.pair;
    if (row.bid === undefined || row.ask === undefined) this.#sink?.malformed(code);
    else {
      const sourceTime = row.time ?? this.#options.clock.now();
      this.#sink?.quote({ code, bid: row.bid, ask: row.ask, sourceTime });
    }
  }

  /** The feed's state from what is known: the source's own, and whether any symbol is subscribed. */
  #judge(): void {
    if (this.#system === 'cancel_only' || this.#system === 'maintenance') {
      this.#tell({ state: 'paused', reason: `the source is in ${this.#system}` });
      return;
    }
    const entries = [...this.#bySymbol.values()];
    if (entries.some((entry) => entry.state === 'live' || entry.state === 'silent')) {
      this.#tell({ state: 'live', reason: '' });
      for (const tell of this.#decided.splice(0)) tell(true);
      this.#fetchHistory();
      return;
    }
    if (entries.every((entry) => entry.state === 'refused')) {
      this.#tell({ state: 'down', reason: 'the source accepts none of our symbols' });
      return;
    }
    this.#tell({ state: 'connecting', reason: 'subscribing' });
  }

  #fetchHistory(): void {
    const waits = [...this.#bySymbol.values()].some((entry) => entry.asked && entry.reason === 'subscribing');
    if (!this.#sink || !this.#historyWanted || waits || this.#status.state !== 'live') return;
    this.#historyWanted = false;
    const { clock } = this.#options;
    this.#history = new KrakenHistory({
      clock,
      symbols: [...this.#bySymbol.values()].filter((entry) => entry.state === 'live').map((entry) => entry.symbol),
      send: (request) => this.#send(request),
      deliver: (symbol, period, bars) => {
        const code = this.#bySymbol.get(symbol)?.pair.code;
        if (code !== undefined) this.#sink?.history(code, period, bars, KRAKEN_HISTORY_SOURCE);
      },
    });
    this.#history.start();
  }

  #look(): void {
    const now = this.#options.clock.monotonic();
    const socket = this.#socket;
    if (!socket || socket.readyState !== WebSocket.OPEN) return;
    const quietMs = now - this.#heardAt;
    if (quietMs >= DEAD_AFTER_MS) {
      socket.terminate();
      return;
    }
    if (quietMs >= PING_AFTER_MS && this.#pingedAt <= this.#heardAt) {
      this.#pingedAt = now;
      this.#send({ method: 'ping' });
    }
    for (const entry of this.#bySymbol.values()) {
      if (!entry.asked || entry.state === 'refused' || entry.state === 'silent') continue;
      if (now - entry.heardAt < SILENT_AFTER_MS) continue;
      this.#note(
        entry,
        'silent',
        entry.state === 'waiting' ? 'no answer to the subscription' : 'no quote for a minute',
      );
    }
  }

  #send(request: Request): number {
    this.#requests += 1;
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(requestText(request, this.#requests));
    return this.#requests;
  }

  #note(entry: SymbolEntry, state: SymbolState, reason: string): void {
    if (entry.state === state && entry.reason === reason) return;
    entry.state = state;
    entry.reason = reason;
    const status: SymbolStatus = { code: entry.pair.code, state, reason };
    this.#sink?.symbol(status);
  }

  #tell(status: FeedStatus): void {
    if (status.state === this.#status.state && status.reason === this.#status.reason) return;
    this.#status = status;
    this.#sink?.status(status);
  }
}
