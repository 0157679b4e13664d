// Messages for one user alone: events, which must all arrive, and floating figures, of which only the newest counts.

import type { FigureTopic, UserEvents, UserEventTopic } from '@fairtick/contract/socket/user-events';
import { text } from '@fairtick/contract/texts/index';
import type { Id } from '@fairtick/kernel/ids';
import type { Figures } from '../../platform/telling.ts';
import { type Client, MAX_WAITING_IDS, MAX_WAITING_NOTICES } from './client.ts';
import { topicFrame } from './frames.ts';
import type { PrivateTopic } from './topics.ts';

interface Hub {
  readonly clients: Set<Client>;
  /** Frames of this flush, by topic: figures sent because a price moved, and figures that are due in any case (`full`). */
  flush: number;
  readonly frames: Map<string, Buffer | undefined>;
}

export class Users {
  readonly #hubs = new Map<Id, Hub>();
  readonly #figures: Readonly<Partial<Record<FigureTopic, Figures>>>;
  #moved: ReadonlySet<number> = new Set();
  #flush = 0;

  constructor(figures: Readonly<Partial<Record<FigureTopic, Figures>>>) {
    this.#figures = figures;
  }

  get size(): number {
    return this.#hubs.size;
  }

  has(userId: Id): boolean {
    return this.#hubs.has(userId);
  }

  enter(client: Client, userId: Id): void {
    let hub = this.#hubs.get(userId);
    if (!hub) {
      hub = { clients: new Set(), flush: 0, frames: new Map() };
      this.#hubs.set(userId, hub);
    }
    hub.clients.add(client);
  }

  leave(client: Client, userId: Id): void {
    const hub = this.#hubs.get(userId);
    hub?.clients.delete(client);
    if (hub?.clients.size === 0) this.#hubs.delete(userId);
  }

  /** `tooMany` is called for a client with too many waiting events: an event is never dropped silently. */
  publish<T extends UserEventTopic>(
    userId: Id,
    topic: T,
    data: UserEvents[T],
    tooMany: (client: Client) => void,
  ): void {
    for (const client of this.#hubs.get(userId)?.clients ?? []) {
      client.figuresDue = true;
      if (client.mine?.has(topic) && !queue(client, topic, data)) tooMany(client);
    }
  }

  /** The user's figures are sent with the next flush, whether or not a price moves. */
  refresh(userId: Id): void {
    for (const client of this.#hubs.get(userId)?.clients ?? []) client.figuresDue = true;
  }

  begin(moved: ReadonlySet<number>): void {
    this.#moved = moved;
    this.#flush += 1;
  }

  /** Events that waited and the newest figures, as one piece of bytes. Only for a client that is logged in. */
  framesFor(client: Client): Buffer | undefined {
    const parts: Buffer[] = [...this.#figureFrames(client), ...waitingFrames(client)];
    return parts.length <= 1 ? parts[0] : Buffer.concat(parts);
  }

  *#figureFrames(client: Client): Iterable<Buffer> {
    const { mine, principal } = client;
    if (!mine || !principal) return;
    const due = client.figuresDue;
    if (!due && this.#moved.size === 0) return;
    const hub = this.#hubs.get(principal.userId);
    if (!hub) return;
    for (const topic of ['FOREX_TRADE', 'FOREX_FOLLOW_TRADE'] as const) {
      const bytes = mine.has(topic) ? this.#figureFrame(hub, topic, principal.userId, due) : undefined;
      if (bytes) yield bytes;
    }
    client.figuresDue = false;
  }

  #figureFrame(hub: Hub, topic: FigureTopic, userId: Id, due: boolean): Buffer | undefined {
    if (hub.flush !== this.#flush) {
      hub.frames.clear();
      hub.flush = this.#flush;
    }
    const key = due ? `${topic} full` : topic;
    if (hub.frames.has(key)) return hub.frames.get(key);
    const figures = this.#figures[topic]?.(userId, due ? undefined : this.#moved);
    const bytes = figures && topicFrame(topic, figures);
    hub.frames.set(key, bytes);
    return bytes;
  }
}

function queue<T extends UserEventTopic>(client: Client, topic: T, data: UserEvents[T]): boolean {
  const waiting = client.wait();
  const event = { topic, data } as Event;
  switch (event.topic) {
    case 'FOREX_CLOSED':
    case 'MICRO_OPENED':
    case 'MICRO_CLOSED':
      waiting[event.topic].push(...event.data);
      return waiting[event.topic].length <= MAX_WAITING_IDS;
    case 'BALANCE':
      waiting.BALANCE = event.data;
      return true;
    case 'CHAT':
      waiting.CHAT = event.data;
      return true;
    case 'NOTICE': {
      const { kind, id, params } = event.data;
      waiting.NOTICE.push({ kind, id, text: text(client.lang, `notice.${kind}`, params) });
      return waiting.NOTICE.length <= MAX_WAITING_NOTICES;
    }
  }
}

type Event = { [T in UserEventTopic]: { readonly topic: T; readonly data: UserEvents[T] } }[UserEventTopic];

function* waitingFrames(client: Client): Iterable<Buffer> {
  const { waiting } = client;
  if (!waiting) return;
  client.waiting = undefined;
  for (const topic of ['FOREX_CLOSED', 'MICRO_OPENED', 'MICRO_CLOSED'] as const satisfies readonly PrivateTopic[]) {
    if (waiting[topic].length > 0) yield topicFrame(topic, waiting[topic]);
  }
  if (waiting.BALANCE) yield topicFrame('BALANCE', waiting.BALANCE);
  if (waiting.CHAT) yield topicFrame('CHAT', waiting.CHAT);
  for (const notice of waiting.NOTICE) yield topicFrame('NOTICE', notice);
}
