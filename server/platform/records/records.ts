// Writes that move no money: one transaction with an idempotency key, beside the pipeline and with the same promises. A key that was answered
// gets the same answer for ever, refusals included. A failure of our own is not remembered, so that the same key may try again.

import { type Refusal, refuse } from '@fairtick/contract/errors';
import { equalBytes } from '@fairtick/kernel/bytes';
import type { Clock } from '@fairtick/kernel/clock';
import type { Random } from '@fairtick/kernel/random';
import { err, ok, type Result } from '@fairtick/kernel/result';
import type { Answer, Key, Outcome } from '../commands/command.ts';
import { faultOf } from '../commands/faults.ts';
import { findKeys, insertKeys, keyPlace } from '../commands/keys-table.ts';
import { readOutcome, storedOutcome } from '../commands/outcome.ts';
import { commitBehind, overConflicts, rolledBack } from '../commands/transaction.ts';
import type { Pool, PoolClient } from '../database/pools.ts';
import { send } from '../database/statement.ts';
import { Unavailable } from '../endpoints.ts';
import { lockKey } from './table.ts';

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

  async #transact({ key, act }: RecordWrite): Promise<Outcome> {
    const client = await this.#options.pool.connect();
    let broken: Error | undefined;
    try {
      // Sent together. The key is locked before its answer is read, so that no other transaction can be writing it.
      const begun = [client.query('BEGIN'), lockKey(client, key)];
      const [known] = await Promise.all([findKeys(client, [key]), ...begun]);
      const before = known.get(keyPlace(key.ownerId, key.key));
      const outcome = before
        ? equalBytes(before.bodyHash, key.bodyHash)
          ? readOutcome(before.answer)
          : err(refuse('KEY_REUSED'))
        : await this.#act(client, key, act);
      if (before || isOurFault(outcome)) await client.query('ROLLBACK');
      return outcome;
    } catch (error) {
      broken = await rolledBack(client, error);
      throw error;
    } finally {
      client.release(broken);
    }
  }

  async #act(client: PoolClient, key: Key, act: RecordWrite['act']): Promise<Outcome> {
    await client.query('SAVEPOINT act');
    const outcome = await act(client);
    if (isOurFault(outcome)) return outcome;
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

const isOurFault = (outcome: Outcome): boolean => !outcome.ok && outcome.error.error === 'INTERNAL';
