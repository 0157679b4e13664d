// What is copied of each trader on each pair: open copies with real money, kept in memory in the order of commits. The server that decides openings has made
// every one of them; what others close is heard later, so that never more is open than this says.

import type { Realm } from '@fairtick/engine/types';
import type { Id } from '@fairtick/kernel/ids';
import type { Follow } from './columns.ts';
import { unitsCopied } from './rules/copied-limit.ts';
import type { KeptCopy } from './stop-watch.ts';

type Of = Pick<Follow, 'id' | 'traderId' | 'realm'>;

const keyOf = (traderId: Id, pairId: number): string => `${traderId}/${pairId}`;

export class Copied {
  readonly #relations = new Map<Id, { readonly traderId: Id; readonly realm: Realm }>();
  readonly #open = new Map<Id, { readonly key: string; readonly units: bigint }>();
  readonly #sums = new Map<string, bigint>();

  /** A relation that goes on, or one whose copies stay open. */
  relation({ id, traderId, realm }: Of): void {
    this.#relations.set(id, { traderId, realm });
  }

  /** No copy of it opens any more. */
  ended(followId: Id): void {
    this.#relations.delete(followId);
  }

  /** A copy as it is now. */
  put(copy: Pick<KeptCopy, 'id' | 'followId' | 'pairId' | 'quantity' | 'status' | 'terms'>): void {
    const known = this.#open.get(copy.id);
    if (copy.status !== 'open') {
      if (known) this.#move(known.key, -known.units);
      this.#open.delete(copy.id);
      return;
    }
    const of = copy.followId === undefined ? undefined : this.#relations.get(copy.followId);
    if (known || of?.realm !== 'live') return;
    const added = { key: keyOf(of.traderId, copy.pairId), units: unitsCopied(copy) };
    this.#open.set(copy.id, added);
    this.#move(added.key, added.units);
  }

  #move(key: string, by: bigint): void {
    const sum = (this.#sums.get(key) ?? 0n) + by;
    if (sum === 0n) this.#sums.delete(key);
    else this.#sums.set(key, sum);
  }

  /** Units of the base, 1e-8, in both directions together. */
  units(traderId: Id, pairId: number): bigint {
    return this.#sums.get(keyOf(traderId, pairId)) ?? 0n;
  }
}
