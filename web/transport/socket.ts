// One connection that pushes topics: log in, subscribe by count, heartbeat, reconnect. Says nothing about what a topic's data means.

import { isRecord } from '@fairtick/contract/client/is-record';
import type { CancelTimer, Clock } from '@fairtick/kernel/clock';
import type { Random } from '@fairtick/kernel/random';
import type { Link, LinkEvents } from './link.ts';

export type ConnectionState = 'idle' | 'connecting' | 'open' | 'waiting';
export type TopicListener = (data: unknown) => void;

export interface SocketParts {
  readonly open: (events: LinkEvents) => Link;
  readonly clock: Clock;
  readonly random: Pick<Random, 'unit'>;
  readonly heartbeatMs: number;
  readonly connectTimeoutMs: number;
  readonly missedPings: number;
  /** Without a message of any kind for so long, the connection is silent. */
  readonly silenceMs: number;
  /** Topics that need a login; subscribed only once it succeeded. */
  readonly privateTopics: readonly string[];
  /** The server refused the token. */
  readonly loginRefused: (token: string) => void;
}

const FIRST_BACKOFF_MS = 500;
const MAX_BACKOFF_MS = 15_000;
/** After a sign of trouble elsewhere, a line that works says something within this. */
const DOUBT_MS = 1_200;

export class TopicSocket {
  readonly #parts: SocketParts;
  readonly #topics = new Map<string, Set<TopicListener>>();
  readonly #stateListeners = new Set<() => void>();
  readonly #silenceListeners = new Set<() => void>();
  #link: Link | undefined;
  #state: ConnectionState = 'idle';
  #token: string | undefined;
  #loggedIn = false;
  #unanswered = 0;
  #failures = 0;
  #timers: CancelTimer[] = [];
  #silent = false;
  #heardMs = 0;
  #stopListening: CancelTimer | undefined;

  constructor(parts: SocketParts) {
    this.#parts = parts;
  }

  get state(): ConnectionState {
    return this.#state;
  }

  onState(listener: () => void): () => void {
    this.#stateListeners.add(listener);
    return () => this.#stateListeners.delete(listener);
  }

  /** Open, as far as anybody knows, and yet nothing was heard for too long: whatever it last brought may be old. */
  get silent(): boolean {
    return this.#silent;
  }

  onSilence(listener: () => void): () => void {
    this.#silenceListeners.add(listener);
    return () => this.#silenceListeners.delete(listener);
  }

