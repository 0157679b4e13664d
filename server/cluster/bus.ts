// Messages between servers over NATS: numbered by their sender, cut into pieces that NATS takes. A message may be lost: the server that
// misses one is told and reads the database.

import { deserialize, serialize } from 'node:v8';
import type { CancelTimer, Clock } from '@fairtick/kernel/clock';
import { connect, type NatsConnection } from '@nats-io/transport-node';
import type { Logger } from '../platform/logger.ts';
import { Peers } from './peers.ts';

const BEAT_MS = 250;
/**
 * A server trades only while a beat of its own that it sent within this time has come back. Shorter than what the others take for its silence:
 * when they read everything again, what it still decided is locked or committed, and so read.
 */
export const IN_TOUCH_MS = 1_500;
const SILENT_MS = 2_000;
/** How long a new connection is listened to before the database is read: by then the next beat of each server has told its newest number. */
const LISTEN_MS = 2 * BEAT_MS + 100;
/** By default NATS takes messages of up to a megabyte. */
const PIECE_BYTES = 500_000;
const HEAD_BYTES = 9;
const PING_MS = 1_000;
const RECONNECT_MS = 250;

const MORE = 1;
/** Only these matter to whoever sent them. */
const BEAT = 2;

type Sent<M> =
  | { readonly kind: 'beat'; readonly sentMs: number; readonly message: M }
  | { readonly kind: 'message'; readonly message: M }
  | { readonly kind: 'bye' };

export interface BusOptions<M> {
  readonly url: string;
  /** The same for all servers of one database, and for no other. */
  readonly subject: string;
  /** This server's number. */
  readonly server: number;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Each message of another server, once, in its order. */
  readonly receive: (message: M, server: number) => void;
  /** Sent with each beat. */
  readonly beat: () => M;
  /** Something may not have been heard: the database must be read. */
  readonly missed: (reason: string) => void;
  readonly refused: (reason: string) => void;
}

export class Bus<M> {
  readonly #options: BusOptions<M>;
  readonly #peers = new Peers(SILENT_MS);
  readonly #pieces = new Map<number, Buffer[]>();
  #connection: NatsConnection | undefined;
  #connected = false;
  #listened = false;
  #number = 0;
  /** When the newest beat of ours that came back was sent, and when the newest message of all came. */
  #echoMs = Number.NEGATIVE_INFINITY;
  #newestMs = 0;
  #deaf = false;
  #cancel: CancelTimer = () => {};

  constructor(options: BusOptions<M>) {
    this.#options = options;
  }

  /** Goes on trying for as long as it takes; resolves once everybody was heard, or after `limitMs`. */
  async start(limitMs: number): Promise<void> {
    const { clock, url, server, refused } = this.#options;
    const waited = new Promise<void>((resolve) => clock.after(limitMs, resolve));
    const opened = connect({
      servers: url.split(','),
      name: `fairtick ${server}`,
      pingInterval: PING_MS,
      maxPingOut: 2,
      reconnectTimeWait: RECONNECT_MS,
      maxReconnectAttempts: -1,
      waitOnFirstConnect: true,
      timeout: PING_MS,
    }).then(
      (connection) => this.#open(connection),
      (error: unknown) => refused(error instanceof Error ? error.message : String(error)),
    );
    this.#cancel = clock.every(BEAT_MS, () => this.#beat());
    await Promise.race([opened, waited]);
  }

