// Who takes prices in: the one server whose session holds a lock in the database. The lock is free when the session ends, for whatever reason.

import type { CancelTimer, Clock } from '@fairtick/kernel/clock';
import type { Logger } from '../platform/logger.ts';
import { limitSilence, SILENCE_MS, sayAlive, tryLease } from './table.ts';

const LOOK_MS = 500;
/** A session that has just ended may still hold the lock until the database notices: so long no other server is behind a refusal. */
const OWN_SESSION_MS = SILENCE_MS + 2_000;
/** A holder that has not been heard for this long is no holder any more: the database ends its session soon after. */
const SURE_MS = SILENCE_MS - 1_000;

/** A connection of its own, not connected yet. */
export interface LeaseConnection {
  connect(): Promise<unknown>;
  query: Parameters<typeof tryLease>[0]['query'];
  end(): Promise<void>;
  on(event: 'error' | 'end', listener: () => void): unknown;
}

export interface LeaseOptions {
  readonly open: () => LeaseConnection;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Whether its session may end and the lease be taken again, so long as no other server has it then. */
  readonly alone?: boolean;
  /** Called once, or with each time that it is taken again. */
  readonly gained: () => void;
  /** Called once, after `gained`: the holder must stop at once what only the holder may do. */
  readonly lost: (reason: string) => void;
}

export class Lease {
  readonly #options: LeaseOptions;
  #session: LeaseConnection | undefined;
  #held = false;
  #stopped = false;
  #turning = false;
  /** When the newest question that was answered to the holder was asked, by the machine's own time, which no clock's change moves. */
  #heardMs = Number.NEGATIVE_INFINITY;
  #cancel: CancelTimer = () => {};

  constructor(options: LeaseOptions) {
    this.#options = options;
  }

  get held(): boolean {
    return this.#held;
  }

  /** Held, and so lately confirmed that no other can have it: also after the process stood still. */
  get sure(): boolean {
    return this.#held && performance.now() - this.#heardMs < SURE_MS;
  }

  /** Tries once, and then goes on trying, or holding. */
  async start(): Promise<void> {
    await this.#turn();
    this.#cancel = this.#options.clock.every(LOOK_MS, () => void this.#turn());
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    this.#cancel();
    await this.#session?.end().catch(() => {});
  }

  async #turn(): Promise<void> {
    if (this.#turning || this.#stopped) return;
    this.#turning = true;
    try {
      const session = this.#session ?? (await this.#connect());
      if (session) await this.#ask(session);
    } catch (error) {
      this.#options.logger.warn({ err: error }, 'the lease of the intake could not be asked for');
      this.#gone();
    } finally {
      this.#turning = false;
    }
  }

  async #ask(session: LeaseConnection): Promise<void> {
    const askedMs = performance.now();
    if (this.#held) {
      await sayAlive(session);
      this.#heardMs = askedMs;
    } else if (await tryLease(session)) {
      this.#held = true;
      this.#heardMs = askedMs;
      this.#options.gained();
    } else if (this.#heardMs > Number.NEGATIVE_INFINITY && askedMs - this.#heardMs > OWN_SESSION_MS)
      this.#lose('another server holds it');
  }

  /** undefined where it was stopped meanwhile. */
  async #connect(): Promise<LeaseConnection | undefined> {
    const session = this.#options.open();
    const gone = (): void => {
      if (this.#session === session) this.#gone();
    };
    session.on('error', gone);
    session.on('end', gone);
    try {
      await session.connect();
      await limitSilence(session);
    } catch (error) {
      void session.end().catch(() => {});
      throw error;
    }
    if (this.#stopped) {
      await session.end().catch(() => {});
      return undefined;
    }
    this.#session = session;
    return session;
  }

  #gone(): void {
    const session = this.#session;
    this.#session = undefined;
    void session?.end().catch(() => {});
    if (!this.#held || this.#stopped) return;
    this.#held = false;
    if (!this.#options.alone) this.#lose('its session in the database has ended');
  }

  #lose(reason: string): void {
    this.#stopped = true;
    this.#options.lost(reason);
  }
}
