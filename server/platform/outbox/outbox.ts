// Sends mail, SMS and push messages. A message is a row written in the transaction that it reports. Any server sends it, at least once, with pauses
// that grow, until it is sent or given up.

import type { Clock } from '@fairtick/kernel/clock';
import type { Pool } from '../database/pools.ts';
import type { Logger } from '../logger.ts';
import { Looking } from '../schedule/looking.ts';
import {
  buryMessages,
  claimMessages,
  giveUpMessage,
  holdMessages,
  type Message,
  markFailed,
  markSent,
  type OutboxState,
  readOutboxState,
} from './table.ts';

/**
 * Hands a message on to the world, and resolves once it is taken. May get one twice: `message.id` is the same then. Rejects with GivenUp where it
 * will never be taken. What it rejects with is logged and shown to the staff: no addresses.
 */
export type Sender = (message: Message) => Promise<void>;

/** Thrown by a sender when there is no use in trying again. */
export class GivenUp extends Error {
  override readonly name = 'GivenUp';
}

export interface OutboxOptions {
  readonly pool: Pool;
  readonly clock: Clock;
  readonly logger: Logger;
  /** By kind of message. A kind without a sender here waits for a server that has one. */
  readonly senders: Readonly<Record<string, Sender>>;
  /** By kind of message: those that nobody here can send. They are marked as held and handed over once, and leave when a server can send them. */
  readonly held?: Readonly<Record<string, (message: Message) => void>>;
  /** How long a message is this server's: more than a sender takes. */
  readonly leaseMs?: number;
  /** After the first failure; doubled by each further one, up to an hour. */
  readonly retryMs?: number;
}

/** Tries of a message: with the pauses between them about three hours. */
export const MOST_ATTEMPTS = 10;
const LOOK_EVERY_MS = 1_000;
const AT_ONCE = 20;
const LEASE_MS = 60_000;
const RETRY_MS = 30_000;
const LONGEST_RETRY_MS = 3_600_000;
const FAILURE_LENGTH = 500;

export class Outbox {
  readonly #options: OutboxOptions;
  /** One for each kind: what is slow to go one way holds up nothing that goes another, not even what was written after its look had begun. */
  readonly #lookings: readonly Looking[];
  readonly #house: Looking;
  #failing = false;
  #known: OutboxState | undefined;

  constructor(options: OutboxOptions) {
    this.#options = options;
    const lookingBy = (look: () => Promise<void>): Looking =>
      new Looking({ clock: options.clock, everyMs: LOOK_EVERY_MS, look: () => this.#whileThere(look) });
    this.#house = lookingBy(() => this.#keepHouse());
    this.#lookings = Object.keys(options.senders).map((kind) => lookingBy(() => this.#sendKind(kind)));
  }

  start(): void {
    for (const looking of [this.#house, ...this.#lookings]) looking.start();
  }

  /** Waits for the messages that are being sent. */
  async stop(): Promise<void> {
    await Promise.all([this.#house, ...this.#lookings].map((looking) => looking.stop()));
  }

  /** Sends everything that is due, and resolves when nothing is. One look of a kind at a time. */
  async look(): Promise<void> {
    await this.#house.now();
    await Promise.all(this.#lookings.map((looking) => looking.now()));
    await this.#whileThere(async () => void (await this.state()));
  }

  async state(): Promise<OutboxState> {
    this.#known = await readOutboxState(this.#options.pool);
    return this.#known;
  }

  /** As of the last look: it is asked for while the database is away, too. */
  health(): OutboxState | null {
    return this.#known ?? null;
  }

  /** What was claimed while the database went away is due again when its lease has ended. */
  async #whileThere(work: () => Promise<void>): Promise<void> {
    try {
      await work();
      this.#failing = false;
    } catch (error) {
      if (!this.#failing) this.#options.logger.warn({ err: error }, 'outbox: the database cannot be asked');
      this.#failing = true;
    }
  }

  async #keepHouse(): Promise<void> {
    const { pool, logger } = this.#options;
    const buried = await buryMessages(pool, MOST_ATTEMPTS);
    if (buried > 0) logger.error({ messages: buried }, 'outbox: messages could not be sent and are given up');
    await this.#hold();
    await this.state();
  }

  async #hold(): Promise<void> {
    const { pool, held = {} } = this.#options;
    const kinds = Object.keys(held);
    if (kinds.length === 0) return;
    for (const message of await holdMessages(pool, kinds, AT_ONCE)) held[message.kind]?.(message);
  }

  async #sendKind(kind: string): Promise<void> {
    const { pool, leaseMs = LEASE_MS } = this.#options;
    const claim = { kinds: [kind], limit: AT_ONCE, leaseMs, mostAttempts: MOST_ATTEMPTS };
    while (!this.#house.stopping.aborted) {
      const messages = await claimMessages(pool, claim);
      if (messages.length === 0) break;
      await Promise.all(messages.map((message) => this.#send(message)));
    }
  }

  async #send(message: Message): Promise<void> {
    const { pool, logger, senders, retryMs = RETRY_MS } = this.#options;
    const { id, kind, attempt } = message;
    try {
      await senders[kind]?.(message);
    } catch (error) {
      const said = error instanceof Error ? error.message : String(error);
      logger.warn({ err: error, kind, attempt, id: String(id) }, 'outbox: a message was not taken');
      if (error instanceof GivenUp) {
        await giveUpMessage(pool, message, said.slice(0, FAILURE_LENGTH));
        return;
      }
      const waitMs = attempt >= MOST_ATTEMPTS ? 0 : Math.min(LONGEST_RETRY_MS, retryMs * 2 ** (attempt - 1));
      await markFailed(pool, message, said.slice(0, FAILURE_LENGTH), waitMs);
      return;
    }
    await markSent(pool, message);
  }
}
