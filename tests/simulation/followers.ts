// Followers in the simulated world: somebody is let lead and leads no more, others follow, set anew, pause and leave, each by the real commands, at once and
// twice; and the jobs that pay shares and end what has no trader any more run at any moment.

import type { Random } from '@fairtick/kernel/random';
import { ok } from '@fairtick/kernel/result';
import type { Watch } from './checks/watch.ts';
import { chance, pick } from './events.ts';
import { LEAD, LEAD_NO_MORE } from './memory/leading.ts';
import { ask, userContext } from './people.ts';
import type { ServerProcess } from './process.ts';
import type { Sight } from './requests.ts';
import type { KnownUser } from './scene.ts';

const MOST_TRADERS = 2;
/** 1e-8 of what is gained: none, an eighth, a tenth, the most. */
const RATES = ['0.00000000', '0.12500000', '0.10000000', '0.30000000'];

export class Followers {
  readonly #watch: Watch;
  readonly counts: Record<string, number> = {};
  #keys = 0;

  constructor(watch: Watch) {
    this.#watch = watch;
  }

  /** What is seen of those whom somebody follows, and of their own orders. */
  sightOf(sight: Sight): Sight {
    const traders = this.#watch.database.table('trader_following');
    const users = sight.users.filter(({ id }) => Number(traders.get(id)?.followers ?? 0) > 0);
    const led = new Set(users.map(({ id }) => id));
    return { ...sight, users, live: sight.live.filter(({ userId }) => led.has(userId)) };
  }

  /** Somebody leads from now on, on other terms, or no more. */
  lead(random: Random, users: readonly KnownUser[]): void {
    const { database } = this.#watch;
    const leading = [...database.table('trader_following').values()].filter(({ leads }) => leads === true);
    const one = pick(random, leading);
    if (one && (leading.length >= MOST_TRADERS || chance(random, 3))) {
      if (chance(random, 6)) this.#state(LEAD_NO_MORE, [one.trader_id]);
      return;
    }
    const verified = users.filter(
      ({ id, realm }) => realm === 'live' && database.table('user_standing').get(id)?.verified_time,
    );
    const user = pick(random, verified);
    if (user) this.#state(LEAD, [user.id, pick(random, RATES), pick(random, [1, 2, 1_000, 1_000])]);
  }

  /** Beside the server: it is the staff who decide it. */
  #state(name: string, values: readonly unknown[]): void {
    void this.#watch.database.run({ name, text: '', values });
  }

  /** One step of a follower, or of the jobs. */
  follow(server: ServerProcess, random: Random, users: readonly KnownUser[]): void {
    const what = random.below(16);
    if (what === 0) this.#ask(server, 'copy_shares_paid', async (one) => ok(await one.payShares()));
    else if (what === 1) this.#ask(server, 'follows_ended', async (one) => ok(await one.endOrphans()));
    else this.#step(server, random, users, what);
  }

  #step(server: ServerProcess, random: Random, users: readonly KnownUser[], what: number): void {
    const { database } = this.#watch;
    const relations = [...database.table('follows').values()].filter(({ ended_time }) => ended_time === null);
    const relation = chance(random, 8) ? undefined : pick(random, relations);
    // Mostly somebody who may follow, and somebody who may be followed.
    const traders = [...database.table('trader_following').values()];
    const leading = chance(random, 10) ? traders : traders.filter(({ leads }) => leads === true);
    const led = new Set(leading.map(({ trader_id }) => trader_id));
    const free = users.filter(
      ({ id, realm }) => !led.has(id) && (realm === 'demo' || database.table('user_standing').get(id)?.verified_time),
    );
    const anybody = pick(random, chance(random, 10) ? users : free);
    if (!anybody) return;
    if (what <= 8 || !relation) {
      const traderId = chance(random, 40) ? pick(random, users)?.id : pick(random, leading)?.trader_id;
      this.#begin(server, random, anybody, String(traderId ?? 0n));
      return;
    }
    const user = users.find(({ id }) => id === relation.user_id) ?? anybody;
    const trader_id = String(relation.trader_id);
    // Half of them close their copies as they leave.
    const closes = user.id % 2n === 0n ? 1 : '';
    if (what <= 14) this.#setAnew(server, random, user, trader_id);
    else
      this.#ask(server, 'canal_follow', (one) => one.canal_follow({ trader_id, close: closes }, this.#context(user)));
  }

  #begin(server: ServerProcess, random: Random, user: KnownUser, trader_id: string): void {
    const input = {
      ...{ trader_id, multiple: chance(random, 20) ? '0' : (pick(random, ['1', '1', '2', '5', '100']) ?? '1') },
      ...{ max_amount: chance(random, 20) ? '9' : (pick(random, ['10', '100', '400', '2000', '50000']) ?? '100') },
      mode: pick(random, ['', 'lots', 'proportional', 'proportional'] as const) ?? '',
      stop_amount: chance(random, 20) ? '0' : (pick(random, ['', '', '1', '5', '40', '300']) ?? ''),
    } as const;
    // The same key twice is one relation, two keys at once are haste.
    const context = this.#context(user);
    this.#ask(server, 'follow_trader', (one) => one.follow_trader(input, context));
    if (!chance(random, 4)) return;
    const again = chance(random, 2) ? context : this.#context(user);
    this.#ask(server, 'follow_trader', (one) => one.follow_trader(input, again));
  }

  #setAnew(server: ServerProcess, random: Random, user: KnownUser, trader_id: string): void {
    const input = {
      ...{ trader_id, multiple: pick(random, ['', '1', '3', '101']) ?? '' },
      ...{ max_amount: pick(random, ['', '', '20', '300', '5000']) ?? '' },
      mode: pick(random, ['', 'lots', 'proportional'] as const) ?? '',
      stop_amount: pick(random, ['', '2', '10', '60', '500', '-1']) ?? '',
      paused: pick(random, ['', '', 0, 0, 0, 1] as const) ?? '',
    } as const;
    this.#ask(server, 'follow_settings', (one) => one.follow_settings(input, this.#context(user)));
  }

  #ask(server: ServerProcess, what: string, call: Parameters<typeof ask>[2]): void {
    ask({ server, watch: this.#watch, counts: this.counts }, what, call);
  }

  #context({ id, realm }: KnownUser) {
    this.#keys += 1;
    return userContext(id, `follow-${this.#keys}`, realm);
  }
}
