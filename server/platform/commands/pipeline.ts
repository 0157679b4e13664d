// The one way money and orders change: gather, lock, decide, write, commit, reply, publish. It knows transactions and keys, no business.

import { refuse } from '@fairtick/contract/errors';
import { equalBytes } from '@fairtick/kernel/bytes';
import type { Clock } from '@fairtick/kernel/clock';
import type { Random } from '@fairtick/kernel/random';
import { err, ok } from '@fairtick/kernel/result';
import type { Pool, PoolClient } from '../database/pools.ts';
import { assertSendable, send, type Write } from '../database/statement.ts';
import { Unavailable } from '../endpoints.ts';
import type { Logger } from '../logger.ts';
import { SYSTEM } from '../principals.ts';
import type { Books, Command, Outcome } from './command.ts';
import { assertStillWhole, expanded, TooManyOwners } from './expansion.ts';
import { faultOf, wasCancelled } from './faults.ts';
import { findKeys, insertKeys, type KeyRow, type KnownKey, keyPlace } from './keys-table.ts';
import { isRemembered, readOutcome, storedOutcome } from './outcome.ts';
import { CommandQueue } from './queue.ts';
import { commitBehind, overConflicts, rolledBack } from './transaction.ts';

/**
 * A batch finds its rows by index, however empty the tables were when its plans were made: a plan that reads whole tables is right on the first
 * day and fatal on the second. Plain index scans, for they clear away the entries of ended orders that they meet.
 */
export const BEGIN = `BEGIN; SET LOCAL plan_cache_mode = force_generic_plan; SET LOCAL enable_seqscan = off; SET LOCAL enable_bitmapscan = off;
  SET LOCAL enable_nestloop = off; SET LOCAL enable_mergejoin = off`;

/** Named moments at which a failure test may end the process. Nothing else may hang on them. */
export type Moment = 'before_commit' | 'after_commit' | 'after_reply' | 'after_publish';

export interface PipelineOptions<State, Change, Committed> {
  readonly pool: Pool;
  readonly books: Books<State, Change, Committed, PoolClient>;
  readonly clock: Clock;
  readonly random: Random;
  readonly logger: Logger;
  /** Called after each commit, in commit order, before the replies go out. */
  readonly onCommitted: (committed: Committed) => void;
  /** Called when a batch failed and its outcome is unknown: what is in memory must be read again. */
  readonly onDoubt: (reason: string) => void;
  readonly moment?: (moment: Moment, names: readonly string[]) => void;
}

/** So long does a failed commit say that the next one may fail too, where none has come since. */
const IN_DOUBT_MS = 30_000;

/** Enough to find one command among BATCH_LIMIT by halves. A database that cancels more than that serves nobody, and is not asked once a command. */
const CANCEL_LIMIT = 12;

const NOTHING_TO_ANSWER = (): void => {};

interface Waiting<State, Change> {
  readonly command: Command<State, Change>;
  readonly resolve: (outcome: Outcome) => void;
  readonly reject: (error: Error) => void;
}

export class Pipeline<State, Change, Committed> {
  readonly #options: PipelineOptions<State, Change, Committed>;
  readonly #queue = new CommandQueue<Waiting<State, Change>>();
  /** Kept from batch to batch while commands wait. */
  #client: PoolClient | undefined;
  #running: Promise<void> | undefined;
  #closed = false;
  /** Since when, on the monotonic clock, the database has refused what was to be committed; undefined since the last commit that it took. */
  #refusedAt: number | undefined;
  readonly #counts = { batches: 0, commands: 0, retries: 0, failures: 0, largestBatch: 0 };

  constructor(options: PipelineOptions<State, Change, Committed>) {
    this.#options = options;
  }

