// Writes that move no money: one transaction with an idempotency key, beside the pipeline and with the same promises. A key that was answered
// gets the same answer for ever, refusals included, but for those that `isRemembered` leaves out.

import type { Refusal } from '@fairtick/contract/errors';
import type { Clock } from '@fairtick/kernel/clock';
import type { Random } from '@fairtick/kernel/random';
import { ok, type Result } from '@fairtick/kernel/result';
import { answeredBefore } from '../commands/answered.ts';
import type { Answer, Key, Outcome } from '../commands/command.ts';
import { faultOf } from '../commands/faults.ts';
import { insertKeys, isKeyTaken } from '../commands/keys-table.ts';
import { isRemembered, storedOutcome } from '../commands/outcome.ts';
import { commitBehind, overConflicts, rolledBack } from '../commands/transaction.ts';
import { holdName } from '../database/named-lock.ts';
import type { Pool, PoolClient } from '../database/pools.ts';
import { send } from '../database/statement.ts';
import { Unavailable } from '../endpoints.ts';

export interface RecordsOptions {
  readonly pool: Pool;
  readonly clock: Clock;
  readonly random: Random;
}

export interface RecordWrite {
  readonly key: Key;
  /**
   * Reads and writes by `tx` alone, and nothing that takes long: hashing and sending belong before it or into the outbox. A refusal undoes what it
   * wrote. May run again after a conflict.
   */
  act(tx: PoolClient): Promise<Result<Answer, Refusal>>;
  /**
   * For what is asked often and nearly always under a fresh key: `act` begins before it is known whether the key was answered, and what it did is undone
   * where it was. No refusal is remembered: the same key is judged anew. Two at once both act, and the one whose key is there when it is written is the
   * one that is undone. `act` sends what it sends first before it waits.
   */
  readonly hasty?: true;
}

export class Records {
  readonly #options: RecordsOptions;

  constructor(options: RecordsOptions) {
    this.#options = options;
  }

  /**
   * Resolves after the commit. Two writes with one key at once get the same answer. Rejects with Unavailable when the database does not serve
   * (nothing done, or with `unknown` set when the commit's fate is not known: the same key will tell), and with what `act` throws.
   */
  async write(one: RecordWrite): Promise<Outcome> {
    try {
      return await overConflicts(this.#options, () => this.#transact(one));
    } catch (error) {
      const fault = faultOf(error);
      if (fault.kind === 'database') throw new Unavailable('the database does not answer', fault.unknown);
      throw error;
    }
  }

  async #transact(one: RecordWrite): Promise<Outcome> {
    const client = await this.#options.pool.connect();
    let broken: Error | undefined;
    try {
      return await (one.hasty ? this.#hasty(client, one) : this.#careful(client, one));
    } catch (error) {
      broken = await rolledBack(client, error);
      throw error;
    } finally {
      client.release(broken);
    }
  }

  async #careful(client: PoolClient, { key, act }: RecordWrite): Promise<Outcome> {
    const [before] = await Promise.all([begin(client, key), client.query('SAVEPOINT act')]);
    const outcome = before ?? (await this.#act(client, key, act));
    if (before || !isRemembered(outcome)) await client.query('ROLLBACK');
    return outcome;
  }

  async #hasty(client: PoolClient, { key, act }: RecordWrite): Promise<Outcome> {
    const begun = client.query('BEGIN');
    // Both have ended before anything else is done: whoever sent on meanwhile would do so on a connection that is given back.
    const [acted] = await Promise.allSettled([act(client), begun]);
    await begun;
    if (acted.status === 'rejected') throw acted.reason;
    if (!acted.value.ok) {
      const [, before] = await Promise.all([client.query('ROLLBACK'), answeredBefore(client, key)]);
      return before ?? acted.value;
    }
    try {
      await this.#commit(client, key, acted.value);
      return acted.value;
    } catch (error) {
      // The commit behind it was none.
      const before = isKeyTaken(error) ? await answeredBefore(client, key) : undefined;
      if (!before) throw error;
      return before;
    }
  }

  async #act(client: PoolClient, key: Key, act: RecordWrite['act']): Promise<Outcome> {
    const outcome = await act(client);
    if (!isRemembered(outcome)) return outcome;
    if (!outcome.ok) await client.query('ROLLBACK TO SAVEPOINT act');
    await this.#commit(client, key, outcome);
    return outcome.ok ? ok(outcome.value) : outcome;
  }

  async #commit(client: PoolClient, key: Key, outcome: Outcome): Promise<void> {
    const time = this.#options.clock.now();
    const sent = insertKeys([{ ...key, answer: storedOutcome(outcome), time }]).map((write) => send(client, write));
    await commitBehind(client, sent);
  }
}

/** Sent together: the key is locked before its answer is read, so that no other transaction can be writing it. */
async function begin(client: PoolClient, key: Key): Promise<Outcome | undefined> {
  const begun = [client.query('BEGIN'), holdName(client, `${key.ownerId}/${key.key}`)];
  const [before] = await Promise.all([answeredBefore(client, key), ...begun]);
  return before;
}
