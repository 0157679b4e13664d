// One connected client: what it listens to, what it is owed, and the one way bytes go to it. Knows no market and no session store.

import type { Duplex } from 'node:stream';
import type { Balance } from '@fairtick/contract/http/accounts';
import type { LanguageKey } from '@fairtick/contract/languages';
import { type ChatMoved, MAX_MESSAGES_PER_SECOND, type Notice } from '@fairtick/contract/socket/messages';
import { WebSocket } from 'ws';
import type { UserPrincipal } from '../../platform/principals.ts';
import type { PrivateTopic, PublicTopic } from './topics.ts';

/** Unsent bytes above which nothing more is sent: the newest state will be, once it reads again. */
const BEHIND_BYTES = 64 * 1024;
const BEHIND_LIMIT_MS = 30_000;
/** Unsent bytes above which not even an answer is added: it asks on and on and reads nothing. Room for a whole snapshot below. */
export const DEAF_BYTES = 512 * 1024;
/** Events that may wait for a client that reads slowly. One more and it is cut: it reconnects and reads the lists anew. */
export const MAX_WAITING_IDS = 1_000;
export const MAX_WAITING_NOTICES = 100;

/** Close codes of our own, beside those of RFC 6455. */
export const CLOSE = { goingAway: 1001, policy: 1008, signedOut: 4001, silent: 4002 } as const;

/** Events that wait for the next flush. Balances and the chat are states, so the newest replaces the one before. */
export interface Waiting {
  readonly FOREX_CLOSED: string[];
  readonly MICRO_OPENED: string[];
  readonly MICRO_CLOSED: string[];
  readonly NOTICE: Notice[];
  BALANCE: readonly Balance[] | undefined;
  CHAT: ChatMoved | undefined;
}

export type Group = { readonly topics: readonly PublicTopic[]; readonly key: string; readonly clients: Set<Client> };

export class Client {
  readonly ws: WebSocket;
  readonly #socket: Duplex;
  readonly lang: LanguageKey;
  readonly address: string;
  principal: UserPrincipal | undefined;
  tokenHex = '';
  /** Set while a login is looked up; messages wait in `inbox` so that they keep their order. */
  loggingIn = false;
  readonly inbox: Buffer[] = [];
  group: Group | undefined;
  /** Public topics that are not in step with the flushes: up to which flush it has them; -1 for nothing yet. */
  late: Map<PublicTopic, number> | undefined;
  mine: Set<PrivateTopic> | undefined;
  /** The user's figures are owed whether or not they move. */
  figuresDue = false;
  waiting: Waiting | undefined;
  heardMs: number;
  /** Flushes that had nothing for it since it was last sent something. */
  quietFlushes = 0;
  #behindSinceMs: number | undefined;
  #secondMs = 0;
  #messages = 0;

  constructor(ws: WebSocket, socket: Duplex, lang: LanguageKey, address: string, nowMs: number) {
    this.ws = ws;
    this.#socket = socket;
    this.lang = lang;
    this.address = address;
    this.heardMs = nowMs;
  }

  get open(): boolean {
    return this.ws.readyState === WebSocket.OPEN;
  }

  get unsentBytes(): number {
    return this.#socket.writableLength;
  }

  /** Whole frames only. They go past ws, whose own frames (pong, close) are whole writes too, so that the two can't mix. */
  write(frames: Buffer): void {
    if (!this.open) return;
    this.quietFlushes = 0;
    this.#socket.write(frames);
  }

  close(code: number, reason: string): void {
    this.ws.close(code, reason);
  }

  /** Without a word: it does not read. */
  terminate(): void {
    this.ws.terminate();
  }

  /** Whether it has too much unread; 'for_too_long' when that has lasted to the limit. */
  behind(nowMs: number): boolean | 'for_too_long' {
    if (this.unsentBytes <= BEHIND_BYTES) {
      this.#behindSinceMs = undefined;
      return false;
    }
    this.#behindSinceMs ??= nowMs;
    return nowMs - this.#behindSinceMs >= BEHIND_LIMIT_MS ? 'for_too_long' : true;
  }

  /** Counts a message: 'told' for the first over the limit of this second, 'cut' at twice the limit. */
  countMessage(nowMs: number): 'ok' | 'told' | 'dropped' | 'cut' {
    this.heardMs = nowMs;
    if (nowMs - this.#secondMs >= 1_000) {
      this.#secondMs = nowMs;
      this.#messages = 0;
    }
    this.#messages += 1;
    if (this.#messages <= MAX_MESSAGES_PER_SECOND) return 'ok';
    if (this.#messages > 2 * MAX_MESSAGES_PER_SECOND) return 'cut';
    return this.#messages === MAX_MESSAGES_PER_SECOND + 1 ? 'told' : 'dropped';
  }

  get topicCount(): number {
    return (this.group?.topics.length ?? 0) + (this.mine?.size ?? 0);
  }

  wait(): Waiting {
    this.waiting ??= {
      ...{ FOREX_CLOSED: [], MICRO_OPENED: [], MICRO_CLOSED: [], NOTICE: [] },
      ...{ BALANCE: undefined, CHAT: undefined },
    };
    return this.waiting;
  }
}
