// Every 200 ms: what changed since, built once as bytes, and to each client one write. A client that reads slowly is passed over and gets
// the newest state when it reads again.

import { BEAT_MS, klineTopic } from '@fairtick/contract/socket/messages';
import type { Client } from './client.ts';
import { answerFrame, topicFrame } from './frames.ts';
import type { Groups } from './groups.ts';
import type { SocketMarket } from './socket-market.ts';
import type { SocketStatus } from './socket-status.ts';
import { DAY_MARKET, MAIN_STATUS, type PublicTopic } from './topics.ts';
import type { Users } from './users.ts';

/** At most five updates a second of a pair. */
export const FLUSH_MS = 200;
const QUIET_FLUSHES = BEAT_MS / FLUSH_MS;
const BEAT = answerFrame({ type: 'beat' });
/** Clients served before others (orders, requests) get their turn. */
const SLICE = 256;

export interface FlushCounts {
  flushes: number;
  /** Flushes left out because the one before was still under way. */
  overruns: number;
  writes: number;
  bytes: number;
  /** Times a client was passed over because it had not read. */
  passedOver: number;
  /** Clients cut because they did not read for the whole limit. */
  cutBehind: number;
}

interface Batch {
  readonly clients: readonly Client[];
  readonly shared: Buffer | undefined;
}

export class Flush {
  readonly #market: SocketMarket;
  readonly #status: SocketStatus;
  readonly #groups: Groups;
  readonly #users: Users;
  readonly counts: FlushCounts = { flushes: 0, overruns: 0, writes: 0, bytes: 0, passedOver: 0, cutBehind: 0 };
  #changed = new Set<number>();
  /** The flush in which a pair, or the status, changed last; 0 for never. */
  readonly #changedAt = new Map<number, number>();
  #number = 0;
  #underWay = false;
  /** Bytes of this flush by what they hold. */
  #built = new Map<string, Buffer | undefined>();

  constructor(market: SocketMarket, status: SocketStatus, groups: Groups, users: Users) {
    this.#market = market;
    this.#status = status;
    this.#groups = groups;
    this.#users = users;
  }

  note(pairId: number): void {
    this.#changed.add(pairId);
  }

  noteStatus(): void {
    this.#changed.add(MAIN_STATUS);
  }

  run(nowMs: number): void {
    if (this.#underWay) {
      this.counts.overruns += 1;
      return;
    }
    this.#number += 1;
    this.counts.flushes += 1;
    const moved = this.#changed;
    this.#changed = new Set();
    for (const pairId of moved) this.#changedAt.set(pairId, this.#number);
    this.#built = new Map();
    this.#users.begin(moved);
    const batches: Batch[] = [];
    for (const group of this.#groups) {
      batches.push({ clients: [...group.clients], shared: this.#bytesOf(group.topics, this.#number - 1) });
    }
    this.#underWay = true;
    this.#serve(batches, 0, 0, nowMs);
  }

  #serve(batches: readonly Batch[], batchIndex: number, clientIndex: number, nowMs: number): void {
    let served = 0;
    let at = clientIndex;
    for (let b = batchIndex; b < batches.length; b += 1, at = 0) {
      const batch = batches[b];
      for (; batch && at < batch.clients.length; at += 1) {
        if (served === SLICE) {
          setImmediate(() => this.#serve(batches, b, at, nowMs));
          return;
        }
        served += 1;
        const client = batch.clients[at];
        if (client?.open) this.#deliver(client, batch.shared, nowMs);
      }
    }
    this.#underWay = false;
  }

  #deliver(client: Client, shared: Buffer | undefined, nowMs: number): void {
    const behind = client.behind(nowMs);
    if (behind !== false) {
      this.#passOver(client, behind === 'for_too_long');
      return;
    }
    const open = client.late ? this.#catchUp(client, client.late) : shared;
    const mine = client.principal ? this.#users.framesFor(client) : undefined;
    const bytes = open && mine ? Buffer.concat([open, mine]) : (open ?? mine);
    if (!bytes) {
      this.#beat(client);
      return;
    }
    client.write(bytes);
    this.counts.writes += 1;
    this.counts.bytes += bytes.length;
  }

  /** Who is told nothing for a second is told that: silence means a lost line (rules 14). */
  #beat(client: Client): void {
    client.quietFlushes += 1;
    if (client.quietFlushes >= QUIET_FLUSHES) client.write(BEAT);
  }

  #passOver(client: Client, forTooLong: boolean): void {
    if (forTooLong) {
      this.counts.cutBehind += 1;
      client.terminate();
      return;
    }
    this.counts.passedOver += 1;
    for (const topic of client.group?.topics ?? []) {
      client.late ??= new Map();
      if (!client.late.has(topic)) client.late.set(topic, this.#number - 1);
    }
    if (client.mine) client.figuresDue = true;
  }

  /** Everything newer than what the client has, of each of its topics. */
  #catchUp(client: Client, late: ReadonlyMap<PublicTopic, number>): Buffer | undefined {
    const parts: Buffer[] = [];
    for (const topic of client.group?.topics ?? []) {
      const bytes = this.#bytesOf([topic], late.get(topic) ?? this.#number - 1);
      if (bytes) parts.push(bytes);
    }
    client.late = undefined;
    return join(parts);
  }

  /** The topics' frames that are newer than flush `since`; -1: all. */
  #bytesOf(topics: readonly PublicTopic[], since: number): Buffer | undefined {
    return this.#once(`${topics.join(',')}@${since}`, () => {
      const [only] = topics;
      if (topics.length === 1 && only !== undefined) return this.#topicBytes(only, since);
      return join(topics.map((topic) => this.#bytesOf([topic], since)));
    });
  }

  #topicBytes(topic: PublicTopic, since: number): Buffer | undefined {
    if (topic === MAIN_STATUS) return this.#isNewer(topic, since) ? this.#statusBytes() : undefined;
    if (topic !== DAY_MARKET) return this.#isNewer(topic, since) ? this.#klineBytes(topic) : undefined;
    return join(this.#market.pairIds.filter((id) => this.#isNewer(id, since)).map((id) => this.#dayMarketBytes(id)));
  }

  #statusBytes(): Buffer | undefined {
    return this.#once('status', () => topicFrame('MAIN_STATUS', this.#status.now()));
  }

  #isNewer(changing: number, since: number): boolean {
    return (this.#changedAt.get(changing) ?? 0) > since;
  }

  #dayMarketBytes(pairId: number): Buffer | undefined {
    return this.#once(`day ${pairId}`, () => {
      const state = this.#market.dayMarket(pairId);
      return state && topicFrame('DAY_MARKET', state);
    });
  }

  #klineBytes(pairId: number): Buffer | undefined {
    return this.#once(`kline ${pairId}`, () => {
      const type = klineTopic(this.#market.codeOf(pairId) ?? '');
      return join(this.#market.klines(pairId).map((update) => topicFrame(type, update)));
    });
  }

  #once(key: string, build: () => Buffer | undefined): Buffer | undefined {
    if (this.#built.has(key)) return this.#built.get(key);
    const bytes = build();
    this.#built.set(key, bytes);
    return bytes;
  }
}

function join(parts: readonly (Buffer | undefined)[]): Buffer | undefined {
  const there = parts.filter((part) => part !== undefined);
  return there.length <= 1 ? there[0] : Buffer.concat(there);
}