  /**
   * Resolves with the outcome after the commit. Rejects with Unavailable when the database does not serve (nothing done, or with
   * `unknown` set when a commit's fate is not known: the same key will tell).
   */
  submit(command: Command<State, Change>): Promise<Outcome> {
    if (this.#closed) return Promise.reject(new Unavailable('the server is stopping'));
    if (!this.#queue.hasRoomFor(command)) return Promise.reject(new Unavailable('too many commands are waiting'));
    return new Promise((resolve, reject) => {
      this.#queue.push({ command, resolve, reject });
      this.#running ??= this.#drain();
    });
  }

  health(): {
    waiting: number;
    batches: number;
    commands: number;
    retries: number;
    failures: number;
    largestBatch: number;
    /** False after a commit that the database did not take, until one that it took, or for half a minute: whoever is sent nothing can't show that it works. */
    commits: boolean;
  } {
    const refused = this.#refusedAt !== undefined && this.#options.clock.monotonic() - this.#refusedAt < IN_DOUBT_MS;
    return { waiting: this.#queue.length, ...this.#counts, commits: !refused };
  }

  /** Takes no more commands and resolves when the accepted ones are done. */
  async close(): Promise<void> {
    this.#closed = true;
    await this.#running;
  }

  async #drain(): Promise<void> {
    // One turn of the loop gathers the commands that arrive together; while a batch commits, the next one gathers by itself.
    await Promise.resolve();
    let answer = NOTHING_TO_ANSWER;
    while (this.#queue.length > 0) {
      const served = this.#serve(this.#queue.take());
      // Its first trip is under way: the batch before is answered while the database works.
      answer();
      answer = await served;
    }
    answer();
    this.#client?.release();
    this.#client = undefined;
    this.#running = undefined;
  }

  /** Resolves when the batch is done, with what answers it. `cancels`: so many more of its parts may be cancelled by the database. */
  async #serve(batch: readonly Waiting<State, Change>[], cancels = { left: CANCEL_LIMIT }): Promise<() => void> {
    this.#counts.batches += 1;
    this.#counts.commands += batch.length;
    this.#counts.largestBatch = Math.max(this.#counts.largestBatch, batch.length);
    const { logger } = this.#options;
    try {
      return await this.#settle(batch);
    } catch (error) {
      const fault = faultOf(error);
      // One owner whose rows are slow or held elsewhere takes too long for all: without them the others are done.
      const cancelled = wasCancelled(error) && batch.length > 1 && --cancels.left > 0;
      if (cancelled) logger.error({ err: error, commands: batch.length }, 'a batch took too long; it is halved');
      if (cancelled || error instanceof TooManyOwners) {
        const half = Math.ceil(batch.length / 2);
        (await this.#serve(batch.slice(0, half), cancels))();
        return await this.#serve(batch.slice(half), cancels);
      }
      // Also conflicts that do not end: what two commands of the batch write can't both be, and the others have no part in it.
      if (fault.kind !== 'database' && batch.length > 1) {
        logger.error({ err: error, commands: batch.length }, 'a batch failed; its commands are tried one by one');
        for (const one of batch) (await this.#serve([one]))();
        return NOTHING_TO_ANSWER;
      }
      this.#counts.failures += 1;
      logger.error({ err: error, command: batch[0]?.command.name, fault: fault.kind }, 'a batch failed');
      if (fault.kind === 'defect') {
        for (const one of batch) one.resolve(err(refuse('INTERNAL')));
        return NOTHING_TO_ANSWER;
      }
      if (fault.kind === 'database') this.#refusedAt = this.#options.clock.monotonic();
      for (const one of batch) one.reject(new Unavailable('the database does not answer', fault.unknown));
      this.#options.onDoubt(fault.kind);
      return NOTHING_TO_ANSWER;
    }
  }

  async #settle(batch: readonly Waiting<State, Change>[]): Promise<() => void> {
    const { random, clock, moment } = this.#options;
    const names = batch.map((one) => one.command.name);
    const countRetry = (): void => {
      this.#counts.retries += 1;
    };
    const done = await overConflicts({ clock, random }, () => this.#transact(batch), countRetry);
    this.#refusedAt = undefined;
    moment?.('after_commit', names);
    this.#tell(done.committed);
    return () => {
      for (const [i, one] of batch.entries()) one.resolve(done.outcomes[i] ?? err(refuse('INTERNAL')));
      moment?.('after_reply', names);
      moment?.('after_publish', names);
    };
  }

  /** What is committed is answered as done, even when a listener fails at it: then memory is in doubt, the commands are not. */
  #tell(committed: Committed): void {
    try {
      this.#options.onCommitted(committed);
    } catch (error) {
      this.#options.logger.error({ err: error }, 'a listener failed at a commit');
      this.#options.onDoubt('a listener failed at a commit');
    }
  }

  /**
   * Two trips to the database: the locks and what is read under them, then all that is written with the commit behind it. Statements of a trip
   * are sent together and carried out in order; after one that fails the others do nothing, the commit included.
   */
  async #transact(batch: readonly Waiting<State, Change>[]): Promise<{ outcomes: Outcome[]; committed: Committed }> {
    const { pool, books } = this.#options;
    const client = this.#client ?? (await pool.connect());
    this.#client = client;
    try {
      const commands = await expanded(
        client,
        batch.map((one) => one.command),
      );
      const begun = client.query(BEGIN);
      const wanted = commands.flatMap((command) => (command.key ? [command.key] : []));
      const [state, known] = await Promise.all([
        books.load(client, commands),
        findKeys(client, wanted),
        assertStillWhole(client, commands),
        begun,
      ]);
      const decided = this.#decide(state, known, commands);
      await this.#write(client, [...books.write(state), ...insertKeys(decided.keys)], commands);
      return { outcomes: decided.outcomes, committed: books.committed(state) };
    } catch (error) {
      const broken = await rolledBack(client, error);
      if (broken) {
        this.#client = undefined;
        client.release(broken);
      }
      throw error;
    }
  }

  async #write(
    client: PoolClient,
    writes: readonly Write[],
    commands: readonly Command<State, Change>[],
  ): Promise<void> {
    assertSendable(writes);
    const sent = writes.map((write) => send(client, write));
    this.#options.moment?.(
      'before_commit',
      commands.map((command) => command.name),
    );
    await commitBehind(client, sent);
  }

  #decide(
    state: State,
    known: Map<string, KnownKey>,
    commands: readonly Command<State, Change>[],
  ): { outcomes: Outcome[]; keys: KeyRow[] } {
    const { clock, logger } = this.#options;
    const keys: KeyRow[] = [];
    const time = clock.now();
    const outcomes = commands.map((command): Outcome => {
      if (!command.key) return this.#decideOne(state, command, logger);
      const { ownerId, key, call, bodyHash } = command.key;
      const place = keyPlace(ownerId, key);
      const before = known.get(place);
      if (before) return equalBytes(before.bodyHash, bodyHash) ? readOutcome(before.answer) : err(refuse('KEY_REUSED'));
      const outcome = this.#decideOne(state, command, logger);
      if (!isRemembered(outcome)) return outcome;
      const answer = storedOutcome(outcome);
      known.set(place, { bodyHash, answer });
      keys.push({ ownerId, key, call, bodyHash, answer, time });
      return outcome;
    });
    return { outcomes, keys };
  }

  #decideOne(state: State, command: Command<State, Change>, logger: Logger): Outcome {
    const { books } = this.#options;
    const { actor = SYSTEM, realm } = command;
    let decision: ReturnType<typeof command.decide>;
    try {
      decision = command.decide(state);
      if (!decision.ok) return decision;
      books.apply(state, decision.value.change, { actor, realm });
    } catch (error) {
      logger.error({ err: error, command: command.name }, 'a decision broke a promise; the command is refused');
      return err(refuse('INTERNAL'));
    }
    // Not caught here: the change is in the batch already, so that the batch must fail with it.
    for (const more of books.follows?.(state, decision.value.change, command.at) ?? [])
      books.apply(state, more, { actor: SYSTEM, realm });
    return ok(decision.value.answer);
  }
}