  /** Connects unless already connected or about to. */
  start(): void {
    if (this.#state === 'idle') this.#connect();
  }

  stop(): void {
    this.#drop();
    this.#setState('idle');
  }

  /** Connects at once instead of waiting out the back-off, or a silence: the network came back, or the page is seen again. */
  hurry(): void {
    if (this.#state !== 'waiting' && !(this.#state === 'open' && this.#silentMs() >= this.#parts.silenceMs)) return;
    this.#failures = 0;
    this.#connect();
  }

  /** A request of this app found no server: asks over this line too, which must answer soon. */
  doubt(): void {
    if (this.#state !== 'open' || this.#silent) return;
    this.#send({ type: 'ping' });
    this.#listenUntil(Math.min(DOUBT_MS, this.#parts.silenceMs - this.#silentMs()));
  }

  /** Logs in with the token, or with undefined logs out. Kept for every later connection. */
  setToken(token: string | undefined): void {
    if (token === this.#token) return;
    const wasLoggedIn = this.#loggedIn;
    this.#token = token;
    this.#loggedIn = false;
    if (this.#state !== 'open') return;
    if (wasLoggedIn) this.#send({ type: 'logout' });
    if (token !== undefined) this.#send({ type: 'login', token });
  }

  /** The server hears `sub` for the first listener of a topic and `unsub` after the last. Returns the way out. */
  subscribe(topic: string, listener: TopicListener): () => void {
    const listeners = this.#topics.get(topic) ?? new Set();
    this.#topics.set(topic, listeners);
    if (listeners.size === 0 && this.#maySubscribe(topic)) this.#send({ type: 'sub', topic });
    listeners.add(listener);
    return () => {
      if (!listeners.delete(listener) || listeners.size > 0) return;
      this.#topics.delete(topic);
      if (this.#maySubscribe(topic)) this.#send({ type: 'unsub', topic });
    };
  }

  #maySubscribe(topic: string): boolean {
    return this.#state === 'open' && (this.#loggedIn || !this.#parts.privateTopics.includes(topic));
  }

  #connect(): void {
    this.#drop();
    this.#setState('connecting');
    const ours = (): boolean => this.#link === link;
    const lost = (): void => {
      if (ours()) this.#reconnectLater();
    };
    const link = this.#parts.open({
      opened: () => {
        if (ours()) this.#opened();
      },
      received: (data) => {
        if (ours()) this.#received(data);
      },
      lost,
    });
    this.#link = link;
    this.#timers.push(this.#parts.clock.after(this.#parts.connectTimeoutMs, lost));
  }

  #opened(): void {
    this.#cancelTimers();
    this.#unanswered = 0;
    this.#heard();
    this.#listenUntil(this.#parts.silenceMs);
    this.#setState('open');
    if (this.#token !== undefined) this.#send({ type: 'login', token: this.#token });
    for (const topic of this.#topics.keys()) {
      if (this.#maySubscribe(topic)) this.#send({ type: 'sub', topic });
    }
    this.#timers.push(this.#parts.clock.every(this.#parts.heartbeatMs, () => this.#beat()));
  }

  #silentMs(): number {
    return this.#parts.clock.monotonic() - this.#heardMs;
  }

  #heard(): void {
    this.#heardMs = this.#parts.clock.monotonic();
    if (!this.#silent) return;
    this.#listenUntil(this.#parts.silenceMs);
    this.#setSilent(false);
  }

  /** One timer for any number of messages: when it ends it looks whether something was heard meanwhile. */
  #listenUntil(delayMs: number): void {
    const sinceMs = this.#parts.clock.monotonic();
    this.#stopListening?.();
    this.#stopListening = this.#parts.clock.after(delayMs, () => {
      if (this.#heardMs > sinceMs) this.#listenUntil(Math.max(this.#parts.silenceMs - this.#silentMs(), 0));
      else this.#setSilent(true);
    });
  }

  #setSilent(silent: boolean): void {
    if (silent === this.#silent) return;
    this.#silent = silent;
    for (const listener of this.#silenceListeners) listener();
  }

  #beat(): void {
    if (this.#unanswered > this.#parts.missedPings) {
      this.#reconnectLater();
      return;
    }
    this.#unanswered += 1;
    this.#send({ type: 'ping' });
  }

  #received(data: unknown): void {
    const message = parse(data);
    if (!message) return;
    // Whatever arrives proves the connection alive; pong is only what arrives on a quiet one.
    this.#unanswered = 0;
    this.#failures = 0;
    this.#heard();
    if (message.type === 'login_result') {
      this.#loginAnswered(message.code);
      return;
    }
    for (const listener of this.#topics.get(message.type) ?? []) listener(message.data);
  }

  #loginAnswered(code: unknown): void {
    const token = this.#token;
    if (token === undefined) return;
    if (code !== 1) {
      this.#parts.loginRefused(token);
      return;
    }
    this.#loggedIn = true;
    for (const topic of this.#topics.keys()) {
      if (this.#parts.privateTopics.includes(topic)) this.#send({ type: 'sub', topic });
    }
  }

  #reconnectLater(): void {
    this.#drop();
    this.#setState('waiting');
    const backoffMs = Math.min(MAX_BACKOFF_MS, FIRST_BACKOFF_MS * 2 ** this.#failures);
    this.#failures = Math.min(this.#failures + 1, 10);
    // Half to whole of the back-off, so that the clients of a restarted server do not come back in one instant.
    const delayMs = backoffMs * (0.5 + this.#parts.random.unit() / 2);
    this.#timers.push(this.#parts.clock.after(delayMs, () => this.#connect()));
  }

  #drop(): void {
    this.#cancelTimers();
    this.#stopListening?.();
    this.#setSilent(false);
    this.#loggedIn = false;
    const link = this.#link;
    this.#link = undefined;
    link?.close();
  }

  #cancelTimers(): void {
    for (const cancel of this.#timers) cancel();
    this.#timers = [];
  }

  #send(message: object): void {
    this.#link?.send(JSON.stringify(message));
  }

  #setState(state: ConnectionState): void {
    if (state === this.#state) return;
    this.#state = state;
    for (const listener of this.#stateListeners) listener();
  }
}

function parse(data: unknown): { type: string; code: unknown; data: unknown } | undefined {
  if (typeof data !== 'string') return undefined;
  try {
    const value: unknown = JSON.parse(data);
    if (!isRecord(value) || typeof value.type !== 'string') return undefined;
    return { type: value.type, code: value.code, data: value.data };
  } catch {
    return undefined;
  }
}
