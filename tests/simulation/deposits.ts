// What users of the simulated world say of money that they sent: with a transaction and without, another amount than they sent, somebody else's
// transaction, money that was never sent, and each thing again.

import { type Refusal, refuse } from '@fairtick/contract/errors';
import { type Id, parseId } from '@fairtick/kernel/ids';
import type { Random } from '@fairtick/kernel/random';
import { err, type Result } from '@fairtick/kernel/result';
import type { Watch } from './checks/watch.ts';
import { chance, pick } from './events.ts';
import { amountOf, coinText, type Incoming, type Payment, WAYS, type Way } from './incoming.ts';
import type { Offices } from './offices.ts';
import { ask, userContext } from './people.ts';
import type { ServerProcess } from './process.ts';
import type { KnownUser } from './scene.ts';

/** What may be said again. */
const REMEMBERED = 60;

/** Said under one key, however often. */
interface Said {
  readonly user: Id;
  readonly key: string;
  readonly way: Way;
  readonly number: string;
  readonly txid: string;
  readonly picture: Uint8Array;
  /** The picture, once it is kept. */
  proof: string | undefined;
  /** The deposit that it made, where somebody was told. */
  made: string | undefined;
}

export class Deposits {
  readonly #watch: Watch;
  readonly #incoming: Incoming;
  readonly #said: Said[] = [];
  readonly counts: Record<string, number> = {};
  #keys = 0;

  constructor(watch: Watch, incoming: Incoming) {
    this.#watch = watch;
    this.#incoming = incoming;
  }

  /** One step of a user. */
  say(server: ServerProcess, random: Random, users: readonly KnownUser[]): void {
    const live = users.filter(({ realm }) => realm === 'live');
    const user = pick(random, live);
    const again = pick(random, this.#said);
    const way = pick(random, WAYS);
    if (!user || !way) return;
    if (again && chance(random, 5)) {
      this.#submit(server, again);
      return;
    }
    const payment = this.#meant(random, way, user.id);
    const told = payment && !chance(random, 4) ? payment.amount : amountOf(random, way);
    this.#keys += 1;
    const one: Said = {
      ...{ user: user.id, key: `deposits-${this.#keys}`, way, number: coinText(told) },
      ...{ txid: payment && !chance(random, 3) ? payment.txid : '', picture: Uint8Array.of(random.below(256)) },
      ...{ proof: this.#unusedOf(user.id), made: undefined },
    };
    this.#said.push(one);
    if (this.#said.length > REMEMBERED) this.#said.shift();
    this.#submit(server, one);
  }

  /** A picture of theirs that belongs to nothing, once there are some: nobody may keep many. */
  #unusedOf(user: Id): string | undefined {
    const unused: string[] = [];
    for (const { id, owner_id, state } of this.#watch.database.table('uploads').values())
      if (owner_id === user && state === 'ready') unused.push(String(id));
    return unused.length > 2 ? unused[0] : undefined;
  }

  /** Mostly what they have just sent; else what somebody sent, or nothing at all. */
  #meant(random: Random, way: Way, user: Id): Payment | undefined {
    if (!chance(random, 5)) return this.#incoming.send(random, way, user);
    return chance(random, 2) ? pick(random, this.#incoming.of(way)) : undefined;
  }

  #submit(server: ServerProcess, one: Said): void {
    ask(
      { server, watch: this.#watch, counts: this.counts },
      'deposit',
      (offices) => sent(offices, one),
      (answer) => this.#heard(one, answer),
    );
  }

  #heard(one: Said, answer: Result<{ readonly id: string }, Refusal>): void {
    const { database, fail } = this.#watch;
    if (!answer.ok) {
      if (one.made !== undefined && answer.error.error !== 'INTERNAL')
        fail('one answer per key', `${one.key}: made ${one.made}, then ${answer.error.error}`);
      return;
    }
    const { id } = answer.value;
    if (one.made !== undefined && one.made !== id) fail('one deposit per key', one.key);
    if (!database.table('deposits').has(parseId(id) ?? 0n)) fail('nothing acknowledged is lost', `deposit ${id}`);
    one.made = id;
  }
}

async function sent(offices: Offices, one: Said): Promise<Result<{ readonly id: string }, Refusal>> {
  const { user, key, way, number, txid } = one;
  if (one.proof === undefined) {
    const kept = await offices.keepPicture(user, one.picture);
    if (!kept.ok) return kept;
    one.proof ??= kept.value;
  }
  const { proof: proofImg } = one;
  if (proofImg === undefined) return err(refuse('UPLOAD_UNKNOWN'));
  const context = userContext(user, key);
  return way.kind === 'coin'
    ? offices.charge_submit({ number, proofImg, address: '', charge_id: way.option, txid }, context)
    : offices.wire_submit({ number, proofImg, wire_id: way.option }, context);
}
