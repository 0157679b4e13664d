// A server without NATS is alone on its database: it holds the lease of the intake from its start, and a second one is refused. Two would log two markets,
// each tick twice, and decide each other's triggers.

import type { CancelTimer, Clock } from '@fairtick/kernel/clock';
import { err, ok, type Result } from '@fairtick/kernel/result';
import type { Logger } from '../platform/logger.ts';
import type { LeaseConnection } from './lease.ts';
import { endOwnLease, limitSilence, sayAlive, sessionNumber, tryLease } from './table.ts';

const LOOK_MS = 500;
/** A start asks this often, for this long: the session of a server that was killed or cut off ends within 5 s. */
const ASK_MS = 100;
const START_LIMIT_MS = 10_000;

export interface AloneOptions {
  readonly open: () => LeaseConnection;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Another server has the lease: this one must stop at once. */
  readonly lost: (reason: string) => void;
}

export class Alone {
  readonly #options: AloneOptions;
  #session: LeaseConnection | undefined;
  /** The database's number of the session that held the lease last. */
  #number = 0;
  #stopped = false;
  #turning = false;
  #cancel: CancelTimer = () => {};

  private constructor(options: AloneOptions) {
    this.#options = options;
  }

  /** The error is a sentence for whoever starts the server. */
  static async take(options: AloneOptions): Promise<Result<Alone, string>> {
    const alone = new Alone(options);
    const untilMs = options.clock.monotonic() + START_LIMIT_MS;
    while (!(await alone.#ask())) {
      if (options.clock.monotonic() > untilMs) {
        await alone.stop();
        return err(
          'Another server of this database takes prices in: stop it, or start all of them with one NATS_URL and one named FEED.',
        );
      }
      await new Promise<void>((resolve) => options.clock.after(ASK_MS, resolve));
    }
    alone.#cancel = options.clock.every(LOOK_MS, () => void alone.#turn());
    return ok(alone);
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    this.#cancel();
    await this.#session?.end().catch(() => {});
  }

  /** Keeps the session awake; takes the lease again where the session broke and nobody else has it meanwhile. */
  async #turn(): Promise<void> {
    if (this.#turning || this.#stopped) return;
    this.#turning = true;
    try {
      if (this.#session) await sayAlive(this.#session);
      else if (!(await this.#ask())) this.#lost();
    } catch (error) {
      this.#options.logger.warn({ err: error }, 'the lease of the intake is asked for again');
      this.#gone();
    } finally {
      this.#turning = false;
    }
  }

  /** Whether the lease is ours by now. An older session of ours that the database has not missed yet is ended first. */
  async #ask(): Promise<boolean> {
    const session = this.#options.open();
    const gone = (): void => {
      if (this.#session === session) this.#gone();
    };
    session.on('error', gone);
    session.on('end', gone);
    try {
      await session.connect();
      await limitSilence(session);
      const held =
        (await tryLease(session)) || ((await endOwnLease(session, this.#number)) && (await tryLease(session)));
      if (!held) {
        await session.end();
        return false;
      }
      this.#number = await sessionNumber(session);
      this.#session = session;
      return true;
    } catch (error) {
      void session.end().catch(() => {});
      throw error;
    }
  }

  #gone(): void {
    const session = this.#session;
    this.#session = undefined;
    void session?.end().catch(() => {});
  }

  #lost(): void {
    if (this.#stopped) return;
    this.#stopped = true;
    this.#cancel();
    this.#options.lost("the intake of prices is another server's now: several servers need NATS_URL");
  }
}