  async stop(): Promise<void> {
    this.#cancel();
    this.#send({ kind: 'bye' });
    // Without a server nothing could be flushed, and it would be waited for.
    if (this.#connected) await this.#connection?.drain().catch(() => {});
    else void this.#connection?.close();
  }

  /** Whether what this server decides now will be heard or read by all. */
  get inTouch(): boolean {
    return this.#listened && this.#options.clock.monotonic() - this.#echoMs < IN_TOUCH_MS;
  }

  health(): { server: number; inTouch: boolean; peers: number } {
    return { server: this.#options.server, inTouch: this.inTouch, peers: this.#peers.size };
  }

  publish(message: M): void {
    this.#send({ kind: 'message', message });
  }

  async #open(connection: NatsConnection): Promise<void> {
    this.#connection = connection;
    connection.subscribe(this.#options.subject, { callback: (_, { data }) => this.#hear(Buffer.from(data)) });
    void this.#watch(connection);
    await this.#listen();
  }

  async #watch(connection: NatsConnection): Promise<void> {
    const { logger, missed } = this.#options;
    for await (const { type } of connection.status()) {
      if (type === 'disconnect') {
        this.#connected = false;
        this.#listened = false;
        logger.warn({}, 'NATS is away: nothing new is accepted until it is back');
      }
      if (type === 'reconnect') void this.#listen().then(() => this.#listened && missed('NATS was away'));
    }
  }

  async #listen(): Promise<void> {
    await this.#connection?.flush().catch(() => {});
    this.#peers.listen();
    this.#pieces.clear();
    this.#connected = true;
    await new Promise<void>((resolve) => this.#options.clock.after(LISTEN_MS, resolve));
    this.#peers.listened();
    this.#listened = this.#connected;
  }

  #beat(): void {
    const { clock, beat, missed } = this.#options;
    this.#send({ kind: 'beat', sentMs: clock.monotonic(), message: beat() });
    for (const server of this.#peers.silent(this.#newestMs)) missed(`server ${server} has fallen silent`);
    // Not even of ourselves: what the others decided until they noticed it too is read now, however long it lasts.
    if (this.#deaf || clock.monotonic() - this.#newestMs < SILENT_MS) return;
    this.#deaf = true;
    missed('NATS brings nothing');
  }

  /** Numbered also when it cannot be sent: then the others see that they have missed it. */
  #send(sent: Sent<M>): void {
    const bytes = serialize(sent);
    for (let at = 0; at < bytes.length; at += PIECE_BYTES) {
      const piece = bytes.subarray(at, at + PIECE_BYTES);
      const head = Buffer.alloc(HEAD_BYTES);
      this.#number += 1;
      head.writeUInt16BE(this.#options.server, 0);
      head.writeUIntBE(this.#number, 2, 6);
      head.writeUInt8((at + PIECE_BYTES < bytes.length ? MORE : 0) | (sent.kind === 'beat' ? BEAT : 0), 8);
      // While it is away the client would keep all of it.
      if (this.#connected) this.#connection?.publish(this.#options.subject, Buffer.concat([head, piece]));
    }
  }

  #hear(data: Buffer): void {
    const { clock, server: own, missed, logger } = this.#options;
    const nowMs = clock.monotonic();
    const server = data.readUInt16BE(0);
    const marks = data.readUInt8(8);
    this.#newestMs = nowMs;
    this.#deaf = false;
    if (server === own && (marks & BEAT) === 0) return;
    if (server !== own) {
      const heard = this.#peers.heard(server, data.readUIntBE(2, 6), nowMs);
      if (!heard.fresh) return;
      if (heard.missed) {
        this.#pieces.delete(server);
        missed(`messages of server ${server} were missed`);
      }
    }
    const pieces = [...(this.#pieces.get(server) ?? []), data.subarray(HEAD_BYTES)];
    if ((marks & MORE) !== 0) {
      this.#pieces.set(server, pieces);
      return;
    }
    this.#pieces.delete(server);
    try {
      this.#take(deserialize(Buffer.concat(pieces)), server);
    } catch (error) {
      logger.error({ err: error, server }, 'a message could not be taken in');
      missed('a message could not be taken in');
    }
  }

  #take(sent: Sent<M>, server: number): void {
    if (server === this.#options.server) {
      if (sent.kind === 'beat') this.#echoMs = sent.sentMs;
    } else if (sent.kind === 'bye') this.#peers.left(server);
    else this.#options.receive(sent.message, server);
  }
}
